//! A command over many games: one line each, so that a collector sees what is wrong with a thousand files.

use crate::context::{Context, Found};
use crate::failure::{Failure, Status};
use crate::input::shown;
use crate::output;
use gdl2hdl_gdl::observer::{Observer, Reason};
use gdl2hdl_gdl::syntax::Language;
use gdl2hdl_verilate::files::visible;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::panic::{self, AssertUnwindSafe};
use std::path::{Path, PathBuf};

/// Folders within folders that are looked into.
const DEEPEST: usize = 16;
/// Endings of game files beside the names of the languages.
const ENDINGS: [&str; 2] = ["gdl", "infix"];

/// What a command says of one game.
pub(super) struct Line {
    /// After the file's name and the worst diagnostic.
    pub(super) text: String,
    /// Fields beside those that all commands have.
    pub(super) fields: Value,
}

/// Whether a command line names many games.
pub(super) fn is_many(games: &[PathBuf]) -> bool {
    games.len() > 1 || games.iter().any(|game| game.is_dir())
}

/// Runs `one` for each game, prints its line at once, and ends with the worst status.
pub(super) fn each(
    context: &Context,
    games: &[PathBuf],
    one: impl Fn(&Context, &Path) -> Result<Line, Failure>,
) -> Result<(), Failure> {
    if games.iter().filter(|game| *game == Path::new("-")).count() > 1 {
        return Err(Failure::usage("standard input can be read once: give `-` once"));
    }
    let mut summary = Summary::default();
    for game in files(games)? {
        let one_game = context.for_one();
        // A defect that one game meets must not hide what is wrong with the others.
        let result = panic::catch_unwind(AssertUnwindSafe(|| one(&one_game, &game)))
            .unwrap_or_else(|_| Err(Failure::unavailable("a bug: see above")));
        let row = Row { file: shown(&game), found: one_game.found_of_one(), result };
        if context.reason() == Some(Reason::Signal) {
            return Err(Failure::unavailable(format!("stopped by a signal; {} games were looked at", summary.games)));
        }
        summary.add(&row);
        if context.json() { output::write_json(&row.json()) } else { output::write_text(None, &row.text()) }?;
    }
    context.note(&summary.text());
    if summary.worst == Status::Done { Ok(()) } else { Err(Failure::Shown(summary.worst)) }
}

/// The files that are named, and the game files of folders, in the order of their names.
fn files(named: &[PathBuf]) -> Result<Vec<PathBuf>, Failure> {
    let mut files = Vec::new();
    for path in named {
        if path.is_dir() {
            let before = files.len();
            walk(path, DEEPEST, &mut files).map_err(|error| Failure::file("read", path, &error))?;
            if files.len() == before {
                let endings: Vec<String> = endings().map(|ending| format!(".{ending}")).collect();
                let message = format!("no game in `{}`: its files end in none of {}", shown(path), endings.join(" "));
                return Err(Failure::usage(message));
            }
        } else {
            files.push(path.clone());
        }
    }
    Ok(files)
}

fn endings() -> impl Iterator<Item = &'static str> {
    Language::ALL.into_iter().map(Language::name).chain(ENDINGS)
}

/// Links to folders are not followed: they may lead back.
fn walk(folder: &Path, depth: usize, files: &mut Vec<PathBuf>) -> io::Result<()> {
    let mut entries = fs::read_dir(folder)?.collect::<io::Result<Vec<_>>>()?;
    entries.sort_by_key(fs::DirEntry::file_name);
    for entry in entries {
        let path = entry.path();
        if entry.file_type()?.is_dir() {
            if depth > 0 {
                walk(&path, depth - 1, files)?;
            }
        } else if path.extension().is_some_and(|extension| endings().any(|ending| extension == ending)) {
            files.push(path);
        }
    }
    Ok(())
}

/// One game.
struct Row {
    file: String,
    found: Found,
    result: Result<Line, Failure>,
}

