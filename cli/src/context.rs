//! What one run of the program carries along: options, clock, progress, and where messages go.

use crate::args::{Colour, Common, Format};
use crate::failure::{Failure, Status, remark, say, say_styled};
use crate::flags::in_flags;
use crate::halt::Halt;
use crate::input::Source;
use crate::report::{self, Report};
use gdl2hdl_gdl::blame::Blame;
use gdl2hdl_gdl::diagnostics::{Diagnostic, Lines, Severity};
use gdl2hdl_gdl::observer::{Observer, Reason, Stage};
use gdl2hdl_gdl::remedy::Remedy;
use gdl2hdl_verilate::Cache;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle};
use std::collections::HashSet;
use std::fmt::Write;
use std::io::{self, IsTerminal};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, Once, OnceLock, PoisonError};
use std::time::Duration;

/// For commands that do not say how long they may take.
const DEADLINE: Duration = Duration::from_secs(120);
/// Work shorter than this shows no progress bar.
const QUIET_START: Duration = Duration::from_millis(500);

/// One run.
pub(crate) struct Context {
    pub(crate) common: Common,
    halt: Arc<Halt>,
    /// Of the program when this began.
    began: Duration,
    bar: Option<ProgressBar>,
    /// Playouts of the present job so far, and in all.
    played: [AtomicU64; 2],
    /// Once there was something to show.
    drawn: Once,
    /// What was said of the game: engines are made one after the other, and each stage would say the same again.
    said: Mutex<HashSet<String>>,
    /// The cache of what tools make, once it was found.
    cache: OnceLock<Cache>,
    /// For one game of many: its diagnostics are kept for its line, not shown.
    kept: Option<Mutex<Found>>,
}

/// The diagnostics of one game.
#[derive(Clone, Default)]
pub(crate) struct Found {
    pub(crate) errors: usize,
    pub(crate) warnings: usize,
    /// The first of the worst.
    pub(crate) worst: Option<Worst>,
}

/// A diagnostic in one line.
#[derive(Clone)]
pub(crate) struct Worst {
    pub(crate) severity: &'static str,
    pub(crate) code: &'static str,
    /// Line and column, from 1.
    pub(crate) place: Option<(usize, usize)>,
    pub(crate) message: String,
}

impl Found {
    fn add(&mut self, lines: &Lines<'_>, diagnostic: &Diagnostic) {
        let is_worst = match diagnostic.severity {
            Severity::Error => {
                self.errors += 1;
                self.errors == 1
            }
            Severity::Warning => {
                self.warnings += 1;
                self.errors == 0 && self.warnings == 1
            }
            Severity::Note => false,
        };
        if is_worst {
            let place = diagnostic.labels.first().map(|label| lines.position(label.span.start as usize));
            self.worst = Some(Worst {
                severity: report::severity(diagnostic.severity),
                code: diagnostic.code,
                place: place.map(|place| (place.line, place.column)),
                message: diagnostic.message.clone(),
            });
        }
    }
}

impl Context {
    /// A run that begins now: from now on its deadline is that of the program.
    pub(crate) fn new(common: Common, halt: Arc<Halt>) -> Self {
        let visible = !common.quiet && common.format == Format::Text && io::stderr().is_terminal();
        let began = halt.elapsed();
        halt.set_deadline(Some(began.saturating_add(common.deadline.unwrap_or(DEADLINE))));
        Self {
            bar: visible.then(bar),
            halt,
            began,
            common,
            played: Default::default(),
            drawn: Once::new(),
            said: Mutex::default(),
            cache: OnceLock::new(),
            kept: None,
        }
    }

    /// For one game of many, which has the whole deadline for itself.
    pub(crate) fn for_one(&self) -> Self {
        let common = Common { quiet: true, ..self.common.clone() };
        Self { kept: Some(Mutex::default()), ..Self::new(common, Arc::clone(&self.halt)) }
    }

    /// What was found in the one game.
    pub(crate) fn found_of_one(&self) -> Found {
        let kept = self.kept.as_ref();
        kept.map_or_else(Found::default, |kept| kept.lock().unwrap_or_else(PoisonError::into_inner).clone())
    }

    /// Since this run began.
    pub(crate) fn elapsed(&self) -> Duration {
        self.halt.elapsed().saturating_sub(self.began)
    }

    /// The time that the whole run may take.
    pub(crate) fn deadline(&self) -> Duration {
        self.common.deadline.unwrap_or(DEADLINE)
    }

    /// What comes now may take as long as it likes, where no deadline was said.
    pub(crate) fn unhurried(&self) {
        if self.common.deadline.is_none() {
            self.halt.set_deadline(None);
        }
    }

    /// What is left until the deadline.
    pub(crate) fn left(&self) -> Duration {
        self.halt.left()
    }

    /// A command was stopped: what there is of its result, and what helps where that was too early.
    pub(crate) fn late(&self, done: &str, help: &str) -> Failure {
        Failure::unavailable(match self.reason() {
            Some(Reason::Signal) => format!("stopped by a signal; {done}"),
            _ => {
                let seconds = self.deadline().as_secs_f64();
                format!(
                    "stopped at the deadline of {seconds} s; {done}; allow more time with --deadline SECONDS, {help}"
                )
            }
        })
    }

