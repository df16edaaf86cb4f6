//! Runs a command within a time limit and measures what it took.

use std::ffi::OsStr;
use std::io::{self, Read};
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};
use wait4::Wait4;

/// What a command did and took. Times and memory include the programs it ran.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// Exit status; `None` when a signal ended it.
    pub status: Option<i32>,
    /// Whether it was ended because of the limit.
    pub timed_out: bool,
    /// Its standard output.
    pub stdout: String,
    /// Its standard error.
    pub stderr: String,
    /// From start to end.
    pub wall: Duration,
    /// User and system time.
    pub cpu: Duration,
    /// Largest resident set of one process, in bytes.
    pub peak_bytes: u64,
}

impl Outcome {
    /// Why it failed, as far as it says.
    #[must_use]
    pub fn reason(&self) -> &str {
        match self.stderr.trim() {
            _ if self.timed_out => "it was ended at its limit",
            "" => "it gave no reason",
            reason => reason,
        }
    }
}

/// Statuses of `timeout` (coreutils): when the time was up, and when it had to send `KILL` at last.
const TIMED_OUT: [i32; 2] = [124, 137];
/// So long a program may take to stop what it runs itself.
const GRACE: &str = "--kill-after=10";

/// Runs `program` with nothing on standard input; `limit` is in whole seconds, at least one.
///
/// # Errors
/// When it can't be started or its output can't be read.
pub fn run<S: AsRef<OsStr>>(program: &OsStr, arguments: &[S], limit: Duration) -> io::Result<Outcome> {
    let mut command = Command::new("timeout");
    command.args([GRACE, &limit.as_secs().max(1).to_string()]).arg(program).args(arguments);
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let start = Instant::now();
    let mut child = command.spawn()?;
    let (stdout, stderr) = (child.stdout.take(), child.stderr.take());
    let (stdout, stderr) = thread::scope(|scope| {
        let stderr = scope.spawn(|| text(stderr));
        (text(stdout), stderr.join().unwrap_or_else(|_| Ok(String::new())))
    });
    let ended = child.wait4()?;
    let wall = start.elapsed();
    let status = ended.status.code();
    Ok(Outcome {
        status,
        timed_out: wall >= limit && status.is_none_or(|code| TIMED_OUT.contains(&code)),
        stdout: stdout?,
        stderr: stderr?,
        wall,
        cpu: ended.rusage.utime + ended.rusage.stime,
        peak_bytes: ended.rusage.maxrss,
    })
}

fn text(source: Option<impl Read>) -> io::Result<String> {
    let mut bytes = Vec::new();
    source.map_or(Ok(0), |mut source| source.read_to_end(&mut bytes))?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::wait::Silence;

    fn shell(script: &str, limit: u64) -> Outcome {
        run(OsStr::new("sh"), &["-c", script], Duration::from_secs(limit)).unwrap()
    }

    #[test]
    fn status_and_output_come_back() {
        let outcome = shell("echo out; echo err >&2; exit 3", 10);
        assert_eq!((outcome.status, outcome.timed_out), (Some(3), false));
        assert_eq!((outcome.stdout.as_str(), outcome.stderr.as_str()), ("out\n", "err\n"));
        assert!(outcome.peak_bytes > 100_000);
    }

    #[test]
    fn the_limit_ends_it() {
        // Nothing else does.
        let silence = Silence::new().unwrap();
        assert!(shell(&silence.words(), 1).timed_out);
    }
}
