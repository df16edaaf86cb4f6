//! When things happen in a step of a core: which of its registers cut the way from state to state where.

use super::config::Config;

/// Clocks of the pieces of a step, in their order. All together they are one less than playouts in flight: the state
/// register is there anyway.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Timing {
    /// From the state to the legal moves.
    pub(super) legal: usize,
    /// From these to their number.
    pub(super) counted: usize,
    /// From that to the number of the move that is drawn.
    pub(super) scaled: usize,
    /// From that to the block of moves it lies in.
    pub(super) halved: usize,
    /// From that to the move.
    pub(super) picked: usize,
    /// From the move to the next state, and whether it is the end.
    pub(super) next: usize,
}

impl Timing {
    pub(super) fn new(config: &Config) -> Self {
        let mut timing = Self::default();
        for cut in 1..config.lanes_per_core as usize {
            let piece = match cut % 5 {
                1 => &mut timing.scaled,
                2 => &mut timing.next,
                3 => &mut timing.picked,
                4 => &mut timing.counted,
                _ => &mut timing.halved,
            };
            *piece += 1;
        }
        timing
    }

    /// When the draws are needed.
    pub(super) fn draw(&self) -> usize {
        self.legal + self.counted
    }

    /// When the numbers of the picks are there.
    pub(super) fn number(&self) -> usize {
        self.draw() + self.scaled
    }

    /// When the picks come out of the pickers.
    pub(super) fn pick(&self) -> usize {
        self.number() + self.halved
    }

    /// When the joint move is there.
    pub(super) fn does(&self) -> usize {
        self.pick() + self.picked
    }

    /// When the next state is there, in the last clock of a step.
    pub(super) fn end(&self) -> usize {
        self.does() + self.next
    }
}
