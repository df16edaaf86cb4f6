//! A board in simulation, out of the folder of its build: the Verilog, the netlist that was placed, or the bitstream.
//!
//! The folder is data: anybody may have made it, and sums that lie beside what they are sums of prove nothing. What is
//! simulated is written anew from the game. Where it must be what lies there, nothing of it runs that is not hardware, and
//! tools work in private folders on copies.

use super::builder::setting_of;
use super::{BuildError, BuildRecord, Folder, NETLIST, NETLIST_TEXT, STATISTICS, design};
use gdl2hdl_boards::{Board, constraints};
use gdl2hdl_compiler::net::Verified;
use gdl2hdl_compiler::playout::Choices;
use gdl2hdl_hdl::board::{BoardGateware, readback_models};
use gdl2hdl_hdl::playout::{Config, gateware};
use gdl2hdl_sim::board::{SerialModel, Speed};
use gdl2hdl_sim::spec::inert;
use gdl2hdl_sim::tools::{Limits, Process};
use gdl2hdl_sim::{
    Cache, Direction, Family, KeyBuilder, Netlist, Port, SimError, Spec, Toolchain, Watch, Yosys, digest,
};
use std::borrow::Cow;
use std::collections::{BTreeMap, VecDeque};
use std::fs;
use std::path::Path;

/// What stands for the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Level {
    /// The Verilog of the top level; cells of the FPGA that make the clock are models.
    Rtl,
    /// The netlist that was placed.
    Netlist,
    /// The bitstream, read back into Verilog.
    Bitstream,
}

/// What simulates boards.
pub struct ModelTools<'a> {
    /// Verilator and the compiler.
    pub toolchain: &'a Toolchain,
    /// Keeps the models.
    pub cache: &'a Cache,
    /// Bounds for the other tools.
    pub limits: Limits,
}

/// Clocks after which the reset of a board is over: `board_reset.v`, behind a PLL that has to lock.
const RESET: u64 = 2048;

/// What `icebox_vlog` makes of a bitstream.
const RAW: &str = "raw.v";

/// What every bitstream of an iCE40 begins with, behind a comment.
const PREAMBLE: [u8; 4] = [0x7e, 0xaa, 0x99, 0x7e];
/// A comment that says nothing.
const NO_COMMENT: [u8; 4] = [0xff, 0x00, 0x00, 0xff];

/// The rules that a board was built from, as the caller has them.
pub struct Game<'a> {
    /// The net. That it is the one of the build the caller has checked.
    pub net: Verified<'a>,
    /// What is known of its choices.
    pub choices: &'a Choices,
}

/// A board as it was built, written anew.
struct Twin {
    board: Board,
    /// The Verilog that was synthesized, or where it is simulated itself the same for a simulator.
    gateware: BoardGateware,
}

impl Twin {
    fn of(record: &BuildRecord, game: &Game<'_>, level: Level) -> Result<Self, BuildError> {
        let build = &record.build;
        let unfit = |reason: String| BuildError::Board { board: build.board.clone(), reason };
        let board = gdl2hdl_boards::by_name(&build.board).map_err(|error| unfit(error.to_string()))?;
        let engine = gateware(game.net, game.choices, &build.game, Config { debug_ports: false, ..build.config })?;
        let clock = record.made_for_hz.unwrap_or(build.clock_hz.into());
        let (setting, clock_hz) = setting_of(&board, clock)
            .ok_or_else(|| unfit(format!("it makes no clock of {clock} Hz, as `build.json` says; build again")))?;
        let config = design::config(&board, &setting, clock_hz, build.baud);
        let config = if level == Level::Rtl { config.simulated() } else { config };
        let gateware = design::gateware(&engine, config)?;
        match gateware.top == record.top {
            true => Ok(Self { board, gateware }),
            false => Err(unfit(format!("its top module is `{}` by the game, not `{}`", gateware.top, record.top))),
        }
    }

    /// All ports of a model.
    fn ports(&self) -> Vec<Port> {
        let other = |port: &Port| port.direction == Direction::Output && port.name != "tx_o";
        line().into_iter().chain(design::ports(&self.gateware).into_iter().filter(other)).collect()
    }

    /// Models of the FPGA's cells by their names.
    fn models(&self) -> BTreeMap<String, String> {
        let name = |name: &str| name.trim_end_matches(".v").to_owned();
        self.gateware.models.iter().map(|file| (name(&file.name), file.text.clone())).collect()
    }

    fn family(&self) -> Family {
        design::family(&self.board)
    }
}

