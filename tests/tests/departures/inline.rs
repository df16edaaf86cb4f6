//! Writes the rules of a view in place of its negation: what the view leaves out of its head becomes local there.

use gdl2hdl_gdl::syntax::{Atom, Formula, Rule, Sheet, Symbol, Symbols, Term};
use gdl2hdl_tests::random::Random;
use std::collections::BTreeMap;

/// Most rules of a view that is written out.
const MOST_RULES: usize = 3;

/// The sheet with a negated literal replaced by what its view stands for; `None` where no negated view hides a variable.
pub(super) fn negated_view(sheet: &Sheet, random: &mut Random) -> Option<Sheet> {
    let mut found = Vec::new();
    for (number, rule) in sheet.rules.iter().enumerate() {
        for (at, part) in rule.body.iter().enumerate() {
            if let Formula::Not(inner, _) = part
                && let Formula::Atom(call) = &**inner
                && let Some(views) = views(sheet, call)
            {
                found.push((number, at, call, views));
            }
        }
    }
    let (number, at, call, views) = found.get(random.below(found.len()))?;
    let mut damaged = sheet.clone();
    let mut alternatives = Vec::new();
    for (count, view) in views.iter().enumerate() {
        let mut values: BTreeMap<Symbol, Term> = BTreeMap::new();
        for (arg, value) in view.head.args.iter().zip(&call.args) {
            if let Term::Variable(name, _) = arg {
                values.insert(*name, value.clone());
            }
        }
        let mut renaming = Renaming { values, symbols: &mut damaged.symbols, count };
        alternatives.push(Formula::And(view.body.iter().map(|part| renaming.formula(part)).collect(), view.span));
    }
    let whole = if alternatives.len() == 1 { alternatives.pop()? } else { Formula::Or(alternatives, call.span) };
    damaged.rules[*number].body[*at] = Formula::Not(Box::new(whole), call.span);
    Some(damaged)
}

/// The rules of what is called, when they can stand in its place and one of them has a variable of its own.
fn views<'s>(sheet: &'s Sheet, call: &Atom) -> Option<Vec<&'s Rule>> {
    let same = |atom: &Atom| atom.relation == call.relation && atom.args.len() == call.args.len();
    let rules: Vec<&Rule> = sheet.rules.iter().filter(|rule| same(&rule.head)).collect();
    let plain = |rule: &&Rule| {
        let mut names: Vec<Symbol> = Vec::new();
        rule.head.args.iter().all(|arg| match arg {
            Term::Variable(name, _) if !names.contains(name) => {
                names.push(*name);
                true
            }
            _ => false,
        })
    };
    let hides = |rule: &&Rule| {
        let mut hides = false;
        rule.body.iter().for_each(|part| {
            part.each_variable(&mut |name, _| {
                hides |= !rule.head.args.iter().any(|arg| matches!(arg, Term::Variable(other, _) if *other == name));
            });
        });
        hides
    };
    let sound = !call.relation.is_reserved()
        && (1..=MOST_RULES).contains(&rules.len())
        && rules.iter().all(|rule| !rule.body.is_empty())
        && rules.iter().all(plain)
        && rules.iter().any(hides);
    sound.then_some(rules)
}

/// Puts values for the variables of a head, and new variables for the others.
struct Renaming<'s> {
    values: BTreeMap<Symbol, Term>,
    symbols: &'s mut Symbols,
    /// Which rule of the view this is: each has variables of its own.
    count: usize,
}

impl Renaming<'_> {
    fn formula(&mut self, formula: &Formula) -> Formula {
        match formula {
            Formula::Atom(atom) => {
                let args = atom.args.iter().map(|arg| self.term(arg)).collect();
                Formula::Atom(Atom { relation: atom.relation, args, span: atom.span })
            }
            Formula::Not(inner, span) => Formula::Not(Box::new(self.formula(inner)), *span),
            Formula::And(parts, span) => Formula::And(parts.iter().map(|part| self.formula(part)).collect(), *span),
            Formula::Or(parts, span) => Formula::Or(parts.iter().map(|part| self.formula(part)).collect(), *span),
            Formula::Distinct(a, b, span) => Formula::Distinct(self.term(a), self.term(b), *span),
            Formula::Equal(a, b, span) => Formula::Equal(self.term(a), self.term(b), *span),
        }
    }

    fn term(&mut self, term: &Term) -> Term {
        match term {
            Term::Variable(name, span) => {
                let own = format!("own_{}_{}", self.count, self.symbols.name(*name));
                let own = self.symbols.intern_variable(&own);
                self.values.entry(*name).or_insert(Term::Variable(own, *span)).clone()
            }
            Term::Constant(..) => term.clone(),
            Term::Compound(name, args, span) => {
                Term::Compound(*name, args.iter().map(|arg| self.term(arg)).collect(), *span)
            }
        }
    }
}
