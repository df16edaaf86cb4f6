//! Rules that other rules make superfluous: the same conclusion under fewer conditions, a conclusion from itself,
//! literals that stand in a body twice.
//!
//! **Source:** θ-subsumption: Robinson, A machine-oriented logic based on the resolution principle (J. ACM 12, 1965);
//! Plotkin, A note on inductive generalization (Machine Intelligence 5, 1970).

use super::required::Required;
use super::walk::{ground_all, same_atom, same_formula};
use super::{Pace, Refused};
use crate::{TermId, Terms};
use gdl2hdl_gdl::syntax::{Atom, Formula, Rule, Sheet, Symbol, Term};
use rustc_hash::FxHashMap;

/// Steps of matching two rules before they are taken for independent.
const MAX_STEPS: u32 = 2_000;
/// Steps in all; then the rest is left as it is.
const MAX_WORK: u32 = 20_000_000;

/// What was superfluous.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Tidied {
    pub rules: usize,
    pub literals: usize,
}

/// Removes what is superfluous. Of equal rules the first one stays.
pub(super) fn tidy(sheet: &mut Sheet, pace: &mut Pace<'_>) -> Result<Tidied, Refused> {
    let mut tidied = Tidied::default();
    for rule in &mut sheet.rules {
        tidied.literals += once(&mut rule.body);
    }
    let superfluous = Search::of(sheet).run(pace)?;
    let mut required = Required::of(sheet);
    let before = sheet.rules.len();
    let mut gone = superfluous.into_iter();
    sheet.rules.retain(|rule| !(gone.next() == Some(true) && required.let_go(rule)));
    tidied.rules = before - sheet.rules.len();
    Ok(tidied)
}

/// Takes out literals that stand before; how many.
fn once(body: &mut Vec<Formula>) -> usize {
    let before = body.len();
    let mut kept: Vec<Formula> = Vec::with_capacity(before);
    for part in body.drain(..) {
        if !kept.iter().any(|other| same_formula(other, &part)) {
            kept.push(part);
        }
    }
    *body = kept;
    before - body.len()
}

/// A rule without variables, its literals as sorted numbers: twice the term, and one when negated.
struct Flat {
    head: TermId,
    body: Vec<u64>,
}

struct Search<'s> {
    rules: &'s [Rule],
    flat: Vec<Option<Flat>>,
    /// Flat rules by head and one of their literals; facts by head alone.
    by_literal: FxHashMap<(TermId, Option<u64>), Vec<usize>>,
    /// Other rules by relation.
    open: FxHashMap<(Symbol, usize), Vec<usize>>,
    gone: Vec<bool>,
    work_left: u32,
}

impl<'s> Search<'s> {
    fn of(sheet: &'s Sheet) -> Self {
        let mut terms = Terms::default();
        let flat: Vec<Option<Flat>> = sheet.rules.iter().map(|rule| flat(&mut terms, rule)).collect();
        let gone = vec![false; sheet.rules.len()];
        let (by_literal, open) = (FxHashMap::default(), FxHashMap::default());
        let mut search = Self { rules: &sheet.rules, flat, by_literal, open, gone, work_left: MAX_WORK };
        for (number, rule) in sheet.rules.iter().enumerate() {
            match &search.flat[number] {
                Some(flat) => {
                    search.by_literal.entry((flat.head, flat.body.first().copied())).or_default().push(number);
                }
                None => search.open.entry(rule.head.key()).or_default().push(number),
            }
        }
        search
    }

    /// Looks at the last rules first, so that of equal rules the first one stays.
    fn run(mut self, pace: &mut Pace<'_>) -> Result<Vec<bool>, Refused> {
        for number in (0..self.rules.len()).rev() {
            let before = self.work_left;
            self.gone[number] = follows_from_itself(&self.rules[number]) || self.is_subsumed(number);
            let work = usize::try_from(before - self.work_left).unwrap_or(usize::MAX);
            pace.spend(work, self.rules.len() - number, self.rules.len())?;
        }
        Ok(self.gone)
    }

