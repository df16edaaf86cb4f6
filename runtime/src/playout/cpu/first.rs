//! Playouts by the joint move they began with.

use super::super::{JointMove, Tally};
use super::code::Play;
use gdl2hdl_compiler::program::Cell;
use gdl2hdl_sim::words::Memory;
use std::collections::BTreeMap;

/// The joint first moves of a start state, and where lanes keep theirs.
pub(super) struct Table {
    /// For each role its legal moves.
    legal: Vec<Vec<u32>>,
    /// For each role with a choice the place of its number in a key, and the mask of its bits.
    fields: Vec<Option<(u32, u32)>>,
    /// Where the bits of keys are, lowest first.
    cells: Vec<Cell>,
}

impl Table {
    /// The table of a start state with the given legal moves of each role; their joint moves must be few.
    pub(super) fn new(play: &super::code::Compiled, legal: Vec<Vec<u32>>) -> Self {
        let programs = &play.programs;
        let mut cells = Vec::new();
        let mut field = |role: usize| {
            let picker = programs.picker_of[role].filter(|_| legal[role].len() > 1)?;
            let bits = usize::BITS - (legal[role].len() - 1).leading_zeros();
            let place = u32::try_from(cells.len()).unwrap_or(u32::MAX);
            cells.extend((0..bits as usize).map(|bit| programs.layout.first(picker, bit)));
            Some((place, u32::MAX >> (32 - bits)))
        };
        let fields = (0..legal.len()).map(&mut field).collect();
        Self { legal, fields, cells }
    }

    /// The joint move of a key.
    fn joint(&self, key: u32) -> JointMove {
        let number = |field: &Option<(u32, u32)>| field.map_or(0, |(place, mask)| key >> place & mask);
        let moves = self.legal.iter().zip(&self.fields);
        moves.map(|(legal, field)| legal.get(number(field) as usize).copied().unwrap_or_default()).collect()
    }
}

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
    pub(super) fn report(&self, table: &Table, tallies: &mut BTreeMap<JointMove, Tally>) {
        for (&key, tally) in &self.tallies {
            *tallies.entry(table.joint(key)).or_insert_with(|| Tally::new(tally.goals.iter().map(Vec::len))) += tally;
        }
    }
}
