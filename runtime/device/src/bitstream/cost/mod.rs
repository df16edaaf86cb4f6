//! What an engine will take of an FPGA, before any tool runs: a model, fitted to what Yosys made of real engines.
//!
//! ```text
//! net, gateware ─► Features ─► Cost: what is there once, and what each core takes more ─► Resources of so many cores
//! ```
//! It ranks configurations and says where to begin; what tools say afterwards corrects it. Everything is linear in
//! numbers that are known ([`Features`]); `make calibrate` prints the weights anew, and how far the model is off.

mod clock;
mod count;
mod features;
mod weights;

pub use clock::{Speed, period_ps};
pub use count::Resources;
pub(super) use count::{BLOCK_RAMS, Full, LUTS, share_of};
pub use features::{Features, GameFeatures, Multiplier};
pub use weights::{CORE_TERMS, FF_TERMS, FIXED_TERMS, LONE_TERMS, Weights};

use gdl2hdl_boards::Family;
use gdl2hdl_hdl::playout::{Config, MAX_CORES};

/// What something takes of an FPGA, by estimate.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Needs {
    /// Places for LUTs, as in [`Resources`].
    pub cells: f64,
    /// Flip-flops.
    pub ffs: f64,
    /// Block RAMs.
    pub brams: f64,
    /// Multipliers.
    pub dsps: f64,
}

/// What a configuration takes, by estimate.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Cost {
    /// What is there once: link, queues, control, seeder, tally.
    pub fixed: Needs,
    /// What each core takes, and its part of what grows with the cores.
    pub core: Needs,
    /// Cores that have multipliers, where the configuration has some.
    pub multiplied: u32,
    /// What each core takes behind these.
    pub others: Needs,
    /// Cores that hand state on through block RAMs: those for which there are some that nobody else has a use for.
    pub carrying: u32,
    /// What each of these takes besides: block RAMs, and fewer flip-flops.
    pub carried: Needs,
}

/// What is there once where the host makes seeds, but for the start state; by two button lights and tic-tac-toe.
const HOST: Needs = Needs { cells: 880.0, ffs: 560.0, brams: 6.0, dsps: 0.0 };
/// A cluster brings jobs and lanes to so many cores: `Config::cluster`, as it is by default.
const CLUSTER: f64 = 8.0;
/// Of multipliers, and of block RAMs that only carry state, so much is given to cores: the last ones are far from
/// everything.
const SPREAD: f64 = 0.95;

impl Cost {
    /// The estimate for a configuration.
    ///
    /// Multipliers go to as many cores as the device has them for.
    ///
    /// Off, in the median and at worst, for all engines of `make calibrate`: on iCE40 cells of a core by 2.5 % and 7.8 %,
    /// flip-flops by 2.2 % and 8.3 %, what is there once by 2.8 % and 9.0 %. On ECP5,
    /// fitted when each core had a lane of its own: cells of a core by 11 % and 38 %, what is there once by 12 %; flip-flops
    /// are weighed as on iCE40, where there are as many.
    #[must_use]
    pub fn new(features: &Features, family: Family, device: Resources) -> Self {
        let rows = Features { config: Config { multipliers: false, ..features.config }, ..features.clone() };
        let (plain, others) = (Self::alike(features, family), Self::alike(&rows, family).core);
        let multiplied = match plain.core.dsps {
            dsps if dsps > 0.0 && features.rows_keep_up() => whole(real(device.dsps) * SPREAD / dsps),
            _ => u64::from(MAX_CORES),
        };
        let multiplied = at_most(multiplied);
        let (carrying, carried) = plain.carrying(features, family, device);
        Self { others, multiplied, carrying, carried, ..plain }
    }

