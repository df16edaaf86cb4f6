//! `stats --timeline`: when a game can be played, by what, and how fast that is.

use super::many::Line;
use crate::args::Stats;
use crate::context::Context;
use crate::failure::Failure;
use crate::flags::told;
use crate::input::Source;
use crate::pipeline;
use crate::report::{milliseconds, rate};
use gdl2hdl::{Error, Options, Ready, StartFailure, StartStage};
use gdl2hdl_gdl::observer::Observer;
use gdl2hdl_gdl::random::SplitMix64;
use gdl2hdl_net::map::Aim;
use gdl2hdl_play::engine::{Engine, EngineError};
use gdl2hdl_play::playout::{self, Cpu, CpuOptions, Job, PlayError, PlayoutEngine, StartState};
use serde_json::{Value, json};
use std::path::Path;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// How long each engine is measured, at least.
const MEASURED: Duration = Duration::from_millis(50);
/// Lanes of a job for the CPU engine, and the steps of a playout.
const LANES: u64 = 4096;
const MAX_STEPS: u64 = 1000;
/// A rate that search can live on.
const MILLION: f64 = 1e6;

/// What is ready, and since when.
struct Reached {
    stage: StartStage,
    /// The program had run so long.
    after: Duration,
    player: Player,
}

/// Who plays.
enum Player {
    Sentences(Box<dyn Engine + Send>),
    Words(Box<Cpu>, Job),
}

/// The same with its speed, on one thread.
struct Measured {
    stage: StartStage,
    after: Duration,
    /// `None` where it was stopped before it was measured.
    states_per_s: Option<f64>,
}

/// The stages of one game in the order in which they were ready.
pub(super) struct Timeline {
    game: String,
    first_legal: Option<Duration>,
    stages: Vec<Measured>,
    failures: Vec<StartFailure>,
}

impl Timeline {
    /// Starts a game, and then measures what it can be played with.
    pub(super) fn of(context: &Context, args: &Stats, game: &Path) -> Result<Self, Failure> {
        let loaded = pipeline::load(context, game)?;
        let options = pipeline::compile_options(context, &args.net);
        let (reached, first_legal, mut failures) = started(context, &loaded.game, &options);
        if reached.is_empty() {
            return Err(nothing(context, &loaded.source, &failures));
        }
        let mut stages = Vec::new();
        for Reached { stage, after, player } in reached {
            let measured = match player {
                Player::Sentences(engine) => stepped(engine),
                Player::Words(cpu, job) => played(context, *cpu, job),
            };
            let states_per_s = match measured {
                Ok(states_per_s) => Some(states_per_s),
                Err(_) if context.stopped() => None,
                Err(error) => {
                    failures.push(StartFailure { stage, error: error.into() });
                    None
                }
            };
            stages.push(Measured { stage, after, states_per_s });
        }
        Ok(Self { game: loaded.source.name, first_legal, stages, failures })
    }

    /// When the first stage was ready that plays so many states a second.
    fn since(&self, states_per_s: f64) -> Option<Duration> {
        self.stages.iter().filter(|stage| stage.states_per_s >= Some(states_per_s)).map(|stage| stage.after).min()
    }

    fn ready(&self, stage: StartStage) -> Option<Duration> {
        self.stages.iter().find(|measured| measured.stage == stage).map(|measured| measured.after)
    }

    /// For people.
    pub(super) fn text(&self) -> String {
        let mut text = format!("{:<20}{:>14}{:>14}\n", self.game, "ready", "states/s");
        let row = |name: &str, after, rate: &str| format!("{name:<20}{:>11.2} ms{rate:>14}\n", milliseconds(after));
        if let Some(after) = self.first_legal {
            text += &row("first legal moves", after, "");
        }
        for Measured { stage, after, states_per_s } in &self.stages {
            text += &row(stage.name(), *after, &states_per_s.map_or_else(|| "-".to_owned(), rate));
        }
        for StartFailure { stage, error } in &self.failures {
            text += &format!("{:<20}{:>14}  {}\n", stage.name(), "none", first_line(error));
        }
        text
    }

    /// For scripts. Times are in ms since the program began.
    pub(super) fn json(&self) -> Value {
        let stage = |measured: &Measured| {
            let Measured { stage, after, states_per_s } = measured;
            json!({ "stage": stage.name(), "ready_ms": milliseconds(*after), "states_per_s": states_per_s })
        };
        let failure =
            |failure: &StartFailure| json!({ "stage": failure.stage.name(), "error": first_line(&failure.error) });
        let [net, best] = [
            self.stages.iter().find(|s| s.stage >= StartStage::FirstNet).map(|s| s.after),
            self.ready(StartStage::FinalNet),
        ];
        json!({
            "game": self.game,
            "first_legal_ms": self.first_legal.map(milliseconds),
            "net_ms": net.map(milliseconds),
            "million_ms": self.since(MILLION).map(milliseconds),
            "final_ms": best.map(milliseconds),
            "stages": self.stages.iter().map(stage).collect::<Vec<_>>(),
            "failures": self.failures.iter().map(failure).collect::<Vec<_>>(),
        })
    }

