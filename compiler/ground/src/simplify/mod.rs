//! Instances of clauses to a ground program: facts and impossible atoms are decided and vanish, duplicates and
//! tautologies go, atoms nothing asks about go.

mod collect;
mod decide;
mod goals;
mod remap;

use super::join::Store;
use super::kinds::Kinds;
use super::profile::profile;
use super::program::{AtomId, GroundProgram, Truth};
use super::sentences::{Numbering, Reader, sentence};
use super::{Grounding, LimitReached, TermId, evaluate};
use crate::game::{Form, PredId, Program};
use collect::collect;
use decide::{Status, decide};
use gdl2hdl_gdl::id::id;
use remap::Remap;

/// Bytes simplification needs for each number in the instances, about.
const BYTES_PER_NUMBER: usize = 16;

/// Rules or atoms between two looks at the clock.
const ASK_EVERY: usize = 1 << 14;

pub(super) fn simplify(program: Program, kinds: &Kinds, mut store: Store<'_>) -> Result<Grounding, LimitReached> {
    let profile = profile(&program, &store);
    let reached = |stop, store: &Store<'_>| evaluate::reached_by(&profile, "simplification", stop, &program, store);
    store.room(store.size() * BYTES_PER_NUMBER).map_err(|stop| reached(stop, &store))?;
    let numbering = Numbering::of(&store.tables, &store.recorded);
    let flat = collect(&program, &mut store, &numbering).map_err(|stop| reached(stop, &store))?;
    store.check().map_err(|stop| reached(stop, &store))?;
    let status = decide(&program, &store, &numbering, &flat).map_err(|stop| reached(stop, &store))?;
    store.check().map_err(|stop| reached(stop, &store))?;
    let truth = |pred: PredId, row: u32| match numbering.atom(pred, row).map(|atom| (atom, status[atom.index()])) {
        None | Some((_, Status::True)) => Truth::True,
        Some((_, Status::False)) => Truth::False,
        Some((atom, Status::Open)) => Truth::Atom(atom),
    };
    let mut terms = std::mem::take(&mut store.terms);
    let mut reader = Reader { program: &program, tables: &store.tables, terms: &mut terms, diagnostics: Vec::new() };
    let mut outside = reader.outside(&truth);
    let diagnostics = reader.diagnostics;

    let mut remap = Remap::new(&flat, &status);
    drop(flat);
    let places = outside.bases.iter().map(|(_, place)| place).chain(outside.moves.iter().map(|(_, place)| place));
    places.for_each(|place| remap.input(place.and_then(|(pred, row)| numbering.atom(pred, row))));
    outside.each_truth(&mut |truth| remap.root(*truth));
    let finished = remap.finish(store.observer);
    let (order, mut rules) = finished.map_err(|stop| reached(stop, &store))?;
    outside.each_truth(&mut |truth| remap.rename(truth));
    let mut derived = names(&program, &store, &numbering, &mut terms, &order);
    let num_facts = facts_of(&program, &kinds.dynamic, &store);
    let mut symbols = program.symbols;
    let inputs = outside.bases.len() + outside.moves.len();
    goals::merge(&mut outside.goals, |goal, atoms| {
        let value = terms.constant(symbols.intern(&goal.value.to_string()));
        derived.push(terms.compound(symbols.fresh("either_goal"), &[outside.roles[goal.role], value]));
        rules.push_any(atoms);
        AtomId(id(inputs + derived.len() - 1))
    });
    let program = GroundProgram {
        symbols,
        terms,
        roles: outside.roles,
        bases: outside.bases.into_iter().map(|(base, _)| base).collect(),
        moves: outside.moves.into_iter().map(|(m, _)| m).collect(),
        goals: outside.goals,
        terminal: outside.terminal,
        sees: outside.sees,
        derived,
        rules,
        num_facts,
        visited: store.fence.is_some(),
    };
    Ok(Grounding { program, diagnostics, profile })
}

/// Facts of static relations, and facts given for the others.
fn facts_of(program: &Program, dynamic: &[bool], store: &Store<'_>) -> usize {
    let statics = program
        .preds
        .iter()
        .zip(dynamic)
        .enumerate()
        .filter(|(_, (pred, dynamic))| !**dynamic && !matches!(pred.form, Form::Auxiliary(_) | Form::Domain(_)));
    statics.map(|(number, _)| store.tables[number].len() as usize).sum()
}

fn names(
    program: &Program,
    store: &Store<'_>,
    numbering: &Numbering,
    terms: &mut super::Terms,
    order: &[AtomId],
) -> Vec<TermId> {
    terms.reserve(order.len());
    let mut names = Vec::with_capacity(order.len());
    let mut wanted = order.iter().peekable();
    for (number, table) in store.tables.iter().enumerate() {
        let pred = PredId(id(number));
        let Some(first) = numbering.atom(pred, 0) else { continue };
        while let Some(atom) = wanted.next_if(|atom| atom.0 < first.0 + table.len()) {
            names.push(sentence(terms, program, pred, table.row(atom.0 - first.0)));
        }
    }
    names
}
