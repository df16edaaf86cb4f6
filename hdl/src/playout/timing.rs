//! When things happen in a step of a core: where registers cut the way from state to state.

use super::config::Config;
use super::picks::Picks;
use super::search::{FEW, Piece, Run, largest, runs};
use gdl2hdl_gdl::id::id;
use gdl2hdl_gdl::observer::{Observer, Stopped};
use gdl2hdl_net::stages::{Around, Cuts, StepNet};

/// Clocks of the pieces of a step, in their order. All together they are one less than playouts in flight: the state
/// register is there anyway.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Timing {
    /// From the state to the legal moves.
    pub(super) legal: usize,
    /// From these to the move that is picked.
    pub(super) pick: Run,
    /// From the move to the next state, and whether it is the end.
    pub(super) next: usize,
    /// Whether draws come a cycle before they are needed: in engines with multipliers, where there is one behind the counts,
    /// as these have registers for both.
    pub(super) early: bool,
}

/// How a step of a core is cut. **Units:** cycles after the one in which the state is read.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Pipeline {
    /// When random bits are drawn, and pieces of seeds are taken.
    pub draw: usize,
    /// When the joint move is made: the time of the debug ports of a move.
    pub made: usize,
    /// When the next state is there: the time of the debug ports of an end. One less than there are stages.
    pub end: usize,
    /// Levels of LUTs of the longest stage: an estimate, carries being counted as about as slow levels.
    pub levels: u32,
    /// Registers that the cuts take in the logic of the game, beside the state.
    pub registers: usize,
    /// Registers that they take in the picks: an estimate.
    pub picked: usize,
}

/// Levels behind the next state, to the state register; behind its end, which a wide choice depends on.
const BEHIND_NEXT: u32 = 1;
const BEHIND_END: u32 = 3;
/// Levels of the count of playouts that may begin, of up to two cores of a lane, and one more for each two further ones: a
/// core's place among those that want one follows from all before it. With four it is not the longest path of engines that
/// meet 108 MHz on an iCE40 HX.
const COUNT: u32 = 4;
/// Timings of which it is found out how many registers they take in the logic of the game.
const MOST_STAGED: usize = 16;

/// Levels of the count of playouts that may begin.
fn count(config: Config) -> u32 {
    COUNT + config.cores_per_lane.saturating_sub(2).div_ceil(2)
}

impl Timing {
    /// The cuts of a step, in its longest stage as few levels as may be, then in all stages as few registers.
    ///
    /// # Errors
    /// [`Stopped`] by the observer: what is the best of all cuts is known only in the end.
    pub(super) fn new(
        step: &StepNet,
        pieces: &[Piece],
        config: Config,
        observer: &dyn Observer,
    ) -> Result<Self, Stopped> {
        let cuts = config.stages() as usize - 1;
        let mut all: Vec<(usize, Run)> = runs(pieces, cuts).into_iter().enumerate().collect();
        all.sort_by_key(|(_, run)| run.most());
        let mut best = u32::MAX;
        let mut equal = Vec::new();
        for (number, run) in all {
            // None of those to come has fewer levels.
            if run.most() > best {
                break;
            }
            let rest = cuts - run.clocks();
            for legal in 0..=rest {
                observer.go_on()?;
                let timing = Self { legal, pick: run, next: rest - legal, early: false };
                let levels = timing.least_levels(step);
                if levels < best {
                    equal.clear();
                    best = levels;
                }
                if levels == best {
                    equal.push((run.registers, number, timing));
                }
            }
        }
        equal.sort_by_key(|(registers, number, _)| (*registers, *number));
        let mut fewest: Option<(usize, Self)> = None;
        for (picked, _, timing) in equal.into_iter().take(MOST_STAGED) {
            observer.go_on()?;
            let registers = step.stage(timing.cuts(), timing.around(), observer)?.total_registers() + picked;
            if fewest.as_ref().is_none_or(|(least, _)| registers < *least) {
                fewest = Some((registers, timing));
            }
        }
        let timing = fewest.map(|(_, timing)| timing).unwrap_or_default();
        Ok(Self { early: config.multipliers && timing.pick.waits_behind(pieces), ..timing })
    }

    /// Levels of the longest stage of a step.
    fn least_levels(&self, step: &StepNet) -> u32 {
        self.pick.inner.max(step.least_levels(self.cuts(), self.around()))
    }

    /// Levels of the longest stage.
    pub(super) fn levels(&self, step: &StepNet, config: Config) -> u32 {
        count(config).max(self.least_levels(step))
    }

    /// What lies around the logic of the game in its clocks: what a pick adds to those of its ends, and what is behind an
    /// end.
    pub(super) fn around(&self) -> Around {
        let Run { first, last, .. } = self.pick;
        Around { behind_legal: first, before_does: last, behind_next: BEHIND_NEXT, behind_end: BEHIND_END }
    }

    /// How the logic of the game is cut.
    pub(super) fn cuts(&self) -> Cuts {
        Cuts { legal: id(self.legal), pick: id(self.does() - self.legal), next: id(self.next) }
    }

    /// When it is known how many steps a playout has made: a cycle after the state, where that is before anybody
    /// needs it. Whether a playout ends is known late in a cycle; behind it no sum has to be made in the same one.
    pub(super) fn tallied(&self) -> usize {
        usize::from(self.does() > 0 && self.end() > 1)
    }

    /// When random bits are drawn: a cycle before they are needed, if that can be.
    pub(super) fn draw(&self) -> usize {
        self.drawn().saturating_sub(1)
    }

    /// When the draws come to the pickers.
    pub(super) fn drawn(&self) -> usize {
        self.counted() - usize::from(self.early)
    }

    /// When it is known how many moves are legal, and the draws are needed.
    pub(super) fn counted(&self) -> usize {
        self.legal + self.pick.cuts.counted()
    }

    /// When it would spare registers to make legal moves anew, for the search of a number among them: a move takes a LUT
    /// then, and else a register for each cycle. With few moves that LUT is a part of one that is there anyway.
    pub(super) fn again(&self, picks: &Picks) -> Option<u32> {
        let ahead = self.pick.cuts.counted() + self.pick.cuts.scaled();
        let most = largest(picks);
        let spares = if most <= FEW { ahead > 0 } else { ahead > 1 };
        spares.then(|| id(self.number()))
    }

    /// When the numbers of the picks are there.
    pub(super) fn number(&self) -> usize {
        self.counted() + self.pick.cuts.scaled()
    }

    /// When the picks of the largest picker come out of it.
    fn pick(&self) -> usize {
        self.number() + self.pick.cuts.searched()
    }

    /// When the picks are made.
    pub(super) fn does(&self) -> usize {
        self.pick() + self.pick.cuts.picked as usize
    }

    /// When the next state is there, in the last clock of a step.
    pub(super) fn end(&self) -> usize {
        self.does() + self.next
    }
}
