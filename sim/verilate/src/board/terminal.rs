//! A pseudo-terminal: a serial device whose other end is this program.

use rustix::fs::{OFlags, fcntl_getfl, fcntl_setfl};
use rustix::io::Errno;
use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};
use rustix::termios::{OptionalActions, tcgetattr, tcsetattr};
use std::fs::{File, OpenOptions};
use std::io;
use std::os::fd::OwnedFd;
use std::path::{Path, PathBuf};

/// A serial device for other programs, and its far end.
#[derive(Debug)]
pub struct Terminal {
    far: OwnedFd,
    path: PathBuf,
    /// Held open so that the far end does not fail while no program has opened the device.
    _near: File,
}

impl Terminal {
    /// Makes a device that passes all bytes as they are.
    ///
    /// # Errors
    /// The system has no pseudo-terminal to give.
    pub fn open() -> io::Result<Self> {
        let far = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY | OpenptFlags::CLOEXEC)?;
        grantpt(&far)?;
        unlockpt(&far)?;
        let name = ptsname(&far, Vec::new())?;
        let path = PathBuf::from(name.to_string_lossy().into_owned());
        let near = OpenOptions::new().read(true).write(true).open(&path)?;
        let mut settings = tcgetattr(&near)?;
        settings.make_raw();
        tcsetattr(&near, OptionalActions::Now, &settings)?;
        fcntl_setfl(&far, fcntl_getfl(&far)? | OFlags::NONBLOCK)?;
        Ok(Self { far, path, _near: near })
    }

    /// The device, for other programs to open.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The bytes that other programs have sent meanwhile, none when there are none.
    ///
    /// # Errors
    /// The system's.
    pub fn receive(&self, bytes: &mut impl Extend<u8>) -> io::Result<usize> {
        let mut block = [0; 4096];
        match rustix::io::read(&self.far, &mut block) {
            Ok(count) => {
                bytes.extend(block[..count].iter().copied());
                Ok(count)
            }
            Err(Errno::AGAIN | Errno::INTR) => Ok(0),
            Err(error) => Err(error.into()),
        }
    }

    /// Sends as many of the bytes as the device takes now; gives their number.
    ///
    /// # Errors
    /// The system's.
    pub fn send(&self, bytes: &[u8]) -> io::Result<usize> {
        match rustix::io::write(&self.far, bytes) {
            Ok(count) => Ok(count),
            Err(Errno::AGAIN | Errno::INTR) => Ok(0),
            Err(error) => Err(error.into()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::{Read, Write};

    #[test]
    fn all_bytes_pass_both_ways() {
        let terminal = Terminal::open().unwrap();
        let mut device = OpenOptions::new().read(true).write(true).open(terminal.path()).unwrap();
        let all: Vec<u8> = (0..=255).collect();
        device.write_all(&all).unwrap();
        let mut received = Vec::new();
        while received.len() < all.len() {
            terminal.receive(&mut received).unwrap();
        }
        assert_eq!(received, all);
        assert_eq!(terminal.receive(&mut received).unwrap(), 0, "nothing more, and no waiting");
        assert_eq!(terminal.send(&all).unwrap(), all.len());
        let mut back = vec![0; all.len()];
        device.read_exact(&mut back).unwrap();
        assert_eq!(back, all);
    }

    #[test]
    fn a_device_may_be_closed_and_opened_again() {
        let terminal = Terminal::open().unwrap();
        for byte in [1, 2] {
            let mut device = OpenOptions::new().read(true).write(true).open(terminal.path()).unwrap();
            device.write_all(&[byte]).unwrap();
            drop(device);
            let mut received = Vec::new();
            while received.is_empty() {
                terminal.receive(&mut received).unwrap();
            }
            assert_eq!(received, [byte]);
        }
    }
}
