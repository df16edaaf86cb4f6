//! A player as a process of its own.

use gdl2hdl_tests::binary::gdl2hdl;
use gdl2hdl_web::{Client, Peer};
use rustix::process::{Pid, Signal, kill_process};
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::mpsc::{self, Receiver};
use std::thread;
use std::time::Duration;

/// Who waits longer than this for something that is to come fails.
const PATIENCE: Duration = Duration::from_secs(300);

/// A process that listens.
pub(super) struct Listening {
    child: Child,
    client: Client,
    pub(super) address: String,
    lines: Receiver<String>,
}

impl Listening {
    /// Starts it at a port that is free.
    pub(super) fn start(folder: &Path, options: &str) -> Self {
        let mut command = Command::new(gdl2hdl());
        command.args(["player", "--port", "0"]).args(options.split_whitespace()).current_dir(folder);
        command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::piped());
        let mut child = command.spawn().unwrap();
        let (sender, lines) = mpsc::channel();
        let said = BufReader::new(child.stderr.take().unwrap());
        thread::spawn(move || said.lines().map_while(Result::ok).all(|line| sender.send(line).is_ok()));
        let first = lines.recv_timeout(PATIENCE).unwrap();
        let address = first.split_whitespace().find(|word| word.starts_with("http://")).expect(&first).to_owned();
        Self { child, client: Client::start().unwrap(), address, lines }
    }

    fn peer(&self) -> Peer {
        self.address.parse().unwrap()
    }

    /// Says something, and hears the answer.
    pub(super) fn ask(&self, text: &str) -> String {
        self.client.ask(&self.peer(), text.to_owned(), PATIENCE).unwrap()
    }

    /// Ends it as the system does. **Returns:** how it ended, and what it said meanwhile.
    pub(super) fn end(mut self) -> (ExitStatus, Vec<String>) {
        let pid = Pid::from_raw(i32::try_from(self.child.id()).unwrap()).unwrap();
        kill_process(pid, Signal::TERM).unwrap();
        let status = self.child.wait().unwrap();
        (status, self.lines.iter().collect())
    }
}
