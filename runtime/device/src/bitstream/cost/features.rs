//! What the cost of an engine depends on: numbers that are known without a tool.

use super::{CORE_TERMS, FF_TERMS, FIXED_TERMS, LONE_TERMS};
use gdl2hdl_emit::Carried;
use gdl2hdl_gdl::observer::{Observer, Stopped};
use gdl2hdl_hdl::playout::{Config, Gateware, pairs};
use gdl2hdl_net::playout::{Choices, Draws};
use gdl2hdl_net::{Net, estimate_luts_observed};
use std::collections::BTreeMap;

/// Signals of one bit that travel with a playout from clock to clock.
const TRAVELLING: usize = 5;
/// Clocks from which on what goes round goes through a memory, where that is wanted: as in `hdl/rtl/playout_delay.v`.
const MEMORY_FROM: usize = 3;
/// Bits of a generator: as in `hdl/rtl/playout_generator.v`.
const STATE: usize = 64;
/// Where synthesis makes a multiplier of a product.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Multiplier {
    /// Bits of the draw that one multiplies.
    pub wide: u32,
    /// Bits of the draw beyond that are left to LUTs.
    pub more: u32,
    /// Bits of both factors together from which on one is made.
    pub least: u32,
}

/// What is the same for all configurations of a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GameFeatures {
    /// LUTs of the net, by the compiler's own mapping.
    pub luts: u64,
    /// For each picker the moves it chooses from and the random bits of it.
    pub pickers: Vec<(usize, u32)>,
    /// Bits of a state.
    pub bases: usize,
    /// Random bits of each generator in a step.
    pub generators: Vec<u32>,
}

/// What the cost of one configuration depends on. The number of cores is no part of it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Features {
    /// The game.
    pub game: GameFeatures,
    /// The configuration.
    pub config: Config,
    /// Counters of a report that the device counts by.
    pub counters: usize,
    /// Bits of the code of a first joint move.
    pub code_bits: u32,
    /// Levels of LUTs of the longest stage.
    pub levels: u32,
    /// Registers of the cuts in the logic of the game.
    pub registers: usize,
    /// Those in the picks, by estimate.
    pub picked: usize,
    /// Clocks of a step, less one.
    pub end: usize,
    /// What may be handed on through block RAMs.
    pub carried: Vec<Carried>,
}

impl GameFeatures {
    /// Measures a net. **Cost:** that of a mapping to LUTs.
    ///
    /// # Errors
    /// [`Stopped`] by the observer.
    pub fn new(net: &Net, choices: &Choices, observer: &dyn Observer) -> Result<Self, Stopped> {
        let draws = Draws::new(net, choices);
        let mut pickers: BTreeMap<usize, (usize, u32)> = BTreeMap::new();
        for (role, choice) in choices.roles.iter().enumerate() {
            let bits = draws.roles[role].bits;
            if bits > 0 {
                let open = choices.open(role, net.ports.inputs_of(role)).count();
                let picker = pickers.entry(choice.group).or_insert((0, bits));
                picker.0 = picker.0.max(open);
            }
        }
        Ok(Self {
            luts: estimate_luts_observed(net, observer)?.luts as u64,
            pickers: pickers.into_values().collect(),
            bases: net.ports.bases.len(),
            generators: draws.generators,
        })
    }

    /// Moves of all pickers.
    fn candidates(&self) -> usize {
        self.pickers.iter().map(|(candidates, _)| candidates).sum()
    }

    /// Random bits of a step.
    fn chunk(&self) -> u32 {
        self.generators.iter().sum()
    }
}

impl Features {
    /// Measures an engine of a game.
    #[must_use]
    pub fn new(game: &GameFeatures, gateware: &Gateware) -> Self {
        Self {
            game: game.clone(),
            config: gateware.config,
            counters: gateware.derived.num_counted(),
            code_bits: gateware.code_bits(),
            levels: gateware.pipeline.levels,
            registers: gateware.pipeline.registers,
            picked: gateware.pipeline.picked,
            end: gateware.pipeline.end,
            carried: gateware.carried.clone(),
        }
    }

    /// Bits of what goes round beside the game: the number of steps.
    fn round(&self) -> usize {
        if self.config.unlimited { 0 } else { self.config.step_bits as usize }
    }

    /// Whether that goes through a memory.
    fn has_memory(&self) -> bool {
        self.config.memories && self.end >= MEMORY_FROM
    }

    /// A core's part of what its lane has once.
    fn part(&self, number: usize) -> usize {
        number.div_ceil(self.config.cores_per_lane as usize)
    }

    /// Flip-flops of the generators.
    fn generators(&self) -> usize {
        self.part(STATE * self.game.generators.len())
    }

    /// Memories of LUTs, each of 4 bits.
    fn memories(&self) -> usize {
        if self.has_memory() { self.round().div_ceil(4) } else { 0 }
    }

