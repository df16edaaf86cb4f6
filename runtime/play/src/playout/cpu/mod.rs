//! The fast engine: a bit of a word is a lane, and all lanes of a word make a step together.
//!
//! A net becomes straight-line programs over words (`compiler::playout::step`), which run as machine code where the
//! machine allows (`sim::simd`). Lanes are divided into blocks of a word's width; threads share the blocks.

mod block;
mod code;
mod first;
mod memory;
mod pace;
mod plan;
mod play;
mod run;
mod table;
mod trace;

use super::start::Start;
use super::{
    Effort, GameShape, Job, MAX_BYTES, MAX_RECORDS, Observer, PlayError, PlayoutEngine, Report, Stage, StartReport,
    StepRecord, Then,
};
use block::Block;
use code::Compiled;
use gdl2hdl_net::map::Aim;
use gdl2hdl_net::playout::Choices;
use gdl2hdl_net::playout::step;
use gdl2hdl_net::{Net, Verified, verify};
use gdl2hdl_simd::{MachineChoice, SimdError};
use play::Play;
use std::collections::HashMap;
use std::ops::ControlFlow;
use table::JointMoveTable;

/// What it does before it plays.
const MAKING: &str = "making the program of a step";

/// How the fast engine works; its reports do not depend on it.
#[derive(Clone, Copy, Debug)]
pub struct CpuOptions {
    /// Threads, at least one.
    pub threads: usize,
    /// How words are computed; by default what is fastest on this machine.
    pub choice: Option<MachineChoice>,
    /// Bytes that the lanes of a job may take.
    pub max_bytes: u64,
    /// [`Aim::Area`] by default. With [`Aim::QuickArea`] a large net plays sooner, and slower.
    pub aim: Aim,
}

impl Default for CpuOptions {
    fn default() -> Self {
        Self { threads: 1, choice: None, max_bytes: MAX_BYTES, aim: Aim::Area }
    }
}

/// Plays many lanes at once on the processor.
pub struct Cpu {
    net: Net,
    choices: Choices,
    shape: GameShape,
    options: CpuOptions,
    choice: MachineChoice,
    compiled: HashMap<step::ProgramShape, Compiled>,
}

impl Cpu {
    /// An engine for a net. `choices` are those of the net: finding them takes long, so callers do it once for all
    /// engines.
    #[must_use]
    pub fn new(net: Verified<'_>, choices: &Choices, options: CpuOptions) -> Self {
        let net = net.net().clone();
        let shape = GameShape::new(&net, choices);
        let choice = options.choice.unwrap_or_else(|| MachineChoice::best(net.num_gates()));
        Self { net, choices: choices.clone(), shape, options, choice, compiled: HashMap::new() }
    }

    /// Looks at the start states; refuses jobs that can't be played.
    fn starts(&self, job: &Job) -> Result<Vec<Start>, PlayError> {
        job.check(self.shape.registers)?;
        let starts: Vec<Start> = job.starts.iter().map(|state| Start::new(&self.net, job, &state.registers)).collect();
        self.shape.check(job, |start| Ok(starts[start].first_moves(&self.shape)))?;
        Ok(starts)
    }

    /// The programs for a job, made when they are first needed.
    fn compiled(&mut self, job: &Job, observed: bool, observer: &dyn Observer) -> Result<&Compiled, PlayError> {
        let shape = code::shape(&self.net, job, self.choice, self.options.aim, observed);
        if !self.compiled.contains_key(&shape) {
            let begun = Stage { name: MAKING, since: observer.elapsed() };
            observer.stage(Stage::begin(MAKING));
            let net = verify(&self.net).map_err(|broken| PlayError::Machine(broken.to_string()))?;
            let compiled = Compiled::new(net, &self.choices, &self.shape.draws, shape, self.choice, observer);
            let compiled = compiled.map_err(|error| not_made(error, begun, observer))?;
            self.compiled.insert(shape, compiled);
        }
        self.compiled.get(&shape).ok_or_else(|| PlayError::Machine("no program".to_owned()))
    }

    /// The blocks of the start states from which a step can be made, and the bytes they take.
    fn blocks(play: &Play<'_>, starts: &[Start], most: u64) -> Result<(Vec<Block>, u64), PlayError> {
        let open: Vec<usize> = (0..starts.len()).filter(|&start| starts[start].end.is_none()).collect();
        let parts = play.code.step.width().parts();
        let blocks = (open.len() as u64).saturating_mul(play.job.lanes.div_ceil(64)).div_ceil(parts as u64);
        let bytes = blocks.saturating_mul(Block::bytes(play));
        if bytes > most {
            return Err(PlayError::Memory { bytes, most });
        }
        Ok((plan::blocks(play.job, &open, parts).map(|groups| Block::new(play, groups)).collect(), bytes))
    }
}

