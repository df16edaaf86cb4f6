//! A board in simulation, out of the folder of its build: the Verilog, the netlist that was placed, or the bitstream.
//!
//! The folder is data: anybody may have made it, and sums that lie beside what they are sums of prove nothing. What is
//! simulated is written anew from the game. Where it must be what lies there, nothing of it runs that is not hardware, and
//! tools work in private folders on copies.

use super::builder::setting_of;
use super::model_tools::ModelTools;
use super::readback::{self, Bitstream, read_back};
use super::{BuildError, BuildRecord, Folder, NETLIST, NETLIST_TEXT, STATISTICS, design};
use gdl2hdl_boards::{Board, constraints};
use gdl2hdl_hdl::board::{BoardGateware, readback_models};
use gdl2hdl_hdl::playout::{Config, gateware};
use gdl2hdl_net::Verified;
use gdl2hdl_net::playout::Choices;
use gdl2hdl_verilate::board::{SerialModel, Speed};
use gdl2hdl_verilate::spec::inert;
use gdl2hdl_verilate::{Direction, Family, Netlist, Observer, Port, Spec};
use std::collections::{BTreeMap, VecDeque};
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

/// Clocks after which the reset of a board is over: `board_reset.v`, behind a PLL that has to lock.
const RESET: u64 = 2048;

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
    fn of(record: &BuildRecord, game: &Game<'_>, level: Level, observer: &dyn Observer) -> Result<Self, BuildError> {
        let build = &record.build;
        let unfit = |reason: String| BuildError::Board { board: build.board.clone(), reason };
        let board = gdl2hdl_boards::by_name(&build.board).map_err(|error| unfit(error.to_string()))?;
        let engine =
            gateware(game.net, game.choices, &build.game, Config { debug_ports: false, ..build.config }, observer)?;
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
    observer: &dyn Observer,
) -> Result<(SerialModel, Speed), BuildError> {
    let twin = Twin::of(record, game, level, observer)?;
    let spec = match level {
        Level::Rtl => Spec { ports: twin.ports(), ..design::spec(&twin.gateware, true) },
        Level::Netlist => netlist(&Folder::found(path, &record.folder), &twin, tools)?,
        Level::Bitstream => bitstream(path, record, &twin, tools, observer)?,
    };
    let stage_error = |error| BuildError::tool("simulation")(error);
    let model = tools.toolchain.build_observed(&spec, tools.cache, observer).map_err(stage_error)?;
    // A bitstream alone has the clock that its routed design was set to.
    let made_for_hz = record.made_for_hz.filter(|_| level != Level::Bitstream);
    let speed = Speed { clock_hz: made_for_hz.unwrap_or(record.build.clock_hz.into()), baud: record.build.baud.into() };
    let mut model = SerialModel::new(&model, "rx_i", "tx_o", speed).map_err(stage_error)?;
    // What is said to a board in its reset is lost, and said again only after a time that netlists take minutes for.
    model.run(RESET, &mut VecDeque::new(), &mut Vec::new()).map_err(stage_error)?;
    Ok((model, speed))
}

/// The ports of a model without LEDs.
fn line() -> Vec<Port> {
    vec![Port::input("clk_i", 1), Port::input("rx_i", 1), Port::output("tx_o", 1)]
}

fn netlist(folder: &Folder, twin: &Twin, tools: &ModelTools<'_>) -> Result<Spec, BuildError> {
    let yosys = tools.yosys().map_err(BuildError::tool("simulation"))?;
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

/// The design that the bitstream of an iCE40 says.
fn bitstream(
    path: &Path,
    record: &BuildRecord,
    twin: &Twin,
    tools: &ModelTools<'_>,
    observer: &dyn Observer,
) -> Result<Spec, BuildError> {
    if twin.family() != Family::Ice40 {
        let reason = "nothing makes Verilog of an ECP5's bitstream; the netlist that was placed can be simulated";
        return Err(BuildError::Board { board: record.build.board.clone(), reason: reason.to_owned() });
    }
    let (bytes, pins) = (record.load(path)?, constraints(&twin.board));
    // The clock that was taken, to which a routed design may have been set.
    let pll = setting_of(&twin.board, record.build.clock_hz.into()).and_then(|(setting, _)| setting.clock.pll);
    let (top, package) = (&twin.gateware.top, &twin.board.fpga.package);
    let bitstream = Bitstream { bytes: &bytes, top, package, pins: &pins, pll };
    let netlist = read_back(&bitstream, tools, observer).map_err(BuildError::tool(readback::STAGE))?;
    let models = readback_models().map(|(name, text)| (name.to_owned(), text.to_owned())).into();
    // LEDs are there as single bits of names that no port of a model can have: they are left out.
    with_models(&netlist, line(), &models)
}
