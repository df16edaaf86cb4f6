//! A board in simulation, out of the folder of its build: the Verilog, the netlist that was placed, or the bitstream.

use super::stages::write_whole;
use super::{BuildError, BuildRecord, Folder, NETLIST, NETLIST_TEXT, SIMULATED, STATISTICS, design};
use crate::board::folder;
use gdl2hdl_hdl::board::{BoardGateware, readback_models};
use gdl2hdl_sim::board::{SerialModel, Speed};
use gdl2hdl_sim::tools::{Limits, Process};
use gdl2hdl_sim::{Cache, Direction, Family, KeyBuilder, Netlist, Port, Source, Spec, Toolchain, Watch, Yosys, digest};
use serde::{Deserialize, Serialize};
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

/// The file with all that a simulation of the Verilog needs.
#[derive(Serialize, Deserialize)]
struct Simulated {
    /// Name and text of each file, models of cells among them.
    files: Vec<(String, String)>,
    /// Models of the FPGA's cells by their names.
    models: BTreeMap<String, String>,
    /// Outputs beside `tx_o`, and their bits.
    outputs: Vec<(String, u32)>,
}

/// Writes what simulations of the Verilog need. `board` is the one for a simulator, `models` those of the real one.
pub(super) fn keep(folder: &Folder, board: &BoardGateware, real: &BoardGateware) -> Result<(), BuildError> {
    let all = board.files.iter().chain(&board.models);
    let files = all.map(|file| (file.name.to_ascii_lowercase(), file.text.clone())).collect();
    let name = |name: &str| name.trim_end_matches(".v").to_owned();
    let models = real.models.iter().map(|file| (name(&file.name), file.text.clone())).collect();
    let other = |port: &&Port| port.direction == Direction::Output && port.name != "tx_o";
    let outputs = design::ports(board).iter().filter(other).map(|port| (port.name.clone(), port.width)).collect();
    let text = serde_json::to_vec(&Simulated { files, models, outputs })
        .map_err(|error| BuildError::Broken(error.to_string()))?;
    write_whole(&folder.path().join(SIMULATED), &text)
}

