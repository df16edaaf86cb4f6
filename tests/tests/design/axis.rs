//! The engine with AXI-Stream ports: the same words, whoever waits for whom.

use super::host::{self, Job};
use super::place::Place;
use std::path::Path;

const JOB: Job<'_> = Job { lanes: 2, per_lane: 3, seed: 11, max_steps: 50, facts: &[] };

/// Two jobs through the wrapper: the words of the reports, and the last line.
fn simulate(place: &Place, job: &str, more: &str) -> (Vec<String>, String) {
    place.write("job.hex", &[job, job].concat());
    let bench = Path::new(env!("CARGO_MANIFEST_DIR")).join("host/axis_tb.v");
    let words = 2 * job.lines().count();
    let defines = format!("-DWRAPPER=tic_tac_toe_axis -DWORDS={words} {more}");
    let said = place.simulate("axis_tb", &format!("{defines} -y ip {}", bench.display()));
    let mut lines: Vec<String> = said.lines().map(str::to_owned).collect();
    let last = lines.pop().unwrap();
    (lines, last)
}

#[test]
fn words_come_and_go_at_any_pace() {
    let place = Place::of(&["tic_tac_toe"]);
    place.gdl2hdl("engine tic_tac_toe.kif -o ip --axi-stream").expect(0);
    place.lint("tic_tac_toe_axis", "-F ip/gdl2hdl_parts.f -F ip/tic_tac_toe_engine.f");
    let manifest = "ip/tic_tac_toe_engine.json";
    let job = host::words(&place, manifest, &JOB);
    let (words, last) = simulate(&place, &job, "");
    assert_eq!(last, "misframed 0, waited 1", "{words:?}");
    // Both reports, word by word; only the clocks may be others.
    let (first, second) = words.split_at(words.len() / 2);
    assert_eq!(first[..first.len() - 2], second[..second.len() - 2]);
    for report in [first, second] {
        let report: String = report.iter().flat_map(|word| [word.as_str(), "\n"]).collect();
        host::compare(&place, manifest, &JOB, "tic_tac_toe.kif", [&job, &report]);
    }
}

/// A packet that ends inside a job is told; the words count all the same.
#[test]
fn packets_of_other_lengths_are_told() {
    let place = Place::of(&["tic_tac_toe"]);
    place.gdl2hdl("engine tic_tac_toe.kif -o ip --axi-stream --no-debug-ports").expect(0);
    let job = host::words(&place, "ip/tic_tac_toe_engine.json", &JOB);
    let (_, last) = simulate(&place, &job, "-DMISFRAMED");
    assert_eq!(last, "misframed 1, waited 1");
}
