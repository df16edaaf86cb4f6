//! How messages name things: as the game text writes them, shortened when they are long.

use super::graph::Relation;
use crate::syntax::{Atom, Language, Span, Symbol, Symbols, Term, print};

/// Longest piece of a game text in a message, in characters.
const LONGEST: usize = 60;

/// Names of one sheet in one syntax.
#[derive(Clone, Copy)]
pub(crate) struct Spelling<'s> {
    pub symbols: &'s Symbols,
    pub language: Language,
}

impl Spelling<'_> {
    /// A relation, function or object constant.
    pub(crate) fn name(self, name: Symbol) -> String {
        quoted(self.symbols.spelling(name))
    }

    /// A relation of the graph.
    pub(crate) fn relation(self, relation: &Relation) -> String {
        self.name(relation.name)
    }

    /// A variable, with its mark.
    pub(crate) fn variable(self, name: Symbol) -> String {
        let term = Term::Variable(name, Span::NOWHERE);
        quoted(&print::term(self.symbols, &term, self.language))
    }

    pub(crate) fn term(self, term: &Term) -> String {
        quoted(&print::term(self.symbols, term, self.language))
    }

    pub(crate) fn atom(self, atom: &Atom) -> String {
        quoted(&print::atom(self.symbols, atom, self.language))
    }

    /// One of two ways to write an example.
    pub(crate) fn example(self, kif: &'static str, hrf: &'static str) -> &'static str {
        match self.language {
            Language::Kif => kif,
            Language::Hrf | Language::Action | Language::Sdl => hrf,
        }
    }
}

fn quoted(text: &str) -> String {
    match text.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("`{}…`", &text[..end]),
        None => format!("`{text}`"),
    }
}

/// `1 argument`, `2 arguments`.
pub(crate) fn arguments(count: usize) -> String {
    match count {
        0 => "no arguments".to_owned(),
        1 => "1 argument".to_owned(),
        n => format!("{n} arguments"),
    }
}
