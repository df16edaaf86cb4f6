//! Brings a bitstream onto a board with the board's own programmer.

use super::{BuildError, BuildRecord};
use gdl2hdl_boards::{Format, Program};
use gdl2hdl_verilate::Observer;
use gdl2hdl_verilate::files::Scratch;
use gdl2hdl_verilate::tools::{Process, ToolLimits};
use std::fs;
use std::path::Path;

const STAGE: &str = "load the board";

/// The command for people to read.
#[must_use]
pub fn shown(way: &Program, file: &Path) -> String {
    let words = way.arguments(file);
    let words = words.iter().map(|word| word.to_string_lossy().into_owned());
    std::iter::once(way.tool.command().to_owned()).chain(words).collect::<Vec<_>>().join(" ")
}

/// Loads the bitstream of a whole build.
///
/// The programmer gets a copy in a private folder: what is loaded is what was checked, and nothing is written where the
/// build is.
///
/// # Errors
/// [`BuildError::Tool`] when the programmer is missing or fails, with its last words; [`BuildError::File`];
/// [`BuildError::Record`] when the bitstream is not the one of the record.
pub fn run(
    way: &Program,
    folder: &Path,
    record: &BuildRecord,
    limits: ToolLimits,
    observer: &dyn Observer,
) -> Result<(), BuildError> {
    let place = Scratch::new().map_err(BuildError::file("make a folder in", &std::env::temp_dir()))?;
    let file = place.path().join(copy_name(way));
    fs::write(&file, record.load(folder)?).map_err(BuildError::file("write", &file))?;
    let tool = |name, help| Process::new(Path::new(name), place.path()).help(help);
    if way.format == Format::Dfu {
        let suffix = tool("dfu-suffix", "apt-get install dfu-util").args(["-a".into(), file.clone().into_os_string()]);
        suffix.observed(limits, STAGE, observer).map_err(BuildError::tool(STAGE))?;
    }
    let load = tool(way.tool.command(), help(way)).args(way.arguments(&file));
    load.observed(limits, STAGE, observer).map(drop).map_err(BuildError::tool(STAGE))
}

/// The name of the copy: programmers look at the end of it.
const fn copy_name(way: &Program) -> &'static str {
    match way.format {
        Format::Dfu => "board.dfu",
        Format::Bin => "board.bin",
        Format::Bit => "board.bit",
    }
}

/// Where to get a programmer.
fn help(way: &Program) -> &'static str {
    use gdl2hdl_boards::Tool;
    match way.tool {
        Tool::Iceprog => "apt-get install fpga-icestorm",
        Tool::OpenFpgaLoader => "apt-get install openfpgaloader",
        Tool::DfuUtil => "apt-get install dfu-util",
        Tool::Icesprog => "build icesprog from the sources that the board's maker gives",
        Tool::Tinyprog => "pip install tinyprog",
    }
}
