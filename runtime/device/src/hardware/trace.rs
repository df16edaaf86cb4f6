//! What every lane of every core sees at every step, read from the debug ports clock by clock.

use super::build::Machine;
use super::device::failed;
use super::{Part, Start, broken, parts};
use bitvec::prelude::{BitSlice, BitVec};
use gdl2hdl_gdl::id::id;
use gdl2hdl_hdl::playout::{DebugPort, ReportReader};
use gdl2hdl_play::playout::{GameShape, Job, MAX_RECORDS, Observer, PlayError, StepRecord, Then};
use gdl2hdl_verilate::{Instance, SimError, words_for};
use std::ops::ControlFlow;

/// Clocks in which nothing happens after which a device has failed: longer than it takes to make seeds and reports.
const SILENCE: u64 = 1 << 20;

/// Plays a job and gives the records of all its states, in no particular order; of those until it is stopped.
pub(super) fn records(
    machine: &mut Machine,
    job: &Job,
    starts: &[Start],
    shape: &GameShape,
    observer: &dyn Observer,
) -> Result<Vec<StepRecord>, PlayError> {
    let mut records = Vec::new();
    let config = machine.gateware.config;
    for part in parts(job, job.lanes.min(config.most_lanes())) {
        if let Some(end) = starts[part.start].end.as_ref().filter(|_| config.host_seeds) {
            part.known(job, &starts[part.start], shape, end, &mut records);
            continue;
        }
        let outcome = part.trace(machine, job, shape, observer, &mut records);
        if !matches!(outcome, Ok(ControlFlow::Continue(()))) {
            machine.device.reset().map_err(failed)?;
        }
        if outcome?.is_break() {
            break;
        }
    }
    Ok(records)
}

/// The values of the debug ports in one cycle.
struct Ports<'d> {
    debug: &'d [DebugPort],
    numbers: Vec<usize>,
    values: Vec<BitVec<u64>>,
}

impl<'d> Ports<'d> {
    fn new(debug: &'d [DebugPort], instance: &Instance) -> Result<Self, PlayError> {
        let find = |port: &DebugPort| instance.ports().iter().position(|other| other.name == port.name);
        let numbers: Option<Vec<usize>> = debug.iter().map(find).collect();
        let numbers = numbers.ok_or_else(|| broken("the model has no debug ports"))?;
        let values = debug.iter().map(|port| BitVec::repeat(false, port.width)).collect();
        Ok(Self { debug, numbers, values })
    }

    fn read(&mut self, instance: &Instance) -> Result<(), SimError> {
        for ((port, &number), value) in self.debug.iter().zip(&self.numbers).zip(&mut self.values) {
            let mut words = vec![0; words_for(id(port.width))];
            instance.get(number, &mut words)?;
            *value = BitVec::from_vec(words);
            value.truncate(port.width);
        }
        Ok(())
    }

    /// The bits of a core; none where the game has no such port.
    fn bits(&self, name: &str, core: usize) -> &BitSlice<u64> {
        match self.debug.iter().position(|port| port.name == name) {
            Some(i) => &self.values[i][core * self.debug[i].stride..(core + 1) * self.debug[i].stride],
            None => BitSlice::empty(),
        }
    }

    fn number(&self, name: &str, core: usize) -> u64 {
        self.bits(name, core).iter_ones().fold(0, |sum, bit| sum | 1 << bit)
    }

    fn is_set(&self, name: &str, core: usize) -> bool {
        self.bits(name, core).any()
    }

    fn vector(&self, name: &str, core: usize) -> BitVec {
        self.bits(name, core).iter().map(|bit| *bit).collect()
    }
}

impl Part {
    /// The records of playouts that all end before their first step, of which the device knows nothing.
    fn known(&self, job: &Job, start: &Start, shape: &GameShape, end: &Then, records: &mut Vec<StepRecord>) {
        let legal = match end {
            Then::Stuck => start.legal_bits(shape),
            _ => BitVec::new(),
        };
        for lane in self.lanes.clone() {
            let stream = self.start as u64 * job.lanes + lane;
            let state = &job.starts[self.start].registers;
            let record = |playout| {
                let (state, legal, then) = (state.clone(), legal.clone(), end.clone());
                StepRecord { stream, playout, step: 0, state, legal, then }
            };
            records.extend((0..job.per_lane).map(record));
        }
    }

