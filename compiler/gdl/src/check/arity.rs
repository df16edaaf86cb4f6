//! One number of arguments for each relation and each function; functions do not nest.

use super::collector::Diagnostics;
use super::spelling::{Spelling, arguments};
use crate::diagnostics::Diagnostic;
use crate::syntax::{Atom, Formula, Sheet, Span, Symbol, Term, reserved_arity};
use rustc_hash::{FxHashMap, FxHashSet};

/// How a name was first used, and whether another use was reported.
#[derive(Default)]
struct Uses {
    first: FxHashMap<Symbol, (usize, Span)>,
    reported: FxHashSet<Symbol>,
}

struct Check<'a> {
    spelling: Spelling<'a>,
    diagnostics: &'a mut Diagnostics,
    relations: Uses,
    functions: Uses,
    nested: bool,
}

/// Warns of names with several numbers of arguments, once a name, and of the first nested function.
pub(super) fn check(sheet: &Sheet, spelling: Spelling<'_>, diagnostics: &mut Diagnostics) {
    let (relations, functions) = (Uses::default(), Uses::default());
    let mut check = Check { spelling, diagnostics, relations, functions, nested: false };
    for rule in &sheet.rules {
        check.atom(&rule.head);
        rule.body.iter().for_each(|part| check.formula(part));
    }
}

impl Check<'_> {
    fn formula(&mut self, formula: &Formula) {
        match formula {
            Formula::Atom(atom) => self.atom(atom),
            Formula::Not(inner, _) => self.formula(inner),
            Formula::And(parts, _) | Formula::Or(parts, _) => parts.iter().for_each(|part| self.formula(part)),
            Formula::Distinct(left, right, _) | Formula::Equal(left, right, _) => {
                self.term(left, false);
                self.term(right, false);
            }
        }
    }

    fn atom(&mut self, atom: &Atom) {
        if reserved_arity(atom.relation).is_none() {
            let found = self.relations.differs(atom.relation, atom.args.len(), atom.span);
            if let Some(first) = found {
                self.report("G109", "relation", atom.relation, (atom.args.len(), atom.span), first);
            }
        }
        atom.args.iter().for_each(|arg| self.term(arg, false));
    }

    fn term(&mut self, term: &Term, inside: bool) {
        let Term::Compound(name, args, span) = term else { return };
        // What a reader made is not judged.
        if *span == Span::NOWHERE {
            return;
        }
        if let Some(first) = self.functions.differs(*name, args.len(), *span) {
            self.report("G110", "function", *name, (args.len(), *span), first);
        }
        if inside && !self.nested {
            self.nested = true;
            self.diagnostics.push(Diagnostic::warning(
                "G116",
                format!("{} stands inside of another function: not every tool accepts that", self.spelling.term(term)),
                *span,
                "nothing needs to change here; for other tools, use flat facts such as `(succ 0 1)`",
            ));
        }
        args.iter().for_each(|arg| self.term(arg, true));
    }

    fn report(&mut self, code: &'static str, what: &str, name: Symbol, here: (usize, Span), first: (usize, Span)) {
        let message = format!(
            "{what} {} has {} here and {} elsewhere: these are different {what}s",
            self.spelling.name(name),
            arguments(here.0),
            arguments(first.0)
        );
        let help = "use different names, or the same number of arguments";
        let diagnostic = Diagnostic::warning(code, message, here.1, help);
        self.diagnostics.push(diagnostic.with_label(first.1, format!("{} here", arguments(first.0))));
    }
}

impl Uses {
    /// The first use, when this one is the first that differs from it.
    fn differs(&mut self, name: Symbol, arity: usize, span: Span) -> Option<(usize, Span)> {
        let first = *self.first.entry(name).or_insert((arity, span));
        (first.0 != arity && self.reported.insert(name)).then_some(first)
    }
}
