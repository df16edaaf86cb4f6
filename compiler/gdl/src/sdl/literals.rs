//! What atoms of one rule say of which step, and what is wrong with that.

use super::case::{Case, unknown};
use super::relations::Relation;
use super::steps::{Fault, Node, Steps};
use crate::check::spelling::Spelling;
use crate::diagnostics::Diagnostic;
use crate::remedy::Remedy;
use crate::syntax::{Atom, Formula, Symbol, each_atom};

/// The steps of a rule, for those who write atoms without them.
pub(super) struct Literals<'c> {
    pub case: &'c Case<'c>,
    pub steps: &'c Steps,
}

impl Literals<'_> {
    /// Steps from the head's at which an atom is asked; the head's own where it does not say.
    pub(super) fn offset(&self, atom: &Atom, relation: Relation) -> Option<i64> {
        match relation.parted(atom).0 {
            None => Some(0),
            Some(step) => self.steps.offsets.get(&Node::of(step)?).copied(),
        }
    }

    /// What is wrong with the atoms of a body.
    pub(super) fn faults(&self, body: &[Formula], head: &Atom, max_history: usize) -> Vec<Diagnostic> {
        let mut faults = Vec::new();
        each_atom(body, &mut |atom| {
            if let Some(relation) = self.case.relations.find(atom) {
                faults.extend(self.fault(atom, relation, head, max_history));
            }
        });
        faults
    }

    fn fault(&self, atom: &Atom, relation: Relation, head: &Atom, max_history: usize) -> Option<Diagnostic> {
        let spelling = self.case.spelling;
        let step = relation.parted(atom).0;
        if let Some(step) = step
            && let Some(fault) = self.case.unknown(step)
        {
            return Some(fault);
        }
        let text = spelling.atom(atom);
        let Some(offset) = self.offset(atom, relation) else {
            let step = step.map_or_else(String::new, |step| spelling.term(step));
            let message = format!("{text} speaks of step {step}, which nothing relates to the step of the head");
            let help = spelling.example(
                "relate the steps, for example by `(successor ?m ?n)`, or let both be the same",
                "relate the steps, for example by `successor(M,N)`, or let both be the same",
            );
            return Some(Diagnostic::error("G504", message, atom.span, help));
        };
        let back = usize::try_from(-offset).unwrap_or(0);
        let (code, message, help) = if offset > 0 {
            let message = format!("{text} speaks of a step after the one of the head: effects come after causes");
            (
                "G505",
                message,
                "turn the arguments of `successor` round, or let the rule speak of steps before".to_owned(),
            )
        } else if back > max_history {
            let message = format!("{text} looks {back} steps back, the limit is {max_history}");
            ("G506", message, format!("{}, or keep what is needed in a fact of the state", Remedy::MoreHistory))
        } else if offset == 0 && head.relation == Symbol::TRUE {
            let message = format!("{text} speaks of the step at which the fact of the head is to hold");
            (
                "G510",
                message,
                "let facts depend on the step before; what follows from facts is a relation of its own".to_owned(),
            )
        } else if offset == 0 && atom.relation == Symbol::DOES && is_asked_before(head) {
            let message = format!("{} cannot depend on {text}: nobody has moved yet", spelling.name(head.relation));
            ("G511", message, "ask for the move of the step before, related by `successor`".to_owned())
        } else {
            return None;
        };
        let fault = Diagnostic::error(code, message, atom.span, help);
        Some(if code == "G506" { fault.speaking_of(Remedy::MoreHistory) } else { fault })
    }
}

fn is_asked_before(head: &Atom) -> bool {
    matches!(head.relation, Symbol::LEGAL | Symbol::GOAL | Symbol::TERMINAL)
}

/// A fault of the order of a rule's steps.
pub(super) fn out_of_order(fault: Fault, spelling: Spelling<'_>) -> Diagnostic {
    match fault {
        Fault::Contradiction(span) => Diagnostic::error(
            "G507",
            "the steps of this rule contradict each other",
            span,
            "let each step of the rule be a fixed number of steps from the others",
        ),
        Fault::Unknown(name, span) => unknown(&spelling.name(name), span),
    }
}
