//! The obfuscator: every word without a meaning of its own becomes nonsense, one to one, and back by the table.
//!
//! Reserved words stay, and numbers that may be goal values.

use super::walk::each_literal;
use super::{Made, NameTable, NamingKind, Refused, Size, TableError};
use gdl2hdl_gdl::check::Checked;
use gdl2hdl_gdl::random::SplitMix64;
use gdl2hdl_gdl::syntax::{Atom, Formula, Rule, Sheet, Symbol, Symbols, Term, goal_value};
use rustc_hash::FxHashMap;
use std::collections::{BTreeMap, BTreeSet};

/// What the obfuscator made.
#[derive(Clone, PartialEq, Eq, Debug, serde::Serialize)]
pub struct Obfuscated {
    /// Of the game, which stays as large.
    pub size: Size,
    /// Words that became others.
    pub words: usize,
    /// Variables that became others.
    pub variables: usize,
    /// The way back; empty after [`restore`].
    #[serde(skip)]
    pub table: NameTable,
}

/// Renames every word. The same seed gives the same words. **Cost:** linear.
///
/// # Errors
/// None but by a defect: other words leave a game as sound as it was.
pub fn obfuscate(sheet: &Checked, seed: u64) -> Result<Made<Obfuscated>, Refused> {
    let used = Used::of(sheet);
    let values = GoalValues::of(sheet);
    let mut nonsense = Nonsense { random: SplitMix64(seed), taken: BTreeSet::new(), reserved: Symbols::new() };
    // No new word is an old one, whatever it stood for.
    nonsense.taken.extend(used.words.keys().chain(used.variables.keys()).map(|name| name.to_lowercase()));
    let mut table = NameTable::new(NamingKind::Words);
    for (name, symbol) in &used.words {
        if !symbol.is_reserved() && !values.contain(name) {
            table.names.insert(nonsense.word(), name.clone());
        }
    }
    for name in used.variables.keys() {
        table.variables.insert(nonsense.word(), name.clone());
    }
    let there = table.inverse();
    let made = renamed(sheet, &there);
    let size = Size::of(&made);
    let gain = Obfuscated { size, words: table.names.len(), variables: table.variables.len(), table };
    Made::new(sheet, made, gain)
}

/// Gives a game its names back. Names that the table does not have stay.
///
/// # Errors
/// [`TableError`], when the table is none of words, a name that stays is one that comes back, or what comes back is no
/// game.
pub fn restore(sheet: &Checked, table: &NameTable) -> Result<Made<Obfuscated>, TableError> {
    table.check()?;
    if table.kind != NamingKind::Words {
        return Err(TableError::Kind);
    }
    let used = Used::of(sheet);
    let mut seen = BTreeSet::new();
    for name in used.words.keys() {
        let old = table.names.get(name).unwrap_or(name);
        if !seen.insert(old) {
            return Err(TableError::Foreign(old.clone()));
        }
    }
    let made = renamed(sheet, table);
    let count = |used: &BTreeMap<String, Symbol>, names: &BTreeMap<String, String>| {
        used.keys().filter(|name| names.contains_key(&name.to_lowercase())).count()
    };
    let (words, variables) = (count(&used.words, &table.names), count(&used.variables, &table.variables));
    let gain = Obfuscated { size: Size::of(&made), words, variables, table: NameTable::new(NamingKind::Words) };
    // The table may be anybody's: a word that becomes a reserved one makes other rules.
    Made::new(sheet, made, gain).map_err(TableError::Refused)
}

/// Words and variables of a sheet, by name.
#[derive(Default)]
struct Used {
    words: BTreeMap<String, Symbol>,
    variables: BTreeMap<String, Symbol>,
}

impl Used {
    fn of(sheet: &Sheet) -> Self {
        let mut used = Self::default();
        for rule in &sheet.rules {
            used.atom(&sheet.symbols, &rule.head);
            for part in &rule.body {
                each_literal(part, &mut |literal| match literal {
                    Formula::Atom(atom) => used.atom(&sheet.symbols, atom),
                    Formula::Distinct(a, b, _) | Formula::Equal(a, b, _) => {
                        [a, b].into_iter().for_each(|term| used.term(&sheet.symbols, term));
                    }
                    _ => {}
                });
            }
        }
        used
    }

    fn atom(&mut self, symbols: &Symbols, atom: &Atom) {
        self.words.insert(symbols.name(atom.relation).to_owned(), atom.relation);
        atom.args.iter().for_each(|arg| self.term(symbols, arg));
    }

    fn term(&mut self, symbols: &Symbols, term: &Term) {
        let name = |symbol| symbols.name(symbol).to_owned();
        match term {
            Term::Variable(symbol, _) => {
                self.variables.insert(name(*symbol), *symbol);
            }
            Term::Constant(symbol, _) => {
                self.words.insert(name(*symbol), *symbol);
            }
            Term::Compound(symbol, args, _) => {
                self.words.insert(name(*symbol), *symbol);
                args.iter().for_each(|arg| self.term(symbols, arg));
            }
        }
    }
}

