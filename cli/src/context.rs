//! What one run of the program carries along: options, clock, progress, and where messages go.

use crate::args::{Colour, Common, Format};
use crate::failure::{Failure, Status, say};
use crate::input::Source;
use crate::report::{self, Report};
use gdl2hdl_compiler::diagnostics::{Diagnostic, Lines, Severity};
use gdl2hdl_compiler::ground::Watch;
use gdl2hdl_runtime::playout::Stage;
use indicatif::{ProgressBar, ProgressStyle};
use std::collections::HashSet;
use std::io::{self, IsTerminal};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// Work shorter than this shows no progress bar.
const QUIET_START: Duration = Duration::from_millis(500);

/// One run.
pub(crate) struct Context {
    pub(crate) common: Common,
    start: Instant,
    bar: Option<ProgressBar>,
    /// What was said of the game: engines are made one after the other, and each stage would say the same again.
    said: Mutex<HashSet<String>>,
}

impl Context {
    pub(crate) fn new(common: Common) -> Self {
        let visible = !common.quiet && common.format == Format::Text && io::stderr().is_terminal();
        Self { bar: visible.then(bar), start: Instant::now(), common, said: Mutex::default() }
    }

    /// Since the program began.
    pub(crate) fn elapsed(&self) -> Duration {
        self.start.elapsed()
    }

    /// What is left until the deadline.
    pub(crate) fn left(&self) -> Duration {
        self.common.deadline.saturating_sub(self.elapsed())
    }

    /// The deadline ended a command: what there is of its result, and what helps beside more time.
    pub(crate) fn late(&self, done: &str, cure: &str) -> Failure {
        let seconds = self.common.deadline.as_secs_f64();
        Failure::unavailable(format!(
            "stopped at the deadline of {seconds} s; {done}; allow more time with --deadline SECONDS, {cure}"
        ))
    }

    /// Tells when the deadline has passed, on its own.
    pub(crate) fn alarm(&self) -> Box<dyn Fn() -> bool> {
        let (start, deadline) = (self.start, self.common.deadline);
        Box::new(move || start.elapsed() >= deadline)
    }

    /// Whether machines read the results.
    pub(crate) fn json(&self) -> bool {
        self.common.format == Format::Json
    }

    /// Whether messages are coloured.
    fn coloured(&self) -> bool {
        match self.common.color {
            Colour::Always => true,
            Colour::Never => false,
            Colour::Auto => io::stderr().is_terminal() && std::env::var_os("NO_COLOR").is_none_or(|v| v.is_empty()),
        }
    }

    /// Says something that is neither result nor error.
    pub(crate) fn note(&self, message: &str) {
        if !self.common.quiet {
            self.above_bar(|| say(message));
        }
    }

    /// Shows diagnostics; an error among them rejects the game, a limit reached is status 2.
    pub(crate) fn show(&self, source: &Source, diagnostics: &[Diagnostic]) -> Result<(), Failure> {
        self.say_all(source, diagnostics);
        match status(diagnostics) {
            Status::Done => Ok(()),
            status => Err(Failure::Shown(status)),
        }
    }

    fn say_all(&self, source: &Source, diagnostics: &[Diagnostic]) {
        if diagnostics.is_empty() {
            return;
        }
        let lines = Lines::of(&source.text);
        let shown = diagnostics.iter().filter(|d| !self.common.quiet || d.severity == Severity::Error);
        let texts: Vec<String> = if self.json() {
            shown.map(|d| report::json(&source.shown, &lines, d).to_string()).collect()
        } else {
            let report = Report { name: &source.shown, lines, coloured: self.coloured() };
            shown.map(|d| report.text(d)).collect()
        };
        let mut said = self.said.lock().unwrap_or_else(PoisonError::into_inner);
        let new = texts.iter().filter(|text| said.insert((*text).clone()));
        self.above_bar(|| new.for_each(|text| say(text)));
    }

    /// Ends the progress bar.
    pub(crate) fn finish(&self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }

    /// The bar shows the playouts of a job, with their rate and the time that remains.
    pub(crate) fn begin_playouts(&self) {
        if let Some(bar) = &self.bar {
            bar.set_style(style(
                "{spinner} {elapsed} playouts {wide_bar} {human_pos}/{human_len} {per_sec}, {eta} left",
            ));
            bar.reset();
        }
    }

    /// Shows what a build is at; how long it will take is not known.
    pub(crate) fn stage(&self, stage: Stage) {
        let Some(bar) = &self.bar else { return };
        if self.start.elapsed() < QUIET_START {
            return;
        }
        bar.set_style(style("{spinner} {msg}"));
        bar.set_message(format!("{}, {} s", stage.name, stage.since.as_secs()));
        bar.tick();
    }

    /// Writes something while the progress bar is out of the way.
    pub(crate) fn above_bar<T>(&self, write: impl FnOnce() -> T) -> T {
        match &self.bar {
            Some(bar) => bar.suspend(write),
            None => write(),
        }
    }
}

/// The status that diagnostics lead to.
pub(crate) fn status(diagnostics: &[Diagnostic]) -> Status {
    let mut errors = diagnostics.iter().filter(|d| d.severity == Severity::Error);
    match errors.next() {
        None => Status::Done,
        Some(first) if report::is_limit(first.code) && errors.all(|d| report::is_limit(d.code)) => Status::Unavailable,
        Some(_) => Status::Rejected,
    }
}

impl Watch for Context {
    fn expired(&self) -> bool {
        self.start.elapsed() >= self.common.deadline
    }

    fn elapsed(&self) -> Duration {
        self.start.elapsed()
    }

    fn progress(&self, stage: &'static str, done: u64, total: u64) {
        let Some(bar) = &self.bar else { return };
        if self.start.elapsed() < QUIET_START {
            return;
        }
        bar.set_message(stage);
        if total > 0 {
            bar.set_length(total);
            bar.set_position(done.min(total));
        } else {
            bar.unset_length();
            bar.set_position(done);
        }
    }
}

/// A run that has to end one of its stages before its deadline.
pub(crate) struct Until<'a> {
    pub(crate) context: &'a Context,
    /// Since the program began.
    pub(crate) until: Duration,
}

impl Watch for Until<'_> {
    fn expired(&self) -> bool {
        self.context.elapsed() >= self.until || self.context.expired()
    }

    fn elapsed(&self) -> Duration {
        self.context.elapsed()
    }

    fn progress(&self, stage: &'static str, done: u64, total: u64) {
        self.context.progress(stage, done, total);
    }
}

fn bar() -> ProgressBar {
    let bar = ProgressBar::no_length();
    bar.set_style(style("{spinner} {elapsed} {msg} {wide_bar} {human_pos}/{human_len}"));
    bar
}

/// A template is fixed text; should it ever be wrong, the library's default bar serves.
fn style(template: &str) -> ProgressStyle {
    ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar())
}
