//! Infix syntax.

use super::names::hrf_constant;
use super::{BODY_ON_ONE_LINE, Printer, Syntax, formula_at};
use crate::syntax::{Atom, Formula, Language, Rule, Symbol, Term};

const BODY_INDENT: usize = 2;

pub(super) struct Hrf;

impl Syntax for Hrf {
    const LANGUAGE: Language = Language::Hrf;

    fn term(printer: &mut Printer<'_>, term: &Term) {
        match term {
            Term::Variable(name, _) => printer.push_variable(*name),
            Term::Constant(name, _) => application(printer, *name, &[]),
            Term::Compound(name, args, _) => application(printer, *name, args),
        }
    }

    fn atom(printer: &mut Printer<'_>, atom: &Atom) {
        application(printer, atom.relation, &atom.args);
    }

    fn flat(printer: &mut Printer<'_>, formula: &Formula) {
        match formula {
            Formula::Atom(atom) => Self::atom(printer, atom),
            Formula::Distinct(left, right, _) => {
                printer.push("distinct(");
                Self::term(printer, left);
                printer.push(",");
                Self::term(printer, right);
                printer.push(")");
            }
            Formula::Equal(left, right, _) => {
                Self::term(printer, left);
                printer.push(" = ");
                Self::term(printer, right);
            }
            Formula::Not(inner, _) => {
                printer.push("~");
                operand(printer, inner);
            }
            Formula::And(parts, _) | Formula::Or(parts, _) if parts.len() == 1 => Self::flat(printer, &parts[0]),
            Formula::And(parts, _) => {
                printer.push("(");
                conjunction(printer, parts);
                printer.push(")");
            }
            Formula::Or(parts, _) => disjunction(printer, parts),
        }
    }

    fn broken(printer: &mut Printer<'_>, formula: &Formula, indent: usize) {
        let (sign, parts) = match formula {
            Formula::And(parts, _) | Formula::Or(parts, _) if parts.len() == 1 => {
                return Self::broken(printer, &parts[0], indent);
            }
            Formula::And(parts, _) => (" &", parts),
            Formula::Or(parts, _) => (" |", parts),
            Formula::Not(inner, _) => {
                printer.push("~");
                return if needs_parentheses(inner) {
                    operand(printer, inner);
                } else {
                    Self::broken(printer, inner, indent + 1);
                };
            }
            Formula::Atom(_) | Formula::Distinct(..) | Formula::Equal(..) => return Self::flat(printer, formula),
        };
        if parts.is_empty() {
            return Self::flat(printer, formula);
        }
        printer.push("(");
        for (i, part) in parts.iter().enumerate() {
            if i > 0 {
                printer.push(sign);
                printer.new_line(indent + 1);
            }
            formula_at::<Self>(printer, part, indent + 1, 3);
        }
        printer.push(")");
    }

    fn rule(printer: &mut Printer<'_>, rule: &Rule, may_break: bool) {
        Self::atom(printer, &rule.head);
        if rule.body.is_empty() {
            return;
        }
        printer.push(" :-");
        let flat = |p: &mut Printer<'_>| {
            p.push(" ");
            conjunction(p, &rule.body);
        };
        if !may_break {
            return flat(printer);
        }
        if rule.body.len() <= BODY_ON_ONE_LINE && printer.fits(0, flat) {
            return;
        }
        for (i, part) in rule.body.iter().enumerate() {
            if i > 0 {
                printer.push(" &");
            }
            printer.new_line(BODY_INDENT);
            formula_at::<Self>(printer, part, BODY_INDENT, 2);
        }
    }
}

fn application(printer: &mut Printer<'_>, name: Symbol, args: &[Term]) {
    let symbols = printer.symbols;
    printer.push(&hrf_constant(symbols, name));
    if !args.is_empty() {
        printer.push("(");
        printer.list(args, ",", Hrf::term);
        printer.push(")");
    }
}

fn conjunction(printer: &mut Printer<'_>, parts: &[Formula]) {
    printer.list(parts, " & ", Hrf::flat);
}

/// `(a | b & c)`; an empty one is `(|)`.
fn disjunction(printer: &mut Printer<'_>, parts: &[Formula]) {
    if parts.is_empty() {
        return printer.push("(|)");
    }
    printer.push("(");
    printer.list(parts, " | ", |p, part| match part {
        Formula::And(inner, _) if inner.len() > 1 => conjunction(p, inner),
        _ => Hrf::flat(p, part),
    });
    printer.push(")");
}

/// Whether a negation sign in front would be misread by people: `~X = Y`.
fn needs_parentheses(formula: &Formula) -> bool {
    match formula {
        Formula::Equal(..) => true,
        Formula::And(parts, _) | Formula::Or(parts, _) if parts.len() == 1 => needs_parentheses(&parts[0]),
        _ => false,
    }
}

fn operand(printer: &mut Printer<'_>, formula: &Formula) {
    let group = needs_parentheses(formula);
    if group {
        printer.push("(");
    }
    Hrf::flat(printer, formula);
    if group {
        printer.push(")");
    }
}
