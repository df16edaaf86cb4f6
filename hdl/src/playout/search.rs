//! The pieces of a pick between which registers may cut it: the levels of the count, the rows of the number that is drawn,
//! and the steps of the search for the move of that number, as `hdl/rtl/playout_picker.v` has them.

use super::picks::{Picker, Picks, clog2, pairs};
use std::collections::BTreeMap;
use std::iter::{once, zip};

/// PickerNet of a picker that counts, and finds the one of a number, in one piece.
pub(super) const FEW: usize = 12;
/// Levels of LUTs that a chain of carries is worth, and the way to it.
const CHAIN: u32 = 2;

/// Cuts of a pick: which pieces of the largest picker have a clock behind them.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct PickCuts {
    /// Bit i: level i of the count; the last one is the count.
    counts: u32,
    /// Bit i: row i of the number that is drawn; the last one is the number.
    rows: u32,
    /// 1: what brings the number from a multiplier, besides.
    brought: u32,
    /// Bit i: step i of the search for the move of that number.
    steps: u32,
    /// 1: the move.
    pub(super) picked: u32,
}

/// Cuts of a picker: parameters of `hdl/rtl/playout_picker.v`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct PickerCuts {
    pub(super) counting: u32,
    pub(super) counted: u32,
    pub(super) scaling: u32,
    pub(super) scaled: u32,
    pub(super) steps: u32,
}

impl PickCuts {
    /// Clocks up to the number of legal moves.
    pub(super) fn counted(&self) -> usize {
        self.counts.count_ones() as usize
    }

    /// Clocks from there to the number that is drawn.
    pub(super) fn scaled(&self) -> usize {
        (self.rows.count_ones() + self.brought) as usize
    }

    /// Clocks of the search for its move.
    pub(super) fn searched(&self) -> usize {
        self.steps.count_ones() as usize
    }

    /// Those of a picker of so many candidates. It may have fewer levels and rows than the largest one: it has these at the same
    /// times, and waits behind them. Its steps are made at the time of the last ones.
    pub(super) fn of(&self, candidates: usize, largest: usize) -> PickerCuts {
        let inside = |cuts: u32, pieces: u32| cuts & ((1 << (pieces - 1)) - 1);
        let (counting, scaling) = (inside(self.counts, depth(candidates).0 + 1), inside(self.rows, pairs(candidates)));
        PickerCuts {
            counting,
            counted: self.counts.count_ones() - counting.count_ones(),
            scaling,
            scaled: self.rows.count_ones() + self.brought - scaling.count_ones(),
            steps: steps_of(candidates, largest, self.steps),
        }
    }
}

/// A pick that is cut, and what that makes of it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Run {
    pub(super) cuts: PickCuts,
    /// Levels up to the first cut: all, where there is none.
    pub(super) first: u32,
    /// Levels behind the last cut: 0, where there is none.
    pub(super) last: u32,
    /// Levels of the longest part between two.
    pub(super) inner: u32,
    /// About how many registers the cuts take in all pickers.
    pub(super) registers: usize,
}

impl Run {
    /// How many cuts there are.
    pub(super) fn clocks(&self) -> usize {
        self.cuts.counted() + self.cuts.scaled() + self.cuts.searched() + self.cuts.picked as usize
    }

    /// Whether there is a cut behind all levels of the count.
    pub(super) fn waits_behind(&self, pieces: &[Piece]) -> bool {
        let levels = pieces.iter().filter(|piece| matches!(piece.part, Part::Count(_))).count();
        levels > 0 && self.cuts.counts >> (levels - 1) & 1 == 1
    }

    /// Levels of the longest part, without what lies around it.
    pub(super) fn most(&self) -> u32 {
        self.first.max(self.inner).max(self.last)
    }
}

/// What a piece makes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Part {
    /// A level of the count.
    Count(u32),
    /// A row of the number; with multipliers the last one is a product.
    Row(u32),
    /// The way from a multiplier, and what adds two of them up.
    Brought,
    /// A step of the search.
    Step(u32),
    /// The move.
    Picked,
}

/// A piece of a pick, of the largest picker.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Piece {
    part: Part,
    /// About what it takes on paths of LUTs.
    levels: u32,
    /// About how many registers a cut behind it takes in all pickers.
    registers: usize,
}

