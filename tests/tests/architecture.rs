//! The crates depend on each other as docs/ARCHITECTURE.md says, and on nothing that has no reason.

use cargo_metadata::{Metadata, MetadataCommand};
use gdl2hdl_tests::flags::flags;
use gdl2hdl_tests::imports::{cycle, imports};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// Each crate and the crates of this workspace it may use, its tests included.
const LIBRARIES: [(&str, &[&str]); 14] = [
    ("gdl2hdl-gdl", &[]),
    ("gdl2hdl-ground", &["gdl"]),
    ("gdl2hdl-net", &["gdl", "ground"]),
    ("gdl2hdl-opt", &["gdl", "ground", "net"]),
    ("gdl2hdl-emit", &["gdl", "ground", "net", "opt"]),
    ("gdl2hdl-boards", &[]),
    ("gdl2hdl-hdl", &["gdl", "ground", "net", "opt", "emit", "boards"]),
    ("gdl2hdl-simd", &["gdl", "net"]),
    ("gdl2hdl-verilate", &["gdl"]),
    ("gdl2hdl-play", &["gdl", "ground", "net", "opt", "emit", "simd"]),
    ("gdl2hdl-search", &["gdl", "net", "simd", "play"]),
    ("gdl2hdl-ggp", &["gdl", "ground", "play"]),
    ("gdl2hdl-web", &["gdl", "play", "ggp"]),
    ("gdl2hdl-device", &["gdl", "ground", "net", "opt", "emit", "hdl", "boards", "verilate", "play"]),
];
/// The library, and what stands above it, with what each of these may use beside [`LIBRARIES`].
const ABOVE: [(&str, &[&str]); 4] = [
    ("gdl2hdl", &[]),
    ("gdl2hdl-cli", &["gdl2hdl"]),
    ("gdl2hdl-tests", &["gdl2hdl"]),
    ("gdl2hdl-bench", &["gdl2hdl", "tests"]),
];

/// All arrows.
fn arrows() -> BTreeMap<&'static str, Vec<&'static str>> {
    let libraries = LIBRARIES.map(|(name, may)| (name, may.to_vec()));
    let names = LIBRARIES.map(|(name, _)| name.trim_start_matches("gdl2hdl-"));
    let above = ABOVE.map(|(name, may)| (name, [may, &names].concat()));
    libraries.into_iter().chain(above).collect()
}

fn workspace() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/.."))
}

fn metadata() -> Metadata {
    let mut command = MetadataCommand::new();
    command.manifest_path(workspace().join("Cargo.toml")).no_deps();
    command.exec().expect("cargo metadata")
}

#[test]
fn crates_depend_in_one_direction() {
    let metadata = metadata();
    let allowed = arrows();
    let members: BTreeSet<&str> = metadata.packages.iter().map(|package| package.name.as_str()).collect();
    let known: BTreeSet<&str> = allowed.keys().copied().collect();
    assert_eq!(members, known, "a crate came or went: draw its arrows here and in docs/ARCHITECTURE.md");
    for package in &metadata.packages {
        let may = &allowed[package.name.as_str()];
        for dependency in package.dependencies.iter().filter(|dependency| members.contains(dependency.name.as_str())) {
            let arrow = format!("{} -> {}", package.name, dependency.name);
            let used = dependency.name.strip_prefix("gdl2hdl-").unwrap_or(&dependency.name);
            assert!(may.contains(&used), "{arrow} is no arrow of docs/ARCHITECTURE.md");
        }
    }
}

/// Modules that stand side by side, folders among them, use each other one way.
#[test]
fn modules_depend_in_one_direction() {
    let mut cycles = Vec::new();
    for package in &metadata().packages {
        let src = package.manifest_path.parent().unwrap().join("src");
        let mut imports = imports(src.as_std_path()).unwrap();
        assert!(imports.len() > 1, "{}: no import was found", package.name);
        while let Some(found) = cycle(&imports) {
            cycles.push(found.iter().map(|import| import.text.clone()).collect::<Vec<_>>());
            let last = (*found[found.len() - 1]).clone();
            imports.retain(|import| *import != last);
        }
    }
    assert!(cycles.is_empty(), "{cycles:#?}");
}

