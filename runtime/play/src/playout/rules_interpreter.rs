//! Playouts by an engine of sentences alone, for games that are too large to be grounded.
//!
//! The same job gives the same kind of report, and playouts are those of the definition but for the draws: how many bits
//! a role's pick takes, and from which generator, follows from the moves a role ever has, which nobody knows without
//! grounding. Here each role has a generator of its own, and all the bits of it. Moves are numbered in the order they
//! always have, bytewise among the legal ones. States have no bits: a job is played from the initial state.

use super::lanes::{Lanes, draw};
use super::{
    Job, JobError, JointMove, MAX_BYTES, MAX_FIRST_MOVES, Observer, PlayError, PlayoutEngine, Report, StartReport,
    StartState, State, StepRecord, Tally,
};
use crate::engine::{Engine, EngineError, Layout};
use gdl2hdl_gdl::id::id;
use gdl2hdl_net::playout::Draws;
use gdl2hdl_net::playout::generator::Generator;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::ControlFlow;

/// An engine that plays from the initial state, whatever that is.
pub struct RulesInterpreter<E> {
    engine: E,
    initial: Vec<String>,
    /// For each role the legal moves of the initial state.
    first_moves: Vec<Vec<String>>,
    /// For each role the goal values met in the last job.
    goals: Vec<BTreeSet<i64>>,
    max_bytes: u64,
}

/// How a playout ended.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
enum End {
    /// For each role its goal value; `None` where it does not have exactly one.
    Finished(Vec<Option<i64>>),
    Truncated,
    Stuck,
}

/// Playouts of one kind: their first moves, if any was made, and their end. With their number and their steps.
type Ends = BTreeMap<(Option<JointMove>, End), (u64, u64)>;

impl<E: Engine> RulesInterpreter<E> {
    /// Takes an engine, which plays from its initial state.
    ///
    /// # Errors
    /// When the engine can't say what is legal there.
    pub fn new(mut engine: E) -> Result<Self, PlayError> {
        engine.reset()?;
        let initial = engine.state()?;
        let roles = 0..engine.roles().len();
        let first_moves = roles.map(|role| engine.legal(role)).collect::<Result<Vec<_>, EngineError>>()?;
        let goals = vec![BTreeSet::new(); first_moves.len()];
        Ok(Self { engine, initial, first_moves, goals, max_bytes: MAX_BYTES })
    }

    /// The lanes of a job may take so many bytes.
    #[must_use]
    pub fn within(self, max_bytes: u64) -> Self {
        Self { max_bytes, ..self }
    }

    /// A start state for jobs: the initial one, which has no bits here.
    #[must_use]
    pub fn start() -> StartState {
        StartState::initial(State::new())
    }

    /// What the numbers in the last job's report stand for: moves of the initial state, and goal values that were met.
    #[must_use]
    pub fn layout(&self) -> Layout {
        Layout {
            roles: self.engine.roles().to_vec(),
            registers: 0,
            bases: Vec::new(),
            moves: self.first_moves.clone(),
            goals: self.goals.iter().map(|values| values.iter().copied().collect()).collect(),
            // No report counts percepts.
            sees: vec![Vec::new(); self.goals.len()],
        }
    }

    fn check(&self, job: &Job) -> Result<(), PlayError> {
        job.check(0)?;
        let starts = job.starts.len() as u64;
        if job.slots > 1 {
            return Err(PlayError::OneSlot);
        }
        if starts > 1 {
            return Err(JobError::Lanes { starts, lanes: job.lanes }.into());
        }
        let count = self.first_moves.iter().fold(1_u64, |n, moves| n.saturating_mul(moves.len() as u64));
        if job.first_moves && count > MAX_FIRST_MOVES { Err(PlayError::FirstMoves(count)) } else { Ok(()) }
    }

    /// One playout; `None` when the job was stopped.
    fn playout(
        &mut self,
        generators: &mut [Generator],
        draws: &Draws,
        max_steps: u64,
        observer: &dyn Observer,
    ) -> Result<Option<(Option<JointMove>, End, u64)>, PlayError> {
        self.engine.load(&self.initial)?;
        let (mut first, mut steps) = (None, 0);
        loop {
            if observer.stopped() {
                return Ok(None);
            }
            if self.engine.terminal()? {
                let goals = (0..self.goals.len()).map(|role| self.engine.goals(role));
                let goals = goals.map(|values| Ok(<[i64; 1]>::try_from(values?).ok().map(|[value]| value)));
                return Ok(Some((first, End::Finished(goals.collect::<Result<_, EngineError>>()?), steps)));
            }
            if steps == max_steps {
                return Ok(Some((first, End::Truncated, steps)));
            }
            let drawn = draw(generators, draws);
            let (mut joint, mut numbers) = (Vec::with_capacity(drawn.len()), JointMove::new());
            for (role, (draw, bits)) in drawn.iter().zip(&draws.generators).enumerate() {
                let legal = self.engine.legal(role)?;
                let number = usize::try_from((draw * legal.len() as u64) >> bits).unwrap_or(usize::MAX);
                let Some(mv) = legal.get(number) else { return Ok(Some((first, End::Stuck, steps))) };
                numbers.push(id(number));
                joint.push(mv.clone());
            }
            self.engine.step(&joint)?;
            first.get_or_insert(numbers);
            steps += 1;
        }
    }

