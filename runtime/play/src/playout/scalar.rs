//! The definition of playouts as code: one lane at a time, one state at a time. Right before fast.

use super::lanes::{Lanes, draw};
use super::{
    GameShape, Job, JointMove, MAX_BYTES, MAX_RECORDS, Machine, Observer, PlayError, PlayoutEngine, Report, StartState,
    StepRecord, Then,
};
use crate::engine::GateCore;
use bitvec::prelude::BitVec;
use gdl2hdl_net::playout::Choices;
use gdl2hdl_net::playout::generator::Generator;
use gdl2hdl_net::{Net, Verified};
use std::ops::{ControlFlow, Range};

/// Playouts on any machine.
pub struct Scalar<M> {
    name: String,
    machine: M,
    shape: GameShape,
    legal: BitVec,
    does: BitVec,
    goals: BitVec,
    max_bytes: u64,
}

/// The engine every other one is compared with: playouts on a net, gate by gate. `choices` are those of the net.
#[must_use]
pub fn scalar(net: Verified<'_>, choices: &Choices) -> Scalar<GateCore<Net>> {
    let net = net.net();
    Scalar::new("scalar", GateCore::new(net.clone()), GameShape::new(net, choices))
}

/// A playout in flight: its number in its lane, and what it has done so far.
struct Playing<P> {
    number: u64,
    /// The joint move it began with, if any was made.
    first: Option<JointMove>,
    steps: u64,
    /// Where it is, while others of its lane have their turns; nothing where there are none.
    position: Option<P>,
}

/// Called at every state with its playout and what comes of it; may break off.
type Visit<'a, M> =
    &'a mut dyn FnMut(&mut Scalar<M>, &Playing<Position<M>>, &Then) -> Result<ControlFlow<()>, PlayError>;
/// What a step leaves of a playout: nothing when it has ended; a break when nothing is to be played any more.
type Turn<M> = ControlFlow<(), Option<Playing<Position<M>>>>;

/// What a machine keeps of a state.
type Position<M> = <M as Machine>::Position;

impl<M: Machine> Scalar<M> {
    /// Playouts on a machine with the widths of `shape`.
    #[must_use]
    pub fn new(name: &str, machine: M, shape: GameShape) -> Self {
        let zeros = |bits| BitVec::repeat(false, bits);
        let (legal, does, goals) = (zeros(shape.num_moves()), zeros(shape.num_moves()), zeros(shape.num_goals()));
        Self { name: name.to_owned(), machine, shape, legal, does, goals, max_bytes: MAX_BYTES }
    }

    /// The lanes of a job may take so many bytes.
    #[must_use]
    pub fn within(self, max_bytes: u64) -> Self {
        Self { max_bytes, ..self }
    }

    /// How a playout ends in the present state, before anybody picks.
    fn over(&mut self, steps: u64, max_steps: u64) -> Result<Option<Then>, PlayError> {
        if self.machine.terminal()? {
            self.machine.goals(&mut self.goals)?;
            return Ok(Some(Then::Finished(self.goals.clone())));
        }
        Ok((steps == max_steps).then_some(Then::Truncated))
    }

    /// What the roles do in a state in which the playout goes on.
    fn picked(&mut self, drawn: &[u64]) -> Result<Then, PlayError> {
        self.machine.legal(&mut self.legal)?;
        Ok(self.shape.picks(&self.legal, drawn).map_or(Then::Stuck, Then::Moves))
    }

    fn make(&mut self, joint: &[u32]) -> Result<(), PlayError> {
        self.does.fill(false);
        for (moves, &mv) in self.shape.moves.iter().zip(joint) {
            self.does.set(moves.start + mv as usize, true);
        }
        Ok(self.machine.step(&self.does)?)
    }

    /// Plays the playouts of these numbers in a lane without any, `job.slots` of them at a time, which have turns.
    /// Whether `visit` broke off. With [`Scalar::turn`] this function is the definition of a lane.
    fn lane(
        &mut self,
        generators: &mut [Generator],
        job: &Job,
        start: &StartState,
        mut numbers: Range<u64>,
        visit: Visit<'_, M>,
    ) -> Result<ControlFlow<()>, PlayError> {
        let mut slots: Vec<Option<Playing<Position<M>>>> = (0..job.slots).map(|_| None).collect();
        for slot in (0..slots.len()).cycle() {
            // Playouts without steps take no turn.
            while slots[slot].is_none() {
                let Some(number) = numbers.next() else { break };
                self.machine.begin(start)?;
                let begun = Playing { number, first: None, steps: 0, position: None };
                match self.over(0, job.max_steps)? {
                    Some(end) if visit(self, &begun, &end)?.is_break() => return Ok(ControlFlow::Break(())),
                    Some(_) => {}
                    None => slots[slot] = Some(self.left(begun, job)?),
                }
            }
            if slots.iter().all(Option::is_none) {
                break;
            }
            // The bits of a turn are drawn whether or not somebody has it.
            let drawn = draw(generators, &self.shape.draws);
            if let Some(playing) = slots[slot].take() {
                match self.turn(playing, &drawn, job, visit)? {
                    ControlFlow::Continue(playing) => slots[slot] = playing,
                    ControlFlow::Break(()) => return Ok(ControlFlow::Break(())),
                }
            }
        }
        Ok(ControlFlow::Continue(()))
    }

