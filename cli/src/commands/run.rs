//! `run`: plays a job on a board and prints its report.

use super::build::failed;
use super::playouts::{by_whom, stopped};
use crate::args::{NetOptions, Run as Args, Sizes};
use crate::compiled_game::CompiledGame;
use crate::context::Context;
use crate::failure::Failure;
use crate::flags::unavailable;
use crate::starts::Starts;
use crate::unfinished::not_played;
use crate::{output, port, report};
use gdl2hdl_device::bitstream::{self, Sustained};
use gdl2hdl_device::board::Build;
use gdl2hdl_device::link::LinkStats;
use gdl2hdl_play::playout::{FirstMoves, PlayoutEngine, ReportView, Run};
use serde::Serialize;
use std::path::Path;
use std::time::Instant;

/// What is printed as JSON. The fields are documented in `docs/PLAYOUTS.md`.
#[derive(Serialize)]
struct BoardView<'a> {
    #[serde(flatten)]
    report: &'a ReportView,
    board: &'a str,
    net_hash: &'a str,
    clock_hz: u32,
    link: LinkStats,
}

/// The job that keeps the board of a folder at work, where its build knows one.
fn usual(folder: &Path) -> Result<Option<Sizes>, Failure> {
    let sustained = bitstream::sustained(folder).map_err(|error| failed(&error))?;
    Ok(sustained.map(|Sustained { lanes, per_lane, max_steps, .. }| Sizes { lanes, per_lane, max_steps }))
}

pub(crate) fn run(context: &Context, args: &Args) -> Result<(), Failure> {
    let build = Build::read(&args.dir).map_err(|error| unavailable(&error))?;
    // Before the game is compiled, which may take long.
    let serial = port::open(&args.uart, Some(&build), None)?;
    let starts = Starts { file: args.job.state.as_deref(), fixed_net: true };
    let compiled_game = match &args.game {
        Some(game) => CompiledGame::open(context, game, &NetOptions::of_build(&args.dir, &build.source), starts)?,
        None => CompiledGame::of_build(context, &args.dir, &build.source, starts)?,
    };
    let layout = compiled_game.codec.layout();
    let first_moves = by_whom(args.first_moves.as_ref(), layout)?;
    let job = compiled_game.job_of(&args.job, usual(&args.dir)?, first_moves.is_some(), Some(&args.dir))?;
    let mut player = compiled_game.board(context, &build, "board", serial)?;
    player.prepare(&job, context).map_err(|error| not_played(context, &error))?;
    let setup = context.elapsed();
    context.begin_playouts(job.playouts());
    let start = Instant::now();
    let played = player.play(&job, context).map_err(|error| not_played(context, &error))?;
    let (game, engine, threads) = (compiled_game.loaded.source.name.as_str(), player.name(), player.threads());
    let (elapsed, tools, cycles) = (start.elapsed(), player.tools(), player.cycles());
    let run = Run { game, engine, threads, setup, elapsed, tools, cycles };
    let view = ReportView::new(&run, &job, &played, layout, first_moves.unwrap_or(FirstMoves::Joint));
    context.finish();
    let (link, clock_hz) = (player.link(), build.clock_hz);
    if context.json() {
        let (board, net_hash) = (build.board.as_str(), build.net_hash.as_str());
        output::write_json(&BoardView { report: &view, board, net_hash, clock_hz, link })?;
    } else {
        output::show(&(report::playouts(&view) + &report::link(&link)))?;
    }
    stopped(context, &played, &job, true)
}
