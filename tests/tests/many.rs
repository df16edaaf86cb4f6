//! `check` and `stats` of many games: one line each, with the worst diagnostic, and the worst status in the end.

use gdl2hdl_tests::binary::gdl2hdl;
use serde_json::Value;
use std::fs;
use std::path::Path;
use std::process::Command;
use tempfile::TempDir;

const GOOD: &str = "(role a) (init (p 1)) (legal a go)\n(<= (next (p 2)) (does a go))\n(<= terminal (true (p 2)))\n\
                    (<= (goal a 100) (true (p 2))) (<= (goal a 0) (true (p 1)))\n";

/// A folder of games: what is wrong with each is in its name.
fn collection() -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &str| fs::write(folder.path().join(name), text).unwrap();
    fs::create_dir(folder.path().join("deeper")).unwrap();
    write("a_good.kif", GOOD);
    write("b_unused.gdl", &format!("{GOOD}(unused 1)\n"));
    write("c_unsafe.kif", &format!("{GOOD}(unused 1)\n(<= (next (p ?x))\n  (true (p 1)))\n(unused 2)"));
    write("d_no_game.kif", "{\"game\":\"x\",\"roles\":[\"a\"]}\n{}\n");
    write("deeper/e_good.kif", GOOD);
    write("notes.txt", "no game");
    folder
}

fn run(folder: &Path, arguments: &str) -> (i32, String, String) {
    let output = Command::new(gdl2hdl()).current_dir(folder).args(arguments.split_whitespace()).output().unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    (output.status.code().unwrap(), text(output.stdout), text(output.stderr))
}

#[test]
fn each_game_has_one_line_with_its_worst_finding() {
    let folder = collection();
    let (status, out, err) = run(folder.path(), "check .");
    let lines: Vec<&str> = out.lines().collect();
    assert_eq!((status, lines.len()), (1, 5), "{out}\n{err}");
    assert_eq!(lines[0], "./a_good.kif: ok; 7 rules");
    assert!(lines[1].starts_with("./b_unused.gdl: warning[G118] 5:1: ") && lines[1].ends_with("; 8 rules"), "{out}");
    assert!(lines[2].starts_with("./c_unsafe.kif: error[G101] 6:14: "), "{out}");
    assert!(lines[2].ends_with("; 1 error, 1 warning"), "{out}");
    assert!(lines[3].starts_with("./d_no_game.kif: error: ") && lines[3].contains("recorded trace"), "{out}");
    assert_eq!(lines[4], "./deeper/e_good.kif: ok; 7 rules");
    assert_eq!(err, "5 games: 2 without diagnostics, 1 with warnings, 2 refused (G101 1, other 1)\n");
}

#[test]
fn scripts_get_an_object_for_each_game() {
    let folder = collection();
    let (status, out, _) = run(folder.path(), "stats c_unsafe.kif a_good.kif missing.kif --format json");
    let rows: Vec<Value> = out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!((status, rows.len()), (2, 3), "{out}");
    assert_eq!((&rows[0]["ok"], &rows[0]["code"], &rows[0]["line"]), (&false.into(), &"G101".into(), &6.into()));
    assert_eq!((&rows[1]["ok"], &rows[1]["bases"], &rows[1]["roles"]), (&true.into(), &2.into(), &1.into()));
    assert_eq!((&rows[2]["status"], &rows[2]["code"]), (&2.into(), &Value::Null));
    // As many fields as of one game alone, and the same counts.
    let (_, alone, _) = run(folder.path(), "stats a_good.kif --format json");
    let alone: Value = serde_json::from_str(&alone).unwrap();
    for (field, value) in alone.as_object().unwrap().iter().filter(|(field, _)| !field.ends_with("_ms")) {
        assert_eq!(&rows[1][field], value, "{field}");
    }
}

#[test]
fn a_folder_without_games_and_two_standard_inputs_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    assert_eq!(run(folder.path(), "check .").0, 1);
    assert_eq!(run(folder.path(), "check - -").0, 1);
}

#[test]
fn each_game_has_a_deadline_of_its_own() {
    let folder = tempfile::tempdir().unwrap();
    // 10^9 ground rules, each with all digits.
    let digits: String = (0..10).map(|digit| format!("(d {digit}) ")).collect();
    let names = ["?a", "?b", "?c", "?e", "?f", "?g", "?h", "?i", "?j"];
    let moves: String = names.iter().map(|name| format!("(d {name}) ")).collect();
    let huge = format!("{GOOD}{digits}(<= (legal a (m {})) {moves})\n", names.join(" "));
    fs::write(folder.path().join("a_huge.kif"), huge).unwrap();
    fs::write(folder.path().join("b_good.kif"), GOOD).unwrap();
    let (status, out, err) = run(folder.path(), "stats . --deadline 1");
    let lines: Vec<&str> = out.lines().collect();
    assert_eq!((status, lines.len()), (2, 2), "{out}\n{err}");
    assert!(lines[0].contains("error[G201]"), "{out}");
    assert!(lines[1].contains("2 bases"), "{out}");
}

#[test]
fn errors_are_json_where_json_is_asked_for() {
    let folder = collection();
    for arguments in [
        "check --format json missing.kif",
        "check a_good.kif --nonsense --format json",
        "replay d_no_game.kif a_good.kif --format json",
        "boards no_such_board --format json",
        "prove --format=json missing.kif",
        "boards --format json --max-gates 4",
    ] {
        let (status, _, err) = run(folder.path(), arguments);
        let error: Value = serde_json::from_str(err.trim()).unwrap_or_else(|_| panic!("{arguments}: {err}"));
        assert!(status > 0 && error["severity"] == "error" && error["message"].is_string(), "{arguments}: {err}");
    }
}

#[test]
fn a_trace_in_place_of_a_game_is_one_line() {
    let folder = collection();
    let (status, out, err) = run(folder.path(), "replay d_no_game.kif a_good.kif");
    assert_eq!((status, out.as_str(), err.lines().count()), (1, "", 1), "{err}");
    assert!(err.contains("replay GAME TRACE"), "{err}");
}
