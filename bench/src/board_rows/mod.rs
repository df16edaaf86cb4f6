//! The table of engines on boards: `docs/boards.csv`, which `make bench-hw` writes, and what must be so of each row.

mod faults;
pub mod pages;
#[cfg(test)]
mod promises;

pub use faults::faults;

use crate::table::lines;
use std::collections::BTreeMap;

/// The columns, in their order.
pub const COLUMNS: [&str; 25] = [
    "game",
    "board",
    "options",
    "cores",
    "cores_per_lane",
    "slots",
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
    "states_per_cycle",
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
            row.set(column, &value);
        }
        row
    }

    /// Puts a value in the place of another.
    ///
    /// # Panics
    /// When there is no such column.
    pub fn set(&mut self, column: &'static str, value: &str) {
        assert!(COLUMNS.contains(&column), "there is no column `{column}`");
        self.values.insert(column, value.replace([',', '\n'], ";"));
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

/// Puts a row in the place of that of the same game and board, or behind the last one of its game.
pub fn put(rows: &mut Vec<BoardRow>, row: BoardRow) {
    if let Some(other) = rows.iter_mut().find(|other| other.is_of(&row)) {
        *other = row;
        return;
    }
    let last = rows.iter().rposition(|other| other.text("game") == row.text("game"));
    rows.insert(last.map_or(rows.len(), |last| last + 1), row);
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    pub(crate) fn row() -> BoardRow {
        let numbers = [
            ("cores", 20.0),
            ("lut_used", 5000.0),
            ("lut_total", 7680.0),
            ("clock_hz", 100e6),
            ("needed_hz", 101e6),
            ("nextpnr_hz", 103e6),
            ("icetime_hz", 102e6),
            ("detector_hz", 12e6),
            ("states_per_cycle", 0.98),
            ("states_per_s", 1.96e9),
            ("job_states", 2e9),
            ("check_states", 100.0),
            ("cpu_states_per_s", 0.98e9),
        ];
        let names = [("game", "a"), ("board", "icebreaker"), ("options", "--cores 20")];
        let names = names.map(|(column, text)| (column, text.to_owned()));
        BoardRow::new(names.into_iter().chain(numbers.map(|(column, number)| (column, number.to_string()))))
    }

    pub(crate) fn with(column: &'static str, value: &str) -> BoardRow {
        let mut row = row();
        row.set(column, value);
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
        put(&mut more, BoardRow::new([("game", "b".to_owned())]));
        put(&mut more, with("board", "icestick"));
        let order = ["a icebreaker", "a ulx3s-25f", "a icestick", "b "].map(str::to_owned);
        assert_eq!(
            more.iter().map(|row| format!("{} {}", row.text("game"), row.text("board"))).collect::<Vec<_>>(),
            order
        );
    }
}
