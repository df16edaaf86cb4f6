//! The definition of playouts as code: one lane at a time, one state at a time. Right before fast.

use super::lanes::{Lanes, draw};
use super::{Control, Job, JointMove, MAX_RECORDS, PlayError, PlayoutEngine, Report, Shape, StepRecord, Then};
use crate::engine::{BitCore, GateCore};
use bitvec::prelude::BitVec;
use gdl2hdl_compiler::net::{Net, Verified};
use gdl2hdl_compiler::playout::Choices;
use gdl2hdl_compiler::playout::generator::Generator;
use std::ops::ControlFlow;

/// Playouts on any machine over bits.
pub struct Scalar<C> {
    name: String,
    core: C,
    shape: Shape,
    legal: BitVec,
    does: BitVec,
    goals: BitVec,
}

/// The engine every other one is compared with: playouts on a net, gate by gate. `choices` are those of the net.
#[must_use]
pub fn scalar(net: Verified<'_>, choices: &Choices) -> Scalar<GateCore<Net>> {
    let net = net.net();
    Scalar::new("scalar", GateCore::new(net.clone()), Shape::new(net, choices))
}

/// A playout that ended.
struct Playout {
    /// The joint move it began with, if any was made.
    first: Option<JointMove>,
    steps: u64,
    end: Then,
}

/// Called at every state with its step and what comes of it; may break off.
type Visit<'a, C> = &'a mut dyn FnMut(&mut Scalar<C>, u64, &Then) -> Result<ControlFlow<()>, PlayError>;

impl<C: BitCore> Scalar<C> {
    /// Playouts on a machine with the widths of `shape`.
    #[must_use]
    pub fn new(name: &str, core: C, shape: Shape) -> Self {
        let zeros = |bits| BitVec::repeat(false, bits);
        let (legal, does, goals) = (zeros(shape.num_moves()), zeros(shape.num_moves()), zeros(shape.num_goals()));
        Self { name: name.to_owned(), core, shape, legal, does, goals }
    }

    /// What comes of the present state. This function is the definition of a playout.
    fn then(&mut self, generators: &mut [Generator], step: u64, max_steps: u64) -> Result<Then, PlayError> {
        if self.core.terminal()? {
            self.core.goals(&mut self.goals)?;
            return Ok(Then::Finished(self.goals.clone()));
        }
        if step == max_steps {
            return Ok(Then::Truncated);
        }
        let drawn = draw(generators, &self.shape.draws);
        self.core.legal(&mut self.legal)?;
        Ok(self.shape.picks(&self.legal, &drawn).map_or(Then::Stuck, Then::Moves))
    }

    fn make(&mut self, joint: &[u32]) -> Result<(), PlayError> {
        self.does.fill(false);
        for (moves, &mv) in self.shape.moves.iter().zip(joint) {
            self.does.set(moves.start + mv as usize, true);
        }
        Ok(self.core.step(&self.does)?)
    }

    /// Plays on from the present state; `None` when `visit` broke off.
    fn playout(
        &mut self,
        generators: &mut [Generator],
        max_steps: u64,
        visit: Visit<'_, C>,
    ) -> Result<Option<Playout>, PlayError> {
        let (mut first, mut steps) = (None, 0);
        loop {
            let then = self.then(generators, steps, max_steps)?;
            if visit(self, steps, &then)?.is_break() {
                return Ok(None);
            }
            let Then::Moves(joint) = then else { return Ok(Some(Playout { first, steps, end: then })) };
            self.make(&joint)?;
            first.get_or_insert(joint);
            steps += 1;
        }
    }