    /// Whether rows are no deeper than products: then cores without multipliers keep up with those that have some.
    #[must_use]
    pub fn rows_keep_up(&self) -> bool {
        self.game.pickers.iter().all(|(candidates, _)| pairs(*candidates) <= 2)
    }

    /// Flip-flops that only pass something on: what goes round, and what travels with a playout.
    fn passing(&self) -> usize {
        let round = if self.has_memory() { 0 } else { self.round() * self.end };
        // The number of the lane travels as well, but only debug ports look at it.
        round + TRAVELLING * self.end
    }

    /// The size of the products that picks make: for each pair of bits of a count an addend and, but for one, a sum.
    fn products(&self) -> u32 {
        self.game.pickers.iter().map(|(candidates, draw)| (2 * pairs(*candidates) - 1) * draw).sum()
    }

    /// What the LUTs of a core depend on.
    #[must_use]
    pub fn core_terms(&self) -> [f64; CORE_TERMS] {
        let products = if self.config.multipliers { 0 } else { self.products() };
        [
            1.0,
            real(self.game.luts),
            real(self.game.candidates() as u64),
            real(self.game.bases as u64),
            f64::from(self.game.chunk()),
            f64::from(products),
            real(self.counters as u64),
            real(self.memories() as u64),
            1.0 / f64::from(self.config.cores_per_lane),
        ]
    }

    /// What its flip-flops depend on: those that can be counted, and those of the pick.
    #[must_use]
    pub fn ff_terms(&self) -> [f64; FF_TERMS] {
        let drawn = if self.end > 0 { self.game.chunk() as usize } else { 0 };
        let begun = self.part(self.config.quota_bits as usize);
        let core = self.game.bases + self.round() + begun + self.counters + self.registers;
        let counted = core + self.generators() + drawn + self.passing();
        [1.0, real(counted as u64), real(self.picked as u64)]
    }

    /// What the flip-flops depend on that have no LUT before them.
    #[must_use]
    pub fn lone_terms(&self) -> [f64; LONE_TERMS] {
        let passing = self.passing() + self.generators().saturating_sub(self.game.chunk() as usize);
        [1.0, real(passing as u64), real(self.registers as u64), real(self.picked as u64)]
    }

    /// What all that is there once depends on.
    #[must_use]
    pub fn fixed_terms(&self) -> [f64; FIXED_TERMS] {
        let counters = real(self.counters as u64);
        [1.0, real(self.game.bases as u64), counters, f64::from(self.game.chunk())]
    }

    /// Flip-flops that bring jobs and lanes from one cluster of cores to the next; without debug ports, so that no lane
    /// has a number there.
    #[must_use]
    pub fn cluster_ffs(&self) -> f64 {
        let Config { cores_per_lane, quota_bits, .. } = self.config;
        let lane = f64::from(3 + quota_bits) + real(self.round() as u64) + real(self.game.bases as u64);
        lane / f64::from(cores_per_lane) + f64::from(self.game.chunk())
    }

    /// Multipliers of a core: of one move nobody counts how many there are, of more the number has two bits or more.
    /// **Source:** the table of `hdl/rtl/playout_scale.v`.
    #[must_use]
    pub fn multipliers(&self, made: Multiplier) -> u64 {
        let of = |&(candidates, draw): &(usize, u32)| {
            let count = usize::BITS - candidates.leading_zeros();
            let worth = count > 1 && count + draw >= made.least;
            if worth { u64::from(draw.saturating_sub(made.more).div_ceil(made.wide)) } else { 0 }
        };
        if self.config.multipliers { self.game.pickers.iter().map(of).sum() } else { 0 }
    }

    /// What a core takes that hands on through block RAMs: these, and the registers in whose place they are. They take bits
    /// from `clocks` clocks on, as many words as these fill, the last one to a half at least.
    /// **Source:** `hdl/rtl/playout_carry.v` and `hdl/rtl/ecp5/playout_carry_block.v`.
    #[must_use]
    pub fn carrying(&self, clocks: usize) -> (u64, u64) {
        let word = self.config.block_bits.max(1) as usize;
        let long = self.carried.iter().filter(|carried| carried.cycles >= clocks);
        long.fold((0, 0), |(blocks, registers), carried| {
            let more = (carried.bits + word / 2) / word;
            let bits = carried.bits.min(more * word);
            (blocks + more as u64, registers + (bits * carried.cycles) as u64)
        })
    }

    /// Block RAMs of a core: counters by first joint moves, each word of 32 bits in blocks `wide` bits wide and `deep`
    /// words deep.
    #[must_use]
    pub fn banks(&self, wide: u64, deep: u64) -> u64 {
        let words = 1_u64 << self.code_bits.min(32);
        if self.config.first_moves { self.counters as u64 * 32_u64.div_ceil(wide) * words.div_ceil(deep) } else { 0 }
    }
}

#[allow(clippy::cast_precision_loss)] // far below 2^53
fn real(number: u64) -> f64 {
    number as f64
}