/// The pieces of a pick, in their order: none, where nobody picks.
pub(super) fn pieces(picks: &Picks, multipliers: bool) -> Vec<Piece> {
    let candidates = largest(picks);
    if candidates == 0 {
        return Vec::new();
    }
    let (tree, block) = depth(candidates);
    let last = pairs(candidates) - 1;
    let counts = match tree {
        0 => vec![1 + (3 * clog2(candidates + 1).saturating_sub(2)).div_ceil(2)],
        // In a block a LUT for three moves each, and chains that add these up; then one for each level. Behind the
        // last one it is found out what each row adds: a row adds one more where that below takes away.
        _ => once(1 + CHAIN * block).chain((1..tree).map(|_| CHAIN)).chain([CHAIN + last.min(2)]).collect(),
    };
    // The highest pair of bits of the count makes a LUT, alone it gathers bits behind that; each other one adds in a
    // chain as long as the draw. Multipliers are far from the cores that they are for, and for many moves two of them make a
    // product.
    let row = |row| {
        (
            row,
            if row > 0 {
                CHAIN + 1
            } else if last > 0 {
                1
            } else {
                2
            },
        )
    };
    let (product, brought) = if candidates > FEW { (6, 4) } else { (4, 1) };
    let rows = if multipliers { vec![(last, product)] } else { (0..=last).map(row).collect() };
    // A step down the tree: a LUT that chooses a count, a chain, one that chooses the rest, and what gathers
    // moves. In a block moves are counted anew.
    let steps = (0..tree).map(|_| CHAIN + 3).chain((0..block).rev().map(|left| if left == 0 { 4 } else { 6 }));
    let all = zip((0..).map(Part::Count), counts)
        .chain(rows.into_iter().map(|(row, levels)| (Part::Row(row), levels)))
        .chain(multipliers.then_some((Part::Brought, brought)))
        .chain(zip((0..).map(Part::Step), steps))
        .chain([(Part::Picked, 3 + u32::from(candidates > FEW))]);
    let registers = |part| picks.pickers.iter().map(|picker| registers(part, picker, candidates)).sum();
    all.map(|(part, levels)| Piece { part, levels, registers: registers(part) }).collect()
}

/// Ways that begin alike, while pieces are gone through: how many cuts they have, the levels up to the first one, and
/// those behind the last one.
type Alike = (usize, Option<u32>, u32);

/// A way to cut the pieces so far: the levels of the longest part between two cuts, the registers, and, bit by bit, the
/// pieces with a cut behind them.
type Way = (u32, usize, u64);

/// Ways to cut a pick at most so many times: of those that are alike to what lies around them, the ones with the fewest
/// levels between two cuts, and those with more levels and fewer registers.
pub(super) fn runs(pieces: &[Piece], most: usize) -> Vec<Run> {
    let mut ways: BTreeMap<Alike, Vec<Way>> = BTreeMap::from([((0, None, 0), vec![(0, 0, 0)])]);
    for (at, piece) in pieces.iter().enumerate() {
        let mut longer: BTreeMap<Alike, Vec<Way>> = BTreeMap::new();
        for ((cuts, first, last), alike) in ways {
            let last = last + piece.levels;
            longer.entry((cuts, first, last)).or_default().extend(&alike);
            // The multiplier's own register comes first: with it there is nothing but the way since the last cut.
            let possible = piece.part != Part::Brought || last == piece.levels;
            if cuts < most && possible {
                let cut = |(inner, registers, mask): Way| {
                    // The first part lies beside logic of the game.
                    let inner = if first.is_some() { inner.max(last) } else { inner };
                    (inner, registers + piece.registers, mask | 1 << at)
                };
                let behind = longer.entry((cuts + 1, first.or(Some(last)), 0)).or_default();
                behind.extend(alike.into_iter().map(cut));
            }
        }
        longer.values_mut().for_each(keep_best);
        ways = longer;
    }
    let run = |(_, first, last): Alike, (inner, registers, mask): Way| {
        let cuts = cuts_of(pieces, mask);
        let (first, last) = first.map_or((last, 0), |first| (first, last));
        Run { cuts, first, last, inner, registers }
    };
    ways.into_iter().flat_map(|(alike, ways)| ways.into_iter().map(move |way| run(alike, way))).collect()
}

/// Leaves those to which no other is better in one thing and as good in the other.
fn keep_best(ways: &mut Vec<Way>) {
    ways.sort_unstable();
    let mut least = usize::MAX;
    ways.retain(|(_, registers, _)| {
        let fewer = *registers < least;
        least = least.min(*registers);
        fewer
    });
}

