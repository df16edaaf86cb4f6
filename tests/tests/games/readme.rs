//! The table of `games/README.md` is what the program says today; `make bless` writes its numbers anew.

use crate::games::facts::ALL;
use crate::games::stages::{files, folder};
use expect_test::expect_file;
use gdl2hdl_tests::binary::gdl2hdl;
use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

#[test]
fn the_table_in_the_readme_is_true() {
    let page = fs::read_to_string(folder().join("README.md")).unwrap();
    let rows: Vec<&str> = page.lines().filter(|line| line.starts_with("| [")).collect();
    let games: Vec<(String, Vec<PathBuf>)> = files().into_iter().collect();
    assert_eq!(rows.len(), games.len(), "a row for each game");
    let mut expected = page.clone();
    for (row, (name, paths)) in rows.into_iter().zip(&games) {
        let columns: Vec<&str> = row.trim_matches('|').split('|').map(str::trim).collect();
        let mut linked: Vec<&str> = columns[0].split("](").skip(1).filter_map(|link| link.split(')').next()).collect();
        let first = folder().join(linked[0]);
        linked.sort_unstable();
        let mut there: Vec<&str> = paths.iter().map(|path| path.file_name().unwrap().to_str().unwrap()).collect();
        there.sort_unstable();
        assert_eq!(linked, there, "{name}");
        let numbers = numbers(&first);
        let (_, facts) = ALL.iter().find(|(known, _)| known == name).unwrap();
        let moves: usize = facts.roles.iter().map(|&(_, moves, _)| moves).sum();
        assert_eq!(numbers[..3], [facts.roles.len(), facts.bases, moves].map(|number| number as u64), "{name}");
        let cells: Vec<String> = numbers.iter().map(u64::to_string).collect();
        expected = expected.replace(row, &format!("| {} | {} | {} |", columns[0], columns[1], cells.join(" | ")));
    }
    expect_file!["../../../games/README.md"].assert_eq(&expected);
}

/// Roles, bases, moves, ground rules and gates of a game, as `stats` prints them.
fn numbers(game: &Path) -> [u64; 5] {
    let output = Command::new(gdl2hdl()).args(["stats", "--format", "json"]).arg(game).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let stats: Value = serde_json::from_slice(&output.stdout).unwrap();
    ["roles", "bases", "moves", "ground_rules", "gates"].map(|name| stats[name].as_u64().unwrap())
}
