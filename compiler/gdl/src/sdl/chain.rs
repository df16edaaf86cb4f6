//! The order of the steps: from `step` and `successor` to a list.

mod order;

use super::structure::{atom, function, of_state};
use super::vocabulary::Vocabulary;
use crate::check::collector::Diagnostics;
use crate::check::spelling::Spelling;
use crate::diagnostics::{Diagnostic, Severity};
use crate::interpret::{Interpreter, InterpreterLimits};
use crate::syntax::{Rule, Sheet, Span, Symbol, Term, each_atom, kif};
use rustc_hash::{FxHashMap, FxHashSet};
use std::cell::Cell;

/// Most steps and pairs of steps that rules may make.
const MOST_FACTS: usize = 1_000_000;
/// How often the evaluation of such rules may ask whether to go on.
const PATIENCE: u32 = 20_000;

/// The steps in order.
#[derive(Default)]
pub(super) struct Chain {
    steps: Vec<Symbol>,
    index: FxHashMap<Symbol, usize>,
}

impl Chain {
    pub(super) fn step(&self, index: usize) -> Option<Symbol> {
        self.steps.get(index).copied()
    }

    pub(super) fn index(&self, step: Symbol) -> Option<usize> {
        self.index.get(&step).copied()
    }

    pub(super) fn len(&self) -> usize {
        self.steps.len()
    }

    fn new(steps: Vec<Symbol>) -> Self {
        let index = steps.iter().enumerate().map(|(at, &step)| (step, at)).collect();
        Self { steps, index }
    }
}

/// What a sheet says of steps, each with the place that says so.
#[derive(Default)]
struct Said {
    /// What `step` says.
    steps: Vec<(Symbol, Span)>,
    /// What `successor` says.
    pairs: Vec<(Symbol, Symbol, Span)>,
}

/// The order of the steps; empty after an error.
pub(super) fn chain(
    sheet: &Sheet,
    vocabulary: Vocabulary,
    spelling: Spelling<'_>,
    diagnostics: &mut Diagnostics,
) -> Chain {
    let of_steps = |rule: &&Rule| vocabulary.is_step(&rule.head) || vocabulary.is_successor(&rule.head);
    let rules: Vec<&Rule> = sheet.rules.iter().filter(of_steps).collect();
    let said = match facts(&rules, vocabulary) {
        Some(said) => said,
        None => match evaluated(sheet, &rules, vocabulary) {
            Ok(said) => said,
            Err(reason) => {
                let span = rules.iter().find(|rule| !rule.body.is_empty()).map(|rule| rule.span);
                let message = format!("the steps can't be worked out: {reason}");
                diagnostics.push(Diagnostic::new(
                    Severity::Error,
                    "G508",
                    message,
                    span,
                    "state them as facts".to_owned(),
                ));
                return Chain::default();
            }
        },
    };
    order::ordered(&said, spelling, diagnostics)
}

/// What facts say; `None` when there are rules, or facts that are not ground constants.
fn facts(rules: &[&Rule], vocabulary: Vocabulary) -> Option<Said> {
    let mut said = Said::default();
    for rule in rules {
        let constant = |arg: &Term| match arg {
            Term::Constant(name, _) => Some(*name),
            Term::Variable(..) | Term::Compound(..) => None,
        };
        let names: Option<Vec<Symbol>> = rule.head.args.iter().map(constant).collect();
        match names?.as_slice() {
            _ if !rule.body.is_empty() => return None,
            [step] if vocabulary.is_step(&rule.head) => said.steps.push((*step, rule.head.span)),
            [one, next] if vocabulary.is_successor(&rule.head) => said.pairs.push((*one, *next, rule.head.span)),
            _ => {}
        }
    }
    Some(said)
}

/// What rules say: they and all they depend on are run as a small game, whose first state has the steps.
fn evaluated(sheet: &Sheet, rules: &[&Rule], vocabulary: Vocabulary) -> Result<Said, String> {
    let mut symbols = sheet.symbols.clone();
    let (one, two) = (symbols.intern("_one_step"), symbols.intern("_two_steps"));
    let [x, y] = ["_#x", "_#y"].map(|name| symbols.intern_exact(name));
    let mut small: Vec<Rule> = needed(sheet, rules).into_iter().cloned().collect();
    for rule in rules {
        let (keyword, variables) = if vocabulary.is_step(&rule.head) { (one, vec![x]) } else { (two, vec![x, y]) };
        let span = rule.span;
        let args: Vec<Term> = variables.into_iter().map(|name| Term::Variable(name, span)).collect();
        let body = vec![crate::syntax::Formula::Atom(atom(rule.head.relation, args.clone(), span))];
        small.push(Rule { head: of_state(Symbol::INIT, function(keyword, args, span), span), body, span });
    }
    let asked = Cell::new(0);
    let stop = move || {
        asked.set(asked.get() + 1);
        asked.get() > PATIENCE
    };
    let limits = InterpreterLimits { max_facts: MOST_FACTS, stop: Box::new(stop), ..InterpreterLimits::default() };
    let small = Sheet { symbols, rules: small };
    let mut game = Interpreter::new(&small, limits).map_err(|error| error.to_string())?;
    let text: String = game.initial().facts().iter().flat_map(|fact| [fact.as_str(), "\n"]).collect();
    let span = rules.first().map_or(Span::NOWHERE, |rule| rule.span);
    read_back(&text, &small, span)
}

/// The facts of that game's first state.
fn read_back(text: &str, game: &Sheet, span: Span) -> Result<Said, String> {
    let parsed = kif::parse(text).sheet;
    let mut said = Said::default();
    for rule in &parsed.rules {
        let name = |arg: &Term| match arg {
            Term::Constant(name, _) => game.symbols.get(parsed.symbols.name(*name)),
            Term::Variable(..) | Term::Compound(..) => None,
        };
        let names: Option<Vec<Symbol>> = rule.head.args.iter().map(name).collect();
        match names.as_deref() {
            Some(&[step]) => said.steps.push((step, span)),
            Some(&[one, next]) => said.pairs.push((one, next, span)),
            _ => return Err("a step is not a constant".to_owned()),
        }
    }
    Ok(said)
}

/// The rules that others depend on, themselves among them.
fn needed<'s>(sheet: &'s Sheet, rules: &[&Rule]) -> Vec<&'s Rule> {
    let mut by_head: FxHashMap<(Symbol, usize), Vec<usize>> = FxHashMap::default();
    for (number, rule) in sheet.rules.iter().enumerate() {
        by_head.entry(rule.head.key()).or_default().push(number);
    }
    let mut open: Vec<(Symbol, usize)> = rules.iter().map(|rule| rule.head.key()).collect();
    let mut seen: FxHashSet<(Symbol, usize)> = open.iter().copied().collect();
    let mut found = Vec::new();
    while let Some(key) = open.pop() {
        for &number in by_head.get(&key).into_iter().flatten() {
            found.push(number);
            each_atom(&sheet.rules[number].body, &mut |atom| {
                let key = atom.key();
                if seen.insert(key) {
                    open.push(key);
                }
            });
        }
    }
    found.sort_unstable();
    found.dedup();
    found.into_iter().map(|number| &sheet.rules[number]).collect()
}
