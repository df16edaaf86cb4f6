//! The visited states as a graph: what they show of each requirement.
//!
//! Counter-examples are found in the order of visits, so no way to them is shorter. Where states are missing, what was
//! seen still counts, and what was not stays undecided.

use super::forced::{Forced, forced};
use super::lines::{NO_VALUE, Names, SEVERAL, WIN, joint_of};
use super::machine::Machine;
use super::space::Space;
use super::{Claim, Line, Outcome, Requirement, RequirementVerdict, RequirementsError};
use gdl2hdl_gdl::id::id;

/// What the visited states show, a outcome for each requirement, one of each role for weak winnability.
pub(super) fn judge(
    space: &Space,
    machine: &mut Machine,
    names: &Names,
    over: &dyn Fn() -> bool,
) -> Result<Vec<Outcome>, RequirementsError> {
    let mut judge = Judge { space, machine, names };
    let mut outcomes = vec![judge.playability()?, judge.termination()?, judge.goals()?];
    for role in names.players() {
        outcomes.push(judge.weak(role)?);
    }
    outcomes.push(judge.strong(over)?);
    outcomes.push(judge.monotonicity()?);
    Ok(outcomes)
}

/// Text of goal values.
pub(super) fn said(role: &str, values: &[i64]) -> String {
    match values {
        [] => format!("{role} has no goal value"),
        [one] => format!("{role} has the goal value {one}"),
        several => {
            let list: Vec<String> = several.iter().map(ToString::to_string).collect();
            format!("{role} has the goal values {}", list.join(" and "))
        }
    }
}

struct Judge<'a> {
    space: &'a Space,
    machine: &'a mut Machine,
    names: &'a Names,
}

