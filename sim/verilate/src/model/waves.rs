//! Wave dumps of an instance, in the FST format that GTKWave and Surfer read.

use std::ffi::CString;
use std::fs::{self, File};
use std::io::Read;
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};

use super::Instance;
use crate::SimError;

/// Bytes of a dump up to and with its end time: type of block, length of the block, time of start, time of end.
const HEAD_BYTES: usize = 25;
/// Type and length of the first block of every FST file.
const FIRST_BLOCK: [u8; 9] = [0, 0, 0, 0, 0, 0, 0, 1, 73];

impl Instance {
    /// Dumps all signals from now on, to a file that is made or replaced. A dump that is open is ended first.
    ///
    /// The state as it is now has time 0. From then on each evaluation is one unit of time: an
    /// [`Instance::eval`] takes one, a cycle of [`Instance::tick`] two, one for each half. Viewers show a unit as 1 ps.
    /// The file is whole after [`Instance::end_trace`], or after the instance is dropped; until then a file
    /// called like it with `.hier` at the end stands beside it.
    ///
    /// # Errors
    /// [`SimError::NoTrace`] if the model was built without [`crate::BuildOptions::trace`]; [`SimError::Io`] or
    /// [`SimError::Trace`] when the file cannot be written; as [`Instance::end_trace`] for a dump that was open.
    pub fn trace(&mut self, path: &Path) -> Result<(), SimError> {
        if !self.handle.has_waves() {
            return Err(SimError::NoTrace);
        }
        self.alive()?;
        self.end_trace()?;
        let path = std::path::absolute(path).map_err(SimError::io("find", path))?;
        check_place(&path)?;
        let failed = |reason: String| SimError::Trace { path: path.clone(), reason };
        let name = CString::new(path.as_os_str().as_bytes()).map_err(|e| failed(e.to_string()))?;
        self.handle.open_waves(&name).map_err(failed)?;
        self.waves = Some(path);
        Ok(())
    }

    /// Ends the dump; nothing happens when none is open.
    ///
    /// # Errors
    /// [`SimError::Io`] or [`SimError::Trace`] when the file is not whole, as on a full disk.
    pub fn end_trace(&mut self) -> Result<(), SimError> {
        let Some(path) = self.waves.take() else { return Ok(()) };
        let end = self.handle.close_waves();
        check_dump(path, end)
    }
}

/// Tries to make the file: the writer says of a failure only that there was one. It also replaces whatever has the
/// name, so a device or a socket must not get there.
fn check_place(path: &Path) -> Result<(), SimError> {
    if fs::metadata(path).is_ok_and(|found| !found.is_file()) {
        return Err(SimError::Trace { path: path.to_owned(), reason: "it is there, and no ordinary file".to_owned() });
    }
    File::create(path).map(drop).map_err(SimError::io("write", path))
}

/// The writer does not report errors either. It puts the end time into the head last, so a head that has it was
/// written to the end.
fn check_dump(path: PathBuf, end: u64) -> Result<(), SimError> {
    let mut head = [0; HEAD_BYTES];
    let read = File::open(&path).and_then(|mut file| file.read_exact(&mut head));
    read.map_err(SimError::io("read", &path))?;
    if !head.starts_with(&FIRST_BLOCK) || head[HEAD_BYTES - 8..] != end.to_be_bytes() {
        return Err(SimError::Trace { path, reason: "it was not written to the end; is the disk full?".to_owned() });
    }
    Ok(())
}
