//! Every diagnostic as users see it: one text or more for each code, and the page that explains them.
//! `make bless` accepts what is printed now.

use expect_test::expect_file;
use gdl2hdl_gdl::diagnostics::codes;
use gdl2hdl_tests::binary::gdl2hdl;
use std::collections::BTreeMap;
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Codes that no text reaches through the command line, and where they are tested.
const ELSEWHERE: &[(&str, &str)] =
    &[("N001", "the static rules find such a cycle first, as G102; tested with the nets of the compiler")];

/// Codes whose messages tell how far the work came: numbers in them are not compared.
const UNEVEN: &[&str] = &["G201", "G202"];

/// Longest example on the page, in bytes.
const LONGEST: usize = 700;

struct Case {
    file: PathBuf,
    code: String,
    text: Vec<u8>,
    shown: String,
}

fn workspace() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

fn folder() -> PathBuf {
    workspace().join("tests/data/diagnostics")
}

/// The cases in order of their names: `CODE_what.kif` or `.hrf`. Options stand in a comment of the first line.
fn cases() -> Vec<Case> {
    let mut files: Vec<PathBuf> = fs::read_dir(folder()).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.retain(|file| file.extension().is_some_and(|ending| ending == "kif" || ending == "hrf"));
    files.sort();
    files.into_iter().map(run).collect()
}

fn run(file: PathBuf) -> Case {
    let name = file.file_name().unwrap().to_str().unwrap();
    let code = name.split('_').next().unwrap().to_owned();
    let text = fs::read(&file).unwrap();
    let head = String::from_utf8_lossy(&text);
    let options = head.lines().next().and_then(|line| line.get(1..)?.strip_prefix(" options: ")).unwrap_or_default();
    let needs_grounding = code.starts_with("G2") || code.starts_with('N');
    let command = if needs_grounding { "stats" } else { "check" };
    let mut program = Command::new(gdl2hdl());
    program.current_dir(folder()).args([command, name]).args(options.split_whitespace());
    let done = program.output().unwrap();
    let mut shown = String::from_utf8(done.stderr).unwrap();
    writeln!(shown, "exit status {}", done.status.code().unwrap_or(-1)).unwrap();
    if UNEVEN.contains(&code.as_str()) {
        shown = without_numbers(&shown);
    }
    Case { file, code, text, shown }
}

/// Puts `N` for the numbers of progress reports.
fn without_numbers(text: &str) -> String {
    let number = |word: &str| !word.is_empty() && word.bytes().all(|b| b.is_ascii_digit());
    let line = |line: &str| match line.contains("ground rules") || line.ends_with("so far") {
        true => line.split(' ').map(|word| if number(word) { "N" } else { word }).collect::<Vec<_>>().join(" "),
        false => line.to_owned(),
    };
    text.lines().map(|text| line(text) + "\n").collect()
}

#[test]
fn each_case_says_what_is_expected() {
    for case in cases() {
        assert!(case.shown.contains(&format!("[{}]: ", case.code)), "{}:\n{}", case.file.display(), case.shown);
        let expected = case.file.with_extension(format!("{}.expect", case.file.extension().unwrap().to_str().unwrap()));
        expect_file![expected].assert_eq(&case.shown);
    }
}

#[test]
fn the_page_explains_every_code() {
    let mut of_code: BTreeMap<String, Vec<Case>> = BTreeMap::new();
    for case in cases() {
        of_code.entry(case.code.clone()).or_default().push(case);
    }
    let mut page = HEAD.to_owned();
    for entry in codes::all() {
        writeln!(page, "\n## {} {}\n\n{}", entry.code, entry.title, entry.rule).unwrap();
        match (of_code.remove(entry.code), ELSEWHERE.iter().find(|(code, _)| *code == entry.code)) {
            (Some(cases), None) => example(&mut page, &cases[0]),
            (None, Some((_, why))) => writeln!(page, "\n({why})").unwrap(),
            (Some(_), Some(_)) => panic!("{} has cases: take it out of the list of those without", entry.code),
            (None, None) => panic!("{} has no case", entry.code),
        }
    }
    assert!(of_code.is_empty(), "codes that are not listed: {:?}", of_code.keys());
    expect_file![workspace().join("docs/DIAGNOSTICS.md")].assert_eq(&page);
}

const HEAD: &str = "\
# Diagnostics

Every diagnostic has a code, a place in the text, the rule that was broken, and help. Errors refuse the game
(exit status 1), limits that were reached end with status 2, warnings and notes change nothing. Some warnings tell that a
rule of the language is broken and how the text is read; `--strict` makes them errors ([LANGUAGES.md](LANGUAGES.md)).

`gdl2hdl check GAME` shows all diagnostics of the reader and of the static rules; every other command shows them too.
With `--format json` each is one JSON object: `file`, `code`, `severity` (`error`, `warning`, `note`), `message`,
`rule`, `help`, and `labels`, the main one first: `start` and `end` (bytes from 0, end exclusive), `line`, `column`,
`end_line`, `end_column` (from 1, columns in characters) and `text`. `check --format json` prints one object with
`game`, `ok` and the list `diagnostics`. Other errors and notes have `severity`, `message` and `code`, which may be null.

`gdl2hdl check A B FOLDER` prints one line for each game, and for each file of a folder that ends in `.kif`, `.hrf`,
`.action`, `.sdl`, `.gdl` or `.infix`: its worst diagnostic with code, line and column. With `--format json` a line is an
object: `file`, `ok`, `status`, `errors`, `warnings`, `code`, `line`, `column`, `diagnostic`. `gdl2hdl stats A B FOLDER`
adds what it counts. Each game has the whole deadline. The exit status is the highest of all games.

Codes `G0xx` are of the readers, `G1xx` of the static rules, `G2xx` of grounding, `G3xx` of action rules, `G5xx` of SDL,
`N0xx` of nets. A code keeps its meaning from release to release. This page is made from the list of codes and from the texts in
`tests/data/diagnostics`.
";

/// The text of a case and what is said about it, where both are short and printable.
fn example(page: &mut String, case: &Case) {
    let text = std::str::from_utf8(&case.text).unwrap_or("\u{1}");
    let printable = text.chars().all(|c| c == '\n' || !c.is_control());
    if printable && text.len() <= LONGEST {
        writeln!(page, "\n```lisp\n{}\n```", text.trim_end()).unwrap();
    }
    if case.shown.len() <= 2 * LONGEST {
        writeln!(page, "\n```text\n{}\n```", case.shown.trim_end()).unwrap();
    }
}
