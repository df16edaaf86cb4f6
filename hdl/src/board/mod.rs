//! What is around an engine on a board: its serial line, its clock, its reset, lamps.
//!
//! An engine and a [`Config`] in; Verilog files out. What is said on the line is described in `docs/LINK.md`, the ports
//! in `hdl/INTERFACE.md`. Which pins there are, and what a PLL's numbers must be, others know.

mod clock;
mod error;
mod hello;
mod linked;
mod models;
mod top;

pub use clock::{Clock, ClockSource, Ecp5Pll, Ice40Pll, Pll};
pub use error::BoardError;
pub use models::readback_models;

use crate::playout::{Direction, Gateware, SourceFile, parts};
use gdl2hdl_compiler::emit::module_name;

/// Jobs of more words the link does not carry.
pub const MAX_JOB_WORDS: usize = 250;
/// Most jobs that a link accepts and has not yet reported.
pub const MAX_WINDOW: usize = 255;

/// How fast an engine and its serial line are.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Link {
    /// The clock of the engine. **Units:** Hz.
    pub clock_hz: u32,
    /// Bits a second on the line, at most a quarter of the clock.
    pub baud: u32,
}

/// What the top of a board must have.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Config {
    /// The engine's clock and its line.
    pub link: Link,
    /// Where the clock comes from.
    pub clock: Clock,
    /// Lamps; without any there is no port `led_o`.
    pub lamps: usize,
    /// A lamp lights when its pin is low.
    pub lamps_low: bool,
    /// Pins that must be high; without any there is no port `high_o`.
    pub high: usize,
}

impl Config {
    /// The same board for a simulator: where the clock is made inside the FPGA, it comes in at `clk_i` instead.
    #[must_use]
    pub fn simulated(self) -> Self {
        Self { clock: Clock { source: ClockSource::Pin, ..self.clock }, ..self }
    }
}

/// A port of a linked engine or of a board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BoardPort {
    /// Its name.
    pub name: &'static str,
    /// Its bits.
    pub width: usize,
    /// Its direction.
    pub direction: Direction,
}

/// An engine with a serial line, or a board with both, in Verilog.
#[derive(Clone, Debug)]
pub struct BoardGateware {
    /// Module at the top.
    pub top: String,
    /// Its ports, in order.
    pub ports: Vec<BoardPort>,
    /// The Verilog; each file holds the module of its name.
    pub files: Vec<SourceFile>,
    /// Cells of the FPGA that the top uses, as models for linters and simulators; synthesis has its own.
    pub models: Vec<SourceFile>,
    /// Jobs that are accepted and not yet reported, at most.
    pub window: usize,
    /// The words that say who the device is: `docs/LINK.md`.
    pub hello: [u32; hello::WORDS],
}

/// An engine with its serial line: module `<game>_linked`.
///
/// # Errors
/// [`BoardError`]: the line is too fast for the clock, or jobs are too large.
pub fn linked(gateware: &Gateware, link: Link) -> Result<BoardGateware, BoardError> {
    let plan = linked::Plan::new(gateware, link)?;
    let text = linked::text(gateware, &plan);
    let left_out = format!("{}.v", gateware.top);
    let mut files: Vec<SourceFile> = gateware.files.iter().filter(|file| file.name != left_out).cloned().collect();
    files.extend(parts::used_by([text.as_str()]));
    files.push(SourceFile { name: format!("{}.v", plan.module), text });
    Ok(BoardGateware {
        ports: linked::ports(),
        files,
        models: Vec::new(),
        window: plan.window,
        hello: plan.hello,
        top: plan.module,
    })
}

/// A board with an engine: module `<game>_board`.
///
/// # Errors
/// [`BoardError`]: as [`linked`]; or no FPGA has such a clock.
pub fn board(gateware: &Gateware, config: Config) -> Result<BoardGateware, BoardError> {
    config.clock.check()?;
    let linked = linked(gateware, config.link)?;
    let module = module_name(&gateware.manifest.game, "board");
    let text = top::text(&module, &linked.top, &config);
    let mut files = linked.files;
    files.extend(parts::used_by([text.as_str()]));
    files.push(SourceFile { name: format!("{module}.v"), text });
    Ok(BoardGateware {
        top: module,
        ports: top::ports(&config),
        files,
        models: models::of(config.clock),
        window: linked.window,
        hello: linked.hello,
    })
}
