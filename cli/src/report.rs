//! Diagnostics as text and as JSON. Which codes are limits is decided here, because only the command line has statuses.

use crate::input::Source;
use gdl2hdl_compiler::diagnostics::{Diagnostic, Severity};
use serde_json::json;

/// Codes of bounds that the user may raise: size of the text, deadline, memory, gates.
const LIMITS: [&str; 4] = ["G007", "G201", "G202", "N002"];

/// Whether a code stands for a limit that was reached, not for a fault of the game.
pub(crate) fn is_limit(code: &str) -> bool {
    LIMITS.contains(&code)
}

/// One diagnostic, for people or as one line of JSON.
pub(crate) fn text(source: &Source, diagnostic: &Diagnostic, as_json: bool, _coloured: bool) -> String {
    if as_json {
        return json(source, diagnostic).to_string();
    }
    let severity = severity(diagnostic.severity);
    let at = diagnostic.labels.first().map_or(String::new(), |l| format!(" at byte {}", l.span.start));
    let Diagnostic { code, message, help, .. } = diagnostic;
    format!("{severity}[{code}]: {message}\n  --> {}{at}\n  help: {help}", source.shown)
}

/// One diagnostic as JSON.
pub(crate) fn json(source: &Source, diagnostic: &Diagnostic) -> serde_json::Value {
    json!({
        "file": source.shown, "code": diagnostic.code, "severity": severity(diagnostic.severity),
        "message": diagnostic.message, "help": diagnostic.help,
        "labels": diagnostic.labels.iter()
            .map(|l| json!({"start": l.span.start, "end": l.span.end, "text": l.text})).collect::<Vec<_>>(),
    })
}

fn severity(severity: Severity) -> &'static str {
    match severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Note => "note",
    }
}
