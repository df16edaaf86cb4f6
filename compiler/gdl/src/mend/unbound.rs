//! Variables that nothing binds: where the rest of the game fixes what they can stand for, the error says so, or a
//! literal is added that lists it.

use super::domains::{Domain, Domains, is_of_several_negations};
use crate::check::CheckOptions;
use crate::check::binding::Budget;
use crate::check::collector::Diagnostics;
use crate::check::safety::unbound_variables;
use crate::check::spelling::Spelling;
use crate::diagnostics::Diagnostic;
use crate::remedy::Remedy;
use crate::sdl::names::Names;
use crate::syntax::{Atom, Formula, Rule, Sheet, Span, Symbol, Symbols, Term, Tolerance};
use rustc_hash::FxHashMap;
use std::collections::{BTreeMap, BTreeSet};

/// What became of the sheet.
pub(super) enum Outcome {
    /// It was changed: it is to be checked again.
    Mended,
    /// It was not; what was found, with better cures.
    Advised(Vec<Diagnostic>),
}

/// A variable of a rule, where it stands first, and what it can stand for.
struct Open {
    rule: usize,
    variable: Symbol,
    span: Span,
    /// `None` where that is not clear, since it stands in several negations.
    domain: Option<Domain>,
}

/// Adds domains to rules, where that is allowed, or to messages. `found` is what the static rules say of the sheet.
pub(super) fn mend(
    sheet: &mut Sheet,
    options: &CheckOptions,
    found: Vec<Diagnostic>,
    diagnostics: &mut Diagnostics,
) -> Outcome {
    if found.iter().all(|found| found.code != UNSAFE) {
        return Outcome::Advised(found);
    }
    let opens = opens(sheet).unwrap_or_default();
    let mut lists = Lists::of(sheet);
    if options.tolerance != Tolerance::Lenient {
        let spelling = Spelling { symbols: &sheet.symbols, language: options.language };
        let help: FxHashMap<Span, (String, Option<Remedy>)> =
            opens.iter().map(|open| (open.span, lists.advice(spelling, open))).collect();
        let advised = found.into_iter().map(|mut found| {
            let span = found.labels.first().map(|label| label.span);
            if let Some((help, remedy)) = span.filter(|_| found.code == UNSAFE).and_then(|span| help.get(&span)) {
                found.help.clone_from(help);
                found.remedies.extend(remedy);
            }
            found
        });
        return Outcome::Advised(advised.collect());
    }
    if opens.iter().all(|open| open.domain.is_none()) {
        return Outcome::Advised(found);
    }
    for Open { rule, variable, span, domain } in opens {
        let Some(domain) = domain else { continue };
        let spelling = Spelling { symbols: &sheet.symbols, language: options.language };
        diagnostics.push(warning(spelling, variable, span, &domain));
        let relation = lists.relation(&mut sheet.symbols, &domain, span);
        let args = vec![Term::Variable(variable, span)];
        sheet.rules[rule].body.push(Formula::Atom(Atom { relation, args, span }));
    }
    sheet.rules.extend(lists.made);
    Outcome::Mended
}

/// The code of variables that nothing binds.
const UNSAFE: &str = "G101";

/// Most variables of one rule that are looked at: each costs a walk over the rule.
const MOST: usize = 64;

/// The variables that nothing binds and whose domain is known; `None` when finding them takes too long.
fn opens(sheet: &Sheet) -> Option<Vec<Open>> {
    let mut budget = Budget::default();
    let mut domains = Domains::of(sheet, &mut budget)?;
    let mut opens = Vec::new();
    for (number, rule) in sheet.rules.iter().enumerate() {
        for (variable, span) in unbound_variables(rule, &mut budget).ok()?.into_iter().take(MOST) {
            let domain = domains.of_variable(rule, variable);
            if domain.is_some() || is_of_several_negations(rule, variable) {
                opens.push(Open { rule: number, variable, span, domain });
            }
        }
    }
    Some(opens)
}

