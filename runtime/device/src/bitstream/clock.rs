//! Which clock a design is built for: the highest that the board can make and that the placed design meets, with what the
//! clock itself may be off.
//!
//! What a placement reaches is known only after it, and differs a little with every change. So a first guess is built,
//! then what it reached, less a margin, until a clock is met that is not far from what can be met.

use super::BuildError;

/// Builds at most, for one bitstream.
const TRIES: u32 = 5;
/// What the second try leaves to chance, in percent of what the first one reached; each further try leaves more.
const MARGIN: u64 = 3;
/// A clock for which there is a design may be so many percent below what is built else.
const NEAR: u64 = 4;
/// A clock is high enough when its placement could run so many percent faster at most.
const SLACK: u64 = 7;

/// A clock that a board can make.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Reachable {
    /// **Units:** Hz, rounded up.
    pub(super) hz: u64,
    /// What a design must meet to be clocked so: more, by the margin. **Units:** Hz.
    pub(super) needed: u64,
}

/// The search for a clock. All in Hz.
#[derive(Debug)]
pub(super) struct Search {
    /// What the board can make, rising.
    reachable: Vec<Reachable>,
    /// What the user asked for: there is but one try.
    fixed: bool,
    next: Reachable,
    tries: u32,
    /// The highest that was met.
    met: Option<u64>,
    /// The lowest that was missed, and what was reached then.
    missed: Option<(u64, u64)>,
}

/// What a try led to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum ClockStep {
    /// Build for this clock.
    Try(u64),
    /// This one is met by what was built last: it is the one. Where a design can be retuned, it need not be the clock it
    /// was built for.
    Take(u64),
}

impl Search {
    /// `reachable` is what the board can make, rising; `guess` is where to begin unless the user `asked` for a clock:
    /// then the highest that is not above it is built for.
    pub(super) fn new(reachable: Vec<Reachable>, guess: u64, asked: Option<u64>) -> Option<Self> {
        let limit = asked.unwrap_or(guess);
        let next = reachable.iter().copied().rfind(|clock| clock.hz <= limit).or(reachable.first().copied())?;
        if asked.is_some_and(|asked| next.hz > asked) {
            return None;
        }
        Some(Self { reachable, fixed: asked.is_some(), next, tries: 0, met: None, missed: None })
    }

    /// Whether a placement is looked at before a route. That of a `large` design takes the better part of an hour, and is
    /// made once only where the clock is given, or where what is routed is `settable`: it can be given any clock then, and
    /// need not be better than something else.
    pub(super) fn looks_first(&self, large: bool, settable: bool) -> bool {
        !(large && (self.fixed || settable))
    }

    /// Whether a placement that promises so much, in Hz, is too far from the clock to build for: routes make of a
    /// promise up to a fifth more, never half as much again. To be asked again after [`Search::begin_at`].
    pub(super) fn out_of_reach(&self, promised: u64) -> bool {
        promised / 2 * 3 < self.next.needed
    }

    /// Begins a little below what a placement promises, or as low as the board can, unless there was a clock asked for.
    pub(super) fn begin_at(&mut self, promised: u64) {
        let wanted = promised / 100 * (100 - 2 * MARGIN);
        let begin = met_by(&self.reachable, wanted).or(self.reachable.first().copied());
        if let Some(next) = begin.filter(|_| !self.fixed) {
            self.next = next;
        }
    }

    /// Begins with a clock for which there is a design, where that is little below: another one takes another synthesis.
    pub(super) fn stay_near(&mut self, clock: u64) {
        let near = |there: &&Reachable| there.hz == clock && clock <= self.next.hz;
        let there = self.reachable.iter().find(near).copied();
        if let Some(there) = there.filter(|_| self.next.hz / 100 * (100 - NEAR) <= clock) {
            self.next = there;
        }
    }

    /// The clock to build for now.
    pub(super) fn first(&self) -> u64 {
        self.next.hz
    }

