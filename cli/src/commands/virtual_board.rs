//! `virtual-board`: a built board in simulation, at a pseudo-terminal.

use crate::args::{BoardLevel, VirtualBoard};
use crate::compiled_game::CompiledGame;
use crate::context::Context;
use crate::failure::Failure;
use crate::flags;
use crate::output;
use crate::starts::Starts;
use gdl2hdl_device::bitstream::{self, Level, ModelTools};
use gdl2hdl_verilate::board::{SerialModel, Speed, Terminal};
use gdl2hdl_verilate::tools::ToolLimits;
use gdl2hdl_verilate::{Observer, Toolchain};
use std::collections::VecDeque;
use std::thread;
use std::time::{Duration, Instant};

/// Bytes' times between two looks at the terminal.
const BYTES: u64 = 8;
/// After so long without a byte the model rests between its turns.
const AWAKE: Duration = Duration::from_secs(5);
/// How long it rests.
const REST: Duration = Duration::from_millis(5);

pub(crate) fn run(context: &Context, args: &VirtualBoard) -> Result<(), Failure> {
    let unavailable = |error: &dyn std::error::Error| Failure::unavailable(error.to_string());
    let record = bitstream::read(&args.folder).map_err(|error| flags::unavailable(&error))?;
    let source = &record.build.source;
    // The folder is enough to play; what is simulated is made of the rules in it, as what was built once was.
    let compiled_game = CompiledGame::of_build(context, &args.folder, source, Starts::INITIAL)?;
    context.unhurried();
    let toolchain = Toolchain::find();
    let tools = ModelTools {
        toolchain: &toolchain.map_err(|error| unavailable(&error))?,
        cache: &context.cache()?,
        limits: ToolLimits::default(),
    };
    let level = match args.level {
        BoardLevel::Rtl => Level::Rtl,
        BoardLevel::Netlist => Level::Netlist,
        BoardLevel::Bitstream => Level::Bitstream,
    };
    let (model, speed) = compiled_game.model(context, &args.folder, &record, level, &tools)?;
    let terminal = Terminal::open().map_err(|error| unavailable(&error))?;
    context.finish();
    output::write_text(None, &format!("{}\n", terminal.path().display()))?;
    context.note(&format!("{} at {}: Ctrl-C ends it", record.build.board, terminal.path().display()));
    serve(model, speed, &terminal, context)
}

/// Passes bytes between the model and the terminal until Ctrl-C.
fn serve(mut model: SerialModel, speed: Speed, terminal: &Terminal, observer: &dyn Observer) -> Result<(), Failure> {
    let failed = |error: &dyn std::error::Error| Failure::unavailable(format!("the virtual board stopped: {error}"));
    let clocks = BYTES * 10 * speed.clock_hz / speed.baud;
    let (mut inward, mut outward, mut last) = (VecDeque::new(), Vec::new(), Instant::now());
    while !observer.stopped() {
        let came = terminal.receive(&mut inward).map_err(|error| failed(&error))?;
        model.run(clocks, &mut inward, &mut outward).map_err(|error| failed(&error))?;
        let sent = terminal.send(&outward).map_err(|error| failed(&error))?;
        outward.drain(..sent);
        // Nobody reads: what a UART has no room for is lost.
        outward.drain(..outward.len().saturating_sub(LINE_BYTES));
        if came > 0 || sent > 0 {
            last = Instant::now();
        } else if last.elapsed() > AWAKE {
            thread::sleep(REST);
        }
    }
    Ok(())
}

/// What waits for a reader at most. **Units:** bytes.
const LINE_BYTES: usize = 1 << 16;
