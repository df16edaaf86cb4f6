//! A block of lanes that play together: one word of memory holds one bit of each.

use super::super::{Job, PlayError, StartReport, Tally};
use super::code::Play;
use super::first::FirstMoves;
use super::memory;
use super::plan::Group;
use gdl2hdl_compiler::playout::step::{Layout, QUOTA_BITS, Reading};
use gdl2hdl_compiler::program::Cell;
use gdl2hdl_sim::words::Memory;
use std::ops::Range;

/// Lanes between two steps.
pub(super) struct Block {
    groups: Vec<Group>,
    memory: Memory,
    first_moves: Vec<FirstMoves>,
    /// For each lane of each group the playouts it has left beyond its quota.
    left: Vec<[u64; 64]>,
    /// What programs do not count, for each group.
    tallies: Vec<Ends>,
    /// Steps that are not in the tallies yet.
    made: u64,
    active: bool,
    /// Playouts of all lanes when last asked.
    told: u64,
}

/// Counts of a group of lanes.
#[derive(Clone, Copy, Default)]
struct Ends {
    truncated: u64,
    stuck: u64,
    steps: u64,
    /// Lanes that count steps.
    active: u32,
}

impl Block {
    /// All lanes before their first step.
    pub(super) fn new(play: &Play<'_>, groups: Vec<Group>) -> Self {
        let memory = memory::prepared(play.layout(), play.code.step.width(), play.job, &groups);
        let kept = if play.job.first_moves { groups.len() } else { 0 };
        let left = vec![[play.job.per_lane; 64]; groups.len()];
        let tallies = vec![Ends::default(); groups.len()];
        let first_moves = vec![FirstMoves::default(); kept];
        let mut block = Self { groups, memory, first_moves, left, tallies, made: 0, active: true, told: 0 };
        block.refill_all(play.layout());
        block
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

    /// Makes a step.
    pub(super) fn step(&mut self, play: &Play<'_>) -> Result<(), PlayError> {
        play.code.step.run(&mut self.memory)?;
        self.made += 1;
        if self.any(play.layout().attention()) {
            self.attend(play)?;
        }
        Ok(())
    }

    /// Reads goals that are due, counts how playouts ended, and gives lanes their next playouts.
    fn attend(&mut self, play: &Play<'_>) -> Result<(), PlayError> {
        let layout = play.layout();
        if let Some(goals) = play.code.goals.as_ref().filter(|_| self.is_due(layout)) {
            goals.run(&mut self.memory)?;
        }
        self.settle();
        let [_, truncated, stuck] = layout.outcomes().map(|cell| self.memory.cell(cell.region, cell.index));
        for (ends, (truncated, stuck)) in self.tallies.iter_mut().zip(truncated.iter().zip(stuck)) {
            let [truncated, stuck] = [truncated, stuck].map(|lanes| u64::from(lanes.count_ones()));
            ends.truncated += truncated;
            ends.stuck += stuck;
            // A lane that is stuck makes no step.
            ends.steps -= stuck;
        }
        for (part, first) in self.first_moves.iter_mut().enumerate() {
            first.add(&self.memory, play, self.groups[part].start, part);
        }
        if self.any(layout.spent()) {
            for part in 0..self.groups.len() {
                self.refill(layout, part, self.word(layout.spent())[part]);
            }
            self.active = self.any(layout.active());
        }
        Ok(())
    }

    /// Whether goals must be read now.
    fn is_due(&self, layout: &Layout) -> bool {
        let [finished, _, _] = layout.outcomes().map(|cell| self.word(cell));
        let due = |(finished, pending): (&u64, &u64)| finished & pending != 0;
        match layout.reading {
            Reading::Late => finished.iter().zip(self.word(layout.pending())).any(due),
            _ => finished.iter().any(|&part| part != 0),
        }
    }

    /// Adds the steps made to the tallies, before the lanes that make them change.
    fn settle(&mut self) {
        let made = std::mem::take(&mut self.made);
        self.tallies.iter_mut().for_each(|ends| ends.steps += made * u64::from(ends.active));
    }

    /// Reads the goals of all lanes that have finished, if they are read late. No lane may be active.
    pub(super) fn close(&mut self, play: &Play<'_>) -> Result<(), PlayError> {
        if let (Reading::Late, Some(goals)) = (play.layout().reading, &play.code.goals) {
            // A step more, which counts nothing, keeps the states of the last lanes.
            play.code.step.run(&mut self.memory)?;
            goals.run(&mut self.memory)?;
        }
        Ok(())
    }

    /// Gives lanes whose quota has just been spent playouts of those they have left; lanes without any are done.
    fn refill(&mut self, layout: &Layout, part: usize, mut lanes: u64) {
        let mut changed = false;
        while lanes != 0 {
            let lane = lanes.trailing_zeros();
            lanes &= lanes - 1;
            let left = &mut self.left[part][lane as usize];
            if let Some(rest) = left.checked_sub(1 << QUOTA_BITS) {
                // Counting down below 0 has already made it a full quota.
                *left = rest;
                continue;
            }
            changed = true;
            let given = std::mem::take(left);
            for bit in 0..QUOTA_BITS {
                self.set_bit(layout.quota(bit), part, lane, given.saturating_sub(1) >> bit & 1 == 1);
            }
            self.set_bit(layout.active(), part, lane, given > 0);
        }
        if changed {
            self.tallies[part].active = self.word(layout.active())[part].count_ones();
        }
    }

    fn refill_all(&mut self, layout: &Layout) {
        self.settle();
        for part in 0..self.groups.len() {
            let lanes = self.groups[part].mask();
            let full = (0..QUOTA_BITS).map(|bit| layout.quota(bit)).chain([layout.active()]);
            full.for_each(|cell| self.memory.cell_mut(cell.region, cell.index)[part] = lanes);
            self.tallies[part].active = lanes.count_ones();
            self.refill(layout, part, lanes);
        }
        self.active = self.any(layout.active());
    }

    /// Makes room for the random bits of the next step.
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

    /// Playouts since this was last asked, those whose goals have not been read yet left out.
    pub(super) fn news(&mut self, layout: &Layout) -> u64 {
        let finished: u64 = self.word(layout.finished()).iter().sum();
        let played = self.tallies.iter().fold(finished, |played, ends| played + ends.truncated + ends.stuck);
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
        let quota = (0..QUOTA_BITS).fold(0, |quota, i| quota | bit(layout.quota(i)) << i);
        per_lane - 1 - quota - self.left[part][lane as usize]
    }

    /// Reduces the playouts of every lane to `rounds`, which no lane has exceeded. What lanes have begun beyond that is
    /// dropped, with its steps.
    pub(super) fn reduce(&mut self, layout: &Layout, job: &Job, rounds: u64) {
        self.settle();
        for part in 0..self.groups.len() {
            for lane in 0..self.groups[part].lanes {
                let completed = self.completed(layout, job.per_lane, part, lane);
                if completed == rounds {
                    self.tallies[part].steps -= self.begun(layout, job, part, lane);
                }
                self.left[part][lane as usize] = rounds - completed.min(rounds);
            }
        }
        self.refill_all(layout);
    }

    /// Steps a lane has made in a playout that has not ended.
    fn begun(&self, layout: &Layout, job: &Job, part: usize, lane: u32) -> u64 {
        let bit = |cell: Cell| self.word(cell)[part] >> lane & 1;
        if bit(layout.active()) == 0 || bit(layout.ended()) == 1 {
            return 0;
        }
        job.max_steps
            - 1
            - (0..layout.shape.step_bits as usize).fold(0, |left, i| left | bit(layout.steps_left(i)) << i)
    }

    /// Adds the playouts of all lanes to the reports of their start states.
    pub(super) fn report(&self, play: &Play<'_>, starts: &mut [StartReport]) {
        for (part, group) in self.groups.iter().enumerate() {
            let report = &mut starts[group.start];
            report.all += &self.tally(play.layout(), &play.code.role_goals, part);
            if let (Some(first), Some(tallies)) = (self.first_moves.get(part), &mut report.first_moves) {
                first.report(&play.firsts[group.start], tallies);
            }
        }
    }

    fn tally(&self, layout: &Layout, goals: &[Range<usize>], part: usize) -> Tally {
        let count = |cell: Cell| self.word(cell)[part];
        let values = |goals: &Range<usize>| goals.clone().map(|goal| count(layout.goal(goal))).collect();
        let Ends { truncated, stuck, steps, .. } = self.tallies[part];
        Tally {
            goals: goals.iter().map(values).collect(),
            undefined: (0..goals.len()).map(|role| count(layout.undefined(role))).collect(),
            finished: count(layout.finished()),
            truncated,
            stuck,
            steps,
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
