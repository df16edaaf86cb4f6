//! A board at the other end of a transport.

use super::{DeviceError, Transport, TransportError};
use crate::link::{Event, Identity, LinkStats, Session, Setup, Timing};
use std::collections::VecDeque;
use std::hash::{BuildHasher, RandomState};
use std::time::Duration;

/// Longest wait for bytes: a caller who wants to stop is not kept longer.
const TURN: Duration = Duration::from_millis(50);
/// Longest wait for a board that is to drop its jobs.
const CANCEL: Duration = Duration::from_millis(300);
/// Bytes that are taken at once.
const BUFFER: usize = 4096;
/// Interruptions without a report in between after which a transport is given up.
const MAX_INTERRUPTIONS: u32 = 8;

/// How a board is spoken with.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LinkOptions {
    /// Number of the first session.
    pub session: u16,
    /// How long an unplugged board is waited for.
    pub patience: Duration,
    /// How long things may take; `None` for what suits the speed of the line.
    pub timing: Option<Timing>,
}

impl Default for LinkOptions {
    /// A random session, so that it is not that of the last program; some seconds for a cable.
    fn default() -> Self {
        let [low, high, ..] = RandomState::new().hash_one(0).to_le_bytes();
        Self { session: u16::from_le_bytes([low, high]), patience: Duration::from_secs(5), timing: None }
    }
}

/// A session on a transport.
struct Wire<T> {
    transport: T,
    session: Session,
    patience: Duration,
    interruptions: u32,
    /// Since when the way is gone, and why, while it is.
    gone: Option<(Duration, TransportError)>,
}

impl<T: Transport> Wire<T> {
    /// Sends what is due and takes what comes, at most [`TURN`] later.
    fn turn(&mut self) -> Result<(), DeviceError> {
        if self.gone.is_none() {
            match self.exchange() {
                Err(DeviceError::Transport(gone @ TransportError::Unplugged { .. })) => self.lost(gone)?,
                other => return other,
            }
        }
        self.again()
    }

    /// The way is gone.
    fn lost(&mut self, gone: TransportError) -> Result<(), DeviceError> {
        self.interruptions += 1;
        if self.interruptions > MAX_INTERRUPTIONS {
            return Err(DeviceError::Loose { times: self.interruptions });
        }
        self.gone = Some((self.transport.now(), gone));
        Ok(())
    }

    fn exchange(&mut self) -> Result<(), DeviceError> {
        while let Some(bytes) = self.session.send(self.transport.now())? {
            self.transport.send(&bytes)?;
        }
        let due = self.session.due().map_or(TURN, |due| due.saturating_sub(self.transport.now()));
        let mut buffer = [0; BUFFER];
        let read = self.transport.receive(&mut buffer, due.min(TURN))?;
        Ok(self.session.received(&buffer[..read], self.transport.now())?)
    }

    /// Waits for the way to come back, about [`TURN`] long: a caller who wants to stop is not kept longer.
    fn again(&mut self) -> Result<(), DeviceError> {
        let Some((since, gone)) = self.gone.take() else { return Ok(()) };
        let left = (since + self.patience).saturating_sub(self.transport.now());
        match self.transport.reopen(left.min(TURN)) {
            Ok(()) => self.session.restart(),
            Err(_) if left <= TURN => return Err(gone.into()),
            Err(_) => self.gone = Some((since, gone)),
        }
        Ok(())
    }
}

/// A board that was opened. Reports come in the order of the jobs.
///
/// When its transport goes away the jobs are kept: if it comes back in time they are sent again, else the error says that
/// it was unplugged.
pub struct Linked<T> {
    wire: Wire<T>,
    board: Identity,
    /// Tags of the jobs whose reports were not handed over, in order, with the reports that are there already.
    order: VecDeque<(u32, Option<Vec<u32>>)>,
}

