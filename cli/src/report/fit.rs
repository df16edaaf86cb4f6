//! What a search for a configuration looked at, as a table.

use gdl2hdl_device::bitstream::mhz;
use gdl2hdl_device::bitstream::{Candidate, CandidateVerdict, FitRecord};
use std::cmp::Reverse;

/// Lines of configurations that no tool has seen.
const EXPECTED: usize = 6;

const HEADER: [&str; 10] =
    ["", "cores", "a lane", "in flight", "with", "expected: LUTs", "clock", "states/s", "routed: LUTs", "states/s"];

/// The table: what tools worked on, and the best of what was only expected.
pub(crate) fn frontier(fit: &FitRecord) -> String {
    let (mut expected, seen): (Vec<_>, Vec<_>) =
        fit.candidates.iter().partition(|candidate| candidate.verdict == CandidateVerdict::Expected);
    let worth =
        |candidate: &&Candidate| (Reverse(candidate.predicted.states_per_s), candidate.predicted.resources.cells);
    expected.sort_by_key(worth);
    let mut rows = vec![HEADER.map(str::to_owned)];
    rows.extend(seen.into_iter().chain(expected.into_iter().take(EXPECTED)).map(row));
    let widths: Vec<usize> =
        (0..HEADER.len()).map(|i| rows.iter().map(|row| row[i].len()).max().unwrap_or(0)).collect();
    rows.iter().map(|row| line(row, &widths)).collect()
}

fn row(candidate: &Candidate) -> [String; HEADER.len()] {
    let (predicted, options) = (&candidate.predicted, candidate.choice.options);
    let with = match (options.memories, options.multipliers) {
        (false, false) => "-",
        (true, false) => "memories",
        (false, true) => "multipliers",
        (true, true) => "both",
    };
    let (luts, states) = match (&candidate.routed, &candidate.counted) {
        (Some(routed), _) => (routed.lut_used.to_string(), routed.states_per_s.to_string()),
        (None, Some(counted)) => (format!("({})", counted.cells), "-".to_owned()),
        (None, None) => ("-".to_owned(), "-".to_owned()),
    };
    [
        candidate.verdict.name().to_owned(),
        candidate.choice.cores.to_string(),
        options.cores_per_lane.to_string(),
        options.slots.to_string(),
        with.to_owned(),
        predicted.resources.cells.to_string(),
        mhz(predicted.clock_hz),
        predicted.states_per_s.to_string(),
        luts,
        states,
    ]
}

/// Words to the left, numbers to the right.
fn line(row: &[String], widths: &[usize]) -> String {
    let cell = |(i, (text, &width)): (usize, (&String, &usize))| match i {
        0 | 4 => format!("{text:<width$}"),
        _ => format!("{text:>width$}"),
    };
    let cells: Vec<String> = row.iter().zip(widths).enumerate().map(cell).collect();
    format!("{}\n", cells.join("  ").trim_end())
}
