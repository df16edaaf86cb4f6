//! Recording: random playouts of an engine, written as a trace.

use crate::engine::{Codec, Engine, EngineError};
use crate::trace::{Goals, Header, Legal, Record, State, TraceWriter};
use gdl2hdl_gdl::random::SplitMix64;
use gdl2hdl_gdl::remedy::{Remedied, Remedy};
use gdl2hdl_hdl::bench::{self, Enter};
use std::io::{self, Write};
use thiserror::Error;

/// One of so many states of a playout is loaded into a bench's module.
const LOADED: u64 = 5;

/// What to record.
#[derive(Clone, Debug)]
pub struct Job {
    /// Name of the game, for the header.
    pub game: String,
    /// File of the game, for the header.
    pub file: String,
    /// Number of playouts.
    pub playouts: u64,
    /// Steps after which a playout is cut off.
    pub max_steps: u64,
    /// Seed of all choices: the same seed gives the same trace.
    pub seed: u64,
    /// Whether what the roles see of each move is recorded: of use where the rules speak of `sees`.
    pub percepts: bool,
}

/// What was recorded.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Summary {
    /// Playouts that reached a terminal state.
    pub finished: u64,
    /// Playouts cut off at the step limit.
    pub truncated: u64,
    /// Playouts that ended because some role had no legal move.
    pub stuck: u64,
    /// States written.
    pub states: u64,
}

