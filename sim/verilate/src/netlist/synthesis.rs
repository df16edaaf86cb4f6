//! Synthesis for place and route: the netlist as nextpnr reads it.

use std::fs;
use std::io::ErrorKind;
use std::path::Path;

use super::yosys::HELP;
use super::{Family, Netlist, Target, Yosys, statistics};
use crate::files::{make_folder, shown};
use crate::spec::check_identifier;
use crate::tools::Process;
use crate::{Observer, SimError, Spec};

/// The script, in the work folder.
const SCRIPT: &str = "synthesis.ys";
/// The folder with the sources, in the work folder.
const SOURCES: &str = "rtl";
/// Yosys's messages.
const LOG: &str = "yosys.log";

/// A run of Yosys that is not yet made.
#[derive(Clone, Debug)]
pub struct Synthesis<'a> {
    yosys: &'a Yosys,
    spec: &'a Spec,
    script: String,
}

impl Yosys {
    /// Synthesis of a design for a placer, with block RAMs, with multiplier blocks where the target has them.
    ///
    /// Modules with the attribute `keep_hierarchy` are mapped once for each set of parameters, then copied: so time grows
    /// little with their number, but nothing is optimised across their ports.
    ///
    /// # Errors
    /// What [`Spec::check`] finds.
    pub fn synthesis<'a>(&'a self, spec: &'a Spec, target: Target) -> Result<Synthesis<'a>, SimError> {
        spec.check()?;
        Ok(Synthesis { yosys: self, spec, script: script(spec, target) })
    }
}

impl Synthesis<'_> {
    /// The script: what the result depends on beside the sources and the version of Yosys.
    #[must_use]
    pub fn script(&self) -> &str {
        &self.script
    }

    /// Makes `netlist.json` for the placer, `netlist.v` for simulation, and `statistics.json` in a folder.
    ///
    /// **Cost:** seconds to minutes.
    ///
    /// # Errors
    /// As [`Yosys::map`].
    pub fn run(&self, folder: &Path, observer: &dyn Observer) -> Result<(), SimError> {
        let sources = folder.join(SOURCES);
        // Of an earlier design.
        match fs::remove_dir_all(&sources) {
            Err(error) if error.kind() != ErrorKind::NotFound => return Err(SimError::io("remove", &sources)(error)),
            _ => {}
        }
        make_folder(&sources).map_err(SimError::io("make", &sources))?;
        let write = |path: &Path, text: &str| fs::write(path, text).map_err(SimError::io("write", path));
        for source in &self.spec.sources {
            write(&sources.join(&source.name), &source.text)?;
        }
        write(&folder.join(SCRIPT), &self.script)?;
        let limits = self.yosys.limits;
        Process::new(self.yosys.program(), folder)
            .help(HELP)
            .args(["-q", "-l", LOG, "-s", SCRIPT])
            .observed(limits, "synthesis", observer)
            .map(drop)
            .map_err(|error| error.within("synthesis", limits))
    }
}

/// A script that writes Verilog which all simulators take, without outputs but the UART, counts its cells, and
/// says what nothing drives, or more than one cell: of the cells it has to know which ports are outputs.
fn tidy(top: &str, library: &str) -> String {
    format!(
        "read_verilog -lib +/{library}\nread_verilog -lib -overwrite {MODELS}\nread_verilog raw.v\n\
         hierarchy -top {top}\nproc\nopt_clean\ntee -q -o check.txt check\n\
         delete -port o:* o:tx_o %d\nopt_clean\ntee -q -o cells.json stat -json\nwrite_verilog -noattr tidy.v\n"
    )
}

/// Further models, beside what is tidied.
const MODELS: &str = "models.v";

/// What `check` found: the nets that nothing drives, and whatever else it has to say.
fn found(report: &str) -> Result<Vec<String>, String> {
    let says = |line: &&str| line.starts_with("Warning: ");
    let found: Vec<String> = report.lines().filter(says).map(|line| line["Warning: ".len()..].to_owned()).collect();
    let clean = report.contains("Found and reported 0 problems.");
    match found.is_empty() {
        true if !clean => Err(report.chars().take(200).collect()),
        _ => Ok(found),
    }
}

impl Yosys {
    /// A netlist that was made before: its Verilog, and what `stat -json` said of it.
    ///
    /// # Errors
    /// [`SimError::ToolVersion`] when the counts are of another form.
    pub fn made(&self, top: &str, family: Family, text: String, statistics: &str) -> Result<Netlist, SimError> {
        let cells = statistics::cells(statistics).ok_or_else(|| self.not_understood(statistics))?;
        let (top, tool_version) = (top.to_owned(), self.version().to_owned());
        Ok(Netlist { text, top, cells, family, tool_version, share: self.share().to_owned() })
    }

