//! Random playouts: one definition, many engines, equal answers to the last bit.
//!
//! Takes a [`Job`] and gives a [`Report`]. `docs/PLAYOUTS.md` is the definition; [`Scalar`] is the definition as
//! code. Every other engine is compared with it.

mod boxed;
pub mod compare;
mod cpu;
mod effort;
mod error;
mod job;
mod lanes;
mod machine;
mod reference;
mod report;
mod rules_interpreter;
mod scalar;
mod shape;
mod start;
mod states;
pub mod statistics;
mod step;
mod view;

pub use cpu::{Cpu, CpuOptions};
pub use effort::{Cycles, Effort};
pub use error::{Fault, OtherError, PlayError};
pub use gdl2hdl_gdl::observer::{Observer, Reason, Stage, Unobserved};
pub use job::{Job, JobError, MAX_SLOTS, MAX_STREAMS, StartState, State, Whole};
pub use machine::Machine;
pub use reference::Reference;
pub use report::{Report, StartReport, Tally};
pub use rules_interpreter::RulesInterpreter;
pub use scalar::{Scalar, scalar};
pub use shape::{GameShape, Literal};
pub use start::Start;
pub use states::{StateError, read_states};
pub use step::{JointMove, MAX_RECORDS, StepRecord, Then};
pub use view::{FirstMoves, FirstView, ReportView, Run, StartView, TallyView, rate};

use std::ops::ControlFlow;

/// Joint first moves a report may list, over all start states: bounds its size.
pub const MAX_FIRST_MOVES: u64 = 1 << 16;

/// Bytes that the lanes of a job may take where nothing else is said.
pub const MAX_BYTES: u64 = 2 << 30;

/// Plays jobs. Made from a net, or from the rules a net was made from; states, moves and goals are numbered by the
/// net's ports.
pub trait PlayoutEngine {
    /// Short name of the kind of engine, as on the command line.
    fn name(&self) -> &str;

    /// Threads it plays on.
    fn threads(&self) -> usize {
        1
    }

    /// The versions of the programs that made it, in their own words.
    fn tools(&self) -> Vec<String> {
        Vec::new()
    }

    /// What a step takes of it, where that is known: for engines that play many lanes at once, after a job.
    fn effort(&self) -> Option<Effort> {
        None
    }

    /// The clocks that the last job took, for engines that have a clock.
    fn cycles(&self) -> Option<Cycles> {
        None
    }

    /// Gets ready for a job, so that [`PlayoutEngine::play`] does nothing else but play it. Not needed, but for who
    /// measures times.
    ///
    /// # Errors
    /// As for [`PlayoutEngine::play`].
    fn prepare(&mut self, job: &Job, observer: &dyn Observer) -> Result<(), PlayError> {
        let _ = (job, observer);
        Ok(())
    }

    /// The same for [`PlayoutEngine::trace`].
    ///
    /// # Errors
    /// As for [`PlayoutEngine::play`].
    fn prepare_trace(&mut self, job: &Job, observer: &dyn Observer) -> Result<(), PlayError> {
        let _ = (job, observer);
        Ok(())
    }

    /// Plays a job. Depends on the job alone, except that `observer` may stop it early.
    ///
    /// # Errors
    /// [`PlayError::Job`] and [`PlayError::FirstMoves`] before anything is played; [`PlayError::Stopped`] before the
    /// engine was ready; [`PlayError::Engine`].
    fn play(&mut self, job: &Job, observer: &dyn Observer) -> Result<Report, PlayError>;

    /// Plays a job and shows every state of every playout: by stream, then playout, then step. `visit` may break off,
    /// and so may `observer`: then there are no more states.
    ///
    /// # Errors
    /// As for [`PlayoutEngine::play`], and [`PlayError::Records`] for more states than [`MAX_RECORDS`].
    fn trace(
        &mut self,
        job: &Job,
        observer: &dyn Observer,
        visit: &mut dyn FnMut(StepRecord) -> ControlFlow<()>,
    ) -> Result<(), PlayError>;
}