    /// The best placement of the last try reached `fmax`, and `can_be_set` to a clock without another placement or not.
    pub(super) fn reached(&mut self, fmax: u64, can_be_set: impl Fn(u64) -> bool) -> Result<ClockStep, BuildError> {
        self.tries += 1;
        let Reachable { hz: built, needed } = self.next;
        let far = fmax >= needed && fmax / 100 * (100 - SLACK) > needed;
        // What a placement meets hardly depends on the clock that it was made for.
        if let Some(set) = met_by(&self.reachable, fmax).filter(|clock| !self.fixed && can_be_set(clock.hz))
            && self.met.is_none_or(|met| met <= set.hz)
        {
            return Ok(ClockStep::Take(set.hz));
        }
        if fmax >= needed {
            self.met = self.met.max(Some(built));
        } else if self.missed.is_none_or(|(missed, _)| built < missed) {
            self.missed = Some((built, fmax));
        }
        let wanted = met_by(&self.reachable, fmax / 100 * (100 - MARGIN * u64::from(self.tries)));
        let below_missed = |clock: &Reachable| self.missed.is_none_or(|(missed, _)| clock.hz < missed);
        let better = wanted.filter(below_missed).or_else(|| self.below_missed());
        match (self.met, better) {
            (Some(met), _) if self.fixed || (built == met && !far) || self.tries >= TRIES => {
                Ok(self.settle(built, met))
            }
            (Some(met), Some(better)) if better.hz <= met => Ok(self.settle(built, met)),
            (_, Some(better)) if !self.fixed && self.tries < TRIES => {
                self.next = better;
                Ok(ClockStep::Try(better.hz))
            }
            _ => Err(BuildError::Timing { asked: built, needed, reached: fmax, tries: self.tries }),
        }
    }

    /// Takes what was met. Files of an earlier try were written over since: it is built once more, and comes out the
    /// same.
    fn settle(&mut self, built: u64, met: u64) -> ClockStep {
        if built == met {
            return ClockStep::Take(met);
        }
        let clock = self.reachable.iter().find(|clock| clock.hz == met).copied();
        (self.next, self.fixed) = (clock.unwrap_or(self.next), true);
        ClockStep::Try(met)
    }

    /// The highest clock below the lowest that was missed.
    fn below_missed(&self) -> Option<Reachable> {
        let (missed, _) = self.missed?;
        self.reachable.iter().copied().rfind(|clock| clock.hz < missed)
    }
}

/// The highest clock that routes may make of what a placement promises: up to a fifth more. **Units:** Hz.
pub(super) fn most(promised: u64) -> u64 {
    promised / 5 * 6
}

