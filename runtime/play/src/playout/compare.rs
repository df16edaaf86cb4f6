//! The first difference between two answers to one job, in words.

use super::{Job, JointMove, Observer, PlayError, PlayoutEngine, Report, StartReport, StepRecord, Tally, Then};
use crate::engine::{Codec, Layout};
use bitvec::prelude::BitSlice;
use std::fmt::Display;
use std::ops::ControlFlow;

/// Where two reports of a job differ first; `None` when they are equal. `names` are the two engines'.
#[must_use]
pub fn reports(names: [&str; 2], reports: [&Report; 2], layout: &Layout) -> Option<String> {
    let [a, b] = reports;
    if (a.rounds, a.lanes, a.complete) != (b.rounds, b.lanes, b.complete) {
        let length = |report: &Report| {
            let end = if report.complete { "complete" } else { "stopped" };
            format!("{end}, {} playouts in each of {} lanes", report.rounds, report.lanes)
        };
        return Some(sides("the report", names, [length(a), length(b)]));
    }
    if a.starts.len() != b.starts.len() {
        return Some(sides("start states", names, [a.starts.len(), b.starts.len()]));
    }
    let mut starts = a.starts.iter().zip(&b.starts).enumerate();
    starts.find_map(|(start, (a, b))| of_start(&format!("start state {start}"), names, [a, b], layout))
}

fn of_start(place: &str, names: [&str; 2], [a, b]: [&StartReport; 2], layout: &Layout) -> Option<String> {
    if let Some(difference) = of_tally(place, names, [&a.all, &b.all], layout) {
        return Some(difference);
    }
    let (mine, theirs) = match (&a.first_moves, &b.first_moves) {
        (Some(mine), Some(theirs)) => (mine, theirs),
        (None, None) => return None,
        (mine, theirs) => {
            let told = [mine.is_some(), theirs.is_some()].map(|told| if told { "told" } else { "not told" });
            return Some(sides(&format!("{place}: first moves"), names, told));
        }
    };
    let none = Tally::new(layout.goals.iter().map(Vec::len));
    mine.keys().chain(theirs.keys()).find_map(|joint| {
        let tallies = [mine, theirs].map(|moves| moves.get(joint).unwrap_or(&none));
        of_tally(&format!("{place}, first moves {}", joint_text(joint, layout)), names, tallies, layout)
    })
}

fn of_tally(place: &str, names: [&str; 2], [a, b]: [&Tally; 2], layout: &Layout) -> Option<String> {
    let ends = [
        ("steps", a.steps, b.steps),
        ("finished playouts", a.finished, b.finished),
        ("truncated playouts", a.truncated, b.truncated),
        ("stuck playouts", a.stuck, b.stuck),
    ];
    if let Some((what, a, b)) = ends.into_iter().find(|(_, a, b)| a != b) {
        return Some(sides(&format!("{place}: {what}"), names, [a, b]));
    }
    layout.roles.iter().enumerate().find_map(|(role, name)| {
        let values = layout.goals[role].iter().enumerate();
        let counts = values.map(|(i, value)| (value.to_string(), a.goals[role][i], b.goals[role][i]));
        let undefined = std::iter::once(("undefined".to_owned(), a.undefined[role], b.undefined[role]));
        let (value, a, b) = counts.chain(undefined).find(|(_, a, b)| a != b)?;
        Some(sides(&format!("{place}: playouts with goal {value} of {name}"), names, [a, b]))
    })
}

