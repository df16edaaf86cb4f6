//! Which passes a level has, in order. Chosen by what each saves and takes (`make bench-size`).

use super::Level;
use super::logic::{MatchLimits, refactor, resubstitute, rewrite};
use super::oracle::Proofs;
use super::sweeping::Effort;

/// A pass.
#[derive(Clone, Copy, Debug)]
pub(super) enum Pass {
    /// Constants by three-valued simulation, and moves that are never legal.
    Constants,
    /// Registers nothing observes; not where whole states are wanted.
    ConeOfInfluence,
    /// Groups of registers, equal and constant registers, by induction.
    Induction,
    /// Groups whose members follow each other, held as a code.
    LfsrCodes,
    /// Nodes over one role's moves or one group.
    Choices,
    /// Equal gates.
    SatSweeping(Effort),
    /// Wide ANDs divided anew.
    CommonCubes,
    /// Registers that follow from the others of their group.
    Implied,
    /// Trees of ANDs balanced.
    Balance,
    /// Cuts of four leaves written anew.
    Rewrite(rewrite::Effort),
    /// Gates expressed by others.
    Resubstitute(resubstitute::Effort),
    /// Windows written anew.
    Refactor(refactor::Effort),
}

impl Pass {
    /// Larger nets go without it, so that a million gates take a minute or two.
    pub(super) fn most_gates(self) -> usize {
        match self {
            Self::SatSweeping(effort) => effort.most_gates,
            Self::Rewrite(effort) => effort.most_gates,
            Self::Resubstitute(effort) => effort.most_gates,
            Self::Refactor(effort) => effort.most_gates,
            _ => usize::MAX,
        }
    }

    /// What it takes for each gate, in units of a `Meter`, where it does not count that itself.
    pub(super) fn cost(self) -> u64 {
        match self {
            Self::CommonCubes => 4_500,
            _ => 0,
        }
    }

    /// Whether it changes which registers there are.
    pub(super) fn is_of_registers(self) -> bool {
        matches!(self, Self::Constants | Self::ConeOfInfluence | Self::Induction | Self::LfsrCodes | Self::Implied)
    }

    /// Whether what it makes is taken though nothing is saved.
    pub(super) fn takes_zero_gain(self) -> bool {
        match self {
            Self::Refactor(effort) => effort.zero_gain,
            _ => false,
        }
    }

    /// What it is called in statistics.
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Constants => "constants",
            Self::ConeOfInfluence => "cone-of-influence",
            Self::Induction => "induction",
            Self::LfsrCodes => "lfsr-re-encoding",
            Self::Choices => "choices",
            Self::SatSweeping(_) => "sat-sweeping",
            Self::CommonCubes => "common-cubes",
            Self::Implied => "implied",
            Self::Balance => "balance",
            Self::Rewrite(_) => "rewrite",
            Self::Resubstitute(_) => "resubstitute",
            Self::Refactor(effort) => {
                if effort.zero_gain {
                    "zero-gain"
                } else {
                    "refactor"
                }
            }
        }
    }
}

const QUICK: Effort = Effort { peers: 2, proofs: Proofs { room: 1000, ..FEW }, most_gates: 4_000_000 };
/// Equal gates that windows written anew leave: for nets that have them written anew.
const QUICK_AGAIN: Effort = Effort { most_gates: SMALL.most_gates, ..QUICK };
const THOROUGH: Effort = Effort { peers: 4, proofs: Proofs { tries: 200, room: 4000, budget: 3000, ..MANY }, ..QUICK };

const FEW: Proofs = Proofs { tries: 12, room: 600, budget: 300, most: 10_000_000 };
const MANY: Proofs = Proofs { tries: 50, room: 2000, budget: 2000, most: 300_000_000 };

const SMALL: refactor::Effort = refactor::Effort { leaves: 7, zero_gain: false, proofs: FEW, most_gates: 300_000 };
const SMALL_ZERO_GAIN: refactor::Effort = refactor::Effort { zero_gain: true, most_gates: 100_000, ..SMALL };
const SMALL_AGAIN: refactor::Effort = refactor::Effort { most_gates: 50_000, ..SMALL };
const LAST_ZERO_GAIN: refactor::Effort = refactor::Effort { zero_gain: true, most_gates: 15_000, ..SMALL };
const LAST: refactor::Effort = refactor::Effort { most_gates: 15_000, ..SMALL };
const LARGE: refactor::Effort =
    refactor::Effort { leaves: 9, zero_gain: false, proofs: MANY, most_gates: MOST_FOR_MUCH };
const LARGE_ZERO_GAIN: refactor::Effort = refactor::Effort { zero_gain: true, ..LARGE };

