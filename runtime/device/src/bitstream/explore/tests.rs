//! The search, with tools that are played.

use super::options::Fit;
use super::plan::SearchPlan;
use super::plan::tests::plan;
use super::search::{Outcome, Search, Works};
use super::toil::Toil;
use crate::bitstream::choice::{Effort, EngineChoice};
use crate::bitstream::clock::met_by;
use crate::bitstream::cost::{Factor, LUTS, Resources};
use crate::bitstream::fitted::{CandidateVerdict, Ended, FitRecord, Reached};
use crate::bitstream::{Basis, BuildError};
use gdl2hdl_gdl::remedy::Remedy;
use gdl2hdl_verilate::{SimError, Stage};
use std::collections::BTreeMap;
use std::time::Duration;

/// Tools that make of a configuration what a plan says, in a world that is a little different.
pub(super) struct World {
    pub(super) truth: SearchPlan,
    /// Times as large as the plan of the search has it.
    pub(super) size: f64,
    /// The same of flip-flops, beside that.
    pub(super) ffs: f64,
    /// Times as slow.
    pub(super) slow: f64,
    /// More cells than that can't be routed. **Units:** percent of the device.
    pub(super) routable: u64,
    pub(super) counted: Vec<EngineChoice>,
    pub(super) routed: BTreeMap<EngineChoice, Reached>,
    pub(super) broken: bool,
    /// Placements for which there was no room.
    pub(super) unplaced: usize,
    /// The placer counts so many times as many cells as synthesis, and does not place above a share. **Units:** percent.
    pub(super) packed: (f64, u64),
    /// The clock; tools take a fifth of their time for the synthesis.
    pub(super) now: Duration,
    /// Times as slow as expected before anything is known.
    pub(super) toil: u32,
    /// The same besides, once something is routed.
    pub(super) later: u32,
    /// Above that share of the device no placement ends. **Units:** percent.
    pub(super) endless: u64,
    /// When tools are stopped by the search.
    pub(super) end: Option<Duration>,
    /// When they are stopped by the observer.
    pub(super) stop: Option<Duration>,
    /// Whole builds, as they were written.
    pub(super) kept: Vec<(EngineChoice, FitRecord)>,
}

impl World {
    pub(super) fn new(cells: u64) -> Self {
        let (counted, routed) = (Vec::new(), BTreeMap::new());
        Self {
            truth: plan(cells),
            size: 1.0,
            ffs: 1.0,
            slow: 1.0,
            routable: 95,
            counted,
            routed,
            broken: false,
            unplaced: 0,
            packed: (1.0, 100),
            now: Duration::ZERO,
            toil: 1,
            later: 1,
            endless: 100,
            end: None,
            stop: None,
            kept: Vec::new(),
        }
    }

    pub(super) fn cells(&self, choice: EngineChoice) -> Resources {
        let kind = self.truth.kinds[&choice.options];
        kind.cost.scaled(Factor { cells: self.size, ffs: self.size * self.ffs, brams: 1.0 }).of(choice.cores)
    }

    pub(super) fn searched(&mut self, cells: u64, effort: Effort) -> Result<Option<Outcome>, BuildError> {
        Search::new(plan(cells), self, Fit { effort, ..Fit::default() }, None).run()
    }

    /// The same with a time, and a bound of what may be counted.
    pub(super) fn searched_for(
        &mut self,
        plan: SearchPlan,
        effort: Effort,
        seconds: u64,
    ) -> Result<Option<Outcome>, BuildError> {
        let time = Some(Duration::from_secs(seconds));
        Search::new(plan, self, Fit { effort, time, ..Fit::default() }, time).run()
    }