impl Row {
    fn status(&self) -> Status {
        self.result.as_ref().err().map_or(Status::Done, Failure::status)
    }

    /// The code to name: of the failure, else of the worst diagnostic.
    fn code(&self) -> Option<&str> {
        match &self.result {
            Err(Failure::Limit(code, _)) => Some(code),
            Err(Failure::Message(..)) => None,
            _ => self.found.worst.as_ref().map(|worst| worst.code),
        }
    }

    /// What is wrong, in one line.
    fn diagnostic(&self) -> Option<String> {
        match (&self.result, &self.found.worst) {
            (Err(failure @ (Failure::Message(..) | Failure::Limit(..))), _) => {
                let code = self.code().map(|code| format!("[{code}]")).unwrap_or_default();
                Some(format!("error{code}: {failure}"))
            }
            (_, Some(worst)) => {
                let place = worst.place.map(|(line, column)| format!(" {line}:{column}")).unwrap_or_default();
                Some(format!("{}[{}]{place}: {}", worst.severity, worst.code, worst.message))
            }
            (Err(_), None) => Some("error".to_owned()),
            (Ok(_), None) => None,
        }
    }

    fn text(&self) -> String {
        let mut parts = vec![self.diagnostic().unwrap_or_else(|| "ok".to_owned())];
        let Found { errors, warnings, .. } = self.found;
        if errors + warnings > 1 {
            parts.push(format!("{}, {}", counted(errors, "error"), counted(warnings, "warning")));
        }
        if let Ok(line) = &self.result {
            parts.push(line.text.clone());
        }
        visible(&format!("{}: {}", self.file, parts.join("; ")).replace(['\n', '\r'], " ")) + "\n"
    }

    fn json(&self) -> Value {
        let mut fields = match &self.result {
            Ok(line) => line.fields.clone(),
            Err(_) => json!({}),
        };
        fields["file"] = self.file.clone().into();
        fields["ok"] = (self.status() == Status::Done).into();
        fields["status"] = (self.status() as u8).into();
        fields["errors"] = self.found.errors.into();
        fields["warnings"] = self.found.warnings.into();
        fields["code"] = self.code().into();
        fields["diagnostic"] = self.diagnostic().into();
        let place = self.found.worst.as_ref().and_then(|worst| worst.place).filter(|_| self.code().is_some());
        fields["line"] = place.map(|(line, _)| line).into();
        fields["column"] = place.map(|(_, column)| column).into();
        fields
    }
}

/// A number with its noun.
pub(super) fn counted(number: usize, what: &str) -> String {
    format!("{number} {what}{}", if number == 1 { "" } else { "s" })
}

/// What came of all games.
struct Summary {
    games: usize,
    clean: usize,
    warned: usize,
    refused: usize,
    /// Games by what refused them.
    codes: BTreeMap<String, usize>,
    worst: Status,
}

impl Default for Summary {
    fn default() -> Self {
        Self { games: 0, clean: 0, warned: 0, refused: 0, codes: BTreeMap::new(), worst: Status::Done }
    }
}

impl Summary {
    fn add(&mut self, row: &Row) {
        self.games += 1;
        self.worst = self.worst.max(row.status());
        if row.result.is_err() {
            self.refused += 1;
            *self.codes.entry(row.code().unwrap_or("other").to_owned()).or_default() += 1;
        } else if row.found.worst.is_some() {
            self.warned += 1;
        } else {
            self.clean += 1;
        }
    }

    fn text(&self) -> String {
        let Self { games, clean, warned, refused, codes, .. } = self;
        let mut text = format!(
            "{}: {clean} without diagnostics, {warned} with warnings, {refused} refused",
            counted(*games, "game")
        );
        let codes: Vec<String> = codes.iter().map(|(code, count)| format!("{code} {count}")).collect();
        if !codes.is_empty() {
            text += &format!(" ({})", codes.join(", "));
        }
        text
    }
}
