//! What a match is to be.

use super::disguise::Disguise;
use crate::message::Name;
use crate::record::{Dialect, GameOf};
use std::time::Duration;

/// Time beyond the play clock that a move may take on its way.
pub const GRACE: Duration = Duration::from_secs(1);
/// Time that players have to answer STOP or ABORT. Nothing depends on what they say.
pub const STOP_TIME: Duration = Duration::from_secs(5);

/// What a match is to be.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The match. Every match has its own.
    pub id: Name,
    /// The game, for the record.
    pub game: GameOf,
    /// The rules and words that players see.
    pub disguise: Disguise,
    /// Who plays each role, for the record, in the order of the roles. The role `random` has a name too.
    pub players: Vec<String>,
    /// Time until the first move: whole seconds.
    pub start_clock: Duration,
    /// Time for each move: whole seconds.
    pub play_clock: Duration,
    /// How players are told what happened.
    pub dialect: Dialect,
    /// Seed of all moves that the manager chooses.
    pub seed: u64,
    /// Moves after which a match is given up.
    pub max_steps: u64,
}
