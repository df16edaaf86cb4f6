//! `bench`: how fast playouts are.

use super::rules_interpreter::{self, Opened, Rules};
use crate::args::{Bench, Player};
use crate::compiled_game::slots;
use crate::context::Context;
use crate::failure::Failure;
use crate::output;
use crate::report::rate;
use crate::starts::Starts;
use crate::unfinished::{by_whom, not_played};
use gdl2hdl_play::engine::Engine;
use gdl2hdl_play::playout::{self, Job, PlayoutEngine, Report, RulesInterpreter, StartState};
use serde::Serialize;
use std::path::Path;
use std::time::{Duration, Instant};

/// Lanes of each thread of the engine that plays many at once, and of all others.
const LANES: [u64; 2] = [4096, 64];
/// A measurement that was too short is followed by one at most so many times as long.
const GROWTH: f64 = 64.0;

/// One line of the table. The fields are documented in `docs/PLAYOUTS.md`.
#[derive(Serialize)]
struct Measured {
    game: String,
    engine: String,
    threads: usize,
    lanes: u64,
    playouts_per_s: f64,
    states_per_s: f64,
    mean_length: f64,
    setup_s: f64,
    playouts: u64,
    states: u64,
    elapsed_s: f64,
    backend: Option<&'static str>,
    width: Option<u32>,
    ops_per_step: Option<usize>,
    cycles: Option<u64>,
    states_per_cycle: Option<f64>,
}

pub(crate) fn run(context: &Context, args: &Bench) -> Result<(), Failure> {
    let mut list = Vec::new();
    let mut failure = None;
    let width = args.games.iter().filter_map(|game| game.file_stem()).map(|stem| stem.len()).max().unwrap_or(0).max(4);
    if !context.json() {
        let heads = ["playouts/s", "states/s", "length", "setup"];
        let heads: String = heads.iter().map(|head| format!("{head:>14}")).collect();
        output::show(&format!("{:width$}{heads}\n", "game"))?;
    }
    for game in &args.games {
        match measure(context, args, game) {
            Ok(measured) => {
                if !context.json() {
                    context.above_bar(|| output::show(&measured.line(width)))?;
                }
                list.push(measured);
            }
            Err(error) => {
                failure = Some(error);
                break;
            }
        }
    }
    if context.json() {
        output::write_json(&list)?;
    }
    failure.map_or(Ok(()), Err)
}

fn measure(context: &Context, args: &Bench, game: &Path) -> Result<Measured, Failure> {
    let start = Instant::now();
    match rules_interpreter::open(context, game, args.engine, &args.net, Starts::INITIAL)? {
        Opened::Net(compiled_game) => {
            let mut player = compiled_game.player(context, args.engine, args.threads, &args.engine_options, None)?;
            let name = compiled_game.loaded.source.name.clone();
            repeat(context, args, &mut *player, name, compiled_game.starts().to_vec(), start)
        }
        Opened::Rules(rules) => {
            let Rules { loaded, mut player } = *rules;
            let initial = vec![RulesInterpreter::<Box<dyn Engine>>::start()];
            repeat(context, args, &mut player, loaded.source.name, initial, start)
        }
    }
}

/// Plays longer and longer jobs, until one takes long enough.
fn repeat(
    context: &Context,
    args: &Bench,
    player: &mut dyn PlayoutEngine,
    game: String,
    starts: Vec<StartState>,
    start: Instant,
) -> Result<Measured, Failure> {
    let lanes = args.lanes.unwrap_or(match args.engine {
        Player::Cpu => LANES[0] * args.threads.get() as u64,
        _ => LANES[1],
    });
    let slots = slots(args.slots, args.engine_options.board.board_dir.as_deref())?;
    let (seed, max_steps) = (args.seed, args.max_steps);
    let mut job = Job { starts, lanes, per_lane: 1, slots, seed, max_steps, first_moves: false };
    let mut setup = Duration::ZERO;
    loop {
        player.prepare(&job, context).map_err(|error| not_played(context, &error))?;
        if setup.is_zero() {
            setup = start.elapsed();
        }
        context.begin_playouts(job.playouts());
        let start = Instant::now();
        let report = player.play(&job, context).map_err(|error| not_played(context, &error))?;
        let elapsed = start.elapsed();
        if !report.complete {
            return Err(Failure::unavailable(format!("stopped {}", by_whom(context))));
        }
        // Without steps there is nothing to measure, however often.
        if elapsed >= args.seconds || report.total().all.steps == 0 {
            return Ok(Measured::new(game, player, lanes, &report, [setup, elapsed]));
        }
        job.per_lane = longer(job.per_lane, elapsed, args.seconds);
    }
}

/// As many playouts as will take long enough, and a little more.
fn longer(per_lane: u64, elapsed: Duration, wanted: Duration) -> u64 {
    let factor = (wanted.as_secs_f64() / elapsed.as_secs_f64().max(1e-9) * 1.2).clamp(1.1, GROWTH);
    // In range and positive; the bound keeps the number of playouts countable.
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
    let more = (per_lane as f64 * factor).min(1e12).ceil() as u64;
    more.max(per_lane + 1)
}

impl Measured {
    fn new(
        game: String,
        player: &dyn PlayoutEngine,
        lanes: u64,
        report: &Report,
        [setup, elapsed]: [Duration; 2],
    ) -> Self {
        let total = report.total().all;
        let effort = player.effort();
        Self {
            game,
            engine: player.name().to_owned(),
            threads: player.threads(),
            lanes,
            playouts_per_s: playout::rate(total.playouts(), elapsed),
            states_per_s: playout::rate(total.steps, elapsed),
            mean_length: total.mean_length(),
            setup_s: setup.as_secs_f64(),
            playouts: total.playouts(),
            states: total.steps,
            elapsed_s: elapsed.as_secs_f64(),
            backend: effort.map(|effort| effort.choice.backend.name()),
            width: effort.map(|effort| effort.choice.width.lanes()),
            ops_per_step: effort.map(|effort| effort.ops_per_step),
            cycles: player.cycles().map(|cycles| cycles.clocks),
            states_per_cycle: player.cycles().map(|cycles| cycles.share(total.steps)),
        }
    }

    fn line(&self, width: usize) -> String {
        format!(
            "{:width$}{:>14}{:>14}{:>14.2}{:>12.1} ms\n",
            self.game,
            rate(self.playouts_per_s),
            rate(self.states_per_s),
            self.mean_length,
            self.setup_s * 1e3
        )
    }
}
