//! Engines compared by `crosscheck` on a job, within limits.

use gdl2hdl_tests::measure;
use serde_json::Value;
use std::ffi::OsString;
use std::io;
use std::path::Path;
use std::time::Duration;

/// Seconds that the command may take beyond its own deadline.
const GRACE: u64 = 10;

/// What came of a comparison.
#[derive(Clone, PartialEq, Debug)]
pub struct Compared {
    /// States that were played.
    pub states: u64,
    /// States a clock and core of the last engine, where it has a clock.
    pub share: Option<f64>,
    /// How long it took.
    pub seconds: f64,
    /// Why the engines do not agree.
    pub fault: Option<Fault>,
}

/// Why engines do not agree.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Fault {
    /// They differ: how.
    Differs(String),
    /// There was no comparison: why.
    NotCompared(String),
}

impl Fault {
    /// It in words.
    #[must_use]
    pub fn words(&self) -> &str {
        let (Self::Differs(words) | Self::NotCompared(words)) = self;
        words
    }
}

/// Compares engines, named as in the option `--engines`, within `limit` seconds.
///
/// # Errors
/// As [`measure::run`].
pub fn crosscheck<I>(binary: &Path, game: &Path, engines: &str, options: I, limit: u64) -> io::Result<Compared>
where
    I: IntoIterator<Item = OsString>,
{
    let mut command: Vec<OsString> = vec!["crosscheck".into(), game.into(), "--engines".into(), engines.into()];
    command.extend(options);
    command.extend(["-q", "--format=json", "--deadline", &limit.to_string()].map(OsString::from));
    let outcome = measure::run(binary.as_os_str(), &command, Duration::from_secs(limit + GRACE))?;
    Ok(judged(outcome))
}

fn judged(outcome: measure::Outcome) -> Compared {
    let result: Value = serde_json::from_str(&outcome.stdout).unwrap_or_default();
    let fault = match (outcome.status, result["difference"].as_str()) {
        (Some(0), _) => None,
        (Some(3), difference) => Some(Fault::Differs(difference.unwrap_or_default().to_owned())),
        _ => Some(Fault::NotCompared(outcome.reason().to_owned())),
    };
    let share = result["states_per_cycle"].as_array().and_then(|shares| shares.last()?.as_f64());
    let states = result["states"].as_u64().unwrap_or(0);
    Compared { states, share, seconds: outcome.wall.as_secs_f64(), fault }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::ffi::OsStr;

    fn of(script: &str) -> Compared {
        judged(measure::run(OsStr::new("sh"), &["-c", script], Duration::from_secs(10)).unwrap())
    }

    #[test]
    fn agreement_is_told_from_difference_and_from_failure() {
        let agreed = of(r#"echo '{"difference": null, "states": 7, "states_per_cycle": [null, 0.5]}'"#);
        assert_eq!((agreed.states, agreed.share, agreed.fault), (7, Some(0.5), None));
        let differs = of(r#"echo '{"difference": "state 3", "states": 7}'; exit 3"#);
        assert_eq!(differs.fault, Some(Fault::Differs("state 3".into())));
        let failed = of("echo 'error: no tool' >&2; exit 2");
        assert_eq!(failed.fault, Some(Fault::NotCompared("error: no tool".into())));
    }
}
