//! A block of lanes that play together: one word of memory holds one bit of each. A lane may have several playouts in
//! flight, in slots that have turns; all lanes have the turn of the same slot.

use super::super::{Job, PlayError, StartReport, Tally};
use super::first::FirstMoves;
use super::memory;
use super::plan::Group;
use super::play::Play;
use gdl2hdl_net::playout::step::{Layout, QUOTA_BITS, Reading};
use gdl2hdl_net::program::Cell;
use gdl2hdl_simd::Memory;
use std::ops::Range;

mod stop;

/// Lanes between two steps.
#[derive(Clone)]
pub(super) struct Block {
    groups: Vec<Group>,
    memory: Memory,
    first_moves: Vec<FirstMoves>,
    /// For each lane of each group the playouts that no slot has been given, beyond its quota.
    left: Vec<[u64; 64]>,
    /// What programs do not count, for each group.
    tallies: Vec<Ends>,
    slots: Vec<Slot>,
    /// The slot whose turn it is.
    turn: usize,
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
}

/// What all lanes have in the same slot.
#[derive(Clone)]
struct Slot {
    /// Steps it has made.
    made: u64,
    /// Those that are in the tallies.
    settled: u64,
    /// For each group the lanes that have a playout here: they count steps.
    active: Vec<u32>,
}

impl Slot {
    fn is_active(&self) -> bool {
        self.active.iter().any(|&lanes| lanes > 0)
    }
}

impl Block {
    /// All lanes before their first step.
    pub(super) fn new(play: &Play<'_>, groups: Vec<Group>) -> Self {
        let memory = memory::prepared(play.layout(), play.code.step.width(), play.job, &groups);
        let kept = if play.job.first_moves { groups.len() } else { 0 };
        let first_moves = vec![FirstMoves::default(); kept];
        let left = vec![[0; 64]; groups.len()];
        let tallies = vec![Ends::default(); groups.len()];
        let slot = Slot { made: 0, settled: 0, active: vec![0; groups.len()] };
        let slots = vec![slot; play.job.slots as usize];
        let mut block = Self { groups, memory, first_moves, left, tallies, slots, turn: 0, active: true, told: 0 };
        block.begin(play.layout(), play.job);
        block
    }

    /// What a block takes. **Units:** bytes.
    pub(super) fn bytes(play: &Play<'_>) -> u64 {
        let width = play.code.step.width();
        let slots = u64::from(play.job.slots);
        let words = memory::words(play.layout(), play.job.slots);
        let lanes = u64::from(width.lanes()) * size_of::<u64>() as u64;
        let of_group = size_of::<Group>() + size_of::<Ends>() + size_of::<FirstMoves>();
        let groups = width.parts() as u64 * (of_group as u64 + slots * size_of::<u32>() as u64);
        let words = words * u64::from(width.lanes()) / 8 + play.code.step.scratch_bytes();
        words + lanes + groups + slots * size_of::<Slot>() as u64
    }

    /// Gives slots their first playouts, as far as there are any, and lanes the others.
    fn begin(&mut self, layout: &Layout, job: &Job) {
        self.give_all(layout, job.per_lane - job.filled());
        for _ in 0..self.slots.len() {
            let filled = (self.turn as u64) < job.filled();
            for part in 0..self.groups.len() {
                let lanes = if filled { self.groups[part].mask() } else { 0 };
                self.set_active(layout, part, lanes);
            }
            self.next_slot(layout);
        }
    }

