//! Runs the passes of a level, checks each by simulation, and keeps what they found.

use super::balance::balanced;
use super::check::difference;
use super::choices::choices;
use super::implied::implied;
use super::influence::{cone_of_influence, without_constants};
use super::lfsr::{Coded, counters};
use super::logic::refactor::refactor;
use super::logic::resubstitute::resubstitute;
use super::logic::rewrite::rewrite;
use super::meter::Meter;
use super::reach::{Samples, inductive};
use super::rebuild::sweep_dangling;
use super::registers::{merged, renumbered, renumbering, settle};
use super::sweeping::merge;
use super::table::{Pass, PassPlan, plan};
use super::{Dropped, Fact, Invariants, Level, MutexGroup, Optimised, Options, Passed};
use gdl2hdl_gdl::observer::{Earlier, Observer, Reason, Stopped};
use gdl2hdl_net::Group;
use gdl2hdl_net::map::divide;
use gdl2hdl_net::playout::Choices;
use gdl2hdl_net::propnet::{Lit, NodeId};
use gdl2hdl_net::{Net, estimate_luts};
use rustc_hash::FxHashSet;
use std::rc::Rc;

/// Why there is no optimised net.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum OptimiseError {
    /// A pass changed what it must preserve: a defect of the program.
    #[error("pass `{pass}` changed `{output}`")]
    Broken {
        /// The pass.
        pass: &'static str,
        /// An output that differs.
        output: String,
    },
    /// The caller asked for it, and not by a deadline: then there is a net, the best until then.
    #[error("{0} while the net was optimised")]
    Stopped(Reason),
}

impl From<Stopped> for OptimiseError {
    fn from(Stopped(reason): Stopped) -> Self {
        Self::Stopped(reason)
    }
}

/// Words of samples: for proofs as many as a net of this size affords, for the check of each pass fewer.
const MOST_WORDS: usize = 64;
const MOST_IMAGINED_WORDS: usize = 32;
const FEWEST_WORDS: usize = 8;
const MOST_WORDS_OF_A_CHECK: usize = 4;
const FEWEST_WORDS_OF_A_CHECK: usize = 2;
/// Values that samples of all nodes may have.
const MOST_VALUES: usize = 1 << 24;
/// Levels of gates that dividing anew may always add; and how many times the part it saves of the gates it may
/// add to the depth.
const FREE_LEVELS: usize = 8;
const DEPTH_FOR_GATES: usize = 4;
/// Gates of a net that `-O3` optimises twice, with and without dividing wide gates anew: what these share is not always
/// worth what it hides from later passes.
const MOST_GATES_FOR_BOTH: usize = 15_000;
/// Gates of a net so small that all rounds are run.
const FEW_GATES: usize = 300;
/// How much of the time that is left at its beginning optimisation may take: its net is still to be used.
const SHARE: [u32; 2] = [3, 4];
/// What a pass takes for each gate whatever it does: samples, checks, building. Units of a [`Meter`].
const IN_ANY_CASE: u64 = 400;
/// Steps of play between samples.
const EVERY: usize = 3;
const SEED: u64 = 1;

/// Optimises a net. Preserves, for every state reachable from the initial one under legal joint moves: the legal moves,
/// goals, percepts, the end, and the next state of every register that is kept.
///
/// Each pass is checked by simulation of random play.
///
/// Three quarters of the time that the observer has left are taken at most. What could not be done until then is listed in
/// [`Optimised::skipped`].
///
/// **Cost:** near linear in gates; the larger a net, the less is tried.
///
/// # Errors
/// [`OptimiseError`].
pub fn optimise(net: Net, options: Options, observer: &dyn Observer) -> Result<Optimised, OptimiseError> {
    let within = Earlier::share(observer, SHARE);
    let meter = Meter::new(&within, options.most);
    let mut run = Run::new(net, options, observer, &meter);
    let plan = plan(options.level, run.net.num_gates());
    run.passes(plan.first)?;
    let both = options.level == Level::O3 && run.net.num_gates() <= MOST_GATES_FOR_BOTH;
    let mut without_extraction = both.then(|| run.clone());
    run.passes(plan.extracted)?;
    if let Some(other) = &mut without_extraction {
        other.passes(&only(plan.extracted, |pass| !matches!(pass, Pass::CommonCubes)))?;
    }
    // Where there was nothing to divide, both would come to the same.
    without_extraction = without_extraction.filter(|other| other.net.num_gates() != run.net.num_gates());
    run.rounds(plan)?;
    if let Some(mut other) = without_extraction {
        other.rounds_of(plan, |pass| !matches!(pass, Pass::CommonCubes))?;
        // With more time the other net might be the smaller one.
        run.skipped.append(&mut other.skipped);
        run.cut.append(&mut other.cut);
        if size(&other.net) < size(&run.net) {
            return other.finish();
        }
    }
    run.finish()
}