/// Why there are no programs; `begun` says when their making began.
fn not_made(error: SimdError, begun: Stage, observer: &dyn Observer) -> PlayError {
    match error {
        SimdError::Stopped(_) => {
            PlayError::Stopped(Stage { since: observer.elapsed().saturating_sub(begun.since), ..begun })
        }
        other => other.into(),
    }
}

fn play<'a>(code: &'a Compiled, job: &'a Job, starts: &[Start]) -> Play<'a> {
    let tables = starts.iter().filter(|_| job.first_moves);
    Play { code, job, firsts: tables.map(|start| JointMoveTable::new(code, start.legal.clone())).collect() }
}

impl PlayoutEngine for Cpu {
    fn name(&self) -> &str {
        "cpu"
    }

    fn threads(&self) -> usize {
        self.options.threads
    }

    fn effort(&self) -> Option<Effort> {
        let ops_per_step = self.compiled.values().map(|code| code.programs.step.ops.len()).max()?;
        Some(Effort { choice: self.choice, ops_per_step })
    }

    fn prepare(&mut self, job: &Job, observer: &dyn Observer) -> Result<(), PlayError> {
        self.starts(job)?;
        self.compiled(job, false, observer).map(|_| ())
    }

    fn prepare_trace(&mut self, job: &Job, observer: &dyn Observer) -> Result<(), PlayError> {
        self.starts(job)?;
        self.compiled(job, true, observer).map(|_| ())
    }

    fn play(&mut self, job: &Job, observer: &dyn Observer) -> Result<Report, PlayError> {
        let starts = self.starts(job)?;
        let CpuOptions { threads, max_bytes, .. } = self.options;
        let play = play(self.compiled(job, false, observer)?, job, &starts);
        let values = || play.code.role_goals.iter().map(ExactSizeIterator::len);
        let none: Vec<StartReport> = starts.iter().map(|_| StartReport::new(values(), job.first_moves)).collect();
        let (blocks, bytes) = Self::blocks(&play, &starts, max_bytes)?;
        let players = run::Players { play: &play, threads, observer, none: &none };
        let run::Played { rounds, starts: mut reports } = run::run(players, blocks, bytes <= max_bytes / 2)?;
        for (report, start) in reports.iter_mut().zip(&starts) {
            if let Some(end) = &start.end {
                report.all.count(job.lanes * rounds, &play.code.role_goals, 0, end);
            }
        }
        Ok(Report { starts: reports, rounds, lanes: job.lanes, complete: rounds == job.per_lane })
    }

    fn trace(
        &mut self,
        job: &Job,
        observer: &dyn Observer,
        visit: &mut dyn FnMut(StepRecord) -> ControlFlow<()>,
    ) -> Result<(), PlayError> {
        let starts = self.starts(job)?;
        let mut records = Vec::new();
        let (net, shape, max_bytes) = (self.net.clone(), self.shape.clone(), self.options.max_bytes);
        let play = play(self.compiled(job, true, observer)?, job, &starts);
        for block in Self::blocks(&play, &starts, max_bytes)?.0 {
            if trace::trace(&play, &net, block, observer, &mut records)?.is_break() {
                return Ok(());
            }
        }
        for (number, start) in starts.iter().enumerate() {
            immediate(&shape, job, number, start, &mut records)?;
        }
        records.sort_by_key(|record| (record.stream, record.playout, record.step));
        let _stopped = records.into_iter().try_for_each(visit);
        Ok(())
    }
}

/// The records of playouts that end before their first step, where they do.
fn immediate(
    shape: &GameShape,
    job: &Job,
    number: usize,
    start: &Start,
    records: &mut Vec<StepRecord>,
) -> Result<(), PlayError> {
    let Some(then) = &start.end else { return Ok(()) };
    let streams = number as u64 * job.lanes..(number as u64 + 1) * job.lanes;
    if records.len() as u64 + job.lanes.saturating_mul(job.per_lane) > MAX_RECORDS {
        return Err(PlayError::Records);
    }
    let legal = if *then == Then::Stuck { start.legal_bits(shape) } else { Default::default() };
    let state = job.starts[number].registers.clone();
    let record = StepRecord { stream: 0, playout: 0, step: 0, state, legal, then: then.clone() };
    for stream in streams {
        for playout in 0..job.per_lane {
            records.push(StepRecord { stream, playout, ..record.clone() });
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests;
