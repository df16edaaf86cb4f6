//! Playouts by the gateware of `hdl`: jobs as words in, reports as words out.
//!
//! A job of `play` becomes jobs of the device: some lanes of one start state each, so that there is always one
//! waiting, and progress is seen. What a start state's playouts add up to does not depend on how its lanes are divided.
//!
//! Playouts are not divided: the device begins each lane with its seed, so to go on with a lane would be to play it again
//! from its beginning. A stopped job is therefore whole in other terms than those of other engines: lanes that have been
//! played to their end, instead of rounds of all of them.

mod answer;
mod board;
mod build;
mod device;
mod error;
mod parts;
mod trace;
mod twin;

use answer::Asked;
pub use board::Board;
pub(crate) use board::lanes_at_once;
pub use build::HardwareTools;
use build::{Builder, Machine, refused};
use device::{Device, failed};
pub use error::HardwareError;
use gdl2hdl_hdl::playout::{Config, Gateware, ReportReader, gateware};
use gdl2hdl_net::playout::Choices;
use gdl2hdl_net::{Net, Verified, verify};
use gdl2hdl_play::playout::{
    Cycles, GameShape, Job, Observer, PlayError, PlayoutEngine, Report, Stage, Start, StartReport, StepRecord,
};
use parts::{Part, Sum, at_once, parts};
use std::collections::VecDeque;
use std::ops::ControlFlow;
use std::path::PathBuf;
pub use twin::Twin;

/// Jobs on their way at a time.
const WAITING: usize = 3;

/// How the gateware is built and run. Reports do not depend on it.
#[derive(Clone, Debug, Default)]
pub struct HardwareOptions {
    /// The engine; what jobs need its numbers to be wide they are.
    pub engine: Config,
    /// Where to dump the waves of a job, if anywhere.
    pub waves: Option<PathBuf>,
}

/// The playout engine in Verilog, or the netlist that Yosys makes of it, simulated with Verilator.
pub struct Hardware {
    name: &'static str,
    game: String,
    net: Net,
    choices: Choices,
    shape: GameShape,
    builder: Builder,
    machine: Option<Machine>,
    cycles: Option<Cycles>,
}

impl Hardware {
    /// The engine `verilator`, or `netlist` where the tools map the Verilog to cells. `choices` are those of the net;
    /// `game` names the modules.
    #[must_use]
    pub fn new(
        net: Verified<'_>,
        choices: &Choices,
        game: &str,
        tools: HardwareTools,
        options: HardwareOptions,
    ) -> Self {
        let net = net.net().clone();
        Self {
            name: if tools.mapping.is_some() { "netlist" } else { "verilator" },
            game: game.to_owned(),
            shape: GameShape::new(&net, choices),
            net,
            choices: choices.clone(),
            builder: Builder { tools, options },
            machine: None,
            cycles: None,
        }
    }

    /// Looks at the start states; refuses jobs that can't be played.
    fn starts(&self, job: &Job) -> Result<Vec<Start>, PlayError> {
        job.check(self.shape.registers)?;
        let starts: Vec<Start> = job.starts.iter().map(|state| Start::new(&self.net, job, &state.registers)).collect();
        self.shape.check(job, |start| Ok(starts[start].first_moves(&self.shape)))?;
        Ok(starts)
    }

    /// The device for a job, built when there is none that fits.
    fn machine(&mut self, job: &Job, observed: bool, observer: &dyn Observer) -> Result<&mut Machine, PlayError> {
        let config = self.builder.config(job)?;
        let fits = |machine: &Machine| machine.gateware.config == config && machine.observed == observed;
        match self.machine.as_ref().filter(|machine| fits(machine)) {
            Some(machine) => check_limit(&machine.gateware, job)?,
            None => {
                observer.stage(Stage::begin("emit Verilog"));
                let net = verify(&self.net).map_err(|broken| PlayError::Machine(broken.to_string()))?;
                let gateware = gateware(net, &self.choices, &self.game, config, observer).map_err(refused)?;
                check_limit(&gateware, job)?;
                self.machine = Some(self.builder.build(gateware, observed, observer)?);
            }
        }
        self.machine.as_mut().ok_or_else(|| PlayError::Machine("no device".to_owned()))
    }
}

impl PlayoutEngine for Hardware {
    fn name(&self) -> &str {
        self.name
    }

    fn tools(&self) -> Vec<String> {
        let HardwareTools { toolchain, mapping, .. } = &self.builder.tools;
        let yosys = mapping.as_ref().map(|(yosys, family)| format!("{} for {}", yosys.version(), family.name()));
        toolchain.versions().map(str::to_owned).into_iter().chain(yosys).collect()
    }

    fn cycles(&self) -> Option<Cycles> {
        self.cycles
    }

