//! Pairs of steps to a list of steps; what keeps them from being one is reported.

use super::{Chain, Said};
use crate::check::collector::Diagnostics;
use crate::check::spelling::Spelling;
use crate::diagnostics::{Diagnostic, Severity};
use crate::syntax::{Span, Symbol};
use rustc_hash::{FxHashMap, FxHashSet};

/// Puts steps into order; the list is empty after a fault.
pub(super) fn ordered(said: &Said, spelling: Spelling<'_>, diagnostics: &mut Diagnostics) -> Chain {
    let (next, mut faults) = successors(said, spelling);
    let all = first_uses(said);
    let before: FxHashSet<Symbol> = said.pairs.iter().map(|&(_, other, _)| other).collect();
    let mut firsts = all.iter().filter(|(step, _)| !before.contains(step));
    let mut steps = Vec::new();
    match (firsts.next(), all.first()) {
        (Some(&(first, _)), _) => {
            if let Some(&(other, span)) = firsts.next() {
                let message =
                    format!("nothing says which comes first, {} or {}", spelling.name(first), spelling.name(other));
                faults.push(fault(message, Some(span), "let every step but one be the `successor` of another"));
            }
            steps.extend(std::iter::successors(Some(first), |step| next.get(step).copied()).take(all.len()));
        }
        (None, Some(&(_, span))) => faults.push(cycle(Some(span))),
        (None, None) => {
            let help = spelling.example(
                "state the steps and their order: `(step 1) (step 2) (successor 1 2)`",
                "state the steps and their order: `step(1) step(2) successor(1,2)`",
            );
            faults.push(fault("the text has no steps".to_owned(), None, help));
        }
    }
    if faults.is_empty() && steps.len() < all.len() {
        let reached: FxHashSet<Symbol> = steps.iter().copied().collect();
        faults.push(cycle(all.iter().find(|(step, _)| !reached.contains(step)).map(|(_, span)| *span)));
    }
    faults.extend(unlisted(said, spelling));
    let sound = faults.is_empty();
    faults.into_iter().for_each(|fault| diagnostics.push(fault));
    if sound { Chain::new(steps) } else { Chain::default() }
}

fn fault(message: String, span: Option<Span>, help: &str) -> Diagnostic {
    Diagnostic::new(Severity::Error, "G508", message, span, help.to_owned())
}

fn cycle(span: Option<Span>) -> Diagnostic {
    fault("steps go round in a cycle".to_owned(), span, "let all steps be one line, with a first and a last one")
}

/// What follows each step, and where there are two of them.
fn successors(said: &Said, spelling: Spelling<'_>) -> (FxHashMap<Symbol, Symbol>, Vec<Diagnostic>) {
    let (mut next, mut before) = (FxHashMap::default(), FxHashMap::default());
    let mut faults = Vec::new();
    for &(one, other, span) in &said.pairs {
        let (old, older) = (next.insert(one, other), before.insert(other, one));
        let two = |what: &str, of: Symbol, these: [Symbol; 2]| {
            let [this, that] = these.map(|step| spelling.name(step));
            format!("two steps {what} {}: {this} and {that}", spelling.name(of))
        };
        if let Some(old) = old.filter(|&old| old != other) {
            let message = two("follow", one, [old, other]);
            faults.push(fault(message, Some(span), "let each step have one successor"));
        } else if let Some(older) = older.filter(|&older| older != one) {
            let message = two("come before", other, [older, one]);
            faults.push(fault(message, Some(span), "let each step be the successor of one step"));
        }
    }
    (next, faults)
}

/// A step that only `successor` knows, where others are listed.
fn unlisted(said: &Said, spelling: Spelling<'_>) -> Option<Diagnostic> {
    let listed: FxHashSet<Symbol> = said.steps.iter().map(|(step, _)| *step).collect();
    let mut pairs = said.pairs.iter().flat_map(|&(one, other, span)| [(one, span), (other, span)]);
    let (step, span) = pairs.find(|(step, _)| !listed.contains(step)).filter(|_| !listed.is_empty())?;
    let message = format!("{} stands in `successor`, but `step` does not list it", spelling.name(step));
    Some(fault(message, Some(span), "list every step, or none"))
}

/// Each step once, where it is first.
fn first_uses(said: &Said) -> Vec<(Symbol, Span)> {
    let pairs = said.pairs.iter().flat_map(|&(one, other, span)| [(one, span), (other, span)]);
    let mut seen = FxHashSet::default();
    said.steps.iter().copied().chain(pairs).filter(|(step, _)| seen.insert(*step)).collect()
}