/// A recording that failed.
#[derive(Debug, Error)]
pub enum RecordError {
    /// The engine failed.
    #[error(transparent)]
    Engine(#[from] EngineError),
    /// The trace can't be written.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// There is more to show than a bench can hold.
    #[error("{states} states take more than a bench can hold: ask for fewer playouts or steps")]
    TooLong {
        /// States until then.
        states: usize,
    },
    /// The caller's clock ran out; what was written so far is a sound trace.
    #[error("stopped at the deadline after {states} states")]
    Deadline {
        /// States written until then.
        states: u64,
    },
}

impl Remedied for RecordError {
    fn remedies(&self) -> Vec<Remedy> {
        if let Self::Engine(error) = self { error.remedies() } else { Vec::new() }
    }
}

/// Plays random playouts from the initial state and writes every state in full.
/// `out_of_time` is asked before every state.
///
/// # Errors
/// See [`RecordError`].
pub fn record(
    engine: &mut dyn Engine,
    job: &Job,
    out: impl Write,
    out_of_time: &dyn Fn() -> bool,
) -> Result<Summary, RecordError> {
    let header =
        Header { game: job.game.clone(), file: job.file.clone(), roles: engine.roles().to_vec(), shared: false };
    let mut writer = TraceWriter::new(out, &header)?;
    let mut summary = Summary::default();
    play(engine, job, &mut |record| Ok(writer.write(record)?), &mut summary, out_of_time)?;
    writer.finish()?;
    Ok(summary)
}

/// Plays random playouts as [`record`] does, and gives what a module that was emitted for the game must show: bits as
/// `codec` has them. Each playout begins with a reset; of its other states each fifth one is loaded.
///
/// # Errors
/// See [`RecordError`].
pub fn bench_records(
    engine: &mut dyn Engine,
    codec: &Codec,
    job: &Job,
    out_of_time: &dyn Fn() -> bool,
) -> Result<Vec<bench::Record>, RecordError> {
    let (mut records, mut before) = (Vec::new(), None);
    // Each vector takes whole words.
    let widths =
        [codec.layout().registers, codec.num_moves(), codec.num_moves(), codec.num_goals(), codec.num_percepts()];
    let words: usize = widths.iter().map(|width| width.div_ceil(64)).sum::<usize>() + 1;
    let mut each = |record: &Record| {
        if records.len() >= bench::MAX_WORDS / words {
            return Err(RecordError::TooLong { states: records.len() });
        }
        let enter = match &before {
            None => Enter::Reset,
            Some(_) if record.step % LOADED == LOADED - 1 => Enter::Load,
            Some(before) => step_from(codec, before)?,
        };
        records.push(bits(codec, record, enter)?);
        before = record.joint.is_some().then(|| record.clone());
        Ok(())
    };
    play(engine, job, &mut each, &mut Summary::default(), out_of_time)?;
    Ok(records)
}

/// The step out of a recorded state, and what is seen of it.
fn step_from(codec: &Codec, from: &Record) -> Result<Enter, EngineError> {
    let mut does = vec![false; codec.num_moves()];
    for (role, action) in from.joint.iter().flatten().enumerate() {
        does[codec.move_bit(role, action)?] = true;
    }
    let mut sees = vec![false; codec.num_percepts()];
    for (role, percepts) in from.sees.iter().flatten().enumerate() {
        for percept in percepts {
            sees[codec.percept_bit(role, percept)?] = true;
        }
    }
    Ok(Enter::Step { does, sees })
}

/// A state that was recorded in full.
fn bits(codec: &Codec, record: &Record, enter: Enter) -> Result<bench::Record, EngineError> {
    let facts: &[String] = if let State::Facts(facts) = &record.state { facts } else { &[] };
    let (mut legal, mut goal) = (vec![false; codec.num_moves()], vec![false; codec.num_goals()]);
    if let Some(Legal::Moves(moves)) = &record.legal {
        for (role, actions) in moves.iter().enumerate() {
            for action in actions {
                legal[codec.move_bit(role, action)?] = true;
            }
        }
    }
    for (role, goals) in record.goals.iter().flatten().enumerate() {
        let values = match goals {
            Goals::One(value) => std::slice::from_ref(value),
            Goals::Values(values) => values,
            Goals::NotOne => &[],
        };
        for value in values {
            goal[codec.goal_bit(role, *value)?] = true;
        }
    }
    let state = codec.encode(facts)?.iter().by_vals().collect();
    Ok(bench::Record { enter, state, legal, goal, terminal: record.terminal == Some(true) })
}

/// All playouts of the job; the summary holds what was written, also after an error.
fn play(
    engine: &mut dyn Engine,
    job: &Job,
    each: Each<'_>,
    summary: &mut Summary,
    out_of_time: &dyn Fn() -> bool,
) -> Result<(), RecordError> {
    match all(engine, job, each, summary, out_of_time) {
        Err(RecordError::Engine(error)) if error.is_out_of_time() => {
            Err(RecordError::Deadline { states: summary.states })
        }
        ended => ended,
    }
}

/// Takes every state that was played.
type Each<'e> = &'e mut dyn FnMut(&Record) -> Result<(), RecordError>;

fn all(
    engine: &mut dyn Engine,
    job: &Job,
    each: Each<'_>,
    summary: &mut Summary,
    out_of_time: &dyn Fn() -> bool,
) -> Result<(), RecordError> {
    let mut random = SplitMix64(job.seed);
    for playout in 0..job.playouts {
        engine.reset()?;
        for step in 0.. {
            if out_of_time() {
                return Err(RecordError::Deadline { states: summary.states });
            }
            let (mut record, moves) = observe(engine, playout, step)?;
            let stuck = moves.iter().any(Vec::is_empty);
            let end = match record.terminal {
                Some(true) => Some(&mut summary.finished),
                _ if step >= job.max_steps => Some(&mut summary.truncated),
                _ if stuck => Some(&mut summary.stuck),
                _ => None,
            };
            let ended = end.map(|count| *count += 1).is_some();
            if !ended {
                let joint: Vec<String> = moves.iter().map(|moves| pick(&mut random, moves).clone()).collect();
                record.sees = if job.percepts { Some(engine.sees(&joint)?) } else { None };
                record.joint = Some(joint);
            }
            each(&record)?;
            summary.states += 1;
            match &record.joint {
                Some(joint) => engine.step(joint)?,
                None => break,
            }
        }
    }
    Ok(())
}

/// Everything about the engine's state, and the legal moves once more.
fn observe(engine: &mut dyn Engine, playout: u64, step: u64) -> Result<(Record, Vec<Vec<String>>), EngineError> {
    let roles = engine.roles().len();
    let moves = (0..roles).map(|role| engine.legal(role)).collect::<Result<Vec<_>, _>>()?;
    let goals = (0..roles).map(|role| engine.goals(role).map(recorded)).collect::<Result<Vec<_>, _>>()?;
    let record = Record {
        line: 0,
        playout,
        step,
        state: State::Facts(engine.state()?),
        legal: Some(Legal::Moves(moves.clone())),
        terminal: Some(engine.terminal()?),
        goals: Some(goals),
        joint: None,
        sees: None,
    };
    Ok((record, moves))
}

fn recorded(values: Vec<i64>) -> Goals {
    if let [value] = values[..] { Goals::One(value) } else { Goals::Values(values) }
}

/// One of `list`, which is not empty.
pub(crate) fn pick<'l, T>(random: &mut SplitMix64, list: &'l [T]) -> &'l T {
    // What is below a length is an index.
    &list[random.index(list.len())]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::example;
    use crate::replay::{Options, replay};
    use crate::trace::TraceReader;

    fn job(seed: u64) -> Job {
        Job { game: "lamps".into(), file: String::new(), playouts: 20, max_steps: 3, seed, percepts: true }
    }

    fn recorded_with(seed: u64) -> (Vec<u8>, Summary) {
        let mut bytes = Vec::new();
        let summary = record(&mut example::lamps(), &job(seed), &mut bytes, &|| false).unwrap();
        (bytes, summary)
    }

    #[test]
    fn a_recorded_trace_replays() {
        let (bytes, summary) = recorded_with(1);
        assert_eq!(summary.finished + summary.truncated, 20);
        assert!(summary.finished > 0 && summary.truncated > 0);
        let trace = TraceReader::new(&bytes[..]).unwrap();
        let report = replay(&mut example::lamps(), trace, &Options::default()).unwrap();
        assert_eq!((report.differences.len(), report.states, report.playouts), (0, summary.states, 20));
        assert!(String::from_utf8_lossy(&bytes).contains(r#""sees":{"you":["(was off)"]}"#));
    }

    #[test]
    fn the_seed_decides() {
        assert_eq!(recorded_with(1), recorded_with(1));
        assert_ne!(recorded_with(1).0, recorded_with(2).0);
    }

    #[test]
    fn the_generator_is_the_published_one() {
        let mut random = SplitMix64(1_234_567);
        assert_eq!([random.word(), random.word()], [6_457_827_717_110_365_317, 3_203_168_211_198_807_973]);
    }
}
