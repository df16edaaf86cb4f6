//! What a host must know of an engine, as JSON: `INTERFACE.md` describes the fields.

use super::counters::COMMON;
use super::derived::RestInfo;
use super::layout::{ByteField, Field, report_fields};
use super::picks::Picker;
use super::shape::EngineShape;
use gdl2hdl_emit::{Absent, GoalBit, MoveBit, RoleInfo, net_hash_observed};
use gdl2hdl_gdl::observer::{Observer, Stopped};
use gdl2hdl_net::playout::Draws;
use gdl2hdl_net::propnet::{Base, value};
use gdl2hdl_net::{Net, Verified};
use serde::Serialize;

/// The description of an engine, written beside its Verilog: with `INTERFACE.md` all that a host has to know.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct EngineManifest {
    /// Version of this format: 1.
    pub format: u32,
    /// Name of the game.
    pub game: String,
    /// The net's hash, as in the manifest of the propnet.
    pub net_hash: String,
    /// What the names of its modules begin with.
    pub name: String,
    /// Module of the engine.
    pub engine: String,
    /// Module around it without debug ports.
    pub top: String,
    /// Cores.
    pub cores: u32,
    /// Cores that play a lane together.
    pub cores_per_lane: u32,
    /// Playouts of a lane in flight.
    pub slots: u32,
    /// Bits of the number of lanes of a job.
    pub lane_bits: u32,
    /// Bits of the number of playouts per lane.
    pub quota_bits: u32,
    /// Bits of the step limit.
    pub step_bits: u32,
    /// The least step limit of a job, where playouts are never cut off.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub least_step_limit: Option<u64>,
    /// Bits of a counter.
    pub counter_bits: u32,
    /// Whether picks are written for the FPGA's multipliers.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub multipliers: bool,
    /// Whether a job is one lane, with its seeds.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub host_seeds: bool,
    /// Random generators of a lane.
    pub generators: usize,
    /// Bits of a state.
    pub state_bits: usize,
    /// Roles in declaration order, with their ranges of moves and goals.
    pub roles: Vec<RoleInfo>,
    /// Bits of a state.
    pub bases: Vec<StateBit>,
    /// The moves that codes of first moves and debug ports number.
    pub moves: Vec<MoveBit>,
    /// The goal values that counters count.
    pub goals: Vec<GoalBit>,
    /// What has no bit. [`gateware`](super::gateware) knows nothing of it and leaves it empty.
    #[serde(flatten)]
    pub absent: Absent,
    /// The random bits of playouts: see `docs/PLAYOUTS.md`.
    pub draws: Draws,
    /// Moves that are legal in the initial state.
    pub legal_at_start: Vec<usize>,
    /// Words of a job.
    pub job_words: usize,
    /// What they are, in order.
    pub job: Vec<Field>,
    /// What the bytes of a job are, in order, where it is one lane.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub job_bytes: Vec<ByteField>,
    /// What the words of a report are, in order.
    pub report: Vec<Field>,
    /// What the counters of a report count, in order.
    pub counters: Vec<CounterInfo>,
    /// Those of them that the device does not count: zero in each report.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub uncounted: Vec<usize>,
    /// What those of them say that count goals.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub rests: Vec<RestInfo>,
    /// How first joint moves are coded; absent when they are not counted.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub first_moves: Option<FirstMovesInfo>,
}

/// A bit of a state.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct StateBit {
    /// The fact.
    pub fact: String,
    /// Value in the initial state.
    pub init: bool,
}

/// A counter.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct CounterInfo {
    /// `steps`, `finished`, `truncated`, `stuck` or `goal`.
    pub counts: &'static str,
    /// Of counters of goals: finished playouts in which these goals hold and no other of their role.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub goals: Vec<usize>,
}

/// The code of a first joint move: the numbers of its picks, the first in the lowest bits.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct FirstMovesInfo {
    /// Bits of a code.
    pub bits: u32,
    /// The picks.
    pub picks: Vec<PickInfo>,
}

/// A pick: its number says which of the legal ones of a role's moves was made, counted from 0.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct PickInfo {
    /// Bits of the number.
    pub bits: u32,
    /// The moves of each role that picks here. At most one of the roles has legal ones among them at a time; the other
    /// roles then make their only legal move.
    pub moves: Vec<Vec<usize>>,
}

impl EngineManifest {
    ///
    /// # Errors
    /// [`Stopped`] by the observer.
    pub(super) fn new(shape: &EngineShape, net: Verified<'_>, observer: &dyn Observer) -> Result<Self, Stopped> {
        let (config, net) = (shape.config, net.net());
        let job = shape.job();
        let bit = |base: &Base| StateBit { fact: base.fact.to_string(), init: base.init };
        Ok(Self {
            format: 1,
            game: shape.game.clone(),
            net_hash: net_hash_observed(net, observer)?,
            name: shape.name.clone(),
            engine: shape.module("engine"),
            top: shape.module("top"),
            cores: config.cores,
            cores_per_lane: config.cores_per_lane,
            slots: config.slots,
            lane_bits: config.lane_bits,
            quota_bits: config.quota_register(),
            step_bits: config.step_bits,
            least_step_limit: shape.longest,
            counter_bits: config.counter_bits,
            multipliers: config.multipliers,
            host_seeds: config.host_seeds,
            generators: shape.picks.draws.generators.len(),
            state_bits: shape.bases,
            roles: RoleInfo::all(&net.ports),
            bases: net.ports.bases.iter().map(bit).collect(),
            moves: MoveBit::all(&net.ports),
            goals: GoalBit::all(&net.ports),
            absent: Absent::default(),
            draws: shape.picks.draws.clone(),
            legal_at_start: legal_at_start(net),
            job_words: job.words(),
            job: job.fields(),
            job_bytes: job.host.map_or_else(Vec::new, |host| host.fields(shape.bases)),
            report: report_fields(shape.counters.len(), config.first_moves),
            counters: counters(shape),
            uncounted: shape.derived.uncounted().collect(),
            rests: shape.derived.rests(),
            first_moves: config.first_moves.then(|| first_moves(shape)),
        })
    }
}

/// The counters of a report.
fn counters(shape: &EngineShape) -> Vec<CounterInfo> {
    let common = COMMON.iter().map(|&counts| CounterInfo { counts, goals: Vec::new() });
    let goals = (0..shape.counters.counted.len()).map(|counter| {
        let of_goal = shape.counters.of_goal.iter().enumerate();
        let goals = of_goal.filter(|(_, of)| **of == counter).map(|(goal, _)| goal).collect();
        CounterInfo { counts: "goal", goals }
    });
    common.chain(goals).collect()
}

fn first_moves(shape: &EngineShape) -> FirstMovesInfo {
    let pick = |picker: &Picker| PickInfo {
        bits: picker.number_bits(),
        moves: picker.members.iter().map(|member| member.open.clone()).collect(),
    };
    FirstMovesInfo { bits: shape.picks.code_bits(), picks: shape.picks.pickers.iter().map(pick).collect() }
}

/// Which moves are legal in the initial state.
fn legal_at_start(net: &Net) -> Vec<usize> {
    let bases: Vec<u64> = net.ports.bases.iter().map(|base| u64::from(base.init)).collect();
    let values = net.evaluate(&bases, &vec![0; net.ports.inputs.len()]);
    let legal = net.ports.inputs.iter().map(|input| value(&values, input.legal) & 1 == 1);
    legal.enumerate().filter(|(_, legal)| *legal).map(|(number, _)| number).collect()
}
