//! What a session is given, and what it tells.

use super::super::Identity;
use std::time::Duration;

/// Bits of a byte on the line: eight, and a start and a stop bit.
const BITS_OF_BYTE: u32 = 10;

/// How long things may take.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Timing {
    /// A byte on the line.
    pub byte: Duration,
    /// Until an answer, beside the time its bytes take: USB adapters and operating systems keep bytes for a while.
    pub latency: Duration,
    /// Silence after which a device that has jobs is asked how it is.
    pub poll: Duration,
    /// Until a refused job is offered again.
    pub busy: Duration,
    /// Frames without answer after which the link is given up. Time-outs grow, so eight of them take some ten seconds.
    pub tries: u32,
}

impl Timing {
    /// What suits a line of so many bits a second.
    #[must_use]
    pub fn of_baud(baud: u32) -> Self {
        Self {
            byte: Duration::from_secs(1) * BITS_OF_BYTE / baud.max(1),
            latency: Duration::from_millis(250),
            poll: Duration::from_millis(100),
            busy: Duration::from_millis(20),
            tries: 8,
        }
    }
}

/// What a session begins with.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Setup {
    /// Who must be at the other end; `None` for anyone.
    pub expected: Option<Identity>,
    /// How long things may take.
    pub timing: Timing,
    /// Number of the first session. Should not be that of an earlier program: chosen at random. 0 means 1.
    pub session: u16,
}

/// What a caller gets to know.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Event {
    /// The device answered and is who it must be: for the first time, or after it was reset.
    Opened(Identity),
    /// A job is done. Comes once for each.
    Report {
        /// The job's tag.
        tag: u32,
        /// The report, as in `hdl/INTERFACE.md`.
        words: Vec<u32>,
    },
    /// The device was reset, or another program spoke with it.
    Reset {
        /// The session it says it is in.
        session: u16,
    },
    /// Jobs are sent again.
    Repeated {
        /// How many.
        jobs: u64,
    },
    /// The device has dropped what was cancelled.
    Cancelled,
    /// What the device was told to say.
    Echo(Vec<u32>),
}
