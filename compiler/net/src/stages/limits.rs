//! How many levels a stage must have at least, and when what is due.
//!
//! Registers cost no levels. So a stage of `n` levels ends at level `n`, the next one at level `2n`, and so on: levels
//! of all stages are counted through, and longest paths say what fits.

use super::graph::{Depths, Due};
use super::{Around, Cuts};

/// When what is due in a step whose stages have a number of levels. Levels are counted through from the state on: those
/// of stage `s` are `s * levels + 1` to `(s + 1) * levels`.
#[derive(Clone, Copy, Debug)]
pub(super) struct StageLimits {
    pub(super) cuts: Cuts,
    pub(super) around: Around,
    /// Levels of each stage, at least 1.
    pub(super) levels: u32,
    /// The level after which the moves are there.
    pub(super) does: u32,
    /// The last level at which legal moves may be made.
    legal: u32,
    next: u32,
    end: u32,
}

impl StageLimits {
    /// The limits with the fewest levels in each stage.
    pub(super) fn new(cuts: Cuts, around: Around, depths: &Depths) -> Self {
        let Around { behind_legal, before_does, behind_next, behind_end } = around;
        let mut levels = 1.max(behind_legal).max(before_does).max(behind_next).max(behind_end);
        loop {
            let limits = Self::with(cuts, around, depths, levels);
            if limits.hold(depths) {
                return limits;
            }
            levels += 1;
        }
    }

    fn with(cuts: Cuts, around: Around, depths: &Depths, levels: u32) -> Self {
        let end = |stage: u32| (stage + 1) * levels;
        let (mut legal, mut does) = (end(cuts.legal) - around.behind_legal, cuts.does() * levels + around.before_does);
        if cuts.pick == 0 && depths.has_moves {
            // Moves are picked as soon as the legal ones are there.
            legal = depths.legal.max(cuts.legal * levels);
            does = legal + around.behind_legal + around.before_does;
        }
        let [next, last] = [around.behind_next, around.behind_end].map(|behind| end(cuts.last()) - behind);
        Self { cuts, around, levels, does, legal, next, end: last }
    }

    fn hold(&self, depths: &Depths) -> bool {
        let ends = |paths: [Option<u32>; 2], due: u32| {
            paths.into_iter().zip([0, self.does]).all(|(path, start)| path.is_none_or(|path| start + path <= due))
        };
        let picked = !depths.has_moves || self.does <= (self.cuts.does() + 1) * self.levels;
        picked && depths.legal <= self.legal && ends(depths.next, self.next) && ends(depths.end, self.end)
    }

    /// The last level at which a value may be made, as far as outputs say so.
    pub(super) fn latest(&self, due: Due) -> u32 {
        let each = [(due.legal, self.legal), (due.next, self.next), (due.end, self.end)];
        each.into_iter().filter_map(|(is, level)| is.then_some(level)).min().unwrap_or(u32::MAX)
    }

    /// Levels of the stage in which the moves come that lie before them.
    pub(super) fn before_does(&self) -> u32 {
        self.does - self.cuts.does() * self.levels
    }
}
