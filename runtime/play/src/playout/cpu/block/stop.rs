//! Jobs that are stopped: how far lanes have come, and where they shall end.

use super::super::super::Job;
use super::{Block, Slot};
use gdl2hdl_net::playout::step::{Layout, QUOTA_BITS};
use gdl2hdl_net::program::Cell;

impl Block {
    /// The playouts a lane must have at least, if the job ends as soon as it can.
    ///
    /// With one slot a lane can do without the playout it is in, so it is the most playouts that a lane has completed.
    /// With more nobody knows which playout of a lane began last: all that began are played to their end.
    pub(in super::super) fn least_rounds(&self, layout: &Layout, job: &Job) -> u64 {
        self.rounds(layout, job).max().unwrap_or(0)
    }

    /// For each lane the same.
    pub(in super::super) fn rounds(&self, layout: &Layout, job: &Job) -> impl Iterator<Item = u64> {
        // Before the first step nothing has begun.
        let begun = self.slots[0].made > 0;
        self.lanes(0).map(move |(part, lane, _)| match job.slots {
            _ if !begun => 0,
            1 => self.completed(layout, job, part, lane),
            _ => self.started(layout, job, part, lane),
        })
    }

    /// Playouts that slots of a lane have been given.
    fn started(&self, layout: &Layout, job: &Job, part: usize, lane: u32) -> u64 {
        let quota = self.number((0..QUOTA_BITS).map(|bit| layout.quota(bit)), part, lane);
        job.per_lane - quota - self.left[part][lane as usize]
    }

    /// Playouts that a lane with one slot has completed.
    fn completed(&self, layout: &Layout, job: &Job, part: usize, lane: u32) -> u64 {
        self.started(layout, job, part, lane) - (self.word(layout.active())[part] >> lane & 1)
    }

    /// Reduces the playouts of every lane to `rounds`, at least the [`Block::least_rounds`] of all blocks. What lanes
    /// have begun beyond that is dropped, with its steps.
    pub(in super::super) fn reduce(&mut self, layout: &Layout, job: &Job, rounds: u64) {
        if job.slots == 1 || rounds == 0 {
            self.drop_begun(layout, job, rounds);
        }
        for part in 0..self.groups.len() {
            for lane in 0..self.groups[part].lanes {
                let started = self.started(layout, job, part, lane);
                self.give(layout, part, lane, rounds.saturating_sub(started));
            }
        }
    }

    /// Drops what lanes have begun beyond their `rounds` playouts: they are done.
    fn drop_begun(&mut self, layout: &Layout, job: &Job, rounds: u64) {
        for _ in 0..self.slots.len() {
            self.settle();
            for part in 0..self.groups.len() {
                let mut active = self.word(layout.active())[part];
                for lane in 0..self.groups[part].lanes {
                    if rounds == 0 || self.completed(layout, job, part, lane) == rounds {
                        self.tallies[part].steps -= self.begun(layout, job, part, lane);
                        active &= !(1 << lane);
                    }
                }
                self.set_active(layout, part, active);
            }
            self.next_slot(layout);
        }
        self.active = self.slots.iter().any(Slot::is_active);
    }

    /// Steps a lane has made in a playout of this slot that has not ended.
    fn begun(&self, layout: &Layout, job: &Job, part: usize, lane: u32) -> u64 {
        let bit = |cell: Cell| self.word(cell)[part] >> lane & 1;
        if bit(layout.active()) == 0 || bit(layout.ended()) == 1 {
            return 0;
        }
        let left = (0..layout.shape.step_bits as usize).map(|bit| layout.steps_left(bit));
        job.max_steps - 1 - self.number(left, part, lane)
    }
}
