//! The real tools, as a search asks them.

use super::search::Works;
use super::timed::Timed;
use super::{PLOT, RECORD, plot};
use crate::bitstream::builder::{Builder, Built};
use crate::bitstream::choice::{EngineChoice, Options};
use crate::bitstream::cost::{BLOCK_RAMS, Full, Resources, share_of};
use crate::bitstream::fitted::{FitRecord, Reached};
use crate::bitstream::stages::write_whole;
use crate::bitstream::{Basis, BuildError, BuildRecord, BuildTools, Request};
use gdl2hdl_emit::net_hash;
use gdl2hdl_gdl::remedy::Remedy;
use gdl2hdl_hdl::playout::{Config, Playable};
use gdl2hdl_verilate::Observer;
use std::collections::BTreeMap;
use std::path::Path;
use std::time::Duration;

/// Cores that carry their state through block RAMs, after so many needed too many of these; `None` where there are none.
/// A core is taken for as large as it can be, so that no more are given up than must be.
fn fewer(carrying: u32, need: u64, have: u64) -> Option<u32> {
    let over = (need.saturating_sub(have) * u64::from(carrying)).div_ceil(need.max(1)).max(1);
    carrying.checked_sub(u32::try_from(over).ok()?)
}

/// Builds of many configurations in one folder.
pub(super) struct Workshop<'a> {
    pub(super) playable: &'a Playable<'a>,
    pub(super) request: &'a Request<'a>,
    /// What is not chosen.
    pub(super) configs: BTreeMap<Options, Config>,
    /// How much of the device a design may take that could as well have fewer cores; `None` where the user says how many.
    full: Option<Full>,
    pub(super) tools: &'a BuildTools,
    pub(super) base: &'a Path,
    timed: &'a Timed<'a>,
    /// The one that was counted last.
    open: Option<(EngineChoice, Builder<'a>)>,
    /// Those that are routed.
    built: BTreeMap<EngineChoice, (Builder<'a>, Built)>,
    /// The whole build that was written last.
    pub(super) kept: Option<BuildRecord>,
}

impl<'a> Workshop<'a> {
    pub(super) fn new(
        playable: &'a Playable<'a>,
        request: &'a Request<'a>,
        configs: BTreeMap<Options, Config>,
        full: Option<Full>,
        tools: &'a BuildTools,
        base: &'a Path,
        timed: &'a Timed<'a>,
    ) -> Self {
        let (open, built, kept) = (None, BTreeMap::new(), None);
        Self { playable, request, configs, full, tools, base, timed, open, built, kept }
    }

    fn builder(&self, choice: EngineChoice, clock_hz: u64) -> Result<Builder<'a>, BuildError> {
        let config = choice.config(self.configs.get(&choice.options).copied().unwrap_or(self.request.config));
        let engine = self.playable.engine(self.request.game, config)?;
        let hash = net_hash(self.playable.net().net());
        let mut builder = Builder::new(engine, hash, self.request, self.tools, self.base, self.timed);
        builder.full = self.full.filter(|_| choice.cores > choice.options.cores_per_lane);
        (builder.guess, builder.prefix) = (clock_hz, format!("{}-", choice.name()));
        Ok(builder)
    }

    /// Where block RAMs alone are too few, fewer cores carry their state through them; gives back any other error.
    fn carry_less(&mut self, choice: EngineChoice, error: BuildError) -> Result<(), BuildError> {
        let BuildError::TooLarge { what: BLOCK_RAMS, need, have, .. } = error else { return Err(error) };
        let Some(config) = self.configs.get_mut(&choice.options) else { return Err(error) };
        let carrying = fewer(config.carrying_cores.min(choice.cores), need, have).ok_or(error)?;
        config.carrying_cores = carrying;
        self.timed.found(&format!("{}: {need} of {have} {BLOCK_RAMS}: {carrying} cores use them", choice.words()));
        Ok(())
    }

    /// Block RAMs of which more are taken than may be, and how many may be.
    fn crowded(&self, counted: &Resources) -> Option<(u64, u64)> {
        let have = u64::from(self.request.board.budget.as_ref()?.brams?);
        let room = share_of(have, self.full?.brams);
        (counted.brams > room).then_some((counted.brams, room))
    }

    /// Synthesizes a configuration. Of more block RAMs than may be taken some carry state only: these are given up first.
    fn counted(&mut self, choice: EngineChoice, clock_hz: u64) -> Result<Resources, BuildError> {
        loop {
            let mut builder = self.builder(choice, clock_hz)?;
            let counted = match builder.count() {
                Ok(counted) => counted,
                Err(error) => {
                    self.carry_less(choice, error)?;
                    continue;
                }
            };
            if let Some((need, have)) = self.crowded(&counted) {
                let (what, basis, cores) = (BLOCK_RAMS, Basis::Synthesis, choice.cores);
                if self.carry_less(choice, BuildError::TooLarge { what, need, have, basis, cores }).is_ok() {
                    continue;
                }
            }
            self.open = Some((choice, builder));
            return Ok(counted);
        }
    }

    /// Places and routes what was counted last, or another configuration.
    fn routed(&mut self, choice: EngineChoice, clock_hz: u64, least: u64) -> Result<Reached, BuildError> {
        let mut builder = match self.open.take().filter(|(open, _)| *open == choice) {
            Some((_, builder)) => builder,
            None => self.builder(choice, clock_hz)?,
        };
        let built = builder.search(least / u64::from(choice.cores.max(1)))?;
        let reached = built.reached(&builder.engine, self.request.lengths)?;
        self.built.insert(choice, (builder, built));
        Ok(reached)
    }

    /// The same with more seeds.
    fn routed_again(&mut self, choice: EngineChoice, reached: &Reached, times: u64) -> Result<Reached, BuildError> {
        let mut builder = self.builder(choice, reached.fmax_hz)?;
        let first = self.request.seeds.first().copied().unwrap_or(1);
        let number = times * self.request.seeds.len().max(1) as u64;
        // In folders of its own: what is there must not be written over.
        builder.prefix = format!("{}-seeds{number}-", choice.name());
        builder.seeds = (first..first.saturating_add(number)).collect();
        let built = builder.search(0)?;
        let again = built.reached(&builder.engine, self.request.lengths)?;
        if again.states_per_s > reached.states_per_s {
            self.built.insert(choice, (builder, built));
        }
        Ok(again)
    }

    /// A tool that the clock of the search has stopped, and not the observer.
    fn out_of_time(&self, error: BuildError) -> BuildError {
        match error.stopped().filter(|_| !self.timed.is_stopped()) {
            Some(stage) => BuildError::OutOfTime { stage },
            None => error,
        }
    }
}

