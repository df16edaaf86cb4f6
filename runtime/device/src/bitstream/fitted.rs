//! What a search found, for people and scripts: a part of `build.json`, and `fit.json`.

use super::choice::{Effort, EngineChoice};
use super::cost::Resources;
use serde::{Deserialize, Serialize};

/// All that a search looked at.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct FitRecord {
    /// How hard it looked.
    pub effort: Effort,
    /// How long it was to go on; `None` until it had routed all it wanted to. **Units:** seconds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seconds: Option<u64>,
    /// Why it ended; of older records it is not known that it was stopped.
    #[serde(default)]
    pub ended: Ended,
    /// What the device has.
    pub device: Resources,
    /// Configurations: those that tools worked on in their order, then what is expected of others.
    pub candidates: Vec<Candidate>,
}

/// Why a search ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Ended {
    /// It has tried what it wanted to.
    #[default]
    Done,
    /// Its time was over.
    Time,
    /// Who observed it stopped it, or it has not ended: what is there is the best until then.
    Stopped,
}

/// A configuration.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Candidate {
    /// It.
    #[serde(flatten)]
    pub choice: EngineChoice,
    /// What became of it.
    pub verdict: CandidateVerdict,
    /// What was expected when it was chosen.
    pub predicted: Prediction,
    /// What synthesis made.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub counted: Option<Resources>,
    /// What was placed and routed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub routed: Option<Reached>,
    /// Why it was left.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
}

/// What became of a configuration.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum CandidateVerdict {
    /// It is the one.
    Best,
    /// It was routed, and another one is better.
    Routed,
    /// It was synthesized; then another number of cores was better.
    Counted,
    /// A tool could not make it, or its clock was not met.
    Failed,
    /// No tool has seen it.
    Expected,
}

impl CandidateVerdict {
    /// In a word.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Best => "best",
            Self::Routed => "routed",
            Self::Counted => "counted",
            Self::Failed => "failed",
            Self::Expected => "expected",
        }
    }
}

/// What is expected of a configuration.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct Prediction {
    /// What it takes.
    pub resources: Resources,
    /// Levels of LUTs of the longest stage.
    pub levels: u32,
    /// The clock that is met. **Units:** Hz.
    pub fmax_hz: u64,
    /// The highest clock that the board makes below that, or the one that was asked for. **Units:** Hz.
    pub clock_hz: u64,
    /// Steps a second in a job that keeps all cores at work, all of it.
    pub states_per_s: u64,
}

/// What a routed configuration takes and reaches.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Reached {
    /// Its folder.
    pub folder: String,
    /// LUTs, or the cells that hold them, by nextpnr's count.
    pub lut_used: u64,
    /// **Units:** Hz.
    pub clock_hz: u64,
    /// The highest clock that the placement meets. **Units:** Hz.
    pub fmax_hz: u64,
    /// Steps a second in a job that keeps all cores at work, all of it.
    pub states_per_s: u64,
}

impl Candidate {
    pub(super) fn new(choice: EngineChoice, predicted: Prediction) -> Self {
        Self { choice, verdict: CandidateVerdict::Expected, predicted, counted: None, routed: None, reason: None }
    }

    pub(super) fn with(self, verdict: CandidateVerdict, reason: Option<String>) -> Self {
        Self { verdict, reason, ..self }
    }

    /// Cells with LUTs: as routed, else as counted, else as expected.
    #[must_use]
    pub fn cells(&self) -> u64 {
        let counted = self.counted.unwrap_or(self.predicted.resources).cells;
        self.routed.as_ref().map_or(counted, |routed| routed.lut_used)
    }
}