    /// Tells whether to stop, on its own.
    pub(crate) fn alarm(&self) -> Box<dyn Fn() -> bool + Send> {
        let halt = Arc::clone(&self.halt);
        Box::new(move || halt.reason().is_some())
    }

    /// The cache of what tools make; the user is told where it is not the one that was meant. It is the same for all engines
    /// of a run: they share what is not kept, and nothing is said of it twice.
    pub(crate) fn cache(&self) -> Result<Cache, Failure> {
        if let Some(cache) = self.cache.get() {
            return Ok(cache.clone());
        }
        let found = Cache::find().map_err(|error| Failure::unavailable(error.to_string()))?;
        found.notes.iter().for_each(|note| self.note(note));
        Ok(self.cache.get_or_init(|| found.cache).clone())
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
        if self.common.quiet {
            return;
        }
        let text = match self.json() {
            true => remark("note", None, message.trim_start_matches("note: "), true),
            false => message.to_owned(),
        };
        self.above_bar(|| say(&text));
    }

    /// Warns of something that has no place in a text.
    pub(crate) fn warn(&self, message: &str) {
        if !self.common.quiet {
            self.above_bar(|| say(&remark("warning", None, message, self.json())));
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
        if let Some(kept) = &self.kept {
            let mut found = kept.lock().unwrap_or_else(PoisonError::into_inner);
            diagnostics.iter().for_each(|diagnostic| found.add(&lines, diagnostic));
            return;
        }
        let shown = diagnostics.iter().filter(|d| !self.common.quiet || d.severity == Severity::Error);
        let texts: Vec<String> = if self.json() {
            shown.map(|d| report::json(&source.shown, &lines, d).to_string()).collect()
        } else {
            let report = Report { name: &source.shown, lines, coloured: self.coloured() };
            shown.map(|d| report.text(d)).collect()
        };
        let mut said = self.said.lock().unwrap_or_else(PoisonError::into_inner);
        let new = texts.iter().filter(|text| said.insert((*text).clone()));
        self.above_bar(|| new.for_each(|text| say_styled(text)));
    }

    /// Ends the progress bar.
    pub(crate) fn finish(&self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }

    /// The bar shows the playouts of a job, with their rate and the time that remains.
    pub(crate) fn begin_playouts(&self, total: u64) {
        self.halt.at("playouts");
        let [played, all] = &self.played;
        played.store(0, Ordering::Relaxed);
        all.store(total, Ordering::Relaxed);
        if let Some(bar) = &self.bar {
            let shown = style("{spinner} {elapsed} playouts {wide_bar} {human_pos}/{human_len} {rate}/s, {eta} left");
            bar.set_style(shown.with_key("rate", |state: &ProgressState, out: &mut dyn Write| {
                // Who draws a bar has no use for the error.
                let _ = out.write_str(&report::rate(state.per_sec()));
            }));
            bar.reset();
            self.draw(bar);
        }
    }

    /// From now on the bar is drawn. A new target forgets when it last drew: it is set once.
    fn draw(&self, bar: &ProgressBar) {
        self.drawn.call_once(|| bar.set_draw_target(ProgressDrawTarget::stderr()));
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
    if !diagnostics.iter().any(|diagnostic| diagnostic.severity == Severity::Error) {
        return Status::Done;
    }
    match Blame::of(diagnostics) {
        Blame::Input => Status::Rejected,
        _ => Status::Unavailable,
    }
}

impl Observer for Context {
    fn reason(&self) -> Option<Reason> {
        self.halt.reason()
    }

    fn left(&self) -> Option<Duration> {
        Some(self.left())
    }

    fn elapsed(&self) -> Duration {
        self.elapsed()
    }

    fn stage(&self, stage: Stage) {
        self.halt.at(stage.name);
        let Some(bar) = &self.bar else { return };
        if self.elapsed() < QUIET_START {
            return;
        }
        self.draw(bar);
        bar.set_style(style("{spinner} {msg}"));
        bar.set_message(format!("{}, {} s", stage.name, stage.since.as_secs()));
        bar.tick();
    }

    fn found(&self, what: &str) {
        if !self.json() {
            self.note(what);
        }
    }

    fn advised(&self, what: &str, remedies: &[Remedy]) {
        self.found(&in_flags(what, remedies));
    }

    fn played(&self, playouts: u64) {
        let [played, all] = &self.played;
        let played = played.fetch_add(playouts, Ordering::Relaxed) + playouts;
        self.progress("playouts", played, all.load(Ordering::Relaxed));
    }

    fn progress(&self, stage: &'static str, done: u64, total: u64) {
        self.halt.at(stage);
        let Some(bar) = &self.bar else { return };
        if self.elapsed() < QUIET_START {
            return;
        }
        self.draw(bar);
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

/// Hidden until there is something to show: whatever is said before must not draw it.
fn bar() -> ProgressBar {
    let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::hidden());
    bar.set_style(style("{spinner} {elapsed} {msg} {wide_bar} {human_pos}/{human_len}"));
    bar
}

/// A template is fixed text; should it ever be wrong, the library's default bar serves.
fn style(template: &str) -> ProgressStyle {
    ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar())
}
