//! Bounds on grounding.

use gdl2hdl_gdl::diagnostics::{Diagnostic, Severity};
use gdl2hdl_gdl::observer::{Reason, Stopped};
use gdl2hdl_gdl::remedy::Remedy;
use gdl2hdl_gdl::syntax::Span;

/// Bounds. The defaults suit a machine with 8 GiB.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Bytes the compiler's tables may hold.
    pub max_bytes: usize,
    /// Deepest ground term that may be made: recursion through function terms may have no end.
    pub max_depth: usize,
    /// Gates a net may have while it is built.
    pub max_gates: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self { max_bytes: 4 << 30, max_depth: 100, max_gates: 100_000_000 }
    }
}

/// Why a stage stopped early.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stop {
    /// The caller's deadline, or somebody asked for it.
    Asked(Reason),
    /// The memory bound.
    Memory {
        /// Bytes allowed.
        limit: usize,
    },
    /// A second way of splitting rules came out larger than the first; never leaves the grounder.
    Trial,
    /// Rules that may have no end took many steps; never leaves the grounder.
    Endless,
    /// A term grew deeper than allowed: the rules have no finite model, or nearly so.
    Depth {
        /// Depth allowed.
        limit: usize,
    },
}

impl From<Stopped> for Stop {
    fn from(Stopped(reason): Stopped) -> Self {
        Self::Asked(reason)
    }
}

/// A rule, and how much it made.
#[derive(Clone, Copy, Debug)]
pub struct Grown {
    /// The rule.
    pub span: Span,
    /// How many.
    pub count: u64,
    /// Of what.
    pub what: &'static str,
}

/// A stage that met a bound: which, at which rule, how far it came.
#[derive(Clone, Debug, thiserror::Error)]
#[error("{stage} stopped: {stop:?}")]
pub struct LimitReached {
    /// Stage.
    pub stage: &'static str,
    /// Bound.
    pub stop: Stop,
    /// The rule that grew most.
    pub worst: Option<Grown>,
    /// Ground rules found in all.
    pub rules: u64,
    /// Ground atoms found in all.
    pub atoms: u64,
    /// Other ways were tried before: states were visited, as far as they could be.
    pub tried: bool,
}

/// What was done where facts have no end by themselves.
const TRIED: &str = "; the states of play were visited too, and are too many or have no end";

impl LimitReached {
    /// The same as a diagnostic.
    #[must_use]
    pub fn diagnostic(&self) -> Diagnostic {
        let (code, what, help, remedy) = match self.stop {
            Stop::Asked(reason) => ("G201", reason.to_string(), reason.help(), reason.remedy()),
            Stop::Trial | Stop::Endless => {
                ("G202", "a trial was given up".to_owned(), "report this: it is a defect".to_owned(), None)
            }
            Stop::Memory { limit } => {
                let what = format!("the memory bound of {} MiB was met", limit >> 20);
                ("G202", what, Remedy::MoreMemory.to_string(), Some(Remedy::MoreMemory))
            }
            Stop::Depth { limit } => (
                "G203",
                format!("a term nests more than {limit} functions: these rules may have no finite set of facts"),
                "bound the recursion, for example by a relation that lists the steps".to_owned(),
                None,
            ),
        };
        let (stage, atoms, rules, tried) = (self.stage, self.atoms, self.rules, if self.tried { TRIED } else { "" });
        let message = format!("{stage} stopped after {atoms} atoms and {rules} ground rules: {what}{tried}");
        let help = match self.worst {
            Some(_) => format!("{help}, or split the rule marked here into rules with fewer variables"),
            None => help,
        };
        // What can be done with a game as it is.
        let help = format!("{help}; {}", Remedy::Ungrounded);
        let mut diagnostic = Diagnostic::new(Severity::Error, code, message, self.worst.map(|w| w.span), help);
        diagnostic.remedies.extend(remedy.into_iter().chain([Remedy::Ungrounded]));
        if let (Some(worst), Some(label)) = (self.worst, diagnostic.labels.first_mut()) {
            label.text = format!("this rule grew most: {} {} so far", worst.count, worst.what);
        }
        diagnostic
    }
}
