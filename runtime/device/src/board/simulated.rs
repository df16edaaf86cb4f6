//! A simulated board as a transport: time is that of its clock.

use super::{Transport, TransportError};
use gdl2hdl_verilate::board::{SerialModel, Speed};
use std::collections::VecDeque;
use std::time::{Duration, Instant};

/// Clocks between two looks at what has come, in bytes' times.
const BYTES: u64 = 4;
/// Bits of a byte on the line.
const BITS: u64 = 10;
/// Longest wait in the time of the caller, who may want to stop: that of the board can pass a thousand times as slowly.
const PATIENCE: Duration = Duration::from_millis(50);

/// The model of a board's top level at the pins of its UART.
pub struct Simulated {
    model: SerialModel,
    speed: Speed,
    send: VecDeque<u8>,
    received: Vec<u8>,
}

impl Simulated {
    /// A board that was just switched on.
    #[must_use]
    pub fn new(model: SerialModel, speed: Speed) -> Self {
        Self { model, speed, send: VecDeque::new(), received: Vec::new() }
    }

    /// Clocks since it was switched on.
    #[must_use]
    pub fn clocks(&self) -> u64 {
        self.model.clocks()
    }

    fn turn(&mut self, clocks: u64) -> Result<(), TransportError> {
        self.model
            .run(clocks, &mut self.send, &mut self.received)
            .map_err(|error| TransportError::Unplugged { port: "simulation".to_owned(), reason: error.to_string() })
    }
}

impl Transport for Simulated {
    fn baud(&self) -> u32 {
        u32::try_from(self.speed.baud).unwrap_or(u32::MAX)
    }

    fn place(&self) -> String {
        "simulated pins".to_owned()
    }

    fn now(&self) -> Duration {
        let (clocks, hz) = (self.model.clocks(), self.speed.clock_hz);
        let rest = u128::from(clocks % hz) * 1_000_000_000 / u128::from(hz);
        // Below a second.
        Duration::new(clocks / hz, u32::try_from(rest).unwrap_or(0))
    }

    fn send(&mut self, bytes: &[u8]) -> Result<(), TransportError> {
        self.send.extend(bytes);
        Ok(())
    }

    fn receive(&mut self, bytes: &mut [u8], wait: Duration) -> Result<usize, TransportError> {
        let (begun, end) = (Instant::now(), self.now().saturating_add(wait));
        let piece = BYTES * BITS * self.speed.clock_hz / self.speed.baud;
        while self.received.is_empty() && self.now() < end && begun.elapsed() < PATIENCE {
            self.turn(piece)?;
        }
        let count = bytes.len().min(self.received.len());
        bytes[..count].copy_from_slice(&self.received[..count]);
        self.received.drain(..count);
        Ok(count)
    }

    /// A model that stopped itself does not come back.
    fn reopen(&mut self, _patience: Duration) -> Result<(), TransportError> {
        self.turn(1)
    }
}