/// Files of libraries whose texts are arguments of other programs, with all of those.
const ARGUMENTS: [(&str, &[&str]); 9] = [
    ("boards/src/udev.rs", &["--reload"]),
    (
        "runtime/device/src/bitstream/place.rs",
        &[
            "--asc",
            "--compress",
            "--freq",
            "--json",
            "--log",
            "--lpf",
            "--no-route",
            "--package",
            "--pcf",
            "--placer-heap-timingweight",
            "--quiet",
            "--report",
            "--router",
            "--seed",
            "--speed",
            "--textcfg",
            "--timing-allow-fail",
            "--write",
        ],
    ),
    ("runtime/device/src/bitstream/tools.rs", &["--help", "--version"]),
    ("sim/verilate/src/build/compile.rs", &["--no-undefined", "-O0"]),
    ("sim/verilate/src/build/effort.rs", &["-O0", "-O1", "-O2"]),
    ("sim/verilate/src/build/runtime.rs", &["-O2"]),
    (
        "sim/verilate/src/build/verilate.rs",
        &[
            "--cc",
            "--no-timing",
            "--noassert",
            "--output-split",
            "--output-split-cfuncs",
            "--prefix",
            "--top-module",
            "--trace-fst",
            "--unroll-count",
            "--x-assign",
            "--x-initial",
            "-O3",
        ],
    ),
    ("sim/verilate/src/netlist/yosys.rs", &["--datdir"]),
    ("sim/verilate/src/tools/mod.rs", &["--getenv", "--version"]),
];

/// Who uses a library has no command line: what helps is a `Remedy`, and the command line has its flags for it.
#[test]
fn libraries_name_no_flags() {
    let (mut named, mut used) = (Vec::new(), BTreeSet::new());
    let programs = ["gdl2hdl-tests", "gdl2hdl-bench", "gdl2hdl-cli"];
    for package in metadata().packages.iter().filter(|package| !programs.contains(&package.name.as_str())) {
        let src = package.manifest_path.parent().unwrap().join("src");
        for (path, flag) in flags(src.as_std_path()).unwrap() {
            let path = path.to_str().unwrap();
            let is_argument =
                |(file, arguments): &&(&str, &[&str])| path.ends_with(file) && arguments.contains(&&*flag);
            match ARGUMENTS.iter().find(is_argument) {
                Some((file, _)) => used.extend([*file]),
                None => named.push(format!("{path}: {flag}")),
            }
        }
    }
    assert!(named.is_empty(), "give a Remedy, and its flag in cli/src/flags.rs: {named:#?}");
    let all: BTreeSet<&str> = ARGUMENTS.iter().map(|(file, _)| *file).collect();
    assert_eq!(used, all, "files that name no arguments any more");
}

/// A file that no `mod` names is not compiled, and its tests never run.
#[test]
fn every_file_of_tests_is_part_of_their_program() {
    for folder in [
        "compiler/gdl/tests",
        "compiler/ground/tests",
        "compiler/net/tests",
        "compiler/emit/tests",
        "sim/verilate/tests",
        "runtime/web/tests",
        "tests/tests",
    ] {
        let folder = workspace().join(folder);
        let main = fs::read_to_string(folder.join("main.rs")).unwrap();
        let named: BTreeSet<&str> =
            main.lines().filter_map(|line| line.strip_prefix("mod ")?.strip_suffix(';')).collect();
        let entries = folder.read_dir().unwrap().map(|entry| entry.unwrap().path());
        let names = entries.map(|path| path.file_stem().unwrap().to_str().unwrap().to_owned());
        let there: BTreeSet<String> = names.filter(|name| name != "main").collect();
        assert_eq!(there.iter().map(String::as_str).collect::<BTreeSet<_>>(), named, "{}", folder.display());
    }
}

/// What a test says that waits for a time, in Rust or in a shell, or that judges by the clock.
const TIMED: [&str; 4] = ["sleep", "elapsed() <", "elapsed() >", "elapsed().as_"];
/// The files that may say it: the one that waits for all others, and this one.
const MAY: [&str; 2] = ["tests/src/wait.rs", "tests/tests/architecture.rs"];

/// The lines of a file that belong to tests: all of them in a folder or file of tests, else what follows `cfg(test)`.
fn of_tests<'t>(file: &Path, text: &'t str) -> &'t str {
    let is_of_tests = |name: &str| name.trim_end_matches(".rs").starts_with("tests");
    let whole = file.iter().filter_map(|name| name.to_str()).any(is_of_tests);
    if whole { text } else { text.find("#[cfg(test)]\nmod tests {").map_or("", |place| &text[place..]) }
}

#[test]
fn tests_wait_for_what_happens_and_not_for_a_time() {
    let mut files = Vec::new();
    sources(workspace(), &mut files);
    let mut found = Vec::new();
    for path in files {
        let file = path.strip_prefix(workspace()).unwrap();
        let text = fs::read_to_string(&path).unwrap();
        let timed = |line: &&str| TIMED.iter().any(|words| line.contains(words));
        if !MAY.iter().any(|may| file == Path::new(may)) {
            found.extend(of_tests(file, &text).lines().filter(timed).map(|line| format!("{}: {line}", file.display())));
        }
    }
    assert!(found.is_empty(), "use tests/src/wait.rs: {found:#?}");
    // It would be found.
    let planted = "fn f() {}\n#[cfg(test)]\nmod tests {\n    fn g() { thread::sleep(SECOND); }\n}\n";
    assert!(of_tests(Path::new("cli/src/halt.rs"), planted).contains(TIMED[0]));
    assert_eq!(of_tests(Path::new("cli/src/halt.rs"), "fn f() { thread::sleep(SECOND); }\n"), "");
}

