//! Where a tree is to grow, weighing what is good against what is little known.

use super::joints::Joints;
use super::tree::Tree;
use std::ops::Range;

/// The greatest goal of GDL: values are parts of it where they are weighed.
const GREATEST: f64 = 100.0;

/// An open leaf. From the root on each role with a choice makes the move whose value, with a bonus for few visits as that
/// of UCT, is the greatest. Nature makes the move with the fewest visits.
pub(super) fn leaf(tree: &Tree, exploration: f64) -> usize {
    let mut node = 0;
    while let Some((joints, children)) = tree.below(node) {
        match child(tree, joints, children, exploration) {
            Some(child) => node = child,
            None => break,
        }
    }
    node
}

/// The open child to go on with; `None` where all are done.
fn child(tree: &Tree, joints: &Joints, children: Range<usize>, exploration: f64) -> Option<usize> {
    let marks = marks(tree, joints, children.clone(), exploration);
    let mut best: Option<(usize, f64, u32)> = None;
    for child in children.clone().filter(|&child| !tree.done(child)) {
        // The sum is the greatest where each role makes its best move.
        let digits = joints.digits(child - children.start);
        let mark: f64 = marks.iter().zip(digits).map(|(marks, digit)| marks.get(digit).unwrap_or(&0.0)).sum();
        let visits = tree.visits(child);
        if best.is_none_or(|(_, most, least)| mark > most || (mark >= most && visits < least)) {
            best = Some((child, mark, visits));
        }
    }
    best.map(|(child, ..)| child)
}

/// What each role thinks of each of its moves. Roles without a choice think nothing, nor does nature.
fn marks(tree: &Tree, joints: &Joints, children: Range<usize>, exploration: f64) -> Vec<Vec<f64>> {
    let has_choice = |role: usize| joints.size(role) > 1 && joints.seats().chance != Some(role);
    let moves = |role: usize| if has_choice(role) { joints.size(role) } else { 0 };
    let mut worst: Vec<Vec<f64>> = (0..joints.roles()).map(|role| vec![f64::INFINITY; moves(role)]).collect();
    let mut visits: Vec<Vec<f64>> = (0..joints.roles()).map(|role| vec![0.0; moves(role)]).collect();
    let chances = joints.chances();
    for first in children.clone().step_by(chances) {
        let digits = joints.digits(first - children.start);
        let group = first..first + chances;
        let visited: f64 = group.clone().map(|child| f64::from(tree.visits(child))).sum();
        for role in (0..joints.roles()).filter(|&role| has_choice(role)) {
            let mean = group.clone().map(|child| tree.values(child)[role]).sum::<f64>() / chances as f64;
            let (worst, visits) = (&mut worst[role][digits[role]], &mut visits[role][digits[role]]);
            *worst = worst.min(mean);
            *visits += visited;
        }
    }
    worst.iter().zip(&visits).map(|(worst, visits)| weighed(worst, visits, exploration)).collect()
}

/// Values as parts of the greatest, each with its bonus.
fn weighed(values: &[f64], visits: &[f64], exploration: f64) -> Vec<f64> {
    // A move counts as visited once before its first visit.
    let all = visits.iter().sum::<f64>() + visits.len() as f64;
    let bonus = |visits: &f64| exploration * (all.ln() / (visits + 1.0)).sqrt();
    values.iter().zip(visits).map(|(value, visits)| value / GREATEST + bonus(visits)).collect()
}
