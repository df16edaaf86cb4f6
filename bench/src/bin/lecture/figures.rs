//! The figures of the lecture: `bench/data/lecture_sizes.csv` and `lecture_searches.csv`, whose headers say what they
//! hold.

use crate::search::Counts;
use gdl2hdl_bench::table;
use std::str::FromStr;

const SIZES: &str = include_str!("../../../data/lecture_sizes.csv");
const SEARCHES: &str = include_str!("../../../data/lecture_searches.csv");

/// A row of the lecture's table of sizes.
pub(crate) struct Size {
    pub(crate) game: String,
    /// Our own writing of the game, in `games/`.
    pub(crate) file: Option<String>,
    pub(crate) bases: u64,
    pub(crate) actions: u64,
    pub(crate) facts: u64,
    pub(crate) rules: u64,
    pub(crate) ms: u64,
}

/// A row of its table of searches.
pub(crate) struct Search {
    pub(crate) game: String,
    pub(crate) file: Option<String>,
    pub(crate) depth: u32,
    pub(crate) nodes: u64,
    /// Where they were counted.
    pub(crate) leaves: Option<u64>,
    /// By reasoner, where it was measured.
    pub(crate) ms: [Option<u64>; 4],
}

impl Search {
    /// Whether a tree has as many nodes and leaves, as far as the lecture says.
    pub(crate) fn is(&self, found: Counts) -> bool {
        self.nodes == found.nodes && self.leaves.is_none_or(|leaves| leaves == found.leaves)
    }
}

/// The cells of each row.
fn rows(text: &str) -> impl Iterator<Item = Vec<&str>> {
    table::lines(text).skip(1).map(|line| line.split(',').collect())
}

fn cell<T: FromStr>(row: &[&str], at: usize) -> Result<T, String> {
    let cell = row.get(at).copied().unwrap_or_default();
    cell.parse().map_err(|_| format!("`{cell}` of `{}` is not a number", row.first().unwrap_or(&"")))
}

/// A cell that may be empty.
fn optional(row: &[&str], at: usize) -> Result<Option<u64>, String> {
    if row.get(at).is_none_or(|cell| cell.is_empty()) { Ok(None) } else { cell(row, at).map(Some) }
}

fn file(row: &[&str]) -> Option<String> {
    row.get(1).filter(|file| !file.is_empty()).map(ToString::to_string)
}

pub(crate) fn sizes() -> Result<Vec<Size>, String> {
    let row = |row: Vec<&str>| {
        Ok(Size {
            game: row[0].to_owned(),
            file: file(&row),
            bases: cell(&row, 2)?,
            actions: cell(&row, 3)?,
            facts: cell(&row, 4)?,
            rules: cell(&row, 5)?,
            ms: cell(&row, 6)?,
        })
    };
    rows(SIZES).map(row).collect()
}

pub(crate) fn searches() -> Result<Vec<Search>, String> {
    let row = |row: Vec<&str>| {
        let ms = [optional(&row, 5)?, optional(&row, 6)?, optional(&row, 7)?, optional(&row, 8)?];
        let (depth, nodes, leaves) = (cell(&row, 2)?, cell(&row, 3)?, optional(&row, 4)?);
        Ok(Search { game: row[0].to_owned(), file: file(&row), depth, nodes, leaves, ms })
    };
    rows(SEARCHES).map(row).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_tables_can_be_read() {
        let sizes = sizes().unwrap();
        assert_eq!(sizes.iter().filter(|row| row.file.is_some()).count(), 53);
        let searches = searches().unwrap();
        assert!(searches.iter().all(|row| row.file.is_some()));
        assert!(searches.iter().all(|row| row.leaves.is_none_or(|leaves| leaves > 0)));
    }
}
