//! Why a match can't begin.

use gdl2hdl_play::engine::EngineError;
use thiserror::Error;

/// Why a match can't begin.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum ManagerError {
    /// The engine could not evaluate the initial state.
    #[error(transparent)]
    Engine(#[from] EngineError),
    /// The engine leaves out facts of states, so their hashes would be those of other states.
    #[error("the engine drops facts: a match is recorded with all facts of its states")]
    DropsFacts,
    /// There are not as many players as roles.
    #[error("{players} players for {roles} roles")]
    Players {
        /// The number of players.
        players: usize,
        /// The number of roles.
        roles: usize,
    },
    /// The game has no role.
    #[error("a game without roles")]
    NoRoles,
    /// The name of a role can't stand in a message.
    #[error("`{0}` can't be said in a message")]
    Role(String),
    /// A game could not be scrambled.
    #[error("the words of the game can't be scrambled: {0}")]
    Scramble(String),
}
