//! What answers jobs with reports: words in, words out.

use super::error::HardwareError;
use crate::board::{Linked, Transport};
use gdl2hdl_play::playout::PlayError;
use gdl2hdl_verilate::{Instance, Model, SimError};
use std::collections::VecDeque;

/// Clocks between two looks at a simulated device.
const BATCH: u64 = 512;

/// A playout engine in hardware, or a model of it.
pub(super) trait Device {
    /// Hands over words of jobs, as many as the device takes, lets it work for a while, and gives the words of reports
    /// that came meanwhile.
    fn exchange(&mut self, jobs: &mut VecDeque<u32>, reports: &mut Vec<u32>) -> Result<(), PlayError>;
}

/// A Verilated engine.
pub(super) struct Simulated {
    pub(super) instance: Instance,
    ports: Ports,
    /// Of the word of a job that goes in, and of that of a report that comes out.
    pieces: [Pieces; 2],
}

/// Numbers of the ports.
struct Ports {
    reset: usize,
    job_valid: usize,
    job_ready: usize,
    job_data: usize,
    report_valid: usize,
    report_ready: usize,
    report_data: usize,
}

/// Words as they go through ports of 8 or of 32 bits, and what is left of one.
#[derive(Default)]
struct Pieces {
    /// Bits of a piece.
    bits: u32,
    /// The pieces of a word so far.
    word: u32,
    /// Pieces that are part of it.
    number: u32,
}

impl Pieces {
    /// The next piece of a word, and whether it is the last.
    fn next(&self, word: u32) -> (u32, bool) {
        let piece = word.checked_shr(self.number * self.bits).unwrap_or(0);
        (if self.bits < u32::BITS { piece & ((1 << self.bits) - 1) } else { piece }, self.is_last())
    }

    fn is_last(&self) -> bool {
        (self.number + 1) * self.bits >= u32::BITS
    }

    /// Goes on to the next piece.
    fn pass(&mut self) {
        self.number = if self.is_last() { 0 } else { self.number + 1 };
    }

    /// Takes a piece; gives the word that it completes.
    fn push(&mut self, piece: u32) -> Option<u32> {
        let before = if self.number == 0 { 0 } else { self.word };
        self.word = before | piece.checked_shl(self.number * self.bits).unwrap_or(0);
        let whole = self.is_last();
        self.pass();
        whole.then_some(self.word)
    }
}

impl Simulated {
    /// A device that was just reset.
    /// **Shape:** jobs and reports pass in so many bits, 8 or 32.
    pub(super) fn new(model: &Model, stream_bits: usize) -> Result<Self, SimError> {
        let port = |name| model.port(name);
        let ports = Ports {
            reset: port("rst_i")?,
            job_valid: port("job_valid_i")?,
            job_ready: port("job_ready_o")?,
            job_data: port("job_data_i")?,
            report_valid: port("report_valid_o")?,
            report_ready: port("report_ready_i")?,
            report_data: port("report_data_o")?,
        };
        let bits = u32::try_from(stream_bits).unwrap_or(u32::BITS);
        let pieces = || Pieces { bits, ..Pieces::default() };
        let mut device = Self { instance: model.instance()?, ports, pieces: [pieces(), pieces()] };
        device.reset()?;
        Ok(device)
    }

    /// Drops everything that is under way.
    pub(super) fn reset(&mut self) -> Result<(), SimError> {
        self.pieces.iter_mut().for_each(|pieces| pieces.number = 0);
        self.instance.set_word(self.ports.reset, 1)?;
        self.instance.tick(2)?;
        self.instance.set_word(self.ports.reset, 0)?;
        self.instance.eval()
    }

    /// Hands over one word, or what is left of it, and a clock passes for each piece; whether all of it was taken. What was not
    /// is left for the next call with the same word.
    pub(super) fn offer(&mut self, word: u32) -> Result<bool, SimError> {
        loop {
            let (piece, is_last) = self.pieces[0].next(word);
            if !self.offer_piece(piece)? {
                return Ok(false);
            }
            self.pieces[0].pass();
            if is_last {
                return Ok(true);
            }
        }
    }

    fn offer_piece(&mut self, piece: u32) -> Result<bool, SimError> {
        self.instance.set_word(self.ports.job_data, u64::from(piece))?;
        self.instance.set_word(self.ports.job_valid, 1)?;
        self.instance.eval()?;
        let taken = self.instance.get_word(self.ports.job_ready)? == 1;
        self.instance.tick(1)?;
        self.instance.set_word(self.ports.job_valid, 0)?;
        self.instance.eval()?;
        Ok(taken)
    }

    /// Takes the words of reports that are there.
    pub(super) fn collect(&mut self, reports: &mut Vec<u32>) -> Result<(), SimError> {
        self.instance.set_word(self.ports.report_ready, 1)?;
        self.instance.eval()?;
        while self.instance.get_word(self.ports.report_valid)? == 1 {
            // Of a port of 32 bits at most.
            let piece = self.instance.get_word(self.ports.report_data)?;
            reports.extend(u32::try_from(piece).ok().and_then(|piece| self.pieces[1].push(piece)));
            self.instance.tick(1)?;
        }
        self.instance.set_word(self.ports.report_ready, 0)?;
        self.instance.eval()
    }
}

impl Device for Simulated {
    fn exchange(&mut self, jobs: &mut VecDeque<u32>, reports: &mut Vec<u32>) -> Result<(), PlayError> {
        while let Some(&word) = jobs.front() {
            if !self.offer(word).map_err(failed)? {
                break;
            }
            jobs.pop_front();
        }
        self.instance.tick(BATCH).map_err(failed)?;
        self.collect(reports).map_err(failed)
    }
}

/// A board.
impl<T: Transport> Device for Linked<T> {
    fn exchange(&mut self, jobs: &mut VecDeque<u32>, reports: &mut Vec<u32>) -> Result<(), PlayError> {
        Ok(Self::exchange(self, jobs, reports)?)
    }
}

/// A simulation that could not be built or run.
#[allow(clippy::needless_pass_by_value, reason = "for `map_err`")]
pub(super) fn failed(error: SimError) -> PlayError {
    match error {
        SimError::Stopped { stage } => PlayError::Stopped(stage),
        other => HardwareError::Device(other.to_string()).into(),
    }
}
