//! A board in software in memory, with simulated time.

use super::super::{Transport, TransportError};
use crate::link::Identity;
use crate::link::model::{Model, Player};
use std::collections::VecDeque;
use std::time::Duration;

const BAUD: u32 = 1_000_000;
const BYTE: Duration = Duration::from_micros(10);

/// A line without faults, which may be pulled.
pub(crate) struct Memory<P> {
    pub(crate) board: Model<P>,
    /// The line is pulled so long after it was plugged in, one after another.
    pub(crate) unplugs: Vec<Duration>,
    pub(crate) comes_back: bool,
    /// The board hears nothing.
    pub(crate) deaf: bool,
    now: Duration,
    plugged: Option<Duration>,
    /// Bytes on their way to the host.
    down: VecDeque<(Duration, u8)>,
    free: Duration,
}

impl<P: Player> Memory<P> {
    pub(crate) fn new(identity: Identity, player: P) -> Self {
        Self {
            board: Model::new(identity, player),
            unplugs: Vec::new(),
            comes_back: true,
            deaf: false,
            now: Duration::ZERO,
            plugged: Some(Duration::ZERO),
            down: VecDeque::new(),
            free: Duration::ZERO,
        }
    }

    fn there(&mut self) -> Result<(), TransportError> {
        let since = self.plugged.map(|plugged| self.now - plugged);
        if let (Some(since), Some(&after)) = (since, self.unplugs.last())
            && since >= after
        {
            self.unplugs.pop();
            self.plugged = None;
            self.down.clear();
        }
        if self.plugged.is_some() {
            return Ok(());
        }
        Err(TransportError::Unplugged { port: "memory".to_owned(), reason: "pulled".to_owned() })
    }

    /// The board speaks while the line is free.
    fn listen(&mut self, until: Duration) {
        self.free = self.free.max(self.now);
        while self.free <= until {
            if let Some(bytes) = self.board.send(self.free) {
                for byte in bytes {
                    self.free += BYTE;
                    self.down.push_back((self.free, byte));
                }
            } else {
                match self.board.due().filter(|due| *due > self.free && *due <= until) {
                    Some(due) => self.free = due,
                    None => break,
                }
            }
        }
    }
}

impl<P: Player> Transport for Memory<P> {
    fn baud(&self) -> u32 {
        BAUD
    }

    fn place(&self) -> String {
        "memory".to_owned()
    }

    fn now(&self) -> Duration {
        self.now
    }

    fn send(&mut self, bytes: &[u8]) -> Result<(), TransportError> {
        self.there()?;
        self.now += BYTE * u32::try_from(bytes.len()).unwrap_or(u32::MAX);
        if !self.deaf {
            self.board.receive(bytes, self.now);
        }
        Ok(())
    }

    fn receive(&mut self, bytes: &mut [u8], wait: Duration) -> Result<usize, TransportError> {
        self.there()?;
        let until = self.now + wait.max(Duration::from_micros(1));
        self.listen(until);
        let first = self.down.front().map_or(until, |(when, _)| *when);
        self.now = self.now.max(first.min(until));
        let mut read = 0;
        while read < bytes.len() && self.down.front().is_some_and(|(when, _)| *when <= self.now) {
            self.down.pop_front().into_iter().for_each(|(_, byte)| bytes[read] = byte);
            read += 1;
        }
        Ok(read)
    }

    fn reopen(&mut self, patience: Duration) -> Result<(), TransportError> {
        self.now += patience / 2;
        if !self.comes_back {
            return Err(TransportError::Missing { port: "memory".to_owned() });
        }
        self.plugged = Some(self.now);
        Ok(())
    }
}
