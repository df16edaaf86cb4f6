//! Semi-naive evaluation: static relations exactly, stratum by stratum; then everything that depends on the state or
//! the moves at once, as "can ever hold": negation of what depends on them counts as possible.

use super::join::Store;
use super::plan::{Roles, Step, plan};
use super::{LimitReached, Limits, Stop, Watch, simplify};
use crate::game::{Form, PredId, Program};
use crate::syntax::Symbol;
use petgraph::algo::kosaraju_scc;
use petgraph::graph::{DiGraph, NodeIndex};
use rustc_hash::FxHashMap;

/// Which relations depend on what.
pub(super) struct Dependence {
    /// Depends on `true` or `does`, or can't be decided stratum by stratum.
    pub dynamic: Vec<bool>,
    /// Static relations, a strongly connected component each, bodies before heads.
    pub strata: Vec<Vec<PredId>>,
}

impl Dependence {
    /// Cost: linear in the clauses.
    pub(super) fn of(program: &Program) -> Self {
        let mut graph: DiGraph<(), bool> = DiGraph::new();
        let nodes: Vec<NodeIndex> = program.preds.iter().map(|_| graph.add_node(())).collect();
        for clause in &program.clauses {
            let head = nodes[clause.head.pred.index()];
            for (literals, negative) in [(&clause.positive, false), (&clause.negative, true)] {
                for literal in literals {
                    graph.update_edge(nodes[literal.pred.index()], head, negative);
                }
            }
        }
        let components = kosaraju_scc(&graph);
        let mut component = vec![0; nodes.len()];
        for (number, members) in components.iter().enumerate() {
            members.iter().for_each(|node| component[node.index()] = number);
        }
        let mut dynamic: Vec<bool> =
            program.preds.iter().map(|p| matches!(p.name, Symbol::TRUE | Symbol::DOES) && !guard(p.form)).collect();
        for clause in &program.clauses {
            let head = clause.head.pred.index();
            let unstratified = |pred: PredId| component[pred.index()] == component[head];
            dynamic[head] |= clause.negative.iter().any(|l| unstratified(l.pred));
        }
        // The order is successors first, so heads come before bodies: walk it backwards.
        for members in components.iter().rev() {
            if members.iter().any(|node| dynamic[node.index()]) {
                members.iter().for_each(|node| dynamic[node.index()] = true);
                for node in members {
                    graph.neighbors(*node).for_each(|next| dynamic[next.index()] = true);
                }
            }
        }
        let id = |node: &NodeIndex| PredId(u32::try_from(node.index()).unwrap_or(u32::MAX));
        let strata = components.iter().rev().map(|members| members.iter().map(id).collect::<Vec<_>>());
        let strata = strata.filter(|members| !dynamic[members[0].index()]).collect();
        Self { dynamic, strata }
    }
}

fn guard(form: Form) -> bool {
    matches!(form, Form::Auxiliary(_) | Form::Domain(_))
}

/// Evaluates static relations only, into a new store.
///
/// # Errors
/// [`LimitReached`].
pub(super) fn statics<'w>(
    program: &Program,
    dependence: &Dependence,
    limits: Limits,
    watch: &'w dyn Watch,
) -> Result<Store<'w>, LimitReached> {
    let arities: Vec<_> = program.preds.iter().map(|pred| pred.arity).collect();
    let mut store = Store::new(program.terms.clone(), &arities, program.clauses.len(), limits, watch);
    for (pred, row) in &program.facts {
        if !dependence.dynamic[pred.index()] {
            store.tables[pred.index()].insert(row);
        }
    }
    let mut by_head: Vec<Vec<usize>> = vec![Vec::new(); program.preds.len()];
    for (number, clause) in program.clauses.iter().enumerate() {
        by_head[clause.head.pred.index()].push(number);
    }
    for stratum in &dependence.strata {
        let clauses: Vec<usize> = stratum.iter().flat_map(|pred| by_head[pred.index()].iter().copied()).collect();
        let mut growing = vec![false; program.preds.len()];
        stratum.iter().for_each(|pred| growing[pred.index()] = true);
        let done = saturate(program, &mut store, &clauses, stratum, &growing, &[]);
        done.map_err(|stop| reached("grounding (static relations)", stop, program, &store))?;
    }
    Ok(store)
}

