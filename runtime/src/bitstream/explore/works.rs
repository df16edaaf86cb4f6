//! The real tools, as a search asks them.

use super::options::{Choice, Options};
use super::record::{FitRecord, Reached};
use super::search::Works;
use crate::bitstream::builder::{Builder, Built};
use crate::bitstream::cost::{BLOCK_RAMS, Resources};
use crate::bitstream::{BuildError, BuildRecord, BuildTools, Request};
use gdl2hdl_compiler::emit::net_hash;
use gdl2hdl_hdl::playout::{Config, Playable};
use gdl2hdl_sim::Watch;
use std::collections::BTreeMap;
use std::path::Path;

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
    pub(super) tools: &'a BuildTools,
    pub(super) base: &'a Path,
    pub(super) watch: &'a (dyn Watch + Sync),
    /// The one that was counted last.
    open: Option<(Choice, Builder<'a>)>,
    /// Those that are routed.
    built: BTreeMap<Choice, (Builder<'a>, Built)>,
}

impl<'a> Workshop<'a> {
    pub(super) fn new(
        playable: &'a Playable<'a>,
        request: &'a Request<'a>,
        configs: BTreeMap<Options, Config>,
        tools: &'a BuildTools,
        base: &'a Path,
        watch: &'a (dyn Watch + Sync),
    ) -> Self {
        Self { playable, request, configs, tools, base, watch, open: None, built: BTreeMap::new() }
    }

    fn builder(&self, choice: Choice, clock_hz: u64) -> Result<Builder<'a>, BuildError> {
        let config = choice.config(self.configs.get(&choice.options).copied().unwrap_or(self.request.config));
        let engine = self.playable.engine(self.request.game, config)?;
        let hash = net_hash(self.playable.net().net());
        let mut builder = Builder::new(engine, hash, self.request, self.tools, self.base, self.watch);
        (builder.guess, builder.prefix) = (clock_hz, format!("{}-", choice.name()));
        Ok(builder)
    }

    /// Where block RAMs alone are too few, fewer cores carry their state through them; gives back any other error.
    fn carry_less(&mut self, choice: Choice, error: BuildError) -> Result<(), BuildError> {
        let BuildError::TooLarge { what: BLOCK_RAMS, need, have, .. } = error else { return Err(error) };
        let Some(config) = self.configs.get_mut(&choice.options) else { return Err(error) };
        let carrying = fewer(config.carrying_cores.min(choice.cores), need, have).ok_or(error)?;
        config.carrying_cores = carrying;
        self.watch.found(&format!("{}: {need} of {have} {BLOCK_RAMS}: {carrying} cores use them", choice.words()));
        Ok(())
    }

    /// Packs the bitstream of a configuration that is routed, and writes the record of the build.
    pub(super) fn finish(mut self, choice: Choice, found: FitRecord) -> Result<BuildRecord, BuildError> {
        let nothing = || BuildError::Broken(format!("{} was not routed", choice.words()));
        let (builder, built) = self.built.remove(&choice).ok_or_else(nothing)?;
        builder.finish(built, Some(found))
    }
}

impl Works for Workshop<'_> {
    fn count(&mut self, choice: Choice, clock_hz: u64) -> Result<Resources, BuildError> {
        loop {
            let mut builder = self.builder(choice, clock_hz)?;
            match builder.count() {
                Ok(counted) => {
                    self.open = Some((choice, builder));
                    return Ok(counted);
                }
                Err(error) => self.carry_less(choice, error)?,
            }
        }
    }

    fn route(&mut self, choice: Choice, clock_hz: u64, least: u64) -> Result<Reached, BuildError> {
        let mut builder = match self.open.take().filter(|(open, _)| *open == choice) {
            Some((_, builder)) => builder,
            None => self.builder(choice, clock_hz)?,
        };
        let built = builder.search(least / u64::from(choice.cores.max(1)))?;
        let reached = built.reached(&builder.engine, self.request.lengths)?;
        self.built.insert(choice, (builder, built));
        Ok(reached)
    }

    fn route_again(&mut self, choice: Choice, reached: &Reached, times: u64) -> Result<Reached, BuildError> {
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

    fn found(&self, what: &str) {
        self.watch.found(what);
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
