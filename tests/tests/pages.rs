//! What pages show is what the program prints today.

use gdl2hdl_tests::binary::gdl2hdl;
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::process::{Command, Output};

fn root() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/.."))
}

fn page(name: &str) -> String {
    fs::read_to_string(root().join(name)).unwrap()
}

/// Runs a line of a page in a folder that has the games.
fn run(folder: &Path, line: &str) -> Output {
    let mut words = line.split_whitespace();
    assert_eq!(words.next(), Some("gdl2hdl"), "{line}");
    Command::new(gdl2hdl()).args(words).current_dir(folder).output().unwrap()
}

/// A line with 0 for each number, where it tells of a time or of a machine.
fn without_times(line: &str) -> String {
    let timed = line.contains("/s") || line.contains(" threads");
    let digit = |c: char| timed && (c.is_ascii_digit() || matches!(c, '.' | ','));
    let mut text: String = line.chars().map(|c| if digit(c) { '0' } else { c }).collect();
    while text.contains("00") {
        text = text.replace("00", "0");
    }
    let units = [" k ", " M ", " G "];
    if timed { units.into_iter().fold(text, |text, unit| text.replace(unit, " ")) } else { line.to_owned() }
}

/// The lines of a page that begin with `$ `, each with what stands below it up to the end of the block.
fn sessions(page: &str) -> Vec<(String, Vec<String>)> {
    let mut found: Vec<(String, Vec<String>)> = Vec::new();
    let mut inside = false;
    for line in page.lines() {
        match line.strip_prefix("$ ") {
            Some(command) => {
                inside = true;
                found.push((command.to_owned(), Vec::new()));
            }
            None if line.starts_with("```") => inside = false,
            None if inside => found.last_mut().unwrap().1.push(line.to_owned()),
            None => {}
        }
    }
    found
}

#[test]
fn the_readme_shows_what_the_program_prints() {
    let folder = tempfile::tempdir().unwrap();
    std::os::unix::fs::symlink(root().join("games").canonicalize().unwrap(), folder.path().join("games")).unwrap();
    let readme = page("README.md");
    let sessions = sessions(&readme);
    assert!(sessions.len() >= 3, "nothing would be compared");
    for (command, shown) in &sessions {
        let output = run(folder.path(), command);
        assert!(output.status.success(), "{command}: {}", String::from_utf8_lossy(&output.stderr));
        let printed = String::from_utf8(output.stdout).unwrap();
        let printed: Vec<String> = printed.lines().map(without_times).collect();
        let shown: Vec<String> = shown.iter().map(|line| without_times(line)).collect();
        assert_eq!(shown, printed, "{command}");
    }
    let verilog = fs::read_to_string(folder.path().join("lights.v")).unwrap();
    let excerpt = readme.split("```verilog\n").nth(1).unwrap().split("```").next().unwrap();
    assert!(verilog.contains(excerpt), "README.md shows other Verilog than is written:\n{verilog}");
    let rules = readme.split("```\n").nth(1).unwrap();
    assert!(rules.lines().count() == 6 && page("games/two_button_lights.kif").contains(rules.lines().next().unwrap()));
    assert!(rules.lines().all(|rule| page("games/two_button_lights.kif").lines().any(|line| line == rule)), "{rules}");
}

#[test]
fn times_are_not_compared_and_everything_else_is() {
    let lines = ["30.2 M playouts/s, 231 M states/s", "8 k playouts/s, 1.25 G states/s"];
    assert_eq!(without_times(lines[0]), without_times(lines[1]));
    assert_ne!(without_times("finished 409,600"), without_times("finished 409,601"));
}

/// `docs/COMMANDS.md` has a row for each command, and no other.
#[test]
fn the_page_of_commands_has_them_all() {
    let help = String::from_utf8(run(root(), "gdl2hdl --help").stdout).unwrap();
    let list = help.split("Commands:\n").nth(1).unwrap().split("\n\n").next().unwrap();
    let is_name = |line: &&str| line.starts_with("  ") && !line.starts_with("   ");
    let names = list.lines().filter(is_name).filter_map(|line| line.split_whitespace().next());
    let names: BTreeSet<&str> = names.filter(|&name| name != "help").collect();
    let page = page("docs/COMMANDS.md");
    let rows = page.lines().filter_map(|line| line.strip_prefix("| `gdl2hdl ")?.split([' ', '`']).next());
    let rows: Vec<&str> = rows.collect();
    assert!(names.len() > 20, "{names:?}");
    assert_eq!(rows.len(), names.len(), "a command stands twice, or not at all");
    assert_eq!(rows.into_iter().collect::<BTreeSet<_>>(), names);
}
