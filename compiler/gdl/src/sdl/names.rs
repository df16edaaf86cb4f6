//! Names for what is made: readable, and different from all names of the text and from each other.

use crate::syntax::{Symbol, Symbols};
use rustc_hash::FxHashMap;

/// Longest part of a name that is taken from the text, in bytes: names are bounded.
const LONGEST: usize = 200;

/// Gives names.
pub(crate) struct Names {
    pub symbols: Symbols,
    /// How often a name was asked for.
    asked: FxHashMap<String, usize>,
}

impl Names {
    pub(crate) fn new(symbols: Symbols) -> Self {
        Self { symbols, asked: FxHashMap::default() }
    }

    /// A name nobody has: the given one, or the same with a number.
    pub(crate) fn fresh(&mut self, wish: &str) -> Symbol {
        let end = (0..=wish.len().min(LONGEST)).rev().find(|&at| wish.is_char_boundary(at)).unwrap_or(0);
        let wish = &wish[..end];
        let asked = self.asked.entry(wish.to_owned()).or_insert(0);
        loop {
            *asked += 1;
            let name = if *asked == 1 { wish.to_owned() } else { format!("{wish}_{asked}") };
            if self.symbols.get(&name).is_none() {
                return self.symbols.intern(&name);
            }
        }
    }

    /// A new variable; no text can spell its name.
    pub(crate) fn variable(&mut self) -> Symbol {
        self.symbols.intern_exact("_#step")
    }

    /// The text of a name, for names made of it.
    pub(crate) fn text(&self, name: Symbol) -> &str {
        self.symbols.name(name)
    }
}
