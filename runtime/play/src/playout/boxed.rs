//! Playout engines of which only the trait is known.

use super::{Cycles, Effort, Job, Observer, PlayError, PlayoutEngine, Report, StepRecord};
use std::ops::ControlFlow;

impl<P: PlayoutEngine + ?Sized> PlayoutEngine for Box<P> {
    fn name(&self) -> &str {
        (**self).name()
    }

    fn threads(&self) -> usize {
        (**self).threads()
    }

    fn tools(&self) -> Vec<String> {
        (**self).tools()
    }

    fn effort(&self) -> Option<Effort> {
        (**self).effort()
    }

    fn cycles(&self) -> Option<Cycles> {
        (**self).cycles()
    }

    fn prepare(&mut self, job: &Job, observer: &dyn Observer) -> Result<(), PlayError> {
        (**self).prepare(job, observer)
    }

    fn prepare_trace(&mut self, job: &Job, observer: &dyn Observer) -> Result<(), PlayError> {
        (**self).prepare_trace(job, observer)
    }

    fn play(&mut self, job: &Job, observer: &dyn Observer) -> Result<Report, PlayError> {
        (**self).play(job, observer)
    }

    fn trace(
        &mut self,
        job: &Job,
        observer: &dyn Observer,
        visit: &mut dyn FnMut(StepRecord) -> ControlFlow<()>,
    ) -> Result<(), PlayError> {
        (**self).trace(job, observer, visit)
    }
}
