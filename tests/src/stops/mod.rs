//! Commands that are stopped at some moment: how long they take to end, and whether they leave half results.

mod bench;
mod commands;
mod games;
mod pipes;

pub use bench::Bench;
pub use commands::{COMMANDS, Command, Files};
pub use games::{Game, games, large};
pub use pipes::{blank_lines, pipe};

use crate::wait;
use std::ffi::OsString;
use std::fs;
use std::io::{self, Read};
use std::os::unix::process::ExitStatusExt;
use std::path::{Path, PathBuf};
use std::process::{self, Child, ExitStatus, Stdio};
use std::thread;
use std::time::{Duration, Instant};

/// What the guard says of work that it left where it was.
const LEFT: &str = "in the middle of";
/// A program that has not begun has used so many ticks of the processor at most.
const UNBEGUN: u64 = 10;
/// Who does not end is killed after so long: that is a failure.
const PATIENCE: Duration = Duration::from_secs(60);

/// How a command is stopped.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum How {
    /// Ctrl-C.
    Interrupt,
    /// What the system sends.
    Terminate,
    /// `--deadline`.
    Deadline,
}

impl How {
    /// All ways.
    pub const ALL: [Self; 3] = [Self::Interrupt, Self::Terminate, Self::Deadline];
}

/// A command that was stopped, or came to its end before.
#[derive(Clone, Debug)]
pub struct Stopped {
    /// From the stop to the end; nothing for one that ended before.
    pub late: Option<Duration>,
    /// Whether it had hardly begun when the signal came.
    pub unbegun: bool,
    /// Whether it did not end by itself in an orderly way, but was left where it was.
    pub left: bool,
    /// How it ended.
    pub status: ExitStatus,
    /// What it said.
    pub stderr: String,
}

impl Stopped {
    /// What is wrong with how it ended, if anything: a status that is not documented, or a panic.
    #[must_use]
    pub fn fault(&self) -> Option<String> {
        // A signal that comes before the program has said what it does with signals just ends it.
        let killed = self.status.signal().is_some_and(|signal| matches!(signal, 2 | 15)) && self.stderr.is_empty();
        match self.status.code() {
            Some(0..=3) if !self.stderr.contains("a bug:") => None,
            None if killed && self.unbegun => None,
            _ => Some(format!("{}: {}", self.status, self.stderr)),
        }
    }
}

/// How late a command may end that has a deadline: by a tenth of it, and so much more.
#[must_use]
pub fn allowed(deadline: Duration, more: Duration) -> Duration {
    deadline / 10 + more
}

/// Where commands of a bench find tools, and where their folders for a while are made.
pub struct Surroundings {
    /// The path for programs.
    pub programs: OsString,
    /// The folder for temporary files.
    pub temporary: PathBuf,
}

/// Runs a command and stops it after so long.
///
/// # Errors
/// It can't be started, does not end, or its output can't be read.
pub fn stopped(
    binary: &Path,
    arguments: &[OsString],
    around: &Surroundings,
    after: Duration,
    how: How,
) -> io::Result<Stopped> {
    let mut command = process::Command::new(binary);
    command.args(arguments).env("PATH", &around.programs).env("TMPDIR", &around.temporary);
    if how == How::Deadline {
        command.arg("--deadline").arg(format!("{:.3}", after.as_secs_f64().max(0.001)));
    }
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::piped());
    let (began, mut child) = (Instant::now(), command.spawn()?);
    let stderr = child.stderr.take().map(|mut stream| {
        thread::spawn(move || {
            let mut text = Vec::new();
            stream.read_to_end(&mut text).map(|_| String::from_utf8_lossy(&text).into_owned())
        })
    });
    let before = wait::ended(&mut child, began + after)?;
    let unbegun = wait::ticks(child.id()) <= UNBEGUN;
    if before.is_none() && how != How::Deadline {
        signal(&child, how)?;
    }
    let status = match before {
        Some(status) => status,
        None => match wait::ended(&mut child, began + after + PATIENCE)? {
            Some(status) => status,
            None => {
                child.kill()?;
                child.wait()?;
                return Err(io::Error::new(io::ErrorKind::TimedOut, format!("{arguments:?} did not end")));
            }
        },
    };
    let late = before.is_none().then(|| began.elapsed().saturating_sub(after));
    let joined = stderr.map(|thread| thread.join().unwrap_or_else(|_| Ok(String::new())));
    let stderr = joined.unwrap_or_else(|| Ok(String::new()))?;
    Ok(Stopped { late, unbegun, left: stderr.contains(LEFT), status, stderr })
}

fn signal(child: &Child, how: How) -> io::Result<()> {
    let number = i32::try_from(child.id()).map_err(io::Error::other)?;
    let pid = rustix::process::Pid::from_raw(number).ok_or_else(|| io::Error::other("no process"))?;
    let signal = if how == How::Interrupt { rustix::process::Signal::INT } else { rustix::process::Signal::TERM };
    Ok(rustix::process::kill_process(pid, signal)?)
}

/// What a stopped command left beside its results, in any folder below: nothing is to be there.
///
/// # Errors
/// A folder can't be read.
pub fn leftovers(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let (mut found, mut open) = (Vec::new(), vec![folder.to_owned()]);
    while let Some(folder) = open.pop() {
        for entry in fs::read_dir(folder)? {
            let entry = entry?;
            let name = entry.file_name().to_string_lossy().into_owned();
            if [".gdl2hdl-", ".tmp"].iter().any(|begin| name.starts_with(begin)) {
                found.push(entry.path());
            } else if entry.file_type()?.is_dir() {
                open.push(entry.path());
            }
        }
    }
    Ok(found)
}
