//! Visits all states, as far as they are told apart by the facts that are tracked.

use super::Tracked;
use super::doubled::Doubled;
use crate::Limits;
use gdl2hdl_gdl::interpret::{self, Interpreter, State};
use gdl2hdl_gdl::observer::Observer;
use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// Facts that may hold among those that are not tracked.
const MAX_FACTS: usize = 50_000;
/// Joint moves of a state.
const MAX_MOVES: usize = 2_000;
/// Tracked facts of which it is not known whether they follow: each doubles the states that may.
const MAX_OPEN: usize = 6;
/// Looks at the bounds by the interpreter in one evaluation: the caller's observer is asked between two.
const WORK_AT_ONCE: u64 = 20_000;
/// Bytes of a text in a set, beside its letters: nodes may be half full, and the allocator keeps some more.
const TEXT: usize = 80;
/// Bytes of a class beside its texts: its place in both lists, and a node that is nearly empty.
const CLASS: usize = 400;

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

/// The doubled rules, ready to be asked in all ways of telling states apart.
pub(super) struct Game<'d> {
    doubled: &'d Doubled,
    rules: Interpreter,
    /// Looks at the bounds that are left to the evaluation.
    fuel: Arc<AtomicU64>,
    max_bytes: usize,
}

impl<'d> Game<'d> {
    /// `None` when what depends on no state is too much already: then it is so in all ways.
    pub(super) fn new(doubled: &'d Doubled, limits: Limits) -> Option<Self> {
        let fuel = Arc::new(AtomicU64::new(WORK_AT_ONCE));
        let spent = Arc::clone(&fuel);
        // One thread alone asks: it is no count that others change.
        let stop = move || {
            let left = spent.load(Ordering::Relaxed).saturating_sub(1);
            spent.store(left, Ordering::Relaxed);
            left == 0
        };
        let bounds = interpret::InterpreterLimits {
            max_bytes: limits.max_bytes,
            // The function around each fact.
            max_depth: limits.max_depth + 1,
            stop: Box::new(stop),
            ..interpret::InterpreterLimits::default()
        };
        let rules = Interpreter::new(&doubled.sheet, bounds).ok()?;
        Some(Self { doubled, rules, fuel, max_bytes: limits.max_bytes })
    }
}

struct Explorer<'a, 'd> {
    game: &'a mut Game<'d>,
    tracked: &'a Tracked,
    observer: &'a dyn Observer,
    /// Classes that may be visited.
    states: usize,
    /// Looks at the bounds that are left.
    left: &'a mut u64,
    /// Classes that were met in this round, and those of them that are to be visited.
    known: HashSet<Rc<Facts>>,
    open: Vec<Rc<Facts>>,
    /// Bytes of these.
    classes: usize,
    /// Untracked facts that may hold.
    loose: Facts,
    /// Tracked facts seen.
    seen: Facts,
    moves: BTreeMap<String, BTreeSet<String>>,
    /// Bytes of what was found.
    found: usize,
}

/// Visits every class of states that play may come to. Terminal states have no successors. Gives up beyond so many
/// classes, when the interpreter's work exceeds what is left of it, or when all that is held exceeds the memory bound.
pub(super) fn explore(
    game: &mut Game<'_>,
    tracked: &Tracked,
    (states, left): (usize, &mut u64),
    observer: &dyn Observer,
) -> Result<Reached, Failed> {
    game.rules.restart();
    let moves = game.rules.roles().iter().map(|role| (role.clone(), BTreeSet::new())).collect();
    let (known, open, classes) = (HashSet::new(), Vec::new(), 0);
    let (loose, seen, found) = (Facts::new(), Facts::new(), 0);
    let mut explorer =
        Explorer { game, tracked, observer, states, left, known, open, classes, loose, seen, moves, found };
    explorer.run()?;
    let facts = explorer.seen.into_iter().chain(explorer.loose).collect();
    Ok(Reached { facts, moves: explorer.moves })
}

impl Explorer<'_, '_> {
    /// Visits all states again while more facts turn out to be possible: what a state leads to depends on them.
    fn run(&mut self) -> Result<(), Failed> {
        let init = self.game.rules.initial().facts();
        let (tracked, loose): (Facts, Facts) = init.into_iter().partition(|fact| self.tracked.has(fact));
        loose.iter().for_each(|fact| self.found += added(&mut self.loose, fact));
        loop {
            let before = self.loose.len();
            self.visit_all(tracked.clone())?;
            if self.loose.len() == before {
                return Ok(());
            }
        }
    }

    fn visit_all(&mut self, first: Facts) -> Result<(), Failed> {
        self.known.clear();
        self.classes = 0;
        self.meet(first)?;
        while let Some(state) = self.open.pop() {
            self.visit(&state)?;
            state.iter().for_each(|fact| self.found += added(&mut self.seen, fact));
            if self.loose.len() > MAX_FACTS {
                return Err(Failed::Unbounded);
            }
        }
        Ok(())
    }

    /// Takes in a class that play may come to.
    fn meet(&mut self, class: Facts) -> Result<(), Failed> {
        let bytes = CLASS + class.iter().map(|fact| TEXT + fact.len()).sum::<usize>();
        let class = Rc::new(class);
        if !self.known.insert(Rc::clone(&class)) {
            return Ok(());
        }
        self.open.push(class);
        self.classes += bytes;
        if self.known.len() > self.states || self.held() + self.game.rules.bytes() > self.game.max_bytes {
            return Err(Failed::Unbounded);
        }
        Ok(())
    }

