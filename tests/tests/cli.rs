//! The command line from outside: statuses, streams, files. What the commands compute is tested elsewhere.

use crate::ended::Ended;
use gdl2hdl_tests::binary::gdl2hdl;
use serde_json::Value;
use std::fs;
use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use tempfile::TempDir;

const GAME: &str = "(role you) (role me)
(init (p a))
(<= (legal you go) (true (p a)))
(<= (legal you stay) (true (p a)))
(<= (legal me noop) (true (p ?x)))
(<= (next (p b)) (does you go))
(<= (next (p a)) (does you stay))
(<= (goal you 100) (true (p b)))
(<= (goal you 0) (not (true (p b))))
(goal me 50)
(<= terminal (true (p b)))
";

struct Place {
    folder: TempDir,
}

impl Place {
    fn new() -> Self {
        let place = Self { folder: tempfile::tempdir().unwrap() };
        fs::write(place.path("game.kif"), GAME).unwrap();
        place
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn command(&self, arguments: &str) -> Command {
        let mut command = Command::new(gdl2hdl());
        command.current_dir(self.folder.path()).args(arguments.split_whitespace()).stdin(Stdio::null());
        command
    }

    fn run(&self, arguments: &str) -> Ended {
        Ended::from(self.command(arguments).output().unwrap())
    }

    fn with_stdin(&self, arguments: &str, text: &str) -> Ended {
        let mut command = self.command(arguments);
        let command = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().unwrap();
        child.stdin.take().unwrap().write_all(text.as_bytes()).unwrap();
        Ended::from(child.wait_with_output().unwrap())
    }

    /// Names of all files, sorted.
    fn files(&self) -> Vec<String> {
        let entries = fs::read_dir(self.folder.path()).unwrap();
        let mut names: Vec<_> = entries.map(|e| e.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names
    }
}

#[test]
fn help_and_version_are_results() {
    let place = Place::new();
    let help = place.run("--help").expect(0);
    assert!(help.out.contains("Exit status:") && help.err.is_empty());
    assert!(place.run("--version").expect(0).out.starts_with("gdl2hdl "));
    for command in
        ["check", "stats", "ground", "convert", "replay", "record", "draw", "playouts", "crosscheck", "bench"]
    {
        assert!(help.out.contains(command), "{command}");
        place.run(&format!("{command} --help")).expect(0);
    }
}

#[test]
fn usage_errors_are_status_1() {
    let place = Place::new();
    let wrong =
        ["", "--nonsense", "check", "game.kif -O 9", "check game.kif --deadline x", "replay game.kif", "game.kif a b"];
    for arguments in wrong {
        let ended = place.run(arguments).expect(1);
        assert!(ended.out.is_empty() && !ended.err.is_empty(), "{arguments}");
    }
}

#[test]
fn compile_writes_verilog_and_manifest() {
    let place = Place::new();
    let ended = place.run("game.kif -o out.v").expect(0);
    assert!(ended.out.is_empty());
    assert_eq!(place.files(), ["game.kif", "out.json", "out.v"]);
    let verilog = fs::read_to_string(place.path("out.v")).unwrap();
    assert!(verilog.contains("module game_propnet"));
    let manifest: Value = serde_json::from_str(&fs::read_to_string(place.path("out.json")).unwrap()).unwrap();
    assert_eq!(manifest["game"], "game");
    assert_eq!(place.run("game.kif").expect(0).out, verilog, "standard output gives the same text");
}

#[test]
fn the_same_input_gives_the_same_bytes() {
    let place = Place::new();
    for name in ["a.v", "b.v"] {
        place.run(&format!("game.kif -o {name}")).expect(0);
    }
    let read = |name: &str| fs::read(place.path(name)).unwrap();
    assert_eq!((read("a.v"), read("a.json")), (read("b.v"), read("b.json")));
}

#[test]
fn standard_input_is_a_game_too() {
    let place = Place::new();
    assert!(place.with_stdin("-", GAME).expect(0).out.contains("module game_propnet"));
    place.with_stdin("check -", GAME).expect(0);
    place.with_stdin("check -", "(role").expect(1);
}

#[test]
fn refused_games_leave_no_file() {
    let place = Place::new();
    fs::write(place.path("bad.kif"), "(role you").unwrap();
    let ended = place.run("bad.kif -o bad.v").expect(1);
    assert!(ended.out.is_empty() && ended.err.contains("G001"));
    assert_eq!(place.files(), ["bad.kif", "game.kif"]);
}

#[test]
fn files_that_are_not_there_are_status_2() {
    let place = Place::new();
    for arguments in [
        "missing.kif",
        "check missing.kif",
        "ground .",
        "replay game.kif missing.gz --engine ground",
        "game.kif -o missing/out.v",
        "game.kif -o /proc/out.v",
    ] {
        let ended = place.run(arguments).expect(2);
        assert!(
            ended.err.starts_with("error: cannot ") || ended.err.starts_with("error: `missing.gz`"),
            "{}",
            ended.err
        );
    }
}

#[test]
fn the_input_is_never_overwritten() {
    let place = Place::new();
    for arguments in [
        "game.kif -o game.kif",
        "ground game.kif -o ./game.kif",
        "convert game.kif -o game.kif",
        "record game.kif --engine ground -o game.kif",
        "draw game.kif -o game.kif",
    ] {
        let ended = place.run(arguments).expect(1);
        assert!(ended.err.contains("is the input"), "{}", ended.err);
        assert_eq!(fs::read_to_string(place.path("game.kif")).unwrap(), GAME);
    }
    fs::rename(place.path("game.kif"), place.path("game.json")).unwrap();
    place.run("game.json -o game.v").expect(1);
    assert_eq!(place.files(), ["game.json"]);
}

#[test]
fn outputs_keep_the_permissions_of_what_they_replace() {
    use std::os::unix::fs::PermissionsExt;
    let place = Place::new();
    fs::write(place.path("out.v"), "old").unwrap();
    fs::set_permissions(place.path("out.v"), PermissionsExt::from_mode(0o640)).unwrap();
    place.run("game.kif -o out.v").expect(0);
    let mode = |name: &str| fs::metadata(place.path(name)).unwrap().permissions().mode() & 0o777;
    assert_eq!(mode("out.v"), 0o640);
    assert_eq!(mode("out.json") & 0o600, 0o600);
}

#[test]
fn large_files_are_refused_unread() {
    let place = Place::new();
    let huge = fs::File::create(place.path("huge.kif")).unwrap();
    // Sparse: takes no room, but reading it all would take long.
    huge.set_len(1 << 40).unwrap();
    let ended = place.run("check huge.kif").expect(2);
    assert!(ended.err.contains("--max-input"));
    place.run("check game.kif --max-input 10").expect(2);
    let endless = place.command("check -").stdin(fs::File::open("/dev/zero").unwrap()).output().unwrap();
    assert_eq!(Ended::from(endless).expect(2).out, "");
}

#[test]
fn a_reader_that_goes_away_is_no_error() {
    let place = Place::new();
    let facts: String = (0..20_000).map(|i| format!("(fact {i})\n")).collect();
    fs::write(place.path("long.kif"), [GAME, &facts].concat()).unwrap();
    let mut command = place.command("convert long.kif -q");
    let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let mut first = [0; 10];
    child.stdout.take().unwrap().read_exact(&mut first).unwrap();
    let ended = Ended::from(child.wait_with_output().unwrap()).expect(0);
    assert_eq!(ended.err, "");
}

#[test]
fn deadline_and_memory_end_with_status_2() {
    let place = Place::new();
    let facts: String = (0..200).map(|i| format!("(v {i}) ")).collect();
    let body: String = ["a", "b", "c", "d", "e"].map(|x| format!("(v ?{x}) ")).concat();
    let bomb = format!("{GAME}{facts}(<= (next (q ?a ?b ?c ?d ?e)) {body})");
    fs::write(place.path("bomb.kif"), bomb).unwrap();
    assert!(place.run("bomb.kif --max-memory 64M").expect(2).err.contains("G202"));
    assert!(place.run("bomb.kif --deadline 0.2").expect(2).err.contains("G20"));
}

/// What was done until the deadline is kept, and the message says where it is and what helps.
#[test]
fn what_the_deadline_cuts_short_is_kept() {
    let place = Place::new();
    let ended =
        place.run("record game.kif --engine interpreter --playouts 1000000000 --deadline 1 -o t.jsonl").expect(2);
    for part in ["at the deadline of 1 s; `t.jsonl` holds", "--deadline", "--playouts", "--engine ground"] {
        assert!(ended.err.contains(part), "{part}: {}", ended.err);
    }
    place.run("replay game.kif t.jsonl --engine ground --deadline 100").expect(0);
    // Longer than the interpreter plays in the time it gets, and wrong at once.
    place.run("record game.kif --engine ground --playouts 200000 -o long.jsonl").expect(0);
    let late = place.run("replay game.kif long.jsonl --engine interpreter --deadline 0.5").expect(2);
    assert!(late.err.contains("states were compared; allow more time") && late.out.is_empty(), "{}", late.err);
    let text = fs::read_to_string(place.path("long.jsonl")).unwrap();
    fs::write(place.path("wrong.jsonl"), text.replacen(r#""you":0"#, r#""you":1"#, 1)).unwrap();
    let replay = "replay game.kif wrong.jsonl --engine interpreter --deadline 0.5 --max-differences 9";
    let wrong = place.run(&format!("{replay} --format json")).expect(3);
    assert_eq!(wrong.json()[0]["agrees"], false);
    assert!(wrong.err.contains("at the deadline"), "{}", wrong.err);
}

/// Each engine is made from the text anew; what is said of the text is said once.
#[test]
fn warnings_are_not_repeated_for_every_engine() {
    let place = Place::new();
    let odd = format!("{GAME}(value 101)\n(value 999)\n(<= (goal you ?v) (value ?v))\n(lonely fact)\n");
    fs::write(place.path("odd.kif"), odd).unwrap();
    place.run("record odd.kif --playouts 2 -o t.jsonl").expect(0);
    let ended = place.run("replay odd.kif t.jsonl --engine interpreter,ground,propnet,net,cpu").expect(0);
    for (code, part) in [("G220", "goal values `101`, `999` are not"), ("G118", "`lonely`")] {
        assert_eq!(ended.err.matches(&format!("[{code}]")).count(), 1, "{}", ended.err);
        assert!(ended.err.contains(part), "{}", ended.err);
    }
}

#[test]
fn check_reports_in_both_formats() {
    let place = Place::new();
    assert!(place.run("check game.kif").expect(0).out.contains("12 rules"));
    let good = place.run("check game.kif --format json").expect(0).json();
    assert_eq!((&good["ok"], &good["game"]), (&Value::Bool(true), &Value::from("game")));
    fs::write(place.path("bad.kif"), "(role you))").unwrap();
    let bad = place.run("check bad.kif --format json").expect(1).json();
    assert_eq!(bad["ok"], false);
    assert_eq!(bad["diagnostics"][0]["code"], "G002");
}

#[test]
fn stats_have_the_documented_fields() {
    let place = Place::new();
    let stats = place.run("stats game.kif --format json").expect(0).json();
    for (field, value) in [("roles", 2), ("bases", 2), ("moves", 3)] {
        assert_eq!(stats[field], value, "{field}");
    }
    assert_eq!(stats["game"], "game");
    for field in ["facts", "ground_rules", "registers", "gates_built", "gates", "lut4", "levels"] {
        assert!(stats[field].is_u64(), "{field}: {stats}");
    }
    assert!(stats["ground_ms"].is_f64() && stats["total_ms"].is_f64());
    assert!(place.run("stats game.kif").expect(0).out.contains("bases"));
}

#[test]
fn a_timeline_tells_when_what_was_ready() {
    let place = Place::new();
    let text = place.run("stats game.kif --timeline").expect(0).out;
    assert!(["game", "first legal moves", "final net"].iter().all(|line| text.contains(line)), "{text}");
    let timeline = place.run("stats game.kif --timeline --format json").expect(0).json();
    assert_eq!(timeline["game"], "game");
    assert!(timeline["first_legal_ms"].as_f64() <= timeline["final_ms"].as_f64(), "{timeline}");
    let stages = timeline["stages"].as_array().unwrap();
    // What is ready after something better is left out: only the last one is there in any case.
    assert!(stages.iter().any(|stage| stage["stage"] == "final net"), "{timeline}");
    for stage in stages {
        assert!(stage["ready_ms"].as_f64() > Some(0.0) && stage["states_per_s"].as_f64() > Some(0.0), "{timeline}");
    }
    fs::copy(place.path("game.kif"), place.path("other.kif")).unwrap();
    let lines = place.run("stats game.kif other.kif --timeline").expect(0).out;
    assert!(lines.lines().count() == 2 && lines.contains("final net "), "{lines}");
    place.run("stats game.kif --timeline --profile").expect(1);
    fs::write(place.path("bad.kif"), "(role you))").unwrap();
    place.run("stats bad.kif --timeline").expect(1);
}

#[test]
fn a_timeline_goes_on_without_a_net() {
    let place = Place::new();
    // Its numbers have no end, nor has its play: there is no net, and the interpreter comes to its bounds.
    let endless = "(role r) (init (n 0)) (<= (next (n (s ?x))) (true (n ?x))) (legal r go)
        (<= (legal r stop) (true (n ?x))) (<= terminal (true (n stop))) (goal r 50)";
    fs::write(place.path("endless.kif"), endless).unwrap();
    let text = place.run("stats endless.kif --timeline").expect(0).out;
    assert!(text.contains("rules interpreter ") && text.contains("ground rules  "), "{text}");
    let timeline = place.run("stats endless.kif --timeline --format json").expect(0).json();
    assert!(timeline["final_ms"].is_null() && timeline["first_legal_ms"].is_f64(), "{timeline}");
    assert_eq!(timeline["failures"][0]["stage"], "ground rules");
}

#[test]
fn converted_and_ground_games_are_the_same_game() {
    let place = Place::new();
    place.run("record game.kif --engine ground --playouts 20 -o game.jsonl").expect(0);
    place.run("convert game.kif -o game.hrf").expect(0);
    assert!(fs::read_to_string(place.path("game.hrf")).unwrap().contains(":-"));
    place.run("convert game.hrf --to kif -o back.kif").expect(0);
    place.run("ground game.kif -o ground.kif").expect(0);
    place.run("ground game.kif --to hrf -o ground.hrf").expect(0);
    for other in ["game.hrf", "back.kif", "ground.kif", "ground.hrf"] {
        place.run(&format!("replay {other} game.jsonl --engine ground,net")).expect(0);
    }
}

#[test]
fn replay_finds_the_difference() {
    let place = Place::new();
    place.run("record game.kif --engine ground --playouts 5 --seed 7 -o good.jsonl").expect(0);
    let report =
        place.run("replay game.kif good.jsonl --engine interpreter,ground,propnet,net --format json").expect(0).json();
    assert_eq!(report.as_array().map(Vec::len), Some(4));
    assert_eq!((&report[0]["agrees"], &report[0]["playouts"]), (&Value::Bool(true), &Value::from(5)));
    let text = fs::read_to_string(place.path("good.jsonl")).unwrap();
    fs::write(place.path("bad.jsonl"), text.replacen(r#""you":0"#, r#""you":1"#, 1)).unwrap();
    let ended = place.run("replay game.kif bad.jsonl --engine net").expect(3);
    assert!(ended.out.contains("DIFFERS") && ended.out.contains("step 0 (line 2): goal of you"), "{}", ended.out);
    fs::write(place.path("broken.jsonl"), "{").unwrap();
    place.run("replay game.kif broken.jsonl --engine net").expect(1);
}

#[test]
fn the_seed_decides_what_is_recorded() {
    let place = Place::new();
    let record = |seed: u32| place.run(&format!("record game.kif --seed {seed} -q")).expect(0).out;
    assert_eq!(record(1), record(1));
    assert_ne!(record(1), record(2));
}

#[test]
fn pictures() {
    let place = Place::new();
    assert!(place.run("draw game.kif").expect(0).out.contains("digraph"));
    place.run("draw game.kif -o net.svg").expect(0);
    assert!(fs::read_to_string(place.path("net.svg")).unwrap().contains("</svg>"));
    let without = place.command("draw game.kif -o other.svg").env("PATH", "/nowhere").output().unwrap();
    assert!(Ended::from(without).expect(2).err.contains("apt-get install graphviz"));
    assert!(!Path::new(&place.path("other.svg")).exists());
}

#[test]
fn quiet_runs_say_nothing() {
    let place = Place::new();
    let ended = place.run("record game.kif --engine ground -q -o t.jsonl").expect(0);
    assert_eq!((ended.out.as_str(), ended.err.as_str()), ("", ""));
}
