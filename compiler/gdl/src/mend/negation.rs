//! Variables that stand in one negation and nowhere else in their rule: "for no value".
//!
//! `(not (on ?c ?k))` with a `?k` of its own becomes `(not (some_on ?c))`, and `(<= (some_on ?c) (on ?c ?k))` is added.

use crate::check::binding::Budget;
use crate::check::collector::Diagnostics;
use crate::check::safety::unbound_variables;
use crate::check::spelling::Spelling;
use crate::diagnostics::Diagnostic;
use crate::sdl::names::Names;
use crate::syntax::{Atom, Formula, Language, Rule, Sheet, Span, Symbol, Term, print};
use rustc_hash::FxHashMap;

/// Most variables of one rule that are looked at: each costs a walk over the rule.
const MOST: usize = 64;
/// Deepest nesting of negations with variables of their own.
const DEEPEST: usize = 16;

/// Where a part of a body stands: the number of the literal, then that of the argument at each connective.
type Path = Vec<usize>;

/// Gives each such negation a relation of its own; whether there are any.
pub(super) fn mend(sheet: &mut Sheet, language: Language, diagnostics: &mut Diagnostics) -> bool {
    let symbols = std::mem::take(&mut sheet.symbols);
    let mut views = Views { names: Names::new(symbols), known: FxHashMap::default(), rules: Vec::new() };
    let mut budget = Budget::default();
    let mut changed = false;
    for rule in &mut sheet.rules {
        let made = views.rules.len();
        let Some((better, local)) = views.localised(rule, &mut budget, 0) else {
            views.forget(made);
            continue;
        };
        *rule = better;
        changed = true;
        let spelling = Spelling { symbols: &views.names.symbols, language };
        local.iter().for_each(|(variable, span)| diagnostics.push(warning(spelling, *variable, *span)));
    }
    sheet.symbols = views.names.symbols;
    sheet.rules.extend(views.rules.into_iter().map(|(_, rule)| rule));
    changed
}

fn warning(spelling: Spelling<'_>, variable: Symbol, span: Span) -> Diagnostic {
    let variable = spelling.variable(variable);
    Diagnostic::warning(
        "G122",
        format!("{variable} stands in this negation only: it is read as \"for no {variable}\""),
        span,
        "give what is negated a relation of its own, without this variable, and negate that",
    )
}

/// The relations that are made.
struct Views {
    names: Names,
    /// By what they stand for, so that the same is not made twice.
    known: FxHashMap<String, Symbol>,
    /// What they stand for, and their rule.
    rules: Vec<(String, Rule)>,
}

impl Views {
    /// Takes back what was made for a rule that could not be mended.
    fn forget(&mut self, made: usize) {
        for (key, _) in self.rules.drain(made..) {
            self.known.remove(&key);
        }
    }

    /// The rule without variables that are local to a negation, and these; `None` where there are none, or one of its
    /// variables has no value nevertheless.
    fn localised(&mut self, rule: &Rule, budget: &mut Budget, depth: usize) -> Option<(Rule, Vec<(Symbol, Span)>)> {
        let unbound = unbound_variables(rule, budget).ok()?;
        if unbound.is_empty() || unbound.len() > MOST || depth > DEEPEST {
            return None;
        }
        let mut scopes: Vec<Path> = Vec::new();
        let mut local = Vec::new();
        for (variable, span) in unbound {
            let Some(path) = scope(rule, variable) else { continue };
            local.push((variable, span));
            if !scopes.contains(&path) {
                scopes.push(path);
            }
        }
        // What stands inside of another is replaced first.
        scopes.sort_by_key(|path| std::cmp::Reverse(path.len()));
        let mut better = rule.clone();
        for path in &scopes {
            let call = self.view(&better, path, budget, depth)?;
            *part_mut(&mut better.body, path)? = Formula::Atom(call);
        }
        (!local.is_empty()).then_some((better, local))
    }

    /// The relation of a part, without its local variables, as it is asked.
    fn view(&mut self, rule: &Rule, path: &Path, budget: &mut Budget, depth: usize) -> Option<Atom> {
        let part = part(&rule.body, path)?;
        let span = part.span();
        let args = shared(rule, part);
        let wish = wish(&self.names, part);
        let body = match part {
            Formula::And(parts, _) => parts.clone(),
            other => vec![other.clone()],
        };
        let unnamed = Rule { head: Atom { relation: Symbol::OR, args: args.clone(), span }, body, span };
        let whole = with_bindings(unnamed, rule, budget)?;
        let whole = match unbound_variables(&whole, budget).ok()?.is_empty() {
            true => whole,
            false => self.localised(&whole, budget, depth + 1).map(|(better, _)| better)?,
        };
        if !unbound_variables(&whole, budget).ok()?.is_empty() {
            return None;
        }
        let key = print::rule(&self.names.symbols, &whole, Language::Kif);
        let relation = match self.known.get(&key) {
            Some(&relation) => relation,
            None => {
                let relation = self.names.fresh(&wish);
                self.known.insert(key.clone(), relation);
                let head = Atom { relation, ..whole.head };
                self.rules.push((key, Rule { head, ..whole }));
                relation
            }
        };
        Some(Atom { relation, args, span })
    }
}

