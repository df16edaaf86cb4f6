//! The hand-written gateware: every module of `hdl/rtl` passes the linters, every bench of `hdl/tb` passes in both
//! simulators, those of memories with what an ECP5 has in their place as well. A bench `<name>_tb.v` has the module `<name>_tb`, may use all modules of `hdl/rtl`, the engines of
//! [`engines`], and what benches share, `hdl/tb/shared`, and ends with the line `PASS <number of checks>`.

#![allow(clippy::unwrap_used)]

mod engines;
#[path = "../../../compiler/net/tests/common.rs"]
mod stages;

use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::Mutex;

/// Seconds after which a simulation hangs: the longest takes a minute where nothing else runs.
const LIMIT: &str = "1200";

/// Parameters other than the default ones that modules are linted with.
const PARAMETERS: &[(&str, &[&str])] = &[
    ("board_lamps", &["LAMPS=1", "LAMPS=8 LOW=1", "BLINKS=0"]),
    ("link_inbox", &["LOG_DEPTH=16", "LATE=1"]),
    ("link_reporter", &["LATE=1"]),
    ("link_byte_reporter", &["LOG_DEPTH=9"]),
    ("link_command", &["WORD=8"]),
    ("link_pace", &["CLOCK_HZ=12000000 BAUD=3000000 HALF=1"]),
    ("link_port", &["CLOCK_HZ=250000000 BAUD=9600 JOB_WORDS=250 WINDOW=255 INBOX=12", "WORD=8"]),
    ("playout_generator", &["BITS=1", "BITS=20", "BITS=20 MOVED=0", "BITS=32", "BITS=35", "BITS=60"]),
    (
        "playout_picker",
        &[
            "MOVES=1",
            "MOVES=2 DRAW=2",
            "MOVES=2 DRAW=13",
            "MOVES=3",
            "MOVES=4",
            "MOVES=9",
            "MOVES=66 DRAW=19",
            "MOVES=155 DRAW=20",
            "MULTIPLY=1",
            "MOVES=1 MULTIPLY=1",
            "MOVES=155 DRAW=20 MULTIPLY=1",
            "MOVES=1 COUNTED=1 SCALED=1",
            "MOVES=9 COUNTED=1",
            "MOVES=9 COUNTED=1 SCALED=1 WAIT=1",
            "MOVES=66 DRAW=19 SCALED=1 CUTS=5",
            "MOVES=155 DRAW=20 CUTS=63",
            "MOVES=9 COUNTED=1 SCALED=1 WAIT=1 AGAIN=1",
            "MOVES=66 DRAW=19 COUNTED=1 SCALED=1 AGAIN=1",
            "MOVES=9 SCALING=1",
            "MOVES=66 DRAW=19 COUNTING=5 SCALING=2 SCALED=1",
            "MOVES=155 DRAW=20 COUNTING=15 COUNTED=1 SCALING=7 CUTS=63",
            "MOVES=155 DRAW=20 MULTIPLY=1 COUNTING=4 SCALING=5",
        ],
    ),
    (
        "playout_delay",
        &[
            "CLOCKS=0",
            "CLOCKS=2 MEMORY=1",
            "CLOCKS=3 MEMORY=1",
            "CLOCKS=9 MEMORY=1 WIDTH=1",
            "CLOCKS=4 MEMORY=1 LATE=1",
        ],
    ),
    ("playout_carry", &["BLOCK=16", "BLOCK=16 WIDTH=30 CLOCKS=3", "BLOCK=16 CLOCKS=1", "BLOCK=36 WIDTH=19 CLOCKS=6"]),
    ("playout_carry_block", &["LATE=1", "WIDTH=36 PLACE=4 LATE=1", "WIDTH=1 PLACE=3"]),
    (
        "playout_chunks",
        &[
            "BITS=1 CHUNKS=64",
            "BITS=14 CHUNKS=5",
            "BITS=30 CHUNKS=3",
            "BITS=30 CHUNKS=3 MOVED=0",
            "BITS=32 CHUNKS=2",
            "BITS=35 CHUNKS=2",
        ],
    ),
    ("playout_feeder", &["LANES=20", "LANES=2 CHUNKS=1", "LANES=1 CHUNKS=2"]),
    ("playout_quota", &["CORES=2", "CORES=3 QUOTA=3", "CORES=4 QUOTA=2", "CORES=16 QUOTA=1", "QUOTA=1"]),
    (
        "playout_scale",
        &[
            "COUNT=1",
            "COUNT=8 DRAW=20",
            "MULTIPLY=1",
            "COUNT=1 MULTIPLY=1",
            "COUNT=8 DRAW=20 MULTIPLY=1",
            "COUNT=8 DRAW=20 SCALING=5",
            "COUNT=8 DRAW=20 COUNTED=1 EARLY=1",
            "COUNT=8 DRAW=20 COUNTED=1 EARLY=1 LATER=1 MULTIPLY=1",
        ],
    ),
    ("playout_byte_tally", &["COUNTERS=32 CORES=16", "WIDTH=17"]),
    ("playout_fed_generator", &["BITS=1", "BITS=35", "BITS=60"]),
    ("playout_solo", &["BYTES=96 STATE=64 LIMIT=2 COUNTERS=30 ADDRESS=5", "STATE=1"]),
    ("playout_seeder", &["DIGIT=1", "DIGIT=4", "GENERATORS=2 DIGIT=1", "GENERATORS=3 DIGIT=2", "GENERATORS=5 DIGIT=4"]),
];

