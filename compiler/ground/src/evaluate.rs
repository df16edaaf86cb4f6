//! Semi-naive evaluation: static relations exactly, stratum by stratum; then everything that depends on the state or
//! the moves at once, as "can ever hold": negation of what depends on them counts as possible.

use super::dependence::{Dependence, links};
use super::fence::Fence;
use super::join::Store;
use super::kinds::Kinds;
use super::plan::{JoinStep, Roles, plan};
use super::profile::{RuleCost, profile};
use super::table::RowTable;
use super::{Grown, LimitReached, Limits, Stop};
use crate::game::{Clause, PredId, Program};
use gdl2hdl_gdl::id::id;
use gdl2hdl_gdl::observer::Observer;
use gdl2hdl_gdl::syntax::Symbol;
use rustc_hash::FxHashMap;

/// Rows that may be looked at for a static relation while it is not known whether all of it is needed.
pub(super) const GLANCE: u64 = 100_000;

/// A store without rows.
pub(super) fn store<'w>(program: &Program, limits: Limits, observer: &'w dyn Observer) -> Store<'w> {
    let arities: Vec<_> = program.preds.iter().map(|pred| pred.arity).collect();
    Store::new(program.terms.clone(), &arities, program.clauses.len(), limits, observer)
}

/// Evaluates static relations that are not in `known` yet, and marks them there. Those for which more than `budget`
/// rows would have to be looked at are left out, and what depends on them.
///
/// # Errors
/// [`LimitReached`].
pub(super) fn statics(
    program: &Program,
    dependence: &Dependence,
    store: &mut Store<'_>,
    known: &mut [bool],
    budget: u64,
) -> Result<(), LimitReached> {
    let mut by_head: Vec<Vec<usize>> = vec![Vec::new(); program.preds.len()];
    for (number, clause) in program.clauses.iter().enumerate() {
        by_head[clause.head.pred.index()].push(number);
    }
    for (pred, row) in &program.facts {
        if !dependence.dynamic[pred.index()] && !known[pred.index()] {
            store.tables[pred.index()].insert(row);
        }
    }
    let recorded = vec![false; program.preds.len()];
    let mut growing = vec![false; program.preds.len()];
    for stratum in &dependence.strata {
        if known[stratum[0].index()] {
            continue;
        }
        let clauses: Vec<usize> = stratum.iter().flat_map(|pred| by_head[pred.index()].iter().copied()).collect();
        let bodies = clauses.iter().map(|&number| &program.clauses[number]);
        let mut needed = bodies.flat_map(|clause| clause.positive.iter().chain(&clause.negative));
        if !needed.all(|literal| known[literal.pred.index()] || stratum.contains(&literal.pred)) {
            continue;
        }
        stratum.iter().for_each(|pred| growing[pred.index()] = true);
        let roles = Roles { growing: &growing, recorded: &recorded };
        store.budget = budget;
        let done = saturate(program, store, &clauses, stratum, roles, &[]);
        store.budget = u64::MAX;
        stratum.iter().for_each(|pred| growing[pred.index()] = false);
        match done {
            Ok(()) => stratum.iter().for_each(|pred| known[pred.index()] = true),
            // Perhaps only what is asked for has an end.
            Err(Stop::Depth { .. }) if budget < u64::MAX => forget(program, store, stratum),
            Err(Stop::Trial) => forget(program, store, stratum),
            Err(stop) => return Err(reached("grounding (static relations)", stop, program, store)),
        }
    }
    store.check().map_err(|stop| reached("grounding (static relations)", stop, program, store))
}

/// Leaves the facts of relations, and none of what was derived.
fn forget(program: &Program, store: &mut Store<'_>, preds: &[PredId]) {
    for pred in preds {
        store.tables[pred.index()] = RowTable::new(program.preds[pred.index()].arity);
    }
    for (pred, row) in program.facts.iter().filter(|(pred, _)| preds.contains(pred)) {
        store.tables[pred.index()].insert(row);
    }
}