const CUTS: rewrite::Effort = rewrite::Effort { cuts: 12, proofs: FEW, most_gates: 1_000_000 };
const CUTS_AGAIN: rewrite::Effort = rewrite::Effort { most_gates: 50_000, ..CUTS };
const LAST_CUTS: rewrite::Effort = rewrite::Effort { most_gates: 15_000, ..CUTS };
const MORE_CUTS: rewrite::Effort = rewrite::Effort { cuts: 40, proofs: MANY, ..CUTS };

const NEAR: resubstitute::Effort = resubstitute::Effort {
    limits: MatchLimits { divisors: 30, of_three: 8, expressions: 3 },
    proofs: FEW,
    most_gates: 50_000,
};
const LAST_NEAR: resubstitute::Effort = resubstitute::Effort { most_gates: 15_000, ..NEAR };
const FAR: resubstitute::Effort = resubstitute::Effort {
    limits: MatchLimits { divisors: 100, of_three: 16, expressions: 10 },
    proofs: MANY,
    most_gates: MOST_FOR_MUCH,
};

/// The passes of a level, in order.
#[derive(Clone, Copy, Debug)]
pub(super) struct PassPlan<'p> {
    /// What is known of registers and moves.
    pub(super) first: &'static [Pass],
    /// Common cubes extracted from wide gates, and what follows at once.
    pub(super) extracted: &'static [Pass],
    /// Logic written anew, again and again.
    pub(super) rounds: &'p [&'p [Pass]],
    /// The next round comes when the last one saved one gate in so many; 0 when it comes in any case. Small nets have
    /// all rounds.
    pub(super) gain: usize,
    /// What comes in the end.
    pub(super) last: &'static [Pass],
}

const NOTHING: PassPlan<'static> = PassPlan { first: &[], extracted: &[], rounds: &[], gain: 0, last: &[] };
const LITTLE: PassPlan<'static> = PassPlan { first: &[Pass::Constants], ..NOTHING };
const SOME: PassPlan<'static> = PassPlan {
    first: &[Pass::Constants, Pass::ConeOfInfluence, Pass::Induction, Pass::SatSweeping(QUICK), Pass::Choices],
    extracted: &[Pass::CommonCubes, Pass::SatSweeping(QUICK), Pass::Implied],
    rounds: &[
        &[Pass::Rewrite(CUTS), Pass::Refactor(SMALL), Pass::SatSweeping(QUICK_AGAIN), Pass::Choices, Pass::LfsrCodes],
        &[
            Pass::Refactor(SMALL_ZERO_GAIN),
            Pass::Refactor(SMALL_AGAIN),
            Pass::Rewrite(CUTS_AGAIN),
            Pass::Resubstitute(NEAR),
        ],
        &[
            Pass::Refactor(LAST_ZERO_GAIN),
            Pass::Refactor(LAST),
            Pass::Rewrite(LAST_CUTS),
            Pass::Resubstitute(LAST_NEAR),
        ],
    ],
    gain: 20,
    last: &[Pass::ConeOfInfluence, Pass::Balance],
};
/// A round of `-O3`.
const ROUND: &[Pass] = &[
    Pass::Refactor(LARGE),
    Pass::Refactor(LARGE_ZERO_GAIN),
    Pass::Refactor(LARGE),
    Pass::Rewrite(MORE_CUTS),
    Pass::Resubstitute(FAR),
    Pass::Refactor(LARGE_ZERO_GAIN),
];
const MUCH: PassPlan<'static> = PassPlan {
    first: &[Pass::Constants, Pass::ConeOfInfluence, Pass::Induction, Pass::SatSweeping(THOROUGH), Pass::Choices],
    extracted: &[Pass::CommonCubes, Pass::SatSweeping(THOROUGH), Pass::Implied],
    rounds: &[
        ROUND,
        &[Pass::Choices, Pass::LfsrCodes, Pass::CommonCubes, Pass::SatSweeping(THOROUGH)],
        ROUND,
        &[Pass::Refactor(LARGE), Pass::Rewrite(MORE_CUTS), Pass::Resubstitute(FAR)],
    ],
    gain: 0,
    last: SOME.last,
};

/// Gates of a net that `-O3` takes a minute or two for, at a millisecond or more for each. For larger ones it is `-O2`.
const MOST_FOR_MUCH: usize = 50_000;

/// The passes of a level for a net of so many gates.
pub(super) fn plan(level: Level, gates: usize) -> PassPlan<'static> {
    match level {
        Level::O3 if gates > MOST_FOR_MUCH => SOME,
        Level::O0 => NOTHING,
        Level::O1 => LITTLE,
        Level::O2 => SOME,
        Level::O3 => MUCH,
    }
}
