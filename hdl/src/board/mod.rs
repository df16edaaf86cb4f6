//! What is around an engine on a board: its UART, its clock, its reset, LEDs.
//!
//! An engine and a [`Config`] in; Verilog files out. What is said over the UART is described in `docs/LINK.md`, the ports
//! in `hdl/INTERFACE.md`. Which pins there are, and what a PLL's numbers must be, the crate of the boards knows.

mod error;
mod hello;
mod linked;
mod models;
mod top;

pub use crate::cells::readback_models;
pub use error::DesignError;

use crate::playout::{Direction, Gateware, parts};
use crate::source::SourceFile;
use gdl2hdl_boards::pll::{Clock, ClockInput, Pll};
use gdl2hdl_emit::module_name;

/// Jobs of more words the link does not carry.
pub const MAX_JOB_WORDS: usize = 250;
/// Most jobs that a link accepts and has not yet reported.
pub const MAX_WINDOW: usize = 255;

/// How fast an engine and its UART are.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Link {
    /// The clock of the engine. **Units:** Hz.
    pub clock_hz: u32,
    /// Bits a second on the UART, at most a quarter of the clock.
    pub baud: u32,
}

impl Link {
    /// What passes of a bit in each cycle where an engine that was made for this link has another clock, in Hz: the first
    /// word of the memory of `link_step.v`, whose number of bits stays that for `clock_hz`.
    /// **Units:** 2^-w bits of the UART, w such that it is 512 to 1024 at `clock_hz`. `None` where it is too coarse or
    /// has no room there, or the UART has less than four cycles a bit.
    #[must_use]
    pub fn step(self, clock_hz: u32) -> Option<u16> {
        let (made_for, clock, baud) = (u64::from(self.clock_hz), u64::from(clock_hz), u64::from(self.baud));
        if baud == 0 || clock < linked::CLOCKS_PER_BIT * baud {
            return None;
        }
        let width = made_for.div_ceil(baud).next_power_of_two().trailing_zeros() + 9;
        let step = ((baud << width) + clock / 2) / clock;
        u16::try_from(step).ok().filter(|step| STEPS.contains(step))
    }
}

/// Of which a thousandth of a bit can be told, up to the twelve bits of `link_step.v`.
const STEPS: std::ops::RangeInclusive<u16> = 256..=4095;

/// What the top of a board must have.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Config {
    /// The engine's clock and its UART.
    pub link: Link,
    /// Where the clock comes from.
    pub clock: Clock,
    /// LEDs; without any there is no port `led_o`.
    pub leds: usize,
    /// A LED lights when its pin is low.
    pub leds_low: bool,
    /// Pins that must be high; without any there is no port `high_o`.
    pub high: usize,
    /// Pins that must be low; without any there is no port `low_o`.
    pub low: usize,
}

impl Config {
    /// The same board for a simulator: where the clock is made inside the FPGA, it comes in at `clk_i` instead.
    #[must_use]
    pub fn simulated(self) -> Self {
        Self { clock: Clock { input: ClockInput::Pin, ..self.clock }, ..self }
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

/// An engine with a UART, or a board with both, in Verilog.
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

/// An engine with its UART: module `<game>_linked`.
///
/// # Errors
/// [`DesignError`]: the UART is too fast for the clock, or jobs are too large.
pub fn linked(gateware: &Gateware, link: Link) -> Result<BoardGateware, DesignError> {
    linked_as(gateware, link, Tunable::No)
}

/// Whether the UART of a routed design can be set to another clock, and by the memory of which family.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Tunable {
    No,
    Ice40,
    Ecp5,
    /// Not; but the memory of an iCE40 says who the device is.
    Small,
}

fn linked_as(gateware: &Gateware, link: Link, tunable: Tunable) -> Result<BoardGateware, DesignError> {
    let plan = linked::LinkPlan::new(gateware, link, tunable)?;
    let text = linked::text(gateware, &plan);
    let left_out = format!("{}.v", gateware.top);
    let mut files: Vec<SourceFile> = gateware.files.iter().filter(|file| file.name != left_out).cloned().collect();
    // Some of them the engine brings as well.
    let mut parts_of_line = parts::used_by([text.as_str()]);
    parts_of_line.retain(|part| !files.contains(part));
    files.extend(parts_of_line);
    files.push(SourceFile { name: format!("{}.v", plan.module), text });
    let multiplies = gateware.config.multipliers;
    match tunable {
        Tunable::Ecp5 => parts::fit_ecp5(&mut files),
        Tunable::Ice40 | Tunable::Small if multiplies => parts::fit_ultra_plus(&mut files),
        Tunable::Ice40 | Tunable::Small | Tunable::No => {}
    }
    Ok(BoardGateware {
        ports: linked::ports(),
        files,
        models: models::of_uart(tunable, multiplies),
        window: plan.window,
        hello: plan.hello,
        top: plan.module,
    })
}

/// A board with an engine: module `<game>_board`.
///
/// # Errors
/// [`DesignError`]: as [`linked`]; or no FPGA has such a clock.
pub fn board(gateware: &Gateware, config: Config) -> Result<BoardGateware, DesignError> {
    config.clock.check()?;
    let tunable = match config.clock.pll {
        None => Tunable::No,
        Some(Pll::Ice40(..)) if gateware.config.host_seeds => Tunable::Small,
        Some(Pll::Ice40(..)) => Tunable::Ice40,
        Some(Pll::Ecp5(_)) => Tunable::Ecp5,
    };
    let linked = linked_as(gateware, config.link, tunable)?;
    let module = module_name(&gateware.manifest.name, "board");
    let text = top::text(&module, &linked.top, &config, !gateware.config.host_seeds);
    let mut files = linked.files;
    files.extend(parts::used_by([text.as_str()]));
    files.push(SourceFile { name: format!("{module}.v"), text });
    Ok(BoardGateware {
        top: module,
        ports: top::ports(&config),
        files,
        models: linked.models.into_iter().chain(models::of(config.clock)).collect(),
        window: linked.window,
        hello: linked.hello,
    })
}
