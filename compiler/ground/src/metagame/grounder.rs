//! The grounder as a metagamer: rules with variables to rules without.

use super::{Bounds, Made, Pace, Refused, broken, judged};
use crate::{self as ground, Grounding};
use gdl2hdl_gdl::check::Checked;
use gdl2hdl_gdl::diagnostics::{Diagnostic, Severity};
use gdl2hdl_gdl::remedy::Remedy;
use gdl2hdl_gdl::syntax::{Language, ParseOptions, parse_with};

/// Bytes a rule sheet may take for a byte of its text.
const BYTES_A_BYTE: usize = 16;

/// What a game without variables is made of.
#[derive(Clone, PartialEq, Eq, Debug, serde::Serialize)]
pub struct Grounded {
    /// Base propositions.
    pub bases: usize,
    /// Moves of all roles.
    pub actions: usize,
    /// Facts that never change.
    pub facts: usize,
    /// Rules.
    pub rules: usize,
    /// Literals in bodies.
    pub literals: usize,
}

impl Grounded {
    /// Counts a ground program.
    #[must_use]
    pub fn of(grounding: &Grounding) -> Self {
        let program = &grounding.program;
        Self {
            bases: program.bases.len(),
            actions: program.moves.len(),
            facts: program.num_facts,
            rules: program.rules.len(),
            literals: program.rules.literals.len(),
        }
    }
}

/// The ground program of a game.
///
/// # Errors
/// When a bound is met; the diagnostic says how far the grounder came.
pub fn ground(sheet: &Checked, bounds: Bounds<'_>) -> Result<Grounding, Refused> {
    let options = ground::Options { limits: bounds.limits, ..ground::Options::default() };
    ground::ground(sheet, &options, bounds.observer)
}

/// The same as a rule sheet.
///
/// # Errors
/// As [`ground()`], and when the rules take more memory than allowed.
pub fn ground_sheet(sheet: &Checked, bounds: Bounds<'_>) -> Result<Made<Grounded>, Refused> {
    let grounding = ground(sheet, bounds)?;
    let gain = Grounded::of(&grounding);
    let mut pace = Pace::new(bounds, "writing ground rules");
    let mut text = String::new();
    let mut done = 0;
    grounding.program.each_line(|line| {
        pace.spend(0, done, gain.rules.max(done))?;
        text.push_str(line);
        text.push('\n');
        if text.len().saturating_mul(BYTES_A_BYTE) > bounds.limits.max_bytes {
            return Err(too_large(done, bounds.limits.max_bytes));
        }
        done += 1;
        Ok(())
    })?;
    let language = Some(Language::Kif);
    let options = ParseOptions { language, max_bytes: usize::MAX, max_words: usize::MAX, ..ParseOptions::default() };
    let made = parse_with(&text, &options);
    if made.diagnostics.iter().any(|found| found.severity == Severity::Error) {
        return Err(broken(made.diagnostics));
    }
    Ok(Made { sheet: judged(sheet, made.sheet)?, gain, diagnostics: grounding.diagnostics })
}

fn too_large(done: usize, limit: usize) -> Refused {
    let message =
        format!("writing ground rules stopped after {done} rules: the memory bound of {} MiB was met", limit >> 20);
    let help = format!("{}; the game is as it was", Remedy::MoreMemory);
    Box::new(Diagnostic::new(Severity::Error, "G202", message, None, help).speaking_of(Remedy::MoreMemory))
}
