//! A trace with one wrong field: every engine ends with status 3 and names the field.

use crate::replay::run::{Compared, record, replay};
use gdl2hdl_tests::examples;
use serde_json::{Value, json};
use std::fs;

const ENGINES: &str = "interpreter,ground,propnet,net,verilator";

/// The line that is altered: a state in the middle of the first playout.
const LINE: usize = 4;

/// A change to a line, and the field that is wrong then.
type Change = (&'static str, fn(&mut Value), &'static str);

const CHANGES: [Change; 7] = [
    ("a fact is missing", |line| drop(list(&mut line["state"]).pop()), "state"),
    ("a fact is too much", |line| list(&mut line["state"]).insert(0, json!("(cell 1 1 zebra)")), "state"),
    ("a legal move is missing", |line| drop(list(&mut line["legal"]["right"]).pop()), "legal moves of right"),
    ("a legal move is too much", |line| list(&mut line["legal"]["left"]).push(json!("pass")), "legal moves of left"),
    ("a goal has another value", |line| line["goals"]["right"] = json!(77), "goal of right"),
    ("a goal is missing", |line| line["goals"]["left"] = Value::Null, "goal of left"),
    ("terminal is turned round", |line| line["terminal"] = json!(true), "terminal"),
];

fn list(value: &mut Value) -> &mut Vec<Value> {
    value.as_array_mut().unwrap()
}

/// The move is the other player's, or, where it is that already, another one: either way another one wins.
fn other_move(line: &mut Value) {
    let left = line["move"]["left"].clone();
    let other = if left == "(show rock)" { "(show paper)" } else { "(show rock)" };
    let right = &mut line["move"]["right"];
    *right = if *right == left { json!(other) } else { left };
}

/// What each engine finds in a trace with a changed line.
fn found(change: fn(&mut Value)) -> Vec<Compared> {
    let game = examples::files().into_iter().find(|file| file.ends_with("rock_paper_scissors.kif")).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let trace = folder.path().join("trace.jsonl");
    record(&game, &trace, &["--playouts=2", "--seed=5"]).unwrap();
    let text = fs::read_to_string(&trace).unwrap();
    let mut lines: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    change(&mut lines[LINE]);
    fs::write(&trace, lines.iter().map(|line| format!("{line}\n")).collect::<String>()).unwrap();
    // Whole states are compared: an optimised net may drop facts, and then can't know of them.
    replay(&game, &trace, ENGINES, &["--keep-state"]).unwrap()
}

/// What stands before the field in the text of a difference.
fn place(line: usize) -> String {
    format!("step {} (line {})", line - 1, line + 1)
}

#[test]
fn one_wrong_field_is_found_and_named() {
    for (what, change, field) in CHANGES {
        for result in found(change) {
            let mut fields: Vec<&str> = result.differences.iter().map(|(field, _)| field.as_str()).collect();
            // A wrong state is loaded all the same, and its goals follow from it.
            fields.truncate(if field == "state" { 1 } else { fields.len() });
            assert_eq!(fields, [field], "{what}, on {}", result.engine);
            assert!(result.differences[0].1.contains(&place(LINE)), "{what}: {:?}", result.differences);
        }
    }
}

#[test]
fn a_wrong_move_leads_to_another_state() {
    for result in found(other_move) {
        let (field, text) = &result.differences[0];
        assert_eq!(field, "state", "on {}: {text}", result.engine);
        assert!(text.contains(&place(LINE + 1)), "{text}");
    }
}

#[test]
fn a_move_that_does_not_exist_is_found() {
    for result in found(|line| line["move"]["right"] = json!("pass")) {
        let (field, text) = &result.differences[0];
        assert_eq!(field, "move", "on {}: {text}", result.engine);
        assert!(text.contains(&place(LINE)), "{text}");
    }
}
