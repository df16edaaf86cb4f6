//! Interned names. Names compare lower-case; the first spelling is kept for messages.

use rustc_hash::FxHashMap;
use std::fmt;

/// An interned name: relation, function, object constant or variable (without its mark).
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Symbol(u32);

impl fmt::Debug for Symbol {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "s{}", self.0)
    }
}

/// Defines the reserved words: a constant each, interned at fixed places by [`Symbols::new`].
macro_rules! reserved {
    ($($index:literal $name:ident $text:literal),* $(,)?) => {
        impl Symbol {
            $(#[doc = concat!("The reserved word `", $text, "`.")] pub const $name: Symbol = Symbol($index);)*
        }
        const RESERVED: &[&str] = &[$($text),*];
    };
}

reserved! {
    0 ROLE "role", 1 BASE "base", 2 INPUT "input", 3 INIT "init", 4 TRUE "true", 5 DOES "does", 6 NEXT "next",
    7 LEGAL "legal", 8 GOAL "goal", 9 TERMINAL "terminal", 10 DISTINCT "distinct", 11 SEES "sees",
    12 RANDOM "random", 13 NOT "not", 14 AND "and", 15 OR "or",
}

impl Symbol {
    /// Position in the table, dense from 0.
    #[must_use]
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// The table of names of one game.
#[derive(Clone, Debug)]
pub struct Symbols {
    names: Vec<Box<str>>,
    spellings: Vec<Option<Box<str>>>,
    by_name: FxHashMap<Box<str>, Symbol>,
}

impl Default for Symbols {
    fn default() -> Self {
        Self::new()
    }
}

impl Symbols {
    /// A table holding just the reserved words.
    #[must_use]
    pub fn new() -> Self {
        let mut table = Self { names: Vec::new(), spellings: Vec::new(), by_name: FxHashMap::default() };
        for word in RESERVED {
            table.intern(word);
        }
        table
    }

    /// The symbol of a name, compared in lower case.
    ///
    /// # Panics
    /// When a game has more than 2³² names, which no accepted input size allows.
    pub fn intern(&mut self, spelling: &str) -> Symbol {
        if let Some(&symbol) = self.by_name.get(spelling) {
            return symbol;
        }
        let lower = spelling.to_lowercase();
        if let Some(&symbol) = self.by_name.get(lower.as_str()) {
            return symbol;
        }
        let kept = (lower != spelling).then(|| spelling.into());
        self.insert(lower.into(), kept)
    }

    /// The symbol of a name taken exactly as written: for variables of case-sensitive syntaxes.
    pub fn intern_exact(&mut self, name: &str) -> Symbol {
        match self.by_name.get(name) {
            Some(&symbol) => symbol,
            None => self.insert(name.into(), None),
        }
    }

    fn insert(&mut self, name: Box<str>, spelling: Option<Box<str>>) -> Symbol {
        let symbol = Symbol(u32::try_from(self.names.len()).expect("fewer than 2^32 names"));
        self.by_name.insert(name.clone(), symbol);
        self.names.push(name);
        self.spellings.push(spelling);
        symbol
    }

    /// The symbol of a canonical (lower-case) name, if it was interned.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<Symbol> {
        self.by_name.get(name).copied()
    }

    /// The canonical name: lower case for everything but case-sensitive variables.
    #[must_use]
    pub fn name(&self, symbol: Symbol) -> &str {
        &self.names[symbol.index()]
    }

    /// The name as first written in the game text.
    #[must_use]
    pub fn spelling(&self, symbol: Symbol) -> &str {
        self.spellings[symbol.index()].as_deref().unwrap_or(&self.names[symbol.index()])
    }

    /// Number of names.
    #[must_use]
    pub fn len(&self) -> usize {
        self.names.len()
    }

    /// Never: the reserved words are always there.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.names.is_empty()
    }
}
