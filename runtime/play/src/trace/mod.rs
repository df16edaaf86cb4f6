//! Recorded playouts: JSON lines, plain or gzip. The format is `docs/TRACES.md`.
//!
//! [`TraceReader`] gives one [`Record`] at a time and holds one line in memory; [`TraceWriter`] writes the same
//! format. Neither knows any game: facts and moves are canonical texts, compared byte by byte.

mod digest;
mod error;
mod line;
mod reader;
mod record;
mod shared;
mod writer;

pub use digest::{legal_digest, state_digest};
pub use error::{TraceError, TraceErrorKind};
pub use reader::TraceReader;
pub use record::{Goals, Header, Legal, Record, State};
pub use writer::TraceWriter;
