//! The simplifier: subgoals and rules that ground facts decide are gone.

use super::facts::{Facts, Found};
use super::required::Required;
use super::unasked::drop_unasked;
use super::walk::{Bindings, Substitution, can_match, same_term};
use super::{Bounds, Made, Pace, Refused, Size};
use gdl2hdl_gdl::check::Checked;
use gdl2hdl_gdl::syntax::{Formula, Rule, Sheet, Span, Symbol, Term};

/// Rounds after which a chain of rules that decide each other is left as it is.
const MAX_ROUNDS: usize = 100;

/// What simplifying gained.
#[derive(Clone, PartialEq, Eq, Debug, serde::Serialize)]
pub struct Simplified {
    /// Before.
    pub before: Size,
    /// After.
    pub after: Size,
    /// Rules that can never hold, or whose head is a fact; and rules and facts that nothing asks for any more.
    pub rules_removed: usize,
    /// Literals that always hold, or never under a negation.
    pub subgoals_removed: usize,
    /// Variables with one possible value, replaced by it.
    pub variables_bound: usize,
}

/// Removes what ground facts decide. A variable that one fact alone can bind is replaced by its value.
///
/// # Errors
/// When the deadline passes.
pub fn simplify(sheet: &Checked, bounds: Bounds<'_>) -> Result<Made<Simplified>, Refused> {
    let (made, gain) = simplified(sheet, bounds)?;
    Made::new(sheet, made, gain)
}

/// The same of any sheet, with nobody to check what comes of it.
pub(super) fn simplified(given: &Sheet, bounds: Bounds<'_>) -> Result<(Sheet, Simplified), Refused> {
    let before = Size::of(given);
    let mut sheet = given.clone();
    let mut gain = Simplified { before, after: before, rules_removed: 0, subgoals_removed: 0, variables_bound: 0 };
    let mut pace = Pace::new(bounds, "simplifying");
    for _ in 0..MAX_ROUNDS {
        if !round(&mut sheet, &mut gain, &mut pace)? {
            break;
        }
    }
    let rules = sheet.rules.len();
    drop_unasked(given, &mut sheet);
    gain.rules_removed += rules - sheet.rules.len();
    gain.after = Size::of(&sheet);
    Ok((sheet, gain))
}

/// One look at every rule; whether another one may find more.
fn round(sheet: &mut Sheet, gain: &mut Simplified, pace: &mut Pace<'_>) -> Result<bool, Refused> {
    let mut required = Required::of(sheet);
    let mut rules = Rules { facts: Facts::of(sheet), gain };
    let total = sheet.rules.len();
    let mut kept = Vec::with_capacity(total);
    let mut more = false;
    for (done, rule) in sheet.rules.iter().enumerate() {
        pace.spend(rule.body.len(), done, total)?;
        let mut looked_at = rule.clone();
        if rules.simplify(&mut looked_at) {
            // A rule that became a fact may decide others.
            more |= looked_at.body.is_empty() && !rule.body.is_empty();
            kept.push(looked_at);
        } else if required.let_go(rule) {
            rules.gain.rules_removed += 1;
            more = true;
        } else {
            kept.push(rule.clone());
        }
    }
    sheet.rules = kept;
    Ok(more)
}

struct Rules<'a> {
    facts: Facts,
    gain: &'a mut Simplified,
}

/// What is known of a formula.
enum Decided {
    True,
    False,
    Open(Formula),
}

impl Rules<'_> {
    /// Simplifies a rule; false when it can go.
    fn simplify(&mut self, rule: &mut Rule) -> bool {
        if rule.body.is_empty() {
            return true;
        }
        let literals = count(&rule.body);
        loop {
            let mut bound = Bindings::default();
            let mut body = Vec::with_capacity(rule.body.len());
            for part in std::mem::take(&mut rule.body) {
                match self.conjunct(part, &mut bound) {
                    Decided::True => {}
                    Decided::False => return false,
                    Decided::Open(Formula::And(parts, _)) => body.extend(parts),
                    Decided::Open(part) => body.push(part),
                }
            }
            rule.body = body;
            if bound.is_empty() {
                break;
            }
            self.gain.variables_bound += bound.len();
            Substitution { terms: &self.facts.terms, bindings: &bound }.rule(rule);
        }
        if self.facts.holds(&rule.head) {
            return false;
        }
        self.gain.subgoals_removed += literals - count(&rule.body);
        true
    }

    /// A part that must hold: one fact alone may bind its variables.
    fn conjunct(&mut self, mut part: Formula, bound: &mut Bindings) -> Decided {
        if !bound.is_empty() {
            Substitution { terms: &self.facts.terms, bindings: bound }.formula(&mut part);
        }
        if let Formula::Atom(atom) = &part
            && let Found::Once(bindings) = self.facts.find(atom)
        {
            bound.extend(bindings);
            return Decided::True;
        }
        self.decide(part)
    }

    fn decide(&mut self, formula: Formula) -> Decided {
        match formula {
            Formula::Atom(ref atom) => match self.facts.find(atom) {
                Found::Never => Decided::False,
                Found::Always => Decided::True,
                Found::Once(_) | Found::Open => Decided::Open(formula),
            },
            Formula::Not(inner, span) => match self.decide(*inner) {
                Decided::True => Decided::False,
                Decided::False => Decided::True,
                Decided::Open(inner) => Decided::Open(Formula::Not(Box::new(inner), span)),
            },
            Formula::And(parts, span) => self.all(parts, span, true),
            Formula::Or(parts, span) => self.all(parts, span, false),
            Formula::Distinct(a, b, span) => match compare(&a, &b) {
                Some(same) => {
                    if same {
                        Decided::False
                    } else {
                        Decided::True
                    }
                }
                None => Decided::Open(Formula::Distinct(a, b, span)),
            },
            Formula::Equal(a, b, span) => match compare(&a, &b) {
                Some(same) => {
                    if same {
                        Decided::True
                    } else {
                        Decided::False
                    }
                }
                None => Decided::Open(Formula::Equal(a, b, span)),
            },
        }
    }

    /// A conjunction, or a disjunction.
    fn all(&mut self, parts: Vec<Formula>, span: Span, conjunction: bool) -> Decided {
        let mut open = Vec::with_capacity(parts.len());
        for part in parts {
            match (self.decide(part), conjunction) {
                (Decided::True, true) | (Decided::False, false) => {}
                (Decided::False, true) => return Decided::False,
                (Decided::True, false) => return Decided::True,
                (Decided::Open(part), _) => open.push(part),
            }
        }
        match (open.len(), conjunction) {
            (0, true) => Decided::True,
            (0, false) => Decided::False,
            (1, _) => open.pop().map_or(Decided::True, Decided::Open),
            (_, true) => Decided::Open(Formula::And(open, span)),
            (_, false) => Decided::Open(Formula::Or(open, span)),
        }
    }
}

/// Whether two terms of a rule are the same; `None` when that depends on variables.
fn compare(a: &Term, b: &Term) -> Option<bool> {
    if same_term(a, b) {
        return Some(true);
    }
    let mut variables = 0;
    [a, b].into_iter().for_each(|term| term.each_variable(&mut |_: Symbol, _| variables += 1));
    if variables == 0 || !can_match(a, b) { Some(false) } else { None }
}

fn count(body: &[Formula]) -> usize {
    let mut literals = 0;
    body.iter().for_each(|part| super::walk::each_literal(part, &mut |_| literals += 1));
    literals
}
