//! The figures of the lecture: `tests/data/lecture_sizes.csv` and `lecture_searches.csv`, whose headers say what they
//! hold.

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
    pub(crate) leaves: u64,
    /// By reasoner, where it was measured.
    pub(crate) ms: [Option<u64>; 4],
}

/// The cells of each row.
fn rows(text: &str) -> impl Iterator<Item = Vec<&str>> {
    text.lines().filter(|line| !line.starts_with('#')).skip(1).map(|line| line.split(',').collect())
}

fn cell<T: FromStr>(row: &[&str], at: usize) -> Result<T, String> {
    let cell = row.get(at).copied().unwrap_or_default();
    cell.parse().map_err(|_| format!("`{cell}` of `{}` is not a number", row.first().unwrap_or(&"")))
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
        let ms = [5, 6, 7, 8].map(|at| cell(&row, at).ok());
        let (depth, nodes, leaves) = (cell(&row, 2)?, cell(&row, 3)?, cell(&row, 4).unwrap_or(0));
        Ok(Search { game: row[0].to_owned(), file: file(&row), depth, nodes, leaves, ms })
    };
    rows(SEARCHES).map(row).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_tables_can_be_read() {
        assert!(sizes().unwrap().len() > 50);
        let searches = searches().unwrap();
        assert_eq!(searches.iter().filter(|row| row.file.is_some()).count(), 5);
        assert!(searches.iter().all(|row| row.file.is_none() || row.leaves > 0));
    }
}
