//! Tests a line: a board says again what it is told.

use super::{DeviceError, LinkOptions, Linked, Transport};
use crate::link::message::MAX_ECHO;
use crate::link::{Identity, LinkStats};
use gdl2hdl_gdl::random::SplitMix64;
use gdl2hdl_net::playout::generator::mix;
use std::time::Duration;

/// What is sent.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct EchoTest {
    /// Frames.
    pub frames: u64,
    /// Words of each, at most [`MAX_ECHO`].
    pub words: usize,
    /// Seed of the words, which are random.
    pub seed: u64,
}

/// What came back.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Echoes {
    /// Who said it.
    pub board: Identity,
    /// Frames that were answered.
    pub frames: u64,
    /// Answers that were whole, but wrong.
    pub wrong: u64,
    /// Time of them all.
    pub elapsed: Duration,
    /// Longest time of a frame and its answer.
    pub longest: Duration,
    /// What happened on the link.
    pub stats: LinkStats,
}

impl EchoTest {
    /// Speaks with whatever board there is. What was under way on it is dropped. `go_on` is told how many frames are
    /// done, and may end the test.
    ///
    /// # Errors
    /// [`DeviceError`]: the line does not work at all.
    pub fn run(self, transport: impl Transport, mut go_on: impl FnMut(u64) -> bool) -> Result<Echoes, DeviceError> {
        let mut linked = Linked::open(transport, None, LinkOptions::default(), || !go_on(0))?;
        let start = linked.transport().now();
        let (mut frames, mut wrong, mut longest, mut random) = (0, 0, Duration::ZERO, SplitMix64(mix(self.seed)));
        while frames < self.frames && go_on(frames) {
            let before = linked.transport().now();
            let words: Vec<u32> = (0..self.words.min(MAX_ECHO)).map(|_| word(&mut random)).collect();
            match linked.echo(&words, || !go_on(frames)) {
                Err(DeviceError::Stopped) => break,
                said => wrong += u64::from(said? != words),
            }
            longest = longest.max(linked.transport().now().saturating_sub(before));
            frames += 1;
        }
        let elapsed = linked.transport().now().saturating_sub(start);
        Ok(Echoes { board: *linked.board(), frames, wrong, elapsed, longest, stats: linked.stats() })
    }
}

/// The next random word.
fn word(random: &mut SplitMix64) -> u32 {
    let [a, b, c, d, ..] = random.word().to_le_bytes();
    u32::from_le_bytes([a, b, c, d])
}