/// The same for what an ECP5 has in place of modules.
const OF_ECP5: &[(&str, &[&str])] = &[
    ("playout_words", &["", "WIDTH=18", "WIDTH=36 LOG_DEPTH=1", "WIDTH=1 LOG_DEPTH=10", "LOG_DEPTH=11"]),
    ("playout_carry_block", &["", "LATE=1", "WIDTH=36 LATE=1", "WIDTH=30 PLACE=9 LATE=1", "WIDTH=1 PLACE=3"]),
    (
        "playout_product",
        &[
            "",
            "COUNT=1 DRAW=18 COUNTED=1 EARLY=1 CLOCKS=1",
            "COUNT=18 DRAW=18 CLOCKS=2",
            "COUNT=2 DRAW=2 COUNTED=2 CLOCKS=1",
            "COUNT=7 DRAW=19 COUNTED=2 EARLY=1",
            "COUNT=18 DRAW=36 COUNTED=1 EARLY=1 CLOCKS=4",
        ],
    ),
];

/// The same for what an iCE40 UltraPlus has.
const OF_ICE40: &[(&str, &[&str])] = &[(
    "playout_product",
    &["", "COUNTED=1 EARLY=1 CLOCKS=1", "COUNT=6 DRAW=16 COUNTED=2 EARLY=1 CLOCKS=3", "COUNT=1 DRAW=2"],
)];

/// Modules that contain themselves. Verilator 5.006 does not get these right at the top: they are linted with the
/// modules that use them.
const RECURSIVE: &[&str] = &["playout_count", "playout_pick_block"];

/// Benches that Verilator's compiler optimises: others take less time to run than that takes.
const RUN_LONG: &[&str] = &["playout_picker_tb"];

/// Where both simulators look for the modules and the texts that a bench uses, beside the engines.
const LIBRARIES: [&str; 5] = ["-y", "rtl", "-y", "tb/shared", "-Itb/shared"];

/// Where they look before that for what an ECP5 has, and for models of its cells.
const ECP5: [&str; 4] = ["-y", "rtl/ecp5", "-y", "models"];

/// The same for what an iCE40 UltraPlus has.
const ICE40: [&str; 4] = ["-y", "rtl/ice40", "-y", "models"];

/// Benches that pass with it as well.
const WITH_ICE40: [&str; 1] = ["playout_picker_cuts_tb"];

/// Benches that pass with what an ECP5 has as well.
const WITH_ECP5: [&str; 7] = [
    "link_inbox_tb",
    "link_reporter_tb",
    "playout_delay_tb",
    "playout_picker_cuts_tb",
    "playout_picker_large_tb",
    "playout_queue_tb",
    "playout_words_tb",
];

/// `hdl/rtl` or `hdl/tb`.
fn folder(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(name)
}

/// The names, without ending, of the Verilog files of a folder.
fn modules(name: &str) -> Vec<String> {
    let entries = folder(name).read_dir().unwrap();
    let files = entries.map(|entry| entry.unwrap().path()).filter(|path| path.extension().is_some_and(|e| e == "v"));
    let mut names: Vec<String> = files.map(|path| path.file_stem().unwrap().to_str().unwrap().to_owned()).collect();
    names.sort();
    assert!(!names.is_empty(), "no Verilog in hdl/{name}");
    names
}

/// Runs a tool inside `hdl`.
fn run(program: &str, arguments: &[&str]) -> Result<Output, String> {
    let package = if program == "vvp" { "iverilog" } else { program };
    let output = Command::new(program).args(arguments).current_dir(folder(".")).output();
    output.map_err(|error| match error.kind() {
        ErrorKind::NotFound => format!("`{program}` is missing: apt-get install {package} (or `make setup`)"),
        _ => format!("`{program}`: {error}"),
    })
}

/// All that was said, both streams.
fn said(output: &Output) -> String {
    [&output.stdout, &output.stderr].map(|bytes| String::from_utf8_lossy(bytes).into_owned()).concat()
}