impl Works for Workshop<'_> {
    fn count(&mut self, choice: EngineChoice, clock_hz: u64) -> Result<Resources, BuildError> {
        self.counted(choice, clock_hz).map_err(|error| self.out_of_time(error))
    }

    fn route(&mut self, choice: EngineChoice, clock_hz: u64, least: u64) -> Result<Reached, BuildError> {
        self.routed(choice, clock_hz, least).map_err(|error| self.out_of_time(error))
    }

    fn route_again(&mut self, choice: EngineChoice, reached: &Reached, times: u64) -> Result<Reached, BuildError> {
        self.routed_again(choice, reached, times).map_err(|error| self.out_of_time(error))
    }

    fn keep(&mut self, best: EngineChoice, found: FitRecord) -> Result<(), BuildError> {
        let nothing = || BuildError::Broken(format!("{} was not routed", best.words()));
        let (builder, built) = self.built.get_mut(&best).ok_or_else(nothing)?;
        // What is routed is packed, however late it is.
        self.timed.until(None);
        builder.pack(built)?;
        let text = serde_json::to_string_pretty(&found).map_err(|error| BuildError::Broken(error.to_string()))?;
        let title = format!("{} on {}", self.request.game, self.request.board.title);
        let plot = plot::draw(&found, &title);
        write_whole(&self.base.join(RECORD), (text + "\n").as_bytes())?;
        write_whole(&self.base.join(PLOT), plot.as_bytes())?;
        self.kept = Some(builder.write(built, Some(found))?);
        Ok(())
    }

    fn elapsed(&self) -> Duration {
        self.timed.elapsed()
    }

    fn until(&mut self, end: Option<Duration>) {
        self.timed.until(end);
    }

    fn found(&self, what: &str, remedies: &[Remedy]) {
        self.timed.advised(what, remedies);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fewer_cores_carry_until_block_rams_suffice() {
        assert_eq!(fewer(3, 41, 32), Some(2));
        assert_eq!(fewer(20, 64, 32), Some(10));
        assert_eq!(fewer(1, 41, 32), Some(0));
        assert_eq!(fewer(0, 41, 32), None, "others need them");
        let (mut carrying, mut tries) = (20, 0);
        // 12 that are there once, and four a core.
        while let Some(less) =
            Some(12 + 4 * u64::from(carrying)).filter(|need| *need > 32).and_then(|need| fewer(carrying, need, 32))
        {
            (carrying, tries) = (less, tries + 1);
        }
        assert!(carrying == 5 && tries < 8, "{carrying} after {tries}");
    }
}