/// Plays a job on two engines and gives the first state of which they say different things; `None` when there is
/// none. `observer` is asked at every state and ends both, as if there were no more states.
///
/// # Errors
/// When an engine fails, or the traces are too long.
pub fn traces(
    engines: [&mut dyn PlayoutEngine; 2],
    job: &Job,
    codec: &Codec,
    observer: &dyn Observer,
) -> Result<Option<String>, PlayError> {
    let [first, second] = engines;
    let names = [first.name().to_owned(), second.name().to_owned()];
    let names = [names[0].as_str(), names[1].as_str()];
    let mut expected = Vec::new();
    first.trace(job, observer, &mut |record| {
        expected.push(record);
        go_on(!observer.stopped())
    })?;
    let mut expected = expected.into_iter();
    let mut difference = None;
    second.trace(job, observer, &mut |record| {
        difference = match expected.next() {
            Some(other) => records(names, [&other, &record], codec),
            None if observer.stopped() => return ControlFlow::Break(()),
            None => Some(format!("{}: only {} has this state", place(&record), names[1])),
        };
        go_on(difference.is_none() && !observer.stopped())
    })?;
    let missing = expected.next().filter(|_| difference.is_none() && !observer.stopped());
    Ok(difference.or(missing.map(|record| format!("{}: only {} has this state", place(&record), names[0]))))
}

fn go_on(more: bool) -> ControlFlow<()> {
    if more { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
}

/// Where two records differ first; `None` when they are equal.
#[must_use]
pub fn records(names: [&str; 2], records: [&StepRecord; 2], codec: &Codec) -> Option<String> {
    let [a, b] = records;
    let position = |record: &StepRecord| (record.stream, record.playout, record.step);
    if position(a) != position(b) {
        return Some(sides("the next state", names, records.map(place)));
    }
    let here = place(a);
    if a.state != b.state {
        return Some(sides(&format!("{here}: facts"), names, only([&a.state, &b.state], |bits| codec.decode(bits))));
    }
    for (role, name) in codec.layout().roles.iter().enumerate() {
        let moves = |bits: &BitSlice| if bits.is_empty() { Vec::new() } else { codec.moves(role, bits) };
        if moves(&a.legal) != moves(&b.legal) {
            return Some(sides(&format!("{here}: legal moves of {name}"), names, only([&a.legal, &b.legal], moves)));
        }
    }
    (a.then != b.then).then(|| sides(&here, names, [&a.then, &b.then].map(|then| then_text(then, codec))))
}

fn place(record: &StepRecord) -> String {
    format!("stream {}, playout {}, step {}", record.stream, record.playout, record.step)
}

fn then_text(then: &Then, codec: &Codec) -> String {
    let layout = codec.layout();
    match then {
        Then::Finished(goals) => {
            let roles = layout.roles.iter().enumerate();
            let goals: Vec<String> =
                roles.map(|(role, name)| format!("{name} {:?}", codec.goals(role, goals))).collect();
            format!("terminal, goals {}", goals.join(", "))
        }
        Then::Truncated => "truncated".to_owned(),
        Then::Stuck => "stuck".to_owned(),
        Then::Moves(joint) => format!("moves {}", joint_text(joint, layout)),
    }
}

/// A joint move in sentences.
pub(super) fn joint_text(joint: &JointMove, layout: &Layout) -> String {
    let moves = layout.moves.iter().zip(joint);
    let texts: Vec<&str> = moves.map(|(moves, &mv)| moves.get(mv as usize).map_or("?", String::as_str)).collect();
    texts.join(", ")
}

/// What either list holds and the other does not; both are sorted.
fn only<'a, B: AsRef<BitSlice> + 'a>(bits: [&'a B; 2], decode: impl Fn(&BitSlice) -> Vec<String>) -> [String; 2] {
    let [a, b] = bits.map(|bits| decode(bits.as_ref()));
    let beyond = |here: &[String], there: &[String]| {
        let extra: Vec<&str> =
            here.iter().filter(|text| there.binary_search(text).is_err()).map(String::as_str).collect();
        if extra.is_empty() { "none beyond".to_owned() } else { format!("also {}", extra.join(" ")) }
    };
    [beyond(&a, &b), beyond(&b, &a)]
}

fn sides<T: Display>(what: &str, names: [&str; 2], values: [T; 2]) -> String {
    format!("{what}\n  {}: {}\n  {}: {}", names[0], values[0], names[1], values[1])
}
