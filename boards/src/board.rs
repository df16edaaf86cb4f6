//! What a board's file says.

use serde::Deserialize;
use std::fmt;

/// A board. Pins are names of the package's balls or leads, as the tools for the FPGA's family write them.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Board {
    /// Name on the command line; the file is called `<name>.toml`.
    pub name: String,
    /// Name as its makers write it.
    pub title: String,
    /// The FPGA.
    pub fpga: Fpga,
    /// The clock.
    pub clock: BoardClock,
    /// Pins for a UART.
    pub uart: Uart,
    /// Pins of LEDs.
    #[serde(default)]
    pub leds: Vec<String>,
    /// Whether LEDs light when their pins are low.
    #[serde(default)]
    pub leds_active_low: bool,
    /// Pins that must be kept high for the board to work.
    #[serde(default)]
    pub keep_high: Vec<String>,
    /// Pins that must be kept low.
    #[serde(default)]
    pub keep_low: Vec<String>,
    /// Ways to bring a bitstream onto the board, the usual one first.
    pub program: Vec<Program>,
    /// What the FPGA holds.
    pub budget: Option<Budget>,
    /// Where the facts come from.
    pub sources: Vec<String>,
    /// What else the user must know.
    #[serde(default)]
    pub notes: Vec<String>,
    /// Day of the last test on hardware, `YYYY-MM-DD`; `None` when there was none.
    pub tested: Option<String>,
}

/// An FPGA in its package.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Fpga {
    /// Name of the part.
    pub part: String,
    /// Decides which tools make a bitstream.
    pub family: Family,
    /// Device, as nextpnr's option `--<device>`.
    pub device: String,
    /// Package, as nextpnr's option `--package`.
    pub package: String,
    /// Speed grade, as nextpnr's option `--speed`; families without grades have none.
    pub speed: Option<u8>,
    /// IO standard of all pins named here; ECP5 only, where it must be said.
    pub io_type: Option<IoType>,
}

/// Families of FPGAs.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Family {
    /// Lattice iCE40.
    Ice40,
    /// Lattice ECP5.
    Ecp5,
}

/// IO standards of ECP5.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
pub enum IoType {
    /// Single-ended, 3.3 V.
    #[serde(rename = "LVCMOS33")]
    Lvcmos33,
    /// Single-ended, 2.5 V.
    #[serde(rename = "LVCMOS25")]
    Lvcmos25,
    /// Single-ended, 1.8 V.
    #[serde(rename = "LVCMOS18")]
    Lvcmos18,
}

impl IoType {
    /// Name in constraint files.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Lvcmos33 => "LVCMOS33",
            Self::Lvcmos25 => "LVCMOS25",
            Self::Lvcmos18 => "LVCMOS18",
        }
    }
}

/// The clock that comes with the board.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(try_from = "ClockText")]
pub struct BoardClock {
    /// **Units:** Hz.
    pub hz: u32,
    /// Where it comes from. In the file `pin = "35"` or `internal = "SB_HFOSC"`.
    pub source: ClockSource,
    /// The PLL that can take it; iCE40 only, where a pin of the PLL's own shuts out the other cell.
    pub pll: Option<PllCell>,
}

/// PLL cells of iCE40.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum PllCell {
    /// `SB_PLL40_CORE`, whose input comes from the fabric.
    Core,
    /// `SB_PLL40_PAD`, whose input is a pin of its own.
    Pad,
}

/// Where a clock comes from.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ClockSource {
    /// An oscillator at this pin.
    Pin(String),
    /// This oscillator inside the FPGA.
    Internal(String),
}

/// A clock as it is written.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ClockText {
    hz: u32,
    pin: Option<String>,
    internal: Option<String>,
    pll: Option<PllCell>,
}

impl TryFrom<ClockText> for BoardClock {
    type Error = &'static str;