impl Judge<'_> {
    fn visited(&self) -> std::ops::Range<usize> {
        0..self.space.num_visited()
    }

    /// That nothing was found.
    fn nothing(&self, requirement: Requirement) -> Outcome {
        let complete = self.space.stopped.is_none();
        let verdict = if complete { RequirementVerdict::Holds } else { RequirementVerdict::NoCounterexample };
        let reason = if complete { "in all states" } else { "in the states visited" }.to_owned();
        Outcome { requirement, role: None, verdict, reason, line: None }
    }

    fn fails(&mut self, requirement: Requirement, reason: String, end: End) -> Result<Outcome, RequirementsError> {
        let line = Some(self.line(&end.way, end.claim)?);
        Ok(Outcome { requirement, role: None, verdict: RequirementVerdict::Fails, reason, line })
    }

    /// The moves along a way of states.
    fn line(&mut self, way: &[usize], claim: Claim) -> Result<Line, RequirementsError> {
        let mut moves = Vec::new();
        for pair in way.windows(2) {
            let target = id(pair[1]);
            let number = self.space.targets(pair[0]).iter().position(|&to| to == target).unwrap_or(0);
            let looks = self.machine.look([self.space.state(pair[0])].into_iter())?;
            let joints = looks.iter().map(|look| joint_of(&self.names.choices(look), number));
            moves.extend(joints.map(|joint| self.names.joint(&joint)));
        }
        Ok(Line { moves, claim })
    }

    /// All goal values of a role in a state.
    fn values(&mut self, state: usize, role: usize) -> Result<Vec<i64>, RequirementsError> {
        let looks = self.machine.look([self.space.state(state)].into_iter())?;
        Ok(looks.first().map(|look| self.names.all_values(look, role)).unwrap_or_default())
    }

    fn playability(&mut self) -> Result<Outcome, RequirementsError> {
        let space = self.space;
        let stuck = |state: usize| space.counts(state).iter().position(|&count| count == 0);
        let found = self.visited().filter(|&state| !space.is_terminal(state)).find_map(|s| Some((s, stuck(s)?)));
        let Some((state, role)) = found else { return Ok(self.nothing(Requirement::Playability)) };
        let reason = format!("{} has no legal move", self.names.roles[role]);
        self.fails(Requirement::Playability, reason, End { way: space.way(state), claim: Claim::NoMove { role } })
    }

    fn termination(&mut self) -> Result<Outcome, RequirementsError> {
        let Some(cycle) = cycle(self.space) else { return Ok(self.nothing(Requirement::Termination)) };
        let mut way = self.space.way(cycle[0]);
        let from = way.len() - 1;
        way.extend_from_slice(&cycle[1..]);
        way.push(cycle[0]);
        let reason = format!("the state after {} comes again after {}", steps(from), steps(way.len() - 1));
        self.fails(Requirement::Termination, reason, End { way, claim: Claim::Repeats { from } })
    }

    /// The first state in which a role has not exactly one goal value.
    fn unclear(&self, only_terminal: bool) -> Option<(usize, usize)> {
        self.visited().filter(|&state| !only_terminal || self.space.is_terminal(state)).find_map(|state| {
            let values = self.space.values(state);
            let role = self.names.players().find(|&role| matches!(values[role], NO_VALUE | SEVERAL))?;
            Some((state, role))
        })
    }

    fn unclear_diagnostic(
        &mut self,
        requirement: Requirement,
        (state, role): (usize, usize),
    ) -> Result<Outcome, RequirementsError> {
        let values = self.values(state, role)?;
        let terminal = self.space.is_terminal(state);
        let when = if terminal { "at the end" } else { "before the end" };
        let reason = format!("{} {when}", said(&self.names.roles[role], &values));
        let claim = Claim::Values { role, values, terminal };
        self.fails(requirement, reason, End { way: self.space.way(state), claim })
    }

    fn goals(&mut self) -> Result<Outcome, RequirementsError> {
        match self.unclear(true) {
            Some(found) => self.unclear_diagnostic(Requirement::Goals, found),
            None => Ok(self.nothing(Requirement::Goals)),
        }
    }

    /// The first visited end with the highest goal value of a role.
    fn best_end(&self, role: usize) -> Option<(i32, usize)> {
        let ends = self.visited().filter(|&state| self.space.is_terminal(state));
        let values = ends.map(|state| (self.space.values(state)[role], state));
        let clear = values.filter(|(value, _)| !matches!(*value, NO_VALUE | SEVERAL));
        clear.max_by_key(|&(value, state)| (value, std::cmp::Reverse(state)))
    }

    fn weak(&mut self, role: usize) -> Result<Outcome, RequirementsError> {
        let (name, complete) = (self.names.roles[role].clone(), self.space.stopped.is_none());
        let best = self.best_end(role);
        let mut line = None;
        if let Some((value, state)) = best {
            let claim = Claim::Values { role, values: vec![i64::from(value)], terminal: true };
            line = Some(self.line(&self.space.way(state), claim)?);
        }
        let (verdict, reason) = match (best, complete) {
            (Some((WIN.., state)), _) => {
                (RequirementVerdict::Holds, format!("{name} wins after {}", steps(self.depth(state))))
            }
            (Some((value, _)), true) => {
                (RequirementVerdict::Fails, format!("the best end of {name} has the goal value {value}"))
            }
            (None, true) => (RequirementVerdict::Fails, format!("no end has a goal value of {name}")),
            (_, false) => (RequirementVerdict::Undecided, format!("no win of {name} in the states visited")),
        };
        let line = line.filter(|_| verdict != RequirementVerdict::Undecided);
        Ok(Outcome { requirement: Requirement::WeakWinnability, role: Some(role), verdict, reason, line })
    }

    fn depth(&self, state: usize) -> usize {
        self.space.way(state).len() - 1
    }

    fn strong(&mut self, over: &dyn Fn() -> bool) -> Result<Outcome, RequirementsError> {
        let requirement = Requirement::StrongWinnability;
        let outcome = |role, verdict, reason, line| Outcome { requirement, role, verdict, reason, line };
        let mut best = Vec::new();
        let mut refuted = None;
        for role in self.names.players() {
            match forced(self.space, role, over) {
                Forced::Unknown => {
                    let reason = "there was no time to search for a strategy".to_owned();
                    return Ok(outcome(None, RequirementVerdict::Undecided, reason, None));
                }
                Forced::Value(WIN..) => {
                    // A strategy may rest on what the role does not see.
                    let (verdict, when) = match self.names.veiled {
                        false => (RequirementVerdict::Holds, ""),
                        true => (RequirementVerdict::Undecided, ", if it sees the whole state"),
                    };
                    let reason = format!("{} can win whatever happens{when}", self.names.roles[role]);
                    return Ok(outcome(Some(role), verdict, reason, None));
                }
                Forced::Value(value) => best.push(format!("{} can be sure of {value}", self.names.roles[role])),
                Forced::Nothing => best.push(format!("{} can be sure of nothing", self.names.roles[role])),
            }
            refuted = refuted.or(Some(role));
        }
        if self.space.stopped.is_some() {
            let reason = "no strategy stays in the states visited".to_owned();
            return Ok(outcome(None, RequirementVerdict::Undecided, reason, None));
        }
        let reason = if best.is_empty() { "there is no role that could win".to_owned() } else { best.join(", ") };
        let line = refuted.map(|role| self.refutation(role, over)).transpose()?.flatten();
        Ok(outcome(None, RequirementVerdict::Fails, reason, line))
    }

    /// A line in which the others keep a role from winning, whatever it does: it makes its first move always.
    fn refutation(&mut self, role: usize, over: &dyn Fn() -> bool) -> Result<Option<Line>, RequirementsError> {
        let Some(way) = super::forced::refutation(self.space, role, over) else { return Ok(None) };
        let (Some((&last, before)), space) = (way.split_last(), self.space) else { return Ok(None) };
        let claim = if let Some(from) = before.iter().position(|&state| state == last) {
            Claim::Repeats { from }
        } else if space.is_terminal(last) {
            Claim::Values { role, values: self.values(last, role)?, terminal: true }
        } else {
            let stuck = space.counts(last).iter().position(|&count| count == 0);
            Claim::NoMove { role: stuck.unwrap_or(0) }
        };
        self.line(&way, claim).map(Some)
    }

    fn monotonicity(&mut self) -> Result<Outcome, RequirementsError> {
        let requirement = Requirement::Monotonicity;
        if let Some(found) = self.unclear(false) {
            return self.unclear_diagnostic(requirement, found);
        }
        let space = self.space;
        let seen = self.visited();
        let falls = |from: usize, to: usize| {
            let (before, after) = (space.values(from), space.values(to));
            self.names.players().find(|&role| after[role] < before[role])
        };
        let found = self.visited().find_map(|from| {
            let targets = space.targets(from).iter().map(|&to| to as usize).filter(|to| seen.contains(to));
            targets.into_iter().find_map(|to| Some((from, to, falls(from, to)?)))
        });
        let Some((before, after, role)) = found else { return Ok(self.nothing(requirement)) };
        let (from, to) = (i64::from(space.values(before)[role]), i64::from(space.values(after)[role]));
        let mut way = space.way(before);
        way.push(after);
        let reason = fallen(&self.names.roles[role], from, to);
        self.fails(requirement, reason, End { way, claim: Claim::Falls { role, from, to } })
    }
}

