//! What can go wrong between Verilog text and a running model, sorted by who can help it.

use std::borrow::Cow;
use std::path::PathBuf;
use std::time::Duration;

use crate::files::{Distrust, shown};
use crate::{Family, Stage, ToolLimits};

/// Failure to build, load or step a model.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SimError {
    /// A tool is not installed, or not where the environment says.
    #[error("{tool} is not available ({reason}); install it with: {help}")]
    ToolMissing {
        /// The program that was asked for.
        tool: String,
        /// What happened when it was started.
        reason: String,
        /// The command that installs it.
        help: Cow<'static, str>,
    },
    /// A tool is there but too old, or answers in a way that is not understood.
    #[error("{tool} reports version `{found}`, {needed} is needed")]
    ToolVersion {
        /// The program.
        tool: String,
        /// Its own words.
        found: String,
        /// What is needed.
        needed: &'static str,
    },
    /// A tool ran and refused its input.
    #[error("command failed ({status}): {command}\n{stderr}")]
    ToolFailed {
        /// The command line, for people; it was not run by a shell.
        command: String,
        /// Exit status or signal.
        status: String,
        /// The end of what the tool wrote to standard error.
        stderr: String,
    },
    /// The time was over while a tool ran; it and its children were killed.
    #[error("command was stopped, the time of {limit:?} was over: {command}\n{stderr}")]
    TimedOut {
        /// The command line, for people.
        command: String,
        /// The time allowed.
        limit: Duration,
        /// The end of what the tool wrote to standard error.
        stderr: String,
    },
    /// Whoever observed the build stopped it; tools that ran and their children were killed.
    #[error("the build was stopped: {stage}")]
    Stopped {
        /// What it was at.
        stage: Stage,
    },
    /// A tool needed more memory than it may have, or than there is.
    #[error("command ran out of memory ({}): {command}\n{stderr}", memory_limit(*.limit))]
    OutOfMemory {
        /// The command line, for people.
        command: String,
        /// The bytes allowed, if there is a limit.
        limit: Option<u64>,
        /// The end of what the tool wrote to standard error.
        stderr: String,
    },
    /// The tools could not finish within the limits.
    #[error("the design is too large for {work} within {limits}: {reason}")]
    DesignTooLarge {
        /// What was done with it: simulation or technology mapping.
        work: &'static str,
        /// The limits that applied.
        limits: ToolLimits,
        /// Which of them was exceeded, and by which tool.
        reason: Box<SimError>,
    },
    /// A name in the specification is not a plain lower-case identifier.
    #[error("{what} `{name}` is not allowed: {rule}")]
    BadName {
        /// Which name: top module, port, clock or source file.
        what: &'static str,
        /// The name, shortened and escaped.
        name: String,
        /// The rule that it breaks.
        rule: &'static str,
    },
    /// The specification contradicts itself.
    #[error("bad model specification: {reason}")]
    BadSpec {
        /// What is wrong.
        reason: String,
    },
    /// The sources are larger than the tools can be trusted with.
    #[error("the Verilog text has {bytes} bytes, the limit is {limit}")]
    TooLarge {
        /// Size of all sources.
        bytes: u64,
        /// The limit.
        limit: u64,
    },
    /// The module's ports are not those of the specification.
    #[error("module `{top}` does not have the expected ports: {reason}")]
    PortMismatch {
        /// The top module.
        top: String,
        /// The first difference.
        reason: String,
    },
    /// A netlist from outside holds more than hardware: a simulator would run it.
    #[error("line {line} of the netlist has {what}, which is no part of hardware: it is not simulated")]
    Active {
        /// What it has, for people.
        what: String,
        /// Line, from 1.
        line: usize,
    },
    /// A netlist that was made of something else can't be one.
    #[error("{what} can't be simulated: {reason}")]
    NoDesign {
        /// What it was made of.
        what: &'static str,
        /// What is wrong with it.
        reason: String,
    },
    /// A port was named that the model does not have.
    #[error("the model has no port `{name}`")]
    NoSuchPort {
        /// The name or index.
        name: String,
    },
    /// A value does not fit a port.
    #[error("port `{port}` of {width} bits: {reason}")]
    PortValue {
        /// The port.
        port: String,
        /// Its width in bits.
        width: u32,
        /// What does not fit.
        reason: &'static str,
    },
    /// A wave dump was asked for that the model cannot write.
    #[error("the model was built without wave dumps; build it with the option `trace`")]
    NoTrace,
    /// A wave dump could not be opened, or is not whole.
    #[error("cannot write the wave dump {}: {reason}", shown(path))]
    Trace {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        reason: String,
    },
    /// A netlist has a cell that Yosys has no simulation model of.
    #[error("Yosys has no simulation model of cell `{cell}` of family {}", family.name())]
    NoCellModel {
        /// The type of the cell.
        cell: String,
        /// The family it belongs to.
        family: Family,
    },
    /// `tick` was called on a model without a clock.
    #[error("the model has no clock port")]
    NoClock,
    /// The model stopped itself: `$stop`, a combinational loop that does not settle, a failed assertion.
    #[error("the model stopped: {message}")]
    Halted {
        /// Verilator's message.
        message: String,
    },
    /// The built library could not be loaded.
    #[error("cannot load the model library {}: {reason}", shown(path))]
    Load {
        /// The library.
        path: PathBuf,
        /// The loader's words.
        reason: String,
    },
    /// There is no place for the cache.
    #[error("no cache directory: set GDL2HDL_CACHE, XDG_CACHE_HOME or HOME")]
    NoCacheDirectory,
    /// Somebody else could have put code into the cache, or it can't be seen that nobody could.
    #[error(
        "nothing is run from the cache: {reason}, so others could have put code there; \
         set GDL2HDL_CACHE to a folder that is yours alone, or make `{}` yours alone: chown, chmod go-w",
        shown(path)
    )]
    UnsafeCache {
        /// The file or folder that is not as it must be: of the cache, or above it.
        path: PathBuf,
        /// What is wrong with it.
        reason: String,
    },
    /// A file could not be read, written, locked or moved.
    #[error("cannot {action} {}: {source}", shown(path))]
    Io {
        /// What was tried.
        action: &'static str,
        /// The file or directory.
        path: PathBuf,
        /// The system's words.
        source: std::io::Error,
    },
}

impl SimError {
    /// A closure for `map_err` that says which action on which path failed.
    pub fn io(action: &'static str, path: impl Into<PathBuf>) -> impl FnOnce(std::io::Error) -> Self {
        let path = path.into();
        move |source| Self::Io { action, path, source }
    }

    /// Says of a tool that exceeded its limits what that means for the design.
    pub(crate) fn within(self, work: &'static str, limits: ToolLimits) -> Self {
        match self {
            Self::TimedOut { .. } | Self::OutOfMemory { .. } => {
                Self::DesignTooLarge { work, limits, reason: Box::new(self) }
            }
            other => other,
        }
    }
}

fn memory_limit(bytes: Option<u64>) -> String {
    bytes.map_or_else(|| "no limit set".to_owned(), |bytes| format!("limit {} MiB", bytes >> 20))
}

impl From<Distrust> for SimError {
    fn from(distrust: Distrust) -> Self {
        let reason = distrust.to_string();
        match distrust {
            Distrust::Owner { path, .. } | Distrust::Writable { path, .. } | Distrust::Unseen { path, .. } => {
                Self::UnsafeCache { path, reason }
            }
        }
    }
}