/// Words that may be goal values.
struct GoalValues {
    /// Those in the heads of `goal`.
    written: BTreeSet<String>,
    /// Whether a variable stands there: then any number may be one.
    computed: bool,
}

impl GoalValues {
    fn of(sheet: &Sheet) -> Self {
        let mut values = Self { written: BTreeSet::new(), computed: false };
        for rule in sheet.rules.iter().filter(|rule| rule.head.relation == Symbol::GOAL) {
            match rule.head.args.get(1) {
                Some(Term::Constant(name, _)) => {
                    values.written.insert(sheet.symbols.name(*name).to_owned());
                }
                _ => values.computed = true,
            }
        }
        values
    }

    fn contain(&self, word: &str) -> bool {
        self.written.contains(word) || (self.computed && goal_value(word).is_some())
    }
}

/// Words that can be spoken and mean nothing.
struct Nonsense {
    random: SplitMix64,
    taken: BTreeSet<String>,
    reserved: Symbols,
}

impl Nonsense {
    fn word(&mut self) -> String {
        const CONSONANTS: &[u8] = b"bdfghjklmnprstvwz";
        const VOWELS: &[u8] = b"aeiou";
        let mut tries = 0;
        loop {
            let mut word = String::new();
            // Two syllables, and more where games have many words.
            for _ in 0..2 + self.taken.len().max(1).ilog2() / 6 + tries / 8 {
                for letters in [CONSONANTS, VOWELS] {
                    let at = self.random.index(letters.len());
                    word.push(char::from(letters[at]));
                }
            }
            tries += 1;
            if self.reserved.get(&word).is_none() && self.taken.insert(word.clone()) {
                return word;
            }
        }
    }
}

/// A sheet with other names.
fn renamed(sheet: &Sheet, table: &NameTable) -> Sheet {
    let mut renamer = Renamer {
        old: &sheet.symbols,
        table,
        symbols: Symbols::new(),
        words: FxHashMap::default(),
        variables: FxHashMap::default(),
    };
    let rule = |rule: &Rule| Rule {
        head: renamer.atom(&rule.head),
        body: rule.body.iter().map(|part| renamer.formula(part)).collect(),
        span: rule.span,
    };
    let rules = sheet.rules.iter().map(rule).collect();
    Sheet { symbols: renamer.symbols, rules }
}

struct Renamer<'a> {
    old: &'a Symbols,
    table: &'a NameTable,
    symbols: Symbols,
    words: FxHashMap<Symbol, Symbol>,
    variables: FxHashMap<Symbol, Symbol>,
}

impl Renamer<'_> {
    fn word(&mut self, symbol: Symbol) -> Symbol {
        if let Some(&known) = self.words.get(&symbol) {
            return known;
        }
        let name = self.old.name(symbol);
        let new = match self.table.names.get(name) {
            Some(new) => self.symbols.intern(new),
            // Its first spelling stays with a name that stays.
            None => self.symbols.intern(self.old.spelling(symbol)),
        };
        self.words.insert(symbol, new);
        new
    }

    fn variable(&mut self, symbol: Symbol) -> Symbol {
        if let Some(&known) = self.variables.get(&symbol) {
            return known;
        }
        let name = self.old.name(symbol);
        // Infix syntax writes variables with a capital.
        let names = &self.table.variables;
        let new = names.get(name).or_else(|| names.get(&name.to_lowercase())).map_or(name, String::as_str);
        let new = self.symbols.intern_exact(new);
        self.variables.insert(symbol, new);
        new
    }

    fn atom(&mut self, atom: &Atom) -> Atom {
        Atom { relation: self.word(atom.relation), args: self.terms(&atom.args), span: atom.span }
    }

    fn terms(&mut self, terms: &[Term]) -> Vec<Term> {
        terms.iter().map(|term| self.term(term)).collect()
    }

    fn term(&mut self, term: &Term) -> Term {
        match term {
            Term::Variable(name, span) => Term::Variable(self.variable(*name), *span),
            Term::Constant(name, span) => Term::Constant(self.word(*name), *span),
            Term::Compound(name, args, span) => Term::Compound(self.word(*name), self.terms(args), *span),
        }
    }

    fn formula(&mut self, formula: &Formula) -> Formula {
        match formula {
            Formula::Atom(atom) => Formula::Atom(self.atom(atom)),
            Formula::Not(inner, span) => Formula::Not(Box::new(self.formula(inner)), *span),
            Formula::And(parts, span) => Formula::And(parts.iter().map(|part| self.formula(part)).collect(), *span),
            Formula::Or(parts, span) => Formula::Or(parts.iter().map(|part| self.formula(part)).collect(), *span),
            Formula::Distinct(a, b, span) => Formula::Distinct(self.term(a), self.term(b), *span),
            Formula::Equal(a, b, span) => Formula::Equal(self.term(a), self.term(b), *span),
        }
    }
}
