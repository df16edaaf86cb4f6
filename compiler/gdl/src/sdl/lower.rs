//! The whole sheet: words are checked, relations and the order of steps found, rules lowered one by one; what they need
//! beside themselves comes at the end.

use super::Lowered;
use super::before;
use super::case::Case;
use super::chain::{Chain, chain};
use super::counter::Counter;
use super::history::History;
use super::names::Names;
use super::relations::{Key, Relations};
use super::rules::{Made, is_unbound};
use super::structure::alternatives;
use super::vocabulary::{Vocabulary, Word};
use crate::check::collector::Diagnostics;
use crate::check::spelling::Spelling;
use crate::diagnostics::Diagnostic;
use crate::syntax::{Atom, Rule, Sheet, Symbol, each_atom};
use rustc_hash::FxHashSet;
use std::collections::BTreeSet;

/// See [`super::lower`].
pub(super) fn sheet(sheet: &Sheet, spelling: Spelling<'_>, max_history: usize) -> Lowered {
    let vocabulary = Vocabulary::of(spelling);
    let mut diagnostics = Diagnostics::default();
    let mut names = Names::new(sheet.symbols.clone());
    let order = chain(sheet, vocabulary, spelling, &mut diagnostics);
    let relations = Relations::of(sheet, vocabulary, &mut names);
    let case = Case { spelling, vocabulary, relations: &relations, chain: &order, max_history };
    let made = Made { names, history: History::default(), counter: Counter::default() };
    let mut lowering =
        Whole { case: &case, made, diagnostics, rules: Vec::new(), refused: Vec::new(), warned: BTreeSet::new() };
    sheet.rules.iter().for_each(|rule| lowering.rule(rule));
    lowering.finished(&order)
}

/// The sheet on its way.
struct Whole<'c> {
    case: &'c Case<'c>,
    made: Made,
    diagnostics: Diagnostics,
    rules: Vec<Rule>,
    /// What stands for declarations that were reported: they can be left out where nothing asks for them.
    refused: Vec<Rule>,
    /// Relations whose missing steps were told.
    warned: BTreeSet<Key>,
}

