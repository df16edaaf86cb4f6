//! Why a game was not compiled or not played.

use gdl2hdl_gdl::blame::Blame;
use gdl2hdl_gdl::diagnostics::{Diagnostic, Lines, Severity};
use gdl2hdl_gdl::interpret::InterpretError;
use gdl2hdl_gdl::observer::Stopped;
use gdl2hdl_gdl::remedy::{Remedied, Remedy};
use gdl2hdl_hdl::playout::GatewareError;
use gdl2hdl_net::Broken;
use gdl2hdl_net::propnet::BuildError;
use gdl2hdl_opt::OptimiseError;
use gdl2hdl_play::engine::{BatchError, CpuError, GroundEngineError, LayoutError};
use gdl2hdl_play::playout::PlayError;
use gdl2hdl_simd::SimdError;
use std::fmt::Write;
use std::slice;

/// Why a game was not compiled or not played.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// Reader, checks or grounding refused the rules. The text lists the diagnostics with line, column and help.
    #[error("{}", shown(.text, .diagnostics))]
    Refused {
        /// What they found, warnings and notes included.
        diagnostics: Vec<Diagnostic>,
        /// The text of the game, in which the diagnostics have their places; empty where there is none.
        text: Box<str>,
    },
    /// The rules without variables have no net. The text is that of the diagnostic.
    #[error("{}", shown("", slice::from_ref(.diagnostic)))]
    Propnet {
        /// Why.
        error: BuildError,
        /// The same as a diagnostic. It has no place in the text.
        diagnostic: Box<Diagnostic>,
    },
    /// The net was not optimised.
    #[error(transparent)]
    Optimise(#[from] OptimiseError),
    /// A stage made a net that contradicts itself.
    #[error(transparent)]
    Broken(#[from] Broken),
    /// A net was made whose sentences contradict each other.
    #[error(transparent)]
    Layout(#[from] LayoutError),
    /// The processor can't run the net.
    #[error(transparent)]
    Machine(#[from] SimdError),
    /// The interpreter can't play the rules within its limits.
    #[error(transparent)]
    Rules(#[from] InterpretError),
    /// No engine was made of the rules without variables: the observer stopped it.
    #[error(transparent)]
    Stopped(#[from] Stopped),
    /// A batch of states was not stepped.
    #[error(transparent)]
    Batch(#[from] BatchError),
    /// A job was not played.
    #[error(transparent)]
    Play(#[from] PlayError),
    /// No playout engine in Verilog was made.
    #[error(transparent)]
    Gateware(#[from] GatewareError),
}

impl From<GroundEngineError> for Error {
    fn from(error: GroundEngineError) -> Self {
        match error {
            GroundEngineError::Stopped(stopped) => stopped.into(),
            GroundEngineError::Layout(error) => error.into(),
        }
    }
}

impl From<CpuError> for Error {
    fn from(error: CpuError) -> Self {
        match error {
            CpuError::Simd(error) => error.into(),
            CpuError::Layout(error) => error.into(),
        }
    }
}

impl From<BuildError> for Error {
    fn from(error: BuildError) -> Self {
        let diagnostic = Box::new(error.diagnostic());
        Self::Propnet { error, diagnostic }
    }
}

impl Error {
    /// The diagnostics of a text that was refused.
    pub(crate) fn refused(text: &str, diagnostics: Vec<Diagnostic>) -> Self {
        Self::Refused { diagnostics, text: text.into() }
    }

    /// What the stages found; nothing for errors of other kinds.
    #[must_use]
    pub fn diagnostics(&self) -> &[Diagnostic] {
        match self {
            Self::Refused { diagnostics, .. } => diagnostics,
            Self::Propnet { diagnostic, .. } => slice::from_ref(diagnostic),
            _ => &[],
        }
    }

    /// Whose fault it is.
    #[must_use]
    pub fn blame(&self) -> Blame {
        match self {
            Self::Refused { .. } | Self::Propnet { .. } => Blame::of(self.diagnostics()),
            Self::Optimise(OptimiseError::Stopped(_))
            | Self::Play(PlayError::Stopped { .. })
            | Self::Machine(SimdError::Stopped(_))
            | Self::Rules(_)
            | Self::Stopped(_) => Blame::Limit,
            Self::Optimise(OptimiseError::Broken { .. }) | Self::Broken(_) | Self::Layout(_) => Blame::Bug,
            Self::Machine(_) | Self::Batch(BatchError::Simd(_)) => Blame::Environment,
            Self::Gateware(error) => error.blame(),
            Self::Batch(_) | Self::Play(_) => Blame::Input,
        }
    }
}

impl Remedied for Error {
    fn remedies(&self) -> Vec<Remedy> {
        match self {
            Self::Refused { .. } | Self::Propnet { .. } => {
                self.diagnostics().iter().flat_map(|diagnostic| diagnostic.remedies.iter().copied()).collect()
            }
            Self::Play(error) => error.remedies(),
            Self::Gateware(error) => error.remedies(),
            Self::Rules(error) => error.remedies(),
            Self::Stopped(Stopped(reason)) => reason.remedy().into_iter().collect(),
            Self::Optimise(_) | Self::Broken(_) | Self::Layout(_) | Self::Machine(_) | Self::Batch(_) => Vec::new(),
        }
    }
}

/// Diagnostics as lines of text: place, code, message; the help on a line of its own.
fn shown(text: &str, diagnostics: &[Diagnostic]) -> String {
    let lines = Lines::of(text);
    let mut out = String::new();
    for diagnostic in diagnostics.iter().filter(|diagnostic| diagnostic.severity == Severity::Error) {
        // Rules without a text have no places.
        let label = diagnostic.labels.first().filter(|_| !text.is_empty());
        let place = label.map_or_else(String::new, |label| {
            let place = lines.position(label.span.start as usize);
            format!("{}:{}: ", place.line, place.column)
        });
        let separator = if out.is_empty() { "" } else { "\n" };
        let (code, message, help) = (diagnostic.code, &diagnostic.message, &diagnostic.help);
        // Writing to a string can't fail.
        write!(out, "{separator}{place}{code}: {message}\n  help: {help}").unwrap_or_default();
    }
    out
}
