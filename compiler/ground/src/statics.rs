//! Static relations as facts: what depends on neither state nor moves, evaluated once.

use super::dependence::Dependence;
use super::evaluate;
use super::{Limits, TermId, Terms, relevance, sentences};
use crate::game::{self, Form, PredId, Program};
use gdl2hdl_gdl::check::Checked;
use gdl2hdl_gdl::diagnostics::Diagnostic;
use gdl2hdl_gdl::id::id;
use gdl2hdl_gdl::mend;
use gdl2hdl_gdl::observer::Observer;
use gdl2hdl_gdl::syntax::Symbol;
use std::collections::{BTreeMap, BTreeSet};

/// Facts of static relations.
#[derive(Clone, Debug)]
pub struct Statics {
    /// The terms; names are those of the sheet.
    pub terms: Terms,
    /// Relations that are known completely, each with its sentences by number of arguments, in the order in which they
    /// were found. A relation that never holds has none.
    pub relations: BTreeMap<Symbol, BTreeMap<usize, Vec<TermId>>>,
}

/// Evaluates the static relations a game depends on. Those for which more than `budget` rows would have to be looked at
/// are left out, and what depends on them.
///
/// # Errors
/// A diagnostic when a bound was met.
pub fn statics(
    sheet: &Checked,
    limits: Limits,
    budget: u64,
    observer: &dyn Observer,
) -> Result<Statics, Box<Diagnostic>> {
    match of_sheet(sheet, limits, budget, observer) {
        Err(refused) if !observer.stopped() => match mend::without_declarations(sheet, &refused) {
            Some((sheet, _)) => of_sheet(&sheet, limits, budget, observer),
            None => Err(refused),
        },
        done => done,
    }
}

fn of_sheet(sheet: &Checked, limits: Limits, budget: u64, observer: &dyn Observer) -> Result<Statics, Box<Diagnostic>> {
    let mut program = game::program(sheet)?;
    let with_rules = |program: &Program| -> BTreeSet<Symbol> {
        program.clauses.iter().map(|clause| program.preds[clause.head.pred.index()].name).collect()
    };
    let all = with_rules(&program);
    relevance::prune(&mut program);
    // What nothing depends on is not evaluated, so nothing is known of it.
    let mut unknown: BTreeSet<Symbol> = all.difference(&with_rules(&program)).copied().collect();
    let dependence = Dependence::of(&program);
    let mut store = evaluate::store(&program, limits, observer);
    let mut known = vec![false; program.preds.len()];
    evaluate::statics(&program, &dependence, &mut store, &mut known, budget)
        .map_err(|reached| Box::new(reached.diagnostic()))?;
    let preds = || (0..id(program.preds.len())).map(PredId);
    unknown.extend(preds().filter(|id| !known[id.index()]).map(|id| program.preds[id.index()].name));
    let mut relations: BTreeMap<Symbol, BTreeMap<usize, Vec<TermId>>> = BTreeMap::new();
    let mut terms = std::mem::take(&mut store.terms);
    for id in preds() {
        let pred = &program.preds[id.index()];
        if unknown.contains(&pred.name) || matches!(pred.form, Form::Auxiliary(_) | Form::Domain(_)) {
            continue;
        }
        let by_arity = relations.entry(pred.name).or_default();
        let table = &store.tables[id.index()];
        for row in 0..table.len() {
            let sentence = sentences::sentence(&mut terms, &program, id, table.row(row));
            by_arity.entry(terms.args(sentence).len()).or_default().push(sentence);
        }
    }
    Ok(Statics { terms, relations })
}
