//! The search: which configurations are placed and routed, for how long, and what happens when one can't be.
//!
//! It knows tools, and the clock, as [`Works`] only: tests play them.

use super::options::Fit;
use super::plan::SearchPlan;
use super::toil::{FIRST, LEAST, Toil};
use crate::bitstream::BuildError;
use crate::bitstream::choice::{EngineChoice, Options};
use crate::bitstream::cost::{LUTS, Resources};
use crate::bitstream::fitted::{Candidate, CandidateVerdict, Ended, FitRecord, Prediction, Reached};
use gdl2hdl_gdl::remedy::{Remedied, Remedy};
use std::collections::BTreeMap;
use std::time::Duration;

/// Designs of one kind of core that are synthesized at most.
const COUNTS: u32 = 6;
/// Of these so many at most only because a count shows that more cores fit.
const GROWTHS: u32 = 2;
/// After a failure so many cores stay. **Units:** percent.
const STAY: u32 = 92;
/// The same when the time of the search is over, and nothing is routed. **Units:** percent.
const STAY_LATE: u32 = 50;
/// So much of the best that was routed must be expected of a kind that is tried next.
const PROMISING: f64 = 0.85;
/// The same of one that has no more cores than the time allows: it is tried only where it is clearly better.
const CLEARLY: f64 = 1.1;
/// Of the time that is left so much is planned with. **Units:** percent.
const SURE: u32 = 85;
/// So many more cells than there is time for may be counted before fewer cores are taken. **Units:** percent.
const ABOVE: u64 = 15;
/// Who has nothing yet is not stopped at the end of the time, but a design that takes so many times as long as expected: a
/// placer may never end. After each that was stopped so the next one may take twice as long: the machine may be slow.
const PATIENCE: u32 = 5;
/// Failures after which a search ends, beside one for each configuration that is to be routed: a tool may be broken.
const FAILURES: u32 = 4;

/// What the search asks of tools, and of the clock.
pub(super) trait Works {
    /// Synthesizes a configuration for a clock, and counts what it takes.
    fn count(&mut self, choice: EngineChoice, clock_hz: u64) -> Result<Resources, BuildError>;

    /// Places and routes it at the highest clock that is met, beginning near one. It may be given up as soon as it is
    /// seen that it won't play `least` states/s.
    fn route(&mut self, choice: EngineChoice, clock_hz: u64, least: u64) -> Result<Reached, BuildError>;

    /// Places and routes again what was routed, with so many times as many seeds.
    fn route_again(&mut self, choice: EngineChoice, reached: &Reached, times: u64) -> Result<Reached, BuildError>;

    /// Writes what is routed as a whole build, with all that was looked at.
    fn keep(&mut self, best: EngineChoice, record: FitRecord) -> Result<(), BuildError>;

    /// The time since the search began.
    fn elapsed(&self) -> Duration;

    /// From now on tools that run are stopped at this time since the search began, with [`BuildError::OutOfTime`]; or not
    /// at all.
    fn until(&mut self, end: Option<Duration>);

    /// Tells the observer, in a line that may speak of remedies.
    fn found(&self, what: &str, remedies: &[Remedy]);
}

/// What a search came to.
pub(super) struct Outcome {
    /// The best configuration, which is routed, and kept.
    pub(super) best: EngineChoice,
    pub(super) record: FitRecord,
}

/// A search under way.
pub(super) struct Search<'a, W> {
    plan: SearchPlan,
    works: &'a mut W,
    fit: Fit,
    /// When it is to end, since it began.
    end: Option<Duration>,
    toil: Toil,
    candidates: Vec<Candidate>,
    /// Kinds of cores that were tried; with how many cores, where more would fit and only the time was too short for them.
    tried: BTreeMap<Options, Option<u32>>,
    best: Option<(EngineChoice, Reached)>,
    /// The last failure that was the configuration's fault.
    failure: Option<BuildError>,
    failures: u32,
    /// How many times as long as expected the first one may take.
    patience: u32,
}

/// What is tried next.
#[derive(Clone, Copy)]
struct Next {
    choice: EngineChoice,
    expected: Prediction,
    /// The most cells that there is time for.
    room: u64,
    /// Whether more cores would fit, and there is no time for them.
    bounded: bool,
}

/// What a try of a configuration leads to.
enum SearchStep {
    Routed,
    Try(EngineChoice, Prediction),
    GiveUp,
}

/// What the tries with a kind of core have in common.
struct Bounds {
    /// How often more cores were taken than at first.
    growths: u32,
    /// Most cores: with more it has failed.
    limit: u32,
    /// Most cells: for more there is no time.
    room: u64,
}

