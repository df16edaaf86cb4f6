//! What play can come to, as rows of the relations of a program: nothing else is made.

use super::reach::Reached;
use super::table::RowTable;
use super::{TermId, Terms};
use crate::game::{Form, Packing, PredId, Program};
use gdl2hdl_gdl::syntax::{Symbol, Symbols};

/// The facts and moves that play comes to. Facts that follow from anything else, and moves that are legal elsewhere, are
/// left out: no state that play comes to has them.
#[derive(Debug)]
pub(super) struct Fence {
    facts: Vec<TermId>,
    /// Role and move.
    moves: Vec<(TermId, TermId)>,
}

impl Fence {
    /// Interns the texts of what was found.
    pub(super) fn new(reached: &Reached, program: &mut Program) -> Self {
        let Program { symbols, terms, .. } = program;
        let mut read = |text: &String| read(terms, symbols, text);
        let facts = reached.facts.iter().map(&mut read).collect();
        let mut moves = Vec::new();
        for (role, actions) in &reached.moves {
            let role = read(role);
            moves.extend(actions.iter().map(|action| (role, read(action))));
        }
        Self { facts, moves }
    }

    /// The rows that a relation of facts or moves may have; `None` for other relations.
    pub(super) fn rows(&self, program: &Program, terms: &Terms, id: PredId) -> Option<RowTable> {
        let pred = &program.preds[id.index()];
        if pred.form == Form::Plain || matches!(pred.form, Form::Auxiliary(_) | Form::Domain(_)) {
            return None;
        }
        let mut table = RowTable::new(pred.arity);
        let mut add = |before: &[TermId], sentence| {
            if let Some(row) = row(program, terms, id, before, sentence) {
                table.insert(&row);
            }
        };
        match pred.name {
            Symbol::TRUE | Symbol::NEXT => self.facts.iter().for_each(|&fact| add(&[], fact)),
            Symbol::DOES | Symbol::LEGAL => self.moves.iter().for_each(|&(role, action)| add(&[role], action)),
            _ => return None,
        }
        Some(table)
    }

    /// Whether a relation is filled before the evaluation, and then has all its rows.
    pub(super) fn gives(name: Symbol) -> bool {
        matches!(name, Symbol::TRUE | Symbol::DOES)
    }

    /// Bytes held, for the memory bound.
    pub(super) fn bytes(&self) -> usize {
        size_of_val(self.facts.as_slice()) + size_of_val(self.moves.as_slice())
    }
}

/// The row of a sentence in a relation; `None` when it is of another kind. `before` stands before the sentence.
fn row(program: &Program, terms: &Terms, id: PredId, before: &[TermId], sentence: TermId) -> Option<Vec<TermId>> {
    let inside = terms.args(sentence);
    let mut written = before.to_vec();
    match program.preds[id.index()].form {
        Form::Constant if inside.is_empty() => written.push(sentence),
        Form::Compound(name, arity) if terms.functor(sentence) == name && inside.len() == arity => {
            written.extend_from_slice(inside);
        }
        _ => return None,
    }
    let Some(packing) = program.packing(id) else { return Some(written) };
    let mut row = Vec::with_capacity(program.preds[id.index()].arity);
    unpacked(terms, packing, &written, &mut row).then_some(row)
}

/// Takes arguments apart as the columns of a relation are; false when they don't fit.
fn unpacked(terms: &Terms, packing: &[Packing], args: &[TermId], row: &mut Vec<TermId>) -> bool {
    packing.len() == args.len()
        && packing.iter().zip(args).all(|(place, &arg)| match place {
            Packing::Column => {
                row.push(arg);
                true
            }
            Packing::Function(name, inner) => {
                terms.functor(arg) == *name && unpacked(terms, inner, terms.args(arg), row)
            }
        })
}

/// The term of a canonical text.
fn read(terms: &mut Terms, symbols: &mut Symbols, text: &str) -> TermId {
    let mut open: Vec<(Symbol, Vec<TermId>)> = vec![(Symbol::TRUE, Vec::new())];
    let spaced = text.replace('(', " ( ").replace(')', " ) ");
    let mut words = spaced.split_ascii_whitespace();
    while let Some(word) = words.next() {
        let done = match word {
            "(" => {
                open.push((symbols.intern_exact(words.next().unwrap_or_default()), Vec::new()));
                continue;
            }
            ")" => open.pop().map(|(name, args)| terms.compound(name, &args)),
            name => Some(terms.constant(symbols.intern_exact(name))),
        };
        if let (Some((_, args)), Some(term)) = (open.last_mut(), done) {
            args.push(term);
        }
    }
    open.first().and_then(|(_, args)| args.first().copied()).unwrap_or(TermId(0))
}
