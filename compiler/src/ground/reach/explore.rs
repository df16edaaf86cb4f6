//! Visits all states, as far as they are told apart by the facts that are tracked.

use super::Tracked;
use super::doubled::Doubled;
use crate::ground::Limits;
use crate::interpret::{self, Interpreter, State};
use crate::watch::Watch;
use std::cell::Cell;
use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::rc::Rc;

/// Facts that may hold among those that are not tracked.
const MAX_FACTS: usize = 50_000;
/// Joint moves of a state.
const MAX_MOVES: usize = 2_000;
/// Tracked facts of which it is not known whether they follow: each doubles the states that may.
const MAX_OPEN: usize = 6;
/// Looks at the bounds by the interpreter in one evaluation: the caller's watch is asked between two.
const WORK_AT_ONCE: u64 = 20_000;

/// All that can be true or done in the states that play comes to, and perhaps more.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Reached {
    /// Facts, canonical texts.
    pub facts: BTreeSet<String>,
    /// For each role its moves.
    pub moves: BTreeMap<String, BTreeSet<String>>,
}

/// Why an exploration ended without an answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Failed {
    /// The caller said stop.
    Stopped,
    /// These facts tell too many states apart, or too few.
    Unbounded,
}

type Facts = BTreeSet<String>;

struct Explorer<'a> {
    game: Interpreter,
    doubled: &'a Doubled,
    tracked: &'a Tracked,
    watch: &'a dyn Watch,
    fuel: Rc<Cell<u64>>,
    /// Classes that may be visited.
    states: usize,
    /// Looks at the bounds that are left.
    left: &'a mut u64,
    /// Untracked facts that may hold.
    loose: Facts,
    /// Tracked facts seen.
    seen: Facts,
    moves: BTreeMap<String, BTreeSet<String>>,
}

/// Visits every class of states that play may come to. Terminal states have no successors. Gives up beyond so many
/// classes, or when the interpreter's work exceeds what is left of it.
pub(super) fn explore(
    doubled: &Doubled,
    tracked: &Tracked,
    (states, left): (usize, &mut u64),
    limits: Limits,
    watch: &dyn Watch,
) -> Result<Reached, Failed> {
    let fuel = Rc::new(Cell::new(WORK_AT_ONCE));
    let spent = Rc::clone(&fuel);
    let stop = move || {
        spent.set(spent.get().saturating_sub(1));
        spent.get() == 0
    };
    let bounds = interpret::Limits {
        max_bytes: limits.max_bytes,
        // The function around each fact.
        max_depth: limits.max_depth + 1,
        stop: Box::new(stop),
        ..interpret::Limits::default()
    };
    let game = Interpreter::new(&doubled.sheet, bounds).map_err(|_| Failed::Unbounded)?;
    let moves = game.roles().iter().map(|role| (role.clone(), BTreeSet::new())).collect();
    let (loose, seen) = (Facts::new(), Facts::new());
    let mut explorer = Explorer { game, doubled, tracked, watch, fuel, states, left, loose, seen, moves };
    explorer.run()?;
    let facts = explorer.seen.into_iter().chain(explorer.loose).collect();
    Ok(Reached { facts, moves: explorer.moves })
}

