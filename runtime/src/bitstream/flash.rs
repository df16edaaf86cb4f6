//! Brings a bitstream onto a board with the board's own programmer.

use super::{BuildError, BuildRecord};
use gdl2hdl_boards::{Format, Program};
use gdl2hdl_sim::Watch;
use gdl2hdl_sim::tools::{Limits, Process};
use std::fs;
use std::path::{Path, PathBuf};

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
/// # Errors
/// [`BuildError::Tool`] when the programmer is missing or fails, with its last words; [`BuildError::File`].
pub fn run(
    way: &Program,
    folder: &Path,
    record: &BuildRecord,
    limits: Limits,
    watch: &dyn Watch,
) -> Result<(), BuildError> {
    let folder = std::path::absolute(folder).map_err(BuildError::file("find", folder))?;
    let file = prepared(way, &folder, record, limits, watch)?;
    // Programmers look for devices, not for files of theirs: they run where the bitstream is.
    Process::new(Path::new(way.tool.command()), &folder)
        .cure(cure(way))
        .args(way.arguments(&file))
        .watched(limits, STAGE, watch)
        .map(drop)
        .map_err(BuildError::tool(STAGE))
}

/// The file in the form that the programmer wants.
fn prepared(
    way: &Program,
    folder: &Path,
    record: &BuildRecord,
    limits: Limits,
    watch: &dyn Watch,
) -> Result<PathBuf, BuildError> {
    let file = folder.join(&record.bitstream.file);
    if way.format != Format::Dfu {
        return Ok(file);
    }
    let suffixed = file.with_extension("dfu");
    fs::copy(&file, &suffixed).map_err(BuildError::file("copy", &suffixed))?;
    Process::new(Path::new("dfu-suffix"), folder)
        .cure("apt-get install dfu-util")
        .args(["-a".into(), suffixed.clone().into_os_string()])
        .watched(limits, STAGE, watch)
        .map_err(BuildError::tool(STAGE))?;
    Ok(suffixed)
}

/// Where to get a programmer.
fn cure(way: &Program) -> &'static str {
    use gdl2hdl_boards::Tool;
    match way.tool {
        Tool::Iceprog => "apt-get install fpga-icestorm",
        Tool::OpenFpgaLoader => "apt-get install openfpgaloader",
        Tool::DfuUtil => "apt-get install dfu-util",
        Tool::Icesprog => "build icesprog from the sources that the board's maker gives",
        Tool::Tinyprog => "pip install tinyprog",
    }
}
