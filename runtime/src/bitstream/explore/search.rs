//! The search: which configurations are placed and routed, and what happens when one can't be.
//!
//! It knows tools as [`Works`] only: tests play them.

use super::options::{Choice, Effort, Options};
use super::plan::{Plan, Prediction};
use super::record::{Candidate, Reached, Verdict};
use crate::bitstream::BuildError;
use crate::bitstream::cost::Resources;
use std::collections::BTreeSet;

/// Designs of one kind of core that are synthesized at most.
const COUNTS: u32 = 6;
/// Of these so many at most only because a count shows that more cores fit.
const GROWTHS: u32 = 2;
/// After a failure so many cores stay. **Units:** percent.
const STAY: u32 = 92;
/// So much of the best that was routed must be expected of a kind that is tried next.
const PROMISING: f64 = 0.85;
/// Failures after which a search ends, beside one for each configuration that is to be routed: a tool may be broken.
const FAILURES: u32 = 4;

/// What the search asks of tools.
pub(super) trait Works {
    /// Synthesizes a configuration for a clock, and counts what it takes.
    fn count(&mut self, choice: Choice, clock_hz: u64) -> Result<Resources, BuildError>;

    /// Places and routes it at the highest clock that is met, beginning near one. It may be given up as soon as it is
    /// seen that it won't play `least` states a second.
    fn route(&mut self, choice: Choice, clock_hz: u64, least: u64) -> Result<Reached, BuildError>;

    /// Places and routes again what was routed, with so many times as many seeds.
    fn route_again(&mut self, choice: Choice, reached: &Reached, times: u64) -> Result<Reached, BuildError>;

    /// Tells who watches.
    fn found(&self, what: &str);
}

/// What a search came to.
pub(super) struct Outcome {
    /// The best configuration, which is routed.
    pub(super) best: Choice,
    pub(super) candidates: Vec<Candidate>,
}

/// A search under way.
pub(super) struct Search<'a, W> {
    plan: Plan,
    works: &'a mut W,
    effort: Effort,
    candidates: Vec<Candidate>,
    tried: BTreeSet<Options>,
    best: Option<(Choice, Reached)>,
    /// The last failure that was the configuration's fault.
    failure: Option<BuildError>,
    failures: u32,
}

/// What a try of a configuration leads to.
enum Step {
    Routed,
    Try(Choice, Prediction),
    GiveUp,
}

/// What the tries with a kind of core have in common.
struct Bounds {
    /// How often more cores were taken than at first.
    growths: u32,
    /// Most cores: with more it has failed.
    limit: u32,
}

impl<'a, W: Works> Search<'a, W> {
    pub(super) fn new(plan: Plan, works: &'a mut W, effort: Effort) -> Self {
        let (candidates, tried) = (Vec::new(), BTreeSet::new());
        Self { plan, works, effort, candidates, tried, best: None, failure: None, failures: 0 }
    }

    /// Searches. `None` when there is nothing that could be tried.
    ///
    /// # Errors
    /// The last of the configurations' failures, when none was routed; at once what is no configuration's fault.
    pub(super) fn run(mut self) -> Result<Option<Outcome>, BuildError> {
        let mut routed = 0;
        while routed < self.effort.routes() && self.failures < self.most_failures() {
            let Some((choice, prediction)) = self.next() else { break };
            routed += u32::from(self.attempt(choice, prediction)?);
        }
        let Some((mut best, reached)) = self.best.take() else {
            return self.failure.map_or(Ok(None), Err);
        };
        if self.effort.seeds() > 1 {
            best = self.again(best, reached)?;
        }
        self.rest();
        for candidate in &mut self.candidates {
            if candidate.choice == best && candidate.routed.is_some() {
                candidate.verdict = Verdict::Best;
            }
        }
        Ok(Some(Outcome { best, candidates: self.candidates }))
    }

    /// The most promising of the kinds that were not tried; none when it promises too little beside what there is.
    fn next(&self) -> Option<(Choice, Prediction)> {
        let untried = self.plan.kinds.keys().filter(|options| !self.tried.contains(options));
        let all = untried.filter_map(|options| self.plan.best(*options, u32::MAX));
        let best = all.max_by(|(_, a), (_, b)| self.plan.order(a, b))?;
        let least = self.best.as_ref().map_or(0.0, |(_, reached)| PROMISING * real(reached.states_per_s));
        (self.plan.score(&best.1) >= least).then_some(best)
    }

    /// Tries a kind of core with as many as fit; with fewer when it fails. Whether it was routed.
    fn attempt(&mut self, choice: Choice, prediction: Prediction) -> Result<bool, BuildError> {
        self.tried.insert(choice.options);
        let mut next = (choice, prediction);
        let mut bounds = Bounds { growths: 0, limit: u32::MAX };
        for _ in 0..COUNTS {
            match self.once(next.0, next.1, &mut bounds)? {
                Step::Routed => return Ok(true),
                Step::Try(choice, prediction) if self.failures < self.most_failures() => next = (choice, prediction),
                Step::Try(..) | Step::GiveUp => break,
            }
        }
        Ok(false)
    }

