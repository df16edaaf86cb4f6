//! Ground terms, interned.

use super::memory::{HASHED, heap};
use crate::id::id;
use crate::syntax::{Symbol, Symbols};
use std::collections::HashMap;

/// An interned ground term.
pub(super) type Id = u32;

/// The term table.
#[derive(Clone, Debug, Default)]
pub(super) struct Terms {
    all: Vec<(Symbol, Vec<Id>)>,
    depths: Vec<usize>,
    ids: HashMap<(Symbol, Vec<Id>), Id>,
    bytes: usize,
}

/// Bytes of a term beside its arguments: an entry of `all`, one of `depths` and one of `ids`.
const TERM: usize = 40 + 16 + 40 * HASHED;

/// Bytes of a term.
fn bytes(args: &[Id]) -> usize {
    TERM + 2 * heap(4 * args.len())
}

impl Terms {
    pub(super) fn make(&mut self, name: Symbol, args: Vec<Id>) -> Id {
        let key = (name, args);
        if let Some(&id) = self.ids.get(&key) {
            return id;
        }
        let id = id(self.all.len());
        self.bytes += bytes(&key.1);
        self.depths.push(key.1.iter().map(|&arg| self.depth(arg) + 1).max().unwrap_or(0));
        self.all.push(key.clone());
        self.ids.insert(key, id);
        id
    }

    /// Number of terms.
    pub(super) fn len(&self) -> usize {
        self.all.len()
    }

    /// Forgets all terms but the first ones. Nobody may hold one of the others.
    pub(super) fn truncate(&mut self, len: usize) {
        for key in self.all.drain(len.min(self.all.len())..) {
            self.ids.remove(&key);
            self.bytes -= bytes(&key.1);
        }
        self.depths.truncate(len);
    }

    pub(super) fn name(&self, id: Id) -> Symbol {
        self.all[id as usize].0
    }

    pub(super) fn args(&self, id: Id) -> &[Id] {
        &self.all[id as usize].1
    }

    pub(super) fn depth(&self, id: Id) -> usize {
        self.depths[id as usize]
    }

    /// Bytes held.
    pub(super) fn bytes(&self) -> usize {
        self.bytes
    }

    /// Bytes of the canonical prefix text, `bound` when it is longer. A term shares equal parts, its text does not: it
    /// can be longer than the number of terms by a power of two.
    pub(super) fn text_len(&self, symbols: &Symbols, id: Id, bound: usize) -> usize {
        let mut len = symbols.name(self.name(id)).len() + 2;
        for &arg in self.args(id) {
            if len >= bound {
                return bound;
            }
            len += 1 + self.text_len(symbols, arg, bound - len);
        }
        len.min(bound)
    }

    /// Canonical prefix text.
    pub(super) fn text(&self, symbols: &Symbols, id: Id) -> String {
        let name = symbols.name(self.name(id));
        if self.args(id).is_empty() {
            return name.to_owned();
        }
        let args: Vec<String> = self.args(id).iter().map(|&arg| self.text(symbols, arg)).collect();
        format!("({name} {})", args.join(" "))
    }

    /// The term of a canonical prefix text; names that are new are interned. `None` when it is no such text.
    pub(super) fn read(&mut self, symbols: &mut Symbols, text: &str) -> Option<Id> {
        let spaced = text.replace('(', " ( ").replace(')', " ) ");
        let mut open: Vec<Vec<Id>> = vec![Vec::new()];
        let mut names: Vec<Option<Symbol>> = vec![None];
        let mut opened = false;
        for word in spaced.split_ascii_whitespace() {
            match word {
                "(" => opened = true,
                ")" => {
                    let (name, args) = (names.pop()??, open.pop()?);
                    let id = self.make(name, args);
                    open.last_mut()?.push(id);
                }
                name if opened => {
                    names.push(Some(symbols.intern(name)));
                    open.push(Vec::new());
                    opened = false;
                }
                name => {
                    let id = self.make(symbols.intern(name), Vec::new());
                    open.last_mut()?.push(id);
                }
            }
        }
        match (open.as_slice(), names.as_slice()) {
            ([single], [None]) if single.len() == 1 && !opened => Some(single[0]),
            _ => None,
        }
    }
}
