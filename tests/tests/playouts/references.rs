//! Engines made from the rules play by themselves: from states that the net holds only a part of, and from states that play
//! can't reach.

use crate::playouts::place::Place;
use serde_json::{Value, json};

/// `tick` and `tock` take turns, so that no net needs them: the goal is always had, as the rules say by asking for both.
const CLOCK: &str = "(role you) (init tick) (init (count 0))
(legal you wait) (legal you stop)
(<= (next tock) (true tick)) (<= (next tick) (true tock))
(<= (next stopped) (does you stop) (or (true tick) (true tock)))
(<= (goal you 100) (true tick)) (<= (goal you 100) (true tock))
(<= (goal you 0) (not (true tick)) (not (true tock)))
(<= terminal (true stopped))
";
/// A token goes round; who has none can't move. What `left` was is asked two steps later.
const TOKEN: &str = "(role a) (role b) (init (has a)) (init left)
(<= (legal ?r pass) (role ?r) (true (has ?r)))
(<= (legal ?r keep) (role ?r) (true (has ?r)) (not (true late)))
(<= (legal ?r noop) (role ?r) (true (has ?other)) (role ?other) (distinct ?r ?other))
(<= (next (has ?r)) (does ?r keep))
(<= (next (has b)) (does a pass)) (<= (next (has a)) (does b pass))
(<= (next right) (true left)) (<= (next left) (true right))
(<= (next late) (or (does a pass) (does b pass)) (true left))
(<= (next done) (true late) (or (true right) (true left)))
(<= (goal ?r 100) (role ?r) (true (has ?r))) (<= (goal ?r 0) (role ?r) (not (true (has ?r))))
(<= terminal (true done))
";
const LEVELS: [&str; 6] = ["-O0", "-O1", "-O2", "-O3", "-O2 --keep-state", "-O3 --keep-state"];
const ENGINES: &str = "cpu,scalar,interpreter,ground,propnet";

fn place() -> Place {
    let place = Place::new();
    place.write("clock.kif", CLOCK);
    place.write("token.kif", TOKEN);
    place
}

#[test]
fn what_optimisation_drops_the_rules_keep() {
    let place = place();
    for level in LEVELS {
        for (game, slots) in [("clock.kif", 1), ("clock.kif", 3), ("token.kif", 1), ("token.kif", 3)] {
            let job = format!("--lanes 7 --per-lane 5 --max-steps 12 --slots {slots} {level}");
            let line = format!("crosscheck {game} --engines {ENGINES} --steps {job} --format json");
            assert_eq!(place.run(&line).expect(0).json()["agrees"], true, "{line}");
        }
        for engine in ENGINES.split(',') {
            let line = format!("playouts clock.kif --engine {engine} --lanes 4 --per-lane 4 {level} --format json");
            let report = place.run(&line).expect(0).json();
            assert_eq!(report["mean_goal"]["you"], json!(100.0), "{line}");
        }
    }
}

#[test]
fn states_that_play_cannot_reach_are_played_by_the_rules() {
    let place = place();
    let facts = ["(has a)", "(has b)", "left", "right", "late"];
    // All sets of facts, sixteen in a file.
    let states = |sets: std::ops::Range<u32>| {
        let state = |set: u32| {
            let held = (0..facts.len()).filter(|i| set >> i & 1 == 1).map(|i| facts[i]);
            held.collect::<Vec<_>>().join(" ")
        };
        sets.map(state).filter(|state| !state.is_empty()).collect::<Vec<_>>().join("\n---\n")
    };
    place.write("some.txt", &states(0..16));
    place.write("others.txt", &states(16..32));
    for (level, file) in LEVELS.iter().flat_map(|level| [(level, "some.txt"), (level, "others.txt")]) {
        let line =
            format!("crosscheck token.kif --engines {ENGINES} --steps --state {file} --lanes 6 --max-steps 9 {level}");
        let ended = place.run(&format!("{line} --format json")).expect(0);
        assert_eq!(ended.json()["agrees"], true, "{line}");
    }
    // Without a token nobody moves, with two both do; neither is ever so in play.
    place.write("odd.txt", "left\n---\n(has a) (has b) left\n---\nright\n");
    let told = |level: &str| -> Vec<Value> {
        let line = format!("playouts token.kif --state odd.txt --lanes 2000 --per-lane 1 {level} --format json");
        let report = place.run(&line).expect(0).json();
        let starts = report["starts"].as_array().unwrap().iter();
        starts.map(|start| json!([start["stuck"], start["finished"]])).collect()
    };
    let expected = told("-O0");
    assert_eq!(expected[0], json!([2000, 0]));
    for level in LEVELS {
        let told = told(level);
        assert_eq!((&told[0], &told[2]), (&expected[0], &expected[2]), "{level}");
    }
    let noted = place.run("playouts token.kif --state odd.txt --lanes 1 --per-lane 1").expect(0);
    assert!(noted.err.contains("neither `(has b)` nor `(has a)`") && noted.err.contains("any state"), "{}", noted.err);
}

#[test]
fn states_that_play_can_reach_are_played_on_the_same_net() {
    let place = place();
    place.write("state.txt", "(has b) left late\n");
    let ended = place.run("crosscheck token.kif --engines cpu,interpreter,ground --steps --state state.txt").expect(0);
    assert!(ended.err.is_empty(), "{}", ended.err);
}
