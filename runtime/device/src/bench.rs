//! Random playouts as what a test bench in Verilog plays and expects.

use gdl2hdl_hdl::bench::{self, Enter};
use gdl2hdl_play::engine::{Codec, Engine, EngineError};
use gdl2hdl_play::record::{Job, RecordError, Summary, play};
use gdl2hdl_play::trace::{Goals, Legal, Record, State};
use thiserror::Error;

/// One of so many states of a playout is loaded into a bench's module.
const LOADED: u64 = 5;

/// Why there are no records for a bench.
#[derive(Debug, Error)]
pub enum BenchError {
    /// The playouts could not be played.
    #[error(transparent)]
    Record(#[from] RecordError),
    /// There is more to show than a bench can hold.
    #[error("{states} states take more than a bench can hold: ask for fewer playouts or steps")]
    TooLong {
        /// States until then.
        states: usize,
    },
}

/// Plays random playouts as [`gdl2hdl_play::record::record`] does, and gives what a module that was emitted for the game must show: bits as
/// `codec` has them. Each playout begins with a reset; of its other states each fifth one is loaded.
///
/// # Errors
/// See [`BenchError`].
pub fn bench_records(
    engine: &mut dyn Engine,
    codec: &Codec,
    job: &Job,
    out_of_time: &dyn Fn() -> bool,
) -> Result<Vec<bench::Record>, BenchError> {
    let (mut records, mut before) = (Vec::new(), None);
    // Each vector takes whole words.
    let widths =
        [codec.layout().registers, codec.num_moves(), codec.num_moves(), codec.num_goals(), codec.num_percepts()];
    let words: usize = widths.iter().map(|width| width.div_ceil(64)).sum::<usize>() + 1;
    let mut each = |record: &Record| {
        if records.len() >= bench::MAX_WORDS / words {
            return Err(BenchError::TooLong { states: records.len() });
        }
        let enter = match &before {
            None => Enter::Reset,
            Some(_) if record.step % LOADED == LOADED - 1 => Enter::Load,
            Some(before) => step_from(codec, before).map_err(RecordError::from)?,
        };
        records.push(bits(codec, record, enter).map_err(RecordError::from)?);
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