/// The highest clock that a design which meets so much, in Hz, can be given.
pub(super) fn met_by(rising: &[Reachable], fmax: u64) -> Option<Reachable> {
    rising.iter().copied().rfind(|clock| clock.needed <= fmax)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Clocks without a margin.
    fn reachable() -> Vec<Reachable> {
        (6..=100).map(|mhz| mhz * 1_000_000).map(|hz| Reachable { hz, needed: hz }).collect()
    }

    /// Plays the search against designs that reach `fmax(clock)`.
    fn found(guess: u64, asked: Option<u64>, fmax: impl Fn(u64) -> u64) -> (Result<u64, String>, u32) {
        let mut search = Search::new(reachable(), guess, asked).unwrap();
        let mut clock = search.first();
        loop {
            match search.reached(fmax(clock), |_| false) {
                Ok(ClockStep::Try(next)) => clock = next,
                Ok(ClockStep::Take(taken)) => return (Ok(taken), search.tries),
                Err(error) => return (Err(error.to_string()), search.tries),
            }
        }
    }

    #[test]
    fn what_was_reached_is_built_next() {
        assert_eq!(found(48_000_000, None, |_| 28_284_000), (Ok(27_000_000), 2));
        assert_eq!(found(12_000_000, None, |_| 28_284_000), (Ok(27_000_000), 2));
        assert_eq!(found(27_000_000, None, |_| 28_284_000), (Ok(27_000_000), 1), "near enough at once");
    }

    #[test]
    fn a_design_that_gets_slower_is_followed_down() {
        let (clock, tries) =
            found(48_000_000, None, |clock| if clock > 24_000_000 { clock - 4_000_000 } else { clock });
        assert!(clock.unwrap() >= 20_000_000 && tries <= TRIES);
        let (clock, _) = found(12_000_000, None, |clock| if clock > 12_000_000 { 11_000_000 } else { 40_000_000 });
        assert_eq!(clock, Ok(12_000_000), "what was met is taken when nothing better is");
    }

    #[test]
    fn a_clock_that_was_asked_for_is_met_or_not() {
        assert_eq!(found(48_000_000, Some(20_500_000), |_| 28_000_000), (Ok(20_000_000), 1));
        let (error, tries) = found(48_000_000, Some(40_000_000), |_| 28_000_000);
        assert!(error.unwrap_err().contains("40 MHz were asked for, the best of 1 placements reaches 28"), "{tries}");
        assert!(Search::new(reachable(), 48_000_000, Some(5_000_000)).is_none(), "the board can't");
    }

    #[test]
    fn large_designs_are_placed_once_where_no_promise_is_needed() {
        let looks =
            |asked, large, settable| Search::new(reachable(), 48_000_000, asked).unwrap().looks_first(large, settable);
        let asked = Some(20_000_000);
        assert!(looks(None, true, false), "only a promise says which clock it may be routed for");
        assert!(!looks(None, true, true) && !looks(asked, true, false) && !looks(asked, true, true));
        for (asked, settable) in [(None, false), (None, true), (asked, false), (asked, true)] {
            assert!(looks(asked, false, settable), "a small one is placed in no time");
        }
    }

    #[test]
    fn promises_are_where_a_search_begins() {
        let mut search = Search::new(reachable(), 48_000_000, None).unwrap();
        search.begin_at(22_700_000);
        assert_eq!((search.first(), search.out_of_reach(22_700_000)), (21_000_000, false));
        search.begin_at(5_000_000);
        assert_eq!((search.first(), search.out_of_reach(5_000_000)), (6_000_000, false), "the slowest there is");
        search.begin_at(3_000_000);
        assert!(search.out_of_reach(3_000_000), "of all that the board can make");
        search.begin_at(32_000_000);
        search.stay_near(26_000_000);
        assert_eq!(search.first(), 30_000_000, "too far below");
        search.stay_near(31_000_000);
        assert_eq!(search.first(), 30_000_000, "above");
        search.stay_near(29_000_000);
        assert_eq!(search.first(), 29_000_000);
        let mut search = Search::new(reachable(), 48_000_000, Some(90_000_000)).unwrap();
        search.begin_at(22_700_000);
        assert_eq!(search.first(), 90_000_000);
        assert!(search.out_of_reach(55_000_000) && !search.out_of_reach(62_000_000));
    }

    #[test]
    fn what_is_routed_is_retuned() {
        let taken = |built: u64, fmax: u64, asked: Option<u64>| {
            let mut search = Search::new(reachable(), built, asked).unwrap();
            search.reached(fmax, |clock| clock <= 2 * built).ok()
        };
        let mhz = 1_000_000;
        assert_eq!(taken(90 * mhz, 89_900_000, None), Some(ClockStep::Take(89 * mhz)), "missed by little");
        assert_eq!(taken(90 * mhz, 97_500_000, None), Some(ClockStep::Take(97 * mhz)), "all that is met");
        assert_eq!(taken(90 * mhz, 90_500_000, None), Some(ClockStep::Take(90 * mhz)));
        assert_eq!(taken(90 * mhz, 47 * mhz, None), Some(ClockStep::Take(47 * mhz)), "missed by far");
        assert_eq!(taken(40 * mhz, 90 * mhz, None), Some(ClockStep::Try(87 * mhz)), "too much faster to be set");
        assert_eq!(taken(90 * mhz, 93 * mhz, Some(90 * mhz)), Some(ClockStep::Take(90 * mhz)), "asked for");
        assert_eq!(taken(90 * mhz, 89_900_000, Some(90 * mhz)), None);
    }

    #[test]
    fn a_margin_is_left() {
        let spared = |asked| {
            let clocks =
                reachable().into_iter().map(|clock| Reachable { needed: clock.hz / 9 * 10, ..clock }).collect();
            Search::new(clocks, 48_000_000, asked).unwrap()
        };
        assert_eq!(spared(None).reached(50_000_000, |_| true).ok(), Some(ClockStep::Take(45_000_000)));
        let mut search = spared(None);
        search.begin_at(50_000_000);
        assert_eq!(search.first(), 42_000_000, "94 % of 50, less a tenth");
        let error = spared(Some(48_000_000)).reached(50_000_000, |_| true).unwrap_err().to_string();
        assert!(error.contains("48 MHz were asked for, which need 53.333"), "{error}");
        assert_eq!(spared(Some(45_000_000)).reached(50_000_000, |_| true).ok(), Some(ClockStep::Take(45_000_000)));
    }

    #[test]
    fn it_ends() {
        for fmax in [1, 3_000_000, 7_000_000, 99_000_000, 400_000_000] {
            let (_, tries) = found(48_000_000, None, |_| fmax);
            assert!(tries <= TRIES, "{fmax}");
        }
    }
}
