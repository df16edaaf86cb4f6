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
    12 RANDOM "random", 13 NOT "not", 14 AND "and", 15 OR "or", 16 EQUAL "=",
}

impl Symbol {
    /// Position in the table, dense from 0.
    #[must_use]
    pub fn index(self) -> usize {
        self.0 as usize
    }

    /// Whether it is a word with a meaning of its own.
    #[must_use]
    pub fn is_reserved(self) -> bool {
        self.index() < RESERVED.len()
    }
}

/// How a folded name was first written.
#[derive(Clone, Debug)]
enum Spelling {
    /// Only met as a variable so far.
    Unseen,
    /// As the name itself.
    Same,
    Other(Box<str>),
}

/// The table of names of one game.
#[derive(Clone, Debug)]
pub struct Symbols {
    names: Vec<Box<str>>,
    spellings: Vec<Spelling>,
    by_name: FxHashMap<Box<str>, Symbol>,
    /// Names with capitals: kept apart, so that a variable `X` is never taken for a constant spelled `X`.
    exact: FxHashMap<Box<str>, Symbol>,
    variables: FxHashMap<Symbol, Box<str>>,
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
        let mut table = Self {
            names: Vec::new(),
            spellings: Vec::new(),
            by_name: FxHashMap::default(),
            exact: FxHashMap::default(),
            variables: FxHashMap::default(),
        };
        for word in RESERVED {
            table.intern(word);
        }
        table
    }

    /// The symbol of a constant, compared in lower case.
    ///
    /// # Panics
    /// When a game has more than 2³² names, which no accepted input size allows.
    pub fn intern(&mut self, spelling: &str) -> Symbol {
        let symbol = self.folded(spelling);
        if matches!(self.spellings[symbol.index()], Spelling::Unseen) {
            let same = self.name(symbol) == spelling;
            self.spellings[symbol.index()] = if same { Spelling::Same } else { Spelling::Other(spelling.into()) };
        }
        symbol
    }

    /// The symbol of a variable of a case-independent syntax, without its mark. Its spelling is remembered
    /// apart from that of a constant of the same name.
    pub fn intern_variable(&mut self, spelling: &str) -> Symbol {
        let symbol = self.folded(spelling);
        self.variables.entry(symbol).or_insert_with(|| spelling.into());
        symbol
    }

    /// The symbol of a name taken exactly as written: for variables of case-sensitive syntaxes.
    pub fn intern_exact(&mut self, name: &str) -> Symbol {
        if let Some(&symbol) = self.by_name.get(name).or_else(|| self.exact.get(name)) {
            return symbol;
        }
        let folds = name.to_lowercase() != name;
        let symbol = self.push(name.into());
        let table = if folds { &mut self.exact } else { &mut self.by_name };
        table.insert(name.into(), symbol);
        symbol
    }

    fn folded(&mut self, spelling: &str) -> Symbol {
        if let Some(&symbol) = self.by_name.get(spelling) {
            return symbol;
        }
        let lower: Box<str> = spelling.to_lowercase().into();
        if let Some(&symbol) = self.by_name.get(&lower) {
            return symbol;
        }
        let symbol = self.push(lower.clone());
        self.by_name.insert(lower, symbol);
        symbol
    }

    fn push(&mut self, name: Box<str>) -> Symbol {
        let symbol = Symbol(u32::try_from(self.names.len()).expect("fewer than 2^32 names"));
        self.names.push(name);
        self.spellings.push(Spelling::Unseen);
        symbol
    }

    /// A new constant: of the given name, or of that with a number behind it.
    pub fn fresh(&mut self, base: &str) -> Symbol {
        let mut name = base.to_owned();
        let mut number = 2_usize;
        while self.get(&name).is_some() {
            name = format!("{base}_{number}");
            number += 1;
        }
        self.intern(&name)
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

    /// The constant as first written in the game text.
    #[must_use]
    pub fn spelling(&self, symbol: Symbol) -> &str {
        match &self.spellings[symbol.index()] {
            Spelling::Other(spelling) => spelling,
            Spelling::Same | Spelling::Unseen => self.name(symbol),
        }
    }

    /// The variable as first written in the game text, without its mark.
    #[must_use]
    pub fn variable_spelling(&self, symbol: Symbol) -> &str {
        match self.variables.get(&symbol) {
            Some(spelling) => spelling,
            None => self.name(symbol),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn constants_fold_and_keep_their_first_spelling() {
        let mut symbols = Symbols::new();
        let cell = symbols.intern("CeLL");
        assert_eq!(cell, symbols.intern("cell"));
        assert_eq!((symbols.name(cell), symbols.spelling(cell)), ("cell", "CeLL"));
        assert_eq!(symbols.spelling(symbols.get("role").unwrap()), "role");
    }

    #[test]
    fn a_variable_never_lends_its_spelling_or_its_symbol_to_a_constant() {
        let mut symbols = Symbols::new();
        let exact = symbols.intern_exact("X");
        let folded = symbols.intern_variable("X");
        let constant = symbols.intern("X");
        assert_ne!(exact, constant);
        assert_eq!(folded, constant);
        assert_eq!(symbols.name(constant), "x");
        let other = symbols.intern_variable("Row");
        assert_eq!(symbols.intern("row"), other);
        assert_eq!((symbols.spelling(other), symbols.variable_spelling(other)), ("row", "Row"));
    }

    #[test]
    fn reserved_words_have_their_places() {
        let mut symbols = Symbols::new();
        assert_eq!(symbols.intern("ROLE"), Symbol::ROLE);
        assert_eq!(symbols.intern("or"), Symbol::OR);
        assert_eq!(symbols.intern("="), Symbol::EQUAL);
    }
}