    fn is_subsumed(&mut self, number: usize) -> bool {
        if let Some(flat) = &self.flat[number] {
            let keys = flat.body.iter().map(|&literal| Some(literal)).chain([None]);
            let others = keys.filter_map(|literal| self.by_literal.get(&(flat.head, literal))).flatten();
            let covers = |&other: &usize| {
                other != number
                    && !self.gone[other]
                    && self.flat[other].as_ref().is_some_and(|o| within(&o.body, &flat.body))
            };
            if others.copied().any(|other| covers(&other)) {
                return true;
            }
        }
        let rule = &self.rules[number];
        let others = self.open.get(&rule.head.key()).map_or(&[][..], Vec::as_slice);
        for &other in others.iter().filter(|&&other| other != number) {
            if self.work_left == 0 {
                return false;
            }
            if self.gone[other] || self.rules[other].body.len() > rule.body.len() {
                continue;
            }
            let mut matching = Matching { bound: Vec::new(), steps: MAX_STEPS.min(self.work_left) };
            let start = matching.steps;
            let found = matching.rules(&self.rules[other], rule);
            self.work_left -= (start - matching.steps).clamp(1, self.work_left);
            if found {
                return true;
            }
        }
        false
    }
}

fn flat(terms: &mut Terms, rule: &Rule) -> Option<Flat> {
    let head = atom(terms, &rule.head)?;
    let literal = |part: &Formula| {
        let (inner, negative) = match part {
            Formula::Not(inner, _) => (&**inner, 1),
            other => (other, 0),
        };
        let Formula::Atom(inner) = inner else { return None };
        Some(u64::from(atom(terms, inner)?.0) << 1 | negative)
    };
    let mut body = rule.body.iter().map(literal).collect::<Option<Vec<_>>>()?;
    body.sort_unstable();
    body.dedup();
    Some(Flat { head, body })
}

fn atom(terms: &mut Terms, atom: &Atom) -> Option<TermId> {
    let args = ground_all(terms, &atom.args)?;
    Some(terms.compound(atom.relation, &args))
}

/// Whether a sorted list holds all of another.
fn within(few: &[u64], many: &[u64]) -> bool {
    few.len() <= many.len() && few.iter().all(|literal| many.binary_search(literal).is_ok())
}

fn follows_from_itself(rule: &Rule) -> bool {
    rule.body.iter().any(|part| matches!(part, Formula::Atom(atom) if same_atom(atom, &rule.head)))
}

/// Finds values for the variables of one rule with which its head is another's, and its body part of the other's.
struct Matching<'a> {
    bound: Vec<(Symbol, &'a Term)>,
    steps: u32,
}

impl<'a> Matching<'a> {
    fn rules(&mut self, general: &'a Rule, special: &'a Rule) -> bool {
        self.terms(&general.head.args, &special.head.args) && self.bodies(&general.body, &special.body)
    }

    fn bodies(&mut self, general: &'a [Formula], special: &'a [Formula]) -> bool {
        let Some((first, rest)) = general.split_first() else { return true };
        special.iter().any(|part| {
            let mark = self.bound.len();
            let found = self.formulas(first, part) && self.bodies(rest, special);
            if !found {
                self.bound.truncate(mark);
            }
            found
        })
    }

    fn formulas(&mut self, general: &'a Formula, special: &'a Formula) -> bool {
        let Some(left) = self.steps.checked_sub(1) else { return false };
        self.steps = left;
        match (general, special) {
            (Formula::Atom(a), Formula::Atom(b)) => a.relation == b.relation && self.terms(&a.args, &b.args),
            (Formula::Not(a, _), Formula::Not(b, _)) => self.formulas(a, b),
            (Formula::And(a, _), Formula::And(b, _)) | (Formula::Or(a, _), Formula::Or(b, _)) => {
                a.len() == b.len() && a.iter().zip(b).all(|(a, b)| self.formulas(a, b))
            }
            (Formula::Distinct(a, b, _), Formula::Distinct(c, d, _))
            | (Formula::Equal(a, b, _), Formula::Equal(c, d, _)) => {
                let mark = self.bound.len();
                if self.term(a, c) && self.term(b, d) {
                    return true;
                }
                self.bound.truncate(mark);
                self.term(a, d) && self.term(b, c)
            }
            _ => false,
        }
    }

    fn terms(&mut self, general: &'a [Term], special: &'a [Term]) -> bool {
        general.len() == special.len() && general.iter().zip(special).all(|(a, b)| self.term(a, b))
    }

    fn term(&mut self, general: &'a Term, special: &'a Term) -> bool {
        match (general, special) {
            (Term::Variable(name, _), _) => match self.bound.iter().find(|(bound, _)| bound == name) {
                Some((_, term)) => super::walk::same_term(term, special),
                None => {
                    self.bound.push((*name, special));
                    true
                }
            },
            (Term::Constant(a, _), Term::Constant(b, _)) => a == b,
            (Term::Compound(f, xs, _), Term::Compound(g, ys, _)) => f == g && self.terms(xs, ys),
            _ => false,
        }
    }
}
