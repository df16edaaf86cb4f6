//! Relations as sets of rows, with indexes, and layers that can be taken off again.

use super::memory::{HASHED, LISTED, heap};
use super::terms::Id;
use crate::syntax::Symbol;
use std::collections::{HashMap, HashSet};

/// A relation: name and arity have one.
pub(super) type Relation = usize;

#[derive(Clone, Debug, Default)]
struct Rows {
    list: Vec<Vec<Id>>,
    set: HashSet<Vec<Id>>,
    indexes: Vec<Index>,
}

#[derive(Clone, Debug)]
struct Index {
    columns: Vec<usize>,
    rows: HashMap<Vec<Id>, Vec<usize>>,
}

/// All relations.
#[derive(Clone, Debug, Default)]
pub(super) struct Database {
    relations: Vec<Rows>,
    by_name: HashMap<(Symbol, usize), Relation>,
    num_facts: usize,
    bytes: usize,
}

impl Rows {
    /// Bytes of a row: in the list, in the set, and a key and a number in each index, at most.
    fn bytes(&self, row: &[Id]) -> usize {
        let index = |index: &Index| 48 * HASHED + heap(4 * index.columns.len()) + heap(32);
        24 * LISTED + 24 * HASHED + 2 * heap(4 * row.len()) + self.indexes.iter().map(index).sum::<usize>()
    }
}

impl Database {
    pub(super) fn relation(&mut self, name: Symbol, arity: usize) -> Relation {
        *self.by_name.entry((name, arity)).or_insert_with(|| {
            self.relations.push(Rows::default());
            self.relations.len() - 1
        })
    }

    /// Number of facts in all relations.
    pub(super) fn num_facts(&self) -> usize {
        self.num_facts
    }

    /// Bytes held in all relations.
    pub(super) fn bytes(&self) -> usize {
        self.bytes
    }

    /// The number of the index over these columns, made on first use: before the first row is there.
    pub(super) fn index(&mut self, relation: Relation, columns: Vec<usize>) -> usize {
        let rows = &mut self.relations[relation];
        if let Some(found) = rows.indexes.iter().position(|index| index.columns == columns) {
            return found;
        }
        debug_assert!(rows.list.is_empty(), "rows are counted with their indexes");
        rows.indexes.push(Index { columns, rows: HashMap::new() });
        rows.indexes.len() - 1
    }

    /// The columns of an index.
    pub(super) fn columns(&self, relation: Relation, index: usize) -> &[usize] {
        &self.relations[relation].indexes[index].columns
    }

    /// Row numbers with these values in the columns of an index, ascending.
    pub(super) fn find(&self, relation: Relation, index: usize, key: &[Id]) -> &[usize] {
        self.relations[relation].indexes[index].rows.get(key).map_or(&[], Vec::as_slice)
    }

    pub(super) fn row(&self, relation: Relation, number: usize) -> &[Id] {
        &self.relations[relation].list[number]
    }

    pub(super) fn rows(&self, relation: Relation) -> &[Vec<Id>] {
        &self.relations[relation].list
    }

    pub(super) fn contains(&self, relation: Relation, row: &[Id]) -> bool {
        self.relations[relation].set.contains(row)
    }

    /// Adds a row; whether it is new.
    pub(super) fn insert(&mut self, relation: Relation, row: Vec<Id>) -> bool {
        let rows = &mut self.relations[relation];
        if !rows.set.insert(row.clone()) {
            return false;
        }
        let number = rows.list.len();
        for index in &mut rows.indexes {
            index.rows.entry(index.columns.iter().map(|&c| row[c]).collect()).or_default().push(number);
        }
        self.bytes += rows.bytes(&row);
        rows.list.push(row);
        self.num_facts += 1;
        true
    }

    /// The number of rows of each relation: a layer begins here.
    pub(super) fn mark(&self) -> Vec<usize> {
        self.relations.iter().map(|rows| rows.list.len()).collect()
    }

    /// Takes off everything added since a mark.
    pub(super) fn reset(&mut self, mark: &[usize]) {
        for (rows, &keep) in self.relations.iter_mut().zip(mark.iter().chain(std::iter::repeat(&0))) {
            while rows.list.len() > keep {
                let Some(row) = rows.list.pop() else { break };
                rows.set.remove(&row);
                for index in &mut rows.indexes {
                    let key: Vec<Id> = index.columns.iter().map(|&c| row[c]).collect();
                    if let Some(numbers) = index.rows.get_mut(&key) {
                        numbers.pop();
                        if numbers.is_empty() {
                            index.rows.remove(&key);
                        }
                    }
                }
                self.num_facts -= 1;
                self.bytes -= rows.bytes(&row);
            }
        }
    }
}