/// Optimises the logic of a net alone: its registers, and what they hold, stay. `groups` are those known of the net.
/// What is preserved is what [`optimise`] preserves.
///
/// **Cost:** near linear in gates.
///
/// # Errors
/// [`OptimiseError`].
pub fn optimise_logic(net: Net, groups: &[Group], level: Level, observer: &dyn Observer) -> Result<Net, OptimiseError> {
    let options = Options { keep_state: true, ..level.into() };
    let within = Earlier::share(observer, SHARE);
    let meter = Meter::new(&within, options.most);
    let mut run = Run::new(net, options, observer, &meter).with_groups(groups.to_vec());
    let plan = plan(level, run.net.num_gates());
    let of_logic = |pass: &Pass| !pass.is_of_registers();
    run.passes(&only(&[plan.first, plan.extracted].concat(), of_logic))?;
    run.rounds_of(plan, of_logic)?;
    Ok(run.net)
}

/// The passes that count, in order.
fn only(passes: &[Pass], counts: impl Fn(&Pass) -> bool) -> Vec<Pass> {
    passes.iter().copied().filter(counts).collect()
}

/// Passes that are run on a net, one after the other.
#[derive(Clone)]
pub(super) struct Run<'w> {
    options: Options,
    /// Who asked for the net.
    observer: &'w dyn Observer,
    /// The same with the deadline of optimisation, and with the work that may be done.
    meter: &'w Meter<'w>,
    net: Net,
    dropped: Dropped,
    groups: Vec<Group>,
    known: Invariants,
    /// What is known of the roles' choices, once registers are settled.
    choices: Option<Choices>,
    /// Samples of play, and how many leaves the net had; and the same with imagined states, for proofs.
    played: Option<(usize, Rc<Samples>)>,
    imagined: Option<(usize, Rc<Samples>)>,
    passes: Vec<Passed>,
    cut: Vec<&'static str>,
    skipped: Vec<&'static str>,
}

impl<'w> Run<'w> {
    /// The meter ends the passes, the observer what has to be done in any case.
    pub(super) fn new(net: Net, options: Options, observer: &'w dyn Observer, meter: &'w Meter<'w>) -> Self {
        let mut run = Self {
            options,
            observer,
            meter,
            net: sweep_dangling(net),
            dropped: Dropped::default(),
            groups: Vec::new(),
            known: Invariants::default(),
            choices: None,
            played: None,
            imagined: None,
            passes: Vec::new(),
            cut: Vec::new(),
            skipped: Vec::new(),
        };
        run.note("built");
        run
    }

    /// Takes what is known of the net's registers.
    pub(super) fn with_groups(self, groups: Vec<Group>) -> Self {
        Self { groups, ..self }
    }

    /// Runs passes, as far as they are for nets of this size and there is time.
    pub(super) fn passes(&mut self, passes: &[Pass]) -> Result<(), OptimiseError> {
        for &pass in passes {
            if self.net.num_gates() > pass.most_gates() {
                continue;
            }
            if !self.meter.stopped() {
                self.meter.charge(self.net.num_gates() as u64 * (IN_ANY_CASE + pass.cost()));
                self.pass(pass)?;
            }
            match self.meter.observer().reason() {
                None if self.meter.left() > 0 => {}
                None => self.cut.push(pass.name()),
                Some(Reason::Deadline) => self.skipped.push(pass.name()),
                Some(reason @ Reason::Signal) => return Err(OptimiseError::Stopped(reason)),
            }
        }
        Ok(())
    }

    /// Runs rounds of passes while they save enough, and what comes in the end.
    fn rounds(&mut self, plan: PassPlan<'_>) -> Result<(), OptimiseError> {
        for round in plan.rounds {
            let before = self.net.num_gates();
            self.passes(round)?;
            let saved = before.saturating_sub(self.net.num_gates());
            if before > FEW_GATES && plan.gain > 0 && saved * plan.gain < before {
                break;
            }
        }
        self.passes(plan.last)
    }

    /// The same with some of the passes.
    fn rounds_of(&mut self, plan: PassPlan<'_>, counts: impl Fn(&Pass) -> bool) -> Result<(), OptimiseError> {
        let rounds: Vec<Vec<Pass>> = plan.rounds.iter().map(|round| only(round, &counts)).collect();
        let rounds: Vec<&[Pass]> = rounds.iter().map(Vec::as_slice).collect();
        self.rounds(PassPlan { rounds: &rounds, ..plan })
    }

