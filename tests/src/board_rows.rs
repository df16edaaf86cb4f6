//! The table of engines on boards: `docs/boards.csv`, which `make bench-hw` writes, and what must be so of each row.

use crate::table::{digits, lines, markdown};
use gdl2hdl_boards::{Family, by_name};
use std::collections::BTreeMap;

/// The columns, in their order.
pub const COLUMNS: [&str; 25] = [
    "game",
    "board",
    "options",
    "cores",
    "cores_per_lane",
    "places",
    "lut_used",
    "lut_total",
    "clock_hz",
    "needed_hz",
    "nextpnr_hz",
    "icetime_hz",
    "detector_hz",
    "oscillator_hz",
    "lanes",
    "per_lane",
    "max_steps",
    "job_states",
    "simulated_states",
    "states_per_clock",
    "states_per_s",
    "check_states",
    "cpu_states_per_s",
    "cpu",
    "tools",
];

/// What stands above the rows.
const HEAD: &str = "\
# Engines on boards, as `make bench-hw` built and measured them; docs/BENCHMARKS.md says what the columns mean.
# Frequencies are in Hz. Empty: not known.
";

/// A row: an engine of a game on a board. **Shape:** a text for each of [`COLUMNS`].
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct BoardRow {
    values: BTreeMap<&'static str, String>,
}

