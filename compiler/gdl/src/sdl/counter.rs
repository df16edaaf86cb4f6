//! Which step it is, for rules that use steps as values.
//!
//! Steps are counted as far as rules ask. After that no step holds, for good: nothing a rule says of a fixed step is true
//! again. One fact for each step is readable and takes as many flip-flops as there are steps; a binary number takes as many
//! as it has digits. The smaller one is taken, the readable one when both are the same: that is up to two steps.
//!
//! The binary number ends at all ones, which is no step; so it stays there by itself, and begins where it has to.

use super::chain::Chain;
use super::names::Names;
use super::structure::{atom, function, of_state};
use crate::syntax::{Atom, Formula, Rule, Span, Symbol, Term};
use std::collections::BTreeSet;

/// What rules ask.
#[derive(Default)]
pub(super) struct Counter {
    relation: Option<Symbol>,
    /// Single steps.
    asked: BTreeSet<usize>,
    /// Whether all are asked for.
    all: bool,
}

impl Counter {
    /// The atom that holds when it is the step of a term; steps that are asked for one by one are given by number.
    pub(super) fn at(&mut self, step: Term, number: Option<usize>, names: &mut Names) -> Formula {
        match number {
            Some(number) => _ = self.asked.insert(number),
            None => self.all = true,
        }
        let relation = *self.relation.get_or_insert_with(|| names.fresh("at_step"));
        let span = step.span();
        Formula::Atom(atom(relation, vec![step], span))
    }

    /// The rules that count.
    pub(super) fn into_rules(self, chain: &Chain, names: &mut Names) -> Vec<Rule> {
        let Some(relation) = self.relation else { return Vec::new() };
        let length = if self.all { chain.len() } else { self.asked.last().map_or(0, |last| last + 1) };
        let steps: Vec<Symbol> = (0..length).filter_map(|number| chain.step(number)).collect();
        let asked = |number: &usize| self.all || self.asked.contains(number);
        // All ones is no step.
        let digits = usize::BITS as usize - length.leading_zeros() as usize;
        if length <= digits {
            by_facts(relation, &steps, asked, names)
        } else {
            in_binary(relation, &steps, digits, asked, names)
        }
    }
}

const NOWHERE: Span = Span { start: 0, end: 0 };

fn constant(name: Symbol) -> Term {
    Term::Constant(name, NOWHERE)
}

fn rule(head: Atom, body: Vec<Atom>) -> Rule {
    Rule { head, body: body.into_iter().map(Formula::Atom).collect(), span: NOWHERE }
}

/// A fact for each step.
fn by_facts(relation: Symbol, steps: &[Symbol], asked: impl Fn(&usize) -> bool, names: &mut Names) -> Vec<Rule> {
    let name = names.fresh("now_step");
    let fact =
        |keyword: Symbol, step: Symbol| of_state(keyword, function(name, vec![constant(step)], NOWHERE), NOWHERE);
    let first = steps.first().map(|&step| rule(fact(Symbol::INIT, step), Vec::new()));
    let pairs = steps.iter().zip(steps.iter().skip(1));
    let next = pairs.map(|(&one, &other)| rule(fact(Symbol::NEXT, other), vec![fact(Symbol::TRUE, one)]));
    let views = steps.iter().enumerate().filter(|(number, _)| asked(number));
    let views =
        views.map(|(_, &step)| rule(atom(relation, vec![constant(step)], NOWHERE), vec![fact(Symbol::TRUE, step)]));
    first.into_iter().chain(next).chain(views).collect()
}

/// A binary number, lowest digit first.
fn in_binary(
    relation: Symbol,
    steps: &[Symbol],
    digits: usize,
    asked: impl Fn(&usize) -> bool,
    names: &mut Names,
) -> Vec<Rule> {
    let name = names.fresh("step_bit");
    let numbers: Vec<Symbol> = (0..digits).map(|digit| names.symbols.intern(&digit.to_string())).collect();
    let bit = |keyword: Symbol, digit: usize| {
        of_state(keyword, function(name, vec![constant(numbers[digit])], NOWHERE), NOWHERE)
    };
    let is = |digit: usize| Formula::Atom(bit(Symbol::TRUE, digit));
    let is_not = |digit: usize| Formula::Not(Box::new(is(digit)), NOWHERE);
    let begin = (1_usize << digits) - 1 - steps.len();
    let mut rules = Vec::new();
    for digit in 0..digits {
        if begin >> digit & 1 == 1 {
            rules.push(rule(bit(Symbol::INIT, digit), Vec::new()));
        }
        let mut next = |body: Vec<Formula>| rules.push(Rule { head: bit(Symbol::NEXT, digit), body, span: NOWHERE });
        // A digit that is set stays when a lower one is not set, and when all are.
        (0..digit).for_each(|lower| next(vec![is(digit), is_not(lower)]));
        next((0..digits).map(is).collect());
        // One that is not set is set when all lower ones are.
        next((0..digit).map(is).chain([is_not(digit)]).collect());
    }
    for (number, &step) in steps.iter().enumerate().filter(|(number, _)| asked(number)) {
        let code = begin + number;
        let body = (0..digits).map(|digit| if code >> digit & 1 == 1 { is(digit) } else { is_not(digit) }).collect();
        rules.push(Rule { head: atom(relation, vec![constant(step)], NOWHERE), body, span: NOWHERE });
    }
    rules
}

#[cfg(test)]
mod tests {
    use super::super::tests::played;

    /// A game that ends at a step, and says at which it is.
    fn counted(steps: usize, ends: usize) -> Vec<usize> {
        let order: String = (1..steps).map(|step| format!("successor({step},{})\n", step + 1)).collect();
        let text =
            format!("role(r)\n{order}legal(r,go,N) :- step(N)\nstep({steps})\ngoal(r,7,{ends})\nterminal({ends})\n");
        let text: String = text + &(1..steps).map(|step| format!("step({step})\n")).collect::<String>();
        played(&text, 40).iter().map(|at| usize::from(at.terminal)).collect()
    }

    #[test]
    fn a_step_holds_once_however_long_play_goes_on() {
        for steps in [1, 2, 3, 4, 6, 7, 8, 9, 20] {
            for ends in 1..=steps {
                let wanted: Vec<usize> = (1..=40).map(|step| usize::from(step == ends)).collect();
                assert_eq!(counted(steps, ends), wanted, "{ends} of {steps}");
            }
        }
    }
}
