//! A board in software behind a pseudo-terminal: to a host it is a serial port.

use gdl2hdl_device::link::Identity;
use gdl2hdl_device::link::model::{Model, Player};
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::fd::OwnedFd;
use rustix::fs::{Mode, OFlags, open};
use rustix::io::{read, write};
use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};
use rustix::termios::{OptionalActions, tcgetattr, tcsetattr};
use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{self, JoinHandle};
use std::time::Instant;

/// Between two looks at the board.
const LOOK: Timespec = Timespec { tv_sec: 0, tv_nsec: 500_000 };

/// A port with a board. It is unplugged when it is dropped.
pub struct Terminal {
    path: String,
    stop: Arc<AtomicBool>,
    thread: Option<JoinHandle<io::Result<()>>>,
    /// While a slave is open the master sees no hang-up when clients come and go.
    keep: Option<OwnedFd>,
}

/// The name of a port that is gone. While this lives no other pseudo-terminal gets the name.
pub struct Unplugged {
    _name: Option<OwnedFd>,
}

impl Terminal {
    /// Plugs a board in.
    ///
    /// # Errors
    /// There are no pseudo-terminals.
    pub fn new(identity: Identity, player: impl Player + Send + 'static) -> io::Result<Self> {
        let master = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY | OpenptFlags::CLOEXEC)?;
        grantpt(&master)?;
        unlockpt(&master)?;
        let path = ptsname(&master, Vec::new())?.into_string().map_err(io::Error::other)?;
        let keep = open(path.as_str(), OFlags::RDWR | OFlags::NOCTTY | OFlags::CLOEXEC, Mode::empty())?;
        let mut settings = tcgetattr(&keep)?;
        settings.make_raw();
        tcsetattr(&keep, OptionalActions::Now, &settings)?;
        let stop = Arc::new(AtomicBool::new(false));
        let (stopped, board) = (Arc::clone(&stop), Model::new(identity, player));
        let thread = Some(thread::spawn(move || serve(&master, board, &stopped)));
        Ok(Self { path, stop, thread, keep: Some(keep) })
    }

    /// The port's path.
    #[must_use]
    pub fn path(&self) -> &str {
        &self.path
    }

    /// Pulls the cable.
    ///
    /// # Panics
    /// When the board failed: then nothing was tested.
    #[must_use]
    pub fn unplug(mut self) -> Unplugged {
        Unplugged { _name: self.keep.take() }
    }
}

/// # Panics
/// When the board failed: then nothing was tested.
impl Drop for Terminal {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
        let ended = self.thread.take().map(JoinHandle::join);
        assert!(thread::panicking() || matches!(ended, Some(Ok(Ok(())))), "the board failed: {ended:?}");
    }
}

fn serve(master: &OwnedFd, mut board: Model<impl Player>, stop: &AtomicBool) -> io::Result<()> {
    let start = Instant::now();
    let mut buffer = [0; 1024];
    while !stop.load(Ordering::Relaxed) {
        let mut look = [PollFd::new(master, PollFlags::IN)];
        poll(&mut look, Some(&LOOK))?;
        if look[0].revents().contains(PollFlags::IN) {
            let count = read(master, &mut buffer)?;
            board.receive(&buffer[..count], start.elapsed());
        }
        while let Some(bytes) = board.send(start.elapsed()) {
            let mut rest = bytes.as_slice();
            while !rest.is_empty() {
                rest = &rest[write(master, rest)?..];
            }
        }
    }
    Ok(())
}
