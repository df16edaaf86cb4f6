//! `playouts`: plays a job and prints its report.

use super::rules_interpreter::{self, Opened, Rules};
use crate::args::Playouts;
use crate::compiled_game::{CompiledGame, all_processors};
use crate::context::Context;
use crate::failure::{Failure, Status};
use crate::starts::Starts;
use crate::unfinished::{by_whom as by_whom_stopped, not_played};
use crate::{output, report};
use gdl2hdl_play::engine::Layout;
use gdl2hdl_play::playout::{FirstMoves, Job, PlayoutEngine, Report, ReportView, Run};
use std::time::{Duration, Instant};

pub(crate) fn run(context: &Context, args: &Playouts) -> Result<(), Failure> {
    let starts = Starts::new(args.job.state.as_deref(), &[args.engine], &args.net);
    match rules_interpreter::open(context, &args.game, args.engine, &args.net, starts)? {
        Opened::Net(compiled_game) => on_net(context, args, &compiled_game),
        Opened::Rules(rules) => by_rules(context, args, *rules),
    }
}

fn on_net(context: &Context, args: &Playouts, compiled_game: &CompiledGame) -> Result<(), Failure> {
    let layout = compiled_game.codec.layout();
    let first_moves = by_whom(args.first_moves.as_ref(), layout)?;
    let job = compiled_game.job(&args.job, first_moves.is_some(), args.player.engine.board.board_dir.as_deref())?;
    let threads = args.player.threads.unwrap_or_else(all_processors);
    let mut player = compiled_game.player(context, args.engine, threads, &args.player.engine, args.trace.as_deref())?;
    let (played, times) = play(context, &mut *player, &job)?;
    let shown = Shown { game: &compiled_game.loaded.source.name, layout, first_moves, times };
    shown.show(context, &*player, &job, &played)?;
    stopped(context, &played, &job, args.engine.is_hardware())
}

/// The same without a net: what the numbers of the report stand for is known only after it.
fn by_rules(context: &Context, args: &Playouts, rules: Rules) -> Result<(), Failure> {
    let Rules { loaded, mut player } = rules;
    let first_moves = by_whom(args.first_moves.as_ref(), &player.layout())?;
    let job = rules_interpreter::job(&args.job, first_moves.is_some())?;
    let (played, times) = play(context, &mut player, &job)?;
    let shown = Shown { game: &loaded.source.name, layout: &player.layout(), first_moves, times };
    shown.show(context, &player, &job, &played)?;
    stopped(context, &played, &job, false)
}

/// Plays a job; the times are those before the first playout and of the playouts.
fn play(context: &Context, player: &mut dyn PlayoutEngine, job: &Job) -> Result<(Report, [Duration; 2]), Failure> {
    player.prepare(job, context).map_err(|error| not_played(context, &error))?;
    let setup = context.elapsed();
    context.begin_playouts(job.playouts());
    let start = Instant::now();
    let played = player.play(job, context).map_err(|error| not_played(context, &error))?;
    Ok((played, [setup, start.elapsed()]))
}

/// What a report is shown with.
struct Shown<'a> {
    game: &'a str,
    layout: &'a Layout,
    first_moves: Option<FirstMoves>,
    times: [Duration; 2],
}

impl Shown<'_> {
    fn show(&self, context: &Context, player: &dyn PlayoutEngine, job: &Job, played: &Report) -> Result<(), Failure> {
        let (engine, threads, [setup, elapsed]) = (player.name(), player.threads(), self.times);
        let (tools, cycles) = (player.tools(), player.cycles());
        let run = Run { game: self.game, engine, threads, setup, elapsed, tools, cycles };
        let view = ReportView::new(&run, job, played, self.layout, self.first_moves.unwrap_or(FirstMoves::Joint));
        context.finish();
        if context.json() { output::write_json(&view) } else { output::show(&report::playouts(&view)) }
    }
}

/// Status 2 for a job that was not played to its end. Engines in hardware stop after whole lanes, others after whole
/// rounds.
pub(super) fn stopped(context: &Context, played: &Report, job: &Job, whole_lanes: bool) -> Result<(), Failure> {
    if played.complete {
        return Ok(());
    }
    let holds = if whole_lanes {
        lanes_held(job, played)
    } else {
        let dropped = "; what is over in some lanes only was dropped";
        format!("{} of {} playouts of each lane{dropped}", played.rounds, job.per_lane)
    };
    let message = format!("stopped {}: the report holds {holds}", by_whom_stopped(context));
    Err(Failure::Message(Status::Unavailable, message))
}

/// What the report of a stopped engine in hardware holds.
fn lanes_held(job: &Job, played: &Report) -> String {
    if played.rounds > 0 {
        return format!("all playouts of {} of {} lanes, and nothing of the others", played.lanes, job.lanes);
    }
    let help = "take fewer playouts in each of more lanes, or more time with --deadline";
    format!("no playouts: lanes count when all their playouts are over, and none came that far; {help}")
}

/// By whose first moves to count.
pub(super) fn by_whom(option: Option<&Option<String>>, layout: &Layout) -> Result<Option<FirstMoves>, Failure> {
    let Some(role) = option else { return Ok(None) };
    let Some(name) = role else { return Ok(Some(FirstMoves::Joint)) };
    match layout.roles.iter().position(|role| role == name) {
        Some(role) => Ok(Some(FirstMoves::Of(role))),
        None => Err(Failure::usage(format!("no role `{name}`; the roles are {}", layout.roles.join(", ")))),
    }
}