fn cuts_of(pieces: &[Piece], mask: u64) -> PickCuts {
    let mut cuts = PickCuts::default();
    for (_, piece) in pieces.iter().enumerate().filter(|(at, _)| mask >> at & 1 == 1) {
        match piece.part {
            Part::Count(level) => cuts.counts |= 1 << level,
            Part::Row(row) => cuts.rows |= 1 << row,
            Part::Brought => cuts.brought = 1,
            Part::Step(step) => cuts.steps |= 1 << step,
            Part::Picked => cuts.picked = 1,
        }
    }
    cuts
}

/// Steps down the tree of a picker, as many as its count has levels above blocks, and on in a block: to four moves.
fn depth(candidates: usize) -> (u32, u32) {
    if candidates <= FEW {
        return (0, 0);
    }
    let full = clog2(candidates);
    let width = full.div_ceil(2).max(2);
    (full - width, width - 2)
}

/// The cuts of a picker of so many candidates, out of those of the largest one: their last steps are made at the same time.
fn steps_of(candidates: usize, largest: usize, steps: u32) -> u32 {
    let all = |candidates| depth(candidates).0 + depth(candidates).1;
    steps >> (all(largest) - all(candidates))
}

/// PickerNet of the largest picker.
pub(super) fn largest(picks: &Picks) -> usize {
    picks.pickers.iter().map(|picker| picker.candidates()).max().unwrap_or(0)
}

/// About how many registers a cut takes in a picker.
fn registers(part: Part, picker: &Picker, largest: usize) -> usize {
    let (candidates, draw) = (picker.candidates(), picker.draw.bits as usize);
    let ((tree, _), count) = (depth(candidates), clog2(candidates + 1) as usize);
    match part {
        // All nodes of a level, with the moves between them; and of levels below it the first halves.
        Part::Count(level) if level < tree => {
            let width = width_of(candidates, level);
            candidates + kept(candidates, level) + candidates.div_ceil(1 << width) * (width + 1)
        }
        // A sum, the draw, and how many times it is added by rows to come.
        Part::Row(row) if row + 1 < pairs(candidates) => {
            let (row, rows) = (row as usize, pairs(candidates) as usize);
            candidates + kept(candidates, tree) + 2 * draw + 2 + 2 * row + 2 * (rows - 1 - row)
        }
        Part::Count(_) | Part::Row(_) | Part::Brought => candidates + kept(candidates, tree) + count,
        // Moves and, in the tree, counts of the node that was reached, its number, and which one it is.
        Part::Step(step) => match steps_of(candidates, largest, 1 << step) {
            0 => candidates,
            own => {
                let step = own.trailing_zeros();
                let left = candidates >> (step + 1);
                left + if step < tree { left * 2 / 3 } else { 0 } + count + (1 << (step + 1).min(tree))
            }
        },
        Part::Picked => candidates,
    }
}

/// Bits that number the moves of a node of a level.
fn width_of(candidates: usize, level: u32) -> usize {
    (clog2(candidates) - depth(candidates).0 + level) as usize
}

