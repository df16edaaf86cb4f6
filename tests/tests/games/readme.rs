//! The table of `games/README.md` is true.

use crate::games::facts::ALL;
use crate::games::stages::{files, folder};
use std::fs;

#[test]
fn the_table_in_the_readme_is_true() {
    let page = fs::read_to_string(folder().join("README.md")).unwrap();
    let rows: Vec<Vec<&str>> = page.lines().filter(|line| line.starts_with("| [")).map(columns).collect();
    let expected = files().into_iter().map(|(name, paths)| {
        let (_, facts) = ALL.iter().find(|(known, _)| *known == name).unwrap();
        let moves: usize = facts.roles.iter().map(|&(_, moves, _)| moves).sum();
        let mut files: Vec<_> =
            paths.iter().map(|path| path.file_name().unwrap().to_str().unwrap().to_owned()).collect();
        files.sort_unstable();
        (files, [facts.roles.len(), facts.bases, moves].map(|number| number.to_string()))
    });
    let stated = rows.iter().map(|columns| {
        let mut files: Vec<_> = columns[0].split("](").skip(1).filter_map(|link| link.split(')').next()).collect();
        files.sort_unstable();
        (files.into_iter().map(str::to_owned).collect(), [2, 3, 4].map(|column| columns[column].to_owned()))
    });
    assert_eq!(stated.collect::<Vec<_>>(), expected.collect::<Vec<_>>());
}

fn columns(row: &str) -> Vec<&str> {
    row.trim_matches('|').split('|').map(str::trim).collect()
}
