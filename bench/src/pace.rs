//! How fast the scalar engine plays a game, and jobs that fit it.

use gdl2hdl_tests::measure::{self, Outcome};
use serde_json::Value;
use std::ffi::OsString;
use std::io;
use std::path::Path;
use std::time::Duration;

/// Seconds for a look at the speed.
const LOOK: &str = "0.2";
/// Lanes of a look: slow games are not played often.
const LOOK_LANES: &str = "4";
/// Lanes a job has if it has enough playouts: more than a word has bits, and a last word with some bits unused.
const LANES: u64 = 2500;
/// Playouts where there is nothing to play: the game ends or is stuck at the start.
const WITHOUT_STEPS: u64 = 5000;
/// So many more playouts than are needed with the mean length, for that was measured on few.
const MARGIN: f64 = 1.1;

/// The speed of the scalar engine.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Pace {
    /// States/s; 0 in games without a step.
    pub states_per_s: f64,
    /// Steps of a playout in the mean.
    pub mean_length: f64,
}

/// Size of a job.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Size {
    /// Lanes, at least 1.
    pub lanes: u64,
    /// Playouts of each, at least 1.
    pub per_lane: u64,
}

impl Pace {
    /// Measures a game within `limit` seconds; where that fails, what became of the command.
    ///
    /// # Errors
    /// When the binary can't be started.
    pub fn of(binary: &Path, game: &Path, limit: u64) -> io::Result<Result<Self, Outcome>> {
        let options = ["--engine", "scalar", "--lanes", LOOK_LANES, "--seconds", LOOK];
        let (outcome, figures) = bench(binary, game, &options, limit)?;
        let field = |name: &str| figures[name].as_f64();
        Ok(match (field("states_per_s"), field("mean_length")) {
            (Some(states_per_s), Some(mean_length)) if outcome.status == Some(0) => {
                Ok(Self { states_per_s, mean_length })
            }
            _ => Err(outcome),
        })
    }

    /// Whether so many states are played in so many seconds: never in games without a step.
    #[must_use]
    pub fn plays(&self, states: u64, seconds: f64) -> bool {
        self.states_per_s * seconds >= states as f64
    }

    /// A job of so many states, or of as many as are played in so many seconds.
    #[must_use]
    pub fn job(&self, states: u64, seconds: f64) -> Size {
        let playouts = if self.states_per_s > 0.0 {
            let states = (states as f64 * MARGIN).min(self.states_per_s * seconds);
            // Positive and far below 2⁶⁴.
            #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
            let playouts = (states / self.mean_length).ceil().max(1.0) as u64;
            playouts
        } else {
            WITHOUT_STEPS
        };
        let lanes = playouts.min(LANES);
        Size { lanes, per_lane: playouts.div_ceil(lanes) }
    }
}

/// Runs `bench` on a game: what became of the command, and the figures it printed, which are null where it failed.
///
/// # Errors
/// As [`measure::run`].
pub fn bench(binary: &Path, game: &Path, options: &[&str], limit: u64) -> io::Result<(Outcome, Value)> {
    let outcome = told(binary, "bench", game, options.iter().map(OsString::from), limit)?;
    let mut list: Value = serde_json::from_str(&outcome.stdout).unwrap_or_default();
    let figures = list.get_mut(0).map_or(Value::Null, Value::take);
    Ok((outcome, figures))
}

/// Runs a command on a game that prints JSON, within `limit` seconds.
///
/// # Errors
/// As [`measure::run`].
pub fn told(
    binary: &Path,
    command: &str,
    game: &Path,
    options: impl IntoIterator<Item = OsString>,
    limit: u64,
) -> io::Result<Outcome> {
    let deadline = limit.to_string();
    let mut words: Vec<OsString> = vec![command.into(), game.into()];
    words.extend(options);
    words.extend(["-q", "--format=json", "--deadline", &deadline].map(OsString::from));
    measure::run(binary.as_os_str(), &words, Duration::from_secs(limit + 10))
}

impl Size {
    /// As options of a command.
    #[must_use]
    pub fn options(self) -> [OsString; 4] {
        let Self { lanes, per_lane } = self;
        ["--lanes".to_owned(), lanes.to_string(), "--per-lane".to_owned(), per_lane.to_string()].map(OsString::from)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn jobs_fit() {
        let pace = Pace { states_per_s: 1e5, mean_length: 50.0 };
        assert_eq!(pace.job(1_000_000, 100.0), Size { lanes: 2500, per_lane: 9 });
        assert_eq!(pace.job(1_000_000, 1.0), Size { lanes: 2000, per_lane: 1 });
        assert_eq!(pace.job(1_000_000, 0.0), Size { lanes: 1, per_lane: 1 });
        assert!(pace.plays(1_000_000, 10.0) && !pace.plays(1_000_000, 9.0));
        let still = Pace { states_per_s: 0.0, mean_length: 0.0 };
        assert_eq!((still.job(1_000_000, 1.0), still.plays(5, 9.0)), (Size { lanes: 2500, per_lane: 2 }, false));
    }
}