fn warning(spelling: Spelling<'_>, variable: Symbol, span: Span, domain: &Domain) -> Diagnostic {
    let variable = spelling.variable(variable);
    let what = match domain {
        Domain::Roles => "any role".to_owned(),
        Domain::Values(values, ..) => format!("any of {}", listed(spelling, values)),
    };
    Diagnostic::warning(
        "G123",
        format!("nothing binds {variable}: it is taken to be {what}"),
        span,
        format!("add a literal to the body that lists the values {variable} may take"),
    )
}

/// Most values that a message lists.
const SHOWN: usize = 6;

fn listed(spelling: Spelling<'_>, values: &BTreeSet<Symbol>) -> String {
    let shown: Vec<String> = values.iter().take(SHOWN).map(|&value| spelling.name(value)).collect();
    match values.len().saturating_sub(SHOWN) {
        0 => shown.join(", "),
        more => format!("{} and {more} more", shown.join(", ")),
    }
}

/// Relations with one argument that list values: those of the game, and those that are made.
struct Lists {
    by_values: BTreeMap<BTreeSet<Symbol>, Symbol>,
    made: Vec<Rule>,
}

impl Lists {
    /// The relations that only facts about one name each define.
    fn of(sheet: &Sheet) -> Self {
        let mut lists: BTreeMap<Symbol, Option<BTreeSet<Symbol>>> = BTreeMap::new();
        for Rule { head, body, .. } in &sheet.rules {
            let values = lists.entry(head.relation).or_insert_with(|| Some(BTreeSet::new()));
            match head.args.as_slice() {
                [Term::Constant(name, _)] if body.is_empty() && !head.relation.is_reserved() => {
                    values.iter_mut().for_each(|values| {
                        values.insert(*name);
                    });
                }
                _ => *values = None,
            }
        }
        let mut by_values = BTreeMap::new();
        for (name, values) in lists.into_iter().filter_map(|(name, values)| Some((name, values?))) {
            by_values.entry(values).or_insert(name);
        }
        Self { by_values, made: Vec::new() }
    }

    fn advice(&self, spelling: Spelling<'_>, open: &Open) -> (String, Option<Remedy>) {
        let variable = spelling.variable(open.variable);
        let literal = |relation: Symbol| {
            let args = vec![Term::Variable(open.variable, open.span)];
            spelling.atom(&Atom { relation, args, span: open.span })
        };
        let lenient = Remedy::Lenient;
        let advice = match &open.domain {
            None => format!(
                "if \"there is none\" is meant by each negation, give each a variable of its own; else add a literal \
                 that lists the values {variable} may take"
            ),
            Some(Domain::Roles) => {
                format!("add {} to the body if every role is meant; {lenient}", literal(Symbol::ROLE))
            }
            Some(Domain::Values(values, ..)) => match self.by_values.get(values) {
                Some(&relation) => format!(
                    "add {} to the body, since the other rules let {variable} be {}; {lenient}",
                    literal(relation),
                    listed(spelling, values)
                ),
                None => format!(
                    "add a literal to the body that lists the values of {variable}, by the other rules {}; {lenient}",
                    listed(spelling, values)
                ),
            },
        };
        (advice, open.domain.is_some().then_some(lenient))
    }

    /// The relation that lists a domain; made when there is none.
    fn relation(&mut self, symbols: &mut Symbols, domain: &Domain, span: Span) -> Symbol {
        let Domain::Values(values, name, index) = domain else { return Symbol::ROLE };
        if let Some(&relation) = self.by_values.get(values) {
            return relation;
        }
        let mut names = Names::new(std::mem::take(symbols));
        let relation = names.fresh(&format!("{}_argument_{}", names.text(*name).to_owned(), index + 1));
        *symbols = names.symbols;
        let fact = |&value: &Symbol| {
            let head = Atom { relation, args: vec![Term::Constant(value, span)], span };
            Rule { head, body: Vec::new(), span }
        };
        self.made.extend(values.iter().map(fact));
        self.by_values.insert(values.clone(), relation);
        relation
    }
}
