//! Counters that nothing is built for: what they would say follows from the job and from other counters.

use super::config::Config;
use super::counters::{COMMON, Counters, FINISHED, Rest};
use super::picker_net::PickerNet;
use serde::Serialize;

/// Common counters by their places in [`COMMON`].
const TRUNCATED: usize = 2;
const STUCK: usize = 3;

/// A counter of goals that the device leaves at zero: it is what some others leave of the finished playouts.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct RestInfo {
    /// The counter.
    pub counter: usize,
    /// The others.
    pub others: Vec<usize>,
}

/// The counters of a report that the device leaves at zero, and how a host fills them in.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct DerivedCounters {
    /// For each counter whether the device counts.
    counted: Vec<bool>,
    rests: Vec<Rest>,
}

impl DerivedCounters {
    /// What follows in an engine. Where it counts by first moves everything is counted: nobody knows how many playouts
    /// begin with which.
    pub(super) fn new(config: &Config, counters: &Counters, picker_net: &PickerNet) -> Self {
        let all = config.first_moves;
        let mut counted = vec![true; counters.len()];
        counted[FINISHED] = all;
        counted[TRUNCATED] = !config.unlimited;
        counted[STUCK] = picker_net.may_be_stuck();
        let rests = if all { Vec::new() } else { counters.rests.clone() };
        rests.iter().for_each(|rest| counted[COMMON.len() + rest.counter] = false);
        Self { counted, rests }
    }

    /// Whether the device counts by a counter.
    pub(super) fn is_counted(&self, counter: usize) -> bool {
        self.counted[counter]
    }

    /// The counters by which the device does not count.
    pub(super) fn uncounted(&self) -> impl Iterator<Item = usize> + '_ {
        self.counted.iter().enumerate().filter(|(_, counted)| !**counted).map(|(counter, _)| counter)
    }

    /// Counters by which the device counts.
    #[must_use]
    pub fn num_counted(&self) -> usize {
        self.counted.len() - self.uncounted().count()
    }

    /// What uncounted counters of goals say.
    pub(super) fn rests(&self) -> Vec<RestInfo> {
        let place = |counter: &usize| COMMON.len() + counter;
        let info =
            |rest: &Rest| RestInfo { counter: place(&rest.counter), others: rest.others.iter().map(place).collect() };
        self.rests.iter().map(info).collect()
    }

    /// What a device reports of counters that are all known.
    ///
    /// **Shape:** one number for each counter, or for each counter of a row of first moves.
    pub fn leave(&self, counters: &mut [u64]) {
        for (counter, _) in counters.iter_mut().zip(&self.counted).filter(|(_, counted)| !**counted) {
            *counter = 0;
        }
    }

    /// Fills in what follows from a report of a job of so many playouts. False if no playouts are counted like this.
    ///
    /// **Shape:** as of [`leave`](Self::leave).
    #[must_use]
    pub fn fill(&self, counters: &mut [u64], playouts: u64) -> bool {
        if !self.counted[FINISHED] {
            let others = counters[TRUNCATED].checked_add(counters[STUCK]);
            let Some(finished) = others.and_then(|others| playouts.checked_sub(others)) else { return false };
            counters[FINISHED] = finished;
        }
        for Rest { counter, others } in &self.rests {
            let mut others = others.iter().map(|other| counters[COMMON.len() + other]);
            let Some(rest) = others.try_fold(counters[FINISHED], u64::checked_sub) else { return false };
            counters[COMMON.len() + counter] = rest;
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_left_is_filled_in() {
        let rests = vec![Rest { counter: 1, others: vec![0, 2] }];
        let derived = DerivedCounters { counted: vec![true, false, true, false, true, false, true], rests };
        let all = [70, 20, 5, 0, 8, 9, 3];
        let mut counters = all;
        derived.leave(&mut counters);
        assert_eq!(counters, [70, 0, 5, 0, 8, 0, 3]);
        assert!(derived.fill(&mut counters, 25));
        assert_eq!((counters, derived.num_counted()), (all, 4));
        assert_eq!(derived.uncounted().collect::<Vec<_>>(), [1, 3, 5]);
        assert!(!derived.fill(&mut counters, 4), "more were cut off than played");
        assert!(!derived.fill(&mut counters, 15), "more have goals than finished");
    }
}
