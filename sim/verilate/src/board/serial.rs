//! The far end of a model's UART: bytes to its receiver, bytes from its transmitter.
//!
//! Between two things that happen on the line the model runs without interruption, so a byte costs some twenty calls,
//! not one a clock.

use crate::{Instance, Model, SimError};
use std::collections::VecDeque;

/// Bits of a byte on the line: start, eight of data, stop.
const BITS: u32 = 10;
/// The line is looked at so many times a bit while it is idle.
const LOOKS: u64 = 4;

/// Frequency of the clock and speed of the line, as whole numbers. 8 bits, no parity, 1 stop bit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Speed {
    /// **Units:** Hz.
    pub clock_hz: u64,
    /// **Units:** bits a second.
    pub baud: u64,
}

impl Speed {
    /// The clock at which so many half bits are over. Rounded down, which errs by less than a clock wherever it begins.
    fn clock_of(self, half_bits: u64) -> u64 {
        half_bits * self.clock_hz / (2 * self.baud)
    }
}

/// A model with a UART and the host's end of it.
#[derive(Debug)]
pub struct SerialModel {
    instance: Instance,
    rx: usize,
    tx: usize,
    speed: Speed,
    /// Clocks since the beginning.
    now: u64,
    sending: Option<Sending>,
    receiving: Option<Receiving>,
    /// When to look at the line next while nothing comes.
    look: u64,
    /// Bytes from the model whose stop bit was missing.
    broken: u64,
}

/// A byte on its way to the model.
#[derive(Clone, Copy, Debug)]
struct Sending {
    /// Start bit lowest, then data, then the stop bit.
    bits: u32,
    begun: u64,
    next: u32,
}

/// A byte on its way from the model.
#[derive(Clone, Copy, Debug)]
struct Receiving {
    bits: u32,
    begun: u64,
    next: u32,
}

impl SerialModel {
    /// A model with an idle line. `rx` is the model's input, `tx` its output, both of one bit.
    ///
    /// # Errors
    /// [`SimError::NoSuchPort`], and what [`Model::instance`] finds.
    pub fn new(model: &Model, rx: &str, tx: &str, speed: Speed) -> Result<Self, SimError> {
        let (rx, tx) = (model.port(rx)?, model.port(tx)?);
        let mut instance = model.instance()?;
        instance.set_word(rx, 1)?;
        instance.eval()?;
        Ok(Self { instance, rx, tx, speed, now: 0, sending: None, receiving: None, look: 0, broken: 0 })
    }

    /// Clocks since the beginning.
    #[must_use]
    pub fn clocks(&self) -> u64 {
        self.now
    }

    /// Bytes from the model that had no stop bit.
    #[must_use]
    pub fn broken(&self) -> u64 {
        self.broken
    }

    /// The model, to read its other ports.
    pub fn instance(&mut self) -> &mut Instance {
        &mut self.instance
    }

    /// Lets the model run for so many cycles: takes bytes of `send` as fast as the line takes them, and appends what
    /// came to `received`.
    ///
    /// # Errors
    /// [`SimError::Halted`] when the model stops itself.
    pub fn run(&mut self, clocks: u64, send: &mut VecDeque<u8>, received: &mut Vec<u8>) -> Result<(), SimError> {
        let end = self.now + clocks;
        loop {
            self.send(send)?;
            self.receive(received)?;
            if self.now >= end {
                return Ok(());
            }
            let due = [self.send_due(), Some(self.receive_due()), Some(end)];
            let next = due.into_iter().flatten().min().unwrap_or(end).max(self.now + 1);
            self.instance.tick(next - self.now)?;
            self.now = next;
        }
    }

    /// Clock of the next edge towards the model.
    fn send_due(&self) -> Option<u64> {
        self.sending.map(|sending| sending.begun + self.speed.clock_of(2 * u64::from(sending.next)))
    }

    /// Sets the line to the bit that is due.
    fn send(&mut self, send: &mut VecDeque<u8>) -> Result<(), SimError> {
        if self.send_due().is_some_and(|due| self.now < due) {
            return Ok(());
        }
        let now = self.now;
        let fresh = |byte| Sending { bits: (u32::from(byte) | 0x100) << 1, begun: now, next: 0 };
        let over = |sending: &Sending| sending.next == BITS;
        let Some(sending) = self.sending.filter(|sending| !over(sending)).or_else(|| send.pop_front().map(fresh))
        else {
            self.sending = None;
            return Ok(());
        };
        self.instance.set_word(self.rx, u64::from(sending.bits >> sending.next & 1))?;
        self.sending = Some(Sending { next: sending.next + 1, ..sending });
        Ok(())
    }

    /// Clock of the next look at the line from the model.
    fn receive_due(&self) -> u64 {
        match self.receiving {
            // In the middle of the bit.
            Some(receiving) => receiving.begun + self.speed.clock_of(2 * u64::from(receiving.next) + 1),
            None => self.look,
        }
    }

    /// Looks at the line when it is time.
    fn receive(&mut self, received: &mut Vec<u8>) -> Result<(), SimError> {
        if self.now < self.receive_due() {
            return Ok(());
        }
        let bit = u32::from(self.instance.get_word(self.tx)? == 1);
        let pause = (self.speed.clock_hz / (LOOKS * self.speed.baud)).max(1);
        self.look = self.now + pause;
        match &mut self.receiving {
            None if bit == 0 => {
                // The edge was half a pause ago, on average.
                self.receiving = Some(Receiving { bits: 0, begun: self.now.saturating_sub(pause / 2), next: 0 });
            }
            None => {}
            Some(receiving) => {
                receiving.bits |= bit << receiving.next;
                receiving.next += 1;
                if receiving.next == BITS {
                    let bits = receiving.bits;
                    self.receiving = None;
                    self.finish(bits, received);
                }
            }
        }
        Ok(())
    }

    /// Start bit lowest, stop bit highest.
    fn finish(&mut self, bits: u32, received: &mut Vec<u8>) {
        if bits & 1 == 0 && bits >> (BITS - 1) == 1 {
            let [byte, ..] = (bits >> 1).to_le_bytes();
            received.push(byte);
        } else {
            self.broken += 1;
        }
    }
}
