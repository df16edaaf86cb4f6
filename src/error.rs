//! Why a game was not compiled or not played.

use gdl2hdl_gdl::blame::Blame;
use gdl2hdl_gdl::diagnostics::{Diagnostic, Lines, Severity};
use gdl2hdl_hdl::playout::ConfigError;
use gdl2hdl_net::Broken;
use gdl2hdl_opt::OptimiseError;
use gdl2hdl_runtime::engine::BatchError;
use gdl2hdl_runtime::playout::PlayError;
use gdl2hdl_sim::words::WordsError;
use std::fmt::Write;

/// Why a game was not compiled or not played.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// A stage refused the rules. The text lists the diagnostics with line, column and help.
    #[error("{shown}")]
    Refused {
        /// What the stages found, warnings and notes included.
        diagnostics: Vec<Diagnostic>,
        /// The same as text, a diagnostic after the other.
        shown: String,
    },
    /// The net was not optimised.
    #[error(transparent)]
    Optimise(#[from] OptimiseError),
    /// A stage made a net that contradicts itself.
    #[error(transparent)]
    Broken(#[from] Broken),
    /// The processor can't run the net.
    #[error(transparent)]
    Machine(#[from] WordsError),
    /// A batch of states was not stepped.
    #[error(transparent)]
    Batch(#[from] BatchError),
    /// A job was not played.
    #[error(transparent)]
    Play(#[from] PlayError),
    /// No playout engine has these sizes.
    #[error(transparent)]
    Config(#[from] ConfigError),
}

impl Error {
    /// The diagnostics of a text that was refused.
    pub(crate) fn refused(text: &str, diagnostics: Vec<Diagnostic>) -> Self {
        let shown = shown(text, &diagnostics);
        Self::Refused { diagnostics, shown }
    }

    /// What the stages found; nothing for errors of other kinds.
    #[must_use]
    pub fn diagnostics(&self) -> &[Diagnostic] {
        if let Self::Refused { diagnostics, .. } = self { diagnostics } else { &[] }
    }

    /// Whose fault it is.
    #[must_use]
    pub fn blame(&self) -> Blame {
        match self {
            Self::Refused { diagnostics, .. } => Blame::of(diagnostics),
            Self::Optimise(OptimiseError::Stopped(_)) | Self::Play(PlayError::Stopped { .. }) => Blame::Limit,
            Self::Optimise(OptimiseError::Broken { .. }) | Self::Broken(_) => Blame::Bug,
            Self::Machine(_) | Self::Batch(BatchError::Words(_)) => Blame::Environment,
            Self::Batch(_) | Self::Play(_) | Self::Config(_) => Blame::Input,
        }
    }
}

/// Diagnostics as lines of text: place, code, message; the help on a line of its own.
fn shown(text: &str, diagnostics: &[Diagnostic]) -> String {
    let lines = Lines::of(text);
    let mut out = String::new();
    for diagnostic in diagnostics.iter().filter(|diagnostic| diagnostic.severity == Severity::Error) {
        let place = diagnostic.labels.first().map_or_else(String::new, |label| {
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
