//! How the lanes of a job are divided into blocks.

use super::super::Job;
use std::iter;

/// Up to 64 lanes of one start state: a 64-lane part of a block's words.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Group {
    /// Number of the start state.
    pub(super) start: usize,
    /// First of its lanes.
    pub(super) first: u64,
    /// Number of lanes.
    pub(super) lanes: u32,
}

impl Group {
    /// The lanes that are in use.
    pub(super) fn mask(&self) -> u64 {
        u64::MAX.checked_shr(64 - self.lanes).unwrap_or(0)
    }

    /// The stream of its first lane, in a job with so many lanes of each start state.
    pub(super) fn first_stream(&self, lanes: u64) -> u64 {
        self.start as u64 * lanes + self.first
    }
}

/// The groups of a job's start states, as many to a block as a word has parts.
pub(super) fn blocks(job: &Job, starts: &[usize], parts: usize) -> impl Iterator<Item = Vec<Group>> {
    let all = job.lanes;
    let of_start = move |start: usize| {
        let firsts = (0..all).step_by(64);
        firsts.map(move |first| Group { start, first, lanes: u32::try_from((all - first).min(64)).unwrap_or(64) })
    };
    let mut groups = starts.iter().copied().flat_map(of_start);
    iter::from_fn(move || {
        Some(groups.by_ref().take(parts.max(1)).collect::<Vec<_>>()).filter(|groups| !groups.is_empty())
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::playout::State;

    #[test]
    fn every_lane_is_in_one_group() {
        let starts = vec![State::new().into(); 3];
        let job = Job { starts, lanes: 130, per_lane: 1, slots: 1, seed: 0, max_steps: 1, first_moves: false };
        let blocks: Vec<_> = blocks(&job, &[0, 2], 4).collect();
        let group = |start, first, lanes| Group { start, first, lanes };
        assert_eq!(
            blocks,
            [
                vec![group(0, 0, 64), group(0, 64, 64), group(0, 128, 2), group(2, 0, 64)],
                vec![group(2, 64, 64), group(2, 128, 2)]
            ]
        );
        assert_eq!((blocks[0][2].mask(), blocks[0][3].mask()), (3, u64::MAX));
        assert_eq!(blocks[1][1].first_stream(130), 2 * 130 + 128);
    }
}
