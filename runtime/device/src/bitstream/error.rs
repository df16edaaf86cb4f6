//! Why there is no bitstream.

use crate::board::FolderError;
use gdl2hdl_gdl::remedy::{Remedied, Remedy};
use gdl2hdl_hdl::playout::{ConfigError, GatewareError};
use gdl2hdl_verilate::files::{Distrust, shown};
use gdl2hdl_verilate::{SimError, Stage};
use std::io;
use std::path::{Path, PathBuf};
use thiserror::Error;

/// Why a build failed. What a failed build leaves in its folder is never taken for a whole one.
#[derive(Debug, Error)]
pub enum BuildError {
    /// A file of the build can't be read or written.
    #[error("cannot {action} {}: {error}", shown(path))]
    File {
        /// `read`, `write`, ...
        action: &'static str,
        /// The file.
        path: PathBuf,
        /// The system's reason.
        error: io::Error,
    },
    /// Others could have a hand in what tools do in a folder.
    #[error("nothing is built where others could change what tools read: {distrust}; build in a folder that is yours")]
    Foreign {
        /// What is wrong with it.
        distrust: Distrust,
    },
    /// Something in the folder leads out of it.
    #[error("`{}` is a link: tools would write where it leads; remove it, or build in another folder", shown(path))]
    Link {
        /// The link.
        path: PathBuf,
    },
    /// Another build works in the folder.
    #[error("another build works in {}: wait for its end, or build in another folder", shown(folder))]
    InUse {
        /// The folder.
        folder: PathBuf,
    },
    /// A tool is missing, too old, failed, or took too long.
    #[error("{stage}: {error}")]
    Tool {
        /// What was done with it.
        stage: &'static str,
        /// What happened.
        error: SimError,
    },
    /// A tool said something that this program does not understand.
    #[error("the report of {tool} is not understood: {reason}")]
    NotUnderstood {
        /// The tool.
        tool: &'static str,
        /// What is wrong with it.
        reason: String,
    },
    /// The design does not fit into the FPGA.
    #[error("the design does not fit: {what}, {need} of {have}{}{}", basis.words(), help(*cores))]
    TooLarge {
        /// What there is too little of.
        what: &'static str,
        /// How much the design needs.
        need: u64,
        /// How much the FPGA has.
        have: u64,
        /// How that is known.
        basis: Basis,
        /// Cores of the design.
        cores: u32,
    },
    /// The board has no pins for a UART, or no clock that can be used.
    #[error("{board}: {reason}")]
    Board {
        /// The board.
        board: String,
        /// What it lacks.
        reason: String,
    },
    /// The board makes no clock as slow as the one that is asked for.
    #[error("{board}: the slowest clock it can make is {slowest} Hz; {}", Remedy::FasterClock)]
    SlowClock {
        /// The board.
        board: String,
        /// **Units:** Hz.
        slowest: u64,
    },
    /// Nobody can say how many cores the board has room for.
    #[error("{board}: nobody has said what its FPGA holds; {}", Remedy::Cores)]
    NoBudget {
        /// The board.
        board: String,
    },
    /// No placement meets the clock that was asked for.
    #[error(
        "timing is not met: {} MHz were asked for{}, the best of {tries} placements reaches {:.2} MHz; \
         {}",
        mhz(*asked), spared(*asked, *needed), mhz(*reached), more_seeds(*tries)
    )]
    Timing {
        /// **Units:** Hz.
        asked: u64,
        /// What must be met for that, with the margin. **Units:** Hz.
        needed: u64,
        /// **Units:** Hz.
        reached: u64,
        /// Placements tried.
        tries: u32,
    },
    /// A placement shows that a clock, the one that was asked for or the slowest of the board, is far out of reach.
    #[error(
        "timing can't be met: of {} MHz a placement promises about {:.1} MHz; \
         {}", mhz(*clock), mhz(*promised), Remedy::LowerClock
    )]
    OutOfReach {
        /// **Units:** Hz.
        clock: u64,
        /// **Units:** Hz.
        promised: u64,
    },
    /// A placement shows that a configuration will be slower than one that is there.
    #[error("of {} MHz a placement promises about {:.1} MHz, and less play than with what is there", mhz(*clock), mhz(*promised))]
    Slower {
        /// **Units:** Hz.
        clock: u64,
        /// **Units:** Hz.
        promised: u64,
    },
    /// The placer counts more than a search takes of a device.
    #[error("the placer counts {need} of {have} {what}: above {percent} % designs are not always routed")]
    TooFull {
        /// What there is much of.
        what: &'static str,
        /// How much the design has.
        need: u64,
        /// How much the FPGA has.
        have: u64,
        /// How much of it may be taken. **Units:** percent.
        percent: u64,
    },
    /// The router makes no headway.
    #[error("{router} makes no headway: {left} {what} are left, and hardly fewer since {since} of its steps")]
    Stuck {
        /// The router.
        router: &'static str,
        /// What it counts.
        what: &'static str,
        /// How many of these there still were, at the best.
        left: u64,
        /// Steps without headway: arcs that were routed, or rounds.
        since: u64,
    },
    /// A search had no more time for it while a tool ran.
    #[error("{stage}: the time that the search has for it is over")]
    OutOfTime {
        /// What was done.
        stage: &'static str,
    },
    /// The folder holds no build.
    #[error(transparent)]
    Folder(#[from] FolderError),
    /// The folder holds no whole build.
    #[error("`{}`: {reason}; build again", shown(path))]
    Record {
        /// The record.
        path: PathBuf,
        /// What is wrong with it.
        reason: String,
    },
    /// The engine can't be made in this configuration.
    #[error(transparent)]
    Config(#[from] ConfigError),
    /// The board's top level can't be made.
    #[error("{0}")]
    Design(String),
    /// A bug.
    #[error("internal error: {0}")]
    Broken(String),
}

/// How the size of a design is known.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Basis {
    /// Guessed from the net, before any tool ran.
    Estimate,
    /// Counted in what Yosys made.
    Synthesis,
    /// Counted by nextpnr, which found no place for them.
    Placement,
}

