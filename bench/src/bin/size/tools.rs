//! Runs the tools on one game and takes their counts.

use gdl2hdl_tests::{abc, measure};
use serde_json::Value;
use std::ffi::{OsStr, OsString};
use std::fs;
use std::io::{self, Write};
use std::path::Path;
use std::time::Duration;
use tempfile::TempDir;

/// LUTs, and how many of them are on the longest path.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Luts {
    pub(crate) count: u64,
    pub(crate) levels: u64,
}

/// Sizes of one game. What a tool did not make in time is missing.
#[derive(Clone, Default, Debug)]
pub(crate) struct Sizes {
    /// Two-input gates as built, at -O2, at -O3.
    pub(crate) gates: [u64; 3],
    /// LUTs by ABC: of the net as built, of the same after `resyn2; resyn2`, at -O2, at -O3.
    pub(crate) abc: [Option<u64>; 4],
    /// LUTs by Yosys for iCE40 of the Verilog as built, at -O2, at -O3.
    pub(crate) verilog: [Option<u64>; 3],
    /// The estimate at -O2, and what Yosys makes of the same net for iCE40 and ECP5.
    pub(crate) estimate: [Option<Luts>; 3],
}

/// What became of a game.
#[derive(Clone, Debug)]
pub(crate) enum Measured {
    /// It was measured.
    Sizes(Box<Sizes>),
    /// It was left out, and why.
    LeftOut(String),
}

/// How games are measured.
pub(crate) struct Sizer<'a> {
    pub(crate) binary: &'a Path,
    pub(crate) limit: Duration,
    pub(crate) max_gates: u64,
    pub(crate) yosys: bool,
}

/// Levels of optimisation that are compared.
const LEVELS: [&str; 3] = ["-O0", "-O2", "-O3"];
/// Covering for fewest LUTs of four inputs.
const MAP: &str = "strash; if -K 4 -a";

