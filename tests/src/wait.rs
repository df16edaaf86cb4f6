//! Waiting in tests: for a line, for the end of processes, for a condition. No test asserts how long something takes, as
//! the machine may have other work; and what stands for a program that takes long waits for a pipe, not for a time.

use std::fs;
use std::io::{self, BufRead, BufReader, PipeReader, PipeWriter};
use std::os::fd::AsRawFd;
use std::process::{self, Child, ExitStatus};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

/// Between two looks at a condition.
const PAUSE: Duration = Duration::from_millis(5);
/// Looks at a condition that is to come true, before the test gives up and fails: some minutes of them.
const LOOKS: u32 = 60_000;
/// For a line, or an end, that is to come: the test that waits longer fails.
const PATIENCE: Duration = Duration::from_secs(300);

/// The only sleep of the tests: for what the system tells nobody of.
fn pause(most: Duration) {
    thread::sleep(PAUSE.min(most));
}

/// Waits for a condition.
///
/// # Panics
/// When it does not come true.
pub fn until(what: &str, mut condition: impl FnMut() -> bool) {
    for _ in 0..LOOKS {
        if condition() {
            return;
        }
        pause(PAUSE);
    }
    panic!("it does not come to that: {what}");
}

/// How a child ended, if it did until some moment.
///
/// # Errors
/// When the system does not tell.
pub fn ended(child: &mut Child, until: Instant) -> io::Result<Option<ExitStatus>> {
    loop {
        let status = child.try_wait()?;
        let left = until.saturating_duration_since(Instant::now());
        if status.is_some() || left.is_zero() {
            return Ok(status);
        }
        pause(left);
    }
}

/// Processor time that a process has used, in ticks of the kernel, which are hundredths of a second; 0 when it is gone. It
/// says how far a process is, whatever else the machine does.
#[must_use]
pub fn ticks(process: u32) -> u64 {
    let stat = fs::read_to_string(format!("/proc/{process}/stat")).unwrap_or_default();
    // The name of the program may hold anything, but what follows its last bracket are numbers (proc(5)).
    let behind = stat.rsplit(')').next().unwrap_or_default();
    behind.split_whitespace().skip(11).take(2).filter_map(|number| number.parse::<u64>().ok()).sum()
}

/// A pipe that nobody writes to. Whoever reads from it waits until he is killed, or until the test ends.
pub struct Silence {
    reader: PipeReader,
    /// While this is open, readers wait.
    _writer: PipeWriter,
}

impl Silence {
    /// A new pipe.
    ///
    /// # Errors
    /// When the system has none.
    pub fn new() -> io::Result<Self> {
        let (reader, writer) = io::pipe()?;
        Ok(Self { reader, _writer: writer })
    }

    /// The words with which a shell waits. No other program is needed.
    #[must_use]
    pub fn words(&self) -> String {
        format!("read -r _ < {}", path(&self.reader))
    }
}

/// A pipe to the processes of a test. They hold it as long as they live, so its end is theirs.
pub struct Line {
    silence: Silence,
    writer: PipeWriter,
    lines: Receiver<String>,
}

impl Line {
    /// A new line.
    ///
    /// # Errors
    /// When the system has no pipes.
    pub fn new() -> io::Result<Self> {
        let ((reader, writer), (sender, lines)) = (io::pipe()?, mpsc::channel());
        // The thread ends with the last who holds the line.
        thread::spawn(move || {
            BufReader::new(reader).lines().map_while(Result::ok).all(|line| sender.send(line).is_ok())
        });
        Ok(Self { silence: Silence::new()?, writer, lines })
    }

    /// The words with which a shell, and all that it starts from then on, take the line and tell the shell's number.
    #[must_use]
    pub fn taken(&self) -> String {
        format!("exec 3> {}; echo $$ >&3", path(&self.writer))
    }

    /// The same, and the shell waits for ever.
    #[must_use]
    pub fn held(&self) -> String {
        format!("{}; {}", self.taken(), self.silence.words())
    }

    /// The number of the next process that takes the line.
    ///
    /// # Panics
    /// When none does.
    #[must_use]
    pub fn told(&self) -> String {
        self.lines.recv_timeout(PATIENCE).unwrap_or_else(|error| panic!("no process takes the line: {error}"))
    }

    /// Waits until nobody holds the line any more.
    ///
    /// # Panics
    /// When somebody goes on.
    pub fn released(self) {
        drop(self.writer);
        loop {
            match self.lines.recv_timeout(PATIENCE) {
                Ok(_) => {}
                Err(RecvTimeoutError::Disconnected) => return,
                Err(RecvTimeoutError::Timeout) => panic!("a process that should have ended goes on"),
            }
        }
    }
}

/// Where the processes of a test find its end of a pipe.
fn path(end: &impl AsRawFd) -> String {
    format!("/proc/{}/fd/{}", process::id(), end.as_raw_fd())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::process::Command;

    fn shell(words: &str) -> Child {
        Command::new("sh").args(["-c", words]).spawn().unwrap()
    }

    #[test]
    fn a_line_tells_of_processes_and_of_their_end() {
        let line = Line::new().unwrap();
        let mut child = shell(&format!("{}; sh -c '{}'", line.taken(), line.held()));
        assert_eq!(line.told(), child.id().to_string());
        let inner: i32 = line.told().parse().unwrap();
        assert_eq!(ended(&mut child, Instant::now()).unwrap(), None);
        let inner = rustix::process::Pid::from_raw(inner).unwrap();
        rustix::process::kill_process(inner, rustix::process::Signal::KILL).unwrap();
        child.wait().unwrap();
        line.released();
    }

    #[test]
    fn work_is_counted_in_ticks() {
        let mut busy = shell("while :; do :; done");
        until("it works", || ticks(busy.id()) > 2);
        busy.kill().unwrap();
        busy.wait().unwrap();
        assert_eq!(ticks(busy.id()), 0);
        let silence = Silence::new().unwrap();
        let mut idle = shell(&silence.words());
        assert_eq!(ended(&mut idle, Instant::now()).unwrap(), None);
        drop(silence);
        assert!(idle.wait().is_ok());
    }
}