/// The model of a built board that was switched on a little while ago. It is built when the cache has none.
///
/// # Errors
/// [`BuildError::Tool`], [`BuildError::File`]; [`BuildError::Board`] where a bitstream can't be read back, or the record
/// is of no board that there can be.
pub fn simulate(
    path: &Path,
    record: &BuildRecord,
    game: &Game<'_>,
    level: Level,
    tools: &ModelTools<'_>,
    watch: &dyn Watch,
) -> Result<(SerialModel, Speed), BuildError> {
    let twin = Twin::of(record, game, level)?;
    let spec = match level {
        Level::Rtl => Spec { ports: twin.ports(), ..design::spec(&twin.gateware, true) },
        Level::Netlist => netlist(&Folder::found(path, &record.folder), &twin, tools)?,
        Level::Bitstream => bitstream(path, record, &twin, tools, watch)?,
    };
    let stage_error = |error| BuildError::tool("simulation")(error);
    let model = tools.toolchain.build_watched(&spec, tools.cache, watch).map_err(stage_error)?;
    // A bitstream alone has the clock that its routed design was set to.
    let made_for_hz = record.made_for_hz.filter(|_| level != Level::Bitstream);
    let speed = Speed { clock_hz: made_for_hz.unwrap_or(record.build.clock_hz.into()), baud: record.build.baud.into() };
    let mut model = SerialModel::new(&model, "rx_i", "tx_o", speed).map_err(stage_error)?;
    // What is said to a board in its reset is lost, and said again only after a time that netlists take minutes for.
    model.run(RESET, &mut VecDeque::new(), &mut Vec::new()).map_err(stage_error)?;
    Ok((model, speed))
}

/// The ports of a model without lamps.
fn line() -> Vec<Port> {
    vec![Port::input("clk_i", 1), Port::input("rx_i", 1), Port::output("tx_o", 1)]
}

fn netlist(folder: &Folder, twin: &Twin, tools: &ModelTools<'_>) -> Result<Spec, BuildError> {
    let yosys = yosys(tools)?;
    let made = |file: &str| folder.as_made("synthesis", file).ok_or_else(|| changed(&folder.path().join(file)));
    let text = |file: &str| made(file).map(|bytes| String::from_utf8_lossy(&bytes).into_owned());
    // What was placed.
    made(NETLIST)?;
    let (netlist, statistics) = (text(NETLIST_TEXT)?, text(STATISTICS)?);
    let text = inert(&netlist).map_err(BuildError::tool("simulation"))?;
    let netlist = yosys.made(&twin.gateware.top, twin.family(), text, &statistics);
    with_models(&netlist.map_err(BuildError::tool("simulation"))?, twin.ports(), &twin.models())
}

/// A file that is not the one that was built.
fn changed(path: &Path) -> BuildError {
    BuildError::Record { path: path.to_owned(), reason: "it is not what was built".to_owned() }
}

fn with_models(netlist: &Netlist, ports: Vec<Port>, models: &BTreeMap<String, String>) -> Result<Spec, BuildError> {
    netlist.model_spec_with(ports, models).map_err(BuildError::tool("simulation"))
}

/// The configuration bits of an iCE40 as Verilog, by `icebox_vlog` of Project IceStorm.
fn bitstream(
    path: &Path,
    record: &BuildRecord,
    twin: &Twin,
    tools: &ModelTools<'_>,
    watch: &dyn Watch,
) -> Result<Spec, BuildError> {
    const STAGE: &str = "read back";
    if twin.family() != Family::Ice40 {
        let reason = "nothing makes Verilog of an ECP5's bitstream; the netlist that was placed can be simulated";
        return Err(BuildError::Board { board: record.build.board.clone(), reason: reason.to_owned() });
    }
    let unread = || BuildError::Board { board: record.build.board.clone(), reason: DSP.to_owned() };
    if record.build.config.multipliers && record.build.config.multiplied_cores > 0 {
        return Err(unread());
    }
    let yosys = yosys(tools)?;
    let bits = configuration(&record.load(path)?).ok_or_else(|| changed(&path.join(&record.bitstream.file)))?;
    let (top, pins) = (&twin.gateware.top, names(&constraints(&twin.board)));
    let key = KeyBuilder::default().part(yosys.version()).part(digest(&bits)).part(top).part(&pins);
    // Changes with what is made of the tools' text here.
    let key = key.part("read back 3").finish();
    let made = tools.cache.texts(&key, ["tidy.v", "cells.json"], watch, |work| {
        let file = |name: &str| work.join(name);
        let put = |name: &str, bytes: &[u8]| fs::write(file(name), bytes).map_err(SimError::io("write", file(name)));
        let tool = |name: &str| Process::new(Path::new(name), work).cure("apt-get install fpga-icestorm");
        put("bits.bin", &bits)?;
        put("names.pcf", pins.as_bytes())?;
        tool("iceunpack").args(["bits.bin", "unpacked.asc"]).watched(tools.limits, STAGE, watch)?;
        let vlog = tool("icebox_vlog").args(["-s", "-n", top, "-p", "names.pcf", "unpacked.asc"]);
        vlog.stdout_to(&file(RAW)).watched(tools.limits, STAGE, watch)?;
        let text = fs::read_to_string(file(RAW)).map_err(SimError::io("read", file(RAW)))?;
        if has_dsp(&text) {
            return Err(SimError::BadSpec { reason: DSP.to_owned() });
        }
        put(RAW, fed(&text).as_bytes())?;
        yosys.tidied(top, Family::Ice40, work, watch).map(drop)
    });
    let [text, counts] = made.map_err(BuildError::tool(STAGE))?;
    let netlist = inert(&text).and_then(|text| yosys.made(top, Family::Ice40, text, &counts));
    let models = readback_models().map(|(name, text)| (name.to_owned(), text.to_owned())).into();
    // Lamps are there as single bits of names that no port of a model can have: they are left out.
    with_models(&netlist.map_err(BuildError::tool(STAGE))?, line(), &models)
}

