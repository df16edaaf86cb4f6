//! What all rules of a text are read with.

use super::chain::Chain;
use super::relations::Relations;
use super::vocabulary::Vocabulary;
use crate::check::spelling::Spelling;
use crate::diagnostics::Diagnostic;
use crate::syntax::{Span, Term};

/// What a rule is read with.
pub(super) struct Case<'c> {
    pub spelling: Spelling<'c>,
    pub vocabulary: Vocabulary,
    pub relations: &'c Relations,
    pub chain: &'c Chain,
    pub max_history: usize,
}

impl Case<'_> {
    /// The fault of a term that stands as a step and can't be one. Without an order nothing is said of constants.
    pub(super) fn unknown(&self, step: &Term) -> Option<Diagnostic> {
        let is_known = match step {
            Term::Variable(..) => true,
            Term::Constant(name, _) => self.chain.len() == 0 || self.chain.index(*name).is_some(),
            Term::Compound(..) => false,
        };
        (!is_known).then(|| unknown(&self.spelling.term(step), step.span()))
    }
}

/// A constant or a term stands as a step and is none.
pub(super) fn unknown(step: &str, span: Span) -> Diagnostic {
    let message = format!("{step} is not a step");
    Diagnostic::error("G509", message, span, "list it with `step` and `successor`, or name a step there is")
}