impl Sizer<'_> {
    /// Measures a game.
    pub(crate) fn measure(&self, game: &Path) -> io::Result<Measured> {
        let place = tempfile::tempdir()?;
        let mut sizes = Sizes::default();
        let mut estimate = None;
        for (level, gates) in LEVELS.iter().zip(&mut sizes.gates) {
            let Some(stats) = self.ours(&["stats", level, "--format", "json"], game, None)? else {
                return Ok(Measured::LeftOut(format!("no net at {level}")));
            };
            let stats: Value = serde_json::from_str(&stats)?;
            let number = |field: &str| stats[field].as_u64().unwrap_or_default();
            *gates = number("gates");
            if *gates > self.max_gates {
                return Ok(Measured::LeftOut(format!("{gates} gates")));
            }
            if *level == "-O2" {
                estimate = Some(Luts { count: number("lut4"), levels: number("levels") });
            }
        }
        sizes.abc = self.by_abc(game, &place)?;
        if self.yosys {
            sizes.verilog = self.verilog(game, &place)?;
            let [ice40, ecp5] = self.nets(game, &place)?;
            sizes.estimate = [estimate, ice40, ecp5];
        }
        Ok(Measured::Sizes(Box::new(sizes)))
    }

    /// Runs the binary on a game; `None` when it does not end well in time.
    fn ours(&self, arguments: &[&str], game: &Path, output: Option<&Path>) -> io::Result<Option<String>> {
        let mut all: Vec<OsString> = arguments.iter().map(OsString::from).collect();
        all.extend(["-q".into(), game.into()]);
        if let Some(output) = output {
            all.extend(["-o".into(), output.into()]);
        }
        let outcome = measure::run(self.binary.as_os_str(), &all, self.limit)?;
        Ok((outcome.status == Some(0)).then_some(outcome.stdout))
    }

    /// LUTs by one mapper of all nets.
    fn by_abc(&self, game: &Path, place: &TempDir) -> io::Result<[Option<u64>; 4]> {
        let mut counts = [None; 4];
        let twice = format!("{0}; {0};", abc::RESYN2);
        let ways = [("-O0", ""), ("-O0", twice.as_str()), ("-O2", ""), ("-O3", "")];
        for ((level, script), count) in ways.into_iter().zip(&mut counts) {
            let (net, mapped) = (place.path().join("net.aig"), place.path().join("mapped.blif"));
            self.ours(&["export", level, "--combinational"], game, Some(&net))?;
            let [from, to] = [&net, &mapped].map(|path| path.display());
            let script = format!("read_aiger {from}; {script} {MAP}; write_blif {to}");
            match abc::run(&script, self.limit) {
                Ok(_) => *count = fs::read_to_string(&mapped).ok().map(|blif| abc::luts(&blif) as u64),
                Err(error) if error.kind() == io::ErrorKind::NotFound => return Err(error),
                Err(error) => missing(game, &error.to_string()),
            }
            fs::remove_file(&mapped).unwrap_or_default();
        }
        Ok(counts)
    }

    /// LUTs that Yosys makes of the Verilog of each level, registers with their reset and all.
    fn verilog(&self, game: &Path, place: &TempDir) -> io::Result<[Option<u64>; 3]> {
        let mut counts = [None; 3];
        for (level, count) in LEVELS.iter().zip(&mut counts) {
            let file = place.path().join("net.v");
            self.ours(&[level], game, Some(&file))?;
            let read = format!("read_verilog {}", file.display());
            *count = self.yosys(&read, "synth_ice40 -abc9", place)?.map(|luts| luts.count);
        }
        Ok(counts)
    }

    /// LUTs that Yosys makes of the net alone: registers as inputs and outputs.
    fn nets(&self, game: &Path, place: &TempDir) -> io::Result<[Option<Luts>; 2]> {
        let file = place.path().join("net.blif");
        self.ours(&["export", "-O2", "--combinational"], game, Some(&file))?;
        let read = format!("read_blif {}", file.display());
        let ice40 = self.yosys(&read, "synth_ice40 -abc9", place)?;
        // Without the multiplexers behind LUTs, which make wider ones of two, four or eight of them.
        let ecp5 = self.yosys(&read, "synth_ecp5 -nowidelut -abc9", place)?;
        Ok([ice40, ecp5])
    }

    /// LUTs of two inputs and more, counted in what Yosys writes.
    fn yosys(&self, read: &str, synthesis: &str, place: &TempDir) -> io::Result<Option<Luts>> {
        let (netlist, path) = (place.path().join("netlist.json"), place.path().join("path"));
        let write = format!("write_json {}; tee -q -o {} ltp -noff", netlist.display(), path.display());
        let script = format!("{read}; {synthesis}; {write}");
        let outcome = measure::run(OsStr::new("yosys"), &["-q", "-p", &script], self.limit)?;
        match outcome.status {
            Some(127) => Err(io::Error::other("`yosys` is missing: `make setup` installs it")),
            _ if outcome.timed_out => Ok(None),
            Some(0) => {
                let netlist = serde_json::from_str(&fs::read_to_string(&netlist)?)?;
                let levels = levels(&fs::read_to_string(&path)?).unwrap_or_default();
                Ok(Some(Luts { count: luts(&netlist), levels }))
            }
            _ => {
                missing(place.path(), &format!("yosys -p \"{script}\": {}", outcome.stderr));
                Ok(None)
            }
        }
    }
}

/// Says why a figure is missing: one tool on one game must not cost the table.
fn missing(what: &Path, why: &str) {
    writeln!(io::stderr(), "{}: {why}", what.display()).unwrap_or_default();
}

/// LUTs of two inputs and more in a netlist: buffers and inverters are not counted, as in [`abc::luts`].
fn luts(netlist: &Value) -> u64 {
    let modules = netlist["modules"].as_object().into_iter().flat_map(|modules| modules.values());
    let cells = modules.filter_map(|module| module["cells"].as_object()).flat_map(|cells| cells.values());
    cells.filter(|cell| inputs(cell) >= 2).count() as u64
}

/// Signals that a LUT reads; 0 for other cells. Constants are texts, signals numbers.
fn inputs(cell: &Value) -> usize {
    let ports: [&str; 4] = match cell["type"].as_str() {
        Some("SB_LUT4") => ["I0", "I1", "I2", "I3"],
        Some("LUT4") => ["A", "B", "C", "D"],
        _ => return 0,
    };
    ports.iter().filter(|port| cell["connections"][**port][0].is_u64()).count()
}

/// The length in what `ltp` says.
fn levels(said: &str) -> Option<u64> {
    said.split("(length=").nth(1)?.split(')').next()?.parse().ok()
}
