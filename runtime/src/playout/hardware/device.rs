//! What answers jobs with reports: words in, words out.

use super::build::failed;
use crate::board::{Linked, Transport};
use crate::playout::PlayError;
use gdl2hdl_sim::{Instance, Model, SimError};
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

impl Simulated {
    /// A device that was just reset.
    pub(super) fn new(model: &Model) -> Result<Self, SimError> {
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
        let mut device = Self { instance: model.instance()?, ports };
        device.reset()?;
        Ok(device)
    }

    /// Drops everything that is under way.
    pub(super) fn reset(&mut self) -> Result<(), SimError> {
        self.instance.set_word(self.ports.reset, 1)?;
        self.instance.tick(2)?;
        self.instance.set_word(self.ports.reset, 0)?;
        self.instance.eval()
    }

    /// Hands over one word, or one clock passes; whether it was taken.
    pub(super) fn offer(&mut self, word: u32) -> Result<bool, SimError> {
        self.instance.set_word(self.ports.job_data, u64::from(word))?;
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
            // A word of a port of 32 bits.
            let word = self.instance.get_word(self.ports.report_data)?;
            reports.extend(u32::try_from(word));
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
