//! One goal for each value of a role, where rules write it in several ways.

use crate::program::{AtomId, GroundGoal, Truth};

/// Merges goals of equal role and value, which stand side by side. `either` makes an atom that holds where one of several
/// does.
pub(super) fn merge(goals: &mut Vec<GroundGoal>, mut either: impl FnMut(&GroundGoal, &[AtomId]) -> AtomId) {
    let mut merged: Vec<GroundGoal> = Vec::with_capacity(goals.len());
    for same in goals.chunk_by(|one, other| (one.role, one.value) == (other.role, other.value)) {
        let Some(first) = same.first() else { continue };
        let atoms: Vec<AtomId> = same.iter().filter_map(|goal| atom(goal.holds)).collect();
        let holds = match (atoms.as_slice(), same.iter().any(|goal| goal.holds == Truth::True)) {
            (_, true) => Truth::True,
            ([], _) => Truth::False,
            ([atom], _) => Truth::Atom(*atom),
            (atoms, _) => Truth::Atom(either(first, atoms)),
        };
        merged.push(GroundGoal { holds, ..first.clone() });
    }
    *goals = merged;
}

fn atom(truth: Truth) -> Option<AtomId> {
    match truth {
        Truth::Atom(atom) => Some(atom),
        Truth::True | Truth::False => None,
    }
}
