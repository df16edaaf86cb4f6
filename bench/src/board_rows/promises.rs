//! What boards reach, as pages say it, is what `make bench-hw` built and measured, and what a board would keep.

use super::{BoardRow, faults, pages, read};
use expect_test::{ExpectFile, expect_file};
use gdl2hdl_tests::page_part;
use std::fs;
use std::path::Path;

fn rows() -> Vec<BoardRow> {
    read(&fs::read_to_string(folder().join("docs/boards.csv")).unwrap()).unwrap()
}

fn folder() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/.."))
}

/// `make bless` writes the part anew.
fn check(page: &str, expected: &ExpectFile, part: &str) {
    let text = fs::read_to_string(folder().join(page)).unwrap();
    expected.assert_eq(&page_part::put(&text, pages::BEGIN, part).unwrap());
}

#[test]
fn every_engine_keeps_its_promises() {
    let rows = rows();
    assert!(!rows.is_empty(), "nothing would be compared");
    assert_eq!(faults(&rows), [""; 0]);
}

#[test]
fn pages_tell_what_the_file_says() {
    let rows = rows();
    let games = pages::games(&rows).unwrap();
    check("README.md", &expect_file!["../../../README.md"], &games);
    let part = format!("{games}\n{}", pages::engines(&rows));
    check("docs/BENCHMARKS.md", &expect_file!["../../../docs/BENCHMARKS.md"], &part);
}
