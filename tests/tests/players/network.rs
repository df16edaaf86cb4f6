//! Players over sockets.

use super::process::Listening;
use super::{Place, faults, is_sound};
use std::fs;
use std::net::TcpListener;

#[test]
fn matches_are_played_with_a_process_elsewhere() {
    let place = Place::new();
    let there = Listening::start(place.0.path(), "--player random:seed=5 --log log.txt");
    let address = &there.address;
    let line = format!("match GAME --player {address} --player legal --games 3 --swap -o m.jsonl --trace t.jsonl");
    // Nobody is to be late, whatever else the machine does.
    let clocks = "--start-clock 300 --play-clock 300 --deadline 1000";
    place.run("tic_tac_toe", &format!("{line} {clocks}")).expect(0);
    let records = place.records("m.jsonl");
    assert_eq!(records.len(), 3);
    records.iter().for_each(is_sound);
    assert_eq!(records[0]["players"][0], **address);
    place.run("tic_tac_toe", "replay GAME t.jsonl --engine interpreter,cpu").expect(0);

    let (status, _) = there.end();
    assert_eq!(status.code(), Some(0));
    let log = fs::read_to_string(place.path("log.txt")).unwrap();
    let starts = log.lines().filter(|line| line.contains("( START ") && line.contains(" -> ready, ")).count();
    let stops = log.lines().filter(|line| line.contains("( STOP ") && line.contains(" -> done, ")).count();
    assert_eq!((starts, stops), (3, 3), "{log}");
    assert!(log.lines().next().unwrap().contains(" listens at http://") && log.ends_with(" ended\n"), "{log}");
}

const RULES: &str = "((ROLE White) (role black) (init (p 1)) (<= (legal ?r (MARK A)) (role ?r) (true (p 1))) \
                     (<= (legal ?r (mark b)) (role ?r)) (<= (next (p 2)) (does white (mark ?x))) \
                     (<= terminal (true (p 3))) (goal White 50) (goal black 50))";

#[test]
fn every_message_has_its_answer() {
    let place = Place::new();
    let there = Listening::start(place.0.path(), "--player legal --name Nobody");
    let info = |status: &str| format!("( ( name Nobody ) ( status {status} ) ( species alien ) )");
    assert_eq!(there.ask("( INFO )"), info("available"));
    assert_eq!(there.ask("ping"), info("available"));
    assert_eq!(there.ask(&format!("( PREVIEW {RULES} 300 )")), "ready");
    assert_eq!(there.ask(&format!("(start m1 WHITE {RULES} 300 300)")), "ready");
    assert_eq!(there.ask("( INFO )"), info("busy"));
    assert_eq!(there.ask(&format!("( START m2 white {RULES} 300 300 )")), "busy");
    assert_eq!(there.ask("( PLAY m2 NIL )"), "busy");
    // Words come back as they were first spelled otherwise.
    assert_eq!(there.ask("( PLAY m1 NIL )"), "(MARK A)");
    assert_eq!(there.ask("( PLAY M1 ((mark a) (MARK B)) )"), "(MARK b)");
    assert_eq!(there.ask("( STOP m1 ((mark b) (mark b)) )"), "done");
    assert_eq!(there.ask("( STOP m1 ((mark b) (mark b)) )"), "done");
    assert_eq!(there.ask(&format!("( START m2 black {RULES} 300 300 )")), "ready");
    assert_eq!(there.ask("( ABORT m2 )"), "aborted");
    assert_eq!(there.ask("( HELLO )"), "error");
    assert_eq!(there.ask("( START m3 white ((role white) 30"), "error");
    let (status, lines) = there.end();
    assert_eq!(status.code(), Some(0), "{lines:?}");
    let of = |message: &str| lines.iter().filter(|line| line.contains(message)).count();
    assert_eq!((of("( INFO ) -> "), of("( PLAY m1 NIL ) -> (MARK A), ")), (2, 1), "{lines:?}");
}

/// The head of a rule has a variable that nothing binds: no checks let that pass, and there is a role without a move.
const BROKEN: &str = "((role white) (role black) (legal white a) (<= (legal black ?x) (foo ?y)) (init p))";

