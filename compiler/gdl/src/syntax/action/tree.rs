//! Action rules as they are written: facts, rules, and operations.

use crate::syntax::{Atom, Span, Symbol, Symbols, Term};

/// A text in the action-rule language.
#[derive(Default)]
pub(super) struct Text {
    pub symbols: Symbols,
    pub rules: Vec<View>,
    pub operations: Vec<Operation>,
}

/// `head :- body`; a fact has an empty body.
pub(super) struct View {
    pub head: Atom,
    pub body: Vec<Expression>,
    pub span: Span,
}

/// `head :: effects`.
pub(super) struct Operation {
    pub head: Atom,
    pub effects: Expression,
    pub span: Span,
}

/// A condition or an effect.
#[derive(Clone, Debug)]
pub(super) enum Expression {
    Atom(Atom),
    /// A variable where a literal must stand: no answer makes it one that holds.
    Variable(Symbol, Span),
    Not(Box<Expression>, Span),
    And(Vec<Expression>, Span),
    Or(Vec<Expression>, Span),
    /// `condition ==> effects`.
    When(Box<Expression>, Box<Expression>, Span),
    /// `countofall(template, condition, number)`.
    Count(Box<Count>),
}

/// How many instances of a template there are whose condition holds.
#[derive(Clone, Debug)]
pub(super) struct Count {
    pub template: Term,
    pub condition: Expression,
    pub number: Term,
    pub span: Span,
}

impl Expression {
    /// Where it stands.
    pub(super) fn span(&self) -> Span {
        match self {
            Self::Atom(atom) => atom.span,
            Self::Variable(_, span)
            | Self::Not(_, span)
            | Self::And(_, span)
            | Self::Or(_, span)
            | Self::When(_, _, span) => *span,
            Self::Count(count) => count.span,
        }
    }

    /// Calls `visit` on every variable occurrence.
    pub(super) fn each_variable(&self, visit: &mut (impl FnMut(Symbol) + ?Sized)) {
        let mut in_term = |term: &Term| term.each_variable(&mut |name, _| visit(name));
        match self {
            Self::Atom(atom) => atom.args.iter().for_each(in_term),
            Self::Variable(name, _) => visit(*name),
            Self::Not(inner, _) => inner.each_variable(visit),
            Self::And(parts, _) | Self::Or(parts, _) => parts.iter().for_each(|part| part.each_variable(visit)),
            Self::When(condition, effects, _) => {
                condition.each_variable(visit);
                effects.each_variable(visit);
            }
            Self::Count(count) => {
                in_term(&count.template);
                in_term(&count.number);
                count.condition.each_variable(visit);
            }
        }
    }
}