    /// Bytes held beside the interpreter.
    fn held(&self) -> usize {
        self.classes + self.found
    }

    /// Meets what a class of states leads to. Collects its moves and the untracked facts that may follow.
    fn visit(&mut self, tracked: &Facts) -> Result<(), Failed> {
        let Doubled { is, may, .. } = self.game.doubled;
        let facts = tracked.iter().map(|fact| format!("({is} {fact})"));
        let state = State::from_texts(facts.chain(self.loose.iter().map(|fact| format!("({may} {fact})"))));
        let mut choices: Vec<Vec<String>> = Vec::new();
        for role in 0..self.game.rules.roles().len() {
            let moves = self.ask(|rules| rules.legal(&state, role))?;
            if let Some(all) = self.moves.get_mut(&self.game.rules.roles()[role]) {
                moves.iter().for_each(|action| self.found += added(all, action));
            }
            choices.push(moves);
        }
        if self.ask(|rules| rules.terminal(&state))? {
            return Ok(());
        }
        for joint in joint_moves(&choices)? {
            let next = self.ask(|rules| rules.next(&state, &joint))?;
            self.follow(&next.facts())?;
        }
        Ok(())
    }

    /// Meets the classes a state may be in of which these facts, certain and possible ones, are known.
    fn follow(&mut self, facts: &[String]) -> Result<(), Failed> {
        let inside = |fact: &'_ String, of: &str| {
            fact.strip_prefix('(')?.strip_prefix(of)?.strip_prefix(' ')?.strip_suffix(')').map(str::to_owned)
        };
        let Doubled { is, may, .. } = self.game.doubled;
        let certain: Facts = facts.iter().filter_map(|fact| inside(fact, is)).collect();
        let certain: Facts = certain.into_iter().filter(|fact| self.tracked.has(fact)).collect();
        let mut open = Vec::new();
        for fact in facts.iter().filter_map(|fact| inside(fact, may)) {
            if !self.tracked.has(&fact) {
                self.found += added(&mut self.loose, &fact);
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
        classes.into_iter().try_for_each(|class| self.meet(class))
    }

    fn ask<T>(
        &mut self,
        what: impl FnOnce(&mut Interpreter) -> Result<T, interpret::InterpretError>,
    ) -> Result<T, Failed> {
        if self.observer.stopped() {
            return Err(Failed::Stopped);
        }
        let most = (*self.left).min(WORK_AT_ONCE);
        let held = self.held();
        let Game { rules, fuel, max_bytes, .. } = &mut *self.game;
        rules.set_max_bytes(max_bytes.saturating_sub(held));
        fuel.store(most + 1, Ordering::Relaxed);
        let answer = what(rules);
        *self.left -= most.saturating_sub(fuel.load(Ordering::Relaxed).saturating_sub(1));
        answer.map_err(|_| Failed::Unbounded)
    }
}

/// Adds a text to a set; the bytes that takes.
fn added(set: &mut BTreeSet<String>, text: &str) -> usize {
    if set.contains(text) {
        return 0;
    }
    set.insert(text.to_owned());
    TEXT + text.len()
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

#[cfg(test)]
mod tests {
    use super::super::doubled::doubled;
    use super::*;
    use gdl2hdl_gdl::observer::{Reason, Unobserved};
    use gdl2hdl_gdl::syntax::kif;

    /// Eight lamps, one of which is toggled at a time.
    const LAMPS: &str = "(role r) (lamp 1) (lamp 2) (lamp 3) (lamp 4) (lamp 5) (lamp 6) (lamp 7) (lamp 8)
        (<= (legal r (toggle ?l)) (lamp ?l))
        (<= (next (lit ?l)) (does r (toggle ?l)) (not (true (lit ?l))))
        (<= (next (lit ?l)) (true (lit ?l)) (not (does r (toggle ?l))))
        (<= terminal (true over)) (goal r 1)";

    fn visited(max_bytes: usize, observer: &dyn Observer) -> Result<Reached, Failed> {
        let doubled = doubled(&kif::parse(LAMPS).sheet);
        let mut game = Game::new(&doubled, Limits { max_bytes, ..Limits::default() }).unwrap();
        let (exact, mut left) = (Tracked { kinds: None }, u64::MAX);
        let first = explore(&mut game, &exact, (1_000, &mut left), observer);
        // What was visited before changes nothing.
        assert_eq!(explore(&mut game, &exact, (1_000, &mut left), observer), first);
        first
    }

    #[test]
    fn classes_count_as_memory() {
        let reached = visited(1 << 20, &Unobserved).unwrap();
        assert_eq!((reached.facts.len(), reached.moves["r"].len()), (8, 8));
        assert_eq!(visited(128 << 10, &Unobserved), Err(Failed::Unbounded));
    }

    #[test]
    fn who_stops_it_is_heard() {
        struct Gone;
        impl Observer for Gone {
            fn reason(&self) -> Option<Reason> {
                Some(Reason::Signal)
            }
        }
        assert_eq!(visited(1 << 20, &Gone), Err(Failed::Stopped));
    }
}
