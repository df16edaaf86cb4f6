//! When a role has a choice: what pickers can leave out or share.

use super::exclusive::{Cubes, invariant, pair};
use crate::Group;
use crate::Net;
use crate::propnet::Lit;
use gdl2hdl_gdl::observer::{Observer, Stopped};
use rustc_hash::{FxHashMap, FxHashSet};
use std::ops::Range;

/// Literals that guard a role's moves.
const MAX_GUARDS: usize = 4;
/// Literals tried as a role's first guard.
const MAX_TURNS: usize = 8;
/// Pairs whose exclusion is wanted; roles beyond them have a draw each.
const MAX_WANTED: usize = 1 << 20;

/// What is known of a role's moves, in every reachable state that is not terminal.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct RoleChoice {
    /// The move that is legal only when no other move of the role is: an index into all moves.
    pub alone: Option<usize>,
    /// Base literals of which one holds whenever a move other than `alone` is legal; empty when none are known.
    pub guards: Vec<Lit>,
    /// Roles of the same group never have moves other than their `alone` legal at the same time.
    pub group: usize,
}

/// What is known of all roles, and the pairs of base literals on whose exclusion that rests.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Choices {
    /// For each role.
    pub roles: Vec<RoleChoice>,
    /// Pairs that never hold together in a reachable state. A state in which one does must not be played from.
    pub excluded: Vec<[Lit; 2]>,
    /// Base literals of which at most one, or exactly one, holds in every reachable state, as far as optimisation knows
    /// them. Another state must not be played from: the logic may rest on them.
    pub groups: Vec<Group>,
}

impl Choices {
    /// Nothing is known: each role has a draw of its own for each step.
    #[must_use]
    pub fn unknown(roles: usize) -> Self {
        let role = |group| RoleChoice { alone: None, guards: Vec::new(), group };
        Self { roles: (0..roles).map(role).collect(), ..Self::default() }
    }

    /// Looks for moves without alternative and for roles that take turns. **Cost:** near linear in gates; with the
    /// square of the number of roles, but little.
    ///
    /// # Errors
    /// [`Stopped`].
    pub fn new(net: &Net, observer: &dyn Observer) -> Result<Self, Stopped> {
        Self::of(net, observer, true)
    }

    /// The same where play may begin in any state: no literals exclude each other in all of these.
    ///
    /// # Errors
    /// [`Stopped`].
    pub fn anywhere(net: &Net, observer: &dyn Observer) -> Result<Self, Stopped> {
        Self::of(net, observer, false)
    }

    fn of(net: &Net, observer: &dyn Observer, from_start: bool) -> Result<Self, Stopped> {
        let mut cubes = Cubes::new(net, observer);
        let mut turns_of = Vec::new();
        for role in 0..net.ports.roles.len() {
            observer.go_on()?;
            turns_of.push(turns(&mut cubes, net, net.ports.inputs_of(role)));
        }
        let wanted = wanted(&mut cubes, net, &turns_of);
        let proven = if from_start { invariant(&mut cubes, &wanted) } else { FxHashSet::default() };
        let (mut choices, mut members) = (Self::default(), Vec::new());
        for (role, turns) in turns_of.into_iter().enumerate() {
            observer.go_on()?;
            let moves = net.ports.inputs_of(role);
            let sound = turns.into_iter().map(|turn| turn.checked(&mut cubes, net, moves.clone(), &proven));
            let sound: Vec<Turn> = sound.collect();
            let choice = join(&choices.roles, &mut members, &sound, &proven);
            choices.roles.push(choice);
        }
        observer.go_on()?;
        if members.len() < choices.roles.len() || choices.roles.iter().any(|choice| choice.alone.is_some()) {
            // What is used of the proven pairs rests on all of them.
            choices.excluded = proven.into_iter().collect();
            choices.excluded.sort_unstable();
        }
        Ok(choices)
    }

    /// The same for a net whose bases have other numbers; `None` when a base that guards moves is gone. Pairs of bases
    /// that are gone need no care.
    #[must_use]
    pub fn mapped(&self, map: impl Fn(Lit) -> Option<Lit>) -> Option<Self> {
        let role = |choice: &RoleChoice| {
            let guards: Option<Vec<Lit>> = choice.guards.iter().map(|&lit| map(lit)).collect();
            Some(RoleChoice { guards: guards?, ..choice.clone() })
        };
        let roles: Option<Vec<RoleChoice>> = self.roles.iter().map(role).collect();
        let excluded = self.excluded.iter().filter_map(|&[a, b]| Some(pair(map(a)?, map(b)?)));
        let mut choices = Self { roles: roles?, excluded: excluded.collect(), groups: Vec::new() };
        choices.excluded.sort_unstable();
        Some(choices)
    }