    fn note(&mut self, pass: &'static str) {
        let (gates, registers) = (self.net.num_gates(), self.net.ports.bases.len());
        self.passes.push(Passed { pass, gates, registers });
    }

    fn pass(&mut self, pass: Pass) -> Result<(), OptimiseError> {
        self.observer.progress("optimising", self.passes.len() as u64, 0);
        let before = match pass {
            Pass::Constants | Pass::Induction if self.options.anywhere => None,
            Pass::Constants => {
                let after = without_constants(&self.net, &mut self.dropped);
                Some(std::mem::replace(&mut self.net, after))
            }
            Pass::ConeOfInfluence if self.options.keep_state => None,
            Pass::ConeOfInfluence => {
                let (after, kept) = cone_of_influence(&self.net, &mut self.dropped);
                Some(self.with_bases(after, &kept))
            }
            Pass::Implied => {
                let held = self.held();
                implied(&self.net, &self.groups, &held, &mut self.dropped)
                    .map(|(after, kept)| self.with_bases(after, &kept))
            }
            Pass::LfsrCodes => {
                let held = self.held();
                counters(&self.net, &self.groups, &held, &mut self.dropped).map(|coded| self.with_codes(coded))
            }
            Pass::Induction => {
                let samples = self.samples();
                let invariants = inductive(&self.net, &samples, self.meter);
                let (after, groups) = merged(&self.net, &invariants, &mut self.dropped);
                let before = std::mem::replace(&mut self.net, after);
                self.known.groups = groups.iter().map(|group| named(group, &self.net)).collect();
                self.groups = groups;
                if let Ok(choices) = Choices::new(&self.net, self.meter.observer()) {
                    let pairs = choices.excluded.iter();
                    self.known.excluded = pairs.map(|pair| pair.map(|lit| fact(lit, &self.net))).collect();
                    self.choices = Some(choices);
                }
                Some(before)
            }
            Pass::Choices => self.try_out(choices(&self.net, &self.groups)),
            Pass::CommonCubes => {
                // Who is stopped goes on with the net that there is.
                let after = divide(&self.net, self.meter.observer()).ok();
                after.filter(|after| is_worth_its_depth(&self.net, after)).and_then(|after| self.try_out(after))
            }
            Pass::Balance => {
                let after = balanced(&self.net);
                let shorter = after.depth() < self.net.depth() && after.num_gates() <= self.net.num_gates();
                shorter.then(|| std::mem::replace(&mut self.net, after))
            }
            Pass::SatSweeping(_) | Pass::Rewrite(_) | Pass::Resubstitute(_) | Pass::Refactor(_) => self.rewrite(pass),
        };
        if let Some(before) = before {
            let words = affordable(&before).clamp(FEWEST_WORDS_OF_A_CHECK, MOST_WORDS_OF_A_CHECK);
            let samples = Samples::play(&before, words, EVERY, SEED + self.passes.len() as u64);
            if let Some(output) = difference(&before, &self.net, &samples) {
                return Err(OptimiseError::Broken { pass: pass.name(), output });
            }
        }
        self.note(pass.name());
        Ok(())
    }

    /// Bases that what is known of the roles' choices speaks of.
    fn held(&self) -> Vec<NodeId> {
        let Some(choices) = &self.choices else { return Vec::new() };
        let guards = choices.roles.iter().flat_map(|role| &role.guards);
        guards.chain(choices.excluded.iter().flatten()).map(|lit| lit.node()).collect()
    }

    /// Takes a net of which only some bases are kept; gives the one before.
    fn with_bases(&mut self, after: Net, kept: &[bool]) -> Net {
        self.groups = renumbered(&self.groups, &self.net, kept);
        let map = renumbering(&self.net, kept);
        self.choices = self.choices.take().and_then(|choices| choices.mapped(map));
        std::mem::replace(&mut self.net, after)
    }

    /// Takes a net of which some bases are held as codes; gives the one before.
    fn with_codes(&mut self, Coded { net, bases }: Coded) -> Net {
        let map = |lit: Lit| match lit.node().index().checked_sub(1) {
            None => Some(lit),
            Some(base) => bases[base].map(|edge| edge.flip_if(lit.is_complement())),
        };
        self.groups = self.groups.iter().filter_map(|group| group.mapped(map)).collect();
        self.choices = self.choices.take().and_then(|choices| choices.mapped(map));
        (self.played, self.imagined) = (None, None);
        std::mem::replace(&mut self.net, net)
    }