impl<'a, W: Works> Search<'a, W> {
    /// A search that begins now. `end` is when it is to end: then nothing new begins, and what runs is stopped, as soon as
    /// something is routed.
    pub(super) fn new(plan: SearchPlan, works: &'a mut W, fit: Fit, end: Option<Duration>) -> Self {
        let (candidates, tried, toil) = (Vec::new(), BTreeMap::new(), Toil::default());
        Self {
            plan,
            works,
            fit,
            end,
            toil,
            candidates,
            tried,
            best: None,
            failure: None,
            failures: 0,
            patience: PATIENCE,
        }
    }

    /// Searches. `None` when there is nothing that could be tried.
    ///
    /// # Errors
    /// The last of the configurations' failures, when none was routed; at once what is no configuration's fault, but for
    /// a stop, when something is routed.
    pub(super) fn run(mut self) -> Result<Option<Outcome>, BuildError> {
        let ended = match self.tries() {
            Err(error) if self.best.is_none() || error.stopped().is_none() => return Err(error),
            Err(_) => Ended::Stopped,
            Ok(ended) => ended,
        };
        match self.best {
            Some((best, _)) => Ok(Some(Outcome { best, record: self.record(best, ended) })),
            None => self.failure.map_or(Ok(None), Err),
        }
    }

    /// Tries one configuration after the other. Why it ended.
    fn tries(&mut self) -> Result<Ended, BuildError> {
        let (mut routed, routes) = (0, self.fit.effort.routes());
        while routed < routes && self.failures < self.most_failures() {
            let Some(next) = self.next(self.room()) else { break };
            // The first one may be small only so that there is a result early: then it is one more.
            let is_early = self.best.is_none() && next.bounded;
            routed += u32::from(self.attempt(next)? && !is_early);
        }
        let Some((best, reached)) = self.best.clone() else { return Ok(Ended::Done) };
        let wants_more = routed < routes && self.failures < self.most_failures();
        let late = wants_more && self.end.is_some() && self.next(u64::MAX).is_some();
        if self.fit.effort.seeds() > 1 {
            self.again(best, &reached)?;
        }
        if late {
            let remedy = Remedy::SearchTime;
            self.works.found(&format!("there is no time for more; {remedy}"), &[remedy]);
        }
        Ok(if late { Ended::Time } else { Ended::Done })
    }

    /// The most cells that what is tried now may have.
    fn room(&self) -> u64 {
        match self.end {
            None => u64::MAX,
            Some(_) if self.best.is_none() => FIRST,
            Some(end) => self.toil.cells(end.saturating_sub(self.works.elapsed()) * SURE / 100),
        }
    }

    /// Whether the time is over.
    fn is_late(&self) -> bool {
        self.end.is_some_and(|end| self.works.elapsed() >= end)
    }

    /// The most promising of what was not tried; none when it promises too little beside what there is.
    fn next(&self, room: u64) -> Option<Next> {
        let all = self.plan.kinds.keys().filter_map(|&options| self.promising(options, room));
        all.max_by(|a, b| self.plan.order(&a.expected, &b.expected))
    }

    /// A kind of core with as many as fit, and as there is time for, where it is worth a try.
    fn promising(&self, options: Options, room: u64) -> Option<Next> {
        let (choice, expected) = self.plan.best_in(options, u32::MAX, room)?;
        let more = |(free, _): (EngineChoice, Prediction)| free.cores > choice.cores;
        let bounded = room < u64::MAX && self.plan.best(options, u32::MAX).is_some_and(more);
        let again = match self.tried.get(&options) {
            None => false,
            Some(Some(cores)) if choice.cores > *cores => true,
            Some(_) => return None,
        };
        if let Some((_, reached)) = &self.best {
            let least = if bounded || again { CLEARLY } else { PROMISING };
            let is_worth = self.plan.score(&expected) >= least * real(reached.states_per_s);
            if expected.resources.cells > room || !is_worth {
                return None;
            }
        }
        Some(Next { choice, expected, room, bounded })
    }

    /// Tries a kind of core with as many as fit; with fewer when it fails. Whether it was routed.
    fn attempt(&mut self, next: Next) -> Result<bool, BuildError> {
        let Next { mut choice, mut expected, room, bounded } = next;
        self.tried.insert(choice.options, None);
        if bounded {
            let what = if self.best.is_none() {
                "a small one first, so that there is a result early"
            } else {
                "as many as there is time for"
            };
            self.works.found(&format!("{}: {what}", choice.words()), &[]);
        }
        let mut bounds = Bounds { growths: 0, limit: u32::MAX, room };
        for _ in 0..COUNTS {
            match self.once(choice, expected, &mut bounds)? {
                SearchStep::Routed => {
                    let may_grow = bounded && bounds.limit == u32::MAX;
                    self.tried.insert(choice.options, may_grow.then_some(choice.cores));
                    return Ok(true);
                }
                SearchStep::Try(other, prediction) if self.failures < self.most_failures() => {
                    (choice, expected) = (other, prediction);
                }
                SearchStep::Try(..) | SearchStep::GiveUp => break,
            }
        }
        Ok(false)
    }

