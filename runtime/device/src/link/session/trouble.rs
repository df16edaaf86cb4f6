//! When a session is given up, and what was wrong.

use super::super::LinkError;
use super::jobs::Pending;

/// Resets without a report in between after which a device is given up.
const MAX_RESETS: u32 = 8;
/// Refusals of an idle device after which it is given up.
const MAX_REFUSALS: u32 = 8;
/// Times that the report of a job may be lost. A line on which half of the reports get lost loses that many of one job
/// once in four billion.
const MAX_LOST: u32 = 32;

/// What went wrong since something went right.
#[derive(Clone, Debug, Default)]
pub(super) struct Trouble {
    /// Frames without answer.
    pub(super) tries: u32,
    /// Bytes that came since the last answer.
    pub(super) bytes: u64,
    /// Whole frames of this protocol since the last answer.
    pub(super) ours: u64,
    /// Whole frames of others since the last answer.
    pub(super) foreign: u64,
    /// Damaged frames until the last answer.
    damaged: u64,
    resets: u32,
    refusals: u32,
    /// The device said that it has nothing to do, and has accepted nothing since.
    pub(super) idle: bool,
}

impl Trouble {
    /// An answer came.
    pub(super) fn answered(&mut self, damaged: u64) {
        (self.tries, self.bytes, self.ours, self.foreign, self.damaged) = (0, 0, 0, 0, damaged);
    }

    /// A report came, or an echo.
    pub(super) fn progress(&mut self) {
        (self.tries, self.resets) = (0, 0);
    }

    /// A job was accepted.
    pub(super) fn accepted(&mut self) {
        (self.idle, self.refusals) = (false, 0);
    }

    /// A job was refused.
    pub(super) fn refused(&mut self) -> Option<LinkError> {
        self.refusals += u32::from(self.idle);
        (self.refusals >= MAX_REFUSALS).then_some(LinkError::Refuses { times: self.refusals })
    }

    /// The device was reset.
    pub(super) fn was_reset(&mut self) -> Option<LinkError> {
        self.resets += 1;
        (self.resets >= MAX_RESETS).then_some(LinkError::Resets { times: self.resets })
    }

    /// Why no answer comes.
    pub(super) fn diagnosis(&self, damaged: u64) -> LinkError {
        let Self { tries, bytes, ours, foreign, .. } = *self;
        match () {
            () if bytes == 0 => LinkError::Silence { tries },
            () if ours > 0 => LinkError::Deaf { tries, frames: ours },
            () if foreign > 0 => LinkError::Foreign { frames: foreign },
            () => LinkError::Noise { bytes, damaged: damaged.saturating_sub(self.damaged) },
        }
    }
}

/// Whether the job that was lost most often is given up.
pub(super) fn given_up(worst: Option<&Pending>) -> Option<LinkError> {
    let worst = worst.filter(|job| job.lost >= MAX_LOST)?;
    Some(LinkError::Unreported { tag: worst.callers, times: worst.lost })
}