/// A bitstream without its comment, which would become a part of the text that is read back. `None` where it is none.
fn configuration(bytes: &[u8]) -> Option<Vec<u8>> {
    let at = bytes.windows(PREAMBLE.len()).position(|window| window == PREAMBLE)?;
    Some([&NO_COMMENT, &bytes[at..]].concat())
}

/// Why engines with multipliers are not read back. Without them products would be zero, and moves and reports wrong.
const DSP: &str = "this build multiplies with DSP blocks (SB_MAC16), which `icebox_vlog` does not read back; \
                   simulate the netlist that was placed (--engine placed-netlist), or build with --multipliers=false";

/// Whether a design that was read back has DSP blocks, of which `icebox_vlog` shows inputs alone.
fn has_dsp(raw: &str) -> bool {
    raw.lines().any(|line| line.contains("assign dsp"))
}

/// The pins without what `icebox_vlog` does not read: options, frequencies.
fn names(pins: &str) -> String {
    let pin = |line: &str| {
        let words: Vec<&str> = line.split_whitespace().collect();
        let [name, pin] = words.strip_prefix(&["set_io"])?.last_chunk::<2>()?;
        Some(format!("set_io {name} {pin}\n"))
    };
    pins.lines().filter_map(pin).collect()
}

/// The Verilog with the clock pin at a PLL that sits at a pad. Bitstreams do not say where such a PLL takes its clock
/// from, as there is but one pad for each: `icebox_vlog` leaves both ends open. nextpnr has seen to it that the clock pin
/// is this pad.
fn fed(raw: &str) -> Cow<'_, str> {
    const PAD: &str = ".PACKAGEPIN(";
    let net = || {
        let from = raw.find(PAD)? + PAD.len();
        Some((from, from + raw[from..].find(')')?))
    };
    match net().filter(|_| raw.contains("unmatched port 'clk_i'")) {
        Some((from, to)) => Cow::Owned(format!("{}clk_i{}", &raw[..from], &raw[to..])),
        None => Cow::Borrowed(raw),
    }
}

fn yosys(tools: &ModelTools<'_>) -> Result<Yosys, BuildError> {
    let mut yosys = Yosys::find().map_err(BuildError::tool("simulation"))?;
    yosys.limits = tools.limits;
    Ok(yosys)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pll_at_a_pad_is_fed_by_the_clock_pin() {
        let open = "SB_PLL40_PAD pll (\n  .PACKAGEPIN(n27),\n  .LOCK(n3)\n);\n// Warning: unmatched port 'clk_i'\n";
        assert_eq!(fed(open), open.replace("n27", "clk_i"));
        let joined = "SB_PLL40_CORE pll (\n  .REFERENCECLK(n27)\n);\nassign n27 = clk_i;\n";
        assert_eq!(fed(joined), joined);
        assert_eq!(
            fed("// Warning: unmatched port 'clk_i'\n.PACKAGEPIN("),
            "// Warning: unmatched port 'clk_i'\n.PACKAGEPIN("
        );
    }

    #[test]
    fn comments_are_no_part_of_a_configuration() {
        let bits = [&b"\xff\0made by\0.sym 1 $system\0\0\xff"[..], &PREAMBLE, b"bits"].concat();
        assert_eq!(configuration(&bits), Some([&NO_COMMENT[..], &PREAMBLE, b"bits"].concat()));
        assert_eq!((configuration(b"\x7e\xaa\x99"), configuration(b"")), (None, None));
    }

    #[test]
    fn multipliers_are_seen() {
        assert!(has_dsp("wire n1;\n/* DSP0    0  5 */ assign dsp0_0_5_clk = n1;\n"));
        assert!(!has_dsp("// dsp\nassign n2 = n1;\n"));
    }

    #[test]
    fn pins_lose_their_options() {
        let pins =
            "# a board\nset_io clk_i J3\nset_io -pullup yes rx_i B10\nset_io led_o[0] B5\nset_frequency clk_i 12\n";
        assert_eq!(names(pins), "set_io clk_i J3\nset_io rx_i B10\nset_io led_o[0] B5\n");
    }
}