    /// One playout of every lane; `None` when the job was stopped before all had ended.
    fn round(&mut self, job: &Job, lanes: &mut Lanes, control: &dyn Control) -> Result<Option<Report>, PlayError> {
        let mut report = self.shape.no_playouts(job);
        let visit: Visit<'_, C> = &mut |_, _, _| Ok(until(control.stopped()));
        for stream in 0..job.streams() {
            let start = start_of(job, stream);
            self.core.load(&job.starts[start])?;
            let Some(playout) = self.playout(lanes.of(position(stream)), job.max_steps, visit)? else {
                return Ok(None);
            };
            report.starts[start].count(playout.first, &self.shape, playout.steps, &playout.end);
            control.played(1);
        }
        Ok(Some(report))
    }

    /// Refuses jobs that can't be played.
    fn check(&mut self, job: &Job) -> Result<(), PlayError> {
        self.shape.clone().check(job, |start| self.first_moves(job, start))
    }

    /// The legal moves of a start state; none where the playout ends at once.
    fn first_moves(&mut self, job: &Job, start: usize) -> Result<BitVec, PlayError> {
        self.core.load(&job.starts[start])?;
        self.legal.fill(false);
        if job.max_steps > 0 && !self.core.terminal()? {
            self.core.legal(&mut self.legal)?;
        }
        Ok(self.legal.clone())
    }

    /// The present state as others see it.
    fn record(&mut self, stream: u64, playout: u64, step: u64, then: &Then) -> Result<StepRecord, PlayError> {
        let mut state = BitVec::repeat(false, self.shape.registers);
        self.core.registers(&mut state)?;
        let legal = match then {
            Then::Finished(_) | Then::Truncated => BitVec::new(),
            _ => {
                self.core.legal(&mut self.legal)?;
                self.legal.clone()
            }
        };
        Ok(StepRecord { stream, playout, step, state, legal, then: then.clone() })
    }
}

impl<C: BitCore> PlayoutEngine for Scalar<C> {
    fn name(&self) -> &str {
        &self.name
    }

    fn prepare(&mut self, job: &Job, _: &dyn Control) -> Result<(), PlayError> {
        self.check(job)
    }

    fn play(&mut self, job: &Job, control: &dyn Control) -> Result<Report, PlayError> {
        self.check(job)?;
        let mut lanes = Lanes::new(job.seed, job.streams(), &self.shape.draws);
        let mut report = self.shape.no_playouts(job);
        while report.rounds < job.per_lane {
            let round = match self.round(job, &mut lanes, control) {
                // An engine with a clock of its own may give up before it is asked to stop.
                Err(PlayError::Engine(_)) if control.stopped() => None,
                round => round?,
            };
            let Some(round) = round else { return Ok(report) };
            report.starts.iter_mut().zip(&round.starts).for_each(|(sum, start)| *sum += start);
            report.rounds += 1;
        }
        report.complete = true;
        Ok(report)
    }

    fn trace(&mut self, job: &Job, visit: &mut dyn FnMut(StepRecord) -> ControlFlow<()>) -> Result<(), PlayError> {
        self.check(job)?;
        let mut lanes = Lanes::new(job.seed, job.streams(), &self.shape.draws);
        let mut records = 0;
        for stream in 0..job.streams() {
            for playout in 0..job.per_lane {
                self.core.load(&job.starts[start_of(job, stream)])?;
                let show: Visit<'_, C> = &mut |scalar, step, then| {
                    records += 1;
                    if records > MAX_RECORDS {
                        return Err(PlayError::Records);
                    }
                    Ok(visit(scalar.record(stream, playout, step, then)?))
                };
                if self.playout(lanes.of(position(stream)), job.max_steps, show)?.is_none() {
                    return Ok(());
                }
            }
        }
        Ok(())
    }
}

/// The start state of a stream.
fn start_of(job: &Job, stream: u64) -> usize {
    position(stream / job.lanes)
}

/// Streams are few enough to be positions: a job is checked before it is played.
fn position(stream: u64) -> usize {
    usize::try_from(stream).unwrap_or(usize::MAX)
}

fn until(done: bool) -> ControlFlow<()> {
    if done { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
}

#[cfg(test)]
mod tests;
