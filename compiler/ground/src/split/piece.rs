//! Which literals of a clause may move out of it together.

use super::canonical::Body;
use crate::game::{Clause, Literal, Pattern, PredId};
use rustc_hash::FxHashSet;

/// Most variables a piece may share with the rest: columns of its relation.
const MAX_SHARED: usize = 255;

/// Literals to move out of a clause.
pub(super) struct Piece {
    /// Which positive literals.
    pub positive: Vec<bool>,
    /// Which negative literals.
    pub negative: Vec<bool>,
    /// Which `distinct`s.
    pub distinct: Vec<bool>,
    /// Variables shared with the rest of the clause.
    pub shared: Vec<u32>,
    /// Variables no moved positive literal binds.
    pub guards: Vec<u32>,
}

impl Piece {
    /// The body that moves, guards left out, and the one that stays.
    pub(super) fn cut(&self, clause: &Clause) -> (Body, Body) {
        let (positive, rest) = partition(&clause.positive, &self.positive);
        let (negative, rest_negative) = partition(&clause.negative, &self.negative);
        let (distinct, rest_distinct) = partition(&clause.distinct, &self.distinct);
        (
            Body { positive, negative, distinct },
            Body { positive: rest, negative: rest_negative, distinct: rest_distinct },
        )
    }
}

fn partition<T: Clone>(items: &[T], moved: &[bool]) -> (Vec<T>, Vec<T>) {
    let (inside, outside): (Vec<_>, Vec<_>) = items.iter().zip(moved).partition(|(_, moved)| **moved);
    let items = |pairs: Vec<(&T, &bool)>| pairs.into_iter().map(|(item, _)| item.clone()).collect();
    (items(inside), items(outside))
}

/// Sets of positive literals worth a look: those around each variable the head does not need, grown variable by
/// variable as long as they hang together by such variables.
pub(super) fn groups(clause: &Clause, kept: &[u32]) -> Vec<Vec<bool>> {
    let mut groups: Vec<Vec<bool>> = Vec::new();
    let mut seen: FxHashSet<Vec<bool>> = FxHashSet::default();
    for var in (0..clause.num_vars).filter(|var| !kept.contains(var)) {
        let mut group = vec![false; clause.positive.len()];
        let mut next = Some(var);
        while let Some(var) = next {
            group.iter_mut().zip(&clause.positive).for_each(|(moved, literal)| *moved |= literal.mentions(var));
            // How a group grows depends on the group alone: one met before has been followed already.
            if !group.iter().any(|&moved| moved) || !seen.insert(group.clone()) {
                break;
            }
            groups.push(group.clone());
            next = growth(clause, kept, &group);
        }
    }
    groups
}

/// The variable to add to a group: one it shares with the fewest literals outside.
fn growth(clause: &Clause, kept: &[u32], group: &[bool]) -> Option<u32> {
    let mentions = |var: u32, inside: bool| {
        clause.positive.iter().zip(group).filter(|(literal, moved)| **moved == inside && literal.mentions(var)).count()
    };
    let shared = |var: &u32| !kept.contains(var) && mentions(*var, true) > 0 && mentions(*var, false) > 0;
    (0..clause.num_vars).filter(shared).min_by_key(|&var| mentions(var, false))
}

/// Completes a group of positive literals: tests on its inner variables go with it. `None` when nothing would be left,
/// nothing would be gained, or a variable can't be guarded.
pub(super) fn piece(clause: &Clause, kept: &[u32], group: &[bool]) -> Option<Piece> {
    let count = clause.num_vars as usize;
    let (mut inside, mut outside) = (vec![false; count], vec![false; count]);
    for (literal, moved) in clause.positive.iter().zip(group) {
        let side = if *moved { &mut inside } else { &mut outside };
        literal.each_var(&mut |var| side[var as usize] = true);
    }
    kept.iter().for_each(|&var| outside[var as usize] = true);
    let inner: Vec<bool> = (0..count).map(|var| inside[var] && !outside[var]).collect();
    let touched = |vars: Vec<u32>| vars.into_iter().any(|var| inner[var as usize]);
    let negative: Vec<bool> = clause.negative.iter().map(|literal| touched(literal_vars(literal))).collect();
    let distinct: Vec<bool> = clause.distinct.iter().map(|pair| touched(pair_vars(pair))).collect();
    let whole = group.iter().all(|&moved| moved) && negative.iter().all(|&m| m) && distinct.iter().all(|&m| m);
    if whole || !inner.iter().any(|&inner| inner) {
        return None;
    }
    let mut tested = vec![false; count];
    let moved_negative = clause.negative.iter().zip(&negative).filter(|(_, moved)| **moved);
    let moved_distinct = clause.distinct.iter().zip(&distinct).filter(|(_, moved)| **moved);
    let vars = moved_negative.flat_map(|(literal, _)| literal_vars(literal));
    vars.chain(moved_distinct.flat_map(|(pair, _)| pair_vars(pair))).for_each(|var| tested[var as usize] = true);
    let var_ids = || (0..clause.num_vars).zip(0..count);
    let shared: Vec<u32> =
        var_ids().filter(|&(_, i)| (inside[i] && outside[i]) || (tested[i] && !inner[i])).map(|(var, _)| var).collect();
    if shared.len() > MAX_SHARED {
        return None;
    }
    let guards: Vec<u32> = var_ids().filter(|&(_, i)| tested[i] && !inside[i]).map(|(var, _)| var).collect();
    let guarded = guards.iter().all(|&var| guard_for(clause, group, var).is_some());
    guarded.then(|| Piece { positive: group.to_vec(), negative, distinct, shared, guards })
}

fn literal_vars(literal: &Literal) -> Vec<u32> {
    let mut vars = Vec::new();
    literal.each_var(&mut |var| vars.push(var));
    vars
}

fn pair_vars((a, b): &(Pattern, Pattern)) -> Vec<u32> {
    let mut vars = Vec::new();
    a.each_var(&mut |var| vars.push(var));
    b.each_var(&mut |var| vars.push(var));
    vars
}

/// A literal outside the group that binds a variable in a column of its own.
pub(super) fn guard_for(clause: &Clause, group: &[bool], var: u32) -> Option<(PredId, usize)> {
    let outside = clause.positive.iter().zip(group).filter(|(_, moved)| !**moved);
    outside
        .filter_map(|(literal, _)| {
            let column = literal.args.iter().position(|arg| *arg == Pattern::Var(var))?;
            Some((literal.pred, column))
        })
        .next()
}
