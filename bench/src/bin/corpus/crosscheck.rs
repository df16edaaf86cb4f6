//! The scalar engine and the fast one on the same jobs: a large one by its report, a small one state by state.

use super::{Args, Cell, Verdict, messages, verdict_of};
use gdl2hdl_bench::pace::{Pace, Size};
use gdl2hdl_tests::corpus::Entry;
use gdl2hdl_tests::measure;
use serde_json::Value;
use std::ffi::OsString;
use std::io;
use std::time::{Duration, Instant};

/// The name under which this is asked for.
pub(crate) const CROSSCHECK: &str = "crosscheck";

/// States of the large job, where there is time for them.
const STATES: u64 = 1_000_000;
/// The parts of the limit that the scalar engine may play the large job and the small one, which it plays twice.
const PARTS: (f64, f64) = (0.4, 0.04);
/// States of the small job at most, and bits of all its states and their moves.
const SMALL: (u64, u64) = (50_000, 1 << 29);

/// Compares both engines. `width` is the number of bases and moves of the game.
pub(crate) fn crosscheck(args: &Args, entry: &Entry, width: u64) -> io::Result<Cell> {
    let start = Instant::now();
    let cell = |verdict, messages| Cell {
        engine: CROSSCHECK.to_owned(),
        verdict,
        seconds: start.elapsed().as_secs_f64(),
        messages,
    };
    let pace = match Pace::of(&args.binary, &entry.game, args.limit)? {
        Ok(pace) => pace,
        Err(outcome) => return Ok(cell(verdict_of(&outcome), messages(&outcome, &Value::Null))),
    };
    let (most, bits) = SMALL;
    let limit = args.limit as f64;
    let large = pace.job(STATES, limit * PARTS.0);
    let small = pace.job(most.min(bits / width.max(1)), limit * PARTS.1);
    let mut states = 0;
    for (size, steps) in [(small, true), (large, false)] {
        let (verdict, messages) = compare(args, entry, size, steps)?;
        match verdict {
            Verdict::Agrees { states: more } => states += more,
            _ => return Ok(cell(verdict, messages)),
        }
    }
    Ok(cell(Verdict::Agrees { states }, String::new()))
}

fn compare(args: &Args, entry: &Entry, size: Size, steps: bool) -> io::Result<(Verdict, String)> {
    let deadline = args.limit.to_string();
    let mut command: Vec<OsString> = vec!["crosscheck".into(), entry.game.clone().into()];
    command.extend(["-q", "--format=json", "--engines=scalar,cpu", "--deadline", &deadline].map(OsString::from));
    command.extend(size.options());
    command.extend(steps.then(|| "--steps".into()));
    let outcome = measure::run(args.binary.as_os_str(), &command, Duration::from_secs(args.limit + 10))?;
    let result: Value = serde_json::from_str(&outcome.stdout).unwrap_or_default();
    Ok(match (outcome.status, result["states"].as_u64(), result["difference"].as_str()) {
        (Some(0), Some(states), _) => (Verdict::Agrees { states }, String::new()),
        (Some(3), _, difference) => (Verdict::Differs, difference.unwrap_or_default().to_owned()),
        _ => (verdict_of(&outcome), messages(&outcome, &Value::Null)),
    })
}
