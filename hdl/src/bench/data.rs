//! Records as text for `$readmemh`: one 64-bit word a line, so that no line grows with the game.
//!
//! A record is a head word, then vectors, each padded to whole words, lowest word first: the moves that lead to it
//! and what is seen of them (after a step only), state, legal, goal. The head has the way in (bits 1:0) and `terminal` (bit 2).

use super::{BenchError, Enter, MAX_WORDS, Record, WORD, Widths};
use std::fmt::Write;

/// Way in: reset.
pub(super) const RESET: u64 = 0;
/// Way in: load.
pub(super) const LOAD: u64 = 1;
/// Way in: step.
pub(super) const STEP: u64 = 2;

/// The text and its number of words.
pub(super) fn data(records: &[Record], widths: &Widths) -> Result<(String, usize), BenchError> {
    let words = records.iter().map(|record| words(record, widths)).fold(0, usize::saturating_add);
    if words > MAX_WORDS {
        return Err(BenchError::TooLong { words });
    }
    let mut out = String::new();
    for (index, record) in records.iter().enumerate() {
        put(&mut out, index, record).unwrap_or_default(); // Writing to a string can't fail.
    }
    Ok((out, words))
}

fn words(record: &Record, widths: &Widths) -> usize {
    let step = if matches!(record.enter, Enter::Step { .. }) { [widths.moves, widths.sees] } else { [0, 0] };
    let vectors = [step[0], step[1], widths.bases, widths.moves, widths.goals];
    vectors.iter().fold(1_usize, |sum, width| sum.saturating_add(width.div_ceil(WORD)))
}

fn put(out: &mut String, index: usize, record: &Record) -> std::fmt::Result {
    let (way, does, sees): (u64, &[bool], &[bool]) = match &record.enter {
        Enter::Reset => (RESET, &[], &[]),
        Enter::Load => (LOAD, &[], &[]),
        Enter::Step { does, sees } => (STEP, does, sees),
    };
    writeln!(out, "// record {index}\n{:016x}", way | u64::from(record.terminal) << 2)?;
    for vector in [does, sees, &record.state, &record.legal, &record.goal] {
        for bits in vector.chunks(WORD) {
            let word = bits.iter().rev().fold(0_u64, |word, bit| word << 1 | u64::from(*bit));
            writeln!(out, "{word:016x}")?;
        }
    }
    Ok(())
}
