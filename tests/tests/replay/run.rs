//! The binary's `record` and `replay`.

use gdl2hdl_tests::binary::gdl2hdl;
use serde_json::Value;
use std::ffi::OsStr;
use std::path::Path;
use std::process::{Command, Output};

/// Where built models are kept: not in the user's cache. They are found again by their content.
const CACHE: &str = concat!(env!("CARGO_TARGET_TMPDIR"), "/models");

fn run(arguments: &[&OsStr]) -> Result<Output, String> {
    let mut command = Command::new(gdl2hdl());
    command.args(arguments).arg("-q").env("GDL2HDL_CACHE", CACHE);
    command.output().map_err(|error| error.to_string())
}

fn said(output: &Output) -> String {
    let [out, err] = [&output.stdout, &output.stderr].map(|bytes| String::from_utf8_lossy(bytes));
    format!("{}\n{out}{err}", output.status)
}

/// Records playouts of the rules as they stand.
pub(crate) fn record(game: &Path, trace: &Path, options: &[&str]) -> Result<(), String> {
    let mut arguments = vec!["record".as_ref(), game.as_os_str(), "-o".as_ref(), trace.as_os_str()];
    arguments.extend(options.iter().map(OsStr::new));
    let output = run(&arguments)?;
    if output.status.success() { Ok(()) } else { Err(format!("record: {}", said(&output))) }
}

/// What an engine made of a trace.
#[derive(Debug)]
pub(crate) struct Compared {
    pub(crate) engine: String,
    pub(crate) agrees: bool,
    pub(crate) states: u64,
    pub(crate) transitions: u64,
    /// Fields that differ, with what is said of them.
    pub(crate) differences: Vec<(String, String)>,
}

/// Replays a trace on engines, separated by commas. The exit status must fit the answer.
pub(crate) fn replay(game: &Path, trace: &Path, engines: &str, options: &[&str]) -> Result<Vec<Compared>, String> {
    let mut arguments = vec!["replay".as_ref(), game.as_os_str(), trace.as_os_str()];
    arguments.extend(["--format=json", "--engine", engines].map(OsStr::new));
    arguments.extend(options.iter().map(OsStr::new));
    let output = run(&arguments)?;
    let failed = || format!("replay on {engines}: {}", said(&output));
    let results: Value = serde_json::from_slice(&output.stdout).map_err(|_| failed())?;
    let results: Vec<Compared> = results.as_array().into_iter().flatten().filter_map(compared).collect();
    let expected = if results.iter().all(|result| result.agrees) { 0 } else { 3 };
    let complete = results.len() == engines.split(',').count() && output.stderr.is_empty();
    if output.status.code() == Some(expected) && complete { Ok(results) } else { Err(failed()) }
}

fn compared(result: &Value) -> Option<Compared> {
    let text = |value: &Value, field: &str| Some(value[field].as_str()?.to_owned());
    let differences = result["differences"].as_array()?.iter();
    Some(Compared {
        engine: text(result, "engine")?,
        agrees: result["agrees"].as_bool()?,
        states: result["states"].as_u64()?,
        transitions: result["transitions"].as_u64()?,
        differences: differences.map(|d| text(d, "field").zip(text(d, "text"))).collect::<Option<_>>()?,
    })
}

/// All engines agree with a whole trace, of which there is something to compare.
pub(crate) fn agrees(game: &Path, trace: &Path, engines: &str, options: &[&str]) -> Result<(), String> {
    for result in replay(game, trace, engines, options)? {
        let engine = format!("{} {}", result.engine, options.join(" "));
        if let Some((_, text)) = result.differences.first() {
            return Err(format!("{engine}: {text}"));
        }
        if !result.agrees || result.states == 0 || result.transitions == 0 {
            return Err(format!("{engine}: nothing was compared: {result:?}"));
        }
    }
    Ok(())
}
