//! A board in software behind a pseudo-terminal, spoken with through the serial port.

use super::super::{BoardError, EchoTest, Linked, Serial, TransportError};
use super::{Parrot, identity, options, play};
use crate::link::model::Model;
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::fd::OwnedFd;
use rustix::fs::{Mode, OFlags, open};
use rustix::io::{read, write};
use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};
use rustix::termios::{OptionalActions, tcgetattr, tcsetattr};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{self, JoinHandle};
use std::time::Instant;

/// A board at a port.
struct Bench {
    path: String,
    stop: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
    /// While a slave is open the master sees no hang-up when clients come and go.
    _keep: OwnedFd,
}

impl Bench {
    fn new() -> Self {
        let master = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY).unwrap();
        grantpt(&master).unwrap();
        unlockpt(&master).unwrap();
        let path = ptsname(&master, Vec::new()).unwrap().into_string().unwrap();
        let keep = open(path.as_str(), OFlags::RDWR | OFlags::NOCTTY, Mode::empty()).unwrap();
        let mut settings = tcgetattr(&keep).unwrap();
        settings.make_raw();
        tcsetattr(&keep, OptionalActions::Now, &settings).unwrap();
        let stop = Arc::new(AtomicBool::new(false));
        let stopped = Arc::clone(&stop);
        let thread = Some(thread::spawn(move || serve(&master, &stopped)));
        Self { path, stop, thread, _keep: keep }
    }
}

impl Drop for Bench {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
        self.thread.take().into_iter().for_each(|thread| thread.join().unwrap());
    }
}

fn serve(master: &OwnedFd, stop: &AtomicBool) {
    let start = Instant::now();
    let mut board = Model::new(identity(), Parrot);
    let mut buffer = [0; 1024];
    while !stop.load(Ordering::Relaxed) {
        let wait = Timespec { tv_sec: 0, tv_nsec: 500_000 };
        let mut fds = [PollFd::new(master, PollFlags::IN)];
        poll(&mut fds, Some(&wait)).unwrap();
        if fds[0].revents().contains(PollFlags::IN) {
            let count = read(master, &mut buffer).unwrap();
            board.receive(&buffer[..count], start.elapsed());
        }
        while let Some(bytes) = board.send(start.elapsed()) {
            let mut rest = bytes.as_slice();
            while !rest.is_empty() {
                let written = write(master, rest).unwrap();
                rest = &rest[written..];
            }
        }
    }
}

fn opened(path: &str) -> Result<Linked<Serial>, BoardError> {
    Linked::open(Serial::open(path, 1_000_000)?, Some(identity()), options())
}

#[test]
fn jobs_go_through_a_serial_port() {
    let bench = Bench::new();
    let mut linked = opened(&bench.path).unwrap();
    assert_eq!(linked.board(), &identity());
    play(&mut linked, 50).unwrap();
    assert_eq!(linked.stats().reports, 50);
    // Nobody else gets the port, until it is closed.
    let second = opened(&bench.path).err();
    assert_eq!(second, Some(TransportError::InUse { port: bench.path.clone() }.into()));
    play(&mut linked, 10).unwrap();
    drop(linked);
    let mut again = opened(&bench.path).unwrap();
    play(&mut again, 50).unwrap();
    drop(again);
    let test = EchoTest { frames: 20, words: 64, seed: 3 };
    let echoes = test.run(Serial::open(&bench.path, 1_000_000).unwrap(), |_| true).unwrap();
    assert_eq!((echoes.frames, echoes.wrong), (20, 0));
}

#[test]
fn ports_that_can_not_be_opened_are_explained() {
    let error = |path: &str, baud| Serial::open(path, baud).err().unwrap();
    let missing = error("/dev/ttyNOWHERE7", 115_200);
    assert_eq!(missing, TransportError::Missing { port: "/dev/ttyNOWHERE7".to_owned() });
    let file = tempfile::NamedTempFile::new().unwrap();
    let path = file.path().to_str().unwrap();
    assert!(matches!(error(path, 115_200), TransportError::Unusable { .. }));
    assert!(matches!(error(path, 0), TransportError::Unusable { reason, .. } if reason == "no speed"));
    let rights = TransportError::Rights { port: "p".to_owned() }.to_string();
    assert!(rights.contains("dialout") && rights.contains("udev"));
}

/// The master goes away in the middle, as when a USB cable is pulled.
#[test]
fn a_pulled_cable_is_said() {
    let bench = Bench::new();
    let serial = Serial::open(&bench.path, 1_000_000).unwrap();
    let patience = std::time::Duration::from_millis(300);
    let mut linked = Linked::open(serial, None, super::LinkOptions { patience, ..options() }).unwrap();
    play(&mut linked, 5).unwrap();
    drop(bench);
    let error = play(&mut linked, 5).unwrap_err();
    assert!(matches!(&error, BoardError::Transport(TransportError::Unplugged { .. })), "{error:?}");
    assert!(error.to_string().starts_with("the board was unplugged: port `/dev/pts/"), "{error}");
}
