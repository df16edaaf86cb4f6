//! Prefix syntax.

use super::{BODY_ON_ONE_LINE, Printer, Syntax, formula_at};
use crate::syntax::{Atom, Formula, Language, Rule, Symbol, Term};

const BODY_INDENT: usize = 4;

pub(super) struct Kif;

impl Syntax for Kif {
    const LANGUAGE: Language = Language::Kif;

    fn term(printer: &mut Printer<'_>, term: &Term) {
        match term {
            Term::Variable(name, _) => {
                printer.push("?");
                printer.push_variable(*name);
            }
            Term::Constant(name, _) => constant(printer, *name),
            Term::Compound(name, args, _) => application(printer, *name, args),
        }
    }

    fn atom(printer: &mut Printer<'_>, atom: &Atom) {
        if atom.args.is_empty() {
            constant(printer, atom.relation);
        } else {
            application(printer, atom.relation, &atom.args);
        }
    }

    fn flat(printer: &mut Printer<'_>, formula: &Formula) {
        let (word, parts) = match formula {
            Formula::Atom(atom) => return Self::atom(printer, atom),
            Formula::Distinct(left, right, _) => return pair(printer, "(distinct ", left, right),
            Formula::Equal(left, right, _) => return pair(printer, "(= ", left, right),
            Formula::And(parts, _) | Formula::Or(parts, _) if parts.len() == 1 => {
                return Self::flat(printer, &parts[0]);
            }
            Formula::And(parts, _) => ("(and", parts.as_slice()),
            Formula::Or(parts, _) => ("(or", parts.as_slice()),
            Formula::Not(inner, _) => ("(not", std::slice::from_ref(inner.as_ref())),
        };
        printer.push(word);
        printer.list(parts, "", |p, part| {
            p.push(" ");
            Self::flat(p, part);
        });
        printer.push(")");
    }

    fn broken(printer: &mut Printer<'_>, formula: &Formula, indent: usize) {
        let (word, parts) = match formula {
            Formula::And(parts, _) | Formula::Or(parts, _) if parts.len() == 1 => {
                return Self::broken(printer, &parts[0], indent);
            }
            Formula::And(parts, _) => ("(and ", parts.as_slice()),
            Formula::Or(parts, _) => ("(or ", parts.as_slice()),
            Formula::Not(inner, _) => ("(not ", std::slice::from_ref(inner.as_ref())),
            Formula::Atom(_) | Formula::Distinct(..) | Formula::Equal(..) => return Self::flat(printer, formula),
        };
        printer.push(word);
        let indent = indent + word.len();
        for (i, part) in parts.iter().enumerate() {
            if i > 0 {
                printer.new_line(indent);
            }
            formula_at::<Self>(printer, part, indent, 2);
        }
        printer.push(")");
    }

    fn rule(printer: &mut Printer<'_>, rule: &Rule, may_break: bool) {
        if rule.body.is_empty() {
            // In parentheses even without arguments: that is what a reader expects of a form.
            return application(printer, rule.head.relation, &rule.head.args);
        }
        printer.push("(<= ");
        Self::atom(printer, &rule.head);
        let flat = |p: &mut Printer<'_>| {
            p.list(&rule.body, "", |p, part| {
                p.push(" ");
                Self::flat(p, part);
            });
        };
        if !may_break {
            flat(printer);
        } else if rule.body.len() > BODY_ON_ONE_LINE || !printer.fits(1, flat) {
            for part in &rule.body {
                printer.new_line(BODY_INDENT);
                formula_at::<Self>(printer, part, BODY_INDENT, 1);
            }
        }
        printer.push(")");
    }
}

fn constant(printer: &mut Printer<'_>, name: Symbol) {
    let symbols = printer.symbols;
    printer.push(symbols.spelling(name));
}

fn application(printer: &mut Printer<'_>, name: Symbol, args: &[Term]) {
    printer.push("(");
    constant(printer, name);
    printer.list(args, "", |p, arg| {
        p.push(" ");
        Kif::term(p, arg);
    });
    printer.push(")");
}

fn pair(printer: &mut Printer<'_>, word: &str, left: &Term, right: &Term) {
    printer.push(word);
    Kif::term(printer, left);
    printer.push(" ");
    Kif::term(printer, right);
    printer.push(")");
}
