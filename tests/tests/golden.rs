//! Everything the compiler writes about two small games, to be read by people. `make bless` accepts what is written
//! now; `git diff` then shows what that changes.

use expect_test::expect_file;
use gdl2hdl_emit::net_hash;
use gdl2hdl_net::{self as net, Net};
use gdl2hdl_tests::binary::gdl2hdl;
use gdl2hdl_tests::nets;
use serde_json::Value;
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

const GAMES: [&str; 2] = ["rock_paper_scissors", "two_button_lights"];

/// The files of a game: what the pipeline makes of it, stage by stage.
const FILES: [&str; 7] = ["ground.kif", "ground.hrf", "propnet.dot", "net.txt", "game.v", "game.json", "stats.json"];

fn workspace() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

fn golden() -> PathBuf {
    workspace().join("tests/data/golden")
}

/// Standard output of the binary, run in the folder of the games.
fn said(arguments: &[&str]) -> String {
    let output = Command::new(gdl2hdl()).args(arguments).current_dir(workspace().join("games")).output().unwrap();
    let messages = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.success() && messages.is_empty(), "{arguments:?}: {messages}");
    String::from_utf8(output.stdout).unwrap()
}

/// Verilog and manifest.
fn compiled(game: &str) -> [String; 2] {
    let folder = tempfile::tempdir().unwrap();
    let verilog = folder.path().join("game.v");
    assert_eq!(said(&[game, "-o", verilog.to_str().unwrap()]), "");
    let [verilog, manifest] =
        [verilog.clone(), verilog.with_extension("json")].map(|file| fs::read_to_string(file).unwrap());
    let version = concat!("made by gdl2hdl ", env!("CARGO_PKG_VERSION"), ".");
    assert!(verilog.contains(version));
    // A new version alone must not change these files.
    [verilog.replace(version, "made by gdl2hdl VERSION."), manifest]
}

/// The net the Verilog is made of. No command prints it.
fn optimised(game: &str) -> Net {
    let text = fs::read_to_string(workspace().join("games").join(game)).unwrap();
    nets::compiled(&text).unwrap().into_optimised().net
}

/// Counts without times, one a line.
fn stats(game: &str) -> String {
    let mut stats: Value = serde_json::from_str(&said(&["stats", game, "--format", "json"])).unwrap();
    stats.as_object_mut().unwrap().retain(|field, _| !field.ends_with("_ms"));
    serde_json::to_string_pretty(&stats).unwrap() + "\n"
}

fn written(game: &str) -> [String; 7] {
    let file = format!("{game}.kif");
    let net = optimised(&file);
    let [verilog, manifest] = compiled(&file);
    let hash: Value = serde_json::from_str(&manifest).unwrap();
    assert_eq!(hash["net_hash"], net_hash(&net), "{game}: the net here is not the one of the Verilog");
    let text = net::text::print(&net);
    assert_eq!(net::text::print(&net::text::parse(&text).unwrap()), text);
    let ground = |language| said(&["ground", &file, "--to", language]);
    [ground("kif"), ground("hrf"), said(&["draw", &file]), text, verilog, manifest, stats(&file)]
}

#[test]
fn what_is_written_is_what_was_accepted() {
    for game in GAMES {
        for (name, text) in FILES.iter().zip(written(game)) {
            expect_file![golden().join(game).join(name)].assert_eq(&text);
        }
    }
    no_other_files();
}

/// Files that no test compares would be believed for ever.
fn no_other_files() {
    let names = |folder: &Path| -> BTreeSet<String> {
        fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect()
    };
    assert_eq!(names(&golden()), GAMES.map(str::to_owned).into());
    for game in GAMES {
        assert_eq!(names(&golden().join(game)), FILES.map(str::to_owned).into(), "{game}");
    }
}