    /// Cores that hand state on through block RAMs, and what each of these takes besides. A flip-flop of an ECP5 takes no
    /// LUT's place: there they are of use only where it has fewer.
    fn carrying(&self, features: &Features, family: Family, device: Resources) -> (u32, Needs) {
        let ice40 = family == Family::Ice40;
        let (blocks, registers) = features.carrying(if ice40 { 2 } else { 3 });
        let of_use = ice40 || self.core.ffs * real(device.cells) > self.core.cells * real(device.ffs);
        if blocks == 0 || self.core.brams > 0.0 || !of_use {
            return (0, Needs::default());
        }
        let room = (real(device.brams) * SPREAD).min(real(share_of(device.brams, Full::of(family).brams)));
        let spare = whole(room - self.fixed.brams);
        // In an iCE40 some of them are there again behind the block RAMs; what remains is told by counts.
        let ffs = if ice40 { 0.0 } else { -real(registers) };
        (at_most(spare / blocks), Needs { ffs, brams: real(blocks), ..Needs::default() })
    }

    /// The same for cores that are all alike: with multipliers, or without.
    #[must_use]
    pub fn alike(features: &Features, family: Family) -> Self {
        let weights = Weights::of(family);
        let clusters = features.cluster_ffs() / CLUSTER;
        let ice40 = family == Family::Ice40;
        // In an iCE40 they have no LUT, and take a cell.
        let lone = |terms: f64, more: f64| if ice40 { terms + more } else { 0.0 };
        let (core_terms, fixed_terms) = (features.core_terms(), features.fixed_terms());
        let (multipliers, banks) = if ice40 {
            (features.multipliers(Multiplier { wide: 16, more: 3, least: 11 }), features.banks(16, 256))
        } else {
            (features.multipliers(Multiplier { wide: 18, more: 0, least: 0 }), features.banks(36, 512))
        };
        let fixed = match features.config.host_seeds {
            true => Needs { cells: HOST.cells + real(features.game.bases as u64), ..HOST },
            false => Needs {
                cells: dot(&weights.fixed_luts, &fixed_terms) + lone(dot(&weights.fixed_lone, &fixed_terms), 0.0),
                ffs: dot(&weights.fixed_ffs, &fixed_terms),
                brams: weights.fixed_brams,
                dsps: 0.0,
            },
        };
        Self {
            fixed,
            core: Needs {
                cells: dot(&weights.core_luts, &core_terms)
                    + lone(dot(&weights.core_lone, &features.lone_terms()), clusters),
                ffs: dot(&weights.core_ffs, &features.ff_terms()) + clusters,
                brams: real(banks),
                dsps: real(multipliers),
            },
            multiplied: MAX_CORES,
            ..Self::default()
        }
    }

    /// The same when cores are so many times as large.
    #[must_use]
    pub fn scaled(self, factor: Factor) -> Self {
        let scaled = |needs: Needs| Needs {
            cells: needs.cells * factor.cells,
            ffs: needs.ffs * factor.ffs,
            brams: needs.brams * factor.brams,
            ..needs
        };
        Self { core: scaled(self.core), others: scaled(self.others), carried: scaled(self.carried), ..self }
    }

    /// What so many cores take.
    #[must_use]
    pub fn of(&self, cores: u32) -> Resources {
        let of = |part: fn(&Needs) -> f64| whole(part(&self.fixed) + self.cores(cores, part));
        Resources {
            cells: of(|needs| needs.cells),
            ffs: of(|needs| needs.ffs),
            brams: of(|needs| needs.brams),
            dsps: of(|needs| needs.dsps),
        }
    }

    /// What so many cores take of something.
    fn cores(&self, cores: u32, part: fn(&Needs) -> f64) -> f64 {
        let multiplied = cores.min(self.multiplied);
        f64::from(multiplied) * part(&self.core)
            + f64::from(cores - multiplied) * part(&self.others)
            + f64::from(cores.min(self.carrying)) * part(&self.carried)
    }

    /// How many times as large as estimated the cores are, by a count.
    #[must_use]
    pub fn factor(&self, cores: u32, counted: &Resources) -> Factor {
        // What is there once is known well enough; it never makes up for all of a count.
        let factor = |counted: u64, part: fn(&Needs) -> f64| {
            ((real(counted) - part(&self.fixed)) / self.cores(cores, part).max(1.0)).clamp(0.3, 3.0)
        };
        let has_brams = self.cores(cores, |needs| needs.brams) >= 1.0;
        Factor {
            cells: factor(counted.cells, |needs| needs.cells),
            ffs: factor(counted.ffs, |needs| needs.ffs),
            brams: if has_brams { factor(counted.brams, |needs| needs.brams) } else { 1.0 },
        }
    }
}

