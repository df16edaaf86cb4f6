//! At which arguments of a relation steps stand.

use super::Key;
use super::uses::Uses;
use crate::sdl::vocabulary::Word;
use crate::syntax::{Atom, Rule, Symbol, Term, each_atom};
use std::collections::{BTreeMap, BTreeSet};

/// Arguments that are steps, by relation.
pub(super) struct Places {
    of: BTreeMap<Key, BTreeSet<usize>>,
}

impl Places {
    /// Goes on from rule to rule until nothing is new: where a rule's variable is a step at one place, it is one at all.
    /// The step of relations in `last` is their last argument.
    pub(super) fn of(uses: &Uses<'_>, dynamic: &BTreeSet<Key>, last: &BTreeSet<Key>) -> Self {
        let mut places = Self { of: BTreeMap::new() };
        for &key in dynamic {
            let place = uses.place(key).or_else(|| last.contains(&key).then(|| key.1.wrapping_sub(1)));
            places.of.extend(place.map(|place| (key, BTreeSet::from([place]))));
        }
        let mut open: Vec<usize> = (0..uses.rules.len()).rev().collect();
        let mut is_open = vec![true; uses.rules.len()];
        while let Some(number) = open.pop() {
            is_open[number] = false;
            let head = &uses.rules[number].head;
            let key = head.key();
            if !dynamic.contains(&key) || uses.is_sentence(key) || !places.learn(uses, &uses.rules[number]) {
                continue;
            }
            for &user in uses.using(key) {
                if !std::mem::replace(&mut is_open[user], true) {
                    open.push(user);
                }
            }
        }
        places
    }

    /// The last argument that is a step.
    pub(super) fn last(&self, key: Key) -> Option<usize> {
        self.of.get(&key)?.last().copied()
    }

    /// Marks the arguments of a rule's head that are steps; true when one is new.
    fn learn(&mut self, uses: &Uses<'_>, rule: &Rule) -> bool {
        let (mut variables, mut constants) = (BTreeSet::<Symbol>::new(), BTreeSet::<Symbol>::new());
        each_atom(&rule.body, &mut |atom| {
            for place in self.at(uses, atom) {
                match atom.args.get(place) {
                    Some(Term::Variable(name, _)) => variables.insert(*name),
                    Some(Term::Constant(name, _)) => constants.insert(*name),
                    Some(Term::Compound(..)) | None => false,
                };
            }
        });
        let key = rule.head.key();
        let last = rule.head.args.len().wrapping_sub(1);
        let is_step = |(at, arg): &(usize, &Term)| match arg {
            Term::Variable(name, _) => variables.contains(name),
            // A constant says less: `alarm(3) :- true(fire,3)`.
            Term::Constant(name, _) => *at == last && constants.contains(name),
            Term::Compound(..) => false,
        };
        let found: Vec<usize> = rule.head.args.iter().enumerate().filter(is_step).map(|(at, _)| at).collect();
        let places = self.of.entry(key).or_default();
        let before = places.len();
        places.extend(found);
        places.len() > before
    }

    /// The arguments of an atom that are steps, as far as is known.
    fn at(&self, uses: &Uses<'_>, atom: &Atom) -> Vec<usize> {
        match uses.vocabulary.word(atom.relation) {
            Word::Step if atom.args.len() == 1 => vec![0],
            Word::Successor if atom.args.len() == 2 => vec![0, 1],
            _ => self.of.get(&atom.key()).into_iter().flatten().copied().collect(),
        }
    }
}
