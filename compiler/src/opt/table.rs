//! Which passes a level has, in order. Chosen by what each saves and takes (`make bench-size`).

use super::Level;
use super::logic;
use super::merge::Effort;

/// A pass.
#[derive(Clone, Copy, Debug)]
pub(super) enum Pass {
    /// Constants by three-valued simulation, and moves that are never legal.
    Constants,
    /// Registers nothing observes; not where whole states are wanted.
    Observed,
    /// Groups of registers, equal and constant registers, by induction.
    Known,
    /// Nodes over one role's moves or one group.
    Choices,
    /// Equal gates.
    Merge(Effort),
    /// Wide ANDs divided anew.
    Divide,
    /// Registers that follow from the others of their group.
    Implied,
    /// Trees of ANDs balanced.
    Balance,
    /// Windows written anew.
    Refactor(logic::Effort),
}

impl Pass {
    /// Larger nets go without it, so that a million gates take a minute or two.
    pub(super) fn most_gates(self) -> usize {
        match self {
            Self::Refactor(effort) => effort.most_gates,
            _ => usize::MAX,
        }
    }

    /// What it is called in statistics.
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Constants => "constants",
            Self::Observed => "observed",
            Self::Known => "known",
            Self::Choices => "choices",
            Self::Merge(_) => "merge",
            Self::Divide => "divide",
            Self::Implied => "implied",
            Self::Balance => "balance",
            Self::Refactor(effort) => {
                if effort.stir {
                    "stir"
                } else {
                    "refactor"
                }
            }
        }
    }
}

const QUICK: Effort = Effort { tries: 12, room: 1000, peers: 2, budget: 300, most: 10_000_000 };
const THOROUGH: Effort = Effort { tries: 200, room: 4000, peers: 4, budget: 3000, most: 300_000_000 };

const SMALL: logic::Effort =
    logic::Effort { leaves: 7, stir: false, tries: 12, room: 600, budget: 300, most: 10_000_000, most_gates: 300_000 };
const SMALL_STIR: logic::Effort = logic::Effort { stir: true, most_gates: 100_000, ..SMALL };
const SMALL_AGAIN: logic::Effort = logic::Effort { most_gates: 100_000, ..SMALL };
const LARGE: logic::Effort = logic::Effort {
    leaves: 9,
    stir: false,
    tries: 50,
    room: 2000,
    budget: 2000,
    most: 300_000_000,
    most_gates: 600_000,
};
const LARGE_STIR: logic::Effort = logic::Effort { stir: true, ..LARGE };

const LITTLE: &[Pass] = &[Pass::Constants];
const SOME: &[Pass] = &[
    Pass::Constants,
    Pass::Observed,
    Pass::Known,
    Pass::Merge(QUICK),
    Pass::Choices,
    Pass::Divide,
    Pass::Merge(QUICK),
    Pass::Implied,
    Pass::Refactor(SMALL),
    Pass::Refactor(SMALL_STIR),
    Pass::Refactor(SMALL_AGAIN),
    Pass::Observed,
    Pass::Balance,
];
const MUCH: &[Pass] = &[
    Pass::Constants,
    Pass::Observed,
    Pass::Known,
    Pass::Merge(THOROUGH),
    Pass::Choices,
    Pass::Divide,
    Pass::Merge(THOROUGH),
    Pass::Implied,
    Pass::Refactor(LARGE),
    Pass::Refactor(LARGE_STIR),
    Pass::Refactor(LARGE),
    Pass::Refactor(LARGE_STIR),
    Pass::Divide,
    Pass::Merge(THOROUGH),
    Pass::Refactor(LARGE),
    Pass::Refactor(LARGE_STIR),
    Pass::Refactor(LARGE),
    Pass::Observed,
    Pass::Balance,
];

/// The passes of a level.
pub(super) fn passes(level: Level) -> &'static [Pass] {
    match level {
        Level::O0 => &[],
        Level::O1 => LITTLE,
        Level::O2 => SOME,
        Level::O3 => MUCH,
    }
}