/// How many times as large as estimated cores are: an estimate may be too high for LUTs and too low for flip-flops.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Factor {
    /// In cells.
    pub cells: f64,
    /// In flip-flops.
    pub ffs: f64,
    /// In block RAMs.
    pub brams: f64,
}

impl Default for Factor {
    fn default() -> Self {
        Self { cells: 1.0, ffs: 1.0, brams: 1.0 }
    }
}

impl Factor {
    /// The mean of some; 1 of none.
    #[must_use]
    pub fn mean<'a>(all: impl ExactSizeIterator<Item = &'a Self>) -> Self {
        let number = match u32::try_from(all.len()) {
            Ok(0) | Err(_) => return Self::default(),
            Ok(number) => f64::from(number),
        };
        all.fold(Self { cells: 0.0, ffs: 0.0, brams: 0.0 }, |sum, one| Self {
            cells: sum.cells + one.cells / number,
            ffs: sum.ffs + one.ffs / number,
            brams: sum.brams + one.brams / number,
        })
    }
}

/// A number of cores.
fn at_most(cores: u64) -> u32 {
    u32::try_from(cores).unwrap_or(MAX_CORES).min(MAX_CORES)
}

fn dot(weights: &[f64], terms: &[f64]) -> f64 {
    weights.iter().zip(terms).map(|(weight, term)| weight * term).sum()
}

#[allow(clippy::cast_precision_loss)] // far below 2^53
fn real(number: u64) -> f64 {
    number as f64
}

#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // far below 2^63, and not below 0
fn whole(number: f64) -> u64 {
    number.max(0.0).round() as u64
}

#[cfg(test)]
mod tests {
    use super::*;
    use gdl2hdl_emit::Carried;

    fn cost() -> Cost {
        let fixed = Needs { cells: 1000.0, ffs: 900.0, brams: 4.0, dsps: 0.0 };
        let core = Needs { cells: 200.0, ffs: 150.0, brams: 0.0, dsps: 1.0 };
        Cost { fixed, core, multiplied: MAX_CORES, ..Cost::default() }
    }

    #[test]
    fn what_is_scarce_goes_to_the_first_cores() {
        let others = Needs { cells: 260.0, ffs: 150.0, brams: 0.0, dsps: 0.0 };
        let cost = Cost { multiplied: 2, others, ..cost() };
        assert_eq!(cost.of(1), Resources { cells: 1200, ffs: 1050, brams: 4, dsps: 1 });
        assert_eq!(cost.of(5), Resources { cells: 1000 + 400 + 780, ffs: 1650, brams: 4, dsps: 2 });
    }

    #[test]
    fn block_rams_that_are_left_carry_state() {
        let device = Resources { cells: 7680, ffs: 7680, brams: 32, dsps: 0 };
        let of = |cost: Cost, all: &[(usize, usize)], family| {
            let carried = all.iter().map(|&(bits, cycles)| Carried { bits, cycles }).collect();
            let block_bits = if family == Family::Ice40 { 16 } else { 36 };
            let config = Config { block_bits, ..Config::default() };
            let (cores, needs) = cost.carrying(&Features { carried, config, ..features(8, false) }, family, device);
            (cores, whole(needs.brams), whole(-needs.ffs))
        };
        // 26 are left; 19 bits fill one, 24 two.
        let ice40 = |all| of(cost(), all, Family::Ice40);
        assert_eq!([ice40(&[(19, 2)]), ice40(&[(24, 2)]), ice40(&[(7, 9)])], [(26, 1, 0), (13, 2, 0), (0, 0, 0)]);
        assert_eq!(ice40(&[(8, 2), (500, 5)]), (0, 32, 0), "more than there are");
        let lacking =
            |ffs| of(Cost { core: Needs { ffs, ..cost().core }, ..cost() }, &[(40, 4), (99, 2)], Family::Ecp5);
        // Of the 32 of an ECP5 a search takes 25.
        assert_eq!([200.0, 250.0].map(lacking), [(0, 0, 0), (21, 1, 144)], "beside 200 cells; two cycles are too few");
        let counting = Cost { core: Needs { brams: 1.0, ..cost().core }, ..cost() };
        assert_eq!(of(counting, &[(19, 2)], Family::Ice40), (0, 0, 0));
        let cost = Cost { carrying: 2, carried: Needs { ffs: -50.0, brams: 3.0, ..Needs::default() }, ..cost() };
        assert_eq!(cost.of(3), Resources { cells: 1600, ffs: 1250, brams: 10, dsps: 3 });
    }