    /// One playout of every lane; `None` when the job was stopped before all had ended.
    fn round(
        &mut self,
        job: &Job,
        lanes: &mut Lanes,
        draws: &Draws,
        observer: &dyn Observer,
    ) -> Result<Option<Ends>, PlayError> {
        let mut ends = Ends::new();
        for lane in 0..usize::try_from(job.streams()).unwrap_or(usize::MAX) {
            let playout = match self.playout(lanes.of(lane), draws, job.max_steps, observer) {
                // The interpreter has a clock of its own, and may give up before it is asked to stop.
                Err(PlayError::Engine(_)) if observer.stopped() => None,
                playout => playout?,
            };
            let Some((first, end, steps)) = playout else { return Ok(None) };
            let counts = ends.entry((first.filter(|_| job.first_moves), end)).or_default();
            (counts.0, counts.1) = (counts.0 + 1, counts.1 + steps);
            observer.played(1);
        }
        Ok(Some(ends))
    }

    /// The counts as a report, once all goal values are known.
    fn report(&mut self, job: &Job, ends: &Ends, rounds: u64) -> Report {
        self.goals.iter_mut().for_each(BTreeSet::clear);
        for (_, end) in ends.keys() {
            if let End::Finished(values) = end {
                self.goals.iter_mut().zip(values).for_each(|(all, value)| all.extend(value));
            }
        }
        let values: Vec<Vec<i64>> = self.goals.iter().map(|values| values.iter().copied().collect()).collect();
        let mut start = StartReport::new(values.iter().map(Vec::len), job.first_moves);
        for ((first, end), &(playouts, steps)) in ends {
            add(&mut start.all, &values, end, playouts, steps);
            if let (Some(tallies), Some(first)) = (&mut start.first_moves, first) {
                let none = || Tally::new(values.iter().map(Vec::len));
                add(tallies.entry(first.clone()).or_insert_with(none), &values, end, playouts, steps);
            }
        }
        Report { starts: vec![start], rounds, lanes: job.lanes, complete: rounds == job.per_lane }
    }
}

fn add(tally: &mut Tally, values: &[Vec<i64>], end: &End, playouts: u64, steps: u64) {
    tally.steps += steps;
    match end {
        End::Truncated => tally.truncated += playouts,
        End::Stuck => tally.stuck += playouts,
        End::Finished(goals) => {
            tally.finished += playouts;
            for (role, goal) in goals.iter().enumerate() {
                match goal.and_then(|goal| values[role].binary_search(&goal).ok()) {
                    Some(at) => tally.goals[role][at] += playouts,
                    None => tally.undefined[role] += playouts,
                }
            }
        }
    }
}

impl<E: Engine> PlayoutEngine for RulesInterpreter<E> {
    fn name(&self) -> &str {
        self.engine.name()
    }

    fn prepare(&mut self, job: &Job, _: &dyn Observer) -> Result<(), PlayError> {
        self.check(job)
    }

    fn play(&mut self, job: &Job, observer: &dyn Observer) -> Result<Report, PlayError> {
        self.check(job)?;
        let draws = Draws::alone(self.goals.len());
        let mut lanes = Lanes::new(job.seed, job.streams(), &draws, self.max_bytes)?;
        let (mut ends, mut rounds) = (Ends::new(), 0);
        while rounds < job.per_lane {
            let Some(round) = self.round(job, &mut lanes, &draws, observer)? else { break };
            for (kind, (playouts, steps)) in round {
                let counts = ends.entry(kind).or_default();
                (counts.0, counts.1) = (counts.0 + playouts, counts.1 + steps);
            }
            rounds += 1;
        }
        Ok(self.report(job, &ends, rounds))
    }

    fn trace(
        &mut self,
        _: &Job,
        _: &dyn Observer,
        _: &mut dyn FnMut(StepRecord) -> ControlFlow<()>,
    ) -> Result<(), PlayError> {
        Err(PlayError::NoBits)
    }
}

#[cfg(test)]
mod tests {
    use super::super::Unobserved;
    use super::*;
    use crate::engine;
    use gdl2hdl_gdl::interpret;
    use gdl2hdl_gdl::syntax;

    const GAME: &str = "(role a) (role b) (init (n 0)) (succ 0 1) (succ 1 2) (succ 2 3) (legal a up) (legal a stay)
        (legal b noop) (<= (next (n ?y)) (true (n ?x)) (does a up) (succ ?x ?y))
        (<= (next (n ?x)) (true (n ?x)) (does a stay)) (<= terminal (true (n 3)))
        (<= (goal a 100) (true (n 3))) (<= (goal b 50) (true (n 3))) (<= (goal b 60) (true (n 3)))";

    fn played(job: &Job) -> (Report, Layout) {
        let sheet = syntax::kif::parse(GAME).sheet;
        let engine = engine::interpreter(&sheet, interpret::InterpreterLimits::default()).unwrap();
        let mut player = RulesInterpreter::new(engine).unwrap();
        let report = player.play(job, &Unobserved).unwrap();
        (report, player.layout())
    }

    #[test]
    fn playouts_are_counted_as_always() {
        let start = RulesInterpreter::<engine::Interpreted>::start();
        let job =
            Job { starts: vec![start], lanes: 8, per_lane: 4, slots: 1, seed: 1, max_steps: 4, first_moves: true };
        let (report, layout) = played(&job);
        let all = &report.starts[0].all;
        assert_eq!((all.playouts(), all.stuck, report.complete), (32, 0, true));
        assert!(all.finished > 0 && all.truncated > 0, "{all:?}");
        // One role has one value, the other has two at once.
        assert_eq!((&all.goals[0], all.undefined[1]), (&vec![all.finished], all.finished));
        assert_eq!(layout.goals, [vec![100], vec![]]);
        assert_eq!(layout.moves, [vec!["stay".to_owned(), "up".to_owned()], vec!["noop".to_owned()]]);
        let moves: u64 = report.starts[0].first_moves.iter().flatten().map(|(_, tally)| tally.playouts()).sum();
        assert_eq!(moves, 32);
        assert_eq!(played(&job).0, report);
        assert_ne!(played(&Job { seed: 2, ..job }).0, report);
    }
}