/// Evaluates everything else; every clause's instances are recorded. Relations made after `statics` ran are new.
///
/// # Errors
/// [`LimitReached`].
pub(super) fn dynamics(program: &Program, dynamic: &[bool], store: &mut Store<'_>) -> Result<(), LimitReached> {
    store.recorded = program.preds.iter().zip(dynamic).map(|(p, d)| *d && !is_domain(p.form)).collect();
    for (pred, row) in &program.facts {
        if dynamic[pred.index()] {
            store.tables[pred.index()].insert(row);
        }
    }
    let preds: Vec<PredId> = (0..u32::try_from(program.preds.len()).unwrap_or(u32::MAX))
        .map(PredId)
        .filter(|pred| dynamic[pred.index()])
        .collect();
    let links = links(program);
    for &(from, to) in &links {
        if program.preds[from.index()].name == Symbol::INIT {
            copy(store, from, to, 0);
        }
    }
    let clauses: Vec<usize> =
        (0..program.clauses.len()).filter(|&c| dynamic[program.clauses[c].head.pred.index()]).collect();
    // Facts among `next` and `legal` also feed `true` and `does`.
    links.iter().for_each(|&(from, to)| copy(store, from, to, 0));
    let done = saturate(program, store, &clauses, &preds, dynamic, &links);
    done.map_err(|stop| reached("grounding", stop, program, store))
}

pub(super) fn is_domain(form: Form) -> bool {
    matches!(form, Form::Domain(_))
}

/// `init` and `next` feed `true`, `legal` feeds `does`.
fn links(program: &Program) -> Vec<(PredId, PredId)> {
    let mut links = Vec::new();
    for (number, pred) in program.preds.iter().enumerate() {
        let id = PredId(u32::try_from(number).unwrap_or(u32::MAX));
        let sources: &[Symbol] = match pred.name {
            Symbol::TRUE if pred.form != Form::Plain => &[Symbol::INIT, Symbol::NEXT],
            Symbol::DOES if pred.form != Form::Plain => &[Symbol::LEGAL],
            _ => &[],
        };
        links.extend(sources.iter().filter_map(|&source| program.sibling(id, source)).map(|from| (from, id)));
    }
    links
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
    steps: Vec<Step>,
}

fn saturate(
    program: &Program,
    store: &mut Store<'_>,
    clauses: &[usize],
    preds: &[PredId],
    growing: &[bool],
    links: &[(PredId, PredId)],
) -> Result<(), Stop> {
    for (number, table) in store.tables.iter_mut().enumerate() {
        if growing[number] { table.restart() } else { (table.old, table.delta) = (0, table.len()) }
    }
    let recorded = store.recorded.clone();
    let roles = Roles { growing, recorded: &recorded };
    for &number in clauses {
        let clause = &program.clauses[number];
        if !clause.positive.iter().any(|literal| growing[literal.pred.index()]) {
            let steps = plan(clause, None, &roles, &mut store.tables);
            store.run(number, clause, &steps)?;
        }
    }
    let mut plans: FxHashMap<(usize, usize), Planned> = FxHashMap::default();
    loop {
        for &number in clauses {
            let clause = &program.clauses[number];
            for (delta, literal) in clause.positive.iter().enumerate() {
                let table = &store.tables[literal.pred.index()];
                if !growing[literal.pred.index()] || table.old == table.delta {
                    continue;
                }
                let size = clause.positive.iter().map(|l| u64::from(store.tables[l.pred.index()].len())).sum();
                let planned = plans.entry((number, delta)).or_insert(Planned { size: 0, steps: Vec::new() });
                if planned.steps.is_empty() || size > planned.size.saturating_mul(2) {
                    *planned = Planned { size, steps: plan(clause, Some(delta), &roles, &mut store.tables) };
                }
                store.run(number, clause, &planned.steps)?;
            }
        }
        for &(from, to) in links {
            let first = store.tables[from.index()].delta;
            copy(store, from, to, first);
        }
        store.check()?;
        store.watch.progress("grounding", preds.iter().map(|p| u64::from(store.tables[p.index()].len())).sum(), 0);
        let mut more = false;
        for pred in preds {
            more |= store.tables[pred.index()].advance();
        }
        if !more {
            return Ok(());
        }
    }
}

/// The bound that was met, and how far the evaluation came.
pub(super) fn reached(stage: &'static str, stop: Stop, program: &Program, store: &Store<'_>) -> LimitReached {
    let profile = simplify::profile(program, store);
    let rules = profile.iter().map(|entry| entry.1).sum();
    let atoms = store.tables.iter().map(|table| u64::from(table.len())).sum();
    LimitReached { stage, stop, worst: profile.first().copied(), rules, atoms }
}