    /// A tool works at so many cells, for a share of the time that they take all in all, or until it is stopped.
    fn work(&mut self, cells: u64, fifths: u32) -> Result<(), BuildError> {
        let times = self.toil * if self.routed.is_empty() { 1 } else { self.later };
        let full = fifths > 1 && cells * 100 > self.truth.device.cells * self.endless;
        let long = if full { Duration::from_secs(1_000_000) } else { Toil::default().of(cells) };
        let done = self.now + long * times * fifths / 5;
        let (end, stop) = (self.end.unwrap_or(Duration::MAX), self.stop.unwrap_or(Duration::MAX));
        self.now = done.min(end.max(self.now)).min(stop.max(self.now));
        let stage = "place and route";
        match done {
            done if stop <= done.min(end) => {
                Err(BuildError::tool(stage)(SimError::Stopped { stage: Stage::begin(stage) }))
            }
            done if end < done => Err(BuildError::OutOfTime { stage }),
            _ => Ok(()),
        }
    }

    /// The result is routed, fits, and is the best of what was.
    pub(super) fn check(&self, outcome: &Outcome) -> u64 {
        let reached = &self.routed[&outcome.best];
        assert!(self.routed.values().all(|other| other.states_per_s <= reached.states_per_s));
        assert!(self.cells(outcome.best).fits(self.truth.device, 100));
        let (kept, told) = self.kept.last().unwrap();
        assert_eq!((*kept, told.ended), (outcome.best, Ended::Stopped), "what is there says that the search goes on");
        let best: Vec<_> = outcome.record.candidates.iter().filter(|c| c.verdict == CandidateVerdict::Best).collect();
        assert!(best.len() == 1 && best[0].choice == outcome.best && best[0].routed.as_ref() == Some(reached));
        for candidate in &outcome.record.candidates {
            let routed = matches!(candidate.verdict, CandidateVerdict::Best | CandidateVerdict::Routed);
            assert_eq!(candidate.routed.is_some(), routed, "{candidate:?}");
        }
        reached.states_per_s
    }
}

impl Works for World {
    fn count(&mut self, choice: EngineChoice, _clock_hz: u64) -> Result<Resources, BuildError> {
        self.counted.push(choice);
        let cells = self.cells(choice);
        self.work(cells.cells, 1)?;
        if cells.fits(self.truth.device, 100) {
            return Ok(cells);
        }
        let have = self.truth.device.cells;
        Err(BuildError::TooLarge {
            what: "cells",
            need: cells.cells,
            have,
            basis: Basis::Synthesis,
            cores: choice.cores,
        })
    }

    fn route(&mut self, choice: EngineChoice, clock_hz: u64, _least: u64) -> Result<Reached, BuildError> {
        if self.broken {
            return Err(BuildError::Broken("no disk".into()));
        }
        let cells = self.cells(choice);
        #[allow(clippy::cast_precision_loss, clippy::cast_possible_truncation, clippy::cast_sign_loss)]
        let need = (cells.cells as f64 * self.packed.0) as u64;
        let (have, percent) = (self.truth.device.cells, self.packed.1);
        if need * 100 > have * percent {
            return Err(BuildError::TooFull { what: LUTS, need, have, percent });
        }
        self.work(cells.cells, 4)?;
        if !cells.fits(self.truth.device, self.routable) {
            self.unplaced += 1;
            return Err(BuildError::Timing {
                asked: clock_hz,
                needed: clock_hz,
                reached: clock_hz / 100 * 99,
                tries: 5,
            });
        }
        let prediction = self.truth.predict(choice).unwrap();
        #[allow(clippy::cast_precision_loss, clippy::cast_possible_truncation, clippy::cast_sign_loss)]
        let fmax_hz = (prediction.fmax_hz as f64 / self.slow) as u64;
        let clock_hz = met_by(&self.truth.reachable, fmax_hz).unwrap().hz;
        let states_per_s = clock_hz * u64::from(choice.cores);
        let reached = Reached { folder: choice.name(), lut_used: need, clock_hz, fmax_hz, states_per_s };
        self.routed.insert(choice, reached.clone());
        Ok(reached)
    }

    fn route_again(&mut self, choice: EngineChoice, reached: &Reached, times: u64) -> Result<Reached, BuildError> {
        assert_eq!(times, 4);
        let states_per_s = reached.states_per_s + 1;
        let more = Reached { folder: "again".into(), states_per_s, ..reached.clone() };
        self.routed.insert(choice, more.clone());
        Ok(more)
    }

