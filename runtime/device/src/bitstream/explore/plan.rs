//! From what cores cost to how many of them a device holds, and what they will play: what the search ranks.

use crate::bitstream::choice::{EngineChoice, Options};
use crate::bitstream::clock::{Reachable, met_by};
use crate::bitstream::cost::{Cost, Factor, Full, Resources, Speed, period_ps};
use crate::bitstream::fitted::Prediction;
use crate::bitstream::{Basis, BuildError, Lengths, Sustained};
use gdl2hdl_hdl::playout::{Config, Pace};
use std::cmp::Ordering;
use std::collections::BTreeMap;

/// The fewest cores that are considered beside the most that fit, as a share. **Units:** percent.
const FEWEST: u32 = 60;
/// An estimate may be so much too high: what is above is not tried. **Units:** percent of the device.
pub(super) const TOO_MUCH: u64 = 125;
/// The placer may count so many times as many cells as synthesis: it adds some to each chain of carries. Of 272 cores of
/// tic-tac-toe it counted 3.1 % more.
const MOST_PACKED: f64 = 1.25;
/// The search for the clock leaves a part of what a placement reaches. **Units:** percent that stay.
const KEPT: f64 = 95.0;

/// What a kind of core costs, and how deep its logic is.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct CandidateKind {
    pub(super) cost: Cost,
    pub(super) levels: u32,
    pub(super) pace: Pace,
}

/// All that is known before and during a search.
pub(super) struct SearchPlan {
    pub(super) kinds: BTreeMap<Options, CandidateKind>,
    pub(super) device: Resources,
    /// How much of the device is taken.
    pub(super) full: Full,
    /// How much a count may show to be taken.
    pub(super) at_most: Full,
    pub(super) speed: Speed,
    /// Clocks of the board, rising, never empty. **Units:** Hz.
    pub(super) reachable: Vec<Reachable>,
    /// The clock that was asked for. **Units:** Hz.
    pub(super) asked: Option<u64>,
    pub(super) lengths: Lengths,
    /// What is not chosen.
    pub(super) config: Config,
    /// The number of cores that was asked for.
    pub(super) cores: Option<u32>,
    /// Most cores of an engine.
    pub(super) most: u32,
    /// [`TOO_MUCH`], or more where the user wants a try all the same.
    pub(super) too_much: u64,
    pub(super) learnt: Learnt,
}

/// What tools said, against what was expected: factors.
#[derive(Clone, Debug, Default)]
pub(super) struct Learnt {
    /// Sizes of cores.
    pub(super) sizes: BTreeMap<Options, Factor>,
    /// Periods.
    pub(super) periods: BTreeMap<Options, f64>,
    /// Cells by the placer's count, against those of synthesis; `None` where no placer has counted.
    pub(super) packed: Option<f64>,
}

impl Learnt {
    /// The factor of some options: their own, else the mean of all that are known, else 1.
    fn size(&self, options: Options) -> Factor {
        self.sizes.get(&options).copied().unwrap_or_else(|| Factor::mean(self.sizes.values()))
    }

    /// So many cells by synthesis, as the placer counts them.
    fn packed(&self, cells: u64) -> u64 {
        self.packed.map_or(cells, |factor| whole(real(cells) * factor))
    }

    /// The same of periods.
    fn period(&self, options: Options) -> f64 {
        let mean = || match u32::try_from(self.periods.len()) {
            Ok(0) | Err(_) => 1.0,
            Ok(number) => self.periods.values().sum::<f64>() / f64::from(number),
        };
        self.periods.get(&options).copied().unwrap_or_else(mean)
    }
}

impl SearchPlan {
    /// What is expected of a configuration. `None` for options that are not searched.
    pub(super) fn predict(&self, choice: EngineChoice) -> Option<Prediction> {
        let kind = self.kinds.get(&choice.options)?;
        let resources = kind.cost.scaled(self.learnt.size(choice.options)).of(choice.cores);
        let resources = Resources { cells: self.learnt.packed(resources.cells), ..resources };
        let used = real(resources.cells) / real(self.device.cells.max(1));
        let speed = if choice.options.multipliers { self.speed.multiplied() } else { self.speed };
        let period = period_ps(speed, kind.levels, used.min(1.2)) * self.learnt.period(choice.options);
        let fmax_hz = whole(1e12 / period.max(1.0));
        let clock_hz = self.clock(fmax_hz);
        let (pace, config) = (kind.pace.with_cores(choice.cores), choice.config(self.config));
        let states_per_s = Sustained::of(&pace, &config, clock_hz, self.lengths).states_per_s(clock_hz);
        Some(Prediction { resources, levels: kind.levels, fmax_hz, clock_hz, states_per_s })
    }

