//! Recording: random playouts of an engine, written as a trace.

use crate::engine::{Engine, EngineError};
use crate::trace::{Goals, Header, Legal, Record, State, TraceWriter};
use gdl2hdl_gdl::random::SplitMix64;
use gdl2hdl_gdl::remedy::{Remedied, Remedy};
use std::io::{self, Write};
use thiserror::Error;

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
    play(engine, job, &mut |record| writer.write(record).map_err(RecordError::from), &mut summary, out_of_time)?;
    writer.finish()?;
    Ok(summary)
}

/// Plays all playouts of the job: `each` is shown every state of them, and may end it with an error. The summary holds
/// what was shown, also after an error.
///
/// # Errors
/// See [`RecordError`]; and those of `each`.
pub fn play<E: From<RecordError>>(
    engine: &mut dyn Engine,
    job: &Job,
    each: &mut dyn FnMut(&Record) -> Result<(), E>,
    summary: &mut Summary,
    out_of_time: &dyn Fn() -> bool,
) -> Result<(), E> {
    let mut random = SplitMix64(job.seed);
    for playout in 0..job.playouts {
        engine.reset().map_err(|error| stopped(error, summary.states))?;
        for step in 0.. {
            if out_of_time() {
                return Err(RecordError::Deadline { states: summary.states }.into());
            }
            let record = chosen(engine, job, [playout, step], &mut random, summary)
                .map_err(|error| stopped(error, summary.states))?;
            each(&record)?;
            summary.states += 1;
            match &record.joint {
                Some(joint) => engine.step(joint).map_err(|error| stopped(error, summary.states))?,
                None => break,
            }
        }
    }
    Ok(())
}

/// An engine that ran out of time ended at the deadline.
fn stopped(error: EngineError, states: u64) -> RecordError {
    if error.is_out_of_time() { RecordError::Deadline { states } } else { error.into() }
}

/// The engine's state, with a random joint move if the playout goes on; counts how it ended if not.
fn chosen(
    engine: &mut dyn Engine,
    job: &Job,
    [playout, step]: [u64; 2],
    random: &mut SplitMix64,
    summary: &mut Summary,
) -> Result<Record, EngineError> {
    let (mut record, moves) = observe(engine, playout, step)?;
    let stuck = moves.iter().any(Vec::is_empty);
    match record.terminal {
        Some(true) => summary.finished += 1,
        _ if step >= job.max_steps => summary.truncated += 1,
        _ if stuck => summary.stuck += 1,
        _ => {
            let joint: Vec<String> = moves.iter().map(|moves| pick(random, moves).clone()).collect();
            record.sees = if job.percepts { Some(engine.sees(&joint)?) } else { None };
            record.joint = Some(joint);
        }
    }
    Ok(record)
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
