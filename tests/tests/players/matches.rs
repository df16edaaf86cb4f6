//! Matches between players of one process.

use super::{Place, is_sound};
use serde_json::Value;

/// The joint moves of all matches.
fn moves(records: &[Value]) -> Vec<Vec<&Value>> {
    records
        .iter()
        .map(|record| record["steps"].as_array().unwrap().iter().map(|step| &step["moves"]).collect())
        .collect()
}

#[test]
fn players_exchange_their_roles_and_the_matches_replay() {
    let place = Place::new();
    let line = "match GAME --player random --player legal --games 6 --swap --seed 3 --trace t.jsonl -o";
    let ended = place.run("tic_tac_toe", &format!("{line} m.jsonl --format json")).expect(0);
    let records = place.records("m.jsonl");
    assert_eq!(records.len(), 6);
    records.iter().for_each(is_sound);
    let players: Vec<_> = records.iter().map(|record| record["players"][0].as_str().unwrap()).collect();
    assert_eq!(players, ["random", "legal", "random", "legal", "random", "legal"]);

    let table = ended.json();
    assert_eq!((&table["matches"], &table["finished"]), (&6.into(), &6.into()), "{table}");
    let number = |player: usize, field: &str| table["players"][player][field].as_f64().unwrap();
    for player in 0..2 {
        let all: f64 = ["wins", "draws", "losses"].map(|field| number(player, field)).iter().sum();
        assert!((all - 6.0).abs() < 1e-9 && number(player, "margin_95") > 0.0, "{table}");
        assert_eq!(["TO", "IL", "CE"].map(|field| number(player, field).to_bits()), [0; 3], "{table}");
    }
    // A win is 100, a draw 50 for both.
    assert!((number(0, "mean_goal") + number(1, "mean_goal") - 100.0).abs() < 1e-9, "{table}");

    place.run("tic_tac_toe", "replay GAME t.jsonl --engine interpreter,ground,cpu").expect(0);
    // The same seed gives the same matches, whichever engine decides; another one gives others.
    place.run("tic_tac_toe", &format!("{line} again.jsonl --engine net")).expect(0);
    assert_eq!(moves(&records), moves(&place.records("again.jsonl")));
    place.run("tic_tac_toe", &format!("{line} other.jsonl --seed 4").replace("--seed 3 ", "")).expect(0);
    assert_ne!(moves(&records), moves(&place.records("other.jsonl")));
}

#[test]
fn the_table_is_for_people() {
    let ended = Place::new().run("tic_tac_toe", "match GAME --player legal --player random:seed=7").expect(0);
    let lines: Vec<_> = ended.out.lines().collect();
    assert_eq!(lines[0], "tic_tac_toe: 1 match");
    let words: Vec<_> = lines[1].split_whitespace().collect();
    assert_eq!(words.join(" "), "player mean goal 95 % interval wins draws losses TO IL CE");
    // One match tells nothing of the interval.
    assert!(lines[2].starts_with("legal ") && lines[2].contains(" - "), "{}", ended.out);
    assert!(lines[3].starts_with("random:seed=7 ") && lines.len() == 4, "{}", ended.out);
}

#[test]
fn words_without_meaning_make_no_difference() {
    let place = Place::new();
    let line = "match GAME --player random --player random --player random --games 4 --swap --scramble -o m.jsonl";
    place.run("three_way_tic_tac_toe", &format!("{line} --trace t.jsonl")).expect(0);
    let records = place.records("m.jsonl");
    assert_eq!(records.len(), 4);
    assert!(records.iter().all(|record| record["scrambled"] == true));
    records.iter().for_each(is_sound);
    place.run("three_way_tic_tac_toe", "replay GAME t.jsonl --engine cpu").expect(0);
}

#[test]
fn chance_is_played_by_the_match_and_percepts_are_told() {
    let place = Place::new();
    for (game, players) in [("monty_hall", 1), ("one_card_poker", 2), ("dice_race", 2), ("kriegtictactoe", 2)] {
        let players = "--player random ".repeat(players);
        place.run(game, &format!("match GAME {players} --games 5 -o m.jsonl --trace t.jsonl")).expect(0);
        let records = place.records("m.jsonl");
        assert!(records.iter().all(|record| record["dialect"] == "numbered" && record["end"]["how"] == "terminal"));
        place.run(game, "replay GAME t.jsonl --engine interpreter,cpu").expect(0);
    }
}

#[test]
fn matches_that_do_not_end_are_told_of() {
    let place = Place::new();
    let line = "match GAME --player legal --player legal --max-steps 2 -o m.jsonl --trace t.jsonl";
    let ended = place.run("tic_tac_toe", line).expect(0);
    assert!(ended.err.contains("match tic_tac_toe.0.0 did not come to its end: 2 moves were made"), "{}", ended.err);
    assert!(ended.out.contains("1 match, 1 of them did not come to an end"), "{}", ended.out);
    assert_eq!(place.records("m.jsonl")[0]["end"]["how"], "step_limit");
    place.run("tic_tac_toe", "replay GAME t.jsonl").expect(0);
}
