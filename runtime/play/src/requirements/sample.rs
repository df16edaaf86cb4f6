//! Random playouts, for games with more states than can be visited: one in each lane of the machine.

use super::judge::{fallen, said, steps};
use super::lines::{NO_VALUE, Names, SEVERAL, WIN};
use super::machine::{Look, Machine};
use super::{Claim, Line, Options, Outcome, Requirement, RequirementVerdict, RequirementsError, Timer};
use crate::record::pick;
use gdl2hdl_gdl::random::SplitMix64;
use std::collections::{BTreeMap, HashMap};
use std::hash::{DefaultHasher, Hash, Hasher};

/// What playouts showed.
#[derive(Default)]
pub(super) struct Sampled {
    /// Playouts that ended or were cut off.
    pub(super) playouts: u64,
    /// Those that were cut off.
    pub(super) truncated: u64,
    /// For each requirement, and role where it speaks of one, the first line that decides it.
    found: BTreeMap<(Requirement, Option<usize>), (String, Line)>,
}

/// A playout on its way.
struct Playout {
    state: Vec<u64>,
    /// The moves made, numbered through all roles.
    moves: Vec<Vec<u32>>,
    /// Goal values before the last move.
    values: Option<Vec<i32>>,
    /// Hashes of the states met, and at which step: whole states of many long playouts take too much room. Two states
    /// with one hash would show in the check of the line.
    met: HashMap<u64, usize>,
}

fn hash(state: &[u64]) -> u64 {
    let mut hasher = DefaultHasher::new();
    state.hash(&mut hasher);
    hasher.finish()
}

/// Plays random playouts from a state.
pub(super) fn sample(
    machine: &mut Machine,
    names: &Names,
    start: &[u64],
    options: &Options,
    clock: &Timer<'_>,
) -> Result<Sampled, RequirementsError> {
    let mut sampled = Sampled::default();
    let mut random = SplitMix64(options.seed);
    while sampled.playouts < options.playouts && !(clock.over)() {
        let room = options.playouts - sampled.playouts;
        let count = machine.lanes().min(usize::try_from(room).unwrap_or(usize::MAX));
        let new = || Playout { state: start.to_vec(), moves: Vec::new(), values: None, met: HashMap::new() };
        let mut playouts: Vec<Playout> = (0..count).map(|_| new()).collect();
        let (mut ended, mut truncated) = (0, 0);
        for step in 0..=options.max_steps {
            if (clock.over)() {
                // Playouts that are over by now are the short ones: none of these is counted.
                return Ok(sampled);
            }
            let looks = machine.look(playouts.iter().map(|playout| &playout.state[..]))?;
            let before = playouts.len();
            playouts = playouts
                .into_iter()
                .zip(&looks)
                .filter_map(|(playout, look)| sampled.observe(names, playout, look, &mut random))
                .collect();
            ended += (before - playouts.len()) as u64;
            if playouts.is_empty() {
                break;
            }
            if step == options.max_steps {
                truncated = playouts.len() as u64;
                break;
            }
            let joints = playouts.iter().map(|p| (&p.state[..], p.moves.last().map_or(&[][..], Vec::as_slice)));
            let after = machine.step(joints)?;
            let states = after.chunks(machine.words());
            playouts.iter_mut().zip(states).for_each(|(playout, state)| playout.state = state.to_vec());
        }
        sampled.playouts += ended + truncated;
        sampled.truncated += truncated;
        clock.observer.progress("playouts", sampled.playouts, options.playouts);
    }
    Ok(sampled)
}

impl Sampled {
    fn keep(
        &mut self,
        at: (Requirement, Option<usize>),
        reason: String,
        moves: &[Vec<u32>],
        names: &Names,
        claim: Claim,
    ) {
        let words = || moves.iter().map(|joint| names.joint(joint)).collect();
        self.found.entry(at).or_insert_with(|| (reason, Line { moves: words(), claim }));
    }

