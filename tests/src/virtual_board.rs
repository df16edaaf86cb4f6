//! A built board in simulation, at a pseudo-terminal.

use std::io::{self, BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};

/// A running `gdl2hdl virtual-board`, ended when it goes out of scope.
#[derive(Debug)]
pub struct VirtualBoard {
    process: Child,
    /// The path of its serial port.
    pub port: String,
}

impl VirtualBoard {
    /// Starts one of the build in a folder, and waits until it has a port.
    ///
    /// # Errors
    /// When it can't be started, or ends without a port: what it said of that is on standard error.
    pub fn start(binary: &Path, folder: &Path) -> io::Result<Self> {
        Self::start_at(binary, folder, "rtl")
    }

    /// The same at a level of `gdl2hdl virtual-board --level`.
    ///
    /// # Errors
    /// As [`Self::start`].
    pub fn start_at(binary: &Path, folder: &Path, level: &str) -> io::Result<Self> {
        let mut command = Command::new(binary);
        command
            .args(["virtual-board", "--level", level])
            .arg(folder)
            .arg("--quiet")
            .stdin(Stdio::null())
            .stdout(Stdio::piped());
        let mut board = Self { process: command.spawn()?, port: String::new() };
        if let Some(stdout) = board.process.stdout.take() {
            BufReader::new(stdout).read_line(&mut board.port)?;
        }
        board.port.truncate(board.port.trim_end().len());
        match board.port.starts_with("/dev/") {
            true => Ok(board),
            false => Err(io::Error::other(format!("the virtual board gives no port but `{}`", board.port))),
        }
    }
}

impl Drop for VirtualBoard {
    fn drop(&mut self) {
        // It may have ended by itself, which its user has seen by then.
        let _ended = self.process.kill();
        let _status = self.process.wait();
    }
}
