//! What numbers of a net stand for: roles, moves, goal values, and the joint moves that a list of digits picks.

use super::NATURE;
use super::machine::Look;
use gdl2hdl_net::propnet::Ports;
use std::ops::Range;

/// No goal value holds: above all values.
pub(super) const NO_VALUE: i32 = i32::MAX - 1;
/// Several goal values hold.
pub(super) const SEVERAL: i32 = i32::MAX;
/// The value of a win.
pub(super) const WIN: i32 = 100;

/// The names and numbers of a net.
pub(super) struct Names {
    pub(super) roles: Vec<String>,
    /// Whether a role is nature.
    pub(super) nature: Vec<bool>,
    moves: Vec<Range<usize>>,
    texts: Vec<String>,
    /// For each goal its role and value.
    goals: Vec<(usize, i32)>,
    /// Whether roles see percepts instead of states. Who is alone knows the state.
    pub(super) veiled: bool,
}

impl Names {
    pub(super) fn new(ports: &Ports) -> Self {
        let roles: Vec<String> = ports.roles.iter().map(ToString::to_string).collect();
        Self {
            nature: roles.iter().map(|role| role == NATURE).collect(),
            moves: (0..roles.len()).map(|role| ports.inputs_of(role)).collect(),
            texts: ports.inputs.iter().map(|input| input.action.to_string()).collect(),
            goals: ports.goals.iter().map(|goal| (goal.role as usize, goal.value)).collect(),
            veiled: !ports.sees.is_empty() && roles.len() > 1,
            roles,
        }
    }

    /// The roles that may win.
    pub(super) fn players(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.roles.len()).filter(|&role| !self.nature[role])
    }

    /// The legal moves of each role in a state.
    pub(super) fn choices<'l>(&self, look: &'l Look) -> Vec<&'l [u32]> {
        let place = |mv: usize| look.legal.partition_point(|&legal| (legal as usize) < mv);
        self.moves.iter().map(|moves| &look.legal[place(moves.start)..place(moves.end)]).collect()
    }

    /// The goal value of each role in a state: [`NO_VALUE`], [`SEVERAL`] or a value.
    pub(super) fn values(&self, look: &Look) -> Vec<i32> {
        let mut values = vec![NO_VALUE; self.roles.len()];
        for &goal in &look.goals {
            let (role, value) = self.goals[goal as usize];
            values[role] = if values[role] == NO_VALUE { value } else { SEVERAL };
        }
        values
    }

    /// All goal values of a role in a state, ascending.
    pub(super) fn all_values(&self, look: &Look, role: usize) -> Vec<i64> {
        let held = look.goals.iter().map(|&goal| self.goals[goal as usize]).filter(|(of, _)| *of == role);
        held.map(|(_, value)| i64::from(value)).collect()
    }

    /// The words of a joint move.
    pub(super) fn joint(&self, joint: &[u32]) -> Vec<String> {
        joint.iter().map(|&mv| self.texts[mv as usize].clone()).collect()
    }
}

/// The joint move of a number: the last role's moves change fastest.
pub(super) fn joint_of(choices: &[&[u32]], mut number: usize) -> Vec<u32> {
    let mut joint: Vec<u32> = choices
        .iter()
        .rev()
        .map(|moves| {
            let mv = moves[number % moves.len()];
            number /= moves.len();
            mv
        })
        .collect();
    joint.reverse();
    joint
}
