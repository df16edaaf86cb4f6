//! Everything that the texts of an engine depend on.

use super::config::{Config, ConfigError, MAX_CODE_BITS, most_bits};
use super::counters::Counters;
use super::derived::DerivedCounters;
use super::error::GatewareError;
use super::layout::{HostBytes, JobFormat};
use super::names::Names;
use super::picker_net::PickerNet;
use super::picks::Picks;
use super::playable::Playable;
use super::search::pieces;
use super::seed_patterns::{self, SeedPatterns};
use super::text::BIT;
use super::timing::{Pipeline, Timing};
use gdl2hdl_emit::{self as emit, Carried, Part, module_name};
use gdl2hdl_net::stages;

/// Most bits that a generator gives in a cycle and takes in pieces as large where bits are only moved on.
const MOVED_BITS: u32 = 32;

/// Most counters of an engine whose reports are one piece of 256 bytes: eight each, tag, flags, and eight of the clocks.
const MOST_COUNTERS: usize = 30;

/// Widths and connections of an engine.
pub(super) struct EngineShape<'p> {
    pub(super) config: Config,
    /// Name of the game.
    pub(super) game: String,
    /// What the names of its modules begin with.
    pub(super) name: String,
    pub(super) picks: &'p Picks,
    /// How seeds enter the generator of a lane, where not in pieces as large as what it gives in a cycle.
    pub(super) seed_patterns: Option<SeedPatterns>,
    pub(super) timing: Timing,
    /// The game as its pickers see it.
    pub(super) picker_net: &'p PickerNet,
    /// Its module.
    pub(super) step: Part,
    /// What it hands on through block RAMs, where a core does that.
    pub(super) carried: Vec<Carried>,
    /// Whether it gives legal moves once more, when a number is looked for among them.
    pub(super) again: bool,
    pub(super) pipeline: Pipeline,
    pub(super) counters: &'p Counters,
    /// Which of these the device counts by.
    pub(super) derived: DerivedCounters,
    /// Bits of a state; 0 when the game has none.
    pub(super) bases: usize,
    pub(super) moves: usize,
    /// For each role the bits of its goals.
    pub(super) goals: Vec<std::ops::Range<usize>>,
    pub(super) roles: Vec<String>,
    /// The least step limit of jobs, where cores have none.
    pub(super) longest: Option<u64>,
}

impl<'p> EngineShape<'p> {
    pub(super) fn new(playable: &'p Playable<'_>, names: Names<'_>, config: Config) -> Result<Self, GatewareError> {
        config.check()?;
        let Playable { net, picks, picker_net, step, counters, .. } = playable;
        let longest = if config.unlimited { Some(playable.longest()?.ok_or(ConfigError::Endless)?) } else { None };
        if let Some(longest) = longest.filter(|longest| *longest >= 1 << config.step_bits) {
            return Err(ConfigError::Long { longest, bits: config.step_bits }.into());
        }
        if config.first_moves && picks.code_bits() > MAX_CODE_BITS {
            return Err(ConfigError::Code { bits: picks.code_bits() }.into());
        }
        let cores = config.cores_per_lane;
        let generators = &picks.draws.generators;
        let (bits, most) = (generators.iter().map(|bits| bits * cores).max().unwrap_or(0), most_bits(generators.len()));
        if bits > most {
            return Err(ConfigError::Bits { cores, bits, most }.into());
        }
        if config.host_seeds && counters.len() > MOST_COUNTERS {
            return Err(ConfigError::Counters { counters: counters.len(), most: MOST_COUNTERS }.into());
        }
        let enters = !config.host_seeds && !config.few_resets && generators.len() == 1 && bits > MOVED_BITS;
        let pieces = pieces(picks, config.multipliers && config.multiplied_cores >= config.cores);
        let timing = Timing::new(step, &pieces, config, playable.observer)?;
        let staged = step.stage(timing.cuts(), timing.around(), playable.observer)?;
        let staged = match timing.again(picks) {
            Some(time) => step.repeated(staged, time),
            None => staged,
        };
        let pipeline = Pipeline {
            draw: timing.draw(),
            made: timing.does(),
            end: timing.end(),
            levels: timing.levels(step, config),
            registers: staged.total_registers(),
            picked: timing.pick.registers,
        };
        let again = staged.again.is_some();
        let carry = (config.carrying_cores > 0).then_some("playout_carry");
        let cut = stages::Pipeline::new(step, &staged, playable.observer)?;
        playable.observer.go_on()?;
        let verified = stages::verify(step, &staged, &cut)?;
        let (step, carried) = emit::staged(verified, names.modules, carry, playable.observer)?;
        let ports = &net.net().ports;
        let roles = 0..ports.roles.len();
        Ok(Self {
            config,
            game: names.game.to_owned(),
            name: names.modules.to_owned(),
            picks,
            seed_patterns: enters.then(|| SeedPatterns::new(bits)).flatten(),
            timing,
            picker_net,
            step,
            carried,
            again,
            pipeline,
            counters,
            derived: DerivedCounters::new(&config, counters, picker_net),
            bases: ports.bases.len(),
            moves: ports.inputs.len(),
            goals: roles.clone().map(|role| ports.goals_of(role)).collect(),
            roles: ports.roles.iter().map(ToString::to_string).collect(),
            longest,
        })
    }

    /// A module of the game.
    pub(super) fn module(&self, name: &str) -> String {
        module_name(&self.name, name)
    }

    /// Bits of the state register: games without state have one that means nothing.
    pub(super) fn state(&self) -> usize {
        self.bases.max(1)
    }

