//! From a rule sheet that departs from the letter of GDL to one that does not, where the departure is harmless or has one
//! reading only. Each change comes with a warning that says how the text is read. `docs/LANGUAGES.md` lists them.
//!
//! All stages after this one see the sheet that was made, so all engines read a departure the same way. The static rules
//! judge that sheet again: nothing is accepted that they refuse.

mod declarations;
mod domains;
mod negation;
mod percepts;
mod places;
mod unbound;

use crate::check::collector::Diagnostics;
use crate::check::{CheckOptions, Checked, check};
use crate::diagnostics::{Diagnostic, Severity};
use crate::syntax::{Language, Parsed, Sheet, Tolerance};
use std::collections::HashSet;

/// A text that was read, checked and mended.
#[derive(Clone, Debug)]
pub struct Settled {
    /// The game; what could be understood where an error is among the diagnostics.
    pub sheet: Result<Checked, Sheet>,
    /// Errors and warnings: those of the reader come first.
    pub diagnostics: Vec<Diagnostic>,
    /// The syntax of the text.
    pub language: Language,
}

impl Settled {
    /// The rules, be they a game or not.
    #[must_use]
    pub fn sheet(&self) -> &Sheet {
        match &self.sheet {
            Ok(game) => game,
            Err(sheet) => sheet,
        }
    }

    /// The game.
    ///
    /// # Errors
    /// All diagnostics, when an error is among them.
    pub fn game(self) -> Result<Checked, Vec<Diagnostic>> {
        self.sheet.map_err(|_| self.diagnostics)
    }
}

/// Checks a text that was read, and mends what `options.tolerance` allows; `options.partial` and `options.language` are
/// taken from the text.
///
/// **Cost:** that of [`check`] for a text without errors. Texts with errors are checked a few times more.
#[must_use]
pub fn settle(parsed: Parsed, options: &CheckOptions) -> Settled {
    let Parsed { mut sheet, mut diagnostics, language } = parsed;
    if options.tolerance != Tolerance::Strict {
        declarations::excuse(&mut sheet, &mut diagnostics);
    }
    let partial = options.partial || diagnostics.iter().any(|found| found.severity == Severity::Error);
    let options = CheckOptions { partial, language, ..*options };
    let found = check(&sheet, &options);
    let is_sound = found.iter().all(|found| found.severity != Severity::Error);
    if is_sound || options.tolerance == Tolerance::Strict {
        diagnostics.extend(found);
    } else {
        diagnostics.extend(mended(&mut sheet, &options, found));
    }
    // What was checked in part, though its reader has no error to tell, is no game either.
    let is_whole = !options.partial;
    let sheet =
        if is_whole { Checked::judged(sheet, &options, &diagnostics).map_err(|sheet| *sheet) } else { Err(sheet) };
    Settled { sheet, diagnostics, language }
}

/// Mends a sheet in which the static rules found errors; gives what there is to say then.
fn mended(sheet: &mut Sheet, options: &CheckOptions, first: Vec<Diagnostic>) -> Vec<Diagnostic> {
    let language = options.language;
    let mut diagnostics = Diagnostics::default();
    // What only the text asked for, and not what was made of it, is asked for all the same.
    let unused: HashSet<_> = first.iter().filter(|found| found.code == UNUSED).map(place).collect();
    let mut changed = negation::mend(sheet, language, &mut diagnostics);
    changed |= percepts::mend(sheet, &mut diagnostics);
    let found = if changed { check(sheet, options) } else { first };
    let found = declarations::mend(sheet, options, found, &mut diagnostics);
    let found = match unbound::mend(sheet, options, found, &mut diagnostics) {
        unbound::Outcome::Mended => check(sheet, options),
        unbound::Outcome::Advised(found) => found,
    };
    found.into_iter().filter(|found| found.code != UNUSED || unused.contains(&place(found))).for_each(|found| {
        diagnostics.push(found);
    });
    diagnostics.into_sorted()
}

/// The game without its declarations, if it has any, and a warning: they may be why a later stage refused it.
#[must_use]
pub fn without_declarations(sheet: &Checked, refused: &Diagnostic) -> Option<(Checked, Diagnostic)> {
    declarations::without(sheet, refused)
}

/// The code of relations that nothing asks for.
const UNUSED: &str = "G118";

fn place(found: &Diagnostic) -> Option<u32> {
    found.labels.first().map(|label| label.span.start)
}
