//! `playouts`, `crosscheck` and `bench` from outside.

use crate::ended::Ended;
use crate::playouts::place::Place;
use gdl2hdl_tests::wait;
use serde_json::{Value, json};
use std::process::Command;

/// Goals that do not matter.
const GOALS: &str = "(goal you 0) (goal me 0)";

/// Everything but times.
fn timeless(mut report: Value) -> Value {
    let fields = ["elapsed_s", "setup_s", "playouts_per_s", "states_per_s", "engine", "threads"];
    fields.iter().for_each(|field| assert!(report.as_object_mut().unwrap().remove(*field).is_some(), "{field}"));
    report
}

#[test]
fn every_engine_gives_the_same_report() {
    let place = Place::new();
    let job = "--lanes 9 --per-lane 5 --seed 7 --max-steps 3 --first-moves --format json";
    let report = |engine: &str| {
        let ended = place.run(&format!("playouts lamp.kif --engine {engine} {job}")).expect(0);
        assert_eq!(ended.json()["engine"], engine);
        timeless(ended.json())
    };
    let expected = report("scalar");
    for engine in ["cpu", "interpreter", "ground", "propnet"] {
        assert_eq!(report(engine), expected, "{engine}");
    }
    for options in ["--threads 1", "--width 64", "--backend portable", "--width 4096 --threads 2"] {
        let ended = place.run(&format!("playouts lamp.kif {options} {job}")).expect(0);
        assert_eq!(timeless(ended.json()), expected, "{options}");
    }
    assert_eq!(
        (&expected["playouts"], &expected["complete"], &expected["rounds"]),
        (&json!(45), &json!(true), &json!(5))
    );
    let (finished, truncated) = (expected["finished"].as_u64().unwrap(), expected["truncated"].as_u64().unwrap());
    assert!(finished + truncated == 45 && truncated > 0 && finished > truncated);
    assert_eq!(expected["goals"], json!({"you": {"0": 0, "100": finished}}));
    assert_eq!(expected["mean_goal"], json!({"you": 100.0}));
    let first = expected["starts"][0]["first_moves"].as_array().unwrap();
    assert_eq!(first.iter().map(|first| &first["moves"]["you"]).collect::<Vec<_>>(), ["push", "wait"]);
    assert_eq!(first.iter().map(|first| first["playouts"].as_u64().unwrap()).sum::<u64>(), 45);
    assert_eq!(first[0]["mean_length"], 1.0);
}

#[test]
fn first_moves_of_one_role() {
    let place = Place::new();
    let game = place.games().join("rock_paper_scissors.kif");
    let moves = |option: &str| -> Vec<Value> {
        let report = place.run(&format!("playouts {} --format json {option}", game.display())).expect(0).json();
        report["starts"][0]["first_moves"].as_array().cloned().unwrap_or_default()
    };
    assert_eq!(moves("").len(), 0);
    let (joint, roles) = (moves("--first-moves"), place.run(&format!("playouts {} --format json", game.display())));
    let roles = roles.json()["roles"].as_array().unwrap().clone();
    assert_eq!((joint.len(), joint[0]["moves"].as_object().unwrap().len()), (9, 2));
    let own = moves(&format!("--first-moves {}", roles[0].as_str().unwrap()));
    assert_eq!((own.len(), own[0]["moves"].as_object().unwrap().len()), (3, 1));
    let ended = place.run(&format!("playouts {} --first-moves nobody", game.display())).expect(1);
    assert!(ended.err.contains("no role `nobody`") && ended.err.contains(roles[0].as_str().unwrap()), "{}", ended.err);
}

#[test]
fn playouts_begin_in_given_states() {
    let place = Place::new();
    place.write("states.txt", "; lit, and then dark\n(true on)\n\noff\n");
    let report = place.run("playouts lamp.kif --state states.txt --format json").expect(0).json();
    let starts = report["starts"].as_array().unwrap();
    assert_eq!(starts.len(), 2);
    assert_eq!((&starts[0]["mean_length"], &starts[0]["finished"]), (&json!(0.0), &json!(1024)));
    assert!(starts[1]["mean_length"].as_f64().unwrap() > 1.5);
    assert_eq!(report["playouts"], 2048);
    let text = place.run("playouts lamp.kif --state states.txt").expect(0).out;
    assert!(text.contains("start state 1") && text.contains("mean goal 100.00"), "{text}");
}

#[test]
fn stuck_and_endless_games_come_to_an_end() {
    let place = Place::new();
    for engine in ["scalar", "cpu", "interpreter"] {
        let stuck = place.run(&format!("playouts stuck.kif --engine {engine} --format json")).expect(0).json();
        assert_eq!((&stuck["stuck"], &stuck["steps"]), (&json!(1024), &json!(0)), "{engine}");
        let line = format!("playouts endless.kif --engine {engine} --lanes 4 --max-steps 50 --format json");
        let endless = place.run(&line).expect(0).json();
        assert_eq!((&endless["truncated"], &endless["steps"]), (&json!(64), &json!(3200)), "{engine}");
        assert_eq!(endless["mean_goal"]["you"], Value::Null);
        let none = place.run(&format!("playouts endless.kif --engine {engine} --max-steps 0 --format json")).expect(0);
        assert_eq!(none.json()["truncated"], 1024, "{engine}");
    }
}

