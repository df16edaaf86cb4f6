//! Metagamers: rule sheets to rule sheets that mean the same game, whatever the syntax they came in.
//!
//! Each keeps the roles and, for every sequence of moves, the legal moves, the goals, the ends and the percepts. The
//! pruner and what uses it may drop facts of the state that nothing else depends on. The symbolizer and the obfuscator
//! rename, and give the table that leads back. A metagamer that meets a bound says how far it came; the sheet it was
//! given is as it was.
//!
//! Each takes a checked sheet, since rules without a meaning can't keep it, and what it makes is checked again.

mod facts;
mod grounder;
mod materializer;
mod obfuscator;
mod optimizer;
mod pruner;
mod reorder;
mod required;
mod simplifier;
mod size;
mod subsume;
mod symbolizer;
mod table;
mod unasked;
mod walk;

pub use grounder::{Grounded, ground, ground_sheet};
pub use materializer::{Materialized, materialize};
pub use obfuscator::{Obfuscated, obfuscate, restore};
pub use optimizer::{OptimizerGain, optimize};
pub use pruner::{Pruned, prune};
pub use simplifier::{Simplified, simplify};
pub use size::Size;
pub use symbolizer::{Symbolized, symbolize};
pub use table::{NameTable, NamingKind, TableError};

use crate::Limits;
use gdl2hdl_gdl::check::Checked;
use gdl2hdl_gdl::diagnostics::{Diagnostic, Severity};
use gdl2hdl_gdl::observer::{Observer, Reason};
use gdl2hdl_gdl::syntax::Sheet;

/// Bounds of a metagamer.
#[derive(Clone, Copy)]
pub struct Bounds<'a> {
    /// Memory, and the depth of terms.
    pub limits: Limits,
    /// The caller's clock.
    pub observer: &'a dyn Observer,
}

/// A game that was made of another, and what that gained.
#[derive(Clone, Debug)]
pub struct Made<G> {
    /// The game.
    pub sheet: Checked,
    /// What was gained.
    pub gain: G,
    /// Warnings met on the way.
    pub diagnostics: Vec<Diagnostic>,
}

impl<G> Made<G> {
    /// Checks what was made of a game.
    fn new(game: &Checked, sheet: Sheet, gain: G) -> Result<Self, Refused> {
        Ok(Self { sheet: judged(game, sheet)?, gain, diagnostics: Vec::new() })
    }
}

/// The static rules judge what a metagamer made of a game. What they refuse is a defect of it, and goes no further.
fn judged(game: &Checked, sheet: Sheet) -> Result<Checked, Refused> {
    game.remade(sheet).map_err(broken)
}

/// The first error of a game that was made.
fn broken(found: Vec<Diagnostic>) -> Refused {
    let error = found.into_iter().find(|found| found.severity == Severity::Error);
    let (code, message) = error.map_or(("G006", String::new()), |error| (error.code, error.message));
    let message = format!("the game that was made is refused: {message}");
    // What it was made of is no place in the text of the game.
    Box::new(Diagnostic::new(Severity::Error, code, message, None, "this is a bug: report it with the game".to_owned()))
}

/// Why a game was left as it was: a bound that was met, or rules that have no clause form.
pub type Refused = Box<Diagnostic>;

/// Work between two looks at the clock.
const ASK_EVERY: usize = 1 << 10;

/// Asks the clock now and then.
struct Pace<'a> {
    bounds: Bounds<'a>,
    stage: &'static str,
    work: usize,
}

impl<'a> Pace<'a> {
    fn new(bounds: Bounds<'a>, stage: &'static str) -> Self {
        Self { bounds, stage, work: 0 }
    }

    /// Counts some work on rule `done` of `total`.
    fn spend(&mut self, work: usize, done: usize, total: usize) -> Result<(), Refused> {
        self.work += work + 1;
        if self.work < ASK_EVERY {
            return Ok(());
        }
        self.work = 0;
        self.bounds.observer.progress(self.stage, done as u64, total as u64);
        self.bounds.observer.reason().map_or(Ok(()), |reason| Err(late(reason, self.stage, done, total)))
    }
}

/// The game stays as it was.
fn late(reason: Reason, stage: &str, done: usize, total: usize) -> Refused {
    let message = format!("{stage} stopped after {done} of {total} rules: {reason}");
    let help = format!("{}; the game is as it was", reason.help());
    Box::new(Diagnostic::new(Severity::Error, "G201", message, None, help))
}
