//! Who chooses moves, and the two simplest who do.

use gdl2hdl_gdl::observer::Observer;
use gdl2hdl_gdl::random::SplitMix64;
use gdl2hdl_net::Verified;
use gdl2hdl_net::playout::Choices;
use gdl2hdl_play::engine::{Codec, Engine, EngineError};
use thiserror::Error;

/// Why no move was chosen.
#[derive(Debug, Error)]
pub enum ChooseError {
    /// The engine failed.
    #[error(transparent)]
    Engine(#[from] EngineError),
    /// Tree search failed.
    #[error(transparent)]
    Search(Box<dyn std::error::Error + Send + Sync>),
    /// The role has no legal move: the state is terminal, or the game is not playable.
    #[error("role {0} has no legal move")]
    NoMove(usize),
}

/// What is to be decided: a move of a role, in the state that the engine is in.
pub struct Question<'a> {
    /// The game. A chooser may step it and load states, and must leave it in the state it was in.
    pub engine: &'a mut dyn Engine,
    /// The role, an index into [`Engine::roles`].
    pub role: usize,
    /// Says when time is over. The answer is then what was found so far.
    pub observer: &'a dyn Observer,
    /// Is told of every move that is better than the one before. Who asks has a move in hand from the first call on.
    pub better: &'a mut dyn FnMut(&str),
}

/// A compiled game, for players that search by nets.
pub struct PreparedNet<'n> {
    /// The net.
    pub net: Verified<'n>,
    /// What is known of its choices.
    pub choices: &'n Choices,
    /// Which sentence is which bit of it.
    pub codec: Codec,
}

/// Chooses the moves of a role during a match.
pub trait Chooser: Send {
    /// Its name, as on the command line.
    fn name(&self) -> &str;

    /// Chooses a legal move, a canonical text. Thinks until it is sure or until the observer stops it.
    ///
    /// # Errors
    /// [`ChooseError`].
    fn choose(&mut self, question: Question<'_>) -> Result<String, ChooseError>;

    /// A net of the game is ready, or a better one than before. It comes before the next question, and stays for all
    /// matches of the game until [`Chooser::leave`].
    ///
    /// # Errors
    /// [`ChooseError::Search`]: the chooser goes on without that net.
    fn prepare(&mut self, net: PreparedNet<'_>, observer: &dyn Observer) -> Result<(), ChooseError> {
        let _ = (net, observer);
        Ok(())
    }

    /// The next match is of another game: nets of before are of no use.
    fn leave(&mut self) {}

    /// A match begins: what was kept of another is dropped.
    fn begin(&mut self) {}

    /// A joint move was made, one move for each role. Called before the next question, once for each step.
    fn made(&mut self, joint: &[String]) {
        let _ = joint;
    }

    /// The states it visited to answer the last question; 0 where it does not search.
    fn nodes(&self) -> u64 {
        0
    }
}

/// Chooses the first legal move.
#[derive(Clone, Debug, Default)]
pub struct Legal;

impl Chooser for Legal {
    fn name(&self) -> &str {
        "legal"
    }

    fn choose(&mut self, question: Question<'_>) -> Result<String, ChooseError> {
        let moves = question.engine.legal(question.role)?;
        let first = moves.into_iter().next().ok_or(ChooseError::NoMove(question.role))?;
        (question.better)(&first);
        Ok(first)
    }
}

/// Chooses any legal move, each equally likely.
#[derive(Clone, Debug)]
pub struct Random {
    random: SplitMix64,
}

impl Random {
    /// With a seed: equal seeds choose equal moves.
    #[must_use]
    pub fn new(seed: u64) -> Self {
        Self { random: SplitMix64(seed) }
    }
}

impl Chooser for Random {
    fn name(&self) -> &str {
        "random"
    }

    fn choose(&mut self, question: Question<'_>) -> Result<String, ChooseError> {
        let mut moves = question.engine.legal(question.role)?;
        if moves.is_empty() {
            return Err(ChooseError::NoMove(question.role));
        }
        let any = moves.swap_remove(self.random.index(moves.len()));
        (question.better)(&any);
        Ok(any)
    }
}