/// Evaluates everything else; every clause's instances are recorded. Relations made after `statics` ran are new. With a
/// fence the facts and moves are those within it, and nothing feeds them.
///
/// # Errors
/// [`LimitReached`].
pub(super) fn dynamics(program: &Program, kinds: &Kinds, store: &mut Store<'_>) -> Result<(), LimitReached> {
    let dynamic = &kinds.dynamic;
    store.recorded.clone_from(&kinds.recorded);
    for (pred, row) in &program.facts {
        if dynamic[pred.index()] {
            store.tables[pred.index()].insert(row);
        }
    }
    let preds: Vec<PredId> = (0..id(program.preds.len())).map(PredId).filter(|pred| dynamic[pred.index()]).collect();
    let links = if store.fence.is_some() { Vec::new() } else { links(program) };
    enclose(program, store);
    for &(from, to) in &links {
        if program.preds[from.index()].name == Symbol::INIT {
            copy(store, from, to, 0);
        }
    }
    let clauses: Vec<usize> =
        (0..program.clauses.len()).filter(|&c| dynamic[program.clauses[c].head.pred.index()]).collect();
    // Facts among `next` and `legal` also feed `true` and `does`.
    links.iter().for_each(|&(from, to)| copy(store, from, to, 0));
    let recorded = store.recorded.clone();
    let roles = Roles { growing: dynamic, recorded: &recorded };
    let done = saturate(program, store, &clauses, &preds, roles, &links).and_then(|()| store.check());
    done.map_err(|stop| reached("grounding", stop, program, store))
}

/// Fills the relations that a fence gives, and bounds those it bounds.
fn enclose(program: &Program, store: &mut Store<'_>) {
    let Some(fence) = store.fence else { return };
    store.fences = vec![None; program.preds.len()];
    for pred in (0..id(program.preds.len())).map(PredId) {
        let Some(rows) = fence.rows(program, &store.terms, pred) else { continue };
        if Fence::gives(program.preds[pred.index()].name) {
            (0..rows.len()).for_each(|row| {
                store.tables[pred.index()].insert(rows.row(row));
            });
        } else {
            store.fences[pred.index()] = Some(rows);
        }
    }
}

fn copy(store: &mut Store<'_>, from: PredId, to: PredId, first: u32) {
    for row in first..store.tables[from.index()].len() {
        let values = store.tables[from.index()].row(row).to_vec();
        store.tables[to.index()].insert(&values);
    }
}

/// A cached plan with the table sizes it was made for.
struct Planned {
    size: u64,
    steps: Vec<JoinStep>,
}

/// What planning one literal counts as work.
const PLAN_WORK: u32 = 16;

/// One evaluation to the fixpoint: of a stratum, or of everything that is not static.
struct Saturation<'a> {
    program: &'a Program,
    roles: Roles<'a>,
    plans: FxHashMap<(usize, usize), Planned>,
    /// For each growing relation the clauses and literals that use it.
    uses: FxHashMap<PredId, Vec<(usize, usize)>>,
    /// Relations that are copied into others, each with those.
    links: FxHashMap<PredId, Vec<PredId>>,
}

