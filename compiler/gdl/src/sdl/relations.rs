//! Which relations speak of a step, and at which of their arguments it stands.
//!
//! Words of SDL have it last. A relation of the game speaks of a step when one of its rules does, directly or through
//! others; the place is the last argument that is a step somewhere: a variable that stands as the step of another atom,
//! or in `step` or `successor`. A relation that nowhere has a step, although it depends on one, is read as speaking of the
//! step of the rule where it stands.

use super::names::Names;
use super::vocabulary::Vocabulary;
use crate::syntax::{Atom, Sheet, Symbol, Term};
use std::collections::{BTreeMap, BTreeSet};

mod places;
mod uses;

use places::Places;
use uses::Uses;

/// A relation as it is written: its name and number of arguments.
pub(super) type Key = (Symbol, usize);

/// A relation that speaks of a step.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Relation {
    /// The argument that is the step; `None` where it is left out.
    pub place: Option<usize>,
    /// Its name without steps.
    pub name: Symbol,
    /// Whether it is left out here, but written elsewhere.
    pub is_slip: bool,
}

impl Relation {
    /// The step of an atom of the relation, and its other arguments.
    pub(super) fn parted<'a>(&self, atom: &'a Atom) -> (Option<&'a Term>, Vec<&'a Term>) {
        let others = atom.args.iter().enumerate().filter(|(at, _)| Some(*at) != self.place).map(|(_, arg)| arg);
        (self.place.and_then(|at| atom.args.get(at)), others.collect())
    }
}

/// The relations that speak of steps.
pub(super) struct Relations {
    table: BTreeMap<Key, Relation>,
}

impl Relations {
    /// **Cost:** proportional to the sheet, times the arguments of a relation.
    pub(super) fn of(sheet: &Sheet, vocabulary: Vocabulary, names: &mut Names) -> Self {
        let uses = Uses::of(sheet, vocabulary);
        let dynamic = uses.dynamic();
        let mut places = Places::of(&uses, &dynamic, &BTreeSet::new());
        let adopted = adopted(&uses, &dynamic, &places);
        if !adopted.is_empty() {
            places = Places::of(&uses, &dynamic, &adopted);
        }
        let relation = |&key: &Key| (key, Relation { place: places.last(key), name: key.0, is_slip: false });
        let mut table: BTreeMap<Key, Relation> = dynamic.iter().map(relation).collect();
        slips(&uses, &mut table);
        rename(&uses, &mut table, names);
        Self { table }
    }

    /// What an atom's relation has to do with steps; `None` for nothing.
    pub(super) fn find(&self, atom: &Atom) -> Option<Relation> {
        self.table.get(&atom.key()).copied()
    }
}

/// Relations that are used with a step, and defined without: `column(K,W,N)` where rules are for `column(K,W)`.
fn adopted(uses: &Uses<'_>, dynamic: &BTreeSet<Key>, places: &Places) -> BTreeSet<Key> {
    let is_adopted = |&&(name, count): &&Key| {
        let fewer = (name, count.wrapping_sub(1));
        !uses.is_defined((name, count)) && dynamic.contains(&fewer) && places.last(fewer).is_none()
    };
    dynamic.iter().filter(is_adopted).copied().collect()
}

/// Marks the relations that leave out a step which they have elsewhere.
fn slips(uses: &Uses<'_>, table: &mut BTreeMap<Key, Relation>) {
    let written = table.iter().filter(|(_, relation)| relation.place.is_some());
    let fewer: Vec<Key> = written.filter_map(|(&(name, count), _)| Some((name, count.checked_sub(1)?))).collect();
    for key in fewer {
        if let Some(relation) = table.get_mut(&key).filter(|relation| relation.place.is_none()) {
            relation.is_slip = true;
        }
    }
    for (_, relation) in table.iter_mut().filter(|(key, _)| uses.is_sentence(**key)) {
        relation.is_slip = relation.place.is_none();
    }
}

/// A relation that would meet one without steps when it loses its own gets another name.
fn rename(uses: &Uses<'_>, table: &mut BTreeMap<Key, Relation>, names: &mut Names) {
    let meets = |(key, relation): &(&Key, &Relation)| {
        let &&(name, count) = key;
        let fewer = (name, count.wrapping_sub(1));
        relation.place.is_some()
            && !uses.is_sentence((name, count))
            && uses.mentions(fewer)
            && !table.contains_key(&fewer)
    };
    let meeting: Vec<Key> = table.iter().filter(meets).map(|(&key, _)| key).collect();
    for key in meeting {
        let wish = format!("{}_now", names.text(key.0));
        let fresh = names.fresh(&wish);
        // Without its step it is the same relation still.
        for key in [Some(key), key.1.checked_sub(1).map(|fewer| (key.0, fewer))].into_iter().flatten() {
            if let Some(relation) = table.get_mut(&key) {
                relation.name = fresh;
            }
        }
    }
}
