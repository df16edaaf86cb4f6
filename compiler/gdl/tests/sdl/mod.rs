//! SDL: what it becomes plays as the text says, faults are told, and no text is too odd.

mod faults;
mod odd;
mod oracle;
mod play;
mod programs;

use gdl2hdl_gdl::check;
use gdl2hdl_gdl::diagnostics::{Diagnostic, Severity};
use gdl2hdl_gdl::sdl;
use gdl2hdl_gdl::syntax::{Parsed, Sheet, parse};

/// A text that was read, and what it is in GDL.
fn read(text: &str) -> (Sheet, Parsed) {
    let parsed = parse(text, None);
    let sheet = parsed.sheet.clone();
    (sheet, sdl::settle(parsed, Some(gdl2hdl_gdl::syntax::Language::Sdl), sdl::MAX_HISTORY))
}

/// All that is found about a text that became GDL.
fn found(parsed: &Parsed) -> Vec<Diagnostic> {
    let partial = parsed.diagnostics.iter().any(|d| d.severity == Severity::Error);
    let options = check::CheckOptions { partial, language: parsed.language, ..check::CheckOptions::default() };
    parsed.diagnostics.iter().cloned().chain(check::check(&parsed.sheet, &options)).collect()
}

/// A game of the folder `games/`.
fn game(name: &str) -> String {
    std::fs::read_to_string(format!("{}/../../games/{name}.sdl", env!("CARGO_MANIFEST_DIR"))).unwrap()
}
