//! What a host must know of an engine, as JSON: `INTERFACE.md` describes the fields.

use super::counters::COMMON;
use super::shape::Shape;
use super::words::JobFormat;
use serde::Serialize;

/// The description of an engine, written beside its Verilog.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct EngineManifest {
    /// Version of this format: 1.
    pub format: u32,
    /// Name of the game.
    pub game: String,
    /// The net's hash, as in the manifest of the propnet.
    pub net_hash: String,
    /// Module of the engine.
    pub engine: String,
    /// Module around it without debug ports.
    pub top: String,
    /// Cores.
    pub cores: u32,
    /// Cores that play a lane together.
    pub cores_per_lane: u32,
    /// Playouts of a lane in flight.
    pub places: u32,
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
    /// Random generators of a lane.
    pub generators: usize,
    /// Bits of a state.
    pub state_bits: usize,
    /// Words of a job.
    pub job_words: usize,
    /// What the counters of a report count, in order.
    pub counters: Vec<CounterInfo>,
    /// Those of them that the device does not count: zero in each report.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub uncounted: Vec<usize>,
    /// How first joint moves are coded; absent when they are not counted.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub first_moves: Option<FirstMovesInfo>,
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
    pub(super) fn new(shape: &Shape, game: &str, net_hash: String) -> Self {
        let config = shape.config;
        let job = JobFormat { state_bits: shape.bases };
        let common = COMMON.iter().map(|&counts| CounterInfo { counts, goals: Vec::new() });
        let goals = (0..shape.counters.counted.len()).map(|counter| {
            let of_goal = shape.counters.of_goal.iter().enumerate();
            let goals = of_goal.filter(|(_, of)| **of == counter).map(|(goal, _)| goal).collect();
            CounterInfo { counts: "goal", goals }
        });
        let first_moves = config.first_moves.then(|| FirstMovesInfo {
            bits: shape.picks.code_bits(),
            picks: shape
                .picks
                .pickers
                .iter()
                .map(|picker| PickInfo {
                    bits: picker.number_bits(),
                    moves: picker.members.iter().map(|member| member.open.clone()).collect(),
                })
                .collect(),
        });
        Self {
            format: 1,
            game: game.to_owned(),
            net_hash,
            engine: shape.module("engine"),
            top: shape.module("top"),
            cores: config.cores,
            cores_per_lane: config.cores_per_lane,
            places: config.places,
            lane_bits: config.lane_bits,
            quota_bits: config.quota_bits,
            step_bits: config.step_bits,
            least_step_limit: shape.longest,
            counter_bits: config.counter_bits,
            multipliers: config.multipliers,
            generators: shape.picks.draws.generators.len(),
            state_bits: shape.bases,
            job_words: job.words(),
            counters: common.chain(goals).collect(),
            uncounted: shape.follows.uncounted().collect(),
            first_moves,
        }
    }
}
