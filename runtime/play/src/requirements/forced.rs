//! What a role can be sure of, whatever the others do: they know its move before they make theirs.

use super::lines::{NO_VALUE, SEVERAL, WIN};
use super::space::Space;

/// States between two looks at the clock.
const PATIENCE: usize = 4096;

/// What a role can force.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Forced {
    /// To end with this goal value or a higher one.
    Value(i32),
    /// Not even an end with a goal value.
    Nothing,
    /// There was no time to find out.
    Unknown,
}

/// The highest goal value that a role can force.
pub(super) fn forced(space: &Space, role: usize, over: &dyn Fn() -> bool) -> Forced {
    let ends = (0..space.num_visited()).filter(|&state| space.is_terminal(state));
    let mut values: Vec<i32> = ends.map(|state| space.values(state)[role]).collect();
    values.sort_unstable();
    values.dedup();
    for &value in values.iter().rev().filter(|value| !matches!(**value, NO_VALUE | SEVERAL)) {
        match winning(space, role, value, over) {
            None => return Forced::Unknown,
            Some(wins) if wins.first() == Some(&true) => return Forced::Value(value),
            Some(_) => {}
        }
    }
    Forced::Nothing
}

/// A way from the start on which a role never comes to a state from which it can force 100, to an end or to a state
/// that was there before. The role makes its first move always.
pub(super) fn refutation(space: &Space, role: usize, over: &dyn Fn() -> bool) -> Option<Vec<usize>> {
    let wins = winning(space, role, WIN, over)?;
    let mut met = vec![false; wins.len()];
    let mut way = vec![0];
    loop {
        let &last = way.last()?;
        if std::mem::replace(met.get_mut(last)?, true) || space.targets(last).is_empty() {
            return Some(way);
        }
        way.push(replies(space, last, role, 0).find(|&target| !wins[target])?);
    }
}

/// From which visited states a role can force an end with at least a goal value. States not visited count as lost.
fn winning(space: &Space, role: usize, value: i32, over: &dyn Fn() -> bool) -> Option<Vec<bool>> {
    let visited = space.num_visited();
    let good = |state: usize| (value..NO_VALUE).contains(&space.values(state)[role]);
    let mut wins: Vec<bool> = (0..visited).map(|state| space.is_terminal(state) && good(state)).collect();
    // States were met after those that lead to them, mostly: from the last to the first, few rounds are enough.
    loop {
        let mut grew = false;
        for state in (0..visited).rev() {
            if state % PATIENCE == 0 && over() {
                return None;
            }
            if wins[state] || space.targets(state).is_empty() {
                continue;
            }
            let won = |target: usize| wins.get(target) == Some(&true);
            let moves = 0..space.counts(state)[role] as usize;
            if moves.into_iter().any(|mv| replies(space, state, role, mv).all(won)) {
                wins[state] = true;
                grew = true;
            }
        }
        if !grew {
            return Some(wins);
        }
    }
}

/// Where the joint moves lead in which a role makes its move of a number.
fn replies(space: &Space, state: usize, role: usize, mv: usize) -> impl Iterator<Item = usize> + '_ {
    let counts = space.counts(state);
    let stride: usize = counts[role + 1..].iter().map(|&count| count as usize).product();
    let block = stride * counts[role] as usize;
    let targets = space.targets(state);
    let starts = (0..targets.len()).step_by(block.max(1)).map(move |start| start + mv * stride);
    starts.flat_map(move |start| targets[start..start + stride].iter().map(|&target| target as usize))
}
