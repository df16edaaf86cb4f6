//! Engines: ways to run a game, all behind one trait and all speaking canonical sentences.
//!
//! An engine over bit vectors implements [`BitCore`] and is wrapped in [`BitEngine`]. How sentences and bits belong
//! together is known to [`Codec`] alone.

mod batch;
mod bits;
mod boxed;
mod codec;
mod error;
#[cfg(test)]
pub(crate) mod example;
mod gates;
mod ground;
mod interpreter;
mod layout;
mod renamed;
pub(crate) mod simd;
mod swap;

pub use batch::{Batch, BatchError};
pub use bits::{BitCore, BitEngine};
pub(crate) use codec::listed;
pub use codec::{BaseBit, Codec, Layout, LayoutError, Wire};
pub use error::EngineError;
pub use gates::{GateCore, Gates, net, propnet};
pub use ground::{GroundCore, GroundEngine, GroundEngineError, ground, ground_observed};
pub use interpreter::{Interpreted, interpreter};
pub use renamed::Renamed;
pub use simd::{CpuError, SimdCore, cpu, cpu_observed, memory as evaluation_memory};
pub use swap::Swappable;

/// One game, in one state. Facts and moves are canonical prefix texts: lower case, single blanks.
///
/// Methods take `&mut self` because an engine may evaluate lazily.
pub trait Engine {
    /// Short name of the kind of engine, as on the command line.
    fn name(&self) -> &str;

    /// Roles in declaration order; a role's index is its place here.
    fn roles(&self) -> &[String];

    /// Whether the engine keeps this fact. Compilation may drop facts that nothing depends on.
    fn keeps(&self, fact: &str) -> bool {
        let _ = fact;
        true
    }

    /// Whether there are facts the engine does not keep.
    fn drops_facts(&self) -> bool {
        false
    }

    /// Goes to the initial state.
    ///
    /// # Errors
    /// See [`EngineError`].
    fn reset(&mut self) -> Result<(), EngineError>;

    /// Goes to the state in which exactly `facts` hold; after an error the engine keeps its state.
    ///
    /// # Errors
    /// Those with an [`EngineError::refused_fact`] when the engine can't be in that state.
    fn load(&mut self, facts: &[String]) -> Result<(), EngineError>;

    /// The facts that hold, sorted bytewise, each once.
    ///
    /// # Errors
    /// See [`EngineError`].
    fn state(&mut self) -> Result<Vec<String>, EngineError>;

    /// The legal moves of a role, sorted bytewise, each once.
    ///
    /// # Errors
    /// See [`EngineError`].
    fn legal(&mut self, role: usize) -> Result<Vec<String>, EngineError>;

    /// The goal values of a role, ascending, each once; a sound game has at most one.
    ///
    /// # Errors
    /// See [`EngineError`].
    fn goals(&mut self, role: usize) -> Result<Vec<i64>, EngineError>;

    /// Whether the state is terminal.
    ///
    /// # Errors
    /// See [`EngineError`].
    fn terminal(&mut self) -> Result<bool, EngineError>;

    /// What each role sees of a joint move made in this state (GDL-II): its percepts, sorted bytewise, each once. The
    /// state stays as it is. Legality is not checked.
    ///
    /// # Errors
    /// [`EngineError::UnknownMove`] when the engine has no such move.
    fn sees(&mut self, joint: &[String]) -> Result<Vec<Vec<String>>, EngineError>;

    /// Makes one joint move, one move for each role. Legality is not checked.
    ///
    /// # Errors
    /// [`EngineError::UnknownMove`] when the engine has no such move.
    fn step(&mut self, joint: &[String]) -> Result<(), EngineError>;
}
