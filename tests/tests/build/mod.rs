//! `gdl2hdl build` with the real tools, what it makes in simulation down to the bitstream, and what it says of bad input.

mod faults;
mod flow;
mod multipliers;
mod stopped;

use gdl2hdl_tests::binary::gdl2hdl;
use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Status, standard output, standard error of the program, with variables set.
fn run_with(variables: &[(&str, &Path)], arguments: &str) -> (Option<i32>, String, String) {
    let mut command = Command::new(gdl2hdl());
    command.args(arguments.split_whitespace()).envs(variables.iter().copied());
    let output = command.output().unwrap();
    let [out, err] = [output.stdout, output.stderr].map(|bytes| String::from_utf8(bytes).unwrap());
    (output.status.code(), out, err)
}

/// Standard output of what must end well.
fn good(arguments: &str) -> String {
    let (status, out, err) = run_with(&[], arguments);
    assert_eq!(status, Some(0), "{arguments}: {err}");
    out
}

fn json(arguments: &str) -> Value {
    serde_json::from_str(&good(&format!("{arguments} --format json"))).unwrap()
}

/// A game of this project.
fn game(name: &str) -> String {
    let path: PathBuf = [env!("CARGO_MANIFEST_DIR"), "..", "games", name].iter().collect();
    path.display().to_string()
}
