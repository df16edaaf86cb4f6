//! A job divided into jobs of the device, and their reports put together again.

use gdl2hdl_hdl::playout::{Gateware, JobLayout};
use gdl2hdl_net::playout::generator::{Generator, origin};
use gdl2hdl_play::playout::{Job, Report, StartReport};
use std::ops::Range;

/// Playouts of a job of the device, about: enough that its beginning and end do not count.
pub(super) const PLAYOUTS: u64 = 1 << 13;

/// A job of the device: some lanes of a start state, and all their playouts.
pub(super) struct Part {
    pub(super) start: usize,
    pub(super) lanes: Range<u64>,
}

/// Lanes of a job of a device that plays so many at a time.
pub(super) fn at_once(job: &Job, slots: u64) -> u64 {
    (PLAYOUTS / job.per_lane).max(4 * slots).max(1)
}

/// All jobs of the device, in order: the same lanes of all start states, so many at once, then the next ones.
pub(super) fn parts(job: &Job, at_once: u64) -> Vec<Part> {
    let of_lanes = |first: u64| {
        let lanes = first..(first + at_once).min(job.lanes);
        (0..job.starts.len()).map(move |start| Part { start, lanes: lanes.clone() })
    };
    (0..job.lanes).step_by(usize::try_from(at_once).unwrap_or(usize::MAX)).flat_map(of_lanes).collect()
}

impl Part {
    pub(super) fn words(&self, job: &Job, gateware: &Gateware, generators: usize, tag: u32) -> Vec<u32> {
        let small = |number: u64| u32::try_from(number).unwrap_or(u32::MAX);
        let stream = self.start as u64 * job.lanes + self.lanes.start;
        let count = small(generators as u64);
        let seeds = (0..count).map(|index| Generator::new(job.seed, stream, index, count).state());
        gateware.job.encode(&JobLayout {
            tag,
            lanes: small(self.lanes.end - self.lanes.start),
            per_lane: small(job.per_lane),
            max_steps: small(job.max_steps),
            origin: origin(job.seed, stream, count),
            seeds: seeds.collect(),
            start: job.starts[self.start].registers.iter().map(|bit| *bit).collect(),
        })
    }

    pub(super) fn playouts(&self, job: &Job) -> u64 {
        (self.lanes.end - self.lanes.start) * job.per_lane
    }
}

/// The report of a job as its parts come in.
pub(super) struct Sum {
    /// Of lanes that have been played from all start states.
    whole: Report,
    /// Of the start states, from the first on, that have played further lanes.
    further: Vec<StartReport>,
    /// Clocks of the ones and the others.
    clocks: [u64; 2],
}

impl Sum {
    /// Begins with a report without playouts.
    pub(super) fn new(none: Report) -> Self {
        Self { whole: none, further: Vec::new(), clocks: [0; 2] }
    }

    /// Adds the report of the next part, which took so many cycles.
    pub(super) fn add(&mut self, part: &Part, report: StartReport, clocks: u64, job: &Job) {
        self.further.push(report);
        self.clocks[1] += clocks;
        if self.further.len() == self.whole.starts.len() {
            self.whole.starts.iter_mut().zip(self.further.drain(..)).for_each(|(sum, report)| *sum += &report);
            (self.whole.rounds, self.whole.lanes) = (job.per_lane, part.lanes.end);
            self.clocks = [self.clocks[0] + self.clocks[1], 0];
        }
    }

    /// What has been played from all start states, and its clocks.
    pub(super) fn whole(self) -> (Report, u64) {
        (self.whole, self.clocks[0])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gdl2hdl_play::playout::{State, Tally};

    fn job(starts: usize, lanes: u64, per_lane: u64) -> Job {
        let starts = vec![State::repeat(false, 3).into(); starts];
        Job { starts, lanes, per_lane, slots: 1, seed: 0, max_steps: 9, first_moves: false }
    }

    #[test]
    fn every_lane_is_in_one_part() {
        for (starts, lanes, per_lane, slots) in [(1, 1, 1, 1), (3, 20_000, 1, 4), (2, 50, 1 << 20, 3), (2, 7, 4000, 1)]
        {
            let job = job(starts, lanes, per_lane);
            let mut begun = vec![0; starts];
            for (number, part) in parts(&job, at_once(&job, slots)).iter().enumerate() {
                assert_eq!((part.start, part.lanes.start), (number % starts, begun[part.start]));
                assert!(part.playouts(&job) <= PLAYOUTS.max(4 * slots * per_lane));
                begun[part.start] = part.lanes.end;
            }
            assert_eq!(begun, vec![lanes; starts]);
        }
    }

    #[test]
    fn lanes_count_when_they_were_played_from_all_start_states() {
        let (job, none) = (job(2, 20_000, 1), StartReport::new([1], false));
        let report = |start: u64| StartReport { all: Tally { steps: 1 + start, ..Tally::new([1]) }, first_moves: None };
        let mut sum = Sum::new(Report { starts: vec![none; 2], lanes: job.lanes, ..Report::default() });
        let parts = parts(&job, at_once(&job, 1));
        let steps = |sum: &Sum| sum.whole.starts.iter().map(|start| start.all.steps).collect::<Vec<_>>();
        sum.add(&parts[0], report(0), 10, &job);
        assert_eq!((steps(&sum), sum.whole.rounds, sum.whole.lanes), (vec![0, 0], 0, 20_000));
        sum.add(&parts[1], report(1), 10, &job);
        assert_eq!((steps(&sum), sum.whole.rounds, sum.whole.lanes), (vec![1, 2], 1, PLAYOUTS));
        sum.add(&parts[2], report(0), 10, &job);
        assert_eq!((steps(&sum), sum.whole.lanes, sum.clocks), (vec![1, 2], PLAYOUTS, [20, 10]));
        parts[3..].iter().for_each(|part| sum.add(part, report(part.start as u64), 10, &job));
        assert_eq!((steps(&sum), sum.whole.lanes), (vec![3, 6], 20_000));
    }
}