    fn prepare(&mut self, job: &Job, observer: &dyn Observer) -> Result<(), PlayError> {
        self.starts(job)?;
        self.machine(job, false, observer).map(|_| ())
    }

    fn prepare_trace(&mut self, job: &Job, observer: &dyn Observer) -> Result<(), PlayError> {
        self.starts(job)?;
        self.machine(job, true, observer).map(|_| ())
    }

    fn play(&mut self, job: &Job, observer: &dyn Observer) -> Result<Report, PlayError> {
        let starts = self.starts(job)?;
        let shape = self.shape.clone();
        let HardwareOptions { engine, waves } = self.builder.options.clone();
        let machine = self.machine(job, false, observer)?;
        if let Some(path) = waves {
            machine.device.instance.trace(&path).map_err(failed)?;
        }
        let parts = parts(job, at_once(job, u64::from(engine.cores)).min(engine.most_lanes()));
        let mut sum = Sum::new(shape.no_playouts(job));
        let Machine { gateware, device, .. } = machine;
        let take = |part: &Part, report, clocks| sum.add(part, report, clocks, job);
        let complete = run((device, gateware), WAITING, (job, &starts), &shape, &parts, observer, take);
        if !matches!(complete, Ok(true)) {
            // What is under way is dropped; the next job finds an empty device.
            machine.device.reset().map_err(failed)?;
        }
        machine.device.instance.end_trace().map_err(failed)?;
        let (complete, (report, clocks)) = (complete?, sum.whole());
        self.cycles = Some(Cycles { clocks, cores: engine.cores });
        Ok(Report { complete, ..report })
    }

    fn trace(
        &mut self,
        job: &Job,
        observer: &dyn Observer,
        visit: &mut dyn FnMut(StepRecord) -> ControlFlow<()>,
    ) -> Result<(), PlayError> {
        let shape = self.shape.clone();
        let starts = self.starts(job)?;
        let machine = self.machine(job, true, observer)?;
        let mut records = trace::records(machine, job, &starts, &shape, observer)?;
        records.sort_by_key(|record| (record.stream, record.playout, record.step));
        let _stopped = records.into_iter().try_for_each(visit);
        Ok(())
    }
}

/// Plays all parts, so many of them under way at a time, and hands over their reports and clocks, in order; false when it
/// was stopped before.
fn run(
    (device, gateware): (&mut impl Device, &Gateware),
    waiting: usize,
    (job, starts): (&Job, &[Start]),
    shape: &GameShape,
    parts: &[Part],
    observer: &dyn Observer,
    mut take: impl FnMut(&Part, StartReport, u64),
) -> Result<bool, PlayError> {
    let mut reader = ReportReader::new(gateware.counters, gateware.config.first_moves);
    let (mut sent, mut done) = (0, 0);
    let (mut jobs, mut reports) = (VecDeque::new(), Vec::new());
    // Of starts that end all playouts an engine knows nothing that plays one lane as it comes.
    let known = |part: usize| {
        let end = parts.get(part).and_then(|part| starts[part.start].end.as_ref());
        end.filter(|_| gateware.config.host_seeds)
    };
    while done < parts.len() {
        if observer.stopped() {
            return Ok(false);
        }
        while sent < parts.len() && sent - done < waiting {
            if known(sent).is_none() {
                jobs.extend(parts[sent].words(job, gateware, shape.draws.generators.len(), tag(sent)));
            }
            sent += 1;
        }
        while let Some(end) = known(done).filter(|_| done < sent) {
            let all = shape.all_end(end, parts[done].playouts(job));
            take(&parts[done], StartReport { all, first_moves: None }, 0);
            observer.played(parts[done].playouts(job));
            done += 1;
        }
        if sent == done {
            continue;
        }
        device.exchange(&mut jobs, &mut reports)?;
        for words in reports.drain(..).filter_map(|word| reader.push(word)) {
            let part = parts.get(done).ok_or_else(|| broken("a report nobody asked for"))?;
            let (start, tag, playouts, clocks) = (&starts[part.start], tag(done), part.playouts(job), words.cycles);
            let report = Asked { shape, gateware, job, start, tag, playouts }.report(words)?;
            take(part, report, clocks);
            observer.played(part.playouts(job));
            done += 1;
        }
    }
    Ok(true)
}

/// Whether playouts of a job may be as long as an engine lets them be.
fn check_limit(gateware: &Gateware, job: &Job) -> Result<(), PlayError> {
    match gateware.longest.filter(|&longest| job.max_steps < longest) {
        Some(longest) => Err(HardwareError::Limit { asked: job.max_steps, longest }.into()),
        None => Ok(()),
    }
}

/// The tag of a part: the low bits of its number.
#[allow(clippy::cast_possible_truncation)]
fn tag(part: usize) -> u32 {
    part as u32
}

fn broken(what: &str) -> PlayError {
    HardwareError::Device(what.to_owned()).into()
}
