//! MagicSets: relations that are called with known arguments are computed for those arguments only.
//!
//! A relation over many columns may be huge where the rules ask for few of its rows: `(attacked ?x ?y ?u ?v)` with all
//! four known. Such a relation gets a magic predicate that lists what is asked for (a magic set, see Bancilhon, Maier, Sagiv and
//! Ullman, "Magic sets and other strange ways to implement logic programs", PODS 1986), and its rules derive nothing
//! else. What is asked for may be too much, never too little, so nothing the outside sees changes.

mod agreed;
mod columns;
mod order;
mod rewrite;

use super::MagicSets;
use super::estimate::Estimates;
use super::relevance::is_outside;
use super::table::RowTable;
use crate::game::{Form, PredId, Program};
use agreed::columns;
use columns::Asking;
use gdl2hdl_gdl::id::id;
use gdl2hdl_gdl::observer::Observer;

/// Expected matches below which a relation is computed in full.
const WORTH_IT: f64 = 20_000.0;
/// What is asked for, and what comes of it, must be expected to take at most this share of the whole.
const GAIN: f64 = 0.5;
/// Expected rows from which estimates are not trusted: they take columns to be independent. What is asked for can't be
/// much more than the matches of those who ask, so that it is never far worse than the whole.
const HUGE: f64 = 100_000.0;

/// Rewrites the program so that large relations are computed by magic sets where estimates say that it pays, and those that
/// are `always` asked whatever they say. The tables hold what is `known`. Where nothing was rewritten the estimates are
/// given back.
pub(super) fn magic_sets(
    program: &mut Program,
    tables: &[RowTable],
    known: &[bool],
    (which, always): (MagicSets, &[bool]),
    observer: &dyn Observer,
) -> Option<Estimates> {
    let open: Vec<bool> = known.iter().map(|known| !known).collect();
    let before = Estimates::of(program, tables, &open);
    let least = if which == MagicSets::Always { 0.0 } else { WORTH_IT };
    let mut candidates = candidates(program, &before, known, (least, always));
    // Relations for which it does not pay ask for less, then leave, so this ends.
    while candidates.iter().any(Option::is_some) && !observer.stopped() {
        let columns = columns(program, &before, &candidates);
        let mut trial = program.clone();
        let magics = rewrite::rewrite(&mut trial, &columns, &before);
        let mut open = open.clone();
        open.resize(trial.preds.len(), true);
        let after = Estimates::of(&trial, tables, &open);
        if which == MagicSets::Always || paying(&before, &after, &magics, always, &mut candidates) {
            let any = columns.any();
            if any {
                *program = trial;
            }
            return (!any).then_some(before);
        }
    }
    Some(before)
}

/// Lets candidates for which it does not pay ask for less, or drops them; whether none had to change.
fn paying(
    before: &Estimates,
    after: &Estimates,
    magics: &[Option<PredId>],
    always: &[bool],
    candidates: &mut [Option<Asking>],
) -> bool {
    let mut all = true;
    for (number, candidate) in candidates.iter_mut().enumerate() {
        let (Some(asking), Some(magic), false) = (*candidate, magics[number], is(always, number)) else { continue };
        let pred = PredId(id(number));
        let (whole, asked) = (before.rows(pred), after.rows(magic));
        let pays = after.rows(pred) + asked <= whole * GAIN || (whole >= HUGE && asked <= whole);
        if !pays {
            *candidate = (asking == Asking::All).then_some(Asking::Least);
            all = false;
        }
    }
    all
}

fn is(always: &[bool], pred: usize) -> bool {
    always.get(pred).copied().unwrap_or(false)
}

/// Relations of the game's own with so many matches expected, and those that are always asked.
fn candidates(
    program: &Program,
    estimates: &Estimates,
    known: &[bool],
    (least, always): (f64, &[bool]),
) -> Vec<Option<Asking>> {
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
            let large = pred.arity > 0 && !known[number] && derived[number];
            let large = large && (matches[number] >= least || is(always, number));
            (own && large).then_some(Asking::All)
        })
        .collect()
}