impl Whole<'_> {
    fn rule(&mut self, rule: &Rule) {
        let case = self.case;
        if !case.vocabulary.check(rule, case.spelling, &mut self.diagnostics) {
            self.refused.extend(Rule::refused(rule.head.relation, rule.span));
            return;
        }
        if case.relations.find(&rule.head).is_none() {
            self.fixed(rule);
            return;
        }
        self.warn(rule);
        let Some(bodies) = alternatives(&rule.body, &|atom| case.vocabulary.is_successor(atom)) else {
            let message = "this rule stands for too many, since `successor` stands in its disjunctions".to_owned();
            let help = "write the rules one by one, or take `successor` out of the disjunctions";
            self.diagnostics.push(Diagnostic::error("G210", message, rule.span, help));
            return;
        };
        for body in bodies {
            match case.lower(&rule.head, &body, rule.span, &mut self.made) {
                Ok(rules) => self.rules.extend(rules),
                Err(faults) => faults.into_iter().for_each(|fault| self.diagnostics.push(fault)),
            }
        }
    }

    /// A rule whose head has to do with no step: it stays as it is, if its body has not either.
    fn fixed(&mut self, rule: &Rule) {
        let mut dynamic: Option<&Atom> = None;
        each_atom(&rule.body, &mut |atom| {
            if dynamic.is_none() && self.case.relations.find(atom).is_some() {
                dynamic = Some(atom);
            }
        });
        let Some(atom) = dynamic else {
            self.rules.push(rule.clone());
            return;
        };
        self.refused.extend(Rule::refused(rule.head.relation, rule.span));
        let (head, body) = (self.case.spelling.name(rule.head.relation), self.case.spelling.atom(atom));
        let message = format!("{head} is the same at all steps, it cannot depend on {body}");
        self.diagnostics.push(Diagnostic::error("G516", message, atom.span, "use relations that speak of no state"));
    }

    /// Tells of steps that are left out, and of a head's step that nothing binds.
    fn warn(&mut self, rule: &Rule) {
        let case = self.case;
        let mut slips = Vec::new();
        let mut look = |atom: &Atom| {
            let key = atom.key();
            if case.relations.find(atom).is_some_and(|relation| relation.is_slip) && self.warned.insert(key) {
                slips.push(atom.clone());
            }
        };
        look(&rule.head);
        each_atom(&rule.body, &mut look);
        for atom in slips {
            let message =
                format!("{} stands without its step: the step of its rule is meant", case.spelling.atom(&atom));
            let help = "write the step as the last argument, as elsewhere in the text";
            self.diagnostics.push(Diagnostic::warning("G502", message, atom.span, help));
        }
        let step = case.relations.find(&rule.head).and_then(|relation| relation.parted(&rule.head).0);
        if let Some(step) = step.filter(|step| is_unbound(step, &rule.body)) {
            let message =
                format!("nothing binds step {}: the rule is taken to hold at every step", case.spelling.term(step));
            let help = case.spelling.example(
                "add `(step ?n)` to the body, the variable being the one of the head",
                "add `step(N)` to the body, the variable being the one of the head",
            );
            self.diagnostics.push(Diagnostic::warning("G515", message, step.span(), help));
        }
    }

    fn finished(mut self, order: &Chain) -> Lowered {
        let Made { mut names, history, counter } = self.made;
        before::divide(&mut self.rules, self.case.spelling, &mut names, &mut self.diagnostics);
        let kept = history.into_rules();
        let counting = counter.into_rules(order, &mut names);
        let are_more = !kept.is_empty() || !counting.is_empty();
        self.rules.extend(kept);
        self.rules.extend(counting);
        let asked = asked(&self.rules);
        self.refused.retain(|rule| !asked.contains(&rule.head.relation));
        if are_more {
            undeclare(&mut self.rules, asked.contains(&Symbol::BASE), &mut names);
        }
        forget_order(&mut self.rules, self.case.vocabulary);
        self.rules.append(&mut self.refused);
        let diagnostics = self.diagnostics.into_sorted();
        Lowered { sheet: Sheet { symbols: names.symbols, rules: self.rules }, diagnostics }
    }
}

/// Takes `base` away: it does not know the facts that were added, and grounding finds all of them without it. Where rules
/// ask for it, it stays under another name.
fn undeclare(rules: &mut Vec<Rule>, is_asked: bool, names: &mut Names) {
    if !is_asked {
        rules.retain(|rule| rule.head.relation != Symbol::BASE);
        return;
    }
    let name = names.fresh("declared_base");
    for rule in rules.iter_mut() {
        super::structure::rename(rule, Symbol::BASE, name);
    }
}

/// The names of all relations that rules ask for.
fn asked(rules: &[Rule]) -> FxHashSet<Symbol> {
    let mut asked = FxHashSet::default();
    for rule in rules {
        each_atom(&rule.body, &mut |atom| {
            asked.insert(atom.relation);
        });
    }
    asked
}

/// Takes `step` and `successor` away where nothing asks for them any more.
fn forget_order(rules: &mut Vec<Rule>, vocabulary: Vocabulary) {
    let is_order = |atom: &Atom| matches!(vocabulary.word(atom.relation), Word::Step | Word::Successor);
    let mut asked = BTreeSet::new();
    for rule in rules.iter() {
        each_atom(&rule.body, &mut |atom| {
            // A rule for `step` may ask for `step` itself: that keeps neither.
            if is_order(atom) && atom.relation != rule.head.relation {
                asked.insert(atom.relation);
            }
        });
    }
    rules.retain(|rule| !is_order(&rule.head) || asked.contains(&rule.head.relation));
}
