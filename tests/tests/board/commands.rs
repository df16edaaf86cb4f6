//! `run`, `playouts --engine board` and `link-test` from outside.

use super::{BAUD, compiled, plugged_in, rules};
use gdl2hdl_emit::net_hash;
use gdl2hdl_hdl::playout::Config;
use gdl2hdl_tests::binary::gdl2hdl;
use serde_json::{Value, json};
use std::fs;
use std::path::Path;
use std::process::{Command, Output};
use tempfile::TempDir;

const GAME: &str = "tic_tac_toe";
/// Of the build; the engine says the 12 MHz that it was routed for.
const CLOCK_HZ: u32 = 11_900_000;
const JOB: &str = "--lanes 90 --per-lane 4 --seed 9 --format json";

/// The folder of a build.
fn built(config: Config) -> TempDir {
    let dir = TempDir::new().unwrap();
    let build = json!({
        "board": "icebreaker", "game": GAME, "net_hash": net_hash(compiled(GAME).net().net()), "baud": BAUD, "config": config,
        "clock_hz": CLOCK_HZ,
        "source": { "file": format!("{GAME}.kif"), "language": "kif", "opt_level": 2, "keep_state": false },
        "format": 1, "lut_used": 4711,
    });
    fs::write(dir.path().join("build.json"), serde_json::to_string_pretty(&build).unwrap()).unwrap();
    fs::copy(rules(GAME), dir.path().join(format!("{GAME}.kif"))).unwrap();
    dir
}

fn run(dir: &Path, arguments: &str) -> Output {
    Command::new(gdl2hdl()).current_dir(dir).args(arguments.split_whitespace()).output().unwrap()
}

/// Standard output, when the status is as it must be; else standard error with it.
fn ended(output: Output, status: i32) -> String {
    let error = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(status), "{error}");
    if status == 0 { String::from_utf8(output.stdout).unwrap() } else { error }
}

/// What a report says of the playouts.
fn counts(text: &str) -> Value {
    let report: Value = serde_json::from_str(text).unwrap();
    json!([report["playouts"], report["steps"], report["goals"], report["complete"], report["starts"]])
}

#[test]
fn a_board_reports_what_the_processor_does() {
    let config = Config { first_moves: true, cores: 3, slots: 2, ..Config::default() };
    let (dir, terminal) = (built(config), plugged_in(GAME, config));
    let port = terminal.path();
    for first in ["", "--first-moves"] {
        let expected = counts(&ended(run(dir.path(), &format!("playouts {GAME}.kif --slots 2 {JOB} {first}")), 0));
        let played = ended(run(dir.path(), &format!("run . --port {port} {JOB} {first}")), 0);
        assert_eq!(counts(&played), expected);
        let whole: Value = serde_json::from_str(&played).unwrap();
        assert_eq!((&whole["engine"], &whole["board"]), (&json!("board"), &json!("icebreaker")));
        assert_eq!((&whole["link"]["damaged"], &whole["clock_hz"]), (&json!(0), &json!(CLOCK_HZ)));
        let engine = format!("playouts {GAME}.kif --engine board --board-dir . --port {port} {JOB} {first}");
        assert_eq!(counts(&ended(run(dir.path(), &engine), 0)), expected);
    }
    let text = ended(run(dir.path(), &format!("run . --port {port}")), 0);
    assert!(text.starts_with("tic_tac_toe on board, 1 thread: 1,024 playouts") && text.contains("\nlink: "), "{text}");
    let cross = format!("crosscheck {GAME}.kif --engines cpu,board --board-dir . --port {port}");
    assert!(ended(run(dir.path(), &cross), 0).contains("every report agrees"));
    let steps = ended(run(dir.path(), &(cross + " --steps")), 1);
    assert!(steps.contains("a board reports what playouts add up to, not their steps"), "{steps}");
}

#[test]
fn what_is_missing_is_said() {
    let (dir, config) = (built(Config::default()), Config::default());
    let error = |arguments: &str, status| ended(run(dir.path(), arguments), status);
    let absent = error("run .", 2);
    assert!(absent.contains("not plugged in") && absent.contains("give --port"), "{absent}");
    assert!(error("run nowhere --port p", 2).contains("cannot read `nowhere/build.json`"));
    assert!(error("run . --port /dev/ttyNOWHERE", 2).contains("no port `/dev/ttyNOWHERE`"));
    assert!(error("playouts tic_tac_toe.kif --engine board", 1).contains("--board-dir DIR"));
    let terminal = plugged_in(GAME, config);
    let other = plugged_in("two_button_lights", config);
    let job = |port: &str, more: &str| format!("run . --port {port} {more}");
    let game = error(&job(other.path(), ""), 2);
    assert!(
        game.contains("the board has another game: its net is") && game.contains(&net_hash(compiled(GAME).net().net())),
        "{game}"
    );
    assert!(error(&job(terminal.path(), "--first-moves"), 1).contains("does not count by first moves"));
    let long = error(&job(terminal.path(), "--max-steps 65536"), 1);
    assert!(long.contains("at most 65535 steps of a playout, not 65536"), "{long}");
    fs::write(dir.path().join("two.kif"), fs::read(rules("two_button_lights")).unwrap()).unwrap();
    let net = error(&job(terminal.path(), "--game two.kif"), 1);
    assert!(net.contains("the build is of another net"), "{net}");
    fs::write(dir.path().join("build.json"), "{\n  \"board\": 7\n}").unwrap();
    assert!(error("run .", 2).contains("`./build.json`, line 2, column 12: invalid type"));
}

#[test]
fn echoes_are_measured() {
    let terminal = plugged_in(GAME, Config::default());
    let dir = TempDir::new().unwrap();
    let test = format!("link-test --port {} --frames 40", terminal.path());
    let text = ended(run(dir.path(), &test), 0);
    assert!(text.contains("40 echoes in ") && text.contains(", 0 wrong; "), "{text}");
    let json: Value = serde_json::from_str(&ended(run(dir.path(), &(test + " --format json")), 0)).unwrap();
    assert_eq!((&json["frames"], &json["wrong"], &json["window"]), (&json!(40), &json!(0), &json!(4)));
    assert!(json["bytes_per_s"].as_f64().unwrap() > 0.0);
}
