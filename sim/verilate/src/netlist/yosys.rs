//! Yosys: found, checked for its version, and run on a specification.

use crate::files::shown;
use std::env;
use std::fs;
use std::path::{Path, PathBuf};

use super::{Areas, Netlist, Target, statistics};
use crate::cache::{EntryKind, Key, KeyBuilder};
use crate::spec::check_identifier;
use crate::tools::{Budget, Process, ToolLimits, fixed};
use crate::{Cache, Observer, SimError, Spec, Unobserved};

/// Names the Yosys to use instead of the one on `PATH`.
pub const ENV_YOSYS: &str = "GDL2HDL_YOSYS";
/// The command that installs it.
pub(super) const HELP: &str = "apt-get install yosys";
/// Changes whenever this crate would make another netlist from the same input.
const VERSION: &str = "gdl2hdl-sim netlist 1";
/// The files of a cache entry.
const NETLIST: &str = "netlist.v";
const STATISTICS: &str = "statistics.json";
/// The stage of a build in which Yosys works.
const MAP: &str = "map to cells with Yosys";
/// The script, in the work folder.
const SCRIPT: &str = "map.ys";

/// A Yosys that is known to work.
#[derive(Clone, Debug)]
pub struct Yosys {
    program: PathBuf,
    version: String,
    share: PathBuf,
    /// Bounds for each netlist.
    pub limits: ToolLimits,
}

impl Yosys {
    /// Takes `yosys` from `PATH`, or from [`ENV_YOSYS`].
    ///
    /// # Errors
    /// [`SimError::ToolMissing`] with the command that installs it, [`SimError::ToolVersion`] when it is too old.
    pub fn find() -> Result<Self, SimError> {
        Self::with_tool(&env::var_os(ENV_YOSYS).map_or_else(|| "yosys".into(), PathBuf::from))
    }

    /// Takes the given program: a path, or a name that is looked up in `PATH`.
    ///
    /// # Errors
    /// As [`Yosys::find`].
    pub fn with_tool(program: &Path) -> Result<Self, SimError> {
        let program = fixed(program)?;
        let limits = ToolLimits::default();
        let version = Process::new(&program, Path::new("/")).help(HELP).args(["-V"]).run(limits.start())?;
        if !is_new_enough(&version) {
            let (tool, found) = (shown(&program), version.chars().take(100).collect());
            return Err(SimError::ToolVersion { tool, found, needed: "Yosys 0.23 or later" });
        }
        let share = share(&program, limits)?;
        Ok(Self { program, version, share, limits })
    }

    /// The program, as it was given.
    pub(super) fn program(&self) -> &Path {
        &self.program
    }

    /// Its data folder.
    pub(super) fn share(&self) -> &Path {
        &self.share
    }

    /// Its own words about its version.
    #[must_use]
    pub fn version(&self) -> &str {
        &self.version
    }

    /// Maps a design to the cells of a family, or takes the netlist from the cache. The hierarchy is flattened. A
    /// [`Family`](super::Family) as the target is one without multipliers.
    ///
    /// **Cost:** seconds to minutes for a new design.
    ///
    /// # Errors
    /// What [`Spec::check`] finds; [`SimError::ToolFailed`] with Yosys's message when the Verilog is wrong;
    /// [`SimError::DesignTooLarge`] when it needs more than its limits; [`SimError::Io`].
    pub fn map(&self, spec: &Spec, target: impl Into<Target>, cache: &Cache) -> Result<Netlist, SimError> {
        self.map_observed(spec, target, cache, &Unobserved)
    }

    /// The same, observed.
    ///
    /// # Errors
    /// As [`Yosys::map`], and [`SimError::Stopped`].
    pub fn map_observed(
        &self,
        spec: &Spec,
        target: impl Into<Target>,
        cache: &Cache,
        observer: &dyn Observer,
    ) -> Result<Netlist, SimError> {
        spec.check()?;
        let target = target.into();
        let family = target.family;
        let script = script(spec, target, &[], family.library(&self.share)?);
        let (text, counts) = self.netlist(spec, target, &script, cache, observer)?;
        let cells = statistics::cells(&counts).ok_or_else(|| self.not_understood(&counts))?;
        let (top, tool_version) = (spec.top.clone(), self.version.clone());
        Ok(Netlist { text, top, cells, family, tool_version, share: self.share.clone() })
    }