    fn trace(
        &self,
        machine: &mut Machine,
        job: &Job,
        shape: &GameShape,
        observer: &dyn Observer,
        records: &mut Vec<StepRecord>,
    ) -> Result<ControlFlow<()>, PlayError> {
        let Machine { gateware, device, .. } = machine;
        let mut reader = ReportReader::new(gateware.counters, gateware.config.first_moves);
        let mut words = self.words(job, gateware, shape.draws.generators.len(), 0).into_iter().peekable();
        let mut ports = Ports::new(&gateware.debug, &device.instance)?;
        let mut of_part = Of { part: self, job, shape, closed: 0 };
        let (mut quiet, mut report) = (0, Vec::new());
        while let Some(&word) = words.peek() {
            if device.offer(word).map_err(failed)? {
                words.next();
            }
            of_part.clock(&mut ports, &device.instance, gateware.config.cores, records)?;
        }
        while quiet < SILENCE {
            if observer.stopped() {
                return Ok(ControlFlow::Break(()));
            }
            device.instance.tick(1).map_err(failed)?;
            let before = records.len();
            of_part.clock(&mut ports, &device.instance, gateware.config.cores, records)?;
            if records.len() as u64 > MAX_RECORDS {
                return Err(PlayError::Records);
            }
            quiet = if records.len() > before { 0 } else { quiet + 1 };
            if quiet > 0 && quiet % 64 == 0 {
                device.collect(&mut report).map_err(failed)?;
                if report.drain(..).any(|word| reader.push(word).is_some()) {
                    return Ok(ControlFlow::Continue(()));
                }
            }
        }
        Err(broken("the device does not answer"))
    }
}

/// Makes records of what one part shows.
struct Of<'p> {
    part: &'p Part,
    job: &'p Job,
    shape: &'p GameShape,
    /// Playouts without steps so far.
    closed: u64,
}

impl Of<'_> {
    /// What all cores show in this clock.
    fn clock(
        &mut self,
        ports: &mut Ports<'_>,
        instance: &Instance,
        cores: u32,
        records: &mut Vec<StepRecord>,
    ) -> Result<(), PlayError> {
        ports.read(instance).map_err(failed)?;
        for core in 0..cores as usize {
            if ports.is_set("debug_move_o", core) {
                records.push(self.moved(ports, core)?);
            }
            if ports.is_set("debug_end_o", core) {
                records.push(self.ended(ports, core));
            }
        }
        if ports.is_set("debug_closed_o", 0) {
            records.push(self.without_steps(ports));
        }
        Ok(())
    }

    fn stream(&self, lane: u64) -> u64 {
        self.part.start as u64 * self.job.lanes + self.part.lanes.start + lane
    }

    fn moved(&self, ports: &Ports<'_>, core: usize) -> Result<StepRecord, PlayError> {
        let does = ports.vector("debug_does_o", core);
        let then = if ports.is_set("debug_stuck_o", core) { Then::Stuck } else { Then::Moves(self.joint(&does)?) };
        Ok(StepRecord {
            stream: self.stream(ports.number("debug_move_lane_o", core)),
            playout: ports.number("debug_move_playout_o", core),
            step: ports.number("debug_move_step_o", core),
            state: ports.vector("debug_state_o", core),
            legal: ports.vector("debug_legal_o", core),
            then,
        })
    }

    /// The move of each role, of which there must be one.
    fn joint(&self, does: &BitSlice) -> Result<Vec<u32>, PlayError> {
        let of_role = |moves: &std::ops::Range<usize>| {
            let made = &does[moves.clone()];
            match (made.count_ones(), made.first_one()) {
                (1, Some(mv)) => Ok(id(mv)),
                (count, _) => Err(broken(&format!("a role makes {count} moves at once"))),
            }
        };
        self.shape.moves.iter().map(of_role).collect()
    }

    fn ended(&self, ports: &Ports<'_>, core: usize) -> StepRecord {
        let terminal = ports.is_set("debug_end_terminal_o", core);
        StepRecord {
            stream: self.stream(ports.number("debug_end_lane_o", core)),
            playout: ports.number("debug_end_playout_o", core),
            step: ports.number("debug_end_step_o", core),
            state: ports.vector("debug_end_state_o", core),
            legal: BitVec::new(),
            then: if terminal { Then::Finished(ports.vector("debug_end_goal_o", core)) } else { Then::Truncated },
        }
    }

    fn without_steps(&mut self, ports: &Ports<'_>) -> StepRecord {
        let terminal = ports.is_set("debug_closed_terminal_o", 0);
        let (lane, playout) = (self.closed / self.job.per_lane, self.closed % self.job.per_lane);
        self.closed += 1;
        StepRecord {
            stream: self.stream(lane),
            playout,
            step: 0,
            state: self.job.starts[self.part.start].registers.clone(),
            legal: BitVec::new(),
            then: if terminal { Then::Finished(ports.vector("debug_closed_goal_o", 0)) } else { Then::Truncated },
        }
    }
}