impl Explorer<'_> {
    /// Visits all states again while more facts turn out to be possible: what a state leads to depends on them.
    fn run(&mut self) -> Result<(), Failed> {
        let init = self.game.initial().facts();
        let (tracked, loose): (Facts, Facts) = init.into_iter().partition(|fact| self.tracked.has(fact));
        self.loose.extend(loose);
        loop {
            let before = self.loose.len();
            self.visit_all(tracked.clone())?;
            if self.loose.len() == before {
                return Ok(());
            }
        }
    }

    fn visit_all(&mut self, first: Facts) -> Result<(), Failed> {
        let mut known = HashSet::from([first.clone()]);
        let mut open = vec![first];
        while let Some(state) = open.pop() {
            for next in self.visit(&state)? {
                if known.insert(next.clone()) {
                    open.push(next);
                }
            }
            self.seen.extend(state);
            if known.len() > self.states || self.loose.len() > MAX_FACTS {
                return Err(Failed::Unbounded);
            }
        }
        Ok(())
    }

    /// What a class of states leads to. Collects its moves and the untracked facts that may follow.
    fn visit(&mut self, tracked: &Facts) -> Result<Vec<Facts>, Failed> {
        let (is, may) = (&self.doubled.is, &self.doubled.may);
        let facts = tracked.iter().map(|fact| format!("({is} {fact})"));
        let facts: Facts = facts.chain(self.loose.iter().map(|fact| format!("({may} {fact})"))).collect();
        let state = State::from_facts(facts.iter().map(String::as_str));
        let mut choices: Vec<Vec<String>> = Vec::new();
        for role in 0..self.game.roles().len() {
            let moves = self.ask(|game| game.legal(&state, role))?;
            if let Some(all) = self.moves.get_mut(&self.game.roles()[role]) {
                all.extend(moves.iter().cloned());
            }
            choices.push(moves);
        }
        if self.ask(|game| game.terminal(&state))? {
            return Ok(Vec::new());
        }
        let mut found = Vec::new();
        for joint in joint_moves(&choices)? {
            let next = self.ask(|game| game.next(&state, &joint))?;
            found.extend(self.successors(&next.facts())?);
        }
        Ok(found)
    }

    /// The classes a state may be in of which these facts, certain and possible ones, are known.
    fn successors(&mut self, facts: &[String]) -> Result<Vec<Facts>, Failed> {
        let inside = |fact: &'_ String, of: &str| {
            fact.strip_prefix('(')?.strip_prefix(of)?.strip_prefix(' ')?.strip_suffix(')').map(str::to_owned)
        };
        let certain: Facts = facts.iter().filter_map(|fact| inside(fact, &self.doubled.is)).collect();
        let certain: Facts = certain.into_iter().filter(|fact| self.tracked.has(fact)).collect();
        let mut open = Vec::new();
        for fact in facts.iter().filter_map(|fact| inside(fact, &self.doubled.may)) {
            if !self.tracked.has(&fact) {
                self.loose.insert(fact);
            } else if !certain.contains(&fact) {
                open.push(fact);
            }
        }
        if open.len() > MAX_OPEN {
            return Err(Failed::Unbounded);
        }
        let mut classes = vec![certain];
        for fact in open {
            let with = classes.clone().into_iter().map(|mut class| {
                class.insert(fact.clone());
                class
            });
            classes.extend(with.collect::<Vec<_>>());
        }
        Ok(classes)
    }

    fn ask<T>(
        &mut self,
        what: impl FnOnce(&mut Interpreter) -> Result<T, interpret::InterpretError>,
    ) -> Result<T, Failed> {
        if self.watch.stopped() {
            return Err(Failed::Stopped);
        }
        let most = (*self.left).min(WORK_AT_ONCE);
        self.fuel.set(most + 1);
        let answer = what(&mut self.game);
        *self.left -= most.saturating_sub(self.fuel.get().saturating_sub(1));
        answer.map_err(|_| Failed::Unbounded)
    }
}

/// All joint moves of these choices.
fn joint_moves(choices: &[Vec<String>]) -> Result<Vec<Vec<String>>, Failed> {
    let count = choices.iter().try_fold(1_usize, |count, moves| count.checked_mul(moves.len()));
    if count.is_none_or(|count| count > MAX_MOVES) {
        return Err(Failed::Unbounded);
    }
    let mut all: Vec<Vec<String>> = vec![Vec::new()];
    for moves in choices {
        let longer = |joint: &Vec<String>| {
            moves.iter().map(|action| joint.iter().chain([action]).cloned().collect()).collect::<Vec<_>>()
        };
        all = all.iter().flat_map(longer).collect();
    }
    Ok(all)
}
