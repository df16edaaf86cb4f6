//! Sheets that passed the static rules. The stages whose answers would mean nothing otherwise take no other.

use super::{CheckOptions, check};
use crate::diagnostics::{Diagnostic, Severity};
use crate::syntax::Sheet;
use std::ops::Deref;

/// A rule sheet in which the static rules found no error.
///
/// Nobody outside this crate can make one without the checks, and nobody can change its rules:
///
/// ```compile_fail,E0451
/// let sheet = gdl2hdl_gdl::syntax::Sheet::default();
/// let options = gdl2hdl_gdl::check::CheckOptions::default();
/// let checked = gdl2hdl_gdl::check::Checked { sheet, options };
/// ```
///
/// ```compile_fail,E0596
/// fn forget(checked: gdl2hdl_gdl::check::Checked) {
///     checked.rules.clear();
/// }
/// ```
///
/// The options of the checks decide two things that do not change what rules mean: whether departures from the letter of
/// the language are errors, and whether a game may lack `legal`, `goal` or `terminal`.
#[derive(Clone, Debug)]
pub struct Checked {
    sheet: Sheet,
    /// What was accepted, for what is made of it.
    options: CheckOptions,
}

impl Checked {
    /// Checks a sheet; a sheet that a reader made of a part of a text only passes for the whole.
    ///
    /// **Cost:** that of [`check`].
    ///
    /// # Errors
    /// All diagnostics, warnings among them, when one of them is an error.
    pub fn new(sheet: Sheet, options: &CheckOptions) -> Result<Self, Vec<Diagnostic>> {
        let options = CheckOptions { partial: false, ..*options };
        let found = check(&sheet, &options);
        Self::judged(sheet, &options, &found).map_err(|_| found)
    }

    /// Checks a sheet that was made of this one: what was accepted of this one is accepted of it too. It may lack what no
    /// game must, as this one may have.
    ///
    /// **Cost:** that of [`check`].
    ///
    /// # Errors
    /// As [`Checked::new`].
    pub fn remade(&self, sheet: Sheet) -> Result<Self, Vec<Diagnostic>> {
        Self::new(sheet, &CheckOptions { allow_incomplete: true, ..self.options })
    }

    /// The sheet of which reader and checks, in full, found this; the sheet alone when there is an error.
    pub(crate) fn judged(sheet: Sheet, options: &CheckOptions, found: &[Diagnostic]) -> Result<Self, Box<Sheet>> {
        let is_sound = found.iter().all(|found| found.severity != Severity::Error);
        if is_sound { Ok(Self { sheet, options: *options }) } else { Err(Box::new(sheet)) }
    }

    /// The sheet without rules that none of the others asks for, and that no game must have.
    ///
    /// Nothing needs to be checked again: the static rules judge each rule by itself, or cycles of rules, and what is
    /// left has no rule and no cycle that was not there before.
    pub(crate) fn without(&self, gone: &[bool]) -> Self {
        let kept = self.sheet.rules.iter().zip(gone).filter(|(_, gone)| !**gone);
        let rules = kept.map(|(rule, _)| rule.clone()).collect();
        Self { sheet: Sheet { symbols: self.sheet.symbols.clone(), rules }, options: self.options }
    }

    /// The sheet, to be changed: it passes for checked no more.
    #[must_use]
    pub fn into_sheet(self) -> Sheet {
        self.sheet
    }
}

impl Deref for Checked {
    type Target = Sheet;

    fn deref(&self) -> &Sheet {
        &self.sheet
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::read::{ReadOptions, read};
    use crate::syntax::{ParseOptions, kif};

    const FRAME: &str = "(role r) (init p) (legal r a) (<= terminal (true p)) (goal r 0)";

    /// A rule without a value for a variable, a rule that depends on its own negation, a wrong arity, a text cut short.
    const FAULTS: [&str; 4] =
        ["(<= (next ?x) (true p))", "(<= (v) (not (v)))", "(<= (next p q) (true p))", "(<= (next p) (true p)"];

    #[test]
    fn a_sheet_with_errors_gives_none() {
        let options = CheckOptions::default();
        assert!(Checked::new(kif::parse(FRAME).sheet, &options).is_ok());
        for fault in FAULTS {
            let text = format!("{FRAME}{fault}");
            let parsed = kif::parse(&text);
            if parsed.diagnostics.is_empty() {
                let found = Checked::new(parsed.sheet, &options).unwrap_err();
                assert!(found.iter().any(|found| found.severity == Severity::Error), "{fault}: {found:?}");
            }
            let found = read(&text, &ReadOptions::default()).game().unwrap_err();
            assert!(found.iter().any(|found| found.severity == Severity::Error), "{fault}: {found:?}");
        }
        let found = Checked::new(Sheet::default(), &CheckOptions { partial: true, ..options }).unwrap_err();
        assert!(found.iter().any(|found| found.code == "G105"), "a part passes for the whole: {found:?}");
    }

    #[test]
    fn what_is_refused_keeps_its_sheet() {
        let parse = ParseOptions { max_words: 3, ..ParseOptions::default() };
        for text in [format!("{FRAME}{}", FAULTS[0]), FRAME.to_owned()] {
            let sound = read(&text, &ReadOptions::default());
            let cut = read(&text, &ReadOptions { parse: parse.clone(), ..ReadOptions::default() });
            assert_eq!(sound.sheet.is_ok(), text == FRAME);
            assert_eq!(sound.sheet().rules.len(), kif::parse(&text).sheet.rules.len());
            assert!(cut.sheet.is_err());
        }
    }
}