/// From rules to nets leads one way, that of the library `gdl2hdl`: who calls the stages itself may accept other texts, or
/// say other things of them. The crates below the library share `compiler/net/tests/common.rs`.
#[test]
fn the_library_alone_calls_the_stages_in_order() {
    // In two pieces, so that this file is none of those that are found.
    let calls = [["from_", "propnet"], ["propnet::", "build"]].map(|pieces| pieces.concat());
    let (mut files, mut found) = (Vec::new(), BTreeSet::new());
    sources(workspace(), &mut files);
    for file in files {
        let text = fs::read_to_string(&file).unwrap();
        if calls.iter().any(|call| text.contains(call.as_str())) {
            found.insert(file.strip_prefix(workspace()).unwrap().to_owned());
        }
    }
    let (own, others): (Vec<_>, Vec<_>) =
        found.iter().partition(|file| file.starts_with("src") || file.starts_with("compiler/net"));
    assert!(own.iter().any(|file| file.starts_with("src")), "the library was not found: {own:?}");
    assert!(others.is_empty(), "use `gdl2hdl::Game` in place of the stages: {others:?}");
}

/// All Rust files below a folder, without what was built.
fn sources(folder: &Path, files: &mut Vec<PathBuf>) {
    for path in fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()) {
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        if path.is_symlink() || name.starts_with('.') || name == "target" {
            continue;
        }
        if path.is_dir() {
            sources(&path, files);
        } else if path.extension().is_some_and(|ending| ending == "rs") {
            files.push(path);
        }
    }
}

#[test]
fn only_the_simulator_may_be_unsafe() {
    for package in &metadata().packages {
        let manifest = fs::read_to_string(&package.manifest_path).unwrap();
        let inherits = manifest.contains("[lints]\nworkspace = true");
        assert!(
            inherits || ["gdl2hdl-simd", "gdl2hdl-verilate"].contains(&package.name.as_str()),
            "{} must inherit the workspace's lints",
            package.name
        );
    }
}

#[test]
fn every_dependency_has_its_reason() {
    let page = fs::read_to_string(workspace().join("docs/DEPENDENCIES.md")).unwrap();
    // What was considered and left out has a table of its own below.
    let page = page.split("\n## Not taken").next().unwrap();
    let reasons: BTreeSet<&str> = page.lines().filter_map(|line| line.strip_prefix("| `")?.split('`').next()).collect();
    let metadata = metadata();
    let members: BTreeSet<&str> = metadata.packages.iter().map(|package| package.name.as_str()).collect();
    let mut used = BTreeSet::new();
    for package in &metadata.packages {
        let foreign = package.dependencies.iter().filter(|dependency| !members.contains(dependency.name.as_str()));
        used.extend(foreign.map(|dependency| dependency.name.clone()));
    }
    let used: BTreeSet<&str> = used.iter().map(String::as_str).collect();
    let without: Vec<_> = used.difference(&reasons).collect();
    assert!(without.is_empty(), "no reason in docs/DEPENDENCIES.md: {without:?}");
    let stale: Vec<_> = reasons.difference(&used).collect();
    assert!(stale.is_empty(), "in docs/DEPENDENCIES.md, but not used: {stale:?}");
}

/// What tests of several crates of the compiler share.
const SHARED: &str = "net/tests/common.rs";

/// What no source of a crate names is built for nothing.
#[test]
fn every_dependency_is_used_by_its_crate() {
    let mut unused = Vec::new();
    for package in &metadata().packages {
        let mut files = Vec::new();
        let folder = package.manifest_path.parent().unwrap();
        for part in ["src", "tests", "examples"].map(|part| folder.join(part)).iter().filter(|part| part.is_dir()) {
            sources(part.as_std_path(), &mut files);
        }
        let mut text: String = files.iter().map(|file| fs::read_to_string(file).unwrap()).collect();
        if text.contains(SHARED) {
            text += &fs::read_to_string(workspace().join("compiler").join(SHARED)).unwrap();
        }
        let names = package.dependencies.iter().map(|dependency| &dependency.name);
        unused.extend(
            names
                .filter(|name| !text.contains(&name.replace('-', "_")))
                .map(|name| format!("{}: {name}", package.name)),
        );
    }
    assert!(unused.is_empty(), "{unused:#?}");
}
