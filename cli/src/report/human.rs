//! Diagnostics for people: message, excerpt with marks, the rule that was broken, the help.

use super::excerpt::Excerpt;
use crate::flags;
use codespan_reporting::diagnostic::{Diagnostic as Shown, Label as Mark, Severity as Grade};
use codespan_reporting::term::{self, Chars, Config, termcolor::Buffer};
use gdl2hdl_gdl::diagnostics::{Diagnostic, Lines, Severity, codes};
use gdl2hdl_verilate::files::visible;

/// How the diagnostics of one text are shown.
pub(crate) struct Report<'t> {
    /// Where the text is from.
    pub(crate) name: &'t str,
    pub(crate) lines: Lines<'t>,
    pub(crate) coloured: bool,
}

impl Report<'_> {
    /// One diagnostic, without a line end.
    pub(crate) fn text(&self, diagnostic: &Diagnostic) -> String {
        let excerpt = Excerpt::of(self.name, &self.lines, &diagnostic.labels);
        let shown = self.shown(diagnostic, &excerpt);
        let config = Config { chars: Chars::ascii(), ..Config::default() };
        let mut buffer = if self.coloured { Buffer::ansi() } else { Buffer::no_color() };
        match term::emit_to_write_style(&mut buffer, &config, &excerpt, &shown) {
            Ok(()) => String::from_utf8_lossy(buffer.as_slice()).trim_end().to_owned(),
            // An excerpt that can't be drawn must not hide the diagnostic.
            Err(_) => plain(diagnostic),
        }
    }

    fn shown(&self, diagnostic: &Diagnostic, excerpt: &Excerpt) -> Shown<()> {
        let mut shown = Shown::new(grade(diagnostic.severity))
            .with_code(diagnostic.code)
            .with_message(visible(&diagnostic.message));
        for (number, label) in diagnostic.labels.iter().enumerate() {
            let text = visible(&label.text);
            match excerpt.place(&self.lines, label) {
                Some(place) => {
                    let mark = if number == 0 { Mark::primary((), place) } else { Mark::secondary((), place) };
                    shown.labels.push(mark.with_message(text));
                }
                None => {
                    let at = self.lines.position(label.span.start as usize);
                    shown.notes.push(format!("column {} of line {}: {text}", at.column, at.line));
                }
            }
        }
        if diagnostic.labels.is_empty() {
            shown.notes.push(format!("in {}", visible(self.name)));
        }
        if let Some(entry) = codes::find(diagnostic.code).filter(|_| diagnostic.severity != Severity::Note) {
            shown.notes.push(format!("rule: {}", entry.rule));
        }
        shown.notes.push(format!("help: {}", visible(&flags::help(diagnostic))));
        shown
    }
}

fn plain(diagnostic: &Diagnostic) -> String {
    let severity = super::severity(diagnostic.severity);
    let (message, help) = (visible(&diagnostic.message), visible(&flags::help(diagnostic)));
    format!("{severity}[{}]: {message}\n  help: {help}", diagnostic.code)
}

fn grade(severity: Severity) -> Grade {
    match severity {
        Severity::Error => Grade::Error,
        Severity::Warning => Grade::Warning,
        Severity::Note => Grade::Note,
    }
}
