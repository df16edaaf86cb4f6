//! Random playouts on the processor.

use crate::{Compiled, Error, Job};
use gdl2hdl_gdl::observer::{Observer, Unobserved};
use gdl2hdl_play::playout::{self, Cpu, CpuOptions, PlayoutEngine, StartReport, Tally};
use std::num::NonZeroUsize;
use std::thread;

/// How many threads play.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Threads {
    /// As many as the machine has.
    All,
    /// So many.
    Number(NonZeroUsize),
}

impl Threads {
    /// One thread.
    pub const ONE: Self = Self::Number(NonZeroUsize::MIN);

    fn number(self) -> usize {
        match self {
            Self::All => thread::available_parallelism().map_or(1, NonZeroUsize::get),
            Self::Number(threads) => threads.get(),
        }
    }
}

/// Plays random playouts of a compiled game.
pub struct Player<'c> {
    compiled: &'c Compiled,
    engine: Cpu,
}

impl<'c> Player<'c> {
    pub(crate) fn new(compiled: &'c Compiled, threads: Threads) -> Self {
        let options = CpuOptions { threads: threads.number(), ..CpuOptions::default() };
        let engine = Cpu::new(compiled.net(), compiled.choices(), options);
        Self { compiled, engine }
    }

    /// Plays a job to its end.
    ///
    /// # Errors
    /// [`Error::Play`] for a job that nobody can play.
    pub fn playouts(&mut self, job: &Job) -> Result<Report, Error> {
        self.playouts_observed(job, &Unobserved)
    }

    /// Plays a job, to its end or until `observer` stops it.
    ///
    /// # Errors
    /// As [`Player::playouts`].
    pub fn playouts_observed(&mut self, job: &Job, observer: &dyn Observer) -> Result<Report, Error> {
        let report = self.engine.play(&job.of(self.compiled.initial()), observer)?;
        let values = (0..self.compiled.roles().len()).map(|role| self.values(role)).collect();
        Ok(Report { total: report.total().all, report, values })
    }

    /// The goal values of a role, ascending.
    fn values(&self, role: usize) -> Vec<i64> {
        let goals = self.compiled.optimised().net.ports.goals.iter();
        goals.filter(|goal| goal.role as usize == role).map(|goal| i64::from(goal.value)).collect()
    }
}

/// What came of a job.
#[derive(Clone, Debug)]
pub struct Report {
    report: playout::Report,
    /// All start states together.
    total: Tally,
    values: Vec<Vec<i64>>,
}

impl Report {
    /// Playouts that were counted.
    #[must_use]
    pub fn playouts(&self) -> u64 {
        self.total.playouts()
    }

    /// Steps of all playouts together.
    #[must_use]
    pub fn steps(&self) -> u64 {
        self.total.steps
    }

    /// The mean goal value of a role, over the playouts that came to an end; `None` where none did.
    #[must_use]
    #[expect(clippy::cast_precision_loss, reason = "a mean")]
    pub fn mean(&self, role: usize) -> Option<f64> {
        let counts = &self.total.goals[role];
        let ended: u64 = counts.iter().sum();
        let sum: f64 = counts.iter().zip(&self.values[role]).map(|(&n, &value)| n as f64 * value as f64).sum();
        (ended > 0).then(|| sum / ended as f64)
    }

    /// The counts of each start state, with those of first moves where they were asked for.
    #[must_use]
    pub fn starts(&self) -> &[StartReport] {
        &self.report.starts
    }

    /// Whether the job was played to its end.
    #[must_use]
    pub fn complete(&self) -> bool {
        self.report.complete
    }
}
