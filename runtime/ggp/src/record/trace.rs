//! Records as a trace, which `replay` compares with any engine.

use super::{End, MatchRecord, StateHash, Step};
use gdl2hdl_play::trace::{Goals, Header, Record, State, TraceWriter};
use std::io::{self, Write};
use thiserror::Error;

/// Why matches become no trace.
#[derive(Debug, Error)]
pub enum TraceOfError {
    /// No match was given.
    #[error("a trace without a match")]
    Empty,
    /// Matches of several games were given.
    #[error("the matches `{0}` and `{1}` are of different games")]
    Games(String, String),
    /// The trace can't be written.
    #[error(transparent)]
    Io(#[from] io::Error),
}

/// Writes matches of one game as a trace: each is a playout, its states are known by their digests.
///
/// # Errors
/// [`TraceOfError`].
pub fn write_trace<W: Write>(matches: &[MatchRecord], out: W) -> Result<W, TraceOfError> {
    let first = matches.first().ok_or(TraceOfError::Empty)?;
    let same = |record: &&MatchRecord| record.game.sha256 == first.game.sha256 && record.roles == first.roles;
    if let Some(other) = matches.iter().find(|record| !same(record)) {
        return Err(TraceOfError::Games(first.id.clone(), other.id.clone()));
    }
    let (game, roles) = (first.game.name.clone(), first.roles.clone());
    let mut writer = TraceWriter::new(out, &Header { game, file: String::new(), roles, shared: false })?;
    for (playout, record) in (0..).zip(matches) {
        for (number, step) in (0..).zip(&record.steps) {
            writer.write(&moved(playout, number, step))?;
        }
        writer.write(&last(playout, record))?;
    }
    Ok(writer.finish()?)
}

fn moved(playout: u64, number: u64, step: &Step) -> Record {
    let (joint, sees) = (Some(step.moves.clone()), step.sees.clone());
    Record { terminal: Some(false), joint, sees, ..at(playout, number, &step.state) }
}

/// The last state. Where the match did not come to its end, nothing is said of it.
fn last(playout: u64, record: &MatchRecord) -> Record {
    let is_end = record.end == End::Terminal;
    let values = record.values.iter().map(|value| value.map_or(Goals::NotOne, Goals::One));
    let goals = is_end.then(|| values.collect());
    let state = at(playout, record.steps.len() as u64, &record.last);
    Record { terminal: is_end.then_some(true), goals, ..state }
}

fn at(playout: u64, step: u64, state: &StateHash) -> Record {
    let state = State::Digest(state.facts, state.sha.clone());
    Record { line: 0, playout, step, state, legal: None, terminal: None, goals: None, joint: None, sees: None }
}