    /// The moves among which a role of these moves may have a choice.
    pub fn open(&self, role: usize, moves: Range<usize>) -> impl Iterator<Item = usize> + '_ {
        moves.filter(move |&input| self.roles[role].alone != Some(input))
    }
}

/// A way to see a role's moves: all but `alone` need one of `guards`.
#[derive(Clone)]
struct Turn {
    guards: Vec<Lit>,
    alone: Option<usize>,
}

impl Turn {
    /// Without `alone` where that move can be legal beside others.
    fn checked(self, cubes: &mut Cubes<'_>, net: &Net, moves: Range<usize>, proven: &FxHashSet<[Lit; 2]>) -> Self {
        let Some(alone) = self.alone else { return self };
        let legal = |input: usize| net.ports.inputs[input].legal;
        let others: Vec<Lit> = moves.filter(|&input| input != alone).map(legal).collect();
        if cubes.excludes_all(legal(alone), &others, proven) { self } else { Self { guards: Vec::new(), alone: None } }
    }
}

/// The ways to see the moves of a role: each begins with a literal that most of them need.
fn turns(cubes: &mut Cubes<'_>, net: &Net, moves: Range<usize>) -> Vec<Turn> {
    if moves.len() < 2 {
        return Vec::new();
    }
    let needs: Vec<Vec<Lit>> =
        moves.clone().map(|input| cubes.necessary(net.ports.inputs[input].legal).to_vec()).collect();
    let mut count: FxHashMap<Lit, usize> = FxHashMap::default();
    needs.iter().flatten().for_each(|&need| *count.entry(need).or_default() += 1);
    let mut guards: Vec<(usize, Lit)> = count.into_iter().map(|(lit, n)| (n, lit)).collect();
    guards.sort_unstable_by(|a, b| b.0.cmp(&a.0).then(a.1.cmp(&b.1)));
    let firsts: Vec<Lit> = guards.iter().take(MAX_TURNS).map(|&(_, lit)| lit).collect();
    let mut turns: Vec<Turn> = firsts.into_iter().filter_map(|first| turn(&needs, first, moves.start)).collect();
    // More guards than necessary are no better, and each costs proofs.
    let fewest = turns.iter().map(|turn| turn.guards.len()).min().unwrap_or(0);
    turns.retain(|turn| turn.guards.len() == fewest);
    turns.iter_mut().for_each(|turn| turn.guards.sort_unstable());
    turns.sort_by(|a, b| a.guards.cmp(&b.guards));
    turns.dedup_by(|a, b| a.guards == b.guards);
    turns
}

/// Guards that begin with a given one, until they cover all moves but one at most.
fn turn(needs: &[Vec<Lit>], first: Lit, first_move: usize) -> Option<Turn> {
    let mut guards = vec![first];
    loop {
        let open = |need: &&Vec<Lit>| !need.iter().any(|lit| guards.contains(lit));
        let left: Vec<usize> = (0..needs.len()).filter(|&i| open(&&needs[i])).collect();
        if left.len() <= 1 {
            return Some(Turn { guards, alone: left.first().map(|i| first_move + i) });
        }
        if guards.len() == MAX_GUARDS {
            return None;
        }
        let mut count: FxHashMap<Lit, usize> = FxHashMap::default();
        left.iter().flat_map(|&i| &needs[i]).for_each(|&need| *count.entry(need).or_default() += 1);
        let best = count.into_iter().max_by(|a, b| a.1.cmp(&b.1).then(b.0.cmp(&a.0)))?;
        guards.push(best.0);
    }
}

/// Pairs of base literals whose exclusion would make moves stand alone and roles take turns.
fn wanted(cubes: &mut Cubes<'_>, net: &Net, turns: &[Vec<Turn>]) -> FxHashSet<[Lit; 2]> {
    let mut wanted = FxHashSet::default();
    for (role, own) in turns.iter().enumerate() {
        if wanted.len() > MAX_WANTED || cubes.over() {
            break;
        }
        for turn in own {
            let needs = turn.alone.map(|alone| cubes.necessary(net.ports.inputs[alone].legal).to_vec());
            let others = turns[role + 1..].iter().flatten().flat_map(|other| other.guards.iter().copied());
            let others: Vec<Lit> = needs.into_iter().flatten().chain(others).collect();
            wanted.extend(turn.guards.iter().flat_map(|&a| others.iter().map(move |&b| pair(a, b))));
        }
    }
    wanted
}

