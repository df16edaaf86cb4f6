//! What was built and measured: a row, and the file that keeps rows.

use super::check::Checked;
use super::measured::Measured;
use gdl2hdl_bench::board_rows::{self, BoardRow};
use gdl2hdl_device::bitstream::BuildRecord;
use std::collections::BTreeMap;
use std::error::Error;
use std::fs;
use std::path::Path;

/// What a build is beside.
pub(crate) struct Beside<'a> {
    pub(crate) measured: Option<Measured>,
    pub(crate) check: Option<&'a Checked>,
    /// States/s of the fast engine on one core.
    pub(crate) cpu: Option<f64>,
}

/// Puts a build into the file, in place of what is there of its game and board.
pub(crate) fn keep(file: &Path, row: &BoardRow) -> Result<(), Box<dyn Error>> {
    let mut rows = all(file)?;
    board_rows::put(&mut rows, row.clone());
    write(file, &rows)
}

/// Puts what this machine's processor reaches into all rows of some games.
pub(crate) fn beside_processor(file: &Path, reached: &BTreeMap<String, f64>) -> Result<(), Box<dyn Error>> {
    let mut rows = all(file)?;
    for row in &mut rows {
        if let Some(states) = reached.get(row.text("game")) {
            row.set("cpu_states_per_s", &format!("{states:.0}"));
            row.set("cpu", &processor().unwrap_or_default());
        }
    }
    write(file, &rows)
}

/// The file is whole, the old or the new one.
fn write(file: &Path, rows: &[BoardRow]) -> Result<(), Box<dyn Error>> {
    let partial = file.with_extension("csv.part");
    fs::write(&partial, board_rows::written(rows))?;
    Ok(fs::rename(&partial, file)?)
}

/// The rows of the file, none where there is no file.
pub(crate) fn all(file: &Path) -> Result<Vec<BoardRow>, Box<dyn Error>> {
    Ok(if file.is_file() { board_rows::read(&fs::read_to_string(file)?)? } else { Vec::new() })
}

/// The row of a build.
pub(crate) fn row(game: &str, options: &[String], record: &BuildRecord, beside: &Beside<'_>) -> BoardRow {
    let config = &record.build.config;
    let clock = f64::from(record.build.clock_hz);
    let rate = beside.measured.map(|measured| measured.states_per_cycle * clock * f64::from(config.cores));
    let job = record.sustained;
    let whole = |number: Option<f64>| number.map(|number| format!("{number:.0}"));
    let known = |number: Option<u64>| number.map(|number| number.to_string());
    let values = [
        ("game", Some(game.to_owned())),
        ("board", Some(record.build.board.clone())),
        ("options", Some(options.join(" "))),
        ("cores", Some(config.cores.to_string())),
        ("cores_per_lane", Some(config.cores_per_lane.to_string())),
        ("slots", Some(config.slots.to_string())),
        ("lut_used", Some(record.lut_used.to_string())),
        ("lut_total", Some(record.lut_total.to_string())),
        ("clock_hz", Some(record.build.clock_hz.to_string())),
        ("needed_hz", known(record.needed_hz)),
        ("nextpnr_hz", known(record.nextpnr_hz)),
        ("icetime_hz", known(record.icetime_hz)),
        ("detector_hz", known(record.detector_hz)),
        ("oscillator_hz", known(record.oscillator_hz)),
        ("lanes", known(job.map(|job| job.lanes))),
        ("per_lane", known(job.map(|job| job.per_lane))),
        ("max_steps", known(job.map(|job| job.max_steps))),
        ("job_states", whole(job.map(|job| job.states))),
        ("simulated_states", whole(beside.measured.map(|measured| measured.simulated))),
        ("states_per_cycle", beside.measured.map(|measured| format!("{:.5}", measured.states_per_cycle))),
        ("states_per_s", whole(rate)),
        ("check_states", known(beside.check.filter(|check| check.fault.is_none()).map(|check| check.states))),
        ("cpu_states_per_s", whole(beside.cpu)),
        ("cpu", processor()),
        ("tools", Some(record.tools.iter().map(ToString::to_string).collect::<Vec<_>>().join("; "))),
    ];
    BoardRow::new(values.into_iter().filter_map(|(column, value)| Some((column, value?))))
}

/// The name of this machine's processor, where the system tells it.
fn processor() -> Option<String> {
    let text = fs::read_to_string("/proc/cpuinfo").ok()?;
    let line = text.lines().find(|line| line.starts_with("model name"))?;
    Some(line.split_once(':')?.1.trim().to_owned())
}