#[test]
fn broken_rules_are_played_as_far_as_they_go() {
    let place = Place::new();
    let there = Listening::start(place.0.path(), "--player random");
    assert_eq!(there.ask(&format!("( START m1 white {BROKEN} 300 300 )")), "ready");
    assert_eq!(there.ask("( PLAY m1 NIL )"), "a");
    assert_eq!(there.ask("( PLAY m1 ( a nothing ) )"), "a");
    assert_eq!(there.ask("( STOP m1 ( a nothing ) )"), "done");
    // Without any role that is known there is no legal move. There is an answer all the same.
    assert_eq!(there.ask("( START m2 red ((role white) (legal white a)) 300 2 )"), "ready");
    assert_eq!(there.ask("( PLAY m2 NIL )"), "nil");
    let (status, lines) = there.end();
    assert_eq!(status.code(), Some(0), "{lines:?}");
    for part in ["the rules are broken, and are played as far as they go: G101", "no engine with a role `red`"] {
        assert!(lines.iter().any(|line| line.starts_with("warning: ") && line.contains(part)), "{part}: {lines:?}");
    }
}

#[test]
fn both_variants_of_gdl_ii_are_played() {
    let place = Place::new();
    let there = Listening::start(place.0.path(), "--player legal");
    let rules = "((role me) (role random) (init start) (<= (legal random (flip ?s)) (true start) (side ?s)) (side h) (side t) \
                 (<= (legal me wait) (true start)) (<= (legal random noop) (not (true start))) \
                 (<= (legal me (say ?s)) (true (shows ?s))) (<= (next (shows ?s)) (does random (flip ?s))) \
                 (<= (sees me (shown ?s)) (does random (flip ?s))) (<= terminal (true end)) (goal me 50))";
    for (id, first, then) in [("m1", "NIL", "( (shown t) )"), ("m2", "0 NIL NIL", "1 wait ( (shown t) )")] {
        assert_eq!(there.ask(&format!("( START {id} me {rules} 300 300 )")), "ready");
        assert_eq!(there.ask(&format!("( PLAY {id} {first} )")), "wait");
        // Only the side that was seen can be said.
        assert_eq!(there.ask(&format!("( PLAY {id} {then} )")), "(say t)");
        assert_eq!(there.ask(&format!("( ABORT {id} )")), "aborted");
    }
    assert_eq!(there.end().0.code(), Some(0));
}

#[test]
fn a_port_belongs_to_one_player() {
    let place = Place::new();
    let there = Listening::start(place.0.path(), "");
    let port = there.address.rsplit(':').next().unwrap();
    place.run("tic_tac_toe", &format!("player --port {port}")).refused(&["cannot listen at 127.0.0.1", "--port"]);
    assert_eq!(there.end().0.code(), Some(0));
}

#[test]
fn a_player_that_is_not_there_is_replaced() {
    let place = Place::new();
    let there = Listening::start(place.0.path(), "");
    let address = there.address.clone();
    assert_eq!(there.end().0.code(), Some(0));
    let line = format!("match GAME --player legal --player {address} -o m.jsonl --format json");
    let table = place.run("tic_tac_toe", &line).expect(0).json();
    let record = &place.records("m.jsonl")[0];
    let steps = record["steps"].as_array().unwrap().len();
    assert_eq!(record["end"]["how"], "terminal");
    assert!(faults(record, 0).is_empty() && faults(record, 1).len() == steps + 1, "{record}");
    assert!(faults(record, 1).iter().all(|fault| fault["kind"] == "CE"), "{record}");
    assert_eq!(table["players"][1]["CE"], steps as u64 + 1);
}

/// A player that never says anything, and a match that is stopped.
#[test]
fn a_match_ends_at_its_deadline() {
    let place = Place::new();
    let silent = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = silent.local_addr().unwrap();
    let line =
        format!("match GAME --player legal --player http://{address} --start-clock 1000 --deadline 1 -o m.jsonl");
    place.run("tic_tac_toe", &line).refused(&["stopped at the deadline of 1 s", "0 of 1 matches were played"]);
    assert!(!place.path("m.jsonl").exists());
}
