//! Demand: relations that are called with known arguments are computed for those arguments only.
//!
//! A relation over many columns may be huge where the rules ask for few of its rows: `(attacked ?x ?y ?u ?v)` with all
//! four known. Such a relation gets a guard that lists what is asked for (a magic set, see Bancilhon, Maier, Sagiv and
//! Ullman, "Magic sets and other strange ways to implement logic programs", PODS 1986), and its rules derive nothing
//! else. What is asked for may be too much, never too little, so nothing the outside sees changes.

mod columns;
mod magic;
mod order;

use super::Watch;
use super::estimate::Estimates;
use super::relevance::is_outside;
use crate::game::{Form, Program};
use columns::{Columns, columns};

/// Expected rows or matches below which a relation is computed in full.
const WORTH_IT: f64 = 10_000.0;
/// What is asked for, and what comes of it, must be expected to take at most this share of the whole.
const GAIN: f64 = 0.5;

/// Rewrites the program so that large relations are computed on demand where estimates say that it pays.
pub(super) fn demand(program: &mut Program, watch: &dyn Watch) {
    let dynamic = vec![true; program.preds.len()];
    let before = Estimates::of(program, &[], &dynamic);
    let mut candidates = candidates(program, &before);
    // Relations for which it does not pay leave, so this ends.
    while candidates.contains(&true) && !watch.expired() {
        let columns = columns(program, &before, &candidates);
        let mut trial = program.clone();
        let guards = magic::rewrite(&mut trial, &columns, &before);
        if !paying(&trial, &before, &columns, &guards, &mut candidates) {
            continue;
        }
        if columns.any() {
            *program = trial;
        }
        return;
    }
}

/// Drops candidates whose estimates do not fall enough; whether none had to be dropped.
fn paying(
    trial: &Program,
    before: &Estimates,
    columns: &Columns,
    guards: &[Option<crate::game::PredId>],
    candidates: &mut [bool],
) -> bool {
    let after = Estimates::of(trial, &[], &vec![true; trial.preds.len()]);
    let mut all = true;
    for (number, candidate) in candidates.iter_mut().enumerate().filter(|(_, candidate)| **candidate) {
        let Some(guard) = guards[number] else { continue };
        let pred = crate::game::PredId(u32::try_from(number).unwrap_or(u32::MAX));
        debug_assert!(!columns.of(pred).is_empty(), "guards stand for columns");
        if after.rows(pred) + after.rows(guard) > before.rows(pred) * GAIN {
            *candidate = false;
            all = false;
        }
    }
    all
}

/// Relations of the game's own that are expected to be large.
fn candidates(program: &Program, estimates: &Estimates) -> Vec<bool> {
    let mut matches = vec![0.0_f64; program.preds.len()];
    let mut derived = vec![false; program.preds.len()];
    for clause in &program.clauses {
        let head = clause.head.pred.index();
        derived[head] = true;
        matches[head] += estimates.join(&clause.positive);
    }
    program
        .preds
        .iter()
        .enumerate()
        .map(|(number, pred)| {
            let own = pred.form == Form::Plain && !is_outside(pred.name);
            own && pred.arity > 0 && derived[number] && matches[number] >= WORTH_IT
        })
        .collect()
}
