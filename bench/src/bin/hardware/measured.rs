//! Steps in a cycle and core, measured: the engine of a build is simulated in two jobs, and what a lane more takes in clocks
//! says what a whole job takes.

use super::check::engine;
use super::subject::Game;
use gdl2hdl_bench::pace;
use gdl2hdl_device::bitstream::{BuildRecord, Sustained};
use serde_json::Value;
use std::ffi::OsString;
use std::io;
use std::path::Path;

/// Rounds of lanes in the two jobs: in each round every lane of the engine is played once.
const ROUNDS: [u64; 2] = [2, 4];

/// What was measured.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Measured {
    /// Steps of both jobs.
    pub(crate) simulated: f64,
    /// Steps in a cycle and core in the job of the build.
    pub(crate) states_per_cycle: f64,
}

/// Steps and clocks of a job that was simulated.
#[derive(Clone, Copy, PartialEq, Debug)]
struct Played {
    lanes: f64,
    steps: f64,
    clocks: f64,
}

/// Measures the engine of a build; `limit` is in seconds and for each job. Why not, where that can't be done.
pub(crate) fn measured(
    binary: &Path,
    game: &Game,
    record: &BuildRecord,
    limit: u64,
) -> io::Result<Result<Measured, String>> {
    let Some(job) = record.sustained else { return Ok(Err("the build names no job".to_owned())) };
    let config = &record.build.config;
    let mut both = Vec::new();
    for rounds in ROUNDS {
        let lanes = rounds * u64::from(config.lanes());
        let said = ["--engine", "verilator", "--lanes", &lanes.to_string(), "--per-lane", &job.per_lane.to_string()]
            .map(OsString::from);
        let limits = ["--max-steps", &job.max_steps.to_string()].map(OsString::from);
        let options = engine(config).into_iter().map(OsString::from).chain(said).chain(limits);
        let outcome = pace::told(binary, "playouts", &game.file, options, limit)?;
        let report: Value = serde_json::from_str(&outcome.stdout).unwrap_or_default();
        match (outcome.status, report["steps"].as_f64(), report["cycles"].as_f64()) {
            (Some(0), Some(steps), Some(clocks)) => both.push(Played { lanes: lanes as f64, steps, clocks }),
            _ => return Ok(Err(outcome.reason().lines().next().unwrap_or_default().to_owned())),
        }
    }
    let [short, long] = both[..] else { return Ok(Err("nothing was simulated".to_owned())) };
    Ok(Ok(Measured { simulated: short.steps + long.steps, states_per_cycle: share(short, long, &job, config.cores) }))
}

/// The share of the job's clocks in which a core makes a step: each of its jobs takes what a job takes without lanes, and as
/// much for each lane as in the simulation.
fn share(short: Played, long: Played, job: &Sustained, cores: u32) -> f64 {
    let of_lane = (long.clocks - short.clocks) / (long.lanes - short.lanes);
    let fixed = (long.clocks - of_lane * long.lanes).max(0.0);
    let (lanes, at_once) = (job.lanes as f64, job.lanes_at_once.max(1) as f64);
    let clocks = (lanes / at_once).ceil() * fixed + lanes * of_lane;
    let steps = lanes * (short.steps + long.steps) / (short.lanes + long.lanes);
    steps / clocks / f64::from(cores)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn jobs_take_what_they_take_once_and_for_each_lane() {
        let played = |lanes: f64| Played { lanes, steps: 1000.0 * lanes, clocks: 300.0 + 110.0 * lanes };
        let job = Sustained {
            lanes: 1000,
            per_lane: 100,
            lanes_at_once: 100,
            max_steps: 50,
            mean_length: 10.0,
            states: 1e6,
            cycles: 1.13e5,
            states_per_cycle: 0.885,
        };
        let share = share(played(20.0), played(40.0), &job, 10);
        assert!((share - 1e6 / 113_000.0 / 10.0).abs() < 1e-9, "{share}");
    }
}