    /// Makes a step of a playout; none is left when it ends.
    fn turn(
        &mut self,
        mut playing: Playing<Position<M>>,
        drawn: &[u64],
        job: &Job,
        visit: Visit<'_, M>,
    ) -> Result<Turn<M>, PlayError> {
        if let Some(position) = &playing.position {
            self.machine.go(position)?;
        }
        let then = self.picked(drawn)?;
        if visit(self, &playing, &then)?.is_break() {
            return Ok(ControlFlow::Break(()));
        }
        let Then::Moves(joint) = then else { return Ok(ControlFlow::Continue(None)) };
        self.make(&joint)?;
        playing.first.get_or_insert(joint);
        playing.steps += 1;
        if let Some(end) = self.over(playing.steps, job.max_steps)? {
            return Ok(visit(self, &playing, &end)?.map_continue(|()| None));
        }
        Ok(ControlFlow::Continue(Some(self.left(playing, job)?)))
    }

    /// A playout to which the machine comes back. Alone in its lane it finds the machine as it left it.
    fn left(&mut self, playing: Playing<Position<M>>, job: &Job) -> Result<Playing<Position<M>>, PlayError> {
        let position = (job.slots > 1).then(|| self.machine.position()).transpose()?;
        Ok(Playing { position, ..playing })
    }

    /// The playouts of these numbers of every lane; `None` when the job was stopped before all had ended.
    fn round(
        &mut self,
        job: &Job,
        lanes: &mut Lanes,
        numbers: &Range<u64>,
        observer: &dyn Observer,
    ) -> Result<Option<Report>, PlayError> {
        let mut report = self.shape.no_playouts(job);
        let shape = self.shape.clone();
        for stream in 0..job.streams() {
            let start = start_of(job, stream);
            let tally = &mut report.starts[start];
            let visit: Visit<'_, M> = &mut |_, playing, then| {
                if observer.stopped() {
                    return Ok(ControlFlow::Break(()));
                }
                if !matches!(then, Then::Moves(_)) {
                    tally.count(playing.first.clone(), &shape.goals, playing.steps, then);
                    observer.played(1);
                }
                Ok(ControlFlow::Continue(()))
            };
            let generators = lanes.of(position(stream));
            if self.lane(generators, job, &job.starts[start], numbers.clone(), visit)?.is_break() {
                return Ok(None);
            }
        }
        Ok(Some(report))
    }

    /// Refuses jobs that can't be played.
    fn check(&mut self, job: &Job) -> Result<(), PlayError> {
        self.shape.clone().check(job, |start| self.first_moves(job, start))
    }

    /// The legal moves of a start state; none where the playout ends at once.
    fn first_moves(&mut self, job: &Job, start: usize) -> Result<BitVec, PlayError> {
        self.machine.begin(&job.starts[start])?;
        self.legal.fill(false);
        if job.max_steps > 0 && !self.machine.terminal()? {
            self.machine.legal(&mut self.legal)?;
        }
        Ok(self.legal.clone())
    }

    /// The present state as others see it.
    fn record(&mut self, stream: u64, playing: &Playing<Position<M>>, then: &Then) -> Result<StepRecord, PlayError> {
        let mut state = BitVec::repeat(false, self.shape.registers);
        self.machine.registers(&mut state)?;
        let legal = match then {
            Then::Finished(_) | Then::Truncated => BitVec::new(),
            _ => {
                self.machine.legal(&mut self.legal)?;
                self.legal.clone()
            }
        };
        Ok(StepRecord { stream, playout: playing.number, step: playing.steps, state, legal, then: then.clone() })
    }
}

impl<M: Machine> PlayoutEngine for Scalar<M> {
    fn name(&self) -> &str {
        &self.name
    }

    fn prepare(&mut self, job: &Job, _: &dyn Observer) -> Result<(), PlayError> {
        self.check(job)
    }

    fn play(&mut self, job: &Job, observer: &dyn Observer) -> Result<Report, PlayError> {
        self.check(job)?;
        let mut lanes = Lanes::new(job.seed, job.streams(), &self.shape.draws, self.max_bytes)?;
        let mut report = self.shape.no_playouts(job);
        // Playouts that share a lane's bits are played together.
        let together = if job.slots == 1 { 1 } else { job.per_lane };
        while report.rounds < job.per_lane {
            let numbers = report.rounds..report.rounds + together;
            let round = match self.round(job, &mut lanes, &numbers, observer) {
                // An engine with a clock of its own may give up before it is asked to stop.
                Err(PlayError::Engine(_)) if observer.stopped() => None,
                round => round?,
            };
            let Some(round) = round else { return Ok(report) };
            report.starts.iter_mut().zip(&round.starts).for_each(|(sum, start)| *sum += start);
            report.rounds = numbers.end;
        }
        report.complete = true;
        Ok(report)
    }

    fn trace(
        &mut self,
        job: &Job,
        observer: &dyn Observer,
        visit: &mut dyn FnMut(StepRecord) -> ControlFlow<()>,
    ) -> Result<(), PlayError> {
        self.check(job)?;
        let mut lanes = Lanes::new(job.seed, job.streams(), &self.shape.draws, self.max_bytes)?;
        let (mut count, mut lane) = (0, Vec::new());
        for stream in 0..job.streams() {
            let show: Visit<'_, M> = &mut |scalar, playing, then| {
                count += 1;
                if observer.stopped() {
                    return Ok(ControlFlow::Break(()));
                }
                if count > MAX_RECORDS {
                    return Err(PlayError::Records);
                }
                let record = scalar.record(stream, playing, then)?;
                if job.slots == 1 {
                    return Ok(visit(record));
                }
                lane.push(record);
                Ok(ControlFlow::Continue(()))
            };
            let start = &job.starts[start_of(job, stream)];
            let broken = self.lane(lanes.of(position(stream)), job, start, 0..job.per_lane, show)?.is_break();
            // Playouts that have turns come one after another.
            lane.sort_by_key(|record| (record.playout, record.step));
            if broken || lane.drain(..).try_for_each(&mut *visit).is_break() {
                break;
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

#[cfg(test)]
mod tests;
