//! What a search for a configuration may choose.

use crate::bitstream::choice::{Effort, Options};
use gdl2hdl_boards::{Board, Family};
use gdl2hdl_hdl::playout::most_bits;
use gdl2hdl_net::playout::MAX_SLOTS;
use std::time::Duration;

/// Playouts in flight in a core that a search tries: many for large games, whose picks alone are long.
const STAGES: [u32; 11] = [1, 2, 3, 4, 5, 6, 7, 8, 10, 12, 14];
/// Numbers of cores of a lane that a search tries.
const TOGETHER: [u32; 5] = [1, 2, 3, 4, 8];

/// What is to be searched: what is given is fixed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Fit {
    /// How hard.
    pub effort: Effort,
    /// How long, where that is not what goes with the effort.
    pub time: Option<Duration>,
    /// Cores.
    pub cores: Option<u32>,
    /// Cores that play a lane together.
    pub cores_per_lane: Option<u32>,
    /// Playouts of a lane in flight.
    pub slots: Option<u32>,
    /// Whether what goes round goes through memories.
    pub memories: Option<bool>,
    /// Whether picks are made with multipliers.
    pub multipliers: Option<bool>,
}

impl Fit {
    /// How long the search goes on; `None` until it has routed all it wants to.
    #[must_use]
    pub fn time(&self) -> Option<Duration> {
        self.time.or(self.effort.time())
    }

    /// All that a core may be on a board: memories of LUTs are those of an ECP5, multipliers must be there.
    /// `generators` are the bits that each generator gives for a core in a cycle.
    pub(super) fn options(&self, board: &Board, generators: &[u32]) -> Vec<Options> {
        let either = |given: Option<bool>, possible: bool| match given {
            Some(given) => vec![given],
            None if possible => vec![false, true],
            None => vec![false],
        };
        let has_multipliers = board.budget.as_ref().is_some_and(|budget| budget.dsps.is_some_and(|dsps| dsps > 0));
        let mut all = Vec::new();
        for (cores_per_lane, slots) in self.lanes(generators) {
            for memories in either(self.memories, board.fpga.family == Family::Ecp5) {
                for multipliers in either(self.multipliers, has_multipliers) {
                    all.push(Options { cores_per_lane, slots, memories, multipliers });
                }
            }
        }
        all
    }

    /// What a lane may be: its cores, and its playouts in flight.
    fn lanes(&self, generators: &[u32]) -> Vec<(u32, u32)> {
        let (bits, most) = (generators.iter().copied().max().unwrap_or(0), most_bits(generators.len()));
        if let (Some(cores), Some(slots)) = (self.cores_per_lane, self.slots) {
            return vec![(cores, slots)];
        }
        let together = self.cores_per_lane.map_or(TOGETHER.to_vec(), |cores| vec![cores]);
        let staged = |cores: u32| STAGES.into_iter().map(move |stages| (cores, cores * stages)).collect();
        let of = |cores: u32| self.slots.map_or_else(|| staged(cores), |slots| vec![(cores, slots)]);
        let fits = |&(cores, slots): &(u32, u32)| {
            slots <= MAX_SLOTS
                && slots % cores == 0
                && self.cores.is_none_or(|all| all % cores == 0)
                && (cores == 1 || cores * bits <= most)
        };
        together.into_iter().flat_map(of).filter(fits).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gdl2hdl_boards::by_name;

    #[test]
    fn what_a_device_lacks_is_not_tried() {
        let count = |board: &str, fit: Fit| fit.options(&by_name(board).unwrap(), &[18, 20]).len();
        assert_eq!(count("ice40-hx8k-b-evn", Fit::default()), 11);
        assert_eq!(count("icebreaker", Fit::default()), 22, "an UltraPlus has multipliers");
        assert_eq!(count("ulx3s-85f", Fit::default()), 44);
    }

    #[test]
    fn lanes_have_whole_cores_and_bits_for_all() {
        let lanes = |bits, fit: Fit| fit.lanes(&[bits]);
        assert_eq!(lanes(31, Fit::default()).len(), 11, "no bits for two");
        assert_eq!(Fit::default().lanes(&[18, 18]).len(), 11, "nor with several generators");
        assert_eq!(lanes(15, Fit::default()).len(), 11 + 8 + 5 + 4);
        assert_eq!(lanes(2, Fit::default()).len(), 11 + 8 + 5 + 4 + 2);
        assert_eq!(lanes(15, Fit { slots: Some(6), ..Fit::default() }), [(1, 6), (2, 6), (3, 6)]);
        assert_eq!(lanes(15, Fit { cores: Some(5), slots: Some(6), ..Fit::default() }), [(1, 6)]);
        let fixed = Fit { cores_per_lane: Some(2), cores: Some(4), ..Fit::default() };
        assert_eq!(lanes(15, fixed).first(), Some(&(2, 2)));
    }

    #[test]
    fn a_time_that_is_said_stands_for_that_of_the_effort() {
        let time = |effort, time: Option<u64>| {
            let fit = Fit { effort, time: time.map(Duration::from_secs), ..Fit::default() };
            fit.time().map(|time| time.as_secs())
        };
        assert_eq!([time(Effort::Low, None), time(Effort::Medium, None)], [Some(300), Some(840)]);
        assert_eq!([time(Effort::High, None), time(Effort::High, Some(60))], [None, Some(60)]);
    }

    #[test]
    fn what_is_given_is_fixed() {
        let board = by_name("ulx3s-25f").unwrap();
        let fit = Fit {
            cores_per_lane: Some(1),
            slots: Some(12),
            memories: Some(true),
            multipliers: Some(false),
            ..Fit::default()
        };
        let options = Options { cores_per_lane: 1, slots: 12, memories: true, multipliers: false };
        assert_eq!(fit.options(&board, &[15]), [options]);
    }
}
