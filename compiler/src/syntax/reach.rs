//! Which relations the rules that count depend on, directly or through others.

use super::{Atom, Rule, Symbol, each_atom};
use rustc_hash::{FxHashMap, FxHashSet};

/// A relation: its name and its number of arguments.
pub(crate) type Relation = (Symbol, usize);

/// The relation of an atom.
pub(crate) fn relation(atom: &Atom) -> Relation {
    (atom.relation, atom.args.len())
}

/// The relations that rules with heads in `roots` ask for, directly or through others, and these heads themselves.
/// **Cost:** one pass over the rules.
pub(crate) fn reached(rules: &[Rule], roots: impl Fn(Relation) -> bool) -> FxHashSet<Relation> {
    let mut rules_of: FxHashMap<Relation, Vec<usize>> = FxHashMap::default();
    for (number, rule) in rules.iter().enumerate() {
        rules_of.entry(relation(&rule.head)).or_default().push(number);
    }
    let mut queue: Vec<Relation> = rules_of.keys().copied().filter(|&relation| roots(relation)).collect();
    let mut reached: FxHashSet<Relation> = queue.iter().copied().collect();
    while let Some(next) = queue.pop() {
        for &number in rules_of.get(&next).into_iter().flatten() {
            each_atom(&rules[number].body, &mut |atom| {
                if reached.insert(relation(atom)) {
                    queue.push(relation(atom));
                }
            });
        }
    }
    reached
}