impl BoardRow {
    /// A row of some columns; the others stay empty. Commas and line ends have no place in a value.
    ///
    /// # Panics
    /// When there is no such column.
    #[must_use]
    pub fn new(values: impl IntoIterator<Item = (&'static str, String)>) -> Self {
        let mut row = Self::default();
        for (column, value) in values {
            assert!(COLUMNS.contains(&column), "there is no column `{column}`");
            row.values.insert(column, value.replace([',', '\n'], ";"));
        }
        row
    }

    /// A value, empty where it is not known.
    #[must_use]
    pub fn text(&self, column: &str) -> &str {
        self.values.get(column).map_or("", String::as_str)
    }

    /// A number, where it is known.
    #[must_use]
    pub fn number(&self, column: &str) -> Option<f64> {
        self.text(column).parse().ok()
    }

    /// Whether both are of the same game and board.
    #[must_use]
    pub fn is_of(&self, other: &Self) -> bool {
        ["game", "board"].iter().all(|column| self.text(column) == other.text(column))
    }

    fn line(&self) -> String {
        COLUMNS.map(|column| self.text(column)).join(",")
    }
}

/// Reads the file.
///
/// # Errors
/// What is wrong with it.
pub fn read(text: &str) -> Result<Vec<BoardRow>, String> {
    let mut lines = lines(text);
    let header = lines.next().unwrap_or_default();
    if header != COLUMNS.join(",") {
        return Err(format!("the columns are `{header}`"));
    }
    let row = |line: &str| {
        let cells: Vec<&str> = line.split(',').collect();
        if cells.len() != COLUMNS.len() {
            return Err(format!("`{line}` has {} columns", cells.len()));
        }
        let known = COLUMNS.iter().zip(cells).filter(|(_, cell)| !cell.is_empty());
        Ok(BoardRow::new(known.map(|(column, cell)| (*column, cell.to_owned()))))
    };
    lines.map(row).collect()
}

/// The file with these rows.
#[must_use]
pub fn written(rows: &[BoardRow]) -> String {
    let lines: Vec<String> = rows.iter().map(BoardRow::line).collect();
    [HEAD, &COLUMNS.join(","), "\n"].concat() + &lines.iter().map(|line| format!("{line}\n")).collect::<String>()
}

/// Puts a row in the place of that of the same game and board, or at the end.
pub fn put(rows: &mut Vec<BoardRow>, row: BoardRow) {
    match rows.iter_mut().find(|other| other.is_of(&row)) {
        Some(other) => *other = row,
        None => rows.push(row),
    }
}

/// The rows as a table.
#[must_use]
pub fn page(rows: &[BoardRow]) -> String {
    const HEADER: [&str; 15] = [
        "game",
        "board",
        "cores",
        "a lane",
        "in flight",
        "LUT",
        "% of LUT",
        "clock, MHz",
        "nextpnr, MHz",
        "icetime, MHz",
        "detector, MHz",
        "states a clock and core",
        "M states/s",
        "CPU M states/s",
        "ratio",
    ];
    let cells = |row: &BoardRow| {
        let plain = |column: &str| row.text(column).to_owned();
        let some = |number: Option<f64>, show: &dyn Fn(f64) -> String| number.map_or("-".to_owned(), show);
        let mhz = |column: &str| some(row.number(column), &|hz| format!("{:.2}", hz / 1e6));
        let full = row.number("lut_used").zip(row.number("lut_total")).map(|(used, all)| 100.0 * used / all);
        let (board, cpu) = (row.number("states_per_s"), row.number("cpu_states_per_s"));
        vec![
            plain("game"),
            plain("board"),
            plain("cores"),
            plain("cores_per_lane"),
            plain("places"),
            plain("lut_used"),
            some(full, &|share| format!("{share:.0}")),
            mhz("clock_hz"),
            mhz("nextpnr_hz"),
            mhz("icetime_hz"),
            mhz("detector_hz"),
            some(row.number("states_per_clock"), &|share| format!("{share:.3}")),
            some(board, &|states| digits(states / 1e6)),
            some(cpu, &|states| digits(states / 1e6)),
            some(board.zip(cpu).map(|(board, cpu)| board / cpu), &digits),
        ]
    };
    markdown(&HEADER, &rows.iter().map(cells).collect::<Vec<_>>())
}

/// What a phase detector may compare, in Hz: iCE40 LP/HX and UltraPlus 10 to 133 MHz (DS1040, DS1056), ECP5 10 to 400 MHz
/// (FPGA-DS-02012).
const fn detector(family: Family) -> (f64, f64) {
    match family {
        Family::Ice40 => (10e6, 133e6),
        Family::Ecp5 => (10e6, 400e6),
    }
}

/// The least share of its clocks in which a core makes a step, in the job of the row.
const LEAST_SHARE: f64 = 0.95;

/// What is wrong with rows: a clock above what a tool says that the placement meets, a phase detector outside of its data sheet,
/// a rate that is not that of the measured steps, cores that wait.
#[must_use]
pub fn faults(rows: &[BoardRow]) -> Vec<String> {
    let mut faults = Vec::new();
    for row in rows {
        let what = format!("{} on {}", row.text("game"), row.text("board"));
        let mut fault = |text: String| faults.push(format!("{what}: {text}"));
        let Some(clock) = row.number("clock_hz") else {
            fault("no clock".to_owned());
            continue;
        };
        let needed = row.number("needed_hz").unwrap_or(f64::INFINITY);
        if needed < clock {
            fault(format!("a design may be slower than its clock: {needed} Hz for {clock} Hz"));
        }
        let Ok(family) = by_name(row.text("board")).map(|board| board.fpga.family) else {
            fault("there is no such board".to_owned());
            continue;
        };
        // An ECP5 has one judge.
        let judges: &[&str] = if family == Family::Ice40 { &["nextpnr_hz", "icetime_hz"] } else { &["nextpnr_hz"] };
        for (judge, met) in judges.iter().map(|judge| (judge, row.number(judge))) {
            if met.is_none_or(|met| met < needed) {
                fault(format!("it needs {needed} Hz, and {judge} is {met:?}"));
            }
        }
        let (least, most) = detector(family);
        if let Some(hz) = row.number("detector_hz").filter(|hz| !(least..=most).contains(hz)) {
            fault(format!("its phase detector compares at {hz} Hz"));
        }
        let share = row.number("states_per_clock").unwrap_or_default();
        let expected = share * clock * row.number("cores").unwrap_or_default();
        let said = row.number("states_per_s").unwrap_or_default();
        if (said / expected - 1.0).abs() > 1e-3 || said == 0.0 {
            fault(format!("{said} states a second, of {expected} by share, cores and clock"));
        }
        if !(LEAST_SHARE..=1.0).contains(&share) {
            fault(format!("{share} states a clock and core"));
        }
        if row.number("job_states").unwrap_or_default() < 1e9 {
            fault("a job of less than 10^9 states".to_owned());
        }
        if row.number("check_states").unwrap_or_default() < 1.0 {
            fault("nothing was compared with the processor".to_owned());
        }
    }
    faults
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row() -> BoardRow {
        let numbers = [
            ("cores", 20.0),
            ("lut_used", 5000.0),
            ("lut_total", 7680.0),
            ("clock_hz", 100e6),
            ("needed_hz", 101e6),
            ("nextpnr_hz", 103e6),
            ("icetime_hz", 102e6),
            ("detector_hz", 12e6),
            ("states_per_clock", 0.98),
            ("states_per_s", 1.96e9),
            ("job_states", 2e9),
            ("check_states", 100.0),
            ("cpu_states_per_s", 0.98e9),
        ];
        let names = [("game", "a"), ("board", "icebreaker"), ("options", "--cores 20")];
        let names = names.map(|(column, text)| (column, text.to_owned()));
        BoardRow::new(names.into_iter().chain(numbers.map(|(column, number)| (column, number.to_string()))))
    }

    fn with(column: &'static str, value: &str) -> BoardRow {
        let mut row = row();
        row.values.insert(column, value.to_owned());
        row
    }

    #[test]
    fn rows_come_back_as_they_were_written() {
        let rows = vec![row(), with("board", "ulx3s-25f")];
        assert_eq!(read(&written(&rows)), Ok(rows.clone()));
        let mut more = rows;
        put(&mut more, with("cores", "21"));
        assert_eq!((more.len(), more[0].text("cores")), (2, "21"));
        assert!(read("game,board\na,b\n").unwrap_err().contains("the columns are"));
        assert!(page(&more).contains("| a    | icebreaker |    21 |"), "{}", page(&more));
    }

    #[test]
    fn what_a_board_would_not_keep_is_a_fault() {
        assert_eq!(faults(&[row()]), [""; 0]);
        let wrong = [
            ("icetime_hz", "100900000"),
            ("icetime_hz", ""),
            ("board", "nobody's"),
            ("nextpnr_hz", "100000000"),
            ("needed_hz", "99000000"),
            ("detector_hz", "3125000"),
            ("detector_hz", "140000000"),
            ("states_per_s", "2000000000"),
            ("states_per_clock", "0.9"),
            ("job_states", "900000000"),
            ("check_states", "0"),
            ("clock_hz", ""),
        ];
        for (column, value) in wrong {
            assert!(!faults(&[with(column, value)]).is_empty(), "{column} {value}");
        }
        let ecp5 = BoardRow { values: [("board", "ulx3s-25f".to_owned()), ("icetime_hz", String::new())].into() };
        let ecp5 = BoardRow { values: row().values.into_iter().chain(ecp5.values).collect() };
        assert_eq!(faults(&[ecp5]), [""; 0], "nobody but nextpnr judges an ECP5");
    }
}