/// The tool must succeed, and say nothing where it is `silent`.
fn must(program: &str, arguments: &[&str], silent: bool) -> Result<(), String> {
    let output = run(program, arguments)?;
    let said = said(&output);
    if output.status.success() && (!silent || said.is_empty()) {
        return Ok(());
    }
    let lines: Vec<&str> = said.lines().collect();
    let tail = lines[lines.len().saturating_sub(25)..].join("\n");
    Err(format!("`{program} {}`: {}\n{tail}", arguments.join(" "), output.status))
}

/// Does all jobs, two at a time, and panics with what went wrong in any of them.
fn all<J: Sync>(jobs: &[J], work: impl Fn(&J) -> Result<(), String> + Sync) {
    let next = Mutex::new(jobs.iter());
    let wrong = Mutex::new(Vec::new());
    std::thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                loop {
                    let job = next.lock().unwrap().next();
                    let Some(job) = job else { break };
                    if let Err(error) = work(job) {
                        wrong.lock().unwrap().push(error);
                    }
                }
            });
        }
    });
    let wrong = wrong.into_inner().unwrap();
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
}

/// A module of a folder, with parameters `A=1 B=2` or none, beside those of the `others`.
fn lint(folder: &str, module: &str, parameters: &str, others: &[&str]) -> Result<(), String> {
    let file = format!("{folder}/{module}.v");
    let pairs: Vec<(&str, &str)> = parameters.split_whitespace().map(|pair| pair.split_once('=').unwrap()).collect();
    let flags = |text: &dyn Fn(&str, &str) -> String| pairs.iter().map(|(p, v)| text(p, v)).collect::<Vec<_>>();

    let set = flags(&|p, v| format!("-G{p}={v}"));
    let libraries: Vec<&str> = others.iter().flat_map(|folder| ["-y", *folder]).collect();
    let mut words = [&["--lint-only", "-Wall"], &libraries[..], &["--top-module", module, &file]].concat();
    words.extend(set.iter().map(String::as_str));
    must("verilator", &words, true)?;

    let set = flags(&|p, v| format!("-P{module}.{p}={v}"));
    let mut words = [&["-g2005", "-Wall", "-t", "null"], &libraries[..], &["-s", module]].concat();
    words.extend(set.iter().map(String::as_str));
    words.push(&file);
    must("iverilog", &words, true)?;

    let set = flags(&|p, v| format!(" -chparam {p} {v}")).concat();
    // The first folder that has a module counts, as for the others.
    let read = |folder: &&str| format!("read_verilog -defer -overwrite {folder}/*.v; ");
    let files: String = others.iter().rev().map(read).collect();
    let script = format!("{files}hierarchy -check -top {module}{set}; proc; check -assert");
    must("yosys", &["-q", "-p", &script], true)
}

/// The output of a bench ends with its verdict. Verilator adds where the simulation was finished.
fn passed(name: &str, simulator: &str, program: &str, arguments: &[&str]) -> Result<(), String> {
    let output = run("timeout", &[&[LIMIT, program], arguments].concat())?;
    let text = said(&output);
    let lines: Vec<&str> = text.lines().filter(|line| !line.ends_with("Verilog $finish")).collect();
    let checks = lines.last().and_then(|line| line.strip_prefix("PASS ")).and_then(|n| n.trim().parse::<u64>().ok());
    if output.status.success() && checks.is_some_and(|checks| checks > 0) {
        return Ok(());
    }
    let tail = lines[lines.len().saturating_sub(15)..].join("\n");
    Err(format!("{name} in {simulator}: {}\n{tail}", output.status))
}

fn in_icarus(name: &str, engines: &str, before: &[&str]) -> Result<(), String> {
    let work = tempfile::tempdir().unwrap();
    let program = work.path().join("bench.vvp");
    let (program, source) = (program.to_str().unwrap(), format!("tb/{name}.v"));
    let include = format!("-I{engines}");
    let bench = ["-y", engines, &include, "-s", name, "-o", program, &source];
    must("iverilog", &[&["-g2005", "-Wall"], before, &LIBRARIES, &bench].concat(), true)?;
    run("vvp", &["-V"])?;
    // What a bench does less of where it is asked to, Verilator does all of.
    passed(name, "Icarus Verilog", "vvp", &["-n", program, "+few"])
}

