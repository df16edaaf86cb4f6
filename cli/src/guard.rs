//! Runs the program proper so that a bug ends with a message and a documented status.

use crate::failure::{Status, say};
use std::panic::{self, AssertUnwindSafe};
use std::process::ExitCode;
use std::thread;

/// Stack of the working thread in bytes. The readers bound the nesting of all trees; this leaves a wide margin.
const STACK: usize = 256 << 20;

/// Runs `work` on a thread with a large stack; a panic becomes a message and status 2.
pub(crate) fn run(work: impl FnOnce() -> Status + Send) -> ExitCode {
    panic::set_hook(Box::new(|panic| {
        say(&format!(
            "gdl2hdl {}: a bug: {panic}\nPlease report this message together with the command and the game.",
            env!("CARGO_PKG_VERSION"),
        ));
    }));
    let guarded = move || panic::catch_unwind(AssertUnwindSafe(work)).unwrap_or(Status::Unavailable);
    let status = thread::scope(|scope| {
        match thread::Builder::new().name("main".into()).stack_size(STACK).spawn_scoped(scope, guarded) {
            Ok(worker) => worker.join().unwrap_or(Status::Unavailable),
            Err(error) => {
                say(&format!("error: no thread could be started: {error}"));
                Status::Unavailable
            }
        }
    });
    status.into()
}
