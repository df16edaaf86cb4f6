//! Which relation stands in which rules, and which depend on the state or the moves.

use super::Key;
use crate::sdl::vocabulary::{Vocabulary, Word};
use crate::syntax::{Rule, Sheet, Symbol, each_atom};
use std::collections::{BTreeMap, BTreeSet};

/// Where relations are used.
pub(super) struct Uses<'s> {
    pub vocabulary: Vocabulary,
    pub rules: &'s [Rule],
    /// Rules by the relation of the head.
    heads: BTreeMap<Key, Vec<usize>>,
    /// Rules by the relations of the body.
    bodies: BTreeMap<Key, Vec<usize>>,
}

impl<'s> Uses<'s> {
    pub(super) fn of(sheet: &'s Sheet, vocabulary: Vocabulary) -> Self {
        let (mut heads, mut bodies) = (BTreeMap::<Key, Vec<usize>>::new(), BTreeMap::<Key, Vec<usize>>::new());
        for (number, rule) in sheet.rules.iter().enumerate() {
            heads.entry(rule.head.key()).or_default().push(number);
            each_atom(&rule.body, &mut |atom| {
                let rules = bodies.entry(atom.key()).or_default();
                if rules.last() != Some(&number) {
                    rules.push(number);
                }
            });
        }
        Self { vocabulary, rules: &sheet.rules, heads, bodies }
    }

    pub(super) fn is_defined(&self, key: Key) -> bool {
        self.heads.contains_key(&key)
    }

    pub(super) fn mentions(&self, key: Key) -> bool {
        self.heads.contains_key(&key) || self.bodies.contains_key(&key)
    }

    /// Whether it is a word of SDL that speaks of a step, with or without it.
    pub(super) fn is_sentence(&self, key: Key) -> bool {
        self.others(key.0).is_some_and(|others| key.1 == others || key.1 == others + 1)
    }

    /// The arguments of a sentence of SDL beside the step.
    fn others(&self, name: Symbol) -> Option<usize> {
        match self.vocabulary.word(name) {
            Word::Sentence(others) => Some(others),
            _ => None,
        }
    }

    /// The place of the step in a word of SDL.
    pub(super) fn place(&self, key: Key) -> Option<usize> {
        self.others(key.0).filter(|&others| key.1 == others + 1)
    }

    /// Rules whose bodies use a relation.
    pub(super) fn using(&self, key: Key) -> &[usize] {
        self.bodies.get(&key).map_or(&[], Vec::as_slice)
    }

    /// Relations that depend on the state or the moves, the words for these among them.
    pub(super) fn dynamic(&self) -> BTreeSet<Key> {
        let all = self.heads.keys().chain(self.bodies.keys());
        let mut open: Vec<Key> = all.copied().filter(|&key| self.is_sentence(key)).collect();
        let mut dynamic: BTreeSet<Key> = open.iter().copied().collect();
        while let Some(key) = open.pop() {
            let heads = self.using(key).iter().map(|&rule| &self.rules[rule].head);
            let mut more: Vec<Key> = heads.map(|head| head.key()).collect();
            // Without a rule of its own, it is the same relation with a step more or less.
            let near = [key.1.checked_sub(1), key.1.checked_add(1)].into_iter().flatten().map(|count| (key.0, count));
            more.extend(near.filter(|&near| self.bodies.contains_key(&near) && !self.is_defined(near)));
            for key in more {
                let fixed = matches!(key.0, Symbol::ROLE | Symbol::BASE | Symbol::INPUT | Symbol::DISTINCT)
                    || self.vocabulary.word(key.0) != Word::Own;
                if !fixed && dynamic.insert(key) {
                    open.push(key);
                }
            }
        }
        dynamic
    }
}