    /// What parts of a design take. `parts` are modules, identifiers all; each is flattened and mapped by itself, and
    /// so is what is in none of them.
    ///
    /// # Errors
    /// As [`Yosys::map`].
    pub fn areas(
        &self,
        spec: &Spec,
        target: impl Into<Target>,
        parts: &[&str],
        cache: &Cache,
    ) -> Result<Areas, SimError> {
        self.areas_observed(spec, target, parts, cache, &Unobserved)
    }

    /// The same, observed.
    ///
    /// # Errors
    /// As [`Yosys::map_observed`].
    pub fn areas_observed(
        &self,
        spec: &Spec,
        target: impl Into<Target>,
        parts: &[&str],
        cache: &Cache,
        observer: &dyn Observer,
    ) -> Result<Areas, SimError> {
        spec.check()?;
        parts.iter().try_for_each(|part| check_identifier("part", part))?;
        let target = target.into();
        let script = script(spec, target, parts, target.family.library(&self.share)?);
        let text = self.netlist(spec, target, &script, cache, observer)?.1;
        let modules = statistics::modules(&text).ok_or_else(|| self.not_understood(&text))?;
        Ok(Areas::new(&spec.top, modules))
    }

    /// The netlist and its statistics, from the cache where they are there.
    fn netlist(
        &self,
        spec: &Spec,
        target: Target,
        script: &str,
        cache: &Cache,
        observer: &dyn Observer,
    ) -> Result<(String, String), SimError> {
        let budget = self.limits.observed(observer);
        let make = |work: &Path, out: &Path| {
            self.make(spec, script, budget.stage(MAP), [work, out])
                .map_err(|error| error.within("technology mapping", self.limits))
        };
        let open = |entry: &Path| {
            let read =
                |name: &str| fs::read_to_string(entry.join(name)).map_err(SimError::io("read", entry.join(name)));
            Ok((read(NETLIST)?, read(STATISTICS)?))
        };
        Ok(cache.get(EntryKind::Netlist, &self.key(spec, target, script), budget, make, open)?.0)
    }

    fn make(&self, spec: &Spec, script: &str, budget: Budget<'_>, [work, out]: [&Path; 2]) -> Result<(), SimError> {
        let write = |name: &str, text: &str| fs::write(work.join(name), text).map_err(SimError::io("write", work));
        for source in &spec.sources {
            write(&source.name, &source.text)?;
        }
        write(SCRIPT, script)?;
        // Quiet: what is left on standard error are warnings and the error.
        Process::new(&self.program, work).help(HELP).args(["-q", "-s", SCRIPT]).run(budget)?;
        for (from, to) in [("out.v", NETLIST), ("out.json", STATISTICS)] {
            fs::rename(work.join(from), out.join(to)).map_err(SimError::io("move", work.join(from)))?;
        }
        Ok(())
    }

    /// What a target is, beside its family, is in the script.
    fn key(&self, spec: &Spec, target: Target, script: &str) -> Key {
        let mut key = KeyBuilder::default().part(VERSION).part(&self.version).part(target.family.name()).part(script);
        for source in &spec.sources {
            key = key.part(&source.name).part(&source.text);
        }
        key.finish()
    }

    pub(super) fn not_understood(&self, text: &str) -> SimError {
        let (tool, found) = (shown(&self.program), text.chars().take(100).collect());
        SimError::ToolVersion { tool, found, needed: "a Yosys whose `stat -json` gives counts of the whole design" }
    }
}