/// Text of a goal value that falls.
pub(super) fn fallen(role: &str, from: i64, to: i64) -> String {
    format!("the goal of {role} falls from {from} to {to}")
}

/// The states of a line, and what the last one shows.
struct End {
    way: Vec<usize>,
    claim: Claim,
}

/// `1 step`, `2 steps`.
pub(super) fn steps(count: usize) -> String {
    if count == 1 { "1 step".to_owned() } else { format!("{count} steps") }
}

/// States that lead to each other in a cycle, if there are any among the visited ones.
fn cycle(space: &Space) -> Option<Vec<usize>> {
    let visited = space.num_visited();
    let (mut done, mut open) = (vec![false; visited], vec![false; visited]);
    // The states on the way, each with the number of its next transition.
    let mut way: Vec<(usize, usize)> = Vec::new();
    for start in 0..visited {
        if !done[start] {
            open[start] = true;
            way.push((start, 0));
        }
        while let Some((state, next)) = way.last_mut() {
            let Some(&target) = space.targets(*state).get(*next) else {
                (open[*state], done[*state]) = (false, true);
                way.pop();
                continue;
            };
            *next += 1;
            let target = target as usize;
            if target >= visited || done[target] {
                continue;
            }
            if open[target] {
                let from = way.iter().position(|&(state, _)| state == target)?;
                return Some(way[from..].iter().map(|&(state, _)| state).collect());
            }
            open[target] = true;
            way.push((target, 0));
        }
    }
    None
}
