//! Playouts by a board at the end of a link.

use super::build::refused;
use super::error::HardwareError;
use super::parts::{PLAYOUTS, Part, Sum, at_once, parts};
use super::{check_limit, run};
use crate::board::{DeviceError, LinkOptions, Linked, Transport};
use crate::link::{Identity, LinkStats};
use gdl2hdl_gdl::remedy::Remedy;
use gdl2hdl_hdl::playout::{Config, Gateware, gateware};
use gdl2hdl_net::playout::Choices;
use gdl2hdl_net::{Net, Verified};
use gdl2hdl_play::playout::Start;
use gdl2hdl_play::playout::{Cycles, GameShape, Job, Observer, PlayError, PlayoutEngine, Report, StepRecord};
use std::ops::ControlFlow;

/// Steps that a playout has at least, about: what a job of the device is measured with.
const STEPS: u64 = 16;
/// A job of the device takes about so much of a second, or a multiple where playouts are long: longer than a USB adapter
/// takes to hand on the next one.
const SHARE: u64 = 5;
/// Bits of the counters of first moves.
const ROW_BITS: u32 = 32;

/// The playout engine on a board.
pub struct Board<T> {
    name: &'static str,
    net: Net,
    shape: GameShape,
    gateware: Gateware,
    linked: Linked<T>,
    cycles: Option<Cycles>,
}

impl<T: Transport> Board<T> {
    /// Opens a board that was built from this net in this configuration. `choices` are those of the net. The observer can
    /// end it.
    ///
    /// # Errors
    /// [`HardwareError::Board`]: nobody answers, or the board is another one; [`HardwareError::Gateware`] where there is no gateware
    /// that it could have.
    pub fn open(
        net: Verified<'_>,
        choices: &Choices,
        game: &str,
        config: Config,
        transport: T,
        options: LinkOptions,
        observer: &dyn Observer,
    ) -> Result<Self, PlayError> {
        let gateware = gateware(net, choices, game, config, observer).map_err(refused)?;
        // Clock and window are the board's business.
        let expected = Identity::of(&gateware, 0, 1).map_err(DeviceError::from)?;
        let linked = Linked::open(transport, Some(expected), options, || observer.stopped())?;
        let net = net.net().clone();
        Ok(Self { name: "board", shape: GameShape::new(&net, choices), net, gateware, linked, cycles: None })
    }

    /// The same under another name, for boards that are simulated.
    #[must_use]
    pub fn named(self, name: &'static str) -> Self {
        Self { name, ..self }
    }

    /// Who the board is.
    #[must_use]
    pub fn identity(&self) -> &Identity {
        self.linked.board()
    }

    /// What happened on the link so far.
    #[must_use]
    pub fn link(&self) -> LinkStats {
        self.linked.stats()
    }

    /// Looks at the start states; refuses jobs that can't be played, or not on this board.
    fn starts(&self, job: &Job) -> Result<Vec<Start>, PlayError> {
        fits(&self.gateware.config, job)?;
        check_limit(&self.gateware, job)?;
        job.check(self.shape.registers)?;
        let starts: Vec<Start> = job.starts.iter().map(|state| Start::new(&self.net, job, &state.registers)).collect();
        self.shape.check(job, |start| Ok(starts[start].first_moves(&self.shape)))?;
        Ok(starts)
    }
}

/// Lanes of a job of a device at a cycle, in Hz: enough to keep it busy, and no more than it has bits for. A job of more
/// lanes is several for the device.
pub(crate) fn lanes_at_once(config: &Config, clock_hz: u64, job: &Job) -> u64 {
    let second = clock_hz * u64::from(config.cores);
    let busy = (second / (STEPS * SHARE)).max(PLAYOUTS) / job.per_lane;
    at_once(job, u64::from(config.cores)).max(busy).min(most_lanes(config, job))
}

/// The most lanes of a job of the device: so many it can count, and so many that no counter runs over.
fn most_lanes(config: &Config, job: &Job) -> u64 {
    let steps = job.max_steps.max(1).saturating_mul(job.per_lane);
    let rows = if config.first_moves { ROW_BITS } else { u64::BITS };
    let countable = largest(config.counter_bits.min(rows)) / steps;
    config.most_lanes().min(countable).max(1)
}

/// The largest number of so many bits, 1 to 64.
fn largest(bits: u32) -> u64 {
    u64::MAX >> (u64::BITS - bits.clamp(1, u64::BITS))
}

/// Whether the board has room for the numbers of a job.
fn fits(config: &Config, job: &Job) -> Result<(), DeviceError> {
    if job.first_moves && !config.first_moves {
        return Err(DeviceError::FirstMoves);
    }
    if job.slots != config.slots {
        return Err(DeviceError::Slots { job: job.slots, board: config.slots });
    }
    let numbers = [
        ("playouts per lane", job.per_lane, config.quota_bits, Remedy::QuotaBits),
        ("steps of a playout", job.max_steps, config.step_bits, Remedy::StepBits),
    ];
    match numbers.into_iter().find(|(_, number, bits, _)| *number > largest(*bits)) {
        Some((what, number, bits, remedy)) => Err(DeviceError::Number { what, number, most: largest(bits), remedy }),
        None => Ok(()),
    }
}

impl<T: Transport> PlayoutEngine for Board<T> {
    fn name(&self) -> &str {
        self.name
    }

    fn cycles(&self) -> Option<Cycles> {
        self.cycles
    }

    fn prepare(&mut self, job: &Job, _observer: &dyn Observer) -> Result<(), PlayError> {
        self.starts(job).map(|_| ())
    }

    /// Never: boards have no debug ports.
    fn prepare_trace(&mut self, job: &Job, _observer: &dyn Observer) -> Result<(), PlayError> {
        self.starts(job)?;
        Err(DeviceError::Steps.into())
    }

    fn play(&mut self, job: &Job, observer: &dyn Observer) -> Result<Report, PlayError> {
        let starts = self.starts(job)?;
        let board = self.linked.board();
        let parts = parts(job, lanes_at_once(&self.gateware.config, board.clock_hz.into(), job));
        let Self { shape, gateware, linked, .. } = self;
        let mut sum = Sum::new(shape.no_playouts(job));
        let waiting = usize::from(linked.board().window);
        let take = |part: &Part, report, clocks| sum.add(part, report, clocks, job);
        let complete = run((&mut *linked, &*gateware), waiting, (job, &starts), shape, &parts, observer, take);
        if !matches!(complete, Ok(true)) {
            // What is under way is dropped; the next job finds an empty board.
            let dropped = linked.cancel();
            if complete.is_ok() {
                dropped?;
            }
        }
        let place = linked.place();
        let complete = complete.map_err(|error| match HardwareError::of(&error) {
            Some(HardwareError::Device(what)) => DeviceError::Report { board: place, what: what.clone() }.into(),
            _ => error,
        })?;
        let (report, clocks) = sum.whole();
        self.cycles = Some(Cycles { clocks, cores: gateware.config.cores });
        Ok(Report { complete, ..report })
    }

    /// Never: boards have no debug ports.
    fn trace(
        &mut self,
        job: &Job,
        _observer: &dyn Observer,
        _visit: &mut dyn FnMut(StepRecord) -> ControlFlow<()>,
    ) -> Result<(), PlayError> {
        self.starts(job)?;
        Err(DeviceError::Steps.into())
    }
}

#[cfg(test)]
mod tests;
