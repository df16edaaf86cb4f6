//! `link-test`: echoes over the UART to a board.

use crate::args::LinkTest;
use crate::context::Context;
use crate::failure::{Failure, Status};
use crate::flags::unavailable;
use crate::unfinished::by_whom;
use crate::{output, port, report};
use gdl2hdl_device::board::{EchoTest, Echoes};
use gdl2hdl_gdl::observer::Observer;
use gdl2hdl_play::playout::rate;
use serde_json::json;

/// Speed that is tried when none is given.
const BAUD: u32 = 1_000_000;
/// Bytes of a word.
const WORD: u64 = 4;

pub(crate) fn run(context: &Context, args: &LinkTest) -> Result<(), Failure> {
    let serial = port::open(&args.uart, None, Some(BAUD))?;
    let words = usize::try_from(args.words).unwrap_or(usize::MAX);
    let test = EchoTest { frames: args.frames, words, seed: args.seed };
    let go_on = |done| {
        context.progress("frames", done, args.frames);
        !context.stopped()
    };
    let echoes = test.run(serial, go_on).map_err(|error| unavailable(&error))?;
    context.finish();
    let bytes = rate(2 * WORD * args.words * echoes.frames, echoes.elapsed);
    let text = if context.json() { json(&echoes, bytes) } else { text(&echoes, bytes) };
    output::show_or_json(&text, context.json())?;
    match () {
        () if echoes.wrong > 0 => Err(Failure::Shown(Status::Differ)),
        () if echoes.frames < args.frames => Err(Failure::unavailable(format!(
            "stopped {}: {} of {} frames",
            by_whom(context),
            echoes.frames,
            args.frames
        ))),
        () => Ok(()),
    }
}

fn json(echoes: &Echoes, bytes: f64) -> String {
    let Echoes { board, frames, wrong, elapsed, longest, stats } = echoes;
    let result = json!({
        "net_hash": format!("{:016x}", board.net_hash), "clock_hz": board.clock_hz, "cores": board.cores,
        "slots": board.slots, "window": board.window, "frames": frames, "wrong": wrong,
        "elapsed_s": elapsed.as_secs_f64(), "longest_s": longest.as_secs_f64(), "bytes_per_s": bytes, "link": stats,
    });
    format!("{result}\n")
}

fn text(echoes: &Echoes, bytes: f64) -> String {
    let Echoes { board, frames, wrong, elapsed, longest, stats } = echoes;
    let mean = elapsed.as_secs_f64() * 1e3 / (*frames).max(1) as f64;
    format!(
        "board with net {:016x}, {} cores at {} MHz, window {}\n\
         {frames} echoes in {:.3} s, {wrong} wrong; {mean:.2} ms in the mean, {:.2} ms at most; {} bytes/s both ways\n{}",
        board.net_hash,
        board.cores,
        f64::from(board.clock_hz) / 1e6,
        board.window,
        elapsed.as_secs_f64(),
        longest.as_secs_f64() * 1e3,
        report::rate(bytes),
        report::link(stats),
    )
}
