//! The ground facts of a rule sheet, and what they decide.

use super::walk::{Bindings, ground, ground_all};
use crate::{TermId, Terms};
use gdl2hdl_gdl::syntax::{Atom, Sheet, Symbol, Term};
use rustc_hash::{FxHashMap, FxHashSet};

/// A relation, name and number of arguments.
pub(super) type Relation = (Symbol, usize);

/// Facts of one relation.
#[derive(Default)]
struct Rows {
    /// It has rules too, or facts with variables.
    open: bool,
    list: Vec<Vec<TermId>>,
    set: FxHashSet<Vec<TermId>>,
    /// Rows by column and value; made when first needed.
    columns: Option<FxHashMap<(usize, TermId), Vec<usize>>>,
}

/// What facts say of an atom.
pub(super) enum Found {
    /// No fact can match, and there are no rules.
    Never,
    /// It is a fact.
    Always,
    /// Exactly one fact matches, with these values, and there are no rules.
    Once(Bindings),
    /// Anything else.
    Open,
}

/// All ground facts of a sheet.
pub(super) struct Facts {
    pub(super) terms: Terms,
    relations: FxHashMap<Relation, Rows>,
}

impl Facts {
    /// Reads a sheet. **Cost:** linear.
    pub(super) fn of(sheet: &Sheet) -> Self {
        let mut facts = Self { terms: Terms::default(), relations: FxHashMap::default() };
        for name in [(Symbol::TRUE, 1), (Symbol::DOES, 2)] {
            facts.relations.entry(name).or_default().open = true;
        }
        for rule in &sheet.rules {
            let rows = facts.relations.entry(rule.head.key()).or_default();
            let row = if rule.body.is_empty() { ground_all(&mut facts.terms, &rule.head.args) } else { None };
            match row {
                Some(row) => {
                    if rows.set.insert(row.clone()) {
                        rows.list.push(row);
                    }
                }
                None => rows.open = true,
            }
        }
        facts
    }

    /// The number of facts, for a relation that has nothing else.
    pub(super) fn count(&self, relation: Relation) -> Option<usize> {
        match self.relations.get(&relation) {
            Some(rows) if rows.open => None,
            rows => Some(rows.map_or(0, |rows| rows.list.len())),
        }
    }

    /// Whether a head is a fact already.
    pub(super) fn holds(&mut self, atom: &Atom) -> bool {
        let Some(row) = ground_all(&mut self.terms, &atom.args) else { return false };
        self.relations.get(&(atom.relation, row.len())).is_some_and(|rows| rows.set.contains(&row))
    }

    /// What facts say of an atom of a body. **Cost:** the facts that share a value with it.
    pub(super) fn find(&mut self, atom: &Atom) -> Found {
        let key = atom.key();
        let known: Vec<Option<TermId>> = atom.args.iter().map(|arg| ground(&mut self.terms, arg)).collect();
        let Some(rows) = self.relations.get_mut(&key) else { return Found::Never };
        if let Some(row) = known.iter().copied().collect::<Option<Vec<_>>>() {
            return match rows.set.contains(&row) {
                true => Found::Always,
                false if rows.open => Found::Open,
                false => Found::Never,
            };
        }
        if rows.open {
            return Found::Open;
        }
        let mut found = None;
        for number in rows.candidates(&known) {
            let mut bindings = Bindings::default();
            let row = &rows.list[number];
            if atom.args.iter().zip(row).all(|(arg, &id)| matches(&self.terms, arg, id, &mut bindings)) {
                if found.is_some() {
                    return Found::Open;
                }
                found = Some(bindings);
            }
        }
        found.map_or(Found::Never, Found::Once)
    }
}

impl Rows {
    /// Rows that may match: those of the rarest value that is known.
    fn candidates(&mut self, known: &[Option<TermId>]) -> Vec<usize> {
        if known.iter().all(Option::is_none) {
            return (0..self.list.len()).collect();
        }
        let list = &self.list;
        let columns = self.columns.get_or_insert_with(|| {
            let mut columns: FxHashMap<(usize, TermId), Vec<usize>> = FxHashMap::default();
            for (number, row) in list.iter().enumerate() {
                for (column, &id) in row.iter().enumerate() {
                    columns.entry((column, id)).or_default().push(number);
                }
            }
            columns
        });
        let lists = known.iter().enumerate().filter_map(|(column, id)| Some((column, (*id)?)));
        let shortest = lists.map(|key| columns.get(&key).map_or(&[][..], Vec::as_slice)).min_by_key(|list| list.len());
        shortest.unwrap_or_default().to_vec()
    }
}

/// Whether a term with variables can be the ground term, the variables being bound as they are.
fn matches(terms: &Terms, term: &Term, id: TermId, bindings: &mut Bindings) -> bool {
    match term {
        Term::Variable(name, _) => *bindings.entry(*name).or_insert(id) == id,
        Term::Constant(name, _) => terms.functor(id) == *name && terms.args(id).is_empty(),
        Term::Compound(name, args, _) => {
            let inner = terms.args(id);
            terms.functor(id) == *name
                && inner.len() == args.len()
                && args.iter().zip(inner).all(|(arg, &id)| matches(terms, arg, id, bindings))
        }
    }
}
