//! For tests of ends: programs that never end by themselves.

use std::io::{BufRead, BufReader, PipeReader, PipeWriter, pipe};
use std::os::fd::AsRawFd;

/// Programs hold one pipe as long as they live, and wait for another one, which nobody writes to.
pub(super) struct Endless {
    lines: BufReader<PipeReader>,
    held: PipeWriter,
    silence: PipeReader,
    _nobody: PipeWriter,
}

impl Endless {
    pub(super) fn new() -> Self {
        let ((lines, held), (silence, nobody)) = (pipe().unwrap(), pipe().unwrap());
        Self { lines: BufReader::new(lines), held, silence, _nobody: nobody }
    }

    /// The words with which a shell waits for ever.
    pub(super) fn waits(&self) -> String {
        format!("read -r _ < {}", path(&self.silence))
    }

    /// The words with which a shell tells that it is there, and waits for ever.
    pub(super) fn tells_and_waits(&self) -> String {
        format!("exec 3> {}; echo here >&3; {}", path(&self.held), self.waits())
    }

    /// Waits until a shell is there.
    pub(super) fn is_there(&mut self) {
        let mut line = String::new();
        self.lines.read_line(&mut line).unwrap();
        assert_eq!(line, "here\n");
    }

    /// Waits until all of them have ended: nobody holds the pipe any more.
    pub(super) fn ends(self) {
        drop(self.held);
        assert_eq!(self.lines.lines().map_while(Result::ok).filter(|line| line != "here").count(), 0);
    }
}

/// Where other processes find an end of a pipe.
fn path(end: &impl AsRawFd) -> String {
    format!("/proc/{}/fd/{}", std::process::id(), end.as_raw_fd())
}
