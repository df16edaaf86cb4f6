//! Commands, games and moments: all of them, one after the other.

use super::{Command, Files, Game, How, Stopped, Surroundings, blank_lines, leftovers, pipe, stopped};
use crate::examples;
use crate::random::Random;
use crate::wait::Silence;
use gdl2hdl_verilate::board::Terminal;
use std::collections::BTreeMap;
use std::ffi::OsString;
use std::fs;
use std::io;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process;
use std::time::Duration;

/// What a trace of a game may take to be recorded.
const RECORDING: Duration = Duration::from_secs(10);

/// A build that takes little time, on a board whose programmer has a name of its own.
const BUILD: &str = "--board icebreaker --clock 12 --cores 1 --slots 1 --multipliers=false";
/// That programmer.
const PROGRAMMER: &str = "iceprog";

/// Where commands are stopped.
pub struct Bench<'a> {
    binary: &'a Path,
    folder: &'a Path,
    silent: PathBuf,
    /// A serial port at which nobody answers.
    port: Terminal,
    /// Among the tools, before all others, is a programmer that does not end.
    around: Surroundings,
    /// It waits for this.
    _silence: Silence,
    /// A build, where one was asked for.
    build: Option<PathBuf>,
    /// A trace for each game that was asked for.
    traces: BTreeMap<PathBuf, PathBuf>,
    /// Numbers of what was made in the folder.
    made: u32,
    random: Random,
}

impl<'a> Bench<'a> {
    /// A place to stop commands; what they write goes to the folder.
    ///
    /// # Errors
    /// Pipes or terminals can't be made.
    pub fn new(binary: &'a Path, folder: &'a Path, seed: u64) -> io::Result<Self> {
        let silent = folder.join("silent");
        pipe(&silent)?;
        let port = Terminal::open().map_err(io::Error::other)?;
        let silence = Silence::new()?;
        let around = Surroundings { programs: programs(folder, &silence)?, temporary: folder.join("temporary") };
        fs::create_dir(&around.temporary)?;
        Ok(Self {
            binary,
            folder,
            silent,
            port,
            around,
            _silence: silence,
            build: None,
            traces: BTreeMap::new(),
            made: 0,
            random: Random::new(seed),
        })
    }

    /// Stops a command once, at a random moment before `longest`.
    ///
    /// # Errors
    /// As [`stopped`]; and a command that ends as none may, or leaves files.
    pub fn stop(&mut self, command: &Command, game: &Game, how: How, longest: Duration) -> io::Result<Stopped> {
        let after = longest.mul_f64(self.random.fraction());
        self.stop_after(command, game, how, after)
    }

    /// Stops a command after so long.
    ///
    /// # Errors
    /// As [`Bench::stop`].
    pub fn stop_after(&mut self, command: &Command, game: &Game, how: How, after: Duration) -> io::Result<Stopped> {
        self.made += 1;
        let out = self.folder.join(format!("out{}", self.made));
        let trace = if command.reads_trace() { self.trace(&game.file)? } else { PathBuf::new() };
        let blank = self.folder.join(format!("blank{}", self.made));
        if command.reads_blank() {
            pipe(&blank)?;
            blank_lines(&blank);
        }
        let build = if command.reads_build() { self.build()? } else { PathBuf::new() };
        let files = Files {
            game: &game.file,
            out: &out,
            trace: &trace,
            build: &build,
            silent: &self.silent,
            blank: &blank,
            port: self.port.path(),
        };
        let arguments = command.arguments(&files);
        let ended = stopped(self.binary, &arguments, &self.around, after, how)?;
        let fault = ended.fault().or_else(|| match self.left() {
            Ok(files) if files.is_empty() => None,
            Ok(files) => Some(format!("left {files:?}")),
            Err(error) => Some(error.to_string()),
        });
        match fault {
            Some(fault) => Err(io::Error::other(format!("{how:?} after {after:?}, {arguments:?}: {fault}"))),
            None => Ok(ended),
        }
    }

    /// What stopped commands left: temporary files beside results, or anything where temporary files go.
    fn left(&self) -> io::Result<Vec<PathBuf>> {
        let mut left = leftovers(self.folder)?;
        for entry in fs::read_dir(&self.around.temporary)? {
            left.push(entry?.path());
        }
        Ok(left)
    }

    /// A trace of a game, as far as one comes in time: a sound one, though it may hold no playout.
    fn trace(&mut self, game: &Path) -> io::Result<PathBuf> {
        if let Some(trace) = self.traces.get(game) {
            return Ok(trace.clone());
        }
        let trace = self.folder.join(format!("trace{}.jsonl", self.traces.len()));
        let line = ["record", "GAME", "--playouts", "100000", "--engine", "ground", "-o", "TRACE"];
        let argument = |word: &str| -> OsString {
            match word {
                "GAME" => game.into(),
                "TRACE" => (&trace).into(),
                other => other.into(),
            }
        };
        let arguments: Vec<OsString> = line.into_iter().map(argument).collect();
        stopped(self.binary, &arguments, &self.around, RECORDING, How::Deadline)?;
        if !trace.exists() {
            fs::write(&trace, "")?;
        }
        self.traces.insert(game.to_owned(), trace.clone());
        Ok(trace)
    }

    /// A whole build.
    fn build(&mut self) -> io::Result<PathBuf> {
        if let Some(build) = &self.build {
            return Ok(build.clone());
        }
        let build = self.folder.join("build");
        let mut command = process::Command::new(self.binary);
        command.arg("build").arg(examples::path("two_button_lights")).args(BUILD.split(' ')).arg("-o").arg(&build);
        let ended = command.output()?;
        if !ended.status.success() {
            return Err(io::Error::other(String::from_utf8_lossy(&ended.stderr).into_owned()));
        }
        self.build = Some(build.clone());
        Ok(build)
    }
}

/// A path for programs that begins with a folder of our own: in it the programmer waits for a board that never answers.
fn programs(folder: &Path, silence: &Silence) -> io::Result<OsString> {
    let own = folder.join("programs");
    fs::create_dir(&own)?;
    let programmer = own.join(PROGRAMMER);
    fs::write(&programmer, format!("#!/bin/sh\n{}\n", silence.words()))?;
    fs::set_permissions(&programmer, fs::Permissions::from_mode(0o755))?;
    let others = std::env::var_os("PATH").unwrap_or_default();
    std::env::join_paths(std::iter::once(own).chain(std::env::split_paths(&others))).map_err(io::Error::other)
}
