//! What a good game must meet: playability, termination, goals, winnability, monotonicity.
//!
//! A net in, a [`Report`] out. All states that can be reached are visited, many at once on the words of the processor
//! (`explore`), and judged as a graph (`judge`). Where they are too many, random playouts go on looking (`sample`), and
//! the report says how sure that makes it. What is said of a game is shown by a [`Line`] of joint moves from its
//! beginning, which an engine that shares nothing with the net can [`confirm`]. `docs/REQUIREMENTS.md` is the
//! definition.

mod explore;
mod forced;
mod judge;
mod line;
mod lines;
mod machine;
mod sample;
mod space;

pub use line::{Claim, Line, Unconfirmed, confirm};

use crate::engine::EngineError;
use explore::Explorer;
use gdl2hdl_gdl::observer::Observer;
use gdl2hdl_net::Verified;
use gdl2hdl_simd::SimdError;
use lines::Names;
use machine::Machine;
use std::fmt;
use thiserror::Error;

/// The role that is nature: it wins nothing, and picks as chance has it.
pub const NATURE: &str = "random";

/// What a game may have to meet.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Requirement {
    /// Every role has a legal move in every state that can be reached and is not terminal.
    Playability,
    /// Every sequence of legal moves ends.
    Termination,
    /// In every terminal state that can be reached every role but nature has exactly one goal value.
    Goals,
    /// For every role but nature some sequence of joint moves ends with its goal 100, or more.
    WeakWinnability,
    /// Some role but nature can end with its goal 100, or more, whatever the others do, and whatever chance does. Where roles
    /// see percepts, that it can't is known, and that it can is not: strategies are those of who sees the state.
    StrongWinnability,
    /// Every role but nature has exactly one goal value in every state, and it never falls.
    Monotonicity,
}

impl Requirement {
    /// All of them, in the order of reports.
    pub const ALL: [Self; 6] = [
        Self::Playability,
        Self::Termination,
        Self::Goals,
        Self::WeakWinnability,
        Self::StrongWinnability,
        Self::Monotonicity,
    ];

    /// Name on the command line and in reports.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Playability => "playability",
            Self::Termination => "termination",
            Self::Goals => "goals",
            Self::WeakWinnability => "weak-winnability",
            Self::StrongWinnability => "strong-winnability",
            Self::Monotonicity => "monotonicity",
        }
    }

    /// Whether a game of these roles must meet it when nothing else is asked for.
    #[must_use]
    pub fn is_usual(self, roles: &[impl AsRef<str>]) -> bool {
        match self {
            Self::StrongWinnability => roles.len() == 1,
            Self::Monotonicity => false,
            _ => true,
        }
    }
}

impl fmt::Display for Requirement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// What is known of a requirement.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RequirementVerdict {
    /// It is met: all states say so, or the line does.
    Holds,
    /// It is not met: the line shows it, or all states do.
    Fails,
    /// No counter-example was found, in some states and some playouts.
    NoCounterexample,
    /// Nothing is known either way.
    Undecided,
}

impl RequirementVerdict {
    /// Name in reports.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Holds => "holds",
            Self::Fails => "fails",
            Self::NoCounterexample => "no-counterexample",
            Self::Undecided => "undecided",
        }
    }
}

/// A requirement, and what is known of it; weak winnability has one for each role.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Outcome {
    /// The requirement.
    pub requirement: Requirement,
    /// The role it speaks of, where it is one.
    pub role: Option<usize>,
    /// What is known.
    pub verdict: RequirementVerdict,
    /// Why, in words.
    pub reason: String,
    /// The joint moves that show it.
    pub line: Option<Line>,
}

/// What ended the visit of all states early.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stop {
    /// More states than allowed.
    States,
    /// More memory than allowed.
    Memory,
    /// The caller said stop.
    Time,
}

impl Stop {
    /// Name in reports.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::States => "states",
            Self::Memory => "memory",
            Self::Time => "time",
        }
    }
}

/// How far to look.
#[derive(Clone, Copy, Debug)]
pub struct Options {
    /// States to visit.
    pub max_states: usize,
    /// Bytes that states and transitions may take.
    pub max_bytes: u64,
    /// Random playouts, where not all states were visited.
    pub playouts: u64,
    /// Steps after which a playout is cut off.
    pub max_steps: usize,
    /// Seed of the playouts.
    pub seed: u64,
}

/// Everything that was found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Report {
    /// Role names in order.
    pub roles: Vec<String>,
    /// States that were visited.
    pub states: usize,
    /// Pairs of a visited state and a joint move that is legal in it.
    pub transitions: usize,
    /// Why not all states were visited; `None` when they were.
    pub stopped: Option<Stop>,
    /// Random playouts that were played.
    pub playouts: u64,
    /// Those of them that were cut off.
    pub truncated: u64,
    /// The outcomes, in the order of [`Requirement::ALL`].
    pub outcomes: Vec<Outcome>,
}

impl Report {
    /// Upper bound of the part of random playouts that show a counter-example, at 95 % confidence, when none of those
    /// played did. **Source:** the rule of three, J. A. Hanley, A. Lippman-Hand, JAMA 249 (1983) 1743; 3 stands for
    /// -ln 0.05.
    #[must_use]
    pub fn bound(&self) -> Option<f64> {
        (self.playouts > 0).then(|| (3.0 / self.playouts as f64).min(1.0))
    }
}

/// A check that could not be carried out.
#[derive(Debug, Error)]
pub enum RequirementsError {
    /// The machine refused the net's program.
    #[error(transparent)]
    Simd(#[from] SimdError),
    /// An engine failed.
    #[error(transparent)]
    Engine(#[from] EngineError),
}

/// When to stop.
pub struct Timer<'a> {
    /// Whether no more states may be visited.
    pub visited: &'a dyn Fn() -> bool,
    /// Whether all must end.
    pub over: &'a dyn Fn() -> bool,
    /// Told how many states were visited or playouts played, and of how many at most. It may stop what comes before.
    pub observer: &'a dyn Observer,
}

/// Checks a game. Moves of lines are those of the net.
///
/// # Errors
/// When the machine can't compute the net, or was stopped before it could.
pub fn check(net: Verified<'_>, options: &Options, clock: &Timer<'_>) -> Result<Report, RequirementsError> {
    let machine = Machine::new(net, clock.observer)?;
    let names = Names::new(&net.net().ports);
    let start: Vec<u64> = machine.pack(net.net().ports.bases.iter().map(|base| base.init));
    let mut explorer = Explorer::new(machine, &names, options);
    explorer.run(&start, clock)?;
    let (mut space, mut machine) = explorer.finish();
    let mut judged = judge::judge(&space, &mut machine, &names, clock.over)?;
    let mut sampled = sample::Sampled::default();
    if space.stopped.is_some() {
        space.shrink();
        sampled = sample::sample(&mut machine, &names, &start, options, clock)?;
        sample::amend(&mut judged, &sampled, &names);
    }
    Ok(Report {
        roles: names.roles.clone(),
        states: space.num_visited(),
        transitions: space.num_transitions(),
        stopped: space.stopped,
        playouts: sampled.playouts,
        truncated: sampled.truncated,
        outcomes: judged,
    })
}