/// Registers for a clock of the counts below a level that the search takes on its way down: those of first halves. With
/// few candidates of all moves.
fn kept(candidates: usize, levels: u32) -> usize {
    if candidates <= FEW {
        return candidates * 2 / 3;
    }
    let halves = |width: usize| candidates.div_ceil(2 << width) * width;
    (0..levels).map(|level| halves(width_of(candidates, level))).sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use gdl2hdl_net::playout::Draw;
    use proptest::prelude::*;

    /// 155 candidates: four steps down the tree, two in a block; registers do not count.
    fn large() -> Vec<Piece> {
        let parts = (0..5).map(Part::Count).chain((0..4).map(Part::Row)).chain((0..6).map(Part::Step));
        let levels = [5, 2, 2, 2, 2, 2, 2, 2, 2, 4, 4, 4, 4, 4, 3, 4];
        zip(parts.chain([Part::Picked]), levels).map(|(part, levels)| Piece { part, levels, registers: 0 }).collect()
    }

    /// What a way to cut pieces makes of them.
    fn cut(pieces: &[Piece], mask: u64) -> Run {
        let (mut parts, mut registers) = (vec![0], 0);
        for (at, piece) in pieces.iter().enumerate() {
            *parts.last_mut().unwrap() += piece.levels;
            if mask >> at & 1 == 1 {
                parts.push(0);
                registers += piece.registers;
            }
        }
        let last = if parts.len() > 1 { parts[parts.len() - 1] } else { 0 };
        let inner = parts.get(1..parts.len() - 1).and_then(|parts| parts.iter().max()).copied().unwrap_or(0);
        Run { cuts: cuts_of(pieces, mask), first: parts[0], last, inner, registers }
    }

    #[test]
    fn levels_lie_before_between_and_behind_the_cuts() {
        let run = cut(&large(), 0b0001_0100_0000_0100);
        assert_eq!((run.first, run.inner, run.last, run.clocks()), (9, 20, 11, 3));
        assert_eq!(run.cuts, PickCuts { counts: 0b100, steps: 0b1010, ..PickCuts::default() });
        let runs = runs(&large(), 0);
        let whole = [(48, 0, 0, 0)];
        assert_eq!(runs.iter().map(|run| (run.first, run.inner, run.last, run.clocks())).collect::<Vec<_>>(), whole);
        assert_eq!(super::runs(&[], 3), [Run::default()], "nobody picks");
    }

    #[test]
    fn the_way_from_a_multiplier_has_a_register_behind_the_multipliers_own() {
        let parts = [(Part::Count(0), 3), (Part::Row(1), 4), (Part::Brought, 4), (Part::Step(0), 4), (Part::Picked, 4)];
        let pieces = parts.map(|(part, levels)| Piece { part, levels, registers: 0 });
        let all = runs(&pieces, 4);
        assert!(all.iter().all(|run| run.cuts.brought == 0 || run.cuts.rows == 0b10), "{all:?}");
        let best = all.iter().filter(|run| run.clocks() == 3).min_by_key(|run| run.most()).unwrap();
        assert_eq!((best.cuts.scaled(), best.most()), (2, 7));
        assert_eq!(best.cuts.of(4, 4).scaled, 2);
    }

    #[test]
    fn a_smaller_picker_waits_for_the_others() {
        assert_eq!(depth(155), (4, 2));
        assert_eq!((depth(13), depth(FEW)), ((2, 0), (0, 0)));
        let cuts = PickCuts { counts: 0b1_0101, rows: 0b1011, steps: 0b10_0101, ..PickCuts::default() };
        let of = |candidates| {
            let cuts = cuts.of(candidates, 155);
            (cuts.counting, cuts.counted, cuts.scaling, cuts.scaled, cuts.steps)
        };
        assert_eq!(of(155), (0b0101, 1, 0b011, 1, 0b10_0101));
        assert_eq!(of(13), (0b01, 2, 0b11, 1, 0b10), "steps that it does not have are waited for behind it");
        assert_eq!(of(FEW), (0, 3, 0b11, 1, 0));
        assert_eq!(of(2), (0, 3, 0, 3, 0));
    }

    #[test]
    fn a_cut_takes_what_goes_over_it() {
        let draw = Draw { bits: 20, ..Draw::default() };
        let member = crate::playout::picks::Member { role: 0, open: (0..154).collect(), alone: None };
        let picker = Picker { draw, members: vec![member] };
        let of = |part| registers(part, &picker, 154);
        assert_eq!(of(Part::Count(0)), 154 + 10 * 5, "ten blocks of up to 16 moves, and their last moves");
        assert_eq!(of(Part::Count(2)), 154 + (5 * 4 + 3 * 5) + 3 * 7);
        assert_eq!(of(Part::Count(4)), 154 + (5 * 4 + 3 * 5 + 2 * 6 + 7) + 8);
        assert_eq!(of(Part::Row(1)), 154 + 54 + 20 + 24 + 4);
        assert_eq!(of(Part::Row(3)), 154 + 54 + 8);
    }

    proptest! {
        #[test]
        fn runs_are_the_best_of_all(sizes in prop::collection::vec((1_u32..5, 0_usize..9), 0..9), most in 0_usize..6) {
            let part = |at: usize| Part::Step(u32::try_from(at).unwrap());
            let pieces: Vec<Piece> = sizes
                .iter()
                .enumerate()
                .map(|(at, &(levels, registers))| Piece { part: part(at), levels, registers })
                .collect();
            let all: Vec<Run> = (0_u64..1 << pieces.len()).map(|mask| cut(&pieces, mask)).collect();
            let key = |run: &Run| (run.clocks(), run.first, run.last);
            let runs = runs(&pieces, most);
            for run in &runs {
                prop_assert!(all.contains(run) && run.clocks() <= most);
            }
            for run in all.iter().filter(|run| run.clocks() <= most) {
                let better = |best: &&Run| {
                    key(best) == key(run) && best.inner <= run.inner && best.registers <= run.registers
                };
                prop_assert_eq!(runs.iter().filter(better).count().min(1), 1);
            }
        }
    }
}