    /// The clock that is built for, when so much is met.
    fn clock(&self, fmax: u64) -> u64 {
        let below = match self.asked {
            Some(asked) => self.reachable.iter().copied().rfind(|clock| clock.hz <= asked),
            None => met_by(&self.reachable, whole(real(fmax) * KEPT / 100.0)),
        };
        below.or(self.reachable.first().copied()).map_or(fmax, |clock| clock.hz)
    }

    /// How good a configuration is expected to be: its states/s, much less where its clock is above what it will
    /// meet, or the device is too small for it.
    pub(super) fn score(&self, prediction: &Prediction) -> f64 {
        let reach = (real(prediction.fmax_hz) / real(prediction.clock_hz.max(1))).min(1.0);
        let fits = if prediction.resources.fits(self.device, 100) { 1.0 } else { 0.01 };
        real(prediction.states_per_s) * reach.powi(4) * fits
    }

    /// Most cores that fit, and have no more than `room` cells. One may be tried even when that is a little too large by
    /// the estimate; `None` when it is much too large.
    fn most_cores(&self, options: Options, room: u64) -> Option<u32> {
        let resources =
            |cores: u32| self.predict(EngineChoice { cores, options }).map(|prediction| prediction.resources);
        let fits = |cores: u32, full| resources(cores).is_some_and(|resources| resources.fits_in(self.device, full));
        let too_much = Full::share(self.too_much);
        if let Some(cores) = self.cores {
            return fits(cores, too_much).then_some(cores);
        }
        let has_room = |cores: u32| resources(cores).is_some_and(|resources| resources.cells <= room);
        let of = options.cores_per_lane;
        if self.config.host_seeds {
            return fits(of, too_much).then_some(of);
        }
        // More cores never take less.
        let (mut most, mut above) = (0, self.most + 1);
        while most + 1 < above {
            let middle = most + (above - most) / 2;
            if fits(middle, self.full) && has_room(middle) { most = middle } else { above = middle }
        }
        match most {
            most if most < of => fits(of, too_much).then_some(of),
            most => Some(most - most % of),
        }
    }

    /// The best number of cores of some kind, at most so many. A device that is less full may have the better clock.
    pub(super) fn best(&self, options: Options, limit: u32) -> Option<(EngineChoice, Prediction)> {
        self.best_in(options, limit, u64::MAX)
    }

    /// The same with no more than `room` cells, where that leaves a choice.
    pub(super) fn best_in(&self, options: Options, limit: u32, room: u64) -> Option<(EngineChoice, Prediction)> {
        let most = self.most_cores(options, room)?.min(limit);
        let fewest = if self.cores.is_some() || self.config.host_seeds { most } else { (most * FEWEST / 100).max(1) };
        let whole = (fewest..=most).filter(|cores| cores % options.cores_per_lane == 0);
        let all = whole.filter_map(|cores| {
            let choice = EngineChoice { cores, options };
            Some((choice, self.predict(choice)?))
        });
        all.max_by(|(_, a), (_, b)| self.order(a, b))
    }

    /// Which of two is better: of equal ones the smaller.
    pub(super) fn order(&self, a: &Prediction, b: &Prediction) -> Ordering {
        self.score(a).total_cmp(&self.score(b)).then(b.resources.cells.cmp(&a.resources.cells))
    }

    /// That not even the smallest fits, by the estimate.
    pub(super) fn too_large(&self) -> BuildError {
        let cores = self.cores.unwrap_or(1);
        let all = self.kinds.keys().filter_map(|&options| self.predict(EngineChoice { cores, options }));
        let least = all.map(|prediction| prediction.resources).min_by_key(|resources| resources.cells);
        let needs = least.unwrap_or_default().named().into_iter().zip(self.device.named());
        // Of several the one there is least of.
        let worst = needs.max_by_key(|((_, need), (_, have))| u128::from(*need) * 1000 / u128::from((*have).max(1)));
        let ((what, need), (_, have)) = worst.unwrap_or_default();
        BuildError::TooLarge { what, need, have, basis: Basis::Estimate, cores }
    }