/// The model of a built board that was switched on a little while ago. It is built when the cache has none.
///
/// # Errors
/// [`BuildError::Tool`], [`BuildError::File`]; [`BuildError::Board`] where a bitstream can't be read back.
pub fn simulate(
    path: &Path,
    record: &BuildRecord,
    level: Level,
    tools: &ModelTools<'_>,
    watch: &dyn Watch,
) -> Result<(SerialModel, Speed), BuildError> {
    let path = path.join(&record.folder);
    let mut folder = Folder::open(&path)?;
    let text = folder.read_text(SIMULATED)?;
    let simulated: Simulated = folder::parse(&path.join(SIMULATED), &text)?;
    let spec = match level {
        Level::Rtl => verilog(record, &simulated),
        Level::Netlist => netlist(&folder, record, &simulated, tools)?,
        Level::Bitstream => bitstream(&mut folder, record, tools, watch)?,
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

impl Simulated {
    /// All ports.
    fn ports(&self) -> Vec<Port> {
        let others = self.outputs.iter().map(|(name, width)| Port::output(name, *width));
        line().into_iter().chain(others).collect()
    }
}

fn verilog(record: &BuildRecord, simulated: &Simulated) -> Spec {
    let mut spec = Spec::new(&record.top, "", simulated.ports());
    let source = |(name, text): &(String, String)| Source { name: name.clone(), text: text.clone() };
    spec.sources = simulated.files.iter().map(source).collect();
    spec
}

fn netlist(
    folder: &Folder,
    record: &BuildRecord,
    simulated: &Simulated,
    tools: &ModelTools<'_>,
) -> Result<Spec, BuildError> {
    let yosys = yosys(tools)?;
    if !folder.has("synthesis", &[NETLIST, NETLIST_TEXT, STATISTICS]) {
        return Err(changed(folder, NETLIST_TEXT));
    }
    let (text, statistics) = (folder.read_text(NETLIST_TEXT)?, folder.read_text(STATISTICS)?);
    let netlist =
        yosys.made(&record.top, family(record)?, text, &statistics).map_err(BuildError::tool("simulation"))?;
    with_models(&netlist, simulated.ports(), &simulated.models)
}

/// A file that is not the one that was built.
fn changed(folder: &Folder, file: &str) -> BuildError {
    BuildError::Record { path: folder.path().join(file), reason: "it is not what was built".to_owned() }
}

fn with_models(netlist: &Netlist, ports: Vec<Port>, models: &BTreeMap<String, String>) -> Result<Spec, BuildError> {
    netlist.model_spec_with(ports, models).map_err(BuildError::tool("simulation"))
}

/// The configuration bits of an iCE40 as Verilog, by `icebox_vlog` of Project IceStorm.
fn bitstream(
    folder: &mut Folder,
    record: &BuildRecord,
    tools: &ModelTools<'_>,
    watch: &dyn Watch,
) -> Result<Spec, BuildError> {
    if family(record)? != Family::Ice40 {
        let reason = "nothing makes Verilog of an ECP5's bitstream; the netlist that was placed can be simulated";
        return Err(BuildError::Board { board: record.build.board.clone(), reason: reason.to_owned() });
    }
    let yosys = yosys(tools)?;
    let file = record.bitstream.file.clone();
    if digest(&folder.read(&file)?) != record.bitstream.sha256 {
        return Err(changed(folder, &file));
    }
    let key = KeyBuilder::default().part(yosys.version()).part(&record.bitstream.sha256).part(&record.top);
    // Changes with what is made of the tool's text here.
    let key = key.part("clock pins at pads are joined");
    let top = record.top.clone();
    folder.stage("read back", key, &["tidy.v", "cells.json"], |path| {
        let stage = "read back";
        let tool = |name: &str| Process::new(Path::new(name), path).cure("apt-get install fpga-icestorm");
        let unpack = tool("iceunpack").args([file.as_str(), "unpacked.asc"]);
        unpack.watched(tools.limits, stage, watch).map_err(BuildError::tool(stage))?;
        let pins =
            fs::read_to_string(path.join("pins.pcf")).map_err(BuildError::file("read", &path.join("pins.pcf")))?;
        write_whole(&path.join("names.pcf"), names(&pins).as_bytes())?;
        let vlog = tool("icebox_vlog").args(["-s", "-n", &top, "-p", "names.pcf", "unpacked.asc"]);
        let raw = path.join(RAW);
        let vlog = vlog.stdout_to(&raw);
        vlog.watched(tools.limits, stage, watch).map_err(BuildError::tool(stage))?;
        let text = fs::read_to_string(&raw).map_err(BuildError::file("read", &raw))?;
        write_whole(&raw, fed(&text).as_bytes())?;
        yosys.tidied(&top, Family::Ice40, path, watch).map(drop).map_err(BuildError::tool(stage))
    })?;
    let (text, counts) = (folder.read_text("tidy.v")?, folder.read_text("cells.json")?);
    let netlist = yosys.made(&record.top, Family::Ice40, text, &counts);
    let models = readback_models().map(|(name, text)| (name.to_owned(), text.to_owned())).into();
    // Lamps are there as single bits of names that no port of a model can have: they are left out.
    with_models(&netlist.map_err(BuildError::tool("read back"))?, line(), &models)
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

fn family(record: &BuildRecord) -> Result<Family, BuildError> {
    let board = gdl2hdl_boards::by_name(&record.build.board)
        .map_err(|error| BuildError::Board { board: record.build.board.clone(), reason: error.to_string() })?;
    Ok(design::family(&board))
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
    fn pins_lose_their_options() {
        let pins =
            "# a board\nset_io clk_i J3\nset_io -pullup yes rx_i B10\nset_io led_o[0] B5\nset_frequency clk_i 12\n";
        assert_eq!(names(pins), "set_io clk_i J3\nset_io rx_i B10\nset_io led_o[0] B5\n");
    }
}