    /// Logic that is proven to do, taken when it is smaller, or when it is to be stirred.
    fn rewrite(&mut self, pass: Pass) -> Option<Net> {
        let samples = self.imagined();
        let (net, groups, meter) = (&self.net, self.groups.as_slice(), self.meter);
        let after = match pass {
            Pass::SatSweeping(effort) => merge(net, groups, &samples, effort, meter),
            Pass::Rewrite(effort) => rewrite(net, groups, &samples, effort, meter),
            Pass::Resubstitute(effort) => resubstitute(net, groups, &samples, effort, meter),
            Pass::Refactor(effort) => refactor(net, groups, &samples, effort, meter),
            _ => return None,
        };
        if pass.takes_zero_gain() { Some(std::mem::replace(&mut self.net, after)) } else { self.try_out(after) }
    }

    /// Takes a net when it is smaller; gives the one before.
    fn try_out(&mut self, after: Net) -> Option<Net> {
        let smaller = after.num_gates() < self.net.num_gates();
        smaller.then(|| std::mem::replace(&mut self.net, after))
    }

    /// Samples of play. Play is the same while there are the same registers and moves: it is kept, unless the net has
    /// become so small that many more are affordable.
    fn samples(&mut self) -> Rc<Samples> {
        let words = affordable(&self.net).clamp(FEWEST_WORDS, MOST_WORDS);
        let leaves = self.net.ports.first_gate();
        let kept = self.played.take().filter(|(of, samples)| *of == leaves && 2 * samples.words() >= words);
        let samples =
            kept.map_or_else(|| Rc::new(Samples::play(&self.net, words, EVERY, SEED)), |(_, samples)| samples);
        self.played = Some((leaves, Rc::clone(&samples)));
        samples
    }

    /// Samples of play, and of states that can't be told from those by what is known of registers: what fails in these can't
    /// be proven.
    fn imagined(&mut self) -> Rc<Samples> {
        let played = self.samples();
        let (leaves, words) = (self.net.ports.first_gate(), played.words().min(MOST_IMAGINED_WORDS));
        let kept = self.imagined.take().filter(|(of, samples)| *of == leaves && samples.words() == words);
        let (_, samples) =
            kept.unwrap_or_else(|| (leaves, Rc::new(played.with_imagined(&self.net, &self.groups, words, SEED))));
        self.imagined = Some((leaves, Rc::clone(&samples)));
        samples
    }

    /// The net, and what was found of it.
    pub(super) fn finish(mut self) -> Result<Optimised, OptimiseError> {
        // Of a code that nothing reads nothing is known, and it was never a fact.
        self.dropped.bases.retain(|(fact, _)| fact.facts().is_none());
        self.dropped.bases.sort_by(|a, b| a.0.cmp(&b.0));
        self.dropped.moves.sort();
        self.known.same = self.dropped.bases.clone();
        settle(&mut self.dropped);
        let Self { net, dropped, groups, known, passes, cut, skipped, choices, observer, options, .. } = self;
        let look = if options.anywhere { Choices::anywhere } else { Choices::new };
        let choices = match choices.map_or_else(|| look(&net, observer), Ok) {
            Ok(choices) => choices,
            Err(Stopped(Reason::Deadline)) => Choices::unknown(net.ports.roles.len()),
            Err(Stopped(reason @ Reason::Signal)) => return Err(OptimiseError::Stopped(reason)),
        };
        let [cut, skipped] = [cut, skipped].map(each_once);
        Ok(Optimised { net, dropped, groups, known, passes, cut, skipped, choices })
    }
}

/// Names without those that came before.
fn each_once(names: Vec<&'static str>) -> Vec<&'static str> {
    let mut seen = FxHashSet::default();
    names.into_iter().filter(|name| seen.insert(*name)).collect()
}

/// Words of samples a net of this size affords.
fn affordable(net: &Net) -> usize {
    MOST_VALUES / net.num_nodes().max(1)
}

/// Gates, and twice the LUTs of four inputs: a table is worth two gates.
fn size(net: &Net) -> usize {
    net.num_gates() + 2 * estimate_luts(net).luts
}

/// Whether a net saves enough gates for what it adds to the longest path. Sharing what wide gates have
/// in common makes long paths, and those make slow clocks.
fn is_worth_its_depth(before: &Net, after: &Net) -> bool {
    let gates = [before, after].map(Net::num_gates);
    let [old, new] = [before, after].map(Net::depth);
    let saved = gates[0].saturating_sub(gates[1]);
    new.saturating_sub(old + FREE_LEVELS) * gates[0].max(1) <= DEPTH_FOR_GATES * saved * old.max(1)
}

/// The fact that a base literal stands for.
fn fact(lit: Lit, net: &Net) -> Fact {
    (net.ports.bases[lit.node().index() - 1].fact.clone(), lit.is_complement())
}

/// A group by the facts of its members.
fn named(group: &Group, net: &Net) -> MutexGroup {
    MutexGroup { members: group.members.iter().map(|&lit| fact(lit, net)).collect(), exact: group.exact }
}