    /// Synthesizes a configuration, and routes it unless the count shows that another number of cores is better.
    fn once(&mut self, choice: Choice, expected: Prediction, bounds: &mut Bounds) -> Result<Step, BuildError> {
        self.tell(choice, &expected);
        let mut candidate = Candidate::new(choice, expected);
        let counted = match self.works.count(choice, expected.clock_hz) {
            Ok(counted) => counted,
            Err(error) => {
                self.fail(candidate, error)?;
                return Ok(self.fewer(choice, bounds));
            }
        };
        self.plan.counted(choice, &counted);
        candidate.counted = Some(counted);
        if let Some((better, expected)) = self.resized(choice, bounds) {
            let reason = format!("{} look-up tables were counted: {} is better", counted.cells, better.words());
            self.candidates.push(candidate.with(Verdict::Counted, Some(reason)));
            return Ok(Step::Try(better, expected));
        }
        let least = self.best.as_ref().map_or(0, |(_, reached)| reached.states_per_s);
        match self.works.route(choice, expected.clock_hz, least) {
            Ok(reached) => {
                self.plan.met(choice, reached.fmax_hz);
                self.keep(choice, candidate, reached);
                Ok(Step::Routed)
            }
            Err(error) => {
                let too_slow = slow(&error);
                if let Some((met, _)) = too_slow {
                    self.plan.met(choice, met);
                }
                self.fail(candidate, error)?;
                // Fewer cores do not make a clock that is far away.
                let hopeless = too_slow.is_some_and(|(_, is_far)| is_far);
                Ok(if hopeless { Step::GiveUp } else { self.fewer(choice, bounds) })
            }
        }
    }

    /// Another number of cores, when a count shows that it is clearly better.
    fn resized(&self, choice: Choice, bounds: &mut Bounds) -> Option<(Choice, Prediction)> {
        let (better, expected) = self.plan.best(choice.options, bounds.limit)?;
        let step = (choice.cores / 20).max(1);
        let grows = better.cores >= choice.cores + step && bounds.growths < GROWTHS;
        bounds.growths += u32::from(grows);
        let now = self.plan.predict(choice)?;
        let over = better.cores < choice.cores && !now.resources.fits_in(self.plan.device, self.plan.at_most);
        (grows || over).then_some((better, expected))
    }

    /// A few cores less than what failed; never as many again.
    fn fewer(&self, choice: Choice, bounds: &mut Bounds) -> Step {
        if self.plan.cores.is_some() || choice.cores == 1 {
            return Step::GiveUp;
        }
        bounds.limit = (choice.cores * STAY / 100).clamp(1, choice.cores - 1);
        let less = self.plan.best(choice.options, bounds.limit);
        less.map_or(Step::GiveUp, |(choice, expected)| Step::Try(choice, expected))
    }

    fn most_failures(&self) -> u32 {
        FAILURES + self.effort.routes()
    }

    /// Remembers a failure that is the configuration's; gives back others.
    fn fail(&mut self, candidate: Candidate, error: BuildError) -> Result<(), BuildError> {
        if !error.is_of_configuration() {
            return Err(error);
        }
        let reason = error.to_string();
        let line = reason.lines().next().unwrap_or_default();
        self.works.found(&format!("{}: {line}", candidate.choice.words()));
        self.candidates.push(candidate.with(Verdict::Failed, Some(line.to_owned())));
        self.failure = Some(error);
        self.failures += 1;
        Ok(())
    }

    fn keep(&mut self, choice: Choice, candidate: Candidate, reached: Reached) {
        let text = format!("{}: {} states a second, routed", choice.words(), reached.states_per_s);
        self.works.found(&text);
        if self.best.as_ref().is_none_or(|(_, best)| reached.states_per_s > best.states_per_s) {
            self.best = Some((choice, reached.clone()));
        }
        self.candidates.push(Candidate { routed: Some(reached), ..candidate.with(Verdict::Routed, None) });
    }

    /// The best once more, with more seeds: the faster of both is kept.
    fn again(&mut self, best: Choice, reached: Reached) -> Result<Choice, BuildError> {
        match self.works.route_again(best, &reached, self.effort.seeds()) {
            Ok(more) => {
                if let Some(candidate) = self.candidates.iter_mut().find(|candidate| candidate.choice == best) {
                    let old = candidate.routed.take();
                    let faster = old.as_ref().is_none_or(|old| more.states_per_s > old.states_per_s);
                    candidate.routed = if faster { Some(more) } else { old };
                }
            }
            Err(error) if error.is_of_configuration() => {}
            Err(error) => return Err(error),
        }
        Ok(best)
    }

    /// What is expected of the kinds that were not tried.
    fn rest(&mut self) {
        let untried = self.plan.kinds.keys().filter(|options| !self.tried.contains(options));
        let all: Vec<_> = untried.filter_map(|options| self.plan.best(*options, u32::MAX)).collect();
        self.candidates.extend(all.into_iter().map(|(choice, prediction)| Candidate::new(choice, prediction)));
    }

    fn tell(&self, choice: Choice, prediction: &Prediction) {
        let Prediction { resources, clock_hz, states_per_s, .. } = prediction;
        let mhz = crate::bitstream::mhz(*clock_hz);
        let words = choice.words();
        self.works.found(&format!(
            "{words}: {} look-up tables, {mhz}, {states_per_s} states a second expected",
            resources.cells
        ));
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
