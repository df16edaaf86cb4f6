//! A game of the folder through the stages of the compiler.

use gdl2hdl_gdl::check::{CheckOptions, Checked, check};
use gdl2hdl_gdl::interpret;
use gdl2hdl_gdl::observer::Unobserved;
use gdl2hdl_gdl::sdl;
use gdl2hdl_gdl::syntax::{self, Sheet};
use gdl2hdl_ground::{self as ground, GroundProgram, Limits};
use gdl2hdl_net as net;
use gdl2hdl_net::propnet;
use gdl2hdl_opt::{self as opt, Level};
use gdl2hdl_runtime::engine::{self, Engine};
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

/// Where the games are.
pub(crate) fn folder() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../games"))
}

/// The game files by name without the ending, `.kif` first: the one that the facts are about where there are several.
pub(crate) fn files() -> BTreeMap<String, Vec<PathBuf>> {
    let entries = fs::read_dir(folder()).unwrap().map(|entry| entry.unwrap().path());
    let language = |path: &PathBuf| {
        let ending = path.extension()?.to_str()?;
        ["kif", "hrf", "sdl", "action"].iter().position(|known| *known == ending)
    };
    let mut paths: Vec<PathBuf> = entries.filter(|path| language(path).is_some()).collect();
    paths.sort_by_key(|path| (language(path), path.clone()));
    let mut files: BTreeMap<String, Vec<PathBuf>> = BTreeMap::new();
    for path in paths {
        let stem = path.file_stem().unwrap().to_str().unwrap().to_owned();
        files.entry(stem).or_default().push(path);
    }
    files
}

/// The rules of a file, about which neither the reader nor the checks may say anything.
///
/// Two warnings are let pass, each of what our tools take and one game shows: that function terms nest (G116), and that
/// only `base` bounds a score (G316).
pub(crate) fn sheet(path: &Path) -> Checked {
    let parsed = syntax::parse(&fs::read_to_string(path).unwrap(), None);
    let parsed = sdl::settle(parsed, None, sdl::MAX_HISTORY);
    let options = CheckOptions { language: parsed.language, ..CheckOptions::default() };
    let mut found = parsed.diagnostics;
    found.extend(check(&parsed.sheet, &options));
    found.retain(|finding| finding.code != "G116" && finding.code != "G316");
    assert!(found.is_empty(), "{}: {found:?}", path.display());
    Checked::new(parsed.sheet, &options).unwrap()
}

/// The ground program; grounding has nothing to say either.
pub(crate) fn grounded(sheet: &Checked) -> GroundProgram {
    let grounding = ground::ground(sheet, &ground::Options::default(), &Unobserved).unwrap();
    assert!(grounding.diagnostics.is_empty(), "{:?}", grounding.diagnostics);
    grounding.program
}

/// The engine that plays by the rules as they are written.
pub(crate) fn interpreter(sheet: &Sheet) -> impl Engine + use<> {
    engine::interpreter(sheet, interpret::Limits::default()).unwrap()
}

/// The engine of the optimised net, with all facts of a state kept.
pub(crate) fn net(program: &GroundProgram) -> impl Engine + use<> {
    let propnet = propnet::build(program, &Limits::default(), &Unobserved).unwrap();
    let optimised = opt::optimise(
        net::from_propnet(&propnet),
        opt::Options { level: Level::O2, keep_state: true, anywhere: false },
        &Unobserved,
    )
    .unwrap();
    net::verify(&optimised.net).unwrap();
    engine::net(optimised).unwrap()
}