/// Adds literals that hold wherever the part is asked, until they bind the variables of the head.
fn with_bindings(mut view: Rule, rule: &Rule, budget: &mut Budget) -> Option<Rule> {
    let mut literals: Vec<&Atom> = Vec::new();
    positive(&rule.body, &mut literals);
    for _ in 0..=MOST {
        let unbound = unbound_variables(&view, budget).ok()?;
        let asked = |variable: Symbol| view.head.mentions(variable);
        let Some(&(missing, _)) = unbound.iter().find(|(variable, _)| asked(*variable)) else { return Some(view) };
        let at = literals.iter().position(|atom| atom.mentions(missing))?;
        view.body.insert(0, Formula::Atom(literals.remove(at).clone()));
    }
    None
}

/// The literals of a conjunction that are atoms.
fn positive<'f>(body: &'f [Formula], into: &mut Vec<&'f Atom>) {
    for part in body {
        match part {
            Formula::Atom(atom) if atom.relation != Symbol::DISTINCT => into.push(atom),
            Formula::And(parts, _) => positive(parts, into),
            _ => {}
        }
    }
}

/// A name that says of what there is some.
fn wish(names: &Names, part: &Formula) -> String {
    let mut name = None;
    crate::syntax::each_atom(std::slice::from_ref(part), &mut |atom| {
        name = name.or(match (atom.relation, atom.args.last()) {
            (Symbol::TRUE | Symbol::DOES | Symbol::NEXT, Some(Term::Compound(name, ..) | Term::Constant(name, _))) => {
                Some(*name)
            }
            (relation, _) => Some(relation),
        });
    });
    format!("some_{}", name.map_or("case", |name| names.text(name)))
}

/// The variables of a part that stand elsewhere in the rule too, each once, in order.
fn shared(rule: &Rule, part: &Formula) -> Vec<Term> {
    let mut elsewhere: FxHashMap<Symbol, isize> = FxHashMap::default();
    rule.each_variable(&mut |variable, _| *elsewhere.entry(variable).or_default() += 1);
    part.each_variable(&mut |variable, _| *elsewhere.entry(variable).or_default() -= 1);
    let mut shared = Vec::new();
    part.each_variable(&mut |variable, span| {
        // Taken out, so that it comes once.
        if elsewhere.remove(&variable).is_some_and(|count| count > 0) {
            shared.push(Term::Variable(variable, span));
        }
    });
    shared
}

/// The smallest part that is negated and holds all occurrences of a variable; `None` where there is none, or it is no
/// atom or connective: `distinct` of anything is no question.
fn scope(rule: &Rule, variable: Symbol) -> Option<Path> {
    let mut total = 0_usize;
    rule.each_variable(&mut |other, _| total += usize::from(other == variable));
    let mut seek = Seek { variable, total, path: Vec::new(), found: None };
    for (number, literal) in rule.body.iter().enumerate() {
        seek.path.push(number);
        seek.count(literal, true);
        seek.path.pop();
    }
    let path = seek.found?;
    (!matches!(part(&rule.body, &path)?, Formula::Distinct(..) | Formula::Equal(..))).then_some(path)
}

struct Seek {
    variable: Symbol,
    total: usize,
    path: Path,
    found: Option<Path>,
}

impl Seek {
    /// Counts the occurrences in a formula; the first negated one with all of them is the smallest.
    fn count(&mut self, formula: &Formula, positive: bool) -> usize {
        let count = match formula {
            Formula::Not(inner, _) => self.inner(inner, 0, !positive),
            Formula::And(parts, _) | Formula::Or(parts, _) => {
                parts.iter().enumerate().map(|(number, part)| self.inner(part, number, positive)).sum()
            }
            leaf => {
                let mut count = 0;
                leaf.each_variable(&mut |other, _| count += usize::from(other == self.variable));
                count
            }
        };
        if count == self.total && !positive && self.found.is_none() {
            self.found = Some(self.path.clone());
        }
        count
    }

    fn inner(&mut self, formula: &Formula, number: usize, positive: bool) -> usize {
        self.path.push(number);
        let count = self.count(formula, positive);
        self.path.pop();
        count
    }
}

fn part<'f>(body: &'f [Formula], path: &[usize]) -> Option<&'f Formula> {
    let (first, rest) = path.split_first()?;
    rest.iter().try_fold(body.get(*first)?, |formula, &number| match formula {
        Formula::Not(inner, _) => Some(&**inner),
        Formula::And(parts, _) | Formula::Or(parts, _) => parts.get(number),
        _ => None,
    })
}

fn part_mut<'f>(body: &'f mut [Formula], path: &[usize]) -> Option<&'f mut Formula> {
    let (first, rest) = path.split_first()?;
    rest.iter().try_fold(body.get_mut(*first)?, |formula, &number| match formula {
        Formula::Not(inner, _) => Some(&mut **inner),
        Formula::And(parts, _) | Formula::Or(parts, _) => parts.get_mut(number),
        _ => None,
    })
}