    fn try_from(text: ClockText) -> Result<Self, Self::Error> {
        let source = match (text.pin, text.internal) {
            (Some(pin), None) => ClockSource::Pin(pin),
            (None, Some(oscillator)) => ClockSource::Internal(oscillator),
            _ => return Err("a clock has either a `pin` or an `internal` oscillator"),
        };
        Ok(Self { hz: text.hz, source, pll: text.pll })
    }
}

/// Pins of a UART, as the FPGA sees it.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Uart {
    /// Receives from the host.
    pub rx: String,
    /// Sends to the host.
    pub tx: String,
    /// Request to send.
    pub rts: Option<String>,
    /// Clear to send.
    pub cts: Option<String>,
    /// Fastest rate that the bridge, or what the board is usually joined with, is trusted with. **Units:** bits/s.
    pub max_baud: u32,
    /// Whether the line comes out at the board's USB plug; otherwise it needs an adapter.
    pub on_usb: bool,
    /// What joins it to USB.
    pub bridge: Option<String>,
    /// USB identity of the bridge.
    pub usb: Option<UsbId>,
    /// Number of the bridge's USB interface that carries the line; `None` when it has only one, or it is not known.
    pub interface: Option<u8>,
}

/// What a USB device calls itself. In files `{ vid = 0x0403, pid = 0x6010 }`, displayed as `0403:6010`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct UsbId {
    /// Vendor.
    pub vid: u16,
    /// Product.
    pub pid: u16,
}

impl fmt::Display for UsbId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:04x}:{:04x}", self.vid, self.pid)
    }
}

/// A way to bring a bitstream onto the board.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Program {
    /// The program to run.
    pub tool: Tool,
    /// Its arguments; exactly one is `{file}` and stands for the file.
    pub args: Vec<String>,
    /// What the file must be.
    pub format: Format,
    /// Where the bitstream goes, when the tool could do otherwise.
    pub target: Option<Target>,
    /// USB identity of what the tool talks to, where it is not the bridge of the UART.
    pub usb: Option<UsbId>,
    /// What the user must do besides.
    pub note: Option<String>,
}

/// Programs that load bitstreams. Board files can't name others.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
pub enum Tool {
    /// For iCE40 boards with an FTDI chip.
    #[serde(rename = "iceprog")]
    Iceprog,
    /// For `iCESugar` boards.
    #[serde(rename = "icesprog")]
    Icesprog,
    /// For many boards.
    #[serde(rename = "openFPGALoader")]
    OpenFpgaLoader,
    /// For boards with a boot loader of the DFU class.
    #[serde(rename = "dfu-util")]
    DfuUtil,
    /// For `TinyFPGA` boards.
    #[serde(rename = "tinyprog")]
    Tinyprog,
}

impl Tool {
    /// Name of the program.
    #[must_use]
    pub fn command(self) -> &'static str {
        match self {
            Self::Iceprog => "iceprog",
            Self::Icesprog => "icesprog",
            Self::OpenFpgaLoader => "openFPGALoader",
            Self::DfuUtil => "dfu-util",
            Self::Tinyprog => "tinyprog",
        }
    }
}

/// Kinds of bitstream files.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Format {
    /// As `icepack` writes it.
    Bin,
    /// As `ecppack` writes it.
    Bit,
    /// A `.bit` file with the suffix that `dfu-suffix` adds.
    Dfu,
}

/// Where a bitstream is kept.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Target {
    /// In the FPGA, until power is off.
    Sram,
    /// In the board's flash memory.
    Flash,
}

/// What the FPGA holds.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Budget {
    /// 4-input LUTs.
    pub luts: u32,
    /// Flip-flops.
    pub ffs: Option<u32>,
    /// Blocks of memory: 4 kbit each in iCE40, 18 kbit in ECP5.
    pub brams: Option<u32>,
    /// Multipliers: 16 by 16 bits in iCE40, 18 by 18 in ECP5.
    pub dsps: Option<u32>,
    /// Blocks of single-port memory, 256 kbit each; iCE40 `UltraPlus` only.
    pub sprams: Option<u32>,
}