    /// Synthesizes a configuration, and routes it unless the count shows that another number of cores is better.
    fn once(
        &mut self,
        choice: EngineChoice,
        expected: Prediction,
        bounds: &mut Bounds,
    ) -> Result<SearchStep, BuildError> {
        self.tell(choice, &expected);
        let began = self.works.elapsed();
        self.works.until(self.stops(began, expected.resources.cells));
        let mut candidate = Candidate::new(choice, expected);
        let counted = match self.works.count(choice, expected.clock_hz) {
            Ok(counted) => counted,
            Err(error) => return self.failed(candidate, error, bounds),
        };
        self.plan.counted(choice, &counted);
        candidate.counted = Some(counted);
        if let Some((better, expected)) = self.resized(choice, &counted, bounds) {
            let reason = format!("{} LUTs were counted: {} is better", counted.cells, better.words());
            self.candidates.push(candidate.with(CandidateVerdict::Counted, Some(reason)));
            return Ok(SearchStep::Try(better, expected));
        }
        let least = self.best.as_ref().map_or(0, |(_, reached)| reached.states_per_s);
        match self.works.route(choice, expected.clock_hz, least) {
            Ok(reached) => {
                self.toil.learn(reached.lut_used, self.works.elapsed().saturating_sub(began));
                self.plan.packed(&counted, reached.lut_used);
                self.plan.met(choice, reached.fmax_hz);
                self.keep(choice, candidate, reached)?;
                Ok(SearchStep::Routed)
            }
            Err(BuildError::TooFull { what, need, .. }) => {
                if what == LUTS {
                    self.plan.packed(&counted, need);
                }
                let reason = format!("the placer counts {need} {what}: fewer cores are better");
                self.candidates.push(candidate.with(CandidateVerdict::Counted, Some(reason)));
                Ok(self.fewer(choice, choice.cores.saturating_sub(1).max(1), bounds))
            }
            Err(error) => self.failed(candidate, error, bounds),
        }
    }

    /// When tools are stopped that begin now with a design of so many cells: at the end, but who has nothing yet gets
    /// something, however long it takes.
    fn stops(&self, began: Duration, cells: u64) -> Option<Duration> {
        let end = self.end?;
        match self.best {
            Some(_) => Some(end),
            None => Some(began + self.toil.of(cells).max(LEAST) * self.patience),
        }
    }

    /// A tool could not make a configuration: what comes now.
    fn failed(
        &mut self,
        candidate: Candidate,
        error: BuildError,
        bounds: &mut Bounds,
    ) -> Result<SearchStep, BuildError> {
        let choice = candidate.choice;
        let too_slow = slow(&error);
        if let Some((met, _)) = too_slow {
            self.plan.met(choice, met);
        }
        let stopped = matches!(error, BuildError::OutOfTime { .. });
        if stopped && self.best.is_none() {
            self.patience = self.patience.saturating_mul(2);
        }
        // Fewer cores do not make a clock that is far away, nor time that is over.
        let hopeless = too_slow.is_some_and(|(_, is_far)| is_far) || (stopped && self.best.is_some());
        self.fail(candidate, error)?;
        let stay = if self.is_late() { STAY_LATE } else { STAY };
        let fewer = (choice.cores * stay / 100).max(1);
        Ok(if hopeless { SearchStep::GiveUp } else { self.fewer(choice, fewer, bounds) })
    }

    /// Another number of cores, when a count shows that it is clearly better: more, fewer for a device that would get too
    /// full, or fewer as there is no time for so many.
    fn resized(
        &self,
        choice: EngineChoice,
        counted: &Resources,
        bounds: &mut Bounds,
    ) -> Option<(EngineChoice, Prediction)> {
        let Bounds { limit, room, .. } = *bounds;
        let best = |limit: u32| self.plan.best_in(choice.options, limit, room);
        let can_be_fewer = self.plan.cores.is_none() && choice.cores > choice.options.cores_per_lane;
        let is_slow = counted.cells > room.saturating_add(room / 100 * ABOVE);
        if can_be_fewer && (is_slow || self.plan.is_too_full(counted)) {
            // Whatever the model makes of the count.
            return best(limit.min(choice.cores - 1));
        }
        let (better, expected) = best(limit)?;
        let step = (choice.cores / 20).max(1);
        let grows = better.cores >= choice.cores + step && bounds.growths < GROWTHS;
        bounds.growths += u32::from(grows);
        grows.then_some((better, expected))
    }

