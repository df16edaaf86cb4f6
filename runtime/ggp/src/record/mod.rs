//! What a match leaves behind: a record as JSON, which becomes a trace that replays.

mod read;
mod trace;
mod values;

pub use read::{MAX_RECORD_BYTES, RecordError};
pub use trace::{TraceOfError, write_trace};
pub use values::{Dialect, End, Fault, FaultKind, GameOf, MatchRecord, Reply, StateHash, Step};

#[cfg(test)]
mod tests;