    /// A netlist that another tool wrote in a Verilog of its own, of which Yosys makes one that simulators take, with no
    /// output but `tx_o`: `tidy.v`, and `cells.json`, its counts. It gives what Yosys finds wrong with it, in its words: a
    /// net that is read and has no driver, or several; a combinational loop.
    /// **Shape:** `raw.v` stands in the folder, and in `models.v` modules of the cells that Yosys has none of, or another
    /// one; what is made of it as well.
    ///
    /// # Errors
    /// As [`Yosys::map`].
    pub fn tidied(
        &self,
        top: &str,
        family: Family,
        folder: &Path,
        observer: &dyn Observer,
    ) -> Result<Vec<String>, SimError> {
        let path = |name: &str| folder.join(name);
        check_identifier("top", top)?;
        let library = family.library(self.share())?.first().copied().unwrap_or_default();
        fs::write(path("tidy.ys"), tidy(top, library)).map_err(SimError::io("write", path("tidy.ys")))?;
        let run = Process::new(self.program(), folder).help(HELP).args(["-q", "-s", "tidy.ys"]);
        run.observed(self.limits, "read back", observer)?;
        let read = |name: &str| fs::read_to_string(path(name)).map_err(SimError::io("read", path(name)));
        self.made(top, family, read("tidy.v")?, &read("cells.json")?)?;
        found(&read("check.txt")?).map_err(|found| SimError::ToolVersion {
            tool: shown(self.program()),
            found,
            needed: "a Yosys whose `check` says how much it found",
        })
    }
}

/// The script. `spec` is checked: file names and the top module are plain identifiers and need no quotes.
fn script(spec: &Spec, target: Target) -> String {
    let read = |name: &str| format!("read_verilog {SOURCES}/{name}\n");
    let mut text: String = spec.sources.iter().map(|source| read(&source.name)).collect();
    // Yosys names cells, and the variables of functions, by file and line, and goes through them in the order of names: a
    // comment more would give another netlist, and another placement.
    text += &format!("hierarchy -top {}\nrename -hide w:*$func$*\nrename -enumerate\n", spec.top);
    text += &synthesis(target, &spec.top);
    // What was mapped once to be copied: attribute keep_hierarchy.
    text += "setattr -mod -unset keep_hierarchy A:keep_hierarchy\nflatten\nclean\ncheck -assert\n";
    text + "tee -q -o statistics.json stat -json\nwrite_json netlist.json\nwrite_verilog -noattr netlist.v\n"
}

/// The flip-flops of an ECP5, with resets and enables only where many share one. The eight flip-flops of a tile have two
/// resets between them: where every lane has some for three flip-flops each, a device can't be filled.
const SHARED: &str = "dfflegalize -cell $_DFF_?_ 01 -cell $_DFF_?P?_ r -cell $_SDFF_?P?_ r -cell $_DFFE_??_ 01 \
                      -cell $_DFFE_?P??_ r -cell $_SDFFE_?P??_ r -cell $_DLATCH_?_ x -minsrst 16 -mince 16";

/// The commands that make cells of the family of a design.
fn synthesis(target: Target, top: &str) -> String {
    match (target.family, target.multipliers) {
        (Family::Ice40, false) => format!("synth_ice40 -top {top}\n"),
        (Family::Ice40, true) => format!("synth_ice40 -dsp -top {top}\n"),
        (Family::Ecp5, multipliers) => {
            // Wide multiplexers make a function of five inputs of two LUTs, a function of six of four: engines of many
            // cores take a third more LUTs with them, and these have to lie side by side.
            let command = format!("synth_ecp5 -nowidelut{} -top {top}", if multipliers { "" } else { " -nodsp" });
            // Resets that are low get an inverter for each flip-flop, and flip-flops with different resets can't share
            // a slice: what is equal is made one.
            format!(
                "{command} -run :map_ffs\nopt_clean\n{SHARED}\nopt_clean\n{command} -run map_ffs:map_luts\n\
                 opt_merge\nopt_clean\n{command} -run map_luts:\n"
            )
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Port;

    #[test]
    fn what_is_mapped_once_is_copied_behind_synthesis() {
        let spec = Spec::new("top", "", vec![Port::input("a", 1)]);
        let script = script(&spec, Family::Ice40.into());
        let at = |text: &str| script.find(text).unwrap();
        assert!(at("synth_ice40 -top top\n") < at("\nflatten\nclean") && at("\nclean") < at("check -assert"));
    }

    #[test]
    fn what_a_check_finds_is_told() {
        let report = |lines: &str, count: u32| {
            format!("\n6. Executing CHECK pass.\n{lines}Found and reported {count} problems.\n")
        };
        assert_eq!(found(&report("", 0)), Ok(vec![]));
        let undriven = "Wire top.\\n31 is used but has no driver.";
        assert_eq!(found(&report(&format!("Warning: {undriven}\n"), 1)), Ok(vec![undriven.to_owned()]));
        assert!(found(&report("", 2)).is_err() && found("").is_err());
    }

    #[test]
    fn multipliers_are_blocks_where_they_are_wanted() {
        let spec = Spec::new("top", "", vec![Port::input("a", 1)]);
        let of = |family, multipliers| script(&spec, Target { family, multipliers });
        assert!(
            of(Family::Ecp5, false)
                .contains("\nrename -enumerate\nsynth_ecp5 -nowidelut -nodsp -top top -run :map_ffs\n")
        );
        assert!(of(Family::Ecp5, true).contains("\nopt_clean\nsynth_ecp5 -nowidelut -top top -run map_luts:\n"));
        assert!(of(Family::Ice40, false).contains("\nsynth_ice40 -top top\n"));
        assert!(of(Family::Ice40, true).contains("\nsynth_ice40 -dsp -top top\n"));
    }
}