    /// Looks at a playout's state and picks its next moves; `None` when it is over.
    fn observe(
        &mut self,
        names: &Names,
        mut playout: Playout,
        look: &Look,
        random: &mut SplitMix64,
    ) -> Option<Playout> {
        let values = names.values(look);
        self.goals(names, &playout, look, &values);
        if look.terminal {
            for role in names.players().filter(|&role| (WIN..NO_VALUE).contains(&values[role])) {
                let reason = format!("{} wins after {}", names.roles[role], steps(playout.moves.len()));
                let claim = Claim::Values { role, values: vec![i64::from(values[role])], terminal: true };
                self.keep((Requirement::WeakWinnability, Some(role)), reason, &playout.moves, names, claim);
            }
            return None;
        }
        let here = hash(&playout.state);
        if let Some(&from) = playout.met.get(&here) {
            let reason = format!("the state after {} comes again after {}", steps(from), steps(playout.moves.len()));
            self.keep((Requirement::Termination, None), reason, &playout.moves, names, Claim::Repeats { from });
        }
        let choices = names.choices(look);
        if let Some(role) = choices.iter().position(|moves| moves.is_empty()) {
            let reason = format!("{} has no legal move", names.roles[role]);
            self.keep((Requirement::Playability, None), reason, &playout.moves, names, Claim::NoMove { role });
            return None;
        }
        playout.met.insert(here, playout.moves.len());
        playout.moves.push(choices.iter().map(|moves| *pick(random, moves)).collect());
        playout.values = Some(values);
        Some(playout)
    }

    /// Goal values that are not one, or less than before.
    fn goals(&mut self, names: &Names, playout: &Playout, look: &Look, values: &[i32]) {
        for role in names.players() {
            let name = &names.roles[role];
            if matches!(values[role], NO_VALUE | SEVERAL) {
                let all = names.all_values(look, role);
                let when = if look.terminal { "at the end" } else { "before the end" };
                let reason = format!("{} {when}", said(name, &all));
                let claim = Claim::Values { role, values: all, terminal: look.terminal };
                if look.terminal {
                    self.keep((Requirement::Goals, None), reason.clone(), &playout.moves, names, claim.clone());
                }
                self.keep((Requirement::Monotonicity, None), reason, &playout.moves, names, claim);
            } else if let Some(before) = playout.values.as_ref().map(|values| values[role]).filter(|&v| v < NO_VALUE)
                && values[role] < before
            {
                let (from, to) = (i64::from(before), i64::from(values[role]));
                let claim = Claim::Falls { role, from, to };
                self.keep((Requirement::Monotonicity, None), fallen(name, from, to), &playout.moves, names, claim);
            }
        }
    }
}

/// Adds what playouts showed to outcomes that visited states left open.
pub(super) fn amend(outcomes: &mut [Outcome], sampled: &Sampled, names: &Names) {
    let mut won = None;
    for outcome in outcomes.iter_mut() {
        if matches!(outcome.verdict, RequirementVerdict::Holds | RequirementVerdict::Fails) {
            continue;
        }
        let weak = outcome.requirement == Requirement::WeakWinnability;
        if let Some((reason, line)) = sampled.found.get(&(outcome.requirement, outcome.role)) {
            outcome.verdict = if weak { RequirementVerdict::Holds } else { RequirementVerdict::Fails };
            (outcome.reason, outcome.line) = (reason.clone(), Some(line.clone()));
        } else {
            let playouts = sampled.playouts;
            let (what, verdict) = match outcome.requirement {
                Requirement::StrongWinnability => continue,
                Requirement::WeakWinnability => ("no win", RequirementVerdict::Undecided),
                Requirement::Termination if sampled.truncated > 0 => {
                    ("no state came twice", RequirementVerdict::Undecided)
                }
                _ if playouts == 0 => ("nothing", RequirementVerdict::Undecided),
                _ => ("no counter-example", RequirementVerdict::NoCounterexample),
            };
            outcome.verdict = verdict;
            outcome.reason = format!("{what} in the states visited and in {playouts} playouts");
        }
    }
    // Who is alone, chance included, makes the moves of a win as they are.
    if names.roles.len() == 1 {
        let weak = outcomes.iter().find(|outcome| outcome.requirement == Requirement::WeakWinnability);
        won = weak.filter(|outcome| outcome.verdict == RequirementVerdict::Holds).cloned();
    }
    let strong = outcomes.iter_mut().find(|outcome| outcome.requirement == Requirement::StrongWinnability);
    if let (Some(strong), Some(won)) = (strong, won)
        && strong.verdict == RequirementVerdict::Undecided
    {
        *strong = Outcome { requirement: Requirement::StrongWinnability, ..won };
    }
}
