//! The playout engine around a net: Verilog that takes jobs, plays them, and reports.
//!
//! A net, what is known of its choices, and a [`Config`] in; Verilog files out. The ports, and the words of jobs and
//! reports, are described in `hdl/INTERFACE.md`; what a playout is, in `docs/PLAYOUTS.md`. Parts that are the same for
//! all games are files of `hdl/rtl`; what depends on a game's moves and roles is written here.

mod axis;
mod config;
mod core;
mod counters;
mod derived;
mod engine;
mod error;
mod folder;
mod fusesoc;
mod lane;
mod layout;
mod manifest;
mod names;
mod pace;
pub(crate) mod parts;
mod picker_net;
mod picks;
mod playable;
mod ports;
mod search;
mod seed_patterns;
mod shape;
mod shared;
pub(crate) mod text;
mod timing;

pub use crate::source::SourceFile;
pub use config::{Config, ConfigError, MAX_CODE_BITS, MAX_CORES, most_bits};
pub(crate) use core::instance;
pub use counters::COMMON;
pub use derived::{DerivedCounters, RestInfo};
pub use error::GatewareError;
pub use layout::{ByteField, Field, HostBytes, JobFormat, JobLayout, ReportLayout, ReportReader};
pub use manifest::{CounterInfo, EngineManifest, FirstMovesInfo, PickInfo, StateBit};
pub use pace::Pace;
pub use picks::pairs;
pub use playable::Playable;
pub use ports::{DebugPort, Direction, EnginePort};
pub use timing::Pipeline;

use counters::Counters;
use gdl2hdl_emit as emit;
use gdl2hdl_gdl::observer::Observer;
use gdl2hdl_net::Verified;
use gdl2hdl_net::playout::Choices;
use names::Names;
use picks::Picks;
use shape::EngineShape;
use std::ops::Range;

/// A playout engine in Verilog.
#[derive(Clone, Debug)]
pub struct Gateware {
    /// Module of the engine, with debug ports.
    pub engine: String,
    /// Module around it that leaves the debug ports open: what synthesis takes.
    pub top: String,
    /// The Verilog; each file holds the module of its name.
    pub files: Vec<SourceFile>,
    /// What a host must know.
    pub manifest: EngineManifest,
    /// The debug ports of the engine.
    pub debug: Vec<DebugPort>,
    /// How it was built.
    pub config: Config,
    /// Layout of jobs.
    pub job: JobFormat,
    /// For each goal of all roles in port order the counter of a report that counts it.
    pub counter_of_goal: Vec<usize>,
    /// Counters of a report.
    pub counters: usize,
    /// Which counters the device leaves at zero, and what they would say.
    pub derived: DerivedCounters,
    /// The least step limit of jobs, where cores have no limit of their own.
    pub longest: Option<u64>,
    /// Bits of jobs and of reports that pass at a time.
    pub stream_bits: usize,
    /// What bounds how fast it plays.
    pub pace: Pace,
    /// How a step of a core is cut.
    pub pipeline: Pipeline,
    /// What a core hands on through block RAMs, where some do.
    pub carried: Vec<emit::Carried>,
    /// Whole jobs for which its queue has room, besides the one that is played.
    pub waiting_jobs: usize,
    picks: Picks,
    tally: Counters,
    /// The goals of each role.
    goals: Vec<Range<usize>>,
}

/// Makes the engine of a net. `choices` are those of the net; `game` names the modules. For several engines of a game,
/// see [`Playable`].
///
/// # Errors
/// [`GatewareError`]: sizes that are not possible, or not for this game; the observer stops the work, or a pass is found
/// broken.
pub fn gateware(
    net: Verified<'_>,
    choices: &Choices,
    game: &str,
    config: Config,
    observer: &dyn Observer,
) -> Result<Gateware, GatewareError> {
    config.check()?;
    Playable::new(net, choices, observer)?.engine(game, config)
}

fn write(playable: &Playable<'_>, names: Names<'_>, config: Config) -> Result<Gateware, GatewareError> {
    let shape = EngineShape::new(playable, names, config)?;
    let logic = emit::logic(playable.net, names.modules, playable.observer)?;
    let own = [
        (shape.module("engine"), engine::text(&shape)),
        (shape.module("lane"), lane::text(&shape)),
        (shape.module("core"), core::text(&shape)),
        (shape.module("top"), engine::top(&shape)),
    ];
    let parts = own.iter().map(|(_, text)| text).chain([&shape.step.text]);
    let mut files = parts::used_by(parts.map(String::as_str));
    let logic = [logic.legal, logic.end, shape.step.clone()].map(|part| (part.name, part.text));
    // Games without moves or state have no use for some of them.
    let used = logic.into_iter().filter(|(name, _)| own.iter().any(|(_, text)| parts::instantiates(text, name)));
    let used: Vec<_> = used.collect();
    files.extend(used.into_iter().chain(own).map(|(name, text)| SourceFile { name: format!("{name}.v"), text }));
    Ok(Gateware {
        manifest: EngineManifest::new(&shape, playable.net, playable.observer)?,
        engine: shape.module("engine"),
        top: shape.module("top"),
        files,
        debug: ports::debug(&shape),
        config,
        job: shape.job(),
        counter_of_goal: shape.counters.of_goal.iter().map(|counter| COMMON.len() + counter).collect(),
        counters: shape.counters.len(),
        longest: shape.longest,
        stream_bits: shape.stream(),
        pace: Pace::of(&shape),
        pipeline: shape.pipeline,
        carried: shape.carried.clone(),
        waiting_jobs: engine::waiting_jobs(&shape),
        picks: shape.picks.clone(),
        tally: shape.counters.clone(),
        goals: shape.goals.clone(),
        derived: shape.derived,
    })
}

impl Gateware {
    /// Bits of the code of a first joint move.
    #[must_use]
    pub fn code_bits(&self) -> u32 {
        self.picks.code_bits()
    }

    /// What the device reports of so many playouts from a terminal state. `holds` says of each goal of all roles whether it
    /// holds there. Goals that share a counter, as they do at all ends that play comes to, need not hold together in a
    /// state that is given: then this says what the gateware counts, not what is so.
    #[must_use]
    pub fn closed_counters(&self, holds: impl Fn(usize) -> bool, playouts: u64) -> Vec<u64> {
        let [steps, truncated, stuck] = [0; 3];
        let single = |goal: usize| {
            let role = self.goals.iter().find(|role| role.contains(&goal)).cloned().unwrap_or_default();
            role.filter(|&goal| holds(goal)).count() == 1
        };
        let counts = |(goal, others): &(usize, Vec<usize>)| holds(*goal) && (others.is_empty() || single(*goal));
        let values = self.tally.counted.iter().map(|counter| if counts(counter) { playouts } else { 0 });
        let mut counters: Vec<u64> = [steps, playouts, truncated, stuck].into_iter().chain(values).collect();
        self.derived.leave(&mut counters);
        counters
    }

    /// The joint move of a start state that a code of its report stands for: for each role the number of its move
    /// among all moves. `legal` has a bit for each move of all roles. `None` for codes of no legal joint move.
    #[must_use]
    pub fn joint(&self, legal: &[bool], code: u32) -> Option<Vec<usize>> {
        self.picks.joint(legal, code)
    }
}