    /// Whether some lane has a playout in some slot.
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
        self.slots[self.turn].made += 1;
        if self.any(play.layout().attention()) {
            self.attend(play)?;
        }
        Ok(())
    }

    /// Reads goals that are due, counts how playouts ended, and gives the slot the next playouts of its lanes. They
    /// begin at its next turn: in the order in which those before them ended, so they may have their numbers now.
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
            self.active = self.slots.iter().any(Slot::is_active);
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

    /// Adds the steps made in this slot to the tallies, before the lanes that make them change.
    fn settle(&mut self) {
        let slot = &mut self.slots[self.turn];
        let made = slot.made - std::mem::replace(&mut slot.settled, slot.made);
        let groups = self.tallies.iter_mut().zip(&slot.active);
        groups.for_each(|(ends, &active)| ends.steps += made * u64::from(active));
    }

    /// Reads the goals of all lanes that have finished, if they are read late. No lane may be active.
    pub(super) fn close(&mut self, play: &Play<'_>) -> Result<(), PlayError> {
        if let (Reading::Late, Some(goals)) = (play.layout().reading, &play.code.goals) {
            for _ in 0..self.slots.len() {
                // A step more, which counts nothing, keeps the states of the last lanes.
                play.code.step.run(&mut self.memory)?;
                goals.run(&mut self.memory)?;
                self.next_slot(play.layout());
            }
        }
        Ok(())
    }

    /// Gives lanes whose quota has just been spent playouts of those they have left, the first of them to this slot;
    /// in lanes without any the slot is done.
    fn refill(&mut self, layout: &Layout, part: usize, mut lanes: u64) {
        let mut done = 0;
        while lanes != 0 {
            let lane = lanes.trailing_zeros();
            lanes &= lanes - 1;
            let left = &mut self.left[part][lane as usize];
            if let Some(rest) = left.checked_sub(1 << QUOTA_BITS) {
                // Counting down below 0 has already made it a full quota.
                *left = rest;
                continue;
            }
            let more = *left;
            done |= u64::from(more == 0) << lane;
            self.give(layout, part, lane, more.saturating_sub(1));
        }
        if done != 0 {
            self.set_active(layout, part, self.word(layout.active())[part] & !done);
        }
    }

    /// Sets the number of playouts of a lane that no slot has been given.
    fn give(&mut self, layout: &Layout, part: usize, lane: u32, playouts: u64) {
        let quota = playouts.min((1 << QUOTA_BITS) - 1);
        self.left[part][lane as usize] = playouts - quota;
        for bit in 0..QUOTA_BITS {
            self.set_bit(layout.quota(bit), part, lane, quota >> bit & 1 == 1);
        }
    }

    /// The same for all lanes: whoever plays few playouts in a job would feel it lane by lane.
    fn give_all(&mut self, layout: &Layout, playouts: u64) {
        let quota = playouts.min((1 << QUOTA_BITS) - 1);
        self.left.iter_mut().for_each(|left| left.fill(playouts - quota));
        for bit in 0..QUOTA_BITS {
            let Cell { region, index } = layout.quota(bit);
            let word = self.memory.cell_mut(region, index);
            let parts = word.iter_mut().zip(&self.groups);
            parts.for_each(|(part, group)| *part = if quota >> bit & 1 == 1 { group.mask() } else { 0 });
        }
    }

    /// Sets the lanes that have a playout in this slot. Their steps so far must be settled.
    fn set_active(&mut self, layout: &Layout, part: usize, lanes: u64) {
        let active = layout.active();
        self.memory.cell_mut(active.region, active.index)[part] = lanes;
        self.slots[self.turn].active[part] = lanes.count_ones();
    }

    /// Makes room for the random bits of the next step, which is one of the next slot.
    pub(super) fn advance(&mut self, play: &Play<'_>) {
        memory::advance(&mut self.memory, play.layout());
        if self.slots.len() > 1 {
            self.next_slot(play.layout());
        }
    }

    fn next_slot(&mut self, layout: &Layout) {
        self.turn = (self.turn + 1) % self.slots.len();
        memory::turn(&mut self.memory, layout, self.turn);
    }

    /// The slot whose turn it is.
    pub(super) fn turn(&self) -> usize {
        self.turn
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

    /// The number of a lane in some cells, lowest bit first.
    fn number(&self, cells: impl Iterator<Item = Cell>, part: usize, lane: u32) -> u64 {
        cells.enumerate().fold(0, |number, (i, cell)| number | (self.word(cell)[part] >> lane & 1) << i)
    }

    pub(super) fn word(&self, cell: Cell) -> &[u64] {
        self.memory.cell(cell.region, cell.index)
    }

    fn set_bit(&mut self, cell: Cell, part: usize, lane: u32, bit: bool) {
        let word = &mut self.memory.cell_mut(cell.region, cell.index)[part];
        *word = *word & !(1 << lane) | u64::from(bit) << lane;
    }
}
