//! How long playouts are: an engine counts no more steps than a game has, and none where it is shown that they end.

use super::LEVEL;
use gdl2hdl_bench::pace;
use serde_json::Value;
use std::ffi::OsString;
use std::io;
use std::path::Path;

/// Bits of a step limit that are tried, and what is taken where none of them is enough.
const TRIED: std::ops::Range<u32> = 3..10;
/// Playouts that are looked at.
const PLAYOUTS: [&str; 4] = ["--lanes", "4096", "--per-lane", "16"];
/// Seconds for each look.
const LIMIT: u64 = 300;

/// The options of an engine's step limit: none is built where it is shown that playouts end.
pub(crate) fn options(binary: &Path, game: &Path) -> io::Result<Vec<String>> {
    if end_by_themselves(binary, game)? {
        return Ok(vec!["--no-step-limit".to_owned()]);
    }
    Ok(vec!["--step-bits".to_owned(), bits(binary, game)?.to_string()])
}

/// Whether an engine without a step limit can be made.
fn end_by_themselves(binary: &Path, game: &Path) -> io::Result<bool> {
    let folder = tempfile::tempdir()?;
    let options = ["--no-step-limit", "-O", LEVEL, "-o"].map(OsString::from);
    let options = options.into_iter().chain([folder.path().into()]);
    Ok(pace::told(binary, "engine", game, options, LIMIT)?.status == Some(0))
}

/// The fewest bits of a step limit with which none of many playouts is cut off.
fn bits(binary: &Path, game: &Path) -> io::Result<u32> {
    for bits in TRIED {
        if cut_off(binary, game, (1 << bits) - 1)? == Some(0) {
            return Ok(bits);
        }
    }
    Ok(TRIED.end)
}

/// Playouts that the limit cuts off, where that can be said.
fn cut_off(binary: &Path, game: &Path, limit: u32) -> io::Result<Option<u64>> {
    let limit = ["--max-steps", &limit.to_string()].map(OsString::from);
    let options = PLAYOUTS.map(OsString::from).into_iter().chain(limit);
    let outcome = pace::told(binary, "playouts", game, options, LIMIT)?;
    let report: Value = serde_json::from_str(&outcome.stdout).unwrap_or_default();
    Ok(report["truncated"].as_u64())
}
