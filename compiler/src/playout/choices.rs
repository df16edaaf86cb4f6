//! When a role has a choice: what pickers can leave out or share.

use super::exclusive::{Cubes, invariant, pair};
use crate::net::Net;
use crate::propnet::Lit;
use rustc_hash::{FxHashMap, FxHashSet};
use std::ops::Range;

/// What is known of a role's moves, in every reachable state that is not terminal.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Choice {
    /// The move that is legal only when no other move of the role is: an index into all moves.
    pub alone: Option<usize>,
    /// A base literal that holds whenever a move other than `alone` is legal.
    pub guard: Option<Lit>,
    /// Roles of the same group never have moves other than their `alone` legal at the same time.
    pub group: usize,
}

/// What is known of all roles, and the pairs of base literals on whose exclusion that rests.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Choices {
    /// For each role.
    pub roles: Vec<Choice>,
    /// Pairs that never hold together in a reachable state. A state in which one does must not be played from.
    pub excluded: Vec<[Lit; 2]>,
}

impl Choices {
    /// Looks for moves without alternative and for roles that take turns.
    #[must_use]
    pub fn new(net: &Net) -> Self {
        let mut cubes = Cubes::new(net);
        let roles = 0..net.ports.roles.len();
        let turns: Vec<Vec<Turn>> = roles.map(|role| turns(&mut cubes, net, net.ports.inputs_of(role))).collect();
        let mut candidates = FxHashSet::default();
        for turn in turns.iter().flatten() {
            candidates.extend(turn.alone_needs.iter().map(|&need| pair(turn.guard, need)));
        }
        for (role, own) in turns.iter().enumerate() {
            let others = turns[role + 1..].iter().flatten();
            candidates.extend(others.flat_map(|other| own.iter().map(|turn| pair(turn.guard, other.guard))));
        }
        let proven = invariant(&mut cubes, candidates.into_iter().filter(|&[a, b]| a.node() != b.node()));
        Self::chosen(&turns, &proven)
    }

    /// The moves among which a role of these moves may have a choice.
    pub fn open(&self, role: usize, moves: Range<usize>) -> impl Iterator<Item = usize> + '_ {
        moves.filter(move |&input| self.roles[role].alone != Some(input))
    }

    fn chosen(turns: &[Vec<Turn>], proven: &FxHashSet<[Lit; 2]>) -> Self {
        let mut roles: Vec<Choice> = Vec::new();
        let mut used = FxHashSet::default();
        for own in turns {
            let holds = |turn: &&Turn| {
                turn.alone.is_none() || turn.alone_needs.iter().any(|&p| excludes(proven, turn.guard, p))
            };
            let sound: Vec<&Turn> = own.iter().filter(holds).collect();
            let choice = join(&roles, &sound, proven);
            if let (Some(guard), Some(_)) = (choice.guard, choice.alone) {
                let turn = sound.iter().find(|turn| turn.guard == guard && turn.alone == choice.alone);
                let need = turn.and_then(|turn| turn.alone_needs.iter().find(|&&p| excludes(proven, guard, p)));
                used.extend(need.map(|&need| pair(guard, need)));
            }
            let partners = roles.iter().filter(|other| other.group == choice.group).filter_map(|other| other.guard);
            used.extend(partners.zip(std::iter::repeat(choice.guard)).filter_map(|(a, b)| Some(pair(a, b?))));
            roles.push(choice);
        }
        // An excluded pair rests on all pairs it was proven with.
        let used = if used.is_empty() { used } else { proven.clone() };
        let mut excluded: Vec<[Lit; 2]> = used.into_iter().filter(|&[a, b]| a != !b).collect();
        excluded.sort_unstable();
        Self { roles, excluded }
    }
}

fn excludes(proven: &FxHashSet<[Lit; 2]>, a: Lit, b: Lit) -> bool {
    a == !b || proven.contains(&pair(a, b))
}