/// The script. `spec` and `parts` are checked: file names and the top module are plain identifiers and need no quotes.
fn script(spec: &Spec, target: Target, parts: &[&str], library: &[&str]) -> String {
    let mut text = String::new();
    for source in spec.sources.iter().filter(|source| !source.name.ends_with(".vh")) {
        let language = if source.name.ends_with(".sv") { " -sv" } else { "" };
        text += &format!("read_verilog{language} {}\n", source.name);
    }
    // Synthesis settles wires with two drivers and hides loops inside of LUTs, so what comes out is sound
    // where the text is not: a copy is checked before it. Gates of one bit, because loops are sought between cells.
    text += "design -push-copy\n";
    library.iter().for_each(|file| text += &format!("read_verilog -lib +/{file}\n"));
    text += &format!("hierarchy -check -top {}\n", spec.top);
    text += "proc\nflatten\nsimplemap\ncheck -assert\ndesign -pop\n";
    if !parts.is_empty() {
        text += &format!("hierarchy -check -top {}\n", spec.top);
        // A module with parameters has others in its name.
        let keep =
            |part: &&str| format!("setattr -mod -set keep_hierarchy 1 {part} $paramod*\\{part} $paramod\\{part}\\*\n");
        text.extend(parts.iter().map(keep));
    }
    text += &format!("{} -top {}\ncheck -assert\n", target.synthesis(), spec.top);
    text + "tee -q -o out.json stat -json\nwrite_verilog -noattr out.v\n"
}

/// `Yosys 0.23 (git sha1 7ce5011c24b)`.
fn is_new_enough(version: &str) -> bool {
    let number = version.strip_prefix("Yosys ").and_then(|rest| rest.split_whitespace().next());
    let mut fields = number.unwrap_or_default().split(|c: char| !c.is_ascii_digit()).map(str::parse::<u32>);
    match (fields.next(), fields.next()) {
        (Some(Ok(major)), Some(Ok(minor))) => (major, minor) >= (0, 23),
        _ => false,
    }
}

/// The data folder: beside the program, where Yosys itself looks first, else where its `yosys-config` says.
fn share(program: &Path, limits: ToolLimits) -> Result<PathBuf, SimError> {
    let file = crate::tools::program(program).and_then(|file| fs::canonicalize(file).ok());
    let beside = file.as_ref().and_then(|file| Some(file.parent()?.parent()?.join("share/yosys")));
    if let Some(beside) = beside.filter(|folder| folder.is_dir()) {
        return Ok(beside);
    }
    let config = file.map(|file| file.with_file_name("yosys-config")).filter(|config| config.is_file());
    let config = config.unwrap_or_else(|| "yosys-config".into());
    let said = Process::new(&config, Path::new("/")).help(HELP).args(["--datdir"]).run(limits.start());
    said.ok().map(PathBuf::from).filter(|folder| folder.is_dir()).ok_or_else(|| SimError::ToolMissing {
        tool: shown(program),
        reason: "its data folder `share/yosys` was not found".to_owned(),
        help: HELP.into(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::netlist::Family;
    use crate::{Port, Source};

    #[test]
    fn versions_are_judged() {
        for good in ["Yosys 0.23 (git sha1 7ce5011c24b)", "Yosys 0.33+34", "Yosys 1.0", "Yosys 0.70"] {
            assert!(is_new_enough(good), "{good}");
        }
        for bad in ["Yosys 0.22 (git sha1 1)", "Yosys 0.9+4052", "Yosys", "Yosys x.y", "Icarus Verilog 11.0", ""] {
            assert!(!is_new_enough(bad), "{bad}");
        }
    }

    #[test]
    fn scripts_hold_checked_names_only() {
        let mut spec = Spec::new("top", "", vec![Port::input("a", 1)]);
        for name in ["b.sv", "c.vh"] {
            spec.sources.push(Source { name: name.to_owned(), text: String::new() });
        }
        let text = script(&spec, Family::Ecp5.into(), &[], &["ecp5/cells_sim.v"]);
        assert!(text.starts_with("read_verilog model.v\nread_verilog -sv b.sv\ndesign -push-copy\n"), "{text}");
        assert!(text.contains("\nread_verilog -lib +/ecp5/cells_sim.v\nhierarchy -check -top top\n"), "{text}");
        assert!(text.contains("\nsynth_ecp5 -nobram -nodsp -nowidelut -top top\ncheck -assert\n"), "{text}");
    }

    #[test]
    fn a_missing_yosys_names_the_cure() {
        let error = Yosys::with_tool(Path::new("no_such_yosys")).unwrap_err();
        assert!(error.to_string().contains("apt-get install yosys"), "{error}");
    }
}
