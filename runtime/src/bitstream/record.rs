//! `build.json`: what was built, of what, with what.

use super::BuildError;
use super::place::Tried;
use super::report::Usage;
use super::stages::digest;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

/// The name of the file. It is written last: a folder without it holds no whole build.
pub const RECORD: &str = "build.json";

/// What `gdl2hdl build` has made. Of the fields' names scripts may rely on all.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct BuildRecord {
    /// Version of this format: 1.
    pub format: u32,
    /// The board.
    pub board: String,
    /// Module of the board's top level.
    pub top: String,
    /// The folder, in that of the build, with all that the tools made for the clock that was taken.
    pub folder: String,
    /// The game.
    pub game: String,
    /// The net's hash, as in the manifests.
    pub net_hash: String,
    /// The rules, so that the folder is enough to play.
    pub source: SourceRecord,
    /// Cores.
    pub cores: u32,
    /// Playouts in flight, of all cores.
    pub lanes: u32,
    /// The engine's sizes.
    pub config: gdl2hdl_hdl::playout::Config,
    /// Bits a second on the serial line.
    pub baud: u32,
    /// Look-up tables, or the cells that hold them.
    pub lut_used: u64,
    /// Those of the device.
    pub lut_total: u64,
    /// All kinds of cells, by the tool's names.
    pub utilisation: BTreeMap<String, Usage>,
    /// The clock of the engine. **Units:** Hz.
    pub clock_hz: u64,
    /// How the clock is made.
    pub clock: String,
    /// The highest clock that the placement meets. **Units:** Hz.
    pub fmax_hz: u64,
    /// Steps a second while all cores play: clock times cores.
    pub states_per_s: u64,
    /// The seed of the placement.
    pub seed: u64,
    /// All seeds that were tried for this clock.
    pub seeds: Vec<Tried>,
    /// The tools' words about their versions.
    pub tools: Vec<String>,
    /// The file to be brought onto the board.
    pub bitstream: FileRecord,
    /// The stages in their order.
    pub stages: Vec<StageRecord>,
}

/// The rules that were built.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct SourceRecord {
    /// The file in this folder.
    pub file: String,
    /// Its language, by the name the command line has for it.
    pub language: String,
    /// Level of optimisation.
    pub opt_level: u8,
    /// Whether registers that nothing observes were kept.
    pub keep_state: bool,
}

/// A file of the build.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct FileRecord {
    /// Its name in this folder.
    pub file: String,
    /// Its length.
    pub bytes: u64,
    /// SHA-256 in hexadecimal.
    pub sha256: String,
}

/// A stage of the build.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct StageRecord {
    /// What was done.
    pub name: String,
    /// How long it took.
    pub seconds: f64,
    /// Whether it was there already.
    pub reused: bool,
}

/// Reads the record of a whole build, and checks that the bitstream beside it is the one that was built.
///
/// # Errors
/// [`BuildError::File`] where there is none, [`BuildError::Record`] where it says something else than the files do.
pub fn read(folder: &Path) -> Result<BuildRecord, BuildError> {
    let path = folder.join(RECORD);
    let text = fs::read_to_string(&path).map_err(BuildError::file("read", &path))?;
    let wrong = |reason: String| BuildError::Record { path: path.clone(), reason };
    let record: BuildRecord = serde_json::from_str(&text).map_err(|error| wrong(error.to_string()))?;
    let FileRecord { file, sha256, .. } = &record.bitstream;
    if let Some(outside) = [file, &record.folder].into_iter().find(|name| Path::new(name).components().count() != 1) {
        return Err(wrong(format!("`{outside}` is not in this folder")));
    }
    let bitstream = folder.join(file);
    let bytes = fs::read(&bitstream).map_err(BuildError::file("read", &bitstream))?;
    if digest(&bytes) == *sha256 {
        Ok(record)
    } else {
        Err(wrong(format!("`{file}` is not what was built: its SHA-256 is {}, not {sha256}", digest(&bytes))))
    }
}
