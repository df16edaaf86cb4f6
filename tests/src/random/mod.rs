//! Random games and texts, for tests of properties.

pub mod game;
pub mod mutant;
mod numbers;
pub mod sheet;
pub mod text;

pub use numbers::Random;

use proptest::strategy::Strategy;
use proptest::test_runner::{Config, TestCaseError, TestError, TestRunner};
use std::env;
use std::fmt::Debug;
use std::time::{Duration, Instant};

/// Checks a property on random values: the usual number of cases (`PROPTEST_CASES`), and on until
/// `GDL2HDL_FUZZ_SECONDS` have passed, if that is set.
///
/// # Errors
/// The smallest value found for which the property fails.
pub fn check<S>(strategy: &S, test: impl Fn(S::Value) -> Result<(), TestCaseError>) -> Result<(), TestError<S::Value>>
where
    S: Strategy,
    S::Value: Debug,
{
    check_some(strategy, Config::default().cases, test)
}

/// The same with another number of cases where `PROPTEST_CASES` does not say how many.
///
/// # Errors
/// The smallest value found for which the property fails.
pub fn check_some<S>(
    strategy: &S,
    cases: u32,
    test: impl Fn(S::Value) -> Result<(), TestCaseError>,
) -> Result<(), TestError<S::Value>>
where
    S: Strategy,
    S::Value: Debug,
{
    let cases = if env::var_os("PROPTEST_CASES").is_some() { Config::default().cases } else { cases };
    let deadline = Instant::now() + time();
    loop {
        let config = Config { cases, failure_persistence: None, ..Config::default() };
        TestRunner::new(config).run(strategy, &test)?;
        if Instant::now() >= deadline {
            return Ok(());
        }
    }
}

/// For how long properties are to be looked for: `GDL2HDL_FUZZ_SECONDS`, or no longer than once.
#[must_use]
pub fn time() -> Duration {
    let seconds = env::var("GDL2HDL_FUZZ_SECONDS").ok().and_then(|text| text.parse().ok());
    Duration::from_secs(seconds.unwrap_or(0))
}
