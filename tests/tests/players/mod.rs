//! Players and matches from outside: `match` and `player`, in one process and over sockets.

mod command_lines;
mod matches;
mod network;
mod process;

use crate::ended::Ended;
use gdl2hdl_tests::binary::gdl2hdl;
use gdl2hdl_tests::examples;
use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use tempfile::TempDir;

/// A folder for results.
struct Place(TempDir);

impl Place {
    fn new() -> Self {
        Self(tempfile::tempdir().unwrap())
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    /// Runs the program on a game of `games/`: the word `GAME` stands for it.
    fn run(&self, game: &str, line: &str) -> Ended {
        let game = examples::path(game);
        let words = line.split_whitespace().map(|word| if word == "GAME" { game.as_path() } else { Path::new(word) });
        let mut command = Command::new(gdl2hdl());
        Ended::from(command.args(words).current_dir(self.0.path()).stdin(Stdio::null()).output().unwrap())
    }

    /// Records of matches.
    fn records(&self, name: &str) -> Vec<Value> {
        let text = fs::read_to_string(self.path(name)).unwrap();
        text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
    }
}

/// What was wrong with the answers of a role, in a record.
fn faults(record: &Value, role: usize) -> Vec<&Value> {
    let replies = record["steps"].as_array().unwrap().iter().map(|step| &step["replies"][role]);
    replies.chain([&record["start"][role]]).map(|reply| &reply["error"]).filter(|error| !error.is_null()).collect()
}

/// That a match came to its end, and that nobody did anything wrong.
fn is_sound(record: &Value) {
    assert_eq!(record["end"]["how"], "terminal", "{record}");
    let roles = record["roles"].as_array().unwrap().len();
    let faults: Vec<_> = (0..roles).flat_map(|role| faults(record, role)).collect();
    assert!(faults.is_empty(), "{faults:?} in {record}");
}
