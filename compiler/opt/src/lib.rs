//! Optimisation of nets. Each pass states what it preserves; which passes a level has is the table in `table`.
//!
//! All passes may use that only reachable states are visited and only legal joint moves made, one move a role, and none
//! in terminal states (`hdl/INTERFACE.md`, duties of the user).

mod balance;
mod check;
mod choices;
mod constants;
mod implied;
mod influence;
mod invariants;
mod lfsr;
mod logic;
mod meter;
mod oracle;
#[cfg(test)]
mod passes;
mod prove;
mod reach;
mod rebuild;
mod registers;
mod run;
pub mod sat;
mod structure;
mod sweeping;
mod table;

#[cfg(test)]
#[path = "../../net/tests/common.rs"]
mod stages;

pub use constants::constants;
pub use invariants::{Fact, Invariants, MutexGroup};
pub use meter::WorkUnits;
pub use prove::{Never, Proof, ProofVerdict, longest_play, prove};

pub use rebuild::sweep_dangling;
pub use run::{OptimiseError, optimise, optimise_logic};
pub use structure::{Structure, structure};

use gdl2hdl_net::playout::Choices;
use gdl2hdl_net::propnet::BaseFact;
use gdl2hdl_net::{Group, Net};

/// How hard to work.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub enum Level {
    /// The net as built, less gates nothing uses.
    O0,
    /// Constants of all reachable states, moves that never become legal, dead gates.
    O1,
    /// Also registers nothing observes, invariants by induction, equal registers and gates, wide gates divided anew, small logic written anew.
    #[default]
    O2,
    /// The same with more effort.
    O3,
}

/// What to do.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Options {
    /// How hard to work.
    pub level: Level,
    /// Registers nothing observes stay, so that whole states can be read.
    pub keep_state: bool,
    /// Play may begin in any state: nothing is used of those it can reach.
    pub anywhere: bool,
    /// The work that may be done; the same for the same input and options on every machine.
    pub most: WorkUnits,
}

impl From<Level> for Options {
    /// A level, without state that nothing observes.
    fn from(level: Level) -> Self {
        Self { level, ..Self::default() }
    }
}

/// Why a base is no register any more.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Eliminated {
    /// It has this value in every reachable state.
    Constant(bool),
    /// No legal move, goal, percept or end depends on it, now or later.
    Unobserved,
    /// It equals another base, or its complement, in every reachable state.
    Same {
        /// The other base, which has a register.
        fact: BaseFact,
        /// Its complement.
        inverted: bool,
    },
    /// It holds in every reachable state when none of some literals does.
    NoneOf {
        /// Bases that have registers, each with whether its complement is meant.
        of: Vec<(BaseFact, bool)>,
        /// The other way round: it holds when one of them does.
        inverted: bool,
    },
}

/// What optimisation took away, by sentence.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Dropped {
    /// Bases without a register, sorted.
    pub bases: Vec<(BaseFact, Eliminated)>,
    /// Moves `(role index, move)` that are legal in no reachable state, sorted.
    pub moves: Vec<(u32, Box<str>)>,
}

/// What a pass did.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Passed {
    /// Name of the pass.
    pub pass: &'static str,
    /// Gates after it.
    pub gates: usize,
    /// Registers after it.
    pub registers: usize,
}

/// An optimised net, and what is no longer in it.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Optimised {
    /// The net.
    pub net: Net,
    /// What was dropped.
    pub dropped: Dropped,
    /// Groups of registers of which at most one holds in every reachable state, as far as they are known.
    pub groups: Vec<Group>,
    /// What was used of reachable states: what a proof assumes of a state, and shows of the next.
    pub known: Invariants,
    /// The passes in order; the first is the net as built.
    pub passes: Vec<Passed>,
    /// Passes that were not run, or not to their end, as the work was done that may be done ([`Options::most`]).
    pub cut: Vec<&'static str>,
    /// The same, as the deadline came first. Where there are none the same input and options give the same net.
    pub skipped: Vec<&'static str>,
    /// What is known of the roles' choices, from before the logic was written anew.
    choices: Choices,
}

impl AsRef<Net> for Optimised {
    fn as_ref(&self) -> &Net {
        &self.net
    }
}

impl Optimised {
    /// The same with an equal net in the place of this one. What is known of it stays known, so that the same playouts
    /// are played.
    #[must_use]
    pub fn with_net(self, net: Net) -> Self {
        Self { net, ..self }
    }

    /// What is known of the roles' choices. Logic that was written anew no longer shows it: it was looked for before.
    #[must_use]
    pub fn choices(&self) -> Choices {
        Choices { groups: self.groups.clone(), ..self.choices.clone() }
    }
}