    /// A count of what synthesis made.
    pub(super) fn counted(&mut self, choice: EngineChoice, counted: &Resources) {
        if let Some(kind) = self.kinds.get(&choice.options) {
            self.learnt.sizes.insert(choice.options, kind.cost.factor(choice.cores, counted));
        }
    }

    /// The placer's own count of the cells of a design, of which synthesis had made `counted`. Only of a device that is not
    /// to be filled to its last cell: there it says how much.
    pub(super) fn packed(&mut self, counted: &Resources, cells: u64) {
        if self.at_most.cells < 100 {
            self.learnt.packed = Some((real(cells) / real(counted.cells.max(1))).clamp(1.0, MOST_PACKED));
        }
    }

    /// Whether a count shows that a design takes more than may be taken. A count by synthesis: the placer's is expected to
    /// be as much higher as it was before.
    pub(super) fn is_too_full(&self, counted: &Resources) -> bool {
        let packed = Resources { cells: self.learnt.packed(counted.cells), ..*counted };
        !packed.fits_in(self.device, self.at_most)
    }

    /// What a placement met, or promised.
    pub(super) fn met(&mut self, choice: EngineChoice, fmax_hz: u64) {
        self.learnt.periods.remove(&choice.options);
        // Against the bare model: what others taught must not come in twice.
        let others = std::mem::take(&mut self.learnt.periods);
        let bare = self.predict(choice);
        self.learnt.periods = others;
        if let Some(bare) = bare {
            let factor = real(bare.fmax_hz) / real(fmax_hz.max(1));
            self.learnt.periods.insert(choice.options, factor.clamp(0.2, 5.0));
        }
    }
}

#[allow(clippy::cast_precision_loss)] // far below 2^53
fn real(number: u64) -> f64 {
    number as f64
}

