//! Games with rules that may have no end: several ways are tried, the plainest first.
//!
//! 1. As all games are grounded, for so many steps: most such rules do end.
//! 2. Relations that build terms are computed by magic sets, where there are any.
//! 3. States are visited to find out what play comes to (`reach`); nothing else is grounded.
//! 4. The first way again, without a bound on its steps: its error is the one that is told.

use super::fence::Fence;
use super::growth::{Growth, Signature, written_kind};
use super::reach::{Reached, reach};
use super::{Grounding, LimitReached, Options, Stop, Way, ground_program};
use crate::game::Program;
use gdl2hdl_gdl::diagnostics::{Diagnostic, Severity};
use gdl2hdl_gdl::observer::Observer;
use gdl2hdl_gdl::syntax::{Sheet, Symbol};
use std::collections::BTreeSet;

/// Rows that are looked at, once there are terms deeper than the rules write, before another way is tried.
const PATIENCE: u64 = 300_000;

pub(super) fn ground(
    sheet: &Sheet,
    program: Program,
    growth: &Growth,
    options: &Options,
    observer: &dyn Observer,
) -> Result<Grounding, LimitReached> {
    let plain = |patience| Way { patience, ..Way::default() };
    let first = match ground_program(program.clone(), options, &plain(Some(PATIENCE)), observer) {
        Err(reached) if is_endless(&reached) => reached,
        done => return done,
    };
    let asked = growth.asked(&program);
    // Without any, the second way is the first.
    if asked.contains(&true) {
        let way = Way { patience: Some(PATIENCE), asked: asked.clone(), fence: None };
        match ground_program(program.clone(), options, &way, observer) {
            Err(reached) if is_endless(&reached) => {}
            done => return done,
        }
    }
    if let Some(reached) = visited(sheet, &program, growth, options, observer) {
        let mut fenced = program.clone();
        let fence = Some(Fence::new(&reached, &mut fenced));
        let grounding = ground_program(fenced, options, &Way { patience: None, asked, fence }, observer);
        return grounding.map(|grounding| told(grounding, &reached));
    }
    let again =
        if first.stop == Stop::Endless { ground_program(program, options, &plain(None), observer) } else { Err(first) };
    again.map_err(|reached| LimitReached { tried: !growth.facts.is_empty(), ..reached })
}

/// Whether another way may have an end.
fn is_endless(reached: &LimitReached) -> bool {
    matches!(reached.stop, Stop::Endless | Stop::Depth { .. } | Stop::Memory { .. })
}

/// What play comes to, where facts are what has no end.
fn visited(
    sheet: &Sheet,
    program: &Program,
    growth: &Growth,
    options: &Options,
    observer: &dyn Observer,
) -> Option<Reached> {
    if growth.facts.is_empty() {
        return None;
    }
    let states = [Symbol::TRUE, Symbol::NEXT, Symbol::INIT];
    let preds = (0..program.preds.len()).filter(|&pred| states.contains(&program.preds[pred].name));
    let kinds: BTreeSet<Signature> = preds.filter_map(|pred| written_kind(program, pred)).collect();
    reach(sheet, &program.symbols, &growth.facts, &kinds, options.limits, observer)
}

/// Tells that states were visited: what holds of states that play does not come to was not asked.
fn told(mut grounding: Grounding, reached: &Reached) -> Grounding {
    let moves: usize = reached.moves.values().map(BTreeSet::len).sum();
    let message = format!(
        "facts of this game have no end by themselves: the states of play were visited; facts in them: {}, moves: {moves}",
        reached.facts.len()
    );
    let help = "a state that play does not come to may lack what would follow from it";
    grounding.diagnostics.push(Diagnostic::new(Severity::Note, "G204", message, None, help.to_owned()));
    grounding
}