/// The first group that a role can join with one of its turns, else a group of its own.
fn join(roles: &[Choice], turns: &[&Turn], proven: &FxHashSet<[Lit; 2]>) -> Choice {
    let groups = roles.iter().map(|other| other.group + 1).max().unwrap_or(0);
    for group in 0..groups {
        let members: Vec<&Choice> = roles.iter().filter(|other| other.group == group).collect();
        let fits = |turn: &&&Turn| {
            members.iter().all(|other| other.guard.is_some_and(|guard| excludes(proven, turn.guard, guard)))
        };
        if let Some(turn) = turns.iter().find(fits) {
            return Choice { alone: turn.alone, guard: Some(turn.guard), group };
        }
    }
    let first = turns.iter().find(|turn| turn.alone.is_some()).or(turns.first());
    Choice { alone: first.and_then(|turn| turn.alone), guard: first.map(|turn| turn.guard), group: groups }
}

/// A way to see a role's moves: all but `alone` need `guard`.
struct Turn {
    guard: Lit,
    alone: Option<usize>,
    /// Base literals that hold whenever `alone` is legal.
    alone_needs: Vec<Lit>,
}

fn turns(cubes: &mut Cubes<'_>, net: &Net, moves: Range<usize>) -> Vec<Turn> {
    if moves.len() < 2 {
        return Vec::new();
    }
    let legal = |input: usize| net.ports.inputs[input].legal;
    let needs: Vec<Vec<Lit>> = moves.clone().map(|input| cubes.necessary(legal(input)).to_vec()).collect();
    let mut count: FxHashMap<Lit, usize> = FxHashMap::default();
    needs.iter().flatten().for_each(|&need| *count.entry(need).or_default() += 1);
    let mut guards: Vec<Lit> = count.iter().filter(|&(_, &n)| n + 1 >= moves.len()).map(|(&lit, _)| lit).collect();
    guards.sort_unstable();
    let turn = |guard: Lit| {
        let alone = needs.iter().position(|need| !need.contains(&guard));
        Turn {
            guard,
            alone: alone.map(|i| moves.start + i),
            alone_needs: alone.map(|i| needs[i].clone()).unwrap_or_default(),
        }
    };
    guards.into_iter().map(turn).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::net::text;

    /// Two roles take turns; each has two moves and a pass. `b2` ends the game.
    const TURNS: &str = "net
role x
role o
base b0 init 0 next b1 (control o)
base b1 init 1 next b0 (control x)
base b2 init 0 next b2 (done)
input i0 role 0 legal n0 (a)
input i1 role 0 legal b1 (b)
input i2 role 0 legal b0 (pass)
input i3 role 1 legal b0 (a)
input i4 role 1 legal n1 (b)
input i5 role 1 legal b1 (pass)
gate n0 b1 !b2
gate n1 b0 !b2
terminal b2
";

    #[test]
    fn roles_that_take_turns_share() {
        let net = text::parse(TURNS).unwrap();
        let choices = Choices::new(&net);
        let [o, x] = [0, 1].map(|base| net.ports.base(base));
        assert_eq!(
            choices.roles,
            [Choice { alone: Some(2), guard: Some(x), group: 0 }, Choice { alone: Some(5), guard: Some(o), group: 0 }]
        );
        assert_eq!(choices.excluded, [[o, x]]);
        assert_eq!(choices.open(1, 3..6).collect::<Vec<_>>(), [3, 4]);
    }

    #[test]
    fn what_is_not_invariant_is_not_used() {
        // `control o` comes back whatever happened: after one step both roles are in control.
        for broken in ["next b1 (control o)", "init 0 next b1 (control o)"] {
            let other = broken.replace("next b1", "next 1").replace("init 0", "init 1");
            let choices = Choices::new(&text::parse(&TURNS.replace(broken, &other)).unwrap());
            assert!(choices.excluded.is_empty());
            assert_eq!(choices.roles.iter().map(|choice| choice.alone).collect::<Vec<_>>(), [None, None]);
            assert_ne!(choices.roles[0].group, choices.roles[1].group);
        }
    }
}