    fn keep(&mut self, best: EngineChoice, record: FitRecord) -> Result<(), BuildError> {
        assert!(self.routed.contains_key(&best));
        self.kept.push((best, record));
        Ok(())
    }

    fn elapsed(&self) -> Duration {
        self.now
    }

    fn until(&mut self, end: Option<Duration>) {
        self.end = end;
    }

    fn found(&self, _what: &str, _remedies: &[Remedy]) {}
}

#[test]
fn efforts_route_so_many() {
    for (effort, most) in [(Effort::Low, 1), (Effort::Medium, 3), (Effort::High, 8)] {
        let mut world = World::new(20_000);
        let outcome = world.searched(20_000, effort).unwrap().unwrap();
        world.check(&outcome);
        assert!((1..=most).contains(&world.routed.len()), "{effort:?}");
        assert_eq!(world.routed[&outcome.best].folder == "again", effort == Effort::High);
    }
}

#[test]
fn wrong_estimates_are_corrected() {
    let mut best = BTreeMap::new();
    for size in [0.7_f64, 1.0, 1.5] {
        let mut world = World { size, ..World::new(20_000) };
        let outcome = world.searched(20_000, Effort::Medium).unwrap().unwrap();
        world.check(&outcome);
        let filled = world.cells(outcome.best).cells;
        assert!((16_000..=19_000).contains(&filled), "{size}: {filled}");
        best.insert(format!("{size}"), world.routed[&outcome.best].states_per_s);
    }
    assert!(best["0.7"] > best["1"] && best["1"] > best["1.5"], "{best:?}");
}

/// Cells are fewer than expected, flip-flops more: the device is full of these, and nothing is tried that has too many.
#[test]
fn flip_flops_are_counted_by_themselves() {
    let mut world = World { size: 0.5, ffs: 5.6, ..World::new(20_000) };
    let outcome = world.searched(20_000, Effort::Medium).unwrap().unwrap();
    world.check(&outcome);
    let filled = world.cells(outcome.best);
    assert!((15_000..=19_000).contains(&filled.ffs) && filled.cells < 17_000, "{filled:?}");
    assert_eq!(world.unplaced, 0);
}

#[test]
fn fewer_cores_follow_a_failure() {
    let mut world = World { routable: 70, ..World::new(20_000) };
    let outcome = world.searched(20_000, Effort::Low).unwrap().unwrap();
    world.check(&outcome);
    assert!(world.cells(outcome.best).fits(world.truth.device, 70));
    assert!(
        outcome
            .record
            .candidates
            .iter()
            .any(|candidate| candidate.verdict == CandidateVerdict::Failed && candidate.reason.is_some())
    );
}

#[test]
fn it_ends_when_nothing_can_be_made() {
    for effort in [Effort::Low, Effort::Medium, Effort::High] {
        let mut world = World { routable: 0, ..World::new(20_000) };
        let error = world.searched(20_000, effort).err().unwrap();
        assert!(matches!(error, BuildError::Timing { .. }) && world.counted.len() < 40, "{error}");
    }
    assert!(World::new(500).searched(500, Effort::High).unwrap().is_none(), "too small for all");
}

#[test]
fn what_is_no_configurations_fault_ends_it_at_once() {
    let mut world = World { broken: true, ..World::new(20_000) };
    assert!(matches!(world.searched(20_000, Effort::High).err(), Some(BuildError::Broken(_))));
    assert_eq!(world.counted.len(), 1);
}

/// Whatever the world is like: the search ends, and what it takes is routed and fits.
#[test]
fn any_world_is_searched_to_its_end() {
    for cells in [1500, 3000, 8000, 24_000, 84_000] {
        for size in [0.5, 0.9, 1.1, 2.0] {
            for slow in [0.6, 1.0, 1.9] {
                for routable in [55, 80, 92, 100] {
                    let mut world = World { size, slow, routable, ..World::new(cells) };
                    if let Ok(Some(outcome)) = world.searched(cells, Effort::Medium) {
                        world.check(&outcome);
                    }
                    assert!(world.counted.len() <= 30, "{cells} {size} {slow} {routable}: {:?}", world.counted);
                }
            }
        }
    }
}