    /// About what tic-tac-toe's cores have.
    fn features(slots: u32, memories: bool) -> Features {
        let game = GameFeatures { luts: 90, pickers: vec![(9, 32)], bases: 19, generators: vec![32] };
        let config = Config { slots, memories, ..Config::default() };
        let end = slots as usize - 1;
        Features {
            game,
            config,
            counters: 10,
            code_bits: 4,
            levels: 4,
            registers: 40 * end,
            picked: 9 * end,
            end,
            carried: Vec::new(),
        }
    }

    #[test]
    fn products_take_multipliers_as_synthesis_makes_them() {
        let of = |picker: (usize, u32), family| {
            let features = features(2, false);
            let game = GameFeatures { pickers: vec![picker], ..features.game };
            let config = Config { multipliers: true, ..features.config };
            whole(Cost::alike(&Features { game, config, ..features }, family).core.dsps)
        };
        let both = |picker| [Family::Ice40, Family::Ecp5].map(|family| of(picker, family));
        assert_eq!([both((1, 2)), both((2, 2))], [[0, 0], [0, 1]], "too small for an iCE40's");
        assert_eq!([both((3, 14)), both((9, 16))], [[1, 1], [1, 1]]);
        assert_eq!(both((155, 20)), [2, 2]);
    }

    #[test]
    fn no_core_takes_less_than_nothing() {
        let device = Resources { cells: 24_288, ffs: 24_288, brams: 56, dsps: 28 };
        for (family, memories) in [(Family::Ice40, false), (Family::Ecp5, false), (Family::Ecp5, true)] {
            for lanes in 1..9 {
                let cost = Cost::new(&features(lanes, memories), family, device);
                let all: Vec<Resources> = (1..60).map(|cores| cost.of(cores)).collect();
                let grows = |pair: &[Resources]| pair[0].cells + 50 < pair[1].cells && pair[0].ffs < pair[1].ffs;
                assert!(all.windows(2).all(grows), "{family:?} {memories} {lanes}: {cost:?}");
            }
        }
    }

    #[test]
    fn cores_add_up() {
        assert_eq!(cost().of(3), Resources { cells: 1600, ffs: 1350, brams: 4, dsps: 3 });
    }

    #[test]
    fn a_count_corrects_the_cores() {
        let counted = Resources { cells: 1360, ffs: 1260, ..cost().of(2) };
        let factor = cost().factor(2, &counted);
        assert!((factor.cells - 0.9).abs() < 1e-9 && (factor.ffs - 1.2).abs() < 1e-9, "each its own: {factor:?}");
        assert_eq!(cost().scaled(factor).of(2), counted);
        assert_eq!(
            cost().factor(1, &Resources::default()),
            Factor { cells: 0.3, ffs: 0.3, brams: 1.0 },
            "never nonsense"
        );
        let carrying = Cost { carrying: 2, carried: Needs { brams: 3.0, ..Needs::default() }, ..cost() };
        let counted = Resources { brams: 16, ..carrying.of(2) };
        assert_eq!(carrying.scaled(carrying.factor(2, &counted)).of(2).brams, 16, "twice as many as estimated");
        let mean = Factor::mean([factor, Factor { cells: 1.1, ..Factor::default() }].iter());
        assert!((mean.cells - 1.0).abs() < 1e-9 && (mean.ffs - 1.1).abs() < 1e-9, "{mean:?}");
        assert_eq!(Factor::mean([].iter()), Factor::default());
    }
}