impl<T: Transport> Linked<T> {
    /// Asks who is there, until the caller has `stopped` it.
    ///
    /// # Errors
    /// [`DeviceError`]: nobody answers, or it is not whom we `expected`.
    pub fn open(
        transport: T,
        expected: Option<Identity>,
        options: LinkOptions,
        mut stopped: impl FnMut() -> bool,
    ) -> Result<Self, DeviceError> {
        let timing = options.timing.unwrap_or_else(|| Timing::of_baud(transport.baud()));
        let session = Session::new(Setup { expected, timing, session: options.session });
        let mut wire = Wire { transport, session, patience: options.patience, interruptions: 0, gone: None };
        loop {
            wire.turn()?;
            if let Some(&board) = wire.session.board() {
                return Ok(Self { wire, board, order: VecDeque::new() });
            }
            if stopped() {
                return Err(DeviceError::Stopped);
            }
        }
    }

    /// Who it is.
    #[must_use]
    pub fn board(&self) -> &Identity {
        &self.board
    }

    /// Where it is, and who it says it is, in words.
    #[must_use]
    pub fn place(&self) -> String {
        format!("the board at {} (net {:016x})", self.wire.transport.place(), self.board.net_hash)
    }

    /// What happened on the link so far.
    #[must_use]
    pub fn stats(&self) -> LinkStats {
        self.wire.session.stats()
    }

    /// The transport.
    #[must_use]
    pub fn transport(&self) -> &T {
        &self.wire.transport
    }

    /// Takes whole jobs out of `jobs`, as many as the board has room for, waits a moment, and adds the words of whole
    /// reports to `reports`. **Shape:** jobs and reports as in `hdl/INTERFACE.md`, one behind the other; jobs under way
    /// have different tags.
    ///
    /// # Errors
    /// [`DeviceError`]: the link can't go on.
    pub fn exchange(&mut self, jobs: &mut VecDeque<u32>, reports: &mut Vec<u32>) -> Result<(), DeviceError> {
        let words = usize::from(self.board.job_words);
        while jobs.len() >= words && self.wire.session.room() > 0 && self.order.len() < usize::from(self.board.window) {
            let job: Vec<u32> = jobs.drain(..words).collect();
            let tag = job.first().copied().unwrap_or(0);
            // There is room, and the number of words is that of the board's jobs.
            if self.wire.session.submit(job).is_ok() {
                self.order.push_back((tag, None));
            }
        }
        self.wire.turn()?;
        self.sort();
        while let Some((_, Some(words))) = self.order.front_mut() {
            reports.append(words);
            self.order.pop_front();
        }
        Ok(())
    }

    /// Puts reports beside their jobs.
    fn sort(&mut self) {
        while let Some(event) = self.wire.session.event() {
            if let Event::Report { tag, words } = event {
                self.wire.interruptions = 0;
                let job = self.order.iter_mut().find(|(other, report)| *other == tag && report.is_none());
                job.into_iter().for_each(|(_, report)| *report = Some(words.clone()));
            }
        }
    }

    /// Drops all jobs, and waits a moment until the board has dropped them. From one that does not answer in time
    /// nothing is taken any more that belongs to them.
    ///
    /// # Errors
    /// As for [`Linked::exchange`].
    pub fn cancel(&mut self) -> Result<(), DeviceError> {
        self.order.clear();
        self.wire.session.cancel();
        let until = self.wire.transport.now() + CANCEL;
        while !self.wire.session.settled() {
            if self.wire.transport.now() > until {
                // A new session: what the board still says belongs to the old one.
                self.wire.session.restart();
                break;
            }
            self.wire.turn()?;
        }
        self.sort();
        Ok(())
    }

    /// What the board says when it is told to say some words, at most [`crate::link::message::MAX_ECHO`], until the
    /// caller has `stopped` it.
    ///
    /// # Errors
    /// As for [`Linked::exchange`], and [`DeviceError::Stopped`].
    pub fn echo(&mut self, words: &[u32], mut stopped: impl FnMut() -> bool) -> Result<Vec<u32>, DeviceError> {
        self.wire.session.echo(words.to_vec());
        loop {
            if stopped() {
                return Err(DeviceError::Stopped);
            }
            self.wire.turn()?;
            while let Some(event) = self.wire.session.event() {
                if let Event::Echo(said) = event {
                    self.wire.interruptions = 0;
                    return Ok(said);
                }
            }
        }
    }
}
