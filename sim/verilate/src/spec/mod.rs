//! What to build: sources, top module, ports, options.
//!
//! A [`Spec`] is checked once, by [`Spec::check`]. After that its names are plain identifiers and may be put into C++
//! text and file names.

mod inert;
mod names;

use std::collections::BTreeSet;

use crate::SimError;
pub use inert::inert;
use names::check_file_name;
pub(crate) use names::check_identifier;

/// Largest sum of source texts that is handed to Verilator. A net of 200,000 gates has about 7 MB.
pub const MAX_SOURCE_BYTES: u64 = 256 << 20;
/// Widest port. Verilator itself stops a little above.
pub const MAX_PORT_BITS: u32 = 1 << 20;

/// One Verilog file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Source {
    /// File name, `[a-z][a-z0-9_]*` and `.v`, `.sv` or `.vh`.
    pub name: String,
    /// Its text.
    pub text: String,
}

/// Direction of a port, seen from the module.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Direction {
    /// Set by the caller.
    Input,
    /// Read by the caller.
    Output,
}

/// A port of the top module.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Port {
    /// Name, `[a-z][a-z0-9_]*`.
    pub name: String,
    /// Width in bits, at least 1. A port of one bit may be declared as a scalar or as `[0:0]`.
    pub width: u32,
    /// Direction, seen from the module.
    pub direction: Direction,
}

impl Port {
    /// An input of `width` bits.
    pub fn input(name: impl Into<String>, width: u32) -> Self {
        Self { name: name.into(), width, direction: Direction::Input }
    }

    /// An output of `width` bits.
    pub fn output(name: impl Into<String>, width: u32) -> Self {
        Self { name: name.into(), width, direction: Direction::Output }
    }
}

/// How hard the C++ compiler works.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Optimise {
    /// By size, so that the build time stays bounded: see [`crate::build`].
    #[default]
    BySize,
    /// `-O0`: shortest build, slowest model.
    None,
    /// `-O1`.
    Some,
    /// `-O2`: longest build, fastest model.
    Full,
}

/// Options that change the built library.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct BuildOptions {
    /// Effort of the C++ compiler.
    pub optimise: Optimise,
    /// Statements per generated C++ function; `None` chooses by size. Compile time grows faster than a function does.
    pub split: Option<u32>,
    /// Whether [`crate::Instance::trace`] can write wave dumps. Such a model is larger and runs slower, dump or no dump.
    pub trace: bool,
}

/// A module to build.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Spec {
    /// Name of the top module, `[a-z][a-z0-9_]*`.
    pub top: String,
    /// The Verilog files, in the order in which Verilator reads them.
    pub sources: Vec<Source>,
    /// **All** ports of the top module. Their order gives the port indices.
    pub ports: Vec<Port>,
    /// The input that [`crate::Instance::tick`] drives.
    pub clock: Option<String>,
    /// Options.
    pub options: BuildOptions,
}

impl Spec {
    /// A specification with one source file, a clock called `clk_i` if there is such an input, and default options.
    pub fn new(top: impl Into<String>, text: impl Into<String>, ports: Vec<Port>) -> Self {
        let clock = ports.iter().find(|p| p.name == "clk_i" && p.direction == Direction::Input).map(|p| p.name.clone());
        let sources = vec![Source { name: "model.v".to_owned(), text: text.into() }];
        Self { top: top.into(), sources, ports, clock, options: BuildOptions::default() }
    }

    /// Index of the clock among the ports.
    #[must_use]
    pub fn clock_index(&self) -> Option<usize> {
        let clock = self.clock.as_ref()?;
        self.ports.iter().position(|p| p.name == *clock)
    }

    /// Checks names, widths and sizes.
    ///
    /// # Errors
    /// [`SimError::BadName`], [`SimError::BadSpec`] or [`SimError::TooLarge`].
    pub fn check(&self) -> Result<(), SimError> {
        check_identifier("top module", &self.top)?;
        self.check_sources()?;
        self.check_ports()?;
        self.check_clock()
    }

    fn check_sources(&self) -> Result<(), SimError> {
        let mut seen = BTreeSet::new();
        for source in &self.sources {
            check_file_name(&source.name)?;
            if !seen.insert(&source.name) {
                return bad(format!("source file `{}` is given twice", source.name));
            }
        }
        if self.sources.iter().all(|s| s.name.ends_with(".vh")) {
            return bad("there is no source file to compile".to_owned());
        }
        let bytes = self.sources.iter().map(|s| s.text.len() as u64).sum();
        if bytes > MAX_SOURCE_BYTES {
            return Err(SimError::TooLarge { bytes, limit: MAX_SOURCE_BYTES });
        }
        Ok(())
    }

    fn check_ports(&self) -> Result<(), SimError> {
        let mut seen = BTreeSet::new();
        for port in &self.ports {
            check_identifier("port", &port.name)?;
            if !seen.insert(&port.name) {
                return bad(format!("port `{}` is given twice", port.name));
            }
            if port.width == 0 || port.width > MAX_PORT_BITS {
                return bad(format!("port `{}` has {} bits, 1 to {MAX_PORT_BITS} are possible", port.name, port.width));
            }
        }
        Ok(())
    }

    fn check_clock(&self) -> Result<(), SimError> {
        let Some(clock) = &self.clock else { return Ok(()) };
        check_identifier("clock", clock)?;
        match self.ports.iter().find(|p| p.name == *clock) {
            Some(Port { width: 1, direction: Direction::Input, .. }) => Ok(()),
            Some(_) => bad(format!("clock `{clock}` is not an input of one bit")),
            None => bad(format!("clock `{clock}` is not among the ports")),
        }
    }
}

fn bad(reason: String) -> Result<(), SimError> {
    Err(SimError::BadSpec { reason })
}
