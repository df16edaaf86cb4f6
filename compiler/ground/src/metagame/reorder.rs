//! The order of subgoals: those whose variables are known first, then what matches least. Meaning does not depend on it;
//! how long a reasoner that goes from left to right takes does.

use super::facts::Facts;
use gdl2hdl_gdl::syntax::{Atom, Formula, Sheet, Symbol, Term};
use std::collections::BTreeSet;

/// Rows a relation is taken to have when it is not made of facts alone.
const UNKNOWN: f64 = 1_000.0;
/// The same for the moves of a step: there is one for each role.
const MOVES: f64 = 2.0;

/// Orders the bodies of all rules; in how many the order is another now.
pub(super) fn reorder(sheet: &mut Sheet) -> usize {
    let facts = Facts::of(sheet);
    let mut changed = 0;
    for rule in &mut sheet.rules {
        if rule.body.len() < 2 {
            continue;
        }
        let order = order(&rule.body, &facts);
        changed += usize::from(order.windows(2).any(|pair| pair[0] > pair[1]));
        let mut parts: Vec<Option<Formula>> = std::mem::take(&mut rule.body).into_iter().map(Some).collect();
        rule.body = order.into_iter().filter_map(|at| parts[at].take()).collect();
    }
    changed
}

/// Places of the body in their new order.
fn order(body: &[Formula], facts: &Facts) -> Vec<usize> {
    let mut known = BTreeSet::new();
    let mut left: Vec<usize> = (0..body.len()).collect();
    let mut order = Vec::with_capacity(body.len());
    while !left.is_empty() {
        let cost = |&at: &usize| cost(&body[at], &known, facts);
        let best = (0..left.len()).min_by(|&a, &b| cost(&left[a]).total_cmp(&cost(&left[b]))).unwrap_or(0);
        let at = left.remove(best);
        body[at].each_variable(&mut |name, _| {
            known.insert(name);
        });
        order.push(at);
    }
    order
}

/// What a part costs next: nothing for a test that is ready, the rows that may match for an atom. What binds nothing
/// has to wait until its variables are known.
fn cost(part: &Formula, known: &BTreeSet<Symbol>, facts: &Facts) -> f64 {
    let mut ready = true;
    part.each_variable(&mut |name, _| ready &= known.contains(&name));
    match part {
        Formula::Atom(atom) if ready => f64::from(u8::from(atom.relation != Symbol::TRUE)) * 0.5,
        _ if ready => 0.0,
        Formula::Atom(atom) => rows(atom, known, facts),
        Formula::Equal(a, b, _) if is_known(a, known) || is_known(b, known) => 1.0,
        Formula::And(..) | Formula::Or(..) => UNKNOWN * UNKNOWN,
        Formula::Equal(..) | Formula::Not(..) | Formula::Distinct(..) => f64::INFINITY,
    }
}

/// Rows of a relation, taken to the part of its columns that is not known.
fn rows(atom: &Atom, known: &BTreeSet<Symbol>, facts: &Facts) -> f64 {
    let args = match (atom.relation, atom.args.as_slice()) {
        // The columns of a fact are those of its function.
        (Symbol::TRUE, [Term::Compound(_, args, _)]) => args,
        (_, args) => args,
    };
    #[allow(clippy::cast_precision_loss, reason = "an estimate")]
    let all = match facts.count(atom.key()) {
        Some(count) => count as f64,
        None if atom.relation == Symbol::DOES => MOVES,
        None => UNKNOWN,
    };
    let open = args.iter().filter(|arg| !is_known(arg, known)).count();
    #[allow(clippy::cast_precision_loss, reason = "an estimate")]
    let share = open as f64 / args.len().max(1) as f64;
    1.0 + all.max(1.0).powf(share)
}

fn is_known(term: &Term, known: &BTreeSet<Symbol>) -> bool {
    let mut all = true;
    term.each_variable(&mut |name, _| all &= known.contains(&name));
    all
}
