//! The pieces of a pick between which registers may cut it: the count, the number that is drawn, and the steps of the
//! search for the move of that number, as `hdl/rtl/playout_picker.v` has them.

use super::picks::{Picks, clog2, pairs};
use std::collections::BTreeMap;
use std::iter::zip;

/// Slots of a picker that finds the one of a number in one piece.
pub(super) const FEW: usize = 12;

/// Levels of the pieces of a pick, of the largest picker: about what `playout_picker` takes on paths of look-up tables,
/// a chain of carries being worth one or two.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Pieces {
    /// Up to the number of legal moves.
    counted: u32,
    /// From there to the number that is drawn.
    scaled: u32,
    /// The steps of the search.
    steps: Vec<u32>,
    /// From there to the move.
    picked: u32,
}

/// Cuts of a pick, and what they make of it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Run {
    /// 1: there is one behind the count.
    pub(super) counted: usize,
    /// 1: there is one behind the number that is drawn.
    pub(super) scaled: usize,
    /// Bit i: there is one behind step i of the search.
    pub(super) steps: u32,
    /// 1: there is one behind the move.
    pub(super) picked: usize,
    /// Levels up to the first cut: all, where there is none.
    pub(super) first: u32,
    /// Levels behind the last cut: 0, where there is none.
    pub(super) last: u32,
    /// Levels of the longest part between two.
    pub(super) inner: u32,
    /// About how many registers they take.
    pub(super) registers: usize,
}

impl Run {
    /// How many there are.
    pub(super) fn cuts(&self) -> usize {
        self.counted + self.scaled + self.steps.count_ones() as usize + self.picked
    }

    /// About how many registers they take in all pickers.
    pub(super) fn registers(&self, picks: &Picks) -> usize {
        picks.pickers.iter().map(|picker| registers(self, picker.slots(), largest(picks))).sum()
    }
}

/// Steps down the tree of a picker, and on in a block: to four moves.
fn depth(slots: usize) -> (u32, u32) {
    if slots <= FEW {
        return (0, 0);
    }
    let full = clog2(slots);
    let width = full.div_ceil(2).max(2);
    (full - width, width - 2)
}

/// The cuts of a picker of so many slots, out of those of the largest one: their last steps are made at the same time.
pub(super) fn cuts_of(slots: usize, largest: usize, steps: u32) -> u32 {
    let all = |slots| depth(slots).0 + depth(slots).1;
    steps >> (all(largest) - all(slots))
}

impl Pieces {
    pub(super) fn new(picks: &Picks, multipliers: bool) -> Self {
        let slots = largest(picks);
        if slots == 0 {
            return Self { counted: 0, scaled: 0, steps: Vec::new(), picked: 0 };
        }
        let (tree, block) = depth(slots);
        // A step down the tree: a look-up table that chooses a count, a chain of carries, one that chooses the rest,
        // and what gathers moves. In a block moves are counted anew.
        let steps = (0..tree).map(|_| 4).chain((0..block).rev().map(|left| if left == 0 { 3 } else { 4 })).collect();
        Self {
            counted: 1 + (3 * clog2(slots + 1).saturating_sub(2)).div_ceil(2),
            // Two levels, and a chain of carries for each pair of bits of the count but one.
            scaled: if multipliers { 4 } else { 2 * pairs(slots) },
            steps,
            picked: 3 + u32::from(slots > FEW),
        }
    }

    /// Ways to cut a pick at most so many times: of those that are alike to what lies around them, the ones with the
    /// fewest levels between two cuts, and those with more levels and fewer registers.
    pub(super) fn runs(&self, picks: &Picks, most: usize) -> Vec<Run> {
        let mut alike: BTreeMap<(usize, u32, u32), Vec<Run>> = BTreeMap::new();
        for mask in 0_u32..1 << self.levels().count() {
            // A cut behind nothing cuts nothing.
            if mask.count_ones() as usize > most || zip(0.., self.levels()).any(|(i, n)| mask >> i & 1 == 1 && n == 0) {
                continue;
            }
            let bit = |at: usize| (mask >> at & 1) as usize;
            let steps = mask >> 2 & ((1 << self.steps.len()) - 1);
            let mut run = self.run(bit(0), bit(1), steps, bit(2 + self.steps.len()));
            run.registers = run.registers(picks);
            alike.entry((run.cuts(), run.first, run.last)).or_default().push(run);
        }
        for runs in alike.values_mut() {
            runs.sort_by_key(|run| (run.inner, run.registers));
            let mut least = usize::MAX;
            runs.retain(|run| {
                let fewer = run.registers < least;
                least = least.min(run.registers);
                fewer
            });
        }
        alike.into_values().flatten().collect()
    }

