//! Where the order of evaluation shows.
//!
//! The original interpreter runs a body from left to right: a variable that has no value yet when a negation is
//! reached is "no value at all" inside it, and arithmetic on it fails. Whether a variable of the head has a value
//! depends on who asks. A view whose meaning depends on that is *sensitive*: it gets a version for each way it is
//! asked. All others mean the same whoever asks.

use super::builtin::{self, Builtin};
use super::game::{Game, Key};
use super::tree::{Expression, View};
use crate::syntax::{Atom, Symbol, Term};
use rustc_hash::FxHashSet;

/// The variables that have a value at some place of a body.
pub(super) type Bound = FxHashSet<Symbol>;

/// Adds the variables of a term.
pub(super) fn bind_term(term: &Term, bound: &mut Bound) {
    term.each_variable(&mut |name, _| {
        bound.insert(name);
    });
}

/// The variables that have values after each of several alternatives.
pub(super) fn after_any(alternatives: impl IntoIterator<Item = Bound>) -> Bound {
    let common = alternatives.into_iter().reduce(|one, other| one.intersection(&other).copied().collect());
    common.unwrap_or_default()
}

/// Whether all variables of a term have values.
pub(super) fn is_bound(term: &Term, bound: &Bound) -> bool {
    let mut all = true;
    term.each_variable(&mut |name, _| all &= bound.contains(&name));
    all
}

/// The views whose meaning depends on which arguments are known when they are asked.
pub(super) fn sensitive(game: &Game<'_>) -> FxHashSet<Key> {
    let mut sensitive = FxHashSet::default();
    loop {
        let before = sensitive.len();
        for view in &game.text.rules {
            let key = view.head.key();
            let scan = Scan { game, sensitive: &sensitive };
            if !sensitive.contains(&key) && scan.view(view) {
                sensitive.insert(key);
            }
        }
        if sensitive.len() == before {
            return sensitive;
        }
    }
}

struct Scan<'a> {
    game: &'a Game<'a>,
    sensitive: &'a FxHashSet<Key>,
}

impl Scan<'_> {
    /// Whether a rule means something else when arguments of its head are known.
    fn view(&self, view: &View) -> bool {
        let (mut head, mut bound) = (Bound::default(), Bound::default());
        view.head.args.iter().for_each(|arg| bind_term(arg, &mut head));
        view.body.iter().any(|part| self.part(part, &head, &mut bound)) || !head.is_subset(&bound)
    }

    /// Whether a part of a body does; takes note of what it gives values to.
    fn part(&self, part: &Expression, head: &Bound, bound: &mut Bound) -> bool {
        let uncertain = |part: &Expression, bound: &Bound| {
            let mut any = false;
            part.each_variable(&mut |name| any |= head.contains(&name) && !bound.contains(&name));
            any
        };
        match part {
            Expression::Atom(atom) => self.atom(atom, uncertain(part, bound), head, bound),
            Expression::Variable(..) => false,
            Expression::Not(inner, _) => uncertain(inner, bound),
            Expression::And(parts, _) => parts.iter().any(|part| self.part(part, head, bound)),
            Expression::Or(parts, _) => {
                let mut after = vec![bound.clone(); parts.len()];
                let mut any = false;
                for (part, within) in parts.iter().zip(&mut after) {
                    any |= self.part(part, head, within);
                }
                bound.extend(after_any(after));
                any
            }
            Expression::When(..) => false,
            Expression::Count(count) => {
                let any = uncertain(part, bound);
                bind_term(&count.number, bound);
                any
            }
        }
    }

    fn atom(&self, atom: &Atom, uncertain: bool, head: &Bound, bound: &mut Bound) -> bool {
        let sensitive = match builtin::find(self.game.text.symbols.name(atom.relation)) {
            Some(Builtin::Compute(_)) => {
                let inputs = atom.args.split_last().map_or(&[][..], |(_, inputs)| inputs);
                let mut any = false;
                inputs.iter().for_each(|arg| {
                    arg.each_variable(&mut |name, _| any |= head.contains(&name) && !bound.contains(&name));
                });
                any
            }
            Some(_) => uncertain,
            None => uncertain && self.sensitive.contains(&atom.key()),
        };
        atom.args.iter().for_each(|arg| bind_term(arg, bound));
        sensitive
    }
}
