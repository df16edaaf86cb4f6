//! Prefix syntax: forms to rules.

use super::Form;
use crate::syntax::collector::Diagnostics;
use crate::syntax::name::is_arrow;
use crate::syntax::{Atom, Formula, Rule, Sheet, Span, Symbol, Term};

/// Collects the rules. A form that is not understood is reported and gives no rule.
#[derive(Default)]
pub(super) struct Builder {
    pub(super) sheet: Sheet,
}

/// Name, arguments and span of `name` or `(name args...)`.
type Application<'f, 't> = (Symbol, &'f [Form<'t>], Span);

impl Builder {
    /// A form of the outermost level: a rule or a fact.
    pub(super) fn statement(&mut self, form: &Form<'_>, diagnostics: &mut Diagnostics) {
        let rule = match form {
            Form::List(items, span) => match items.split_first() {
                Some((Form::Word(word, arrow), rest)) if is_arrow(word) => self.rule(rest, *arrow, *span, diagnostics),
                _ => self.fact(form, diagnostics),
            },
            Form::Word(..) => self.fact(form, diagnostics),
        };
        self.sheet.rules.extend(rule.or_else(|| refused(form)));
    }

    fn fact(&mut self, form: &Form<'_>, diagnostics: &mut Diagnostics) -> Option<Rule> {
        let head = self.head(form, diagnostics)?;
        Some(Rule { span: form.span(), head, body: Vec::new() })
    }

    fn rule(&mut self, rest: &[Form<'_>], arrow: Span, span: Span, diagnostics: &mut Diagnostics) -> Option<Rule> {
        let Some((head, body)) = rest.split_first() else {
            diagnostics.error("G010", "rule without a head", arrow, "write `(<= head body...)`");
            return None;
        };
        let head = self.head(head, diagnostics);
        // The body is read even when the head was faulty, so that all errors are found in one run.
        let body = self.formulas(body, diagnostics);
        Some(Rule { head: head?, body: body?, span })
    }

    fn head(&mut self, form: &Form<'_>, diagnostics: &mut Diagnostics) -> Option<Atom> {
        let (relation, args, span) = self.application(form, "relation", diagnostics)?;
        if matches!(relation, Symbol::NOT | Symbol::AND | Symbol::OR) {
            diagnostics.error(
                "G011",
                "a head must be a single atom",
                span,
                "move the connective into a body, or write one rule for each head",
            );
            return None;
        }
        Some(Atom { relation, args: self.terms(args, diagnostics)?, span })
    }

    /// Splits `name` or `(name args...)`.
    fn application<'f, 't>(
        &mut self,
        form: &'f Form<'t>,
        what: &str,
        diagnostics: &mut Diagnostics,
    ) -> Option<Application<'f, 't>> {
        let (word, args) = match form {
            Form::Word(word, _) => (word, &[][..]),
            Form::List(items, span) => match items.split_first() {
                Some((Form::Word(word, _), args)) => (word, args),
                Some((Form::List(_, inner), _)) => {
                    let message = format!("a list where a {what} name must stand");
                    diagnostics.error("G012", message, *inner, "begin the list with a name");
                    return None;
                }
                None => {
                    diagnostics.error("G013", "empty list", *span, "remove it, or put a name into it");
                    return None;
                }
            },
        };
        let span = form.span();
        if word.starts_with('?') {
            let message = format!("a variable where a {what} name must stand");
            diagnostics.error("G014", message, span, "use a constant: variables stand for terms only");
            return None;
        }
        if is_arrow(word) {
            diagnostics.error(
                "G015",
                "an arrow inside a rule",
                span,
                "close the rule before it; an arrow begins a rule",
            );
            return None;
        }
        Some((self.sheet.symbols.intern(word), args, span))
    }

    fn term(&mut self, form: &Form<'_>, diagnostics: &mut Diagnostics) -> Option<Term> {
        if let Form::Word(word, span) = form
            && let Some(name) = word.strip_prefix('?')
        {
            if name.is_empty() {
                diagnostics.error("G016", "variable without a name", *span, "write a name directly after `?`");
                return None;
            }
            return Some(Term::Variable(self.sheet.symbols.intern_variable(name), *span));
        }
        let (name, args, span) = self.application(form, "function", diagnostics)?;
        if args.is_empty() {
            return Some(Term::Constant(name, span));
        }
        Some(Term::Compound(name, self.terms(args, diagnostics)?, span))
    }

    fn terms(&mut self, forms: &[Form<'_>], diagnostics: &mut Diagnostics) -> Option<Vec<Term>> {
        all(forms, |form| self.term(form, diagnostics))
    }

    fn formula(&mut self, form: &Form<'_>, diagnostics: &mut Diagnostics) -> Option<Formula> {
        let (relation, args, span) = self.application(form, "relation", diagnostics)?;
        match relation {
            Symbol::NOT => self.negation(args, span, diagnostics),
            Symbol::AND | Symbol::OR => {
                let mut parts = self.formulas(args, diagnostics)?;
                // A connective around a single literal says nothing.
                match (parts.len(), relation) {
                    (1, _) => parts.pop(),
                    (_, Symbol::AND) => Some(Formula::And(parts, span)),
                    _ => Some(Formula::Or(parts, span)),
                }
            }
            _ => Some(Formula::from_atom(Atom { relation, args: self.terms(args, diagnostics)?, span })),
        }
    }

    fn formulas(&mut self, forms: &[Form<'_>], diagnostics: &mut Diagnostics) -> Option<Vec<Formula>> {
        all(forms, |form| self.formula(form, diagnostics))
    }

    fn negation(&mut self, args: &[Form<'_>], span: Span, diagnostics: &mut Diagnostics) -> Option<Formula> {
        if let [inner] = args {
            return Some(Formula::Not(Box::new(self.formula(inner, diagnostics)?), span));
        }
        let message = format!("`not` takes one argument, here are {}", args.len());
        diagnostics.error("G017", message, span, "write `(not x)`, one `not` for each atom");
        None
    }
}

/// What stands for a declaration that is not understood.
fn refused(form: &Form<'_>) -> Option<Rule> {
    let Form::List(items, span) = form else { return None };
    let head = match items.as_slice() {
        [Form::Word(word, _), Form::List(head, _), ..] if is_arrow(word) => head,
        _ => items,
    };
    match head.first() {
        Some(Form::Word(word, _)) => Rule::of_refused(word, *span),
        _ => None,
    }
}

/// Maps every form, also those after a fault, so that all errors are found in one run.
fn all<T>(forms: &[Form<'_>], mut read: impl FnMut(&Form<'_>) -> Option<T>) -> Option<Vec<T>> {
    let mut parts = Some(Vec::with_capacity(forms.len()));
    for form in forms {
        match (read(form), &mut parts) {
            (Some(part), Some(parts)) => parts.push(part),
            (None, _) => parts = None,
            (Some(_), None) => {}
        }
    }
    parts
}
