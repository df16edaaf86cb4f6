//! A host in another language, `tests/host/engine_host.py`: it reads the engine's manifest, makes words of jobs, and says
//! what the words of reports mean. It must say what the engine on the processor says.

use super::place::Place;
use serde_json::Value;
use std::path::Path;

/// A job, and what the host says to the words that came back.
pub(crate) struct Job<'j> {
    pub(crate) lanes: u32,
    pub(crate) per_lane: u32,
    pub(crate) seed: u64,
    pub(crate) max_steps: u32,
    /// Facts of the start state, as one argument each; none for the initial state.
    pub(crate) facts: &'j [&'j str],
}

impl Job<'_> {
    /// The same job on a command line.
    fn said(&self) -> String {
        let Self { lanes, per_lane, seed, max_steps, .. } = self;
        format!("--lanes {lanes} --per-lane {per_lane} --seed {seed} --max-steps {max_steps}")
    }
}

fn script() -> String {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("host/engine_host.py").display().to_string()
}

/// Runs the host on a manifest.
fn host(place: &Place, manifest: &str, arguments: &[&str]) -> String {
    let script = script();
    let all: Vec<&str> = [script.as_str(), manifest].into_iter().chain(arguments.iter().copied()).collect();
    let ended = place.run("python3", &all).expect(0);
    assert_eq!(ended.err, "");
    ended.out
}

/// The words of a job, a hex number a line.
pub(crate) fn words(place: &Place, manifest: &str, job: &Job<'_>) -> String {
    let numbers = [job.lanes.to_string(), job.per_lane.to_string(), job.seed.to_string(), job.max_steps.to_string()];
    let arguments = std::iter::once("job").chain(numbers.iter().map(String::as_str)).chain(job.facts.iter().copied());
    host(place, manifest, &arguments.collect::<Vec<_>>())
}

/// Checks that the host says of a report what the engine on the processor says of the same job.
pub(crate) fn compare(place: &Place, manifest: &str, job: &Job<'_>, said: &str, [sent, got]: [&str; 2]) {
    place.write("sent.hex", sent);
    place.write("got.hex", got);
    let report: Value = serde_json::from_str(&host(place, manifest, &["report", "sent.hex", "got.hex"])).unwrap();
    assert_eq!([&report["overflow"], &report["refused"]], [false, false]);
    let expected =
        place.gdl2hdl(&format!("playouts {said} {} --engine cpu --format json", job.said())).expect(0).json();
    let expected = &expected["starts"][0];
    assert!(expected["steps"].as_u64() > Some(10) && expected["finished"].as_u64() > Some(0), "{expected}");
    same(&report, expected);
    let Some(first) = expected.get("first_moves") else { return assert!(report.get("first_moves").is_none()) };
    let (first, found) = (first.as_array().unwrap(), report["first_moves"].as_array().unwrap());
    assert!(first.len() > 1 && first.len() == found.len(), "{report}");
    for expected in first {
        let of = found.iter().find(|found| found["moves"] == expected["moves"]);
        same(of.unwrap_or_else(|| panic!("{} in {report}", expected["moves"])), expected);
    }
}

/// Compares what a report says of some playouts.
fn same(report: &Value, expected: &Value) {
    for field in ["steps", "finished", "truncated", "stuck", "goals", "undefined"] {
        assert!(expected.get(field).is_some());
        assert_eq!(report[field], expected[field], "{field} of {report}");
    }
}

/// Writes an engine, gives it the job in Icarus, and compares.
fn check(game: &str, options: &str, job: &Job<'_>, said: &str) {
    let place = Place::of(&[game]);
    place.gdl2hdl(&format!("engine {game}.kif -o ip --no-debug-ports {options}")).expect(0);
    let manifest = format!("ip/{game}_engine.json");
    place.write("state.txt", &job.facts.join("\n"));
    let sent = words(&place, &manifest, job);
    place.write("job.hex", &sent);
    let bench = Path::new(env!("CARGO_MANIFEST_DIR")).join("host/engine_host_tb.v");
    let defines = format!("-DENGINE={game}_engine -DWORDS={}", sent.lines().count());
    let got = place.simulate("engine_host_tb", &format!("{defines} -y ip {}", bench.display()));
    compare(&place, &manifest, job, &format!("{game}.kif {said}"), [&sent, &got]);
}

const JOB: Job<'_> = Job { lanes: 3, per_lane: 4, seed: 0xfeed_0000_0000_0007, max_steps: 40, facts: &[] };

#[test]
fn reports_say_what_the_processor_says() {
    check("tic_tac_toe", "", &JOB, "");
    // Several generators, roles that move at once, and draws.
    check("rock_paper_scissors", "--first-moves", &JOB, "--first-moves");
    check("tic_tac_toe", "--first-moves --cores 2 --slots 2", &JOB, "--first-moves --slots 2");
}

#[test]
fn counters_that_are_not_there_follow() {
    let job = Job { max_steps: 100, ..JOB };
    check("tic_tac_toe", "--no-step-limit", &job, "");
}

/// Facts without a bit are in the manifest, and those that stand for several.
#[test]
fn states_can_be_given() {
    let facts = [
        "(cell 1 1 x)",
        "(cell 1 2 b)",
        "(cell 1 3 b)",
        "(cell 2 1 b)",
        "(cell 2 2 o)",
        "(cell 2 3 b)",
        "(cell 3 1 b)",
        "(cell 3 2 b)",
        "(cell 3 3 b)",
        "(control x)",
    ];
    check("tic_tac_toe", "", &Job { facts: &facts, ..JOB }, "--state state.txt");
}