    /// Goals of all roles.
    pub(super) fn num_goals(&self) -> usize {
        self.goals.last().map_or(0, |goals| goals.end)
    }

    /// Bits of a lane's generators.
    pub(super) fn generators(&self) -> usize {
        64 * self.picks.draws.generators.len()
    }

    /// Random bits of a step, of all generators.
    pub(super) fn turn(&self) -> usize {
        self.picks.draws.generators.iter().map(|&bits| bits as usize).sum()
    }

    /// Bits that each generator of a lane gives in a cycle.
    pub(super) fn given(&self) -> impl Iterator<Item = usize> + '_ {
        let cores = self.config.cores_per_lane;
        self.picks.draws.generators.iter().map(move |&bits| (bits * cores) as usize)
    }

    /// Bits of a seed that the seeder makes in a cycle: one where nobody takes more of them.
    pub(super) fn digit(&self) -> u32 {
        if self.seed_patterns.is_some() { 1 } else { self.config.seeder_digit }
    }

    /// Bits of all of them: the piece of its seeds that a lane takes at a time.
    pub(super) fn chunk(&self) -> usize {
        self.pieces().sum()
    }

    /// Bits of a piece of a seed, for each generator whose seed comes in pieces.
    pub(super) fn pieces(&self) -> impl Iterator<Item = usize> + '_ {
        self.given()
            .filter(|_| !self.config.host_seeds)
            .map(|bits| if self.seed_patterns.is_some() { seed_patterns::PIECE } else { bits })
    }

    /// How a job is laid out.
    pub(super) fn job(&self) -> JobFormat {
        let config = self.config;
        let limit = if config.unlimited { 0 } else { config.step_bits.div_ceil(8) as usize };
        let host = HostBytes { generators: self.picks.draws.generators.len(), quota: self.quota() / 8, limit };
        JobFormat { state_bits: self.bases, host: config.host_seeds.then_some(host) }
    }

    /// Bits of a job or a report that pass at a time.
    pub(super) fn stream(&self) -> usize {
        if self.config.host_seeds { 8 } else { 32 }
    }

    /// Clocks behind the window after which pieces of seeds are taken.
    pub(super) fn chunk_later(&self) -> usize {
        self.timing.draw()
    }

    /// Pieces of a seed, at least one.
    pub(super) fn chunks(&self) -> usize {
        self.pieces().map(|bits| 64_usize.div_ceil(bits)).max().unwrap_or(1)
    }

    /// Whether the logic of a step has registers inside.
    pub(super) fn step_has_clock(&self) -> bool {
        self.step.text.contains("input  wire clk_i")
    }

    /// Whether it hands something on that may go through block RAMs.
    pub(super) fn step_carries(&self) -> bool {
        self.step.text.contains("input  wire rst_i")
    }

    /// The parameters of a lane and of a core, as their modules declare them.
    pub(super) fn parameters(&self) -> String {
        let (multiply, memory) = (u8::from(self.config.multipliers), u8::from(self.config.memories));
        let block = if self.step_carries() { ",\n    parameter BLOCK = 0" } else { "" };
        format!(
            "#(\n    // As in playout_scale and playout_delay.\n    parameter MULTIPLY = {multiply},\n    \
             parameter MEMORY = {memory}{block}\n)"
        )
    }

    pub(super) fn lane(&self) -> usize {
        self.config.lane_bits as usize
    }

    pub(super) fn quota(&self) -> usize {
        self.config.quota_register() as usize
    }

    pub(super) fn step(&self) -> usize {
        self.config.step_bits as usize
    }

    /// Whether cores know how many steps a playout has made.
    pub(super) fn counts_steps(&self) -> bool {
        !self.config.unlimited || self.config.debug_ports || self.config.first_moves
    }

    pub(super) fn code(&self) -> usize {
        self.picks.code_bits() as usize
    }

    /// The debug ports of a core, if it has any, and with them those that tell its lane: name, bits of one core, meaning.
    pub(super) fn debug_ports(&self) -> Vec<(&'static str, usize, &'static str)> {
        if !self.config.debug_ports {
            return Vec::new();
        }
        let (lane, quota, step) = (self.lane(), self.quota(), self.step());
        let all = [
            ("debug_move_o", BIT, "a state in which moves are picked, of"),
            ("debug_move_lane_o", lane, "this lane,"),
            ("debug_move_playout_o", quota, "this playout of the lane,"),
            ("debug_move_step_o", step, "after so many steps"),
            ("debug_state_o", self.bases, "the state"),
            ("debug_legal_o", self.moves, "its legal moves"),
            ("debug_does_o", self.moves, "the joint move"),
            ("debug_stuck_o", BIT, "some role has no legal move"),
            ("debug_end_o", BIT, "a state in which a playout ends, of"),
            ("debug_end_lane_o", lane, "this lane,"),
            ("debug_end_playout_o", quota, "this playout of the lane,"),
            ("debug_end_step_o", step, "after so many steps"),
            ("debug_end_state_o", self.bases, "the state"),
            ("debug_end_terminal_o", BIT, "it is terminal; else the step limit is reached"),
            ("debug_end_goal_o", self.num_goals(), "its goal values"),
        ];
        let absent = [
            (self.bases == 0, ["debug_state_o", "debug_end_state_o"]),
            (self.moves == 0, ["debug_legal_o", "debug_does_o"]),
            (self.num_goals() == 0, ["debug_end_goal_o"; 2]),
        ];
        let there = |name: &str| !absent.iter().any(|(absent, names)| *absent && names.contains(&name));
        all.into_iter().filter(|(name, ..)| there(name)).collect()
    }
}