impl Basis {
    fn words(self) -> String {
        match self {
            Self::Estimate => format!(" (estimated; {})", Remedy::Force),
            Self::Synthesis => " (after synthesis)".to_owned(),
            Self::Placement => " (counted by the placer)".to_owned(),
        }
    }
}

fn help(cores: u32) -> String {
    if cores > 1 { format!("; {}", Remedy::FewerCores) } else { "; a larger board is needed".to_owned() }
}

/// What helps after so many placements.
fn more_seeds(tries: u32) -> Remedy {
    Remedy::MoreSeeds(tries.saturating_mul(4))
}

/// What a clock needs, where that is more.
fn spared(clock: u64, needed: u64) -> String {
    if needed > clock { format!(", which need {:.3} MHz with the margin", mhz(needed)) } else { String::new() }
}

#[allow(clippy::cast_precision_loss)] // below 2^53
fn mhz(hz: u64) -> f64 {
    hz as f64 / 1e6
}

impl Remedied for BuildError {
    fn remedies(&self) -> Vec<Remedy> {
        match self {
            Self::TooLarge { basis, cores, .. } => {
                let force = (*basis == Basis::Estimate).then_some(Remedy::Force);
                force.into_iter().chain((*cores > 1).then_some(Remedy::FewerCores)).collect()
            }
            Self::SlowClock { .. } => vec![Remedy::FasterClock],
            Self::NoBudget { .. } => vec![Remedy::Cores],
            Self::Timing { tries, .. } => vec![more_seeds(*tries)],
            Self::OutOfReach { .. } => vec![Remedy::LowerClock],
            Self::Folder(error) => error.remedies(),
            Self::Config(error) => error.remedies(),
            _ => Vec::new(),
        }
    }
}

/// The stage in which an engine is made of a net, before tools run.
const ENGINE: &str = "engine";

impl From<GatewareError> for BuildError {
    fn from(error: GatewareError) -> Self {
        match error {
            GatewareError::Config(error) => Self::Config(error),
            GatewareError::Stopped(_) => {
                Self::Tool { stage: ENGINE, error: SimError::Stopped { stage: Stage::begin(ENGINE) } }
            }
            broken @ (GatewareError::Broken { .. } | GatewareError::Stages(_)) => Self::Broken(broken.to_string()),
        }
    }
}

impl BuildError {
    /// The same where each clock that was tried was placed so often.
    pub(super) fn each_placed(self, times: u32) -> Self {
        match self {
            Self::Timing { asked, needed, reached, tries } => {
                Self::Timing { asked, needed, reached, tries: tries.saturating_mul(times) }
            }
            other => other,
        }
    }

    /// Whether it is a configuration's fault, so that another one may do.
    pub(super) fn is_of_configuration(&self) -> bool {
        match self {
            Self::TooLarge { .. }
            | Self::Board { .. }
            | Self::SlowClock { .. }
            | Self::NoBudget { .. }
            | Self::Timing { .. }
            | Self::OutOfReach { .. }
            | Self::Slower { .. }
            | Self::TooFull { .. }
            | Self::Stuck { .. }
            | Self::OutOfTime { .. } => true,
            Self::Tool { error, .. } => matches!(
                error,
                SimError::ToolFailed { .. }
                    | SimError::TimedOut { .. }
                    | SimError::OutOfMemory { .. }
                    | SimError::DesignTooLarge { .. }
            ),
            _ => false,
        }
    }

    /// The stage in which the observer of a build stopped it; `None` for everything else.
    pub(super) fn stopped(&self) -> Option<&'static str> {
        match self {
            Self::Tool { stage, error: SimError::Stopped { .. } } => Some(stage),
            _ => None,
        }
    }

    /// For `map_err`.
    pub(super) fn file(action: &'static str, path: &Path) -> impl FnOnce(io::Error) -> Self + use<> {
        let path = path.to_owned();
        move |error| Self::File { action, path, error }
    }

    /// For `map_err`.
    pub(super) fn tool(stage: &'static str) -> impl FnOnce(SimError) -> Self {
        move |error| Self::Tool { stage, error }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_seed_is_a_placement() {
        let (asked, needed) = (84_000_000, 84_000_000);
        let error = BuildError::Timing { asked, needed, reached: 83_350_000, tries: 1 }.each_placed(3).to_string();
        assert!(error.contains("the best of 3 placements reaches 83.35 MHz; try 12 seeds,"), "{error}");
    }
}
