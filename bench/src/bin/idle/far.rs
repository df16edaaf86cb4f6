//! The host's end of the UART, with an adapter that keeps bytes for a while before the host gets them.

use gdl2hdl_device::board::{Transport, TransportError};
use gdl2hdl_verilate::board::{SerialModel, Speed};
use std::cell::RefCell;
use std::collections::VecDeque;
use std::rc::Rc;
use std::time::Duration;

/// Bits of a byte on the line.
const BITS: u64 = 10;
/// Bytes' times between two looks at what has come.
const BYTES: u64 = 4;
/// What a host sends is on the line after a turn of USB at the latest.
const OUTWARD: Duration = Duration::from_millis(1);

/// A transport to a model. Time is that of the model's clock.
pub(crate) struct Far {
    serial: Rc<RefCell<SerialModel>>,
    speed: Speed,
    /// Until the host gets a byte.
    latency: Duration,
    /// Bytes for the line, and when the adapter has them.
    outward: VecDeque<(Duration, u8)>,
    /// Bytes from the line, and when the host gets them.
    inward: VecDeque<(Duration, u8)>,
    /// Bytes that the line takes.
    line: VecDeque<u8>,
}

impl Far {
    pub(crate) fn new(serial: Rc<RefCell<SerialModel>>, speed: Speed, latency: Duration) -> Self {
        let [outward, inward] = [VecDeque::new(), VecDeque::new()];
        Self { serial, speed, latency, outward, inward, line: VecDeque::new() }
    }

    /// Lets the model run for a few bytes' times.
    fn turn(&mut self) -> Result<(), TransportError> {
        let now = self.now();
        while self.outward.front().is_some_and(|(due, _)| *due <= now) {
            self.line.extend(self.outward.pop_front().map(|(_, byte)| byte));
        }
        let mut received = Vec::new();
        let clocks = BYTES * BITS * self.speed.clock_hz / self.speed.baud;
        let ran = self.serial.borrow_mut().run(clocks, &mut self.line, &mut received);
        ran.map_err(|error| TransportError::Unplugged { port: "simulation".to_owned(), reason: error.to_string() })?;
        let due = self.now() + self.latency;
        self.inward.extend(received.into_iter().map(|byte| (due, byte)));
        Ok(())
    }
}

impl Transport for Far {
    fn baud(&self) -> u32 {
        u32::try_from(self.speed.baud).unwrap_or(u32::MAX)
    }

    fn place(&self) -> String {
        "simulated pins".to_owned()
    }

    fn now(&self) -> Duration {
        let (clocks, hz) = (self.serial.borrow().clocks(), self.speed.clock_hz);
        let rest = u128::from(clocks % hz) * 1_000_000_000 / u128::from(hz);
        // Below a second.
        Duration::new(clocks / hz, u32::try_from(rest).unwrap_or(0))
    }

    fn send(&mut self, bytes: &[u8]) -> Result<(), TransportError> {
        let due = self.now() + OUTWARD.min(self.latency);
        self.outward.extend(bytes.iter().map(|&byte| (due, byte)));
        Ok(())
    }

    fn receive(&mut self, bytes: &mut [u8], wait: Duration) -> Result<usize, TransportError> {
        let end = self.now().saturating_add(wait);
        loop {
            let now = self.now();
            let there = self.inward.iter().take_while(|(due, _)| *due <= now).count().min(bytes.len());
            if there > 0 || now >= end {
                self.inward.drain(..there).zip(bytes).for_each(|((_, byte), to)| *to = byte);
                return Ok(there);
            }
            self.turn()?;
        }
    }

    /// A model that stopped itself does not come back.
    fn reopen(&mut self, _patience: Duration) -> Result<(), TransportError> {
        self.turn()
    }
}
