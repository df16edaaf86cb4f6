//! Atoms and terms of the lowered game.

use crate::syntax::{Atom, Span, Symbol, Term};

/// An atom of the lowered game.
pub(super) fn atom(relation: Symbol, args: Vec<Term>, span: Span) -> Atom {
    Atom { relation, args, span }
}

/// An atom of the state as a term.
pub(super) fn fact(atom: &Atom) -> Term {
    compound(atom.relation, &atom.args, atom.span)
}

/// A name applied to arguments, as a term.
pub(super) fn compound(name: Symbol, args: &[Term], span: Span) -> Term {
    if args.is_empty() { Term::Constant(name, span) } else { Term::Compound(name, args.to_vec(), span) }
}
