//! Commands, games and moments: all of them, one after the other.

use super::{Blank, Command, Files, Game, How, Port, Stopped, leftovers, pipe, stopped};
use std::collections::BTreeMap;
use std::ffi::OsString;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// What a trace of a game may take to be recorded.
const RECORDING: Duration = Duration::from_secs(10);

/// Where commands are stopped.
pub struct Bench<'a> {
    binary: &'a Path,
    folder: &'a Path,
    silent: PathBuf,
    port: Port,
    /// A trace for each game that was asked for.
    traces: BTreeMap<PathBuf, PathBuf>,
    /// Numbers of what was made in the folder.
    made: u32,
    random: u64,
}

impl<'a> Bench<'a> {
    /// A place to stop commands; what they write goes to the folder.
    ///
    /// # Errors
    /// Pipes or terminals can't be made.
    pub fn new(binary: &'a Path, folder: &'a Path, seed: u64) -> io::Result<Self> {
        let silent = pipe(&folder.join("silent"))?;
        Ok(Self { binary, folder, silent, port: Port::open()?, traces: BTreeMap::new(), made: 0, random: seed })
    }

    /// Stops a command once, at a random moment before `longest`.
    ///
    /// # Errors
    /// As [`stopped`]; and a command that ends as none may, or leaves files.
    pub fn stop(&mut self, command: &Command, game: &Game, how: How, longest: Duration) -> io::Result<Stopped> {
        self.made += 1;
        let out = self.folder.join(format!("out{}", self.made));
        let trace = if command.reads_trace() { self.trace(&game.file)? } else { PathBuf::new() };
        let blank = self.folder.join(format!("blank{}", self.made));
        if command.reads_blank() {
            pipe(&blank)?;
            Blank::serve(&blank, 1);
        }
        let silent = self.silent.clone();
        let after = longest.mul_f64(self.fraction());
        let files = Files {
            game: &game.file,
            out: &out,
            trace: &trace,
            silent: &silent,
            blank: &blank,
            port: self.port.path(),
        };
        let arguments = command.arguments(&files);
        let ended = stopped(self.binary, &arguments, after, how)?;
        let fault = ended.fault().or_else(|| match leftovers(self.folder) {
            Ok(files) if files.is_empty() => None,
            Ok(files) => Some(format!("left {files:?}")),
            Err(error) => Some(error.to_string()),
        });
        match fault {
            Some(fault) => Err(io::Error::other(format!("{how:?} after {after:?}, {arguments:?}: {fault}"))),
            None => Ok(ended),
        }
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
        stopped(self.binary, &arguments, RECORDING, How::Deadline)?;
        if !trace.exists() {
            fs::write(&trace, "")?;
        }
        self.traces.insert(game.to_owned(), trace.clone());
        Ok(trace)
    }

    /// A number from 0 to 1 (xorshift64*, S. Vigna, "An experimental exploration of Marsaglia's xorshift generators").
    fn fraction(&mut self) -> f64 {
        let mut x = self.random | 1;
        x ^= x >> 12;
        x ^= x << 25;
        x ^= x >> 27;
        self.random = x;
        (x.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 11) as f64 / (1_u64 << 53) as f64
    }
}