    /// A way to cut it; its registers are not counted.
    pub(super) fn run(&self, counted: usize, scaled: usize, steps: u32, picked: usize) -> Run {
        let mask = counted | scaled << 1 | (steps as usize) << 2 | picked << (2 + self.steps.len());
        let mut runs = vec![0];
        for (at, levels) in self.levels().enumerate() {
            if let Some(run) = runs.last_mut() {
                *run += levels;
            }
            runs.extend((mask >> at & 1 == 1).then_some(0));
        }
        let last = if runs.len() > 1 { runs[runs.len() - 1] } else { 0 };
        // The first and the last run lie beside logic of the game.
        let inner = runs.get(1..runs.len() - 1).and_then(|runs| runs.iter().max()).copied().unwrap_or(0);
        Run { counted, scaled, steps, picked, first: runs[0], last, inner, registers: 0 }
    }

    fn levels(&self) -> impl Iterator<Item = u32> {
        [self.counted, self.scaled].into_iter().chain(self.steps.iter().copied()).chain([self.picked])
    }
}

/// Slots of the largest picker.
pub(super) fn largest(picks: &Picks) -> usize {
    picks.pickers.iter().map(|picker| picker.slots()).max().unwrap_or(0)
}

/// About how many registers the cuts take in a picker.
fn registers(run: &Run, slots: usize, largest: usize) -> usize {
    let (count, (tree, _)) = (clog2(slots + 1) as usize, depth(slots));
    let steps = cuts_of(slots, largest, run.steps);
    let ahead = (run.counted + run.scaled) * (slots + slots * 2 / 3 + count);
    // Moves and, in the tree, counts of the node that was reached, its number, and which one it is.
    let searched = (0..32).filter(|step| steps >> step & 1 == 1).map(|step| {
        let left = slots >> (step + 1);
        left + if step < tree { left * 2 / 3 } else { 0 } + count + (1 << (step + 1).min(tree))
    });
    let late = (run.steps.count_ones() - steps.count_ones()) as usize;
    ahead + searched.sum::<usize>() + (late + run.picked) * slots
}

#[cfg(test)]
mod tests {
    use super::*;
    use gdl2hdl_compiler::playout::Draws;

    /// 155 slots: four steps down the tree, two in a block.
    fn pieces() -> Pieces {
        Pieces { counted: 10, scaled: 4, steps: vec![4, 4, 4, 4, 4, 3], picked: 4 }
    }

    #[test]
    fn levels_lie_before_between_and_behind_the_cuts() {
        let run = pieces().run(0, 1, 0b01_0100, 0);
        assert_eq!((run.first, run.inner, run.last, run.cuts()), (14, 12, 7, 3));
        let run = pieces().run(0, 0, 0, 0);
        assert_eq!((run.first, run.inner, run.last, run.cuts()), (41, 0, 0, 0), "one path from end to end");
        let run = pieces().run(1, 1, 0b11_1111, 1);
        assert_eq!((run.first, run.inner, run.last, run.cuts()), (10, 4, 0, 9));
    }

    #[test]
    fn a_smaller_picker_makes_its_last_steps_with_the_others() {
        assert_eq!(depth(155), (4, 2));
        assert_eq!((depth(13), depth(FEW)), ((2, 0), (0, 0)));
        assert_eq!(cuts_of(155, 155, 0b10_0101), 0b10_0101);
        assert_eq!(cuts_of(13, 155, 0b10_0101), 0b10, "those before are made up for behind it");
        assert_eq!(cuts_of(FEW, 155, 0b10_0101), 0);
    }

    #[test]
    fn of_cuts_that_are_alike_the_best_is_left() {
        let none = Picks { pickers: Vec::new(), forced: Vec::new(), without: Vec::new(), draws: Draws::default() };
        let runs = pieces().runs(&none, 3);
        assert!(runs.iter().all(|run| run.cuts() <= 3));
        let alike = |run: &&Run| (run.cuts(), run.first, run.last) == (3, 14, 7);
        assert_eq!(runs.iter().filter(alike).map(|run| run.inner).collect::<Vec<_>>(), [12], "no picker, no register");
    }
}
