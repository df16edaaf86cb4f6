//! What commands wait for: pipes with nobody at the other end, line ends that never stop, a port at which nobody answers.

use rustix::fd::OwnedFd;
use rustix::fs::{CWD, FileType, Mode, mknodat};
use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};
use std::fs::File;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::thread;

/// Makes a named pipe.
///
/// # Errors
/// It can't be made.
pub fn pipe(path: &Path) -> io::Result<PathBuf> {
    mknodat(CWD, path, FileType::Fifo, Mode::RUSR | Mode::WUSR, 0)?;
    Ok(path.to_owned())
}

/// A pipe whose readers get line ends, as many as they like.
pub struct Blank;

impl Blank {
    /// Serves the pipe for as many readers, one after the other.
    pub fn serve(path: &Path, readers: usize) {
        let path = path.to_owned();
        // It waits for readers, and ends with the program.
        thread::spawn(move || {
            for _ in 0..readers {
                let Ok(mut file) = File::options().write(true).open(&path) else { return };
                while file.write_all(&[b'\n'; 4096]).is_ok() {}
            }
        });
    }
}

/// A serial port at which nobody answers, as long as this lives.
pub struct Port {
    _far: OwnedFd,
    path: PathBuf,
}

impl Port {
    /// Opens one.
    ///
    /// # Errors
    /// There are no pseudo-terminals.
    pub fn open() -> io::Result<Self> {
        let far = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY | OpenptFlags::CLOEXEC)?;
        grantpt(&far)?;
        unlockpt(&far)?;
        let path = ptsname(&far, Vec::new())?.into_string().map_err(io::Error::other)?.into();
        Ok(Self { _far: far, path })
    }

    /// Its path.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }
}
