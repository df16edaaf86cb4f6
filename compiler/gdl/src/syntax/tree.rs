//! The rule sheet: what every reader produces, whatever the syntax. Nothing is checked or rewritten here.
//!
//! What readers ensure, and printers rely on: no relation is called `not`, `and` or `or`; two-argument `distinct`
//! in a body is [`Formula::Distinct`]; a body holds [`Formula::Equal`] or atoms `=/2`, the latter only when the game
//! defines that relation itself; trees are at most [`super::MAX_NESTING`] deep.

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
    /// The two terms are the same.
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

impl Rule {
    /// What stands for a declaration that was reported: one that says nothing. It can be left out in place of the game
    /// being refused. `None` for what declares nothing.
    pub(crate) fn refused(keyword: Symbol, span: Span) -> Option<Self> {
        let arity = match keyword {
            Symbol::BASE => 1,
            Symbol::INPUT => 2,
            _ => return None,
        };
        let args = vec![Term::Constant(keyword, span); arity];
        Some(Self { head: Atom { relation: keyword, args, span }, body: Vec::new(), span })
    }

    /// The same where a reader did not come to a relation, by the first name of the text.
    pub(super) fn of_refused(word: &str, span: Span) -> Option<Self> {
        match word.to_lowercase().as_str() {
            "base" => Self::refused(Symbol::BASE, span),
            "input" => Self::refused(Symbol::INPUT, span),
            _ => None,
        }
    }

    /// Calls `visit` on every variable occurrence, head first, left to right.
    pub fn each_variable(&self, visit: &mut (impl FnMut(Symbol, Span) + ?Sized)) {
        self.head.each_variable(visit);
        self.body.iter().for_each(|part| part.each_variable(visit));
    }

    /// Deepest nesting of argument lists and connectives in head and body.
    #[must_use]
    pub fn nesting(&self) -> usize {
        self.body.iter().map(Formula::nesting).max().unwrap_or(0).max(self.head.nesting())
    }
}

impl Formula {
    /// The literal an atom stands for: `distinct` and `=` with two arguments are built in.
    pub(super) fn from_atom(atom: Atom) -> Self {
        let Atom { relation, args, span } = atom;
        if !matches!(relation, Symbol::DISTINCT | Symbol::EQUAL) {
            return Self::Atom(Atom { relation, args, span });
        }
        match <[Term; 2]>::try_from(args) {
            Ok([left, right]) if relation == Symbol::DISTINCT => Self::Distinct(left, right, span),
            Ok([left, right]) => Self::Equal(left, right, span),
            Err(args) => Self::Atom(Atom { relation, args, span }),
        }
    }

    /// Calls `visit` on every variable occurrence, left to right.
    pub fn each_variable(&self, visit: &mut (impl FnMut(Symbol, Span) + ?Sized)) {
        match self {
            Self::Atom(atom) => atom.each_variable(visit),
            Self::Not(inner, _) => inner.each_variable(visit),
            Self::And(parts, _) | Self::Or(parts, _) => parts.iter().for_each(|part| part.each_variable(visit)),
            Self::Distinct(left, right, _) | Self::Equal(left, right, _) => {
                left.each_variable(visit);
                right.each_variable(visit);
            }
        }
    }

    fn nesting(&self) -> usize {
        match self {
            Self::Atom(atom) => atom.nesting(),
            Self::Not(inner, _) => 1 + inner.nesting(),
            Self::And(parts, _) | Self::Or(parts, _) => 1 + parts.iter().map(Self::nesting).max().unwrap_or(0),
            Self::Distinct(left, right, _) | Self::Equal(left, right, _) => 1 + left.nesting().max(right.nesting()),
        }
    }
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

/// Calls `visit` on every atom of a body, negated or not, left to right.
pub fn each_atom<'f>(body: &'f [Formula], visit: &mut impl FnMut(&'f Atom)) {
    for part in body {
        match part {
            Formula::Atom(atom) => visit(atom),
            Formula::Not(inner, _) => each_atom(std::slice::from_ref(&**inner), visit),
            Formula::And(parts, _) | Formula::Or(parts, _) => each_atom(parts, visit),
            Formula::Distinct(..) | Formula::Equal(..) => {}
        }
    }
}

/// The same, to change them.
pub fn each_atom_mut(body: &mut [Formula], visit: &mut impl FnMut(&mut Atom)) {
    for part in body {
        match part {
            Formula::Atom(atom) => visit(atom),
            Formula::Not(inner, _) => each_atom_mut(std::slice::from_mut(&mut **inner), visit),
            Formula::And(parts, _) | Formula::Or(parts, _) => each_atom_mut(parts, visit),
            Formula::Distinct(..) | Formula::Equal(..) => {}
        }
    }
}

/// One more than the deepest argument, 0 without arguments.
fn nesting_of(args: &[Term]) -> usize {
    args.iter().map(|arg| 1 + arg.nesting()).max().unwrap_or(0)
}

impl Term {
    /// Name and number of arguments of a fact or move; `None` when it is a variable, which may stand for any.
    pub fn kind(&self) -> Option<(Symbol, usize)> {
        match self {
            Self::Variable(..) => None,
            Self::Constant(name, _) => Some((*name, 0)),
            Self::Compound(name, args, _) => Some((*name, args.len())),
        }
    }

    /// Whether a variable stands in it.
    pub(crate) fn mentions(&self, variable: Symbol) -> bool {
        let mut found = false;
        self.each_variable(&mut |other, _| found |= other == variable);
        found
    }

    fn nesting(&self) -> usize {
        match self {
            Self::Variable(..) | Self::Constant(..) => 0,
            Self::Compound(_, args, _) => nesting_of(args),
        }
    }

    /// Where it stands.
    #[must_use]
    pub fn span(&self) -> Span {
        match self {
            Self::Variable(_, span) | Self::Constant(_, span) | Self::Compound(_, _, span) => *span,
        }
    }

    /// Calls `visit` on every variable occurrence, left to right.
    pub fn each_variable(&self, visit: &mut (impl FnMut(Symbol, Span) + ?Sized)) {
        match self {
            Self::Variable(name, span) => visit(*name, *span),
            Self::Constant(..) => {}
            Self::Compound(_, args, _) => args.iter().for_each(|arg| arg.each_variable(visit)),
        }
    }
}

impl Atom {
    /// Name and number of arguments: what tells relations apart.
    pub fn key(&self) -> (Symbol, usize) {
        (self.relation, self.args.len())
    }

    /// Whether a variable stands in it.
    pub(crate) fn mentions(&self, variable: Symbol) -> bool {
        self.args.iter().any(|arg| arg.mentions(variable))
    }

    fn nesting(&self) -> usize {
        nesting_of(&self.args)
    }

    /// Calls `visit` on every variable occurrence, left to right.
    pub fn each_variable(&self, visit: &mut (impl FnMut(Symbol, Span) + ?Sized)) {
        self.args.iter().for_each(|arg| arg.each_variable(visit));
    }
}