#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // far below 2^63, and not below 0
fn whole(number: f64) -> u64 {
    number.max(0.0) as u64
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use crate::bitstream::cost::Needs;

    /// Nothing but cores takes time.
    pub(in super::super) const PACE: Pace = Pace { cores: 1, lanes: 1, stages: 1, seed: 0, fixed: 0 };

    /// A plan for cores of 1, 2, 4 and 8 playouts in flight: each more makes them larger and their logic less deep.
    pub(in super::super) fn plan(cells: u64) -> SearchPlan {
        let fixed = Needs { cells: 1000.0, ffs: 900.0, brams: 4.0, dsps: 0.0 };
        let kind = |lanes: u32| {
            let core = Needs { cells: 300.0 + 60.0 * f64::from(lanes), ffs: 200.0, brams: 0.0, dsps: 0.0 };
            let cost = Cost { fixed, core, multiplied: u32::MAX, ..Cost::default() };
            CandidateKind { cost, levels: 2 + 24 / lanes, pace: PACE }
        };
        let options = |slots| Options { cores_per_lane: 1, slots, memories: false, multipliers: false };
        SearchPlan {
            kinds: [1, 2, 4, 8].map(|lanes| (options(lanes), kind(lanes))).into(),
            device: Resources { cells, ffs: cells, brams: 32, dsps: 0 },
            full: Full::share(90),
            at_most: Full::share(100),
            speed: Speed { base: 3000.0, level: 1500.0, least: 5000.0, product: 0.0, crowd: 0.2 },
            reachable: (6..=200).map(|mhz| mhz * 1_000_000).map(|hz| Reachable { hz, needed: hz + hz / 100 }).collect(),
            asked: None,
            lengths: Lengths { mean: 10.0, max_steps: 1000 },
            config: Config::default(),
            cores: None,
            most: 4096,
            too_much: TOO_MUCH,
            learnt: Learnt::default(),
        }
    }

    fn options(plan: &SearchPlan) -> Vec<Options> {
        plan.kinds.keys().copied().collect()
    }

    #[test]
    fn the_device_is_filled_and_not_more() {
        let plan = plan(20_000);
        for options in options(&plan) {
            let (choice, prediction) = plan.best(options, u32::MAX).unwrap();
            assert!(prediction.resources.cells <= 18_000 && prediction.resources.cells > 10_000, "{choice:?}");
            let clock = plan.reachable.iter().find(|clock| clock.hz == prediction.clock_hz);
            assert!(clock.is_some_and(|clock| clock.needed <= prediction.fmax_hz), "{prediction:?}");
        }
    }

    #[test]
    fn every_budget_bounds() {
        let mut plan = plan(20_000);
        let options = options(&plan)[0];
        plan.device.ffs = 2000;
        assert_eq!(plan.best(options, u32::MAX).unwrap().0.cores, 4, "900 + 4 * 200 of 90 % of 2000");
        plan.device.brams = 3;
        assert!(plan.best(options, u32::MAX).is_none());
    }

    #[test]
    fn one_core_may_be_tried_when_the_estimate_is_little_above() {
        let options = options(&plan(0))[0];
        assert_eq!(plan(1200).best(options, u32::MAX).unwrap().0.cores, 1);
        assert!(plan(1000).best(options, u32::MAX).is_none());
        assert_eq!(plan(20_000).best(options, 3).unwrap().0.cores, 3, "a limit");
    }

    #[test]
    fn what_is_given_is_kept() {
        let mut plan = plan(20_000);
        plan.cores = Some(5);
        plan.asked = Some(33_300_000);
        let options = options(&plan)[3];
        let (choice, prediction) = plan.best(options, u32::MAX).unwrap();
        assert_eq!((choice.cores, prediction.clock_hz), (5, 33_000_000));
        assert!((163_000_000..165_000_000).contains(&prediction.states_per_s), "{prediction:?}");
        plan.cores = Some(500);
        assert!(plan.best(options, u32::MAX).is_none());
    }

    #[test]
    fn of_equal_ones_the_smaller_is_better() {
        let plan = plan(20_000);
        let small = plan.best(options(&plan)[0], 1).unwrap().1;
        let large = Prediction { resources: Resources { cells: 5000, ..small.resources }, ..small };
        assert_eq!(plan.order(&small, &large), Ordering::Greater);
    }

    #[test]
    fn a_room_bounds_the_cells() {
        let mut plan = plan(84_000);
        let options = options(&plan)[0];
        let free = plan.best(options, u32::MAX).unwrap();
        assert_eq!(plan.best_in(options, u32::MAX, u64::MAX), Some(free));
        let (choice, prediction) = plan.best_in(options, u32::MAX, 25_000).unwrap();
        assert!((24_000..=25_000).contains(&prediction.resources.cells) && choice.cores < free.0.cores, "{choice:?}");
        let least = plan.best_in(options, u32::MAX, 10).unwrap();
        assert_eq!(least.0.cores, 1, "the least there can be");
        plan.cores = Some(100);
        assert_eq!(plan.best_in(options, u32::MAX, 25_000).unwrap().0.cores, 100, "what was asked for");
    }

    #[test]
    fn a_count_shows_what_is_too_full() {
        let mut plan = plan(80_000);
        plan.at_most = Full { cells: 87, ffs: 93, brams: 80 };
        let fits = Resources { cells: 69_000, ffs: 74_000, brams: 25, dsps: 0 };
        assert!(!plan.is_too_full(&fits));
        for over in [
            Resources { cells: 69_700, ..fits },
            Resources { ffs: 74_500, ..fits },
            Resources { brams: 26, ..fits },
            Resources { dsps: 1, ..fits },
        ] {
            assert!(plan.is_too_full(&over), "{over:?}");
        }
        plan.packed(&Resources { cells: 10_000, ..fits }, 10_310);
        assert!(plan.is_too_full(&fits), "the placer will count 3.1 % more");
        let other = EngineChoice { cores: 10, options: options(&plan)[0] };
        assert_eq!(plan.predict(other).unwrap().resources.cells, 4742, "of 4600");
        plan.at_most = Full::share(100);
        plan.learnt = Learnt::default();
        plan.packed(&fits, 80_000);
        assert_eq!(plan.learnt.packed, None, "a device that is filled to its last cell");
    }

    #[test]
    fn tools_teach() {
        let mut plan = plan(20_000);
        let [first, other] = [options(&plan)[0], options(&plan)[1]];
        let choice = EngineChoice { cores: 10, options: first };
        let before = plan.predict(choice).unwrap();
        plan.counted(choice, &Resources { cells: 1000 + 10 * 720, ..before.resources });
        plan.met(choice, before.fmax_hz / 2);
        let after = plan.predict(choice).unwrap();
        assert_eq!(after.resources.cells, 8200);
        assert!(after.fmax_hz.abs_diff(before.fmax_hz / 2) < 1_000_000, "{after:?}");
        let others = plan.predict(EngineChoice { cores: 10, options: other }).unwrap();
        assert!(others.resources.cells == 1000 + 10 * 840, "others are likely off by as much: {others:?}");
    }
}
