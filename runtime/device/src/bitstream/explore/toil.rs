//! How long tools take for a configuration: what a search plans its time with.

use std::time::Duration;

/// What is expected before a search has routed anything: a design of so many cells takes so many seconds. An ECP5-85F with
/// 73000 of them took 25 to 60 minutes beside other work on two cores.
const CELLS: f64 = 25_000.0;
const SECONDS: f64 = 300.0;
/// Twice the cells take so many times as long: two to this power.
const EXPONENT: f64 = 1.3;
/// Tools are never taken for so many times faster or slower than that: what was there already takes no time at all.
const RANGE: (f64, f64) = (0.1, 10.0);
/// Tools take so long to begin with, however small a design is.
pub(super) const LEAST: Duration = Duration::from_secs(20);
/// A search that has a bound begins with at most so many cells: then there is a result early.
pub(super) const FIRST: u64 = 25_000;

/// How long designs take from their synthesis until they are routed, as far as it is known.
#[derive(Clone, Debug, Default)]
pub(super) struct Toil {
    /// Of each design that was routed: how many times as long it took as expected.
    factors: Vec<f64>,
}

impl Toil {
    /// A design of so many cells was routed in so much time.
    pub(super) fn learn(&mut self, cells: u64, took: Duration) {
        let factor = took.as_secs_f64() / before(cells).max(1e-3);
        self.factors.push(factor.clamp(RANGE.0, RANGE.1));
    }

    /// How long a design of so many cells takes.
    pub(super) fn of(&self, cells: u64) -> Duration {
        Duration::from_secs_f64(before(cells) * self.factor())
    }

    /// How many cells a design may have to be routed in so much time.
    pub(super) fn cells(&self, time: Duration) -> u64 {
        let times = time.as_secs_f64() / (SECONDS * self.factor());
        #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // not below 0, and bounded
        let cells = (CELLS * times.powf(1.0 / EXPONENT)).min(1e15) as u64;
        cells
    }

    /// The mean of what is known; 1 where nothing is.
    fn factor(&self) -> f64 {
        match u32::try_from(self.factors.len()) {
            Ok(0) | Err(_) => 1.0,
            Ok(number) => self.factors.iter().sum::<f64>() / f64::from(number),
        }
    }
}

/// What is expected where nothing was learnt. **Units:** seconds.
fn before(cells: u64) -> f64 {
    #[allow(clippy::cast_precision_loss)] // far below 2^53
    let times = cells as f64 / CELLS;
    SECONDS * times.powf(EXPONENT)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn larger_designs_take_longer_by_more_than_their_size() {
        let toil = Toil::default();
        assert_eq!(toil.of(25_000), Duration::from_secs(300));
        let full = toil.of(73_000).as_secs();
        assert!((1100..1300).contains(&full), "{full} s for an 85F");
        assert!((72_900..=73_000).contains(&toil.cells(toil.of(73_000))));
        assert_eq!((toil.cells(Duration::ZERO), toil.of(0)), (0, Duration::ZERO));
    }

    #[test]
    fn what_was_routed_says_how_fast_the_machine_is() {
        let mut toil = Toil::default();
        toil.learn(25_000, Duration::from_secs(600));
        assert_eq!(toil.of(25_000), Duration::from_secs(600));
        toil.learn(25_000, Duration::from_secs(900));
        assert_eq!(toil.of(25_000), Duration::from_secs(750), "the mean");
        let mut toil = Toil::default();
        toil.learn(25_000, Duration::ZERO);
        assert_eq!(toil.of(25_000), Duration::from_secs(30), "it was there already");
    }
}
