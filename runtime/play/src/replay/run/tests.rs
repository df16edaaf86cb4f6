//! Traces of a LED against engines of it, sound and broken.

use super::*;
use crate::engine::example;

const HEADER: &str = r#"{"game":"lamps","roles":["you"]}"#;

/// A line of playout 0; `move` is the JSON value of the member.
fn line(step: u64, fact: &str, terminal: bool, legal: &str, goal: &str, mv: &str) -> String {
    format!(r#"{{"playout":0,"step":{step},"state":["{fact}"],"legal":{{"you":{legal}}},"terminal":{terminal},"#,)
        + &format!(r#""goals":{{"you":{goal}}},"move":{mv}}}"#)
}

const BOTH: &str = r#"["push","wait"]"#;

fn good() -> Vec<String> {
    vec![
        line(0, "off", false, BOTH, "null", r#"{"you":"wait"}"#),
        line(1, "off", false, BOTH, "null", r#"{"you":"push"}"#),
        line(2, "on", true, BOTH, "100", "null"),
    ]
}

fn run(engine: &mut dyn Engine, lines: &[String], max_differences: usize) -> Report {
    let text = format!("{HEADER}\n{}", lines.join("\n"));
    let options = Options { max_differences, ..Options::default() };
    replay(engine, TraceReader::new(text.as_bytes()).unwrap(), &options).unwrap()
}

fn fields(report: &Report) -> Vec<(u64, &Field)> {
    report.differences.iter().map(|d| (d.step, &d.field)).collect()
}

#[test]
fn a_true_trace_has_no_difference() {
    let report = run(&mut example::lamps(), &good(), 9);
    assert_eq!(report.differences, []);
    assert_eq!((report.playouts, report.states, report.transitions, report.fields), (1, 3, 2, 12));
}

#[test]
fn every_field_is_compared() {
    let you = || "you".to_string();
    let cases = [
        (line(1, "off", true, BOTH, "null", "null"), Field::Terminal),
        (line(1, "off", false, r#"["wait"]"#, "null", "null"), Field::Legal(you())),
        (line(1, "off", false, BOTH, "100", "null"), Field::Goals(you())),
        (line(1, "on", true, BOTH, "100", "null"), Field::State),
        (line(0, "strange", false, BOTH, "null", "null"), Field::State),
    ];
    for (bad, field) in cases {
        let report = run(&mut example::lamps(), &[good()[0].clone(), bad.clone()], 1);
        assert_eq!(report.differences.first().map(|d| &d.field), Some(&field), "{bad}");
    }
}

#[test]
fn a_faulty_engine_is_found_and_the_replay_goes_on_from_the_record() {
    let report = run(&mut example::faulty_lamps(), &good(), 9);
    assert_eq!(fields(&report), [(1, &Field::State)]);
    assert_eq!(report.states, 3);
}

#[test]
fn percepts_are_compared_where_they_are_recorded() {
    let seen = |line: &str, percepts: &str| {
        format!(r#"{},"sees":{{"you":{percepts}}}}}"#, line.strip_suffix('}').unwrap_or_default())
    };
    let [wait, push, end] = <[String; 3]>::try_from(good()).unwrap();
    let right = [seen(&wait, "[]"), seen(&push, r#"["(was off)"]"#), end.clone()];
    let report = run(&mut example::lamps(), &right, 9);
    assert_eq!((report.differences.len(), report.fields), (0, 14));
    let wrong = [seen(&wait, r#"["(was off)"]"#), seen(&push, "[]"), end];
    let report = run(&mut example::lamps(), &wrong, 9);
    let sees = Field::Sees("you".to_owned());
    assert_eq!(fields(&report), [(0, &sees), (1, &sees)]);
    // A move that is not known is one difference, not two.
    let jump = line(0, "off", false, BOTH, "null", r#"{"you":"jump"}"#);
    assert_eq!(fields(&run(&mut example::lamps(), &[seen(&jump, "[]"), push], 9)), [(0, &Field::Move)]);
}

#[test]
fn gaps_load_the_record_and_check_no_transition() {
    let lines = [good()[0].clone(), good()[2].clone(), line(4, "off", false, BOTH, "null", "null")];
    let report = run(&mut example::lamps(), &lines, 9);
    assert_eq!((report.differences.len(), report.states, report.transitions), (0, 3, 0));
}

#[test]
fn legal_moves_of_terminal_states_are_only_noted() {
    let lines = [line(1, "on", true, "[]", "100", "null")];
    let report = run(&mut example::lamps(), &lines, 9);
    assert_eq!((report.differences.len(), report.noted, report.notes.len()), (0, 1, 1));
}

#[test]
fn states_need_not_be_compared() {
    // The second line is another state, but what is seen of it is the same; the fourth follows a gap.
    let lines = [
        line(0, "off", false, BOTH, "null", r#"{"you":"wait"}"#),
        line(1, "strange", false, BOTH, "null", r#"{"you":"push"}"#),
        line(2, "on", true, BOTH, "100", "null"),
        line(5, r#"on","strange"#, true, BOTH, "100", "null"),
    ];
    let text = format!("{HEADER}\n{}", lines.join("\n"));
    let replayed = |compare_state| {
        let options = Options { max_differences: 9, compare_state, ..Options::default() };
        replay(&mut example::lamps(), TraceReader::new(text.as_bytes()).unwrap(), &options).unwrap()
    };
    let report = replayed(false);
    assert_eq!((report.differences.as_slice(), report.states, report.transitions), (&[][..], 4, 2));
    assert_eq!(fields(&replayed(true)), [(1, &Field::State), (1, &Field::State), (5, &Field::State)]);
}

#[test]
fn unknown_moves_and_other_roles_are_differences() {
    let lines = [line(0, "off", false, BOTH, "null", r#"{"you":"jump"}"#), good()[1].clone()];
    assert_eq!(fields(&run(&mut example::lamps(), &lines, 9)), [(0, &Field::Move)]);
    let text = r#"{"game":"lamps","roles":["me"]}"#;
    let trace = TraceReader::new(text.as_bytes()).unwrap();
    let report = replay(&mut example::lamps(), trace, &Options::default()).unwrap();
    assert_eq!(fields(&report), [(0, &Field::Roles)]);
}

#[test]
fn digests_are_compared_and_lost_states_skipped() {
    let state = |facts: &[&str]| format!(r#""state_n":{},"state_sha":"{}""#, facts.len(), state_digest(facts));
    let moves: [&[&str]; 1] = [&["push", "wait"]];
    let legal = format!(r#""legal_n":{{"you":2}},"legal_sha":"{}""#, legal_digest([("you", moves[0])]));
    let compact = |step: u64, facts: &[&str], legal: &str| {
        format!(r#"{{"playout":0,"step":{step},{},{legal},"move":{{"you":"wait"}}}}"#, state(facts))
    };
    let first = good()[0].clone();
    let right = run(&mut example::lamps(), &[first.clone(), compact(1, &["off"], &legal)], 9);
    assert_eq!((right.differences.len(), right.states), (0, 2));
    let lines = [first.clone(), compact(1, &["on"], &legal), compact(2, &["off"], &legal)];
    let wrong = run(&mut example::lamps(), &lines, 9);
    assert_eq!((fields(&wrong), wrong.skipped), (vec![(1, &Field::State)], 2));
    let other = legal.replace("legal_sha\":\"", "legal_sha\":\"f");
    let wrong = run(&mut example::lamps(), &[first, compact(1, &["off"], &other)], 9);
    assert_eq!(fields(&wrong), [(1, &Field::LegalDigest)]);
}

#[test]
fn the_deadline_ends_it() {
    let text = format!("{HEADER}\n{}", good().join("\n"));
    let options = Options { out_of_time: &|| true, ..Options::default() };
    let trace = TraceReader::new(text.as_bytes()).unwrap();
    let error = replay(&mut example::lamps(), trace, &options).unwrap_err();
    assert!(matches!(error, ReplayError::Deadline(report) if report.states == 0));
}