fn excludes(proven: &FxHashSet<[Lit; 2]>, a: Lit, b: Lit) -> bool {
    a == !b || proven.contains(&pair(a, b))
}

/// The first group that a role can join with one of its turns, else a group of its own. `groups` has the roles of each.
fn join(
    roles: &[RoleChoice],
    groups: &mut Vec<Vec<usize>>,
    turns: &[Turn],
    proven: &FxHashSet<[Lit; 2]>,
) -> RoleChoice {
    let choice = |turn: &Turn, group| RoleChoice { alone: turn.alone, guards: turn.guards.clone(), group };
    for (group, members) in groups.iter_mut().enumerate() {
        let apart = |turn: &Turn, other: &RoleChoice| {
            !turn.guards.is_empty()
                && !other.guards.is_empty()
                && turn.guards.iter().all(|&a| other.guards.iter().all(|&b| excludes(proven, a, b)))
        };
        if let Some(turn) = turns.iter().find(|turn| members.iter().all(|&other| apart(turn, &roles[other]))) {
            members.push(roles.len());
            return choice(turn, group);
        }
    }
    // The first role of a group chooses the turn that others most likely join.
    let first = turns.iter().find(|turn| turn.alone.is_some()).or(turns.first());
    let group = groups.len();
    groups.push(vec![roles.len()]);
    first.map_or(RoleChoice { group, ..RoleChoice::default() }, |turn| choice(turn, group))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text;
    use gdl2hdl_gdl::observer::{Reason, Unobserved};

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
        let choices = Choices::new(&net, &Unobserved).unwrap();
        let [o, x] = [0, 1].map(|base| net.ports.base(base));
        assert_eq!(
            choices.roles,
            [
                RoleChoice { alone: Some(2), guards: vec![x], group: 0 },
                RoleChoice { alone: Some(5), guards: vec![o], group: 0 }
            ]
        );
        assert_eq!(choices.excluded, [[o, x]]);
        assert_eq!(choices.open(1, 3..6).collect::<Vec<_>>(), [3, 4]);
    }

    #[test]
    fn a_turn_is_found_among_long_conditions() {
        // A move of x needs a hundred and forty places of a board, too: more than are kept.
        let places = |text: &str| (0..140).map(|i| text.replace('#', &(i + 3).to_string())).collect::<String>();
        let bases = places("base b# init 0 next b# (place #)\n");
        let gates: String =
            (3..143).map(|i| format!("gate n{} n{} b{i}\n", i - 1, if i == 3 { 0 } else { i - 2 })).collect();
        let long = TURNS
            .replace("input i0", &format!("{bases}input i0"))
            .replace("legal n0", "legal n141")
            .replace("terminal", &format!("{gates}terminal"));
        let choices = Choices::new(&text::parse(&long).unwrap(), &Unobserved).unwrap();
        assert_eq!([choices.roles[0].group, choices.roles[1].group], [0, 0]);
        assert_eq!(choices.roles[0].guards, [text::parse(&long).unwrap().ports.base(1)]);
    }

    #[test]
    fn who_stops_it_gets_nothing() {
        struct Expired;
        impl Observer for Expired {
            fn reason(&self) -> Option<Reason> {
                Some(Reason::Signal)
            }
        }
        assert_eq!(Choices::new(&text::parse(TURNS).unwrap(), &Expired), Err(Stopped(Reason::Signal)));
    }

    #[test]
    fn what_is_not_invariant_is_not_used() {
        // `control o` comes back whatever happened: after one step both roles are in control.
        for broken in ["next b1 (control o)", "init 0 next b1 (control o)"] {
            let other = broken.replace("next b1", "next 1").replace("init 0", "init 1");
            let choices = Choices::new(&text::parse(&TURNS.replace(broken, &other)).unwrap(), &Unobserved).unwrap();
            assert!(choices.excluded.is_empty());
            assert_eq!(choices.roles.iter().map(|choice| choice.alone).collect::<Vec<_>>(), [None, None]);
            assert_ne!(choices.roles[0].group, choices.roles[1].group);
        }
    }
}
