//! Runs the program proper so that it ends as documented: a bug with a message, and a stop in time.
//!
//! Work asks whether it is to stop, and ends in an orderly way. What can't ask, because it waits for the system or
//! gives back memory, is left where it is: nothing it has under way is ever seen under the name of a result.

use crate::failure::{Failure, Status, json_is_asked_for, say};
use crate::halt::{Halt, Patience};
use crate::unfinished::by;
use gdl2hdl_gdl::observer::Reason;
use gdl2hdl_verilate::{files, tools};
use signal_hook::low_level;
use std::panic::{self, AssertUnwindSafe};
use std::process::ExitCode;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::Duration;

/// Stack of the working thread in bytes. The readers bound the nesting of all trees; this leaves a wide margin.
const STACK: usize = 256 << 20;
/// Between two looks at the signals and the deadline.
const PAUSE: Duration = Duration::from_millis(50);

/// Runs `work` on a thread with a large stack; a panic becomes a message and status 2.
pub(crate) fn run(halt: &Halt, work: impl FnOnce() -> Status + Send) -> ExitCode {
    panic::set_hook(Box::new(|panic| {
        say(&format!(
            "gdl2hdl {}: a bug: {panic}\nPlease report this message together with the command and the game.",
            env!("CARGO_PKG_VERSION"),
        ));
    }));
    let (sender, ended) = mpsc::channel();
    let guarded = move || {
        let status = panic::catch_unwind(AssertUnwindSafe(work)).unwrap_or(Status::Unavailable);
        // Whoever waits for it is there as long as this thread.
        sender.send(status).unwrap_or_default();
    };
    let status = thread::scope(|scope| {
        match thread::Builder::new().name("main".into()).stack_size(STACK).spawn_scoped(scope, guarded) {
            Ok(_) => wait(halt, &ended),
            Err(error) => {
                say(&format!("error: no thread could be started: {error}"));
                Status::Unavailable
            }
        }
    });
    status.into()
}

/// Waits for the end of the work, or ends the program.
fn wait(halt: &Halt, ended: &mpsc::Receiver<Status>) -> Status {
    let mut patience = Patience::new(halt);
    loop {
        let left = halt.left();
        match ended.recv_timeout(if left.is_zero() { PAUSE } else { PAUSE.min(left) }) {
            Ok(status) => return status,
            Err(RecvTimeoutError::Disconnected) => return Status::Unavailable,
            Err(RecvTimeoutError::Timeout) => {}
        }
        if let Some(reason) = patience.over() {
            leave(halt, reason);
        }
    }
}

/// Ends the program in the middle of its work.
fn leave(halt: &Halt, reason: Reason) -> ! {
    tools::end_all();
    files::abandon();
    let at = match halt.stage() {
        "" => " in the middle of its work".to_owned(),
        stage => format!(" in the middle of {stage}"),
    };
    let help = match reason {
        Reason::Deadline => "; allow more time with `--deadline SECONDS`",
        Reason::Signal => "",
    };
    let message = format!("stopped {}{at}{help}", by(reason));
    let failure = match reason {
        Reason::Deadline => Failure::Limit("G201", message),
        Reason::Signal => Failure::unavailable(message),
    };
    let status = failure.finish(json_is_asked_for());
    // No destructors: the work goes on until the very end.
    low_level::exit(status as i32)
}
