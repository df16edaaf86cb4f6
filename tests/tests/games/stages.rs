//! A game of the folder through the stages of the compiler.

use gdl2hdl::{Game, GroundGame, Options, Unobserved};
use gdl2hdl_gdl::interpret;
use gdl2hdl_play::engine::{self, Engine};
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
pub(crate) fn game(path: &Path) -> Game {
    let game = Game::parse(&fs::read_to_string(path).unwrap());
    let game = game.unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let mut found =
        game.diagnostics().iter().filter(|diagnostic| diagnostic.code != "G116" && diagnostic.code != "G316");
    assert!(found.next().is_none(), "{}: {:?}", path.display(), game.diagnostics());
    game
}

/// The ground rules; grounding has nothing to say either.
pub(crate) fn grounded(game: &Game) -> GroundGame {
    let ground = game.ground(&Options::default(), &Unobserved).unwrap();
    assert!(ground.diagnostics().is_empty(), "{:?}", ground.diagnostics());
    ground
}

/// The engine that plays by the rules as they are written.
pub(crate) fn interpreter(game: &Game) -> impl Engine + use<> {
    engine::interpreter(game.sheet(), interpret::InterpreterLimits::default()).unwrap()
}

/// The engine of the optimised net, with all facts of a state kept.
pub(crate) fn net(ground: GroundGame) -> impl Engine + use<> {
    let options = Options::default().keep_state(true);
    let compiled = ground.net(&Unobserved).unwrap().optimise(&options, &Unobserved).unwrap();
    engine::net(compiled.into_optimised()).unwrap()
}
