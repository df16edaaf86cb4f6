//! Records as lines of JSON.

use super::MatchRecord;
use thiserror::Error;

/// Longest record that is read, in bytes.
pub const MAX_RECORD_BYTES: usize = 64 << 20;
/// The version of the format.
const FORMAT: u32 = 1;

/// Why a text is no record.
#[derive(Debug, Error)]
pub enum RecordError {
    /// Longer than [`MAX_RECORD_BYTES`].
    #[error("a record of {0} bytes is longer than the bound")]
    TooLong(usize),
    /// No JSON of the expected shape.
    #[error("no record of a match: {0}")]
    Json(#[from] serde_json::Error),
    /// Another version of the format.
    #[error("a record of format {0}, not {FORMAT}")]
    Format(u32),
    /// A list has another length than that of the roles.
    #[error("`{0}` has not one element for each role")]
    Roles(&'static str),
    /// There is no role, or one comes twice.
    #[error("the roles are empty, or one comes twice")]
    NoRoles,
}

impl MatchRecord {
    /// The record as one line of JSON, without its end. The same record gives the same bytes.
    ///
    /// # Errors
    /// [`RecordError::Json`], which no record gives.
    pub fn line(&self) -> Result<String, RecordError> {
        Ok(serde_json::to_string(self)?)
    }

    /// Reads a record. The record may be anybody's: its lists fit together, but its moves may be none of the game.
    ///
    /// # Errors
    /// [`RecordError`].
    pub fn read(text: &str) -> Result<Self, RecordError> {
        if text.len() > MAX_RECORD_BYTES {
            return Err(RecordError::TooLong(text.len()));
        }
        let record: Self = serde_json::from_str(text)?;
        record.check()?;
        Ok(record)
    }

    fn check(&self) -> Result<(), RecordError> {
        if self.format != FORMAT {
            return Err(RecordError::Format(self.format));
        }
        let mut sorted: Vec<&String> = self.roles.iter().collect();
        sorted.sort_unstable();
        if sorted.is_empty() || sorted.windows(2).any(|pair| pair[0] == pair[1]) {
            return Err(RecordError::NoRoles);
        }
        let roles = self.roles.len();
        let fits = |length: usize, name| if length == roles { Ok(()) } else { Err(RecordError::Roles(name)) };
        fits(self.players.len(), "players")?;
        fits(self.start.len(), "start")?;
        fits(self.values.len(), "values")?;
        self.steps.iter().try_for_each(|step| {
            fits(step.moves.len(), "moves")?;
            fits(step.replies.len(), "replies")?;
            step.sees.as_ref().map_or(Ok(()), |sees| fits(sees.len(), "sees"))
        })
    }
}
