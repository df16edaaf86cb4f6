//! Attends a running job: progress on the terminal, the deadline, and Ctrl-C.

use crate::context::Context;
use crate::failure::Failure;
use gdl2hdl_compiler::ground::Watch;
use gdl2hdl_runtime::playout::{Control, Job};
use signal_hook::consts::SIGINT;
use signal_hook::flag;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, OnceLock};

/// The caller's side of the jobs of one command.
pub(crate) struct Attendant<'a> {
    context: &'a Context,
    interrupted: Arc<AtomicBool>,
    played: AtomicU64,
    total: u64,
}

impl<'a> Attendant<'a> {
    /// Attends the playouts of a job. From now on the first Ctrl-C stops jobs, the second ends the program.
    pub(crate) fn new(context: &'a Context, job: &Job) -> Result<Self, Failure> {
        context.begin_playouts();
        Ok(Self { context, interrupted: interrupt()?, played: AtomicU64::new(0), total: job.playouts() })
    }

    /// The same playouts begin again, on another engine.
    pub(crate) fn begin(&self) {
        self.played.store(0, Ordering::Relaxed);
        self.context.begin_playouts();
    }

    /// Why the job was stopped.
    pub(crate) fn reason(&self) -> &'static str {
        if self.interrupted.load(Ordering::Relaxed) { "by Ctrl-C" } else { "at the deadline" }
    }
}

impl Control for Attendant<'_> {
    fn stopped(&self) -> bool {
        self.interrupted.load(Ordering::Relaxed) || self.context.expired()
    }

    fn played(&self, playouts: u64) {
        let played = self.played.fetch_add(playouts, Ordering::Relaxed) + playouts;
        self.context.progress("playouts", played, self.total);
    }
}

/// A flag that is raised by Ctrl-C.
fn interrupt() -> Result<Arc<AtomicBool>, Failure> {
    static RAISED: OnceLock<Arc<AtomicBool>> = OnceLock::new();
    if let Some(flag) = RAISED.get() {
        return Ok(Arc::clone(flag));
    }
    let raised = Arc::new(AtomicBool::new(false));
    // In this order: a signal that finds the flag raised already ends the program.
    flag::register_conditional_default(SIGINT, Arc::clone(&raised))
        .and_then(|_| flag::register(SIGINT, Arc::clone(&raised)))
        .map_err(|error| Failure::unavailable(format!("Ctrl-C can't be caught: {error}")))?;
    Ok(Arc::clone(RAISED.get_or_init(|| raised)))
}
