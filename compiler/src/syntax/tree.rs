//! The rule sheet: what every reader produces, whatever the syntax. Nothing is checked or rewritten here.

use super::{Span, Symbol, Symbols};

/// All rules of one game text, in order, with the names they use.
#[derive(Clone, Debug, Default)]
pub struct Sheet {
    /// Names.
    pub symbols: Symbols,
    /// Facts (rules without a body) and rules.
    pub rules: Vec<Rule>,
}

/// `head :- body`; a fact has an empty body.
#[derive(Clone, Debug)]
pub struct Rule {
    /// What holds.
    pub head: Atom,
    /// When: a conjunction.
    pub body: Vec<Formula>,
    /// The whole rule.
    pub span: Span,
}

/// A relation applied to terms.
#[derive(Clone, Debug)]
pub struct Atom {
    /// The relation's name.
    pub relation: Symbol,
    /// Arguments, empty for a proposition.
    pub args: Vec<Term>,
    /// The whole atom.
    pub span: Span,
}

/// One element of a body.
#[derive(Clone, Debug)]
pub enum Formula {
    /// Holds when the atom holds. `distinct` with other than two arguments stays an atom, for the checks to report.
    Atom(Atom),
    /// Negation.
    Not(Box<Formula>, Span),
    /// Conjunction; empty means true.
    And(Vec<Formula>, Span),
    /// Disjunction; empty means false.
    Or(Vec<Formula>, Span),
    /// The two terms are different.
    Distinct(Term, Term, Span),
    /// The two terms are the same (infix syntax only).
    Equal(Term, Term, Span),
}

/// A term; the reader bounds the nesting ([`super::MAX_NESTING`]), so recursion over it is safe.
#[derive(Clone, Debug)]
pub enum Term {
    /// A variable, named without its mark.
    Variable(Symbol, Span),
    /// An object constant.
    Constant(Symbol, Span),
    /// A function applied to at least one term.
    Compound(Symbol, Vec<Term>, Span),
}

impl Formula {
    /// Where it stands.
    #[must_use]
    pub fn span(&self) -> Span {
        match self {
            Self::Atom(atom) => atom.span,
            Self::Not(_, span)
            | Self::And(_, span)
            | Self::Or(_, span)
            | Self::Distinct(_, _, span)
            | Self::Equal(_, _, span) => *span,
        }
    }
}

impl Term {
    /// Where it stands.
    #[must_use]
    pub fn span(&self) -> Span {
        match self {
            Self::Variable(_, span) | Self::Constant(_, span) | Self::Compound(_, _, span) => *span,
        }
    }

    /// Calls `visit` on every variable occurrence, left to right.
    pub fn each_variable(&self, visit: &mut impl FnMut(Symbol, Span)) {
        match self {
            Self::Variable(name, span) => visit(*name, *span),
            Self::Constant(..) => {}
            Self::Compound(_, args, _) => args.iter().for_each(|arg| arg.each_variable(visit)),
        }
    }
}

impl Atom {
    /// Calls `visit` on every variable occurrence, left to right.
    pub fn each_variable(&self, visit: &mut impl FnMut(Symbol, Span)) {
        self.args.iter().for_each(|arg| arg.each_variable(visit));
    }
}
