//! Ctrl-C and SIGTERM: the first asks to stop, the second ends the program.

use crate::failure::Failure;
use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::flag;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, OnceLock};

/// What the handlers share with the program.
struct Flags {
    /// Whether a signal came.
    came: Arc<AtomicBool>,
    /// Whether the next one ends the program at once.
    deadly: Arc<AtomicBool>,
}

static FLAGS: OnceLock<Flags> = OnceLock::new();
/// How many attend.
static ATTENDING: AtomicUsize = AtomicUsize::new(0);

/// While one lives, the first signal is only noted: who holds it asks, and stops in an orderly way.
pub(crate) struct Signals(&'static Flags);

impl Signals {
    /// Begins to attend.
    pub(crate) fn attend() -> Result<Self, Failure> {
        let flags = match FLAGS.get() {
            Some(flags) => flags,
            None => handled(FLAGS.get_or_init(|| Flags { came: Arc::default(), deadly: Arc::default() }))?,
        };
        ATTENDING.fetch_add(1, Ordering::Relaxed);
        flags.deadly.store(flags.came.load(Ordering::Relaxed), Ordering::Relaxed);
        Ok(Self(flags))
    }

    /// Whether one came. Only once that was seen does the next one end the program: some senders send two at once.
    pub(crate) fn came(&self) -> bool {
        let came = self.0.came.load(Ordering::Relaxed);
        if came {
            self.0.deadly.store(true, Ordering::Relaxed);
        }
        came
    }
}

impl Drop for Signals {
    /// Where nobody attends any more, a signal ends the program.
    fn drop(&mut self) {
        if ATTENDING.fetch_sub(1, Ordering::Relaxed) == 1 {
            self.0.deadly.store(true, Ordering::Relaxed);
        }
    }
}

/// Sets the handlers, once. In this order: a signal that is deadly ends the program before it is noted.
fn handled(flags: &'static Flags) -> Result<&'static Flags, Failure> {
    for signal in [SIGINT, SIGTERM] {
        flag::register_conditional_default(signal, Arc::clone(&flags.deadly))
            .and_then(|_| flag::register(signal, Arc::clone(&flags.came)))
            .map_err(|error| Failure::unavailable(format!("Ctrl-C can't be caught: {error}")))?;
    }
    Ok(flags)
}