impl Saturation<'_> {
    fn run(&mut self, store: &mut Store<'_>, clauses: &[usize], preds: &[PredId]) -> Result<(), Stop> {
        preds.iter().for_each(|pred| store.tables[pred.index()].restart());
        for &number in clauses {
            self.add(number);
        }
        let mut touched = Vec::new();
        for &number in clauses {
            let clause = &self.program.clauses[number];
            if !clause.positive.iter().any(|literal| self.roles.growing[literal.pred.index()]) {
                let steps = self.plan(store, clause, None)?;
                store.run(number, clause, &steps)?;
                touched.push(clause.head.pred);
            }
        }
        // Rows that were there at the start are the first delta; what was found since is the next.
        let mut active: Vec<PredId> = preds.to_vec();
        while !active.is_empty() {
            self.round(store, &active, &mut touched)?;
            touched.append(&mut active);
            touched.sort_unstable();
            touched.dedup();
            active = touched.drain(..).filter(|pred| store.tables[pred.index()].advance()).collect();
        }
        Ok(())
    }

    fn add(&mut self, number: usize) {
        for (delta, literal) in self.program.clauses[number].positive.iter().enumerate() {
            if self.roles.growing[literal.pred.index()] {
                self.uses.entry(literal.pred).or_default().push((number, delta));
            }
        }
    }

    /// Joins the last round's rows of the active relations with everything.
    fn round(&mut self, store: &mut Store<'_>, active: &[PredId], touched: &mut Vec<PredId>) -> Result<(), Stop> {
        let is_new = |pred: &&PredId| store.tables[pred.index()].old != store.tables[pred.index()].delta;
        let new: Vec<PredId> = active.iter().filter(is_new).copied().collect();
        let mut joins: Vec<(usize, usize)> =
            new.iter().filter_map(|pred| self.uses.get(pred)).flatten().copied().collect();
        // In order of the text: what is found first gets the smaller number.
        joins.sort_unstable();
        for (number, delta) in joins {
            let clause = &self.program.clauses[number];
            let size = clause.positive.iter().map(|l| u64::from(store.tables[l.pred.index()].len())).sum();
            if self.plans.get(&(number, delta)).is_none_or(|planned| size > planned.size.saturating_mul(2)) {
                let steps = self.plan(store, clause, Some(delta))?;
                self.plans.insert((number, delta), Planned { size, steps });
            }
            store.run(number, clause, &self.plans[&(number, delta)].steps)?;
            store.spend(1)?;
            touched.push(clause.head.pred);
        }
        touched.sort_unstable();
        touched.dedup();
        for number in 0..touched.len() {
            let from = touched[number];
            for &to in self.links.get(&from).into_iter().flatten() {
                let first = store.tables[from.index()].delta;
                copy(store, from, to, first);
                touched.push(to);
            }
        }
        Ok(())
    }

    fn plan(&self, store: &mut Store<'_>, clause: &Clause, delta: Option<usize>) -> Result<Vec<JoinStep>, Stop> {
        let literals = id(clause.positive.len());
        store.spend(literals.saturating_mul(PLAN_WORK))?;
        Ok(plan(clause, delta, &self.roles, &mut store.tables))
    }
}

/// Evaluates clauses for the growing relations `preds` until nothing is new.
fn saturate(
    program: &Program,
    store: &mut Store<'_>,
    clauses: &[usize],
    preds: &[PredId],
    roles: Roles<'_>,
    links: &[(PredId, PredId)],
) -> Result<(), Stop> {
    let mut by_source: FxHashMap<PredId, Vec<PredId>> = FxHashMap::default();
    links.iter().for_each(|&(from, to)| by_source.entry(from).or_default().push(to));
    let (plans, uses) = (FxHashMap::default(), FxHashMap::default());
    Saturation { program, roles, plans, uses, links: by_source }.run(store, clauses, preds)
}

/// The bound that was met, and how far the evaluation came.
pub(super) fn reached(stage: &'static str, stop: Stop, program: &Program, store: &Store<'_>) -> LimitReached {
    reached_by(&profile(program, store), stage, stop, program, store)
}

/// The same with costs that were taken before.
pub(super) fn reached_by(
    profile: &[RuleCost],
    stage: &'static str,
    stop: Stop,
    program: &Program,
    store: &Store<'_>,
) -> LimitReached {
    let rules = profile.iter().map(|cost| cost.instances).sum();
    let atoms = store.tables.iter().map(|table| u64::from(table.len())).sum();
    let most = profile.first().filter(|cost| cost.instances > 0);
    let most_rules = most.map(|cost| Grown { span: cost.span, count: cost.instances, what: "ground rules" });
    let worst = most_rules.or_else(|| most_facts(program, store));
    LimitReached { stage, stop, worst, rules, atoms, tried: false }
}

/// The first rule of the largest relation: rules of static relations leave facts only.
fn most_facts(program: &Program, store: &Store<'_>) -> Option<Grown> {
    let count = |clause: &Clause| u64::from(store.tables[clause.head.pred.index()].len());
    let largest = program.clauses.iter().rev().max_by_key(|clause| count(clause))?;
    Some(Grown { span: largest.span, count: count(largest), what: "facts" })
}
