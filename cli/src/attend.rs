//! Attends a job and what is built for it: progress on the terminal, the deadline, and Ctrl-C.

use crate::arena;
use crate::context::Context;
use crate::failure::Failure;
use gdl2hdl_compiler::ground::Watch;
use gdl2hdl_runtime::playout::{Control, Job, PlayError, Stage};
use gdl2hdl_sim::SimError;
use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::flag;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, OnceLock};

/// Who had too little time is told to allow so many times as much.
const MORE_TIME: u32 = 5;

/// The caller's side of the jobs of one command.
pub(crate) struct Attendant<'a> {
    context: &'a Context,
    interrupted: Arc<AtomicBool>,
    played: AtomicU64,
    total: u64,
}

impl<'a> Attendant<'a> {
    /// Attends the playouts of a job. From now on the first Ctrl-C stops jobs and builds, the second ends the program.
    pub(crate) fn new(context: &'a Context, job: &Job) -> Result<Self, Failure> {
        Ok(Self { context, interrupted: interrupt()?, played: AtomicU64::new(0), total: job.playouts() })
    }

    /// The playouts begin, on the first engine or on another one.
    pub(crate) fn begin(&self) {
        self.played.store(0, Ordering::Relaxed);
        self.context.begin_playouts();
    }

    /// Why a job was not played. Who was stopped in the middle of a build is told what took so long, and what helps.
    pub(crate) fn not_played(&self, error: &PlayError) -> Failure {
        match error {
            PlayError::Stopped(stage) => not_built(self.context, *stage, self.is_interrupted()),
            other => arena::not_played(other),
        }
    }

    fn is_interrupted(&self) -> bool {
        self.interrupted.load(Ordering::Relaxed)
    }

    /// Why the job was stopped.
    pub(crate) fn reason(&self) -> &'static str {
        reason(self.is_interrupted())
    }
}

/// Why something was stopped.
const fn reason(interrupted: bool) -> &'static str {
    if interrupted { "by Ctrl-C" } else { "at the deadline" }
}

/// A model that was not built to its end, and what helps.
fn not_built(context: &Context, stage: Stage, interrupted: bool) -> Failure {
    let mut message = format!("stopped {} while the model was built ({stage})", reason(interrupted));
    if !interrupted {
        let [now, more] = [1, MORE_TIME].map(|times| context.common.deadline.saturating_mul(times));
        let [now, more] = [now, more].map(|time| time.as_secs_f64().ceil());
        message += &format!("; building it is part of the {now} s of --deadline; allow more: --deadline {more}");
    }
    Failure::unavailable(message)
}

impl Control for Attendant<'_> {
    fn stopped(&self) -> bool {
        self.is_interrupted() || self.context.expired()
    }

    fn played(&self, playouts: u64) {
        let played = self.played.fetch_add(playouts, Ordering::Relaxed) + playouts;
        self.context.progress("playouts", played, self.total);
    }

    fn stage(&self, stage: Stage) {
        self.context.stage(stage);
    }
}

/// The caller's side of a build, or of what runs until Ctrl-C.
pub(crate) struct BuildAttendant<'a> {
    context: &'a Context,
    interrupted: Arc<AtomicBool>,
    /// Whether the command's deadline is for the build as well.
    deadline: bool,
}

impl<'a> BuildAttendant<'a> {
    /// From now on the first Ctrl-C stops what is attended, the second ends the program.
    pub(crate) fn new(context: &'a Context) -> Result<Self, Failure> {
        Ok(Self { context, interrupted: interrupt()?, deadline: false })
    }

    /// The same for a build that is a part of something with a deadline.
    pub(crate) fn within_deadline(context: &'a Context) -> Result<Self, Failure> {
        Ok(Self { context, interrupted: interrupt()?, deadline: true })
    }

    /// Why a model was not built.
    pub(crate) fn not_built(&self, error: &SimError) -> Failure {
        match error {
            SimError::Stopped { stage } => not_built(self.context, *stage, self.interrupted.load(Ordering::Relaxed)),
            other => Failure::unavailable(other.to_string()),
        }
    }
}

impl gdl2hdl_sim::Watch for BuildAttendant<'_> {
    fn stopped(&self) -> bool {
        self.interrupted.load(Ordering::Relaxed) || (self.deadline && self.context.expired())
    }

    fn stage(&self, stage: Stage) {
        self.context.stage(stage);
    }

    fn found(&self, what: &str) {
        if !self.context.json() {
            self.context.note(what);
        }
    }
}

/// What signals do.
struct Signals {
    /// Raised by Ctrl-C, and by a polite request to end.
    raised: Arc<AtomicBool>,
    /// Whether the next signal ends the program at once.
    deadly: Arc<AtomicBool>,
}

static SIGNALS: OnceLock<Signals> = OnceLock::new();

/// A flag that is raised by the first signal; the second ends the program.
fn interrupt() -> Result<Arc<AtomicBool>, Failure> {
    if let Some(signals) = SIGNALS.get() {
        signals.deadly.store(signals.raised.load(Ordering::Relaxed), Ordering::Relaxed);
        return Ok(Arc::clone(&signals.raised));
    }
    let signals = Signals { raised: Arc::default(), deadly: Arc::default() };
    for signal in [SIGINT, SIGTERM] {
        // In this order: a signal that finds the flag raised already ends the program.
        flag::register_conditional_default(signal, Arc::clone(&signals.deadly))
            .and_then(|_| flag::register(signal, Arc::clone(&signals.raised)))
            .and_then(|_| flag::register(signal, Arc::clone(&signals.deadly)))
            .map_err(|error| Failure::unavailable(format!("Ctrl-C can't be caught: {error}")))?;
    }
    Ok(Arc::clone(&SIGNALS.get_or_init(|| signals).raised))
}

impl Drop for BuildAttendant<'_> {
    /// What comes after a build within something larger is not attended: the next signal ends the program.
    fn drop(&mut self) {
        if let Some(signals) = SIGNALS.get().filter(|_| self.deadline) {
            signals.deadly.store(true, Ordering::Relaxed);
        }
    }
}
