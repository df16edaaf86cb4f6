//! Why there is no engine of a game.

use super::config::ConfigError;
use gdl2hdl_gdl::blame::Blame;
use gdl2hdl_gdl::observer::{Reason, Stopped};
use gdl2hdl_gdl::remedy::{Remedied, Remedy};
use gdl2hdl_net::stages::{BrokenStages, NotStaged};
use gdl2hdl_opt::OptimiseError;
use thiserror::Error;

/// Why there is no engine of a game. They have different causes: who asked, who watched, who wrote the compiler.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum GatewareError {
    /// No engine has these sizes, or none of this game.
    #[error(transparent)]
    Config(#[from] ConfigError),
    /// The observer stopped the work.
    #[error("{0} while the playout engine was made")]
    Stopped(Reason),
    /// A pass over the logic of the game changed what it must preserve: a defect of the program.
    #[error("pass `{pass}` changed `{output}` of the playout engine")]
    Broken {
        /// The pass.
        pass: &'static str,
        /// An output that differs.
        output: String,
    },
    /// The stages of a core contradict themselves: a defect of the program.
    #[error("the stages of a core contradict themselves: {0}")]
    Stages(#[from] BrokenStages),
}

impl From<Stopped> for GatewareError {
    fn from(Stopped(reason): Stopped) -> Self {
        Self::Stopped(reason)
    }
}

impl From<NotStaged> for GatewareError {
    fn from(error: NotStaged) -> Self {
        match error {
            NotStaged::Stopped(stopped) => stopped.into(),
            NotStaged::Broken(broken) => broken.into(),
        }
    }
}

impl From<OptimiseError> for GatewareError {
    fn from(error: OptimiseError) -> Self {
        match error {
            OptimiseError::Broken { pass, output } => Self::Broken { pass, output },
            OptimiseError::Stopped(reason) => Self::Stopped(reason),
        }
    }
}

impl GatewareError {
    /// Whose fault it is.
    #[must_use]
    pub const fn blame(&self) -> Blame {
        match self {
            Self::Config(_) => Blame::Input,
            Self::Stopped(_) => Blame::Limit,
            Self::Broken { .. } | Self::Stages(_) => Blame::Bug,
        }
    }
}

impl Remedied for GatewareError {
    fn remedies(&self) -> Vec<Remedy> {
        match self {
            Self::Config(error) => error.remedies(),
            // What the observer would have to allow is for its owner to say.
            Self::Stopped(_) | Self::Broken { .. } | Self::Stages(_) => Vec::new(),
        }
    }
}
