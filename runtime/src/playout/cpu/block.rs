//! A block of lanes that play together: one word of memory holds one bit of each.

use super::super::{PlayError, StartReport, Tally};
use super::code::Play;
use super::first::FirstMoves;
use super::memory;
use super::plan::Group;
use gdl2hdl_compiler::playout::step::{Layout, region};
use gdl2hdl_compiler::program::Cell;
use gdl2hdl_sim::words::Memory;
use std::ops::Range;

/// Lanes between two steps.
pub(super) struct Block {
    groups: Vec<Group>,
    memory: Memory,
    first_moves: Vec<FirstMoves>,
    active: bool,
    /// Playouts of all lanes when last asked.
    told: u64,
}

impl Block {
    /// All lanes before their first step.
    pub(super) fn new(play: &Play<'_>, groups: Vec<Group>) -> Self {
        let memory = memory::prepared(play.layout(), play.code.step.width(), play.job, &groups);
        let kept = if play.job.first_moves { groups.len() } else { 0 };
        Self { groups, memory, first_moves: vec![FirstMoves::default(); kept], active: true, told: 0 }
    }

    /// Whether some lane has playouts left.
    pub(super) fn is_active(&self) -> bool {
        self.active
    }

    /// Makes up to so many steps in all lanes.
    pub(super) fn steps(&mut self, play: &Play<'_>, steps: u32) -> Result<(), PlayError> {
        for _ in 0..steps {
            if !self.active {
                break;
            }
            self.step(play)?;
            self.advance(play);
        }
        Ok(())
    }

    /// Makes a step. The state after it is that of [`region::NEXT`].
    pub(super) fn step(&mut self, play: &Play<'_>) -> Result<(), PlayError> {
        play.code.step.run(&mut self.memory)?;
        if self.any(play.layout().ended(region::NEXT)) {
            play.code.end.run(&mut self.memory)?;
            for (part, first_moves) in self.first_moves.iter_mut().enumerate() {
                first_moves.add(&self.memory, play, self.groups[part].start, part);
            }
            self.active = self.any(play.layout().active());
        }
        Ok(())
    }

    /// Goes from the state before a step to the state after it.
    pub(super) fn advance(&mut self, play: &Play<'_>) {
        memory::advance(&mut self.memory, play.layout());
    }

    /// For each lane its part, its bit in it, and its stream, when each start state has `lanes` lanes.
    pub(super) fn lanes(&self, lanes: u64) -> impl Iterator<Item = (usize, u32, u64)> {
        let groups = self.groups.clone().into_iter().enumerate();
        groups.flat_map(move |(part, group)| {
            let first = group.first_stream(lanes);
            (0..group.lanes).map(move |bit| (part, bit, first + u64::from(bit)))
        })
    }

    /// Playouts since this was last asked.
    pub(super) fn news(&mut self, layout: &Layout) -> u64 {
        let counts = layout.ends().into_iter().flat_map(|cell| self.word(cell));
        let played: u64 = counts.sum();
        played - std::mem::replace(&mut self.told, played)
    }

    /// The most playouts that a lane has completed.
    pub(super) fn most_completed(&self, layout: &Layout, per_lane: u64) -> u64 {
        self.lanes(0).map(|(part, lane, _)| self.completed(layout, per_lane, part, lane)).max().unwrap_or(0)
    }

    fn completed(&self, layout: &Layout, per_lane: u64, part: usize, lane: u32) -> u64 {
        let bit = |cell: Cell| self.word(cell)[part] >> lane & 1;
        if bit(layout.active()) == 0 {
            return per_lane;
        }
        let left = (0..layout.shape.quota_bits as usize).fold(0, |left, i| left | bit(layout.quota(i)) << i);
        per_lane - 1 - left
    }

    /// Reduces the playouts of every lane from `per_lane` to `rounds`, which no lane has exceeded.
    pub(super) fn reduce(&mut self, layout: &Layout, per_lane: u64, rounds: u64) {
        for part in 0..self.groups.len() {
            for lane in 0..self.groups[part].lanes {
                let more = rounds - self.completed(layout, per_lane, part, lane).min(rounds);
                for i in 0..layout.shape.quota_bits as usize {
                    self.set_bit(layout.quota(i), part, lane, more.saturating_sub(1) >> i & 1 == 1);
                }
                self.set_bit(layout.active(), part, lane, more > 0);
            }
        }
        self.active = self.any(layout.active());
    }

    /// Adds the playouts of all lanes to the reports of their start states.
    pub(super) fn report(&self, play: &Play<'_>, starts: &mut [StartReport]) {
        for (part, group) in self.groups.iter().enumerate() {
            let report = &mut starts[group.start];
            report.all += &self.tally(play.layout(), &play.code.goals, part);
            if let (Some(first), Some(tallies)) = (self.first_moves.get(part), &mut report.first_moves) {
                first.report(&play.firsts[group.start], tallies);
            }
        }
    }

    fn tally(&self, layout: &Layout, goals: &[Range<usize>], part: usize) -> Tally {
        let count = |cell: Cell| self.word(cell)[part];
        let [finished, truncated, stuck] = layout.ends().map(count);
        let values = |goals: &Range<usize>| goals.clone().map(|goal| count(layout.goal(goal))).collect();
        Tally {
            goals: goals.iter().map(values).collect(),
            undefined: (0..goals.len()).map(|role| count(layout.undefined(role))).collect(),
            finished,
            truncated,
            stuck,
            steps: count(layout.steps()),
        }
    }

    fn any(&self, cell: Cell) -> bool {
        self.word(cell).iter().any(|&part| part != 0)
    }

    pub(super) fn word(&self, cell: Cell) -> &[u64] {
        self.memory.cell(cell.region, cell.index)
    }

    fn set_bit(&mut self, cell: Cell, part: usize, lane: u32, bit: bool) {
        let word = &mut self.memory.cell_mut(cell.region, cell.index)[part];
        *word = *word & !(1 << lane) | u64::from(bit) << lane;
    }
}
