//! `build.json`: what was built, of what, with what.

use super::BuildError;
use super::fitted::FitRecord;
use super::place::Tried;
use super::power::Power;
use super::report::Usage;
use super::sustained::Sustained;
use crate::board::{Build, folder};
use gdl2hdl_verilate::digest;
use gdl2hdl_verilate::files::{read_in, visible};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::path::Path;

/// Longest bitstream that is read; that of the largest ECP5 has 2 MB. **Units:** bytes.
const MAX_BITSTREAM: u64 = 64 << 20;

/// What `gdl2hdl build` has made. Of the fields' names scripts may rely on all.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct BuildRecord {
    /// What the host must know.
    #[serde(flatten)]
    pub build: Build,
    /// Module of the board's top level.
    pub top: String,
    /// The folder, in that of the build, with all that the tools made for the clock that was taken.
    pub folder: String,
    /// Cores.
    pub cores: u32,
    /// Playouts in flight, of all cores.
    #[serde(alias = "lanes")]
    pub in_flight: u32,
    /// LUTs, or the cells that hold them.
    pub lut_used: u64,
    /// Those of the device.
    pub lut_total: u64,
    /// All kinds of cells, by the tool's names.
    pub utilisation: BTreeMap<String, Usage>,
    /// How the clock is made.
    pub clock: String,
    /// The clock that the gateware was made for, and says that it has: a routed design may be set to another one. In
    /// simulation its UART is as fast as for this one. `None` in older records: the clock that was taken, or so.
    /// **Units:** Hz, rounded up.
    pub made_for_hz: Option<u64>,
    /// What the phase detector of the PLL compares. **Units:** Hz, rounded down.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub detector_hz: Option<u64>,
    /// What the oscillator of the PLL runs at. **Units:** Hz, rounded down.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub oscillator_hz: Option<u64>,
    /// How much shorter than told a period of the clock may be; `None` in older records. **Units:** parts per million.
    #[serde(default)]
    pub margin_ppm: Option<u32>,
    /// What had to be met for the clock, with this margin; `None` in older records. **Units:** Hz.
    #[serde(default)]
    pub needed_hz: Option<u64>,
    /// The highest clock that the placement meets: by nextpnr, and of an iCE40 by icetime as well. **Units:** Hz.
    pub fmax_hz: u64,
    /// The same by nextpnr alone; `None` in older records. **Units:** Hz.
    #[serde(default)]
    pub nextpnr_hz: Option<u64>,
    /// The same by icetime, of an iCE40. **Units:** Hz.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub icetime_hz: Option<u64>,
    /// Steps a second in the job of `sustained`: all of it.
    pub states_per_s: u64,
    /// A job that keeps all cores at work; `None` in older records.
    #[serde(default)]
    pub sustained: Option<Sustained>,
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
    /// What it may draw, by a rough rule; `None` in older records.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub power: Option<Power>,
    /// How the configuration was found, where the build searched for it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fit: Option<FitRecord>,
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
/// [`BuildError::Folder`] where there is none, [`BuildError::Record`] where it says something else than the files do.
pub fn read(folder: &Path) -> Result<BuildRecord, BuildError> {
    let (path, text) = (folder.join(folder::FILE), folder::text(folder)?);
    // First what the host needs: there every mistake has a place.
    Build::parse(&path, &text)?.check_files(folder)?;
    let record: BuildRecord = folder::parse(&path, &text)?;
    let wrong = |reason: String| BuildError::Record { path: path.clone(), reason };
    [&record.bitstream.file, &record.folder].into_iter().try_for_each(|name| folder::inside(name)).map_err(wrong)?;
    record.load(folder)?;
    Ok(record)
}

/// The job that keeps the board of a build at work; none in records of older versions. The bitstream need not be there any
/// more: it is on the board.
///
/// # Errors
/// [`BuildError::Folder`]: there is no record, or it says something else than a record does.
pub fn sustained(folder: &Path) -> Result<Option<Sustained>, BuildError> {
    #[derive(Deserialize)]
    struct Told {
        #[serde(default)]
        sustained: Option<Sustained>,
    }
    let told: Told = folder::parse(&folder.join(folder::FILE), &folder::text(folder)?)?;
    Ok(told.sustained)
}

impl BuildRecord {
    /// The bitstream out of the folder of the record.
    ///
    /// # Errors
    /// [`BuildError::File`]; [`BuildError::Record`] when it is not the one of the record.
    pub(super) fn load(&self, folder: &Path) -> Result<Vec<u8>, BuildError> {
        let FileRecord { file, sha256, .. } = &self.bitstream;
        let bitstream = folder.join(file);
        let bytes = read_in(folder, Path::new(file), MAX_BITSTREAM);
        let bytes = bytes.map_err(BuildError::file("read", &bitstream))?;
        if digest(&bytes) == *sha256 {
            return Ok(bytes);
        }
        let (file, sha256) = (visible(file), visible(sha256));
        let reason = format!("`{file}` is not what was built: its SHA-256 is {}, not {sha256}", digest(&bytes));
        Err(BuildError::Record { path: folder.join(folder::FILE), reason })
    }
}
