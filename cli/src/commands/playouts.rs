//! `playouts`: plays a job and prints its report.

use crate::arena::{Arena, all_processors};
use crate::args::Playouts;
use crate::attend::Attendant;
use crate::context::Context;
use crate::failure::{Failure, Status};
use crate::{output, report};
use gdl2hdl_runtime::engine::Layout;
use gdl2hdl_runtime::playout::{FirstMoves, Job, Report, ReportView, Run};
use std::time::Instant;

pub(crate) fn run(context: &Context, args: &Playouts) -> Result<(), Failure> {
    let arena = Arena::open(context, &args.game, &args.net)?;
    let layout = arena.codec.layout();
    let first_moves = by_whom(args.first_moves.as_ref(), layout)?;
    let job = arena.job(context, &args.job, first_moves.is_some())?;
    let threads = args.player.threads.unwrap_or_else(all_processors);
    let mut player = arena.player(context, args.engine, threads, &args.player.engine, args.trace.as_deref())?;
    let attendant = Attendant::new(context, &job)?;
    player.prepare(&job, &attendant).map_err(|error| attendant.not_played(&error))?;
    let setup = context.elapsed();
    attendant.begin();
    let start = Instant::now();
    let played = player.play(&job, &attendant).map_err(|error| attendant.not_played(&error))?;
    let (game, engine, threads) = (arena.loaded.source.name.as_str(), player.name(), player.threads());
    let (elapsed, tools, cycles) = (start.elapsed(), player.tools(), player.cycles());
    let run = Run { game, engine, threads, setup, elapsed, tools, cycles };
    let view = ReportView::new(&run, &job, &played, layout, first_moves.unwrap_or(FirstMoves::Joint));
    context.finish();
    if context.json() {
        output::write_json(&view)?
    } else {
        output::write_text(None, &report::playouts(&view))?
    }
    stopped(&played, &job, &attendant, args.engine.is_hardware())
}

/// Status 2 for a job that was not played to its end. Engines in hardware stop after whole lanes, others after whole
/// rounds.
pub(super) fn stopped(played: &Report, job: &Job, attendant: &Attendant<'_>, whole_lanes: bool) -> Result<(), Failure> {
    if played.complete {
        return Ok(());
    }
    let holds = if whole_lanes {
        lanes_held(job, played)
    } else {
        format!("{} of {} playouts of each lane", played.rounds, job.per_lane)
    };
    let message = format!("stopped {}: the report holds {holds}", attendant.reason());
    Err(Failure::Message(Status::Unavailable, message))
}

/// What the report of a stopped engine in hardware holds.
fn lanes_held(job: &Job, played: &Report) -> String {
    if played.rounds > 0 {
        return format!("all playouts of {} of {} lanes, and nothing of the others", played.lanes, job.lanes);
    }
    let cure = "take fewer playouts in each of more lanes, or more time with --deadline";
    format!("no playouts: lanes count when all their playouts are over, and none came that far; {cure}")
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
