//! When things happen in a step of a core: where registers cut the way from state to state.

use super::picks::{Picks, clog2, pairs};
use gdl2hdl_compiler::net::stages::{Around, Cuts, Step};
use std::iter::zip;

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

/// How a step of a core is cut. **Units:** clocks after the one in which the state is read.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Pipeline {
    /// When random bits are drawn, and pieces of seeds are taken.
    pub draw: usize,
    /// When the joint move is made: the time of the debug ports of a move.
    pub made: usize,
    /// When the next state is there: the time of the debug ports of an end. One less than there are stages.
    pub end: usize,
    /// Levels of look-up tables of the longest stage: an estimate, carries being counted as about as slow levels.
    pub levels: u32,
    /// Registers that the cuts take in the logic of the game, beside the state.
    pub registers: usize,
}

/// Pieces of a pick: count, number drawn, halves, block.
const PIECES: usize = 4;
/// Levels behind the next state, to the state register; behind its end, which a wide choice depends on.
const BEHIND_NEXT: u32 = 1;
const BEHIND_END: u32 = 3;
/// Slots of a picker that finds the one of a number in one piece: as in `hdl/rtl/playout_picker.v`.
pub(super) const FEW: usize = 12;

impl Timing {
    /// The cuts of a step for so many playouts in flight, in its longest stage as few levels as may be, then in all
    /// stages as few registers.
    pub(super) fn new(step: &Step, picks: &Picks, pieces: [u32; PIECES], lanes: usize) -> Self {
        let cuts = lanes - 1;
        let mut best: Option<(u32, Self)> = None;
        let mut equal = Vec::new();
        for mask in 0_usize..1 << PIECES {
            let Some(rest) = cuts.checked_sub(mask.count_ones() as usize) else { continue };
            // A cut behind nothing cuts nothing.
            if (0..PIECES).any(|piece| mask >> piece & 1 == 1 && pieces[piece] == 0) {
                continue;
            }
            for legal in 0..=rest {
                let bit = |piece: usize| mask >> piece & 1;
                let timing =
                    Self { legal, counted: bit(0), scaled: bit(1), halved: bit(2), picked: bit(3), next: rest - legal };
                let levels = timing.levels(step, pieces);
                if best.is_none_or(|(least, _)| levels < least) {
                    equal.clear();
                    best = Some((levels, timing));
                }
                if best.is_some_and(|(least, _)| levels == least) {
                    equal.push(timing);
                }
            }
        }
        let registers = |timing: &Self| {
            let staged = step.stage(timing.cuts(), timing.around(pieces));
            staged.total_registers() + timing.registers(picks)
        };
        equal.into_iter().min_by_key(registers).unwrap_or_default()
    }

    /// Levels of the longest stage.
    pub(super) fn levels(&self, step: &Step, pieces: [u32; PIECES]) -> u32 {
        let inside = self.runs(pieces);
        // The first and the last run of the pick lie beside logic of the game.
        let inner = inside.get(1..inside.len().saturating_sub(1)).and_then(|runs| runs.iter().max());
        step.least_levels(self.cuts(), self.around(pieces)).max(inner.copied().unwrap_or(0))
    }

    /// Levels of the pick between its cuts.
    fn runs(&self, pieces: [u32; PIECES]) -> Vec<u32> {
        let mut runs = vec![0];
        for (levels, cut) in zip(pieces, [self.counted, self.scaled, self.halved, self.picked]) {
            if let Some(run) = runs.last_mut() {
                *run += levels;
            }
            runs.extend((cut > 0).then_some(0));
        }
        runs
    }

    /// What lies around the logic of the game in its clocks.
    pub(super) fn around(&self, pieces: [u32; PIECES]) -> Around {
        let runs = self.runs(pieces);
        let (first, last) = (runs[0], if runs.len() > 1 { runs[runs.len() - 1] } else { 0 });
        Around { behind_legal: first, before_does: last, behind_next: BEHIND_NEXT, behind_end: BEHIND_END }
    }

    /// How the logic of the game is cut.
    pub(super) fn cuts(&self) -> Cuts {
        let clocks = |clocks: usize| u32::try_from(clocks).unwrap_or(u32::MAX);
        let pick = self.counted + self.scaled + self.halved + self.picked;
        Cuts { legal: clocks(self.legal), pick: clocks(pick), next: clocks(self.next) }
    }

    /// About how many registers the picks take.
    fn registers(&self, picks: &Picks) -> usize {
        let of = |slots: usize| {
            let count = clog2(slots + 1) as usize;
            let counts = slots * 2 / 3;
            (self.counted + self.scaled) * (slots + counts)
                + (self.counted + self.scaled) * count
                + self.halved * 2 * count
                + self.picked * slots
        };
        picks.pickers.iter().map(|picker| of(picker.slots())).sum()
    }

    /// When it is known how many steps and playouts a lane has made: a clock after the state, where that is before anybody
    /// needs it. Whether a playout ends is known late in a clock; behind it no sum has to be made in the same one.
    pub(super) fn tallied(&self) -> usize {
        usize::from(self.does() > 0 && self.end() > 1)
    }

    /// When random bits are drawn: a clock before they are needed, if that can be.
    pub(super) fn draw(&self) -> usize {
        self.drawn().saturating_sub(1)
    }

    /// When the draws are needed.
    pub(super) fn drawn(&self) -> usize {
        self.legal + self.counted
    }

    /// When the numbers of the picks are there.
    pub(super) fn number(&self) -> usize {
        self.drawn() + self.scaled
    }

    /// When the picks come out of the pickers.
    pub(super) fn pick(&self) -> usize {
        self.number() + self.halved
    }

    /// When the picks are made.
    pub(super) fn does(&self) -> usize {
        self.pick() + self.picked
    }

    /// When the next state is there, in the last clock of a step.
    pub(super) fn end(&self) -> usize {
        self.does() + self.next
    }
}

/// Levels of the pieces of a pick, of the largest picker: about what `playout_picker` takes on paths of look-up tables,
/// a chain of carries being worth one or two.
pub(super) fn pieces(picks: &Picks, multipliers: bool) -> [u32; PIECES] {
    let slots = picks.pickers.iter().map(|picker| picker.slots()).max().unwrap_or(0);
    if slots == 0 {
        return [0; PIECES];
    }
    let (count, full) = (clog2(slots + 1), clog2(slots).max(2));
    let counted = 1 + (3 * count.saturating_sub(2)).div_ceil(2);
    // Two levels, and a chain of carries for each pair of bits of the count but one.
    let scaled = if multipliers { 4 } else { 2 * pairs(slots) };
    if slots <= FEW {
        return [counted, scaled, 0, 3];
    }
    let width = full.div_ceil(2).max(2);
    let halved = (5 * (full - width)).div_ceil(2) + u32::from(full > width);
    let block = 3 + (7 * (width - 2)).div_ceil(2);
    [counted, scaled, halved, block + 1]
}
