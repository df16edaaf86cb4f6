//! The external programs: found, checked for their version, and run with bounds.

#[cfg(test)]
mod endless;
mod group;
mod limits;
mod path;
mod process;

use crate::files::shown;
use std::env;
use std::path::{Path, PathBuf};
use std::thread;

pub use group::end_all;
pub(crate) use limits::Budget;
pub use limits::ToolLimits;
pub(crate) use path::program;
pub use process::Process;

use crate::SimError;

/// The command that brings both tools on Debian and its relatives.
pub const APT_CURE: &str = "apt-get install verilator g++";
/// Names the Verilator to use instead of the one on `PATH`.
pub const ENV_VERILATOR: &str = "GDL2HDL_VERILATOR";
/// Names the C++ compiler to use instead of `g++` on `PATH`.
pub const ENV_CXX: &str = "GDL2HDL_CXX";

/// Verilator and a C++ compiler, both known to work.
#[derive(Clone, Debug)]
pub struct Toolchain {
    pub(crate) verilator: PathBuf,
    pub(crate) cxx: PathBuf,
    /// Verilator's own directory with its C++ headers and runtime.
    pub(crate) root: PathBuf,
    /// Full version texts of both; part of every cache key.
    pub(crate) versions: [String; 2],
    /// Bounds for each model that is built.
    pub limits: ToolLimits,
    /// How many C++ compilers run at a time.
    pub jobs: usize,
}

impl Toolchain {
    /// What Verilator and the C++ compiler say about their versions.
    #[must_use]
    pub fn versions(&self) -> [&str; 2] {
        self.versions.each_ref().map(|version| version.lines().next().unwrap_or_default())
    }

    /// Takes `verilator` and `g++` from `PATH`, or from [`ENV_VERILATOR`] and [`ENV_CXX`].
    ///
    /// # Errors
    /// [`SimError::ToolMissing`] with the command that installs them, [`SimError::ToolVersion`] when one is too old.
    pub fn find() -> Result<Self, SimError> {
        let tool = |variable, default: &str| env::var_os(variable).map_or_else(|| default.into(), PathBuf::from);
        Self::with_tools(&tool(ENV_VERILATOR, "verilator"), &tool(ENV_CXX, "g++"))
    }

    /// Takes the given programs: a path, or a name that is looked up in `PATH`.
    ///
    /// # Errors
    /// As [`Toolchain::find`].
    pub fn with_tools(verilator: &Path, cxx: &Path) -> Result<Self, SimError> {
        let [verilator, cxx] = [fixed(verilator)?, fixed(cxx)?];
        let limits = ToolLimits::default();
        let ask = |tool: &Path, args: &[&str]| Process::new(tool, Path::new("/")).args(args).run(limits.start());
        let verilator_version = ask(&verilator, &["--version"])?;
        check_verilator(&verilator, &verilator_version)?;
        let cxx_version = ask(&cxx, &["--version"])?;
        let target = ask(&cxx, &["-dumpmachine"])?;
        let root = PathBuf::from(ask(&verilator, &["--getenv", "VERILATOR_ROOT"])?);
        check_root(&root)?;
        Ok(Self {
            verilator,
            cxx,
            root,
            versions: [verilator_version, format!("{cxx_version}\n{target}")],
            limits,
            jobs: thread::available_parallelism().map_or(1, usize::from),
        })
    }

    /// Verilator's header directory.
    pub(crate) fn include(&self) -> PathBuf {
        self.root.join("include")
    }
}

/// A path stays the same file when the tool runs in another directory; a bare name is left to `PATH`.
pub(crate) fn fixed(tool: &Path) -> Result<PathBuf, SimError> {
    if tool.components().count() < 2 {
        return Ok(tool.to_owned());
    }
    std::path::absolute(tool).map_err(SimError::io("find", tool))
}

/// Version 5 changed the scheduler and the generated class. Some binary packages print no number; these are all newer.
fn check_verilator(tool: &Path, version: &str) -> Result<(), SimError> {
    let refuse = || SimError::ToolVersion {
        tool: shown(tool),
        found: version.chars().take(100).collect(),
        needed: "Verilator 5.006 or later",
    };
    let mut words = version.split_whitespace();
    if words.next() != Some("Verilator") && !version.contains("rev vUNKNOWN") {
        return Err(refuse());
    }
    match words.next().and_then(parse_version) {
        Some(found) if found < (5, 6) => Err(refuse()),
        _ => Ok(()),
    }
}

/// `5.006` → (5, 6).
fn parse_version(word: &str) -> Option<(u32, u32)> {
    let (major, minor) = word.split_once('.')?;
    Some((major.parse().ok()?, minor.parse().ok()?))
}

fn check_root(root: &Path) -> Result<(), SimError> {
    let runtime = root.join("include/verilated.cpp");
    if runtime.is_file() {
        return Ok(());
    }
    let (tool, reason) = (shown(&runtime), "Verilator's runtime source is not there".to_owned());
    Err(SimError::ToolMissing { tool, reason, help: APT_CURE.into() })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_are_judged() {
        let check = |text| check_verilator(Path::new("verilator"), text).is_ok();
        assert!(check("Verilator 5.006 2023-01-22 rev (Debian 5.006-3)"));
        assert!(check("Verilator 5.048 2026-01-01"));
        assert!(check(" rev vUNKNOWN-built20260516-4e853d8"));
        assert!(!check("Verilator 4.038 2020-07-11"));
        assert!(!check("Icarus Verilog version 11.0"));
        assert!(!check(""));
    }

    #[test]
    fn missing_tools_name_the_cure() {
        let error = Toolchain::with_tools(Path::new("no_such_verilator"), Path::new("g++")).unwrap_err();
        assert!(matches!(error, SimError::ToolMissing { .. }));
        assert!(error.to_string().contains("apt-get install verilator g++"));
    }
}
