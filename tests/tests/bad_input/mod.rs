//! Bad, hostile and merely odd input: each case ends with a diagnostic and the documented status, within bounds.

mod cases;

use cases::{Case, Expect, cases};
use gdl2hdl_tests::binary::gdl2hdl;
use gdl2hdl_tests::measure::{self, Outcome};
use std::ffi::OsString;
use std::fs;
use std::path::Path;
use std::process::Command;
use std::time::Duration;

/// Seconds the program is told it may take. What is accepted may be slow on a busy machine.
const DEADLINE: u64 = 15;
const DEADLINE_OF_ACCEPTED: u64 = 120;
/// Seconds after a deadline after which the test ends the program.
const GRACE: u64 = 15;
/// Bytes the program is told it may use, and bytes it may really use: text, trees and the allocator come on top.
const MEMORY: u64 = 256 << 20;
const PEAK: u64 = 1 << 30;

fn compile(game: &Path, output: &Path, deadline: u64) -> Outcome {
    let mut arguments: Vec<OsString> = vec![game.into(), "-o".into(), output.into()];
    arguments.push(format!("--deadline={deadline}").into());
    arguments.push(format!("--max-memory={MEMORY}").into());
    measure::run(gdl2hdl().as_os_str(), &arguments, Duration::from_secs(deadline + GRACE)).unwrap()
}

/// What is wrong with how a case ended; `None` when it is as documented.
fn complaint(case: &Case, folder: &Path) -> Option<String> {
    let game = folder.join(format!("{}.kif", case.name.replace(' ', "_")));
    let output = game.with_extension("v");
    fs::write(&game, case.input.bytes()).unwrap();
    let deadline = if matches!(case.expect, Expect::Accepted) { DEADLINE_OF_ACCEPTED } else { DEADLINE };
    let outcome = compile(&game, &output, deadline);
    fs::remove_file(&game).unwrap();
    let said = outcome.stderr.lines().take(4).collect::<Vec<_>>().join(" / ");
    let said = said.chars().take(400).collect::<String>();
    if outcome.timed_out {
        return Some("did not end in time".to_owned());
    }
    if outcome.peak_bytes > PEAK {
        return Some(format!("took {} MB", outcome.peak_bytes >> 20));
    }
    let status = outcome.status.unwrap_or(-1);
    match case.expect {
        Expect::Accepted if status != 0 => Some(format!("status {status}: {said}")),
        Expect::Accepted => clean(&output),
        Expect::Rejected(_) if status != 1 => Some(format!("status {status} instead of 1: {said}")),
        Expect::Limit(_) if status != 2 => Some(format!("status {status} instead of 2: {said}")),
        Expect::Rejected(code) | Expect::Limit(code) if !outcome.stderr.contains(&format!("error[{code}")) => {
            Some(format!("{code} is not said: {said}"))
        }
        Expect::Rejected(_) | Expect::Limit(_) if output.exists() => Some("left an output file".to_owned()),
        Expect::Rejected(_) | Expect::Limit(_) => None,
    }
}

/// Accepted games must give sound Verilog, however odd their names.
fn clean(verilog: &Path) -> Option<String> {
    let lint = |program: &str, arguments: &[&str]| {
        let done = Command::new(program).args(arguments).arg(verilog).output();
        let done = done.unwrap_or_else(|error| panic!("{program}: {error}; apt-get install verilator iverilog"));
        let said = String::from_utf8_lossy(&done.stderr).into_owned();
        (!done.status.success() || !said.is_empty()).then(|| format!("{program}: {}", said.trim()))
    };
    lint("iverilog", &["-g2005", "-Wall", "-t", "null"]).or_else(|| lint("verilator", &["--lint-only", "-Wall"]))
}

#[test]
fn every_case_ends_as_documented() {
    let folder = tempfile::tempdir().unwrap();
    let cases = cases();
    assert!(cases.len() >= 80, "only {} cases", cases.len());
    let one = |case: &Case| Some(format!("{}: {}", case.name, complaint(case, folder.path())?));
    let workers = std::thread::available_parallelism().map_or(1, Into::into);
    let bad: Vec<String> = std::thread::scope(|scope| {
        let share = |first| cases.iter().skip(first).step_by(workers).filter_map(one).collect::<Vec<_>>();
        let threads: Vec<_> = (0..workers).map(|first| scope.spawn(move || share(first))).collect();
        threads.into_iter().flat_map(|thread| thread.join().unwrap()).collect()
    });
    assert!(bad.is_empty(), "{} of {} cases:\n{}", bad.len(), cases.len(), bad.join("\n"));
}

#[test]
fn names_of_cases_are_distinct() {
    let mut names: Vec<_> = cases().iter().map(|case| case.name).collect();
    let number = names.len();
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), number);
}