#[test]
fn a_deadline_gives_whole_rounds() {
    let place = Place::new();
    let line = "playouts endless.kif --engine scalar --lanes 3 --per-lane 100000000 --max-steps 100";
    let ended = place.run(&format!("{line} --deadline 1 --format json")).expect(2);
    let report = ended.json();
    let rounds = report["rounds"].as_u64().unwrap();
    assert_eq!(report["lanes_played"], 3);
    assert_eq!((&report["complete"], report["playouts"].as_u64()), (&json!(false), Some(3 * rounds)));
    assert!(ended.err.contains(&format!("stopped at the deadline: the report holds {rounds} of")), "{}", ended.err);
}

/// Ticks of the processor after which a small game is compiled and played: it is compiled in a tenth of them.
#[cfg(target_os = "linux")]
const PLAYS: u64 = 100;

#[test]
#[cfg(target_os = "linux")]
fn ctrl_c_gives_a_partial_report() {
    let place = Place::new();
    for engine in ["scalar", "cpu"] {
        let line = "--lanes 3 --per-lane 1000000000000 --max-steps 100 --format json";
        let child = place.command(&format!("playouts endless.kif --engine {engine} {line}")).spawn().unwrap();
        // Before it plays, the signal just ends the program.
        wait::until("it plays", || wait::ticks(child.id()) > PLAYS);
        assert!(Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap().success());
        let ended = Ended::from(child.wait_with_output().unwrap()).expect(2);
        let report = ended.json();
        assert_eq!(report["playouts"].as_u64(), report["rounds"].as_u64().map(|rounds| 3 * rounds), "{engine}");
        assert_eq!(report["complete"], false);
        assert!(ended.err.contains("stopped by a signal"), "{}", ended.err);
    }
}

#[test]
fn crosscheck_compares_reports_and_steps() {
    let place = Place::new();
    for (option, level) in [("", "report"), ("--steps", "step")] {
        let line = format!("crosscheck lamp.kif --engines scalar,cpu,interpreter --format json {option}");
        let result = place.run(&line).expect(0).json();
        assert_eq!(
            (&result["agrees"], &result["level"], &result["difference"]),
            (&json!(true), &json!(level), &Value::Null)
        );
        assert_eq!((&result["playouts"], &result["engines"]), (&json!(1024), &json!(["scalar", "cpu", "interpreter"])));
    }
    // With 65,536 first moves a report still lists them; here are more.
    let many: String = (0..257).map(|i| format!("(legal you {i}) (legal me {i})")).collect();
    place.write(
        "many.kif",
        &format!("(role you) (role me) (init on) (next off) (<= terminal (true off)) {many} {GOALS}"),
    );
    place.run("crosscheck many.kif --engines scalar,cpu").expect(0);
    place.run("playouts many.kif --first-moves").expect(1);
    let text = place.run("crosscheck lamp.kif --engines cpu,scalar").expect(0).out;
    assert!(text.starts_with("lamp on cpu, scalar: every report agrees; 1024 playouts"), "{text}");
    let line = "crosscheck endless.kif --engines cpu,scalar --per-lane 1000000000 --deadline 1";
    let ended = place.run(line).expect(2);
    assert!(ended.out.is_empty() && ended.err.contains("stopped at the deadline"), "{}", ended.err);
}

#[test]
fn bench_lists_what_it_measured() {
    let place = Place::new();
    let list =
        place.run("bench lamp.kif stuck.kif endless.kif --seconds 0.05 --lanes 100 --format json").expect(0).json();
    let games: Vec<&Value> = list.as_array().unwrap().iter().map(|measured| &measured["game"]).collect();
    assert_eq!(games, ["lamp", "stuck", "endless"]);
    assert_eq!(list[1]["states_per_s"], 0.0);
    let lamp = &list[0];
    assert_eq!((&lamp["engine"], &lamp["threads"], &lamp["lanes"]), (&json!("cpu"), &json!(1), &json!(100)));
    for field in ["playouts_per_s", "states_per_s", "mean_length", "setup_s"] {
        assert!(lamp[field].as_f64().unwrap() > 0.0, "{field}");
    }
    assert!(lamp["ops_per_step"].as_u64().unwrap() > 0 && lamp["width"].as_u64().unwrap() >= 64, "{lamp}");
    assert!(lamp["backend"].is_string(), "{lamp}");
    let rate = lamp["states"].as_f64().unwrap() / lamp["elapsed_s"].as_f64().unwrap();
    assert!((rate / lamp["states_per_s"].as_f64().unwrap() - 1.0).abs() < 1e-6);
    let text = place.run("bench lamp.kif --seconds 0 --engine scalar").expect(0).out;
    assert!(text.lines().count() == 2 && text.contains("states/s"), "{text}");
}
