//! What is known of the requirements of a game, for people and for scripts.

use super::size::count;
use gdl2hdl_play::requirements::{Claim, Line, Outcome, Report, Requirement, RequirementVerdict};
use serde_json::{Value, json};

/// Steps of a line that are printed before the rest is counted.
const SHOWN: usize = 50;

/// A report, and what the command line makes of it.
pub(crate) struct Required<'a> {
    pub(crate) game: &'a str,
    pub(crate) report: &'a Report,
    /// For each outcome whether it decides the exit status.
    pub(crate) required: &'a [bool],
    /// For each outcome whether the interpreter of the rules played its line; `None`: there is none, or no time.
    pub(crate) confirmed: &'a [Option<bool>],
}

impl Required<'_> {
    /// Whether nothing that is required fails or stays open.
    fn ok(&self) -> bool {
        let fine = |verdict| matches!(verdict, RequirementVerdict::Holds | RequirementVerdict::NoCounterexample);
        self.report.outcomes.iter().zip(self.required).all(|(outcome, &required)| !required || fine(outcome.verdict))
    }
}

/// For people.
pub(crate) fn text(result: &Required<'_>) -> String {
    let Required { game, report, .. } = result;
    let (states, transitions) = (count(report.states as u64), count(report.transitions as u64));
    let mut out = match report.stopped {
        None => format!("{game}: all {states} states that can be reached, {transitions} transitions\n"),
        Some(stop) => format!(
            "{game}: {states} states, {transitions} transitions, not all (limit: {}); {} random playouts, {} cut off\n",
            stop.name(),
            count(report.playouts),
            count(report.truncated)
        ),
    };
    let width = Requirement::ALL.iter().map(|requirement| requirement.name().len()).max().unwrap_or(0);
    for (number, outcome) in report.outcomes.iter().enumerate() {
        let verdict = verdict(outcome.verdict, result.required[number]);
        out += &format!("  {:width$}  {verdict}: {}\n", outcome.requirement.name(), outcome.reason);
        if let (RequirementVerdict::Fails, Some(line)) = (outcome.verdict, &outcome.line) {
            out += &moves(line, &report.roles, result.confirmed[number]);
        }
    }
    let open = report.outcomes.iter().any(|outcome| outcome.verdict == RequirementVerdict::NoCounterexample);
    if let (true, Some(bound)) = (open, report.bound()) {
        out += &format!(
            "  with 95 % confidence at most {:.2} % of random playouts show what none of these did\n",
            bound * 100.0
        );
    }
    out
}

fn verdict(verdict: RequirementVerdict, required: bool) -> &'static str {
    match (verdict, required) {
        (RequirementVerdict::Holds, _) => "holds",
        (RequirementVerdict::Fails, true) => "FAILS",
        (RequirementVerdict::Fails, false) => "fails, not required",
        (RequirementVerdict::NoCounterexample, _) => "not refuted",
        (RequirementVerdict::Undecided, true) => "UNDECIDED",
        (RequirementVerdict::Undecided, false) => "undecided, not required",
    }
}

/// The steps of a line.
fn moves(line: &Line, roles: &[String], confirmed: Option<bool>) -> String {
    let mut out = String::new();
    for (step, joint) in line.moves.iter().enumerate().take(SHOWN) {
        let named: Vec<String> = roles.iter().zip(joint).map(|(role, mv)| format!("{role} {mv}")).collect();
        out += &format!("    {}. {}\n", step + 1, named.join(", "));
    }
    if line.moves.is_empty() {
        out += "    in the first state\n";
    }
    if line.moves.len() > SHOWN {
        out += &format!("    and {} more steps; --format json has them\n", line.moves.len() - SHOWN);
    }
    if confirmed.is_none() {
        out += "    there was no time to check these moves with the interpreter of the rules\n";
    }
    out
}

/// For scripts.
pub(crate) fn json(result: &Required<'_>) -> Value {
    let Required { game, report, required, confirmed } = result;
    let outcomes = report.outcomes.iter().enumerate();
    let outcomes = outcomes.map(|(number, f)| outcome(f, report, required[number], confirmed[number]));
    json!({
        "game": game, "ok": result.ok(), "roles": report.roles, "states": report.states,
        "transitions": report.transitions, "exhaustive": report.stopped.is_none(),
        "stopped": report.stopped.map(|stop| stop.name()), "playouts": report.playouts,
        "truncated": report.truncated, "bound": report.bound(), "outcomes": outcomes.collect::<Value>(),
    })
}

fn outcome(outcome: &Outcome, report: &Report, required: bool, confirmed: Option<bool>) -> Value {
    let joint = |joint: &Vec<String>| report.roles.iter().cloned().zip(joint.iter().map(|mv| json!(mv))).collect();
    let moves = outcome.line.as_ref().map(|line| line.moves.iter().map(joint).collect::<Vec<Value>>());
    let from = outcome.line.as_ref().and_then(|line| match line.claim {
        Claim::Repeats { from } => Some(from),
        _ => None,
    });
    json!({
        "requirement": outcome.requirement.name(), "role": outcome.role.map(|role| &report.roles[role]),
        "verdict": outcome.verdict.name(), "required": required, "reason": outcome.reason, "moves": moves,
        "repeats_from": from, "confirmed": confirmed,
    })
}
