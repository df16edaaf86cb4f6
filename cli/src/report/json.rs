//! Diagnostics for machines. The fields are documented in `docs/DIAGNOSTICS.md`.

use crate::flags;
use gdl2hdl_gdl::diagnostics::{Diagnostic, Label, Lines, codes};
use serde_json::{Value, json};

/// One diagnostic as a JSON object.
pub(crate) fn json(name: &str, lines: &Lines<'_>, diagnostic: &Diagnostic) -> Value {
    json!({
        "file": name,
        "code": diagnostic.code,
        "severity": super::severity(diagnostic.severity),
        "message": diagnostic.message,
        "rule": codes::find(diagnostic.code).map(|entry| entry.rule),
        "help": flags::help(diagnostic),
        "labels": diagnostic.labels.iter().map(|label| place(lines, label)).collect::<Vec<_>>(),
    })
}

fn place(lines: &Lines<'_>, label: &Label) -> Value {
    let (start, end) = (lines.position(label.span.start as usize), lines.position(label.span.end as usize));
    json!({
        "start": label.span.start,
        "end": label.span.end,
        "line": start.line,
        "column": start.column,
        "end_line": end.line,
        "end_column": end.column,
        "text": label.text,
    })
}