/// Builds a program for `top` of the Verilog in `source`, in a folder that holds the `objects` of Verilator's runtime, if
/// any: `make` would compile those again, as they are older than the makefile.
///
/// Verilator 5.006 takes what a block has set for still true after that block has waited, unless told not to. To read the
/// headers once more for each part of a bench takes longer than to compile all in one.
fn verilate(
    top: &str,
    source: &str,
    folder: &Path,
    engines: &str,
    before: &[&str],
    objects: &[PathBuf],
) -> Result<(), String> {
    let optimised = if RUN_LONG.contains(&top) { "-O1" } else { "-O0" };
    let done: String = objects.iter().map(|path| format!(" -o {}", file_name(path))).collect();
    let make = format!("OPT_FAST={optimised} VM_PARALLEL_BUILDS=0{done}");
    let build =
        ["--binary", "--timing", "--output-split", "0", "-fno-life", "-fno-life-post", "-Wno-fatal", "-Wno-lint"];
    let include = format!("-I{engines}");
    let make = ["-MAKEFLAGS", &make, "-Mdir", folder.to_str().unwrap()];
    let bench = ["-y", engines, &include, "--top-module", top, "-o", "bench", source];
    must("verilator", &[&build[..], &make, before, &LIBRARIES, &bench].concat(), false)
}

fn file_name(path: &Path) -> &str {
    path.file_name().unwrap().to_str().unwrap()
}

/// The objects of Verilator's own runtime, the same in all programs, compiled once.
fn runtime(folder: &Path) -> Vec<PathBuf> {
    let source = folder.join("nothing.v");
    fs::write(&source, "module nothing; initial #1 $finish; endmodule\n").unwrap();
    verilate("nothing", source.to_str().unwrap(), folder, ".", &[], &[]).unwrap();
    let objects = folder.read_dir().unwrap().map(|entry| entry.unwrap().path());
    let own = |path: &PathBuf| file_name(path).starts_with("verilated") && file_name(path).ends_with(".o");
    let objects: Vec<PathBuf> = objects.filter(own).collect();
    assert!(!objects.is_empty(), "Verilator has no runtime");
    objects
}

fn in_verilator(name: &str, engines: &str, before: &[&str], runtime: &[PathBuf]) -> Result<(), String> {
    let work = tempfile::tempdir().unwrap();
    for object in runtime {
        fs::copy(object, work.path().join(file_name(object))).unwrap();
    }
    verilate(name, &format!("tb/{name}.v"), work.path(), engines, before, runtime)?;
    passed(name, "Verilator", work.path().join("bench").to_str().unwrap(), &[])
}

#[test]
fn every_module_is_clean() {
    let rtl = modules("rtl");
    for (module, _) in PARAMETERS {
        assert!(rtl.iter().any(|name| name == module), "no module `{module}`");
    }
    let others = PARAMETERS.iter().flat_map(|(module, sets)| sets.iter().map(|set| (*module, *set)));
    let tops = rtl.iter().map(String::as_str).filter(|module| !RECURSIVE.contains(module));
    let jobs: Vec<(&str, &str)> = tops.map(|module| (module, "")).chain(others).collect();
    all(&jobs, |(module, set)| lint("rtl", module, set, &["rtl"]));
    for (folder, of) in [("rtl/ecp5", OF_ECP5), ("rtl/ice40", OF_ICE40)] {
        let names = modules(folder);
        assert!(names.iter().all(|name| of.iter().any(|(module, _)| name == module)), "{names:?}");
        let jobs: Vec<(&str, &str)> =
            of.iter().flat_map(|(module, sets)| sets.iter().map(|set| (*module, *set))).collect();
        all(&jobs, |(module, set)| lint(folder, module, set, &["models", folder, "rtl"]));
    }
    lint("rtl", "link_step", "TUNABLE=1", &["rtl", "models"]).unwrap();
}

#[test]
fn every_bench_passes_in_both_simulators() {
    let benches = modules("tb");
    assert!(benches.iter().all(|name| name.ends_with("_tb")), "{benches:?}");
    let others = WITH_ECP5.map(|name| (name, &ECP5[..])).into_iter().chain(WITH_ICE40.map(|name| (name, &ICE40[..])));
    let all_benches = benches.iter().map(|name| (name.as_str(), &[][..])).chain(others);
    let jobs: Vec<(&str, &[&str], bool)> =
        all_benches.flat_map(|(name, before)| [(name, before, true), (name, before, false)]).collect();
    let folder = tempfile::tempdir().unwrap();
    engines::write(folder.path());
    let engines = folder.path().to_str().unwrap();
    let compiled = tempfile::tempdir().unwrap();
    let runtime = runtime(compiled.path());
    all(&jobs, |(name, before, verilated)| {
        if *verilated { in_verilator(name, engines, before, &runtime) } else { in_icarus(name, engines, before) }
    });
}

#[test]
fn a_bench_that_fails_or_says_nothing_is_seen() {
    for text in ["FAIL 1 of 2", "PASS", "PASS 0", "PASS 2\nmore", ""] {
        passed("x", "echo", "echo", &[text]).unwrap_err();
    }
    passed("x", "echo", "echo", &["more\nPASS 2\n- x.v:1: Verilog $finish"]).unwrap();
    assert!(run("no-such-tool", &[]).unwrap_err().contains("apt-get install no-such-tool"));
}
