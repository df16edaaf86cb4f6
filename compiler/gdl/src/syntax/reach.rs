//! Which relations the rules that count depend on, and which depend on some, directly or through others.

use super::{Rule, Symbol, each_atom};
use rustc_hash::{FxHashMap, FxHashSet};

/// A relation: its name and its number of arguments.
pub type Relation = (Symbol, usize);

/// The relations that rules with heads in `roots` ask for, directly or through others, and these heads themselves.
/// **Cost:** one pass over the rules.
pub fn reached(rules: &[Rule], roots: impl Fn(Relation) -> bool) -> FxHashSet<Relation> {
    let mut rules_of: FxHashMap<Relation, Vec<usize>> = FxHashMap::default();
    for (number, rule) in rules.iter().enumerate() {
        rules_of.entry(rule.head.key()).or_default().push(number);
    }
    let mut queue: Vec<Relation> = rules_of.keys().copied().filter(|&relation| roots(relation)).collect();
    let mut reached: FxHashSet<Relation> = queue.iter().copied().collect();
    while let Some(next) = queue.pop() {
        for &number in rules_of.get(&next).into_iter().flatten() {
            each_atom(&rules[number].body, &mut |atom| {
                if reached.insert(atom.key()) {
                    queue.push(atom.key());
                }
            });
        }
    }
    reached
}

/// The relations with rules that ask for one of `roots`, directly or through others. **Cost:** one pass over the rules.
pub fn depending<'r>(
    rules: impl Iterator<Item = &'r Rule>,
    roots: impl IntoIterator<Item = Relation>,
) -> FxHashSet<Relation> {
    let mut users: FxHashMap<Relation, Vec<Relation>> = FxHashMap::default();
    for rule in rules {
        each_atom(&rule.body, &mut |atom| users.entry(atom.key()).or_default().push(rule.head.key()));
    }
    let mut queue: Vec<Relation> = roots.into_iter().collect();
    let mut depending = FxHashSet::default();
    while let Some(next) = queue.pop() {
        queue.extend(users.get(&next).into_iter().flatten().filter(|user| depending.insert(**user)));
    }
    depending
}