    /// So many cores at most, fewer than what failed; never as many again.
    fn fewer(&self, choice: EngineChoice, most: u32, bounds: &mut Bounds) -> SearchStep {
        if self.plan.cores.is_some() || choice.cores == 1 {
            return SearchStep::GiveUp;
        }
        bounds.limit = most.min(choice.cores - 1);
        let less = self.plan.best_in(choice.options, bounds.limit, bounds.room);
        less.map_or(SearchStep::GiveUp, |(choice, expected)| SearchStep::Try(choice, expected))
    }

    fn most_failures(&self) -> u32 {
        FAILURES + self.fit.effort.routes()
    }

    /// Remembers a failure that is the configuration's; gives back others.
    fn fail(&mut self, candidate: Candidate, error: BuildError) -> Result<(), BuildError> {
        if !error.is_of_configuration() {
            return Err(error);
        }
        let reason = error.to_string();
        let line = reason.lines().next().unwrap_or_default();
        self.works.found(&format!("{}: {line}", candidate.choice.words()), &error.remedies());
        self.candidates.push(candidate.with(CandidateVerdict::Failed, Some(line.to_owned())));
        self.failure = Some(error);
        self.failures += 1;
        Ok(())
    }

    /// Remembers what is routed. Where it is the best so far, a whole build of it is written before the search goes on.
    fn keep(&mut self, choice: EngineChoice, candidate: Candidate, reached: Reached) -> Result<(), BuildError> {
        let text = format!("{}: {} states/s, routed", choice.words(), reached.states_per_s);
        self.works.found(&text, &[]);
        let is_best = self.best.as_ref().is_none_or(|(_, best)| reached.states_per_s > best.states_per_s);
        self.candidates
            .push(Candidate { routed: Some(reached.clone()), ..candidate.with(CandidateVerdict::Routed, None) });
        if is_best {
            self.write(choice, reached)?;
        }
        Ok(())
    }

    /// Writes the best so far. When that fails, the one before stays it.
    fn write(&mut self, best: EngineChoice, reached: Reached) -> Result<(), BuildError> {
        // Whoever reads it before the search has ended must know that it has not.
        let record = self.record(best, Ended::Stopped);
        self.works.keep(best, record)?;
        self.best = Some((best, reached));
        Ok(())
    }

    /// The best once more, with more seeds, where there is time for them: the faster of both is kept.
    fn again(&mut self, best: EngineChoice, reached: &Reached) -> Result<(), BuildError> {
        let seeds = self.fit.effort.seeds();
        let long = self.toil.of(reached.lut_used) * u32::try_from(seeds).unwrap_or(u32::MAX);
        if self.end.is_some_and(|end| self.works.elapsed() + long > end) {
            return Ok(());
        }
        self.works.until(self.end);
        match self.works.route_again(best, reached, seeds) {
            Ok(more) if more.states_per_s > reached.states_per_s => {
                if let Some(candidate) = self.candidates.iter_mut().find(|c| c.choice == best && c.routed.is_some()) {
                    candidate.routed = Some(more.clone());
                }
                self.write(best, more)
            }
            Err(error) if !error.is_of_configuration() => Err(error),
            _ => Ok(()),
        }
    }

    /// What was looked at, with the best of it, and what is expected of the kinds that were not tried.
    fn record(&self, best: EngineChoice, ended: Ended) -> FitRecord {
        let untried = self.plan.kinds.keys().filter(|options| !self.tried.contains_key(options));
        let rest = untried.filter_map(|options| self.plan.best(*options, u32::MAX));
        let rest = rest.map(|(choice, prediction)| Candidate::new(choice, prediction));
        let mut candidates: Vec<_> = self.candidates.iter().cloned().chain(rest).collect();
        for candidate in &mut candidates {
            if candidate.choice == best && candidate.routed.is_some() {
                candidate.verdict = CandidateVerdict::Best;
            }
        }
        let seconds = self.fit.time().map(|time| time.as_secs());
        FitRecord { effort: self.fit.effort, seconds, ended, device: self.plan.device, candidates }
    }

    fn tell(&self, choice: EngineChoice, prediction: &Prediction) {
        let Prediction { resources, clock_hz, states_per_s, .. } = prediction;
        let mhz = crate::bitstream::mhz(*clock_hz);
        let words = choice.words();
        let cells = resources.cells;
        let text = format!("{words}: {cells} LUTs, {mhz}, {states_per_s} states/s expected");
        self.works.found(&text, &[]);
    }
}

/// The clock that a placement met or promised, where that was too slow, and whether it was much too slow.
/// **Units:** Hz.
fn slow(error: &BuildError) -> Option<(u64, bool)> {
    match error {
        BuildError::Timing { asked, reached, .. } => Some((*reached, reached / 9 * 10 < *asked)),
        BuildError::OutOfReach { promised, .. } | BuildError::Slower { promised, .. } => Some((*promised, true)),
        _ => None,
    }
}

#[allow(clippy::cast_precision_loss)] // far below 2^53
fn real(number: u64) -> f64 {
    number as f64
}