    /// One game of many.
    pub(super) fn line(&self) -> Line {
        let part = |what: &str, after: Option<Duration>| {
            after.map_or_else(|| format!("no {what}"), |after| format!("{what} {:.2} ms", milliseconds(after)))
        };
        let parts = [
            part("first legal moves", self.first_legal),
            part("1 M states/s", self.since(MILLION)),
            part("final net", self.ready(StartStage::FinalNet)),
        ];
        Line { text: parts.join(", "), fields: self.json() }
    }
}

/// Why there is nothing to play with. Who says most comes first: grounding names a rule.
fn nothing(context: &Context, source: &Source, failures: &[StartFailure]) -> Failure {
    let said = |failure: &&StartFailure| !failure.error.diagnostics().is_empty();
    match failures.iter().find(said).or(failures.first()) {
        Some(failure) if said(&failure) => pipeline::refused(context, source, failure.error.diagnostics()),
        Some(failure) => Failure::unavailable(told(&failure.error)),
        None => Failure::bug("no stage failed, and none was ready"),
    }
}

/// Starts a game: what was ready when, when the first legal moves were known, what failed.
fn started(
    context: &Context,
    game: &gdl2hdl::Game,
    options: &Options,
) -> (Vec<Reached>, Option<Duration>, Vec<StartFailure>) {
    let reached = Mutex::new(Vec::new());
    let (first_legal, failed) = (Mutex::new(None::<Duration>), Mutex::new(Vec::new()));
    let failures = game.start(options, pipeline::interpreter_limits(context), context, &|ready| {
        let stage = ready.stage();
        match player(context, ready, &first_legal) {
            Ok(player) => lock(&reached).push(Reached { stage, after: context.elapsed(), player }),
            Err(error) => lock(&failed).push(StartFailure { stage, error }),
        }
    });
    let mut reached = reached.into_inner().unwrap_or_else(PoisonError::into_inner);
    reached.sort_by_key(|reached| reached.after);
    let mut failed = failed.into_inner().unwrap_or_else(PoisonError::into_inner);
    failed.extend(failures);
    (reached, first_legal.into_inner().unwrap_or_else(PoisonError::into_inner), failed)
}

/// Makes ready what plays; the first engine that has legal moves tells when.
fn player(context: &Context, ready: Ready, first_legal: &Mutex<Option<Duration>>) -> Result<Player, Error> {
    match ready {
        Ready::FirstNet(ref compiled) | Ready::FinalNet(ref compiled) => {
            let is_first = ready.stage() == StartStage::FirstNet;
            let aim = if is_first { Aim::soon(compiled.net().net().num_gates()) } else { Aim::Area };
            let mut cpu = Cpu::new(compiled.net(), compiled.choices(), CpuOptions { aim, ..CpuOptions::default() });
            let job = job(StartState::initial(compiled.initial()));
            // It looks at the start state: then the legal moves are known.
            cpu.prepare(&job, context)?;
            know(first_legal, context.elapsed());
            Ok(Player::Words(Box::new(cpu), job))
        }
        other => {
            let mut engine = other.engine(context)?;
            (0..engine.roles().len()).try_for_each(|role| engine.legal(role).map(|_| ())).map_err(PlayError::from)?;
            know(first_legal, context.elapsed());
            Ok(Player::Sentences(engine))
        }
    }
}

/// Legal moves are known now, and maybe were before.
fn know(first_legal: &Mutex<Option<Duration>>, now: Duration) {
    let mut first = lock(first_legal);
    *first = Some(first.map_or(now, |first| first.min(now)));
}

fn job(start: StartState) -> Job {
    Job { starts: vec![start], lanes: LANES, per_lane: 1, slots: 1, seed: 0, max_steps: MAX_STEPS, first_moves: false }
}

/// States/s of random play, sentence by sentence.
fn stepped(mut engine: Box<dyn Engine + Send>) -> Result<f64, PlayError> {
    let (mut random, mut steps, begun) = (SplitMix64(0), 0, Instant::now());
    engine.reset()?;
    while begun.elapsed() < MEASURED {
        let joint = if engine.terminal()? { None } else { any(&mut *engine, &mut random)? };
        match joint {
            Some(joint) => {
                engine.step(&joint)?;
                steps += 1;
            }
            // A game that ends as it begins has no steps at all.
            None if steps == 0 => return Ok(0.0),
            None => engine.reset()?,
        }
    }
    Ok(playout::rate(steps, begun.elapsed()))
}

/// A legal joint move; `None` where a role has no move.
fn any(engine: &mut dyn Engine, random: &mut SplitMix64) -> Result<Option<Vec<String>>, EngineError> {
    let mut joint = Vec::new();
    for role in 0..engine.roles().len() {
        let mut legal = engine.legal(role)?;
        if legal.is_empty() {
            return Ok(None);
        }
        joint.push(legal.swap_remove(random.index(legal.len())));
    }
    Ok(Some(joint))
}

/// States/s of playouts: longer and longer jobs, until one takes long enough.
fn played(observer: &dyn Observer, mut cpu: Cpu, mut job: Job) -> Result<f64, PlayError> {
    loop {
        let begun = Instant::now();
        let report = cpu.play(&job, observer)?;
        let (steps, elapsed) = (report.total().all.steps, begun.elapsed());
        if elapsed >= MEASURED || steps == 0 || !report.complete {
            return Ok(playout::rate(steps, elapsed));
        }
        job.per_lane *= 2;
    }
}

fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

fn first_line(error: &Error) -> String {
    error.to_string().lines().next().unwrap_or_default().to_owned()
}
