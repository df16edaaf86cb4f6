//! Ground terms, hash-consed: equal terms have equal ids, so comparing terms is comparing numbers.

use gdl2hdl_gdl::syntax::{Symbol, Symbols};
use hashbrown::HashTable;
use rustc_hash::FxHasher;
use std::hash::{Hash, Hasher};

/// A ground term in a [`Terms`] table.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct TermId(pub u32);

impl TermId {
    /// Position in the table, dense from 0.
    #[must_use]
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

#[derive(Clone, Copy, Debug)]
struct Entry {
    functor: Symbol,
    start: u32,
    arity: u16,
    depth: u16,
}

/// The table of ground terms of one game.
#[derive(Clone, Debug, Default)]
pub struct Terms {
    entries: Vec<Entry>,
    args: Vec<TermId>,
    ids: HashTable<u32>,
    deepest: u16,
}

fn hash_of(functor: Symbol, args: &[TermId]) -> u64 {
    let mut hasher = FxHasher::default();
    functor.hash(&mut hasher);
    args.hash(&mut hasher);
    hasher.finish()
}

impl Terms {
    /// Makes room for so many terms more.
    pub(super) fn reserve(&mut self, terms: usize) {
        self.entries.reserve(terms);
        let (entries, pool) = (&self.entries, &self.args);
        self.ids.reserve(terms, |&id| {
            let (functor, args) = parts(entries, pool, id);
            hash_of(functor, args)
        });
    }

    /// The term of a constant.
    pub fn constant(&mut self, name: Symbol) -> TermId {
        self.compound(name, &[])
    }

    /// The term `functor(args)`; a constant when there are no arguments.
    ///
    /// # Panics
    /// Beyond 2³² terms, which the grounder's memory bound excludes.
    pub fn compound(&mut self, functor: Symbol, args: &[TermId]) -> TermId {
        let hash = hash_of(functor, args);
        let (entries, pool) = (&self.entries, &self.args);
        let same = |&id: &u32| matches(entries, pool, id, functor, args);
        if let Some(&id) = self.ids.find(hash, same) {
            return TermId(id);
        }
        let id = u32::try_from(self.entries.len()).expect("fewer than 2^32 terms");
        let depth = args.iter().map(|arg| self.entries[arg.index()].depth + 1).max().unwrap_or(0);
        let start = u32::try_from(self.args.len()).expect("fewer than 2^32 arguments");
        let arity = u16::try_from(args.len()).expect("arity was bounded when the rules were read");
        self.deepest = self.deepest.max(depth);
        self.entries.push(Entry { functor, start, arity, depth });
        self.args.extend_from_slice(args);
        let (entries, pool) = (&self.entries, &self.args);
        self.ids.insert_unique(hash, id, |&id| {
            let (functor, args) = parts(entries, pool, id);
            hash_of(functor, args)
        });
        TermId(id)
    }

    /// The term `functor(args)` if it was made before.
    #[must_use]
    pub fn find(&self, functor: Symbol, args: &[TermId]) -> Option<TermId> {
        let same = |&id: &u32| matches(&self.entries, &self.args, id, functor, args);
        self.ids.find(hash_of(functor, args), same).map(|&id| TermId(id))
    }

    /// Function (or constant) name.
    #[must_use]
    pub fn functor(&self, term: TermId) -> Symbol {
        self.entries[term.index()].functor
    }

    /// Arguments; empty for a constant.
    #[must_use]
    pub fn args(&self, term: TermId) -> &[TermId] {
        parts(&self.entries, &self.args, term.0).1
    }

    /// Nesting depth: 0 for a constant.
    #[must_use]
    pub fn depth(&self, term: TermId) -> usize {
        usize::from(self.entries[term.index()].depth)
    }

    /// Nesting depth of the deepest term.
    #[must_use]
    pub fn deepest(&self) -> usize {
        usize::from(self.deepest)
    }

    /// Number of terms.
    #[must_use]
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Whether no term was made yet.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// Bytes held, for the memory bound.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.entries.capacity() * size_of::<Entry>() + self.args.capacity() * 4 + self.ids.capacity() * 5
    }

    /// Appends the canonical prefix text: `noop`, `(cell 1 1 b)`.
    pub fn write(&self, symbols: &Symbols, term: TermId, out: &mut String) {
        let args = self.args(term);
        if args.is_empty() {
            out.push_str(symbols.name(self.functor(term)));
            return;
        }
        out.push('(');
        out.push_str(symbols.name(self.functor(term)));
        for &arg in args {
            out.push(' ');
            self.write(symbols, arg, out);
        }
        out.push(')');
    }

    /// The canonical prefix text.
    #[must_use]
    pub fn text(&self, symbols: &Symbols, term: TermId) -> String {
        let mut out = String::new();
        self.write(symbols, term, &mut out);
        out
    }
}

fn parts<'a>(entries: &[Entry], pool: &'a [TermId], id: u32) -> (Symbol, &'a [TermId]) {
    let entry = entries[id as usize];
    let start = entry.start as usize;
    (entry.functor, &pool[start..start + usize::from(entry.arity)])
}

fn matches(entries: &[Entry], pool: &[TermId], id: u32, functor: Symbol, args: &[TermId]) -> bool {
    parts(entries, pool, id) == (functor, args)
}
