//! Playouts by the joint move they began with.

use super::super::{JointMove, Tally};
use super::play::Play;
use super::table::JointMoveTable;
use gdl2hdl_net::program::Cell;
use gdl2hdl_simd::Memory;
use std::collections::BTreeMap;

/// Counts of a group of lanes.
#[derive(Clone, Default)]
pub(super) struct FirstMoves {
    tallies: BTreeMap<u32, Tally>,
}

impl FirstMoves {
    /// Counts the playouts of a part's lanes that ended in this step.
    pub(super) fn add(&mut self, memory: &Memory, play: &Play<'_>, start: usize, part: usize) {
        let word = |cell: Cell| memory.cell(cell.region, cell.index)[part];
        let layout = play.layout();
        let outcomes = layout.outcomes().map(word);
        let mut ended = outcomes[0] | outcomes[1] | outcomes[2];
        while ended != 0 {
            let lane = ended.trailing_zeros();
            ended &= ended - 1;
            let bit = |cell: Cell| word(cell) >> lane & 1;
            let number = |cells: &mut dyn Iterator<Item = Cell>| {
                cells.enumerate().fold(0, |number, (i, cell)| number | bit(cell) << i)
            };
            let key = number(&mut play.firsts[start].cells.iter().copied());
            let left = number(&mut (0..layout.shape.step_bits as usize).map(|i| layout.steps_left(i)));
            let tally = self.tallies.entry(u32::try_from(key).unwrap_or(u32::MAX));
            let tally = tally.or_insert_with(|| Tally::new(play.code.role_goals.iter().map(ExactSizeIterator::len)));
            let [finished, truncated, stuck] = outcomes.map(|outcome| outcome >> lane & 1 == 1);
            // Steps left count down from the limit less 1 to -1; a stuck lane counts a step it could not make.
            let made = match left {
                none if none == u64::MAX.checked_shr(64 - layout.shape.step_bits).unwrap_or(0) => play.job.max_steps,
                left => play.job.max_steps - 1 - left,
            };
            tally.steps += made - u64::from(stuck);
            tally.truncated += u64::from(truncated);
            tally.stuck += u64::from(stuck);
            if finished {
                tally.finish(1, &play.code.role_goals, |goal| bit(layout.seen_goal(goal)) == 1);
            }
        }
    }

    /// Adds the counts to those of the start state.
    pub(super) fn report(&self, table: &JointMoveTable, tallies: &mut BTreeMap<JointMove, Tally>) {
        for (&key, tally) in &self.tallies {
            *tallies.entry(table.joint(key)).or_insert_with(|| Tally::new(tally.goals.iter().map(Vec::len))) += tally;
        }
    }
}
