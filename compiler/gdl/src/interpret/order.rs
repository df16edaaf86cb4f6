//! The literals of a body in an order that binds before it tests, and that asks for little.
//!
//! Where an `or` has to wait for something and something else for that `or`, no order of the whole does: the solver puts
//! off what it can't answer yet, so an order is a matter of time only, never of the result.

use super::database::{Database, Relation};
use super::goal::{Goal, Pattern, Source};
use super::tables::Modes;
use super::terms::Terms;
use std::collections::BTreeSet;

type Vars = BTreeSet<usize>;

/// What literals need: relations with their indexes, and modes of those that are evaluated on demand.
pub(super) struct Tables<'a> {
    pub terms: &'a mut Terms,
    pub database: &'a mut Database,
    pub modes: &'a mut Modes,
}

/// All variables of a goal.
pub(super) fn vars_of(goal: &Goal) -> Vars {
    let mut vars = Vars::new();
    match goal {
        Goal::Holds { args, .. } | Goal::Absent { args, .. } => args.iter().for_each(|arg| arg.vars(&mut vars)),
        Goal::Distinct(a, b) | Goal::Equal(a, b) => {
            a.vars(&mut vars);
            b.vars(&mut vars);
        }
        Goal::All(parts) | Goal::Any(parts) => parts.iter().for_each(|part| vars.extend(vars_of(part))),
        Goal::Some(inner) => vars.extend(vars_of(inner)),
    }
    vars
}

/// Orders a goal for running with `bound` variables known, and adds to them what it binds for sure.
pub(super) fn order(goal: Goal, bound: &mut Vars, tables: &mut Tables<'_>) -> Goal {
    match goal {
        Goal::Holds { relation, args, .. } => {
            let columns: Vec<usize> = (0..args.len()).filter(|&column| known(&args[column], bound)).collect();
            let source = source(relation, columns, tables);
            args.iter().for_each(|arg| arg.vars(bound));
            Goal::Holds { relation, args, source }
        }
        Goal::Absent { relation, args, .. } => {
            let source = if tables.modes.on_demand(relation) {
                Source::Asked(tables.modes.mode(relation, (0..args.len()).collect()))
            } else {
                Source::Rows(0)
            };
            Goal::Absent { relation, args, source }
        }
        Goal::Equal(a, b) => {
            if known(&a, bound) || known(&b, bound) {
                a.vars(bound);
                b.vars(bound);
            }
            Goal::Equal(a, b)
        }
        Goal::All(mut parts) => {
            let mut ordered = Vec::with_capacity(parts.len());
            while !parts.is_empty() {
                let best = (0..parts.len()).min_by_key(|&i| rank(&parts[i], bound, tables)).unwrap_or(0);
                ordered.push(order(parts.remove(best), bound, tables));
            }
            Goal::All(ordered)
        }
        Goal::Any(parts) => {
            let before = bound.clone();
            let mut after: Option<Vars> = None;
            let mut ordered = Vec::with_capacity(parts.len());
            for part in parts {
                let mut here = before.clone();
                ordered.push(order(part, &mut here, tables));
                after = Some(after.map_or(here.clone(), |all| all.intersection(&here).copied().collect()));
            }
            bound.extend(after.unwrap_or_default());
            Goal::Any(ordered)
        }
        // Its variables are its own.
        Goal::Some(inner) => Goal::Some(Box::new(order(*inner, &mut Vars::new(), tables))),
        Goal::Distinct(a, b) => Goal::Distinct(a, b),
    }
}

fn source(relation: Relation, columns: Vec<usize>, tables: &mut Tables<'_>) -> Source {
    if tables.modes.on_demand(relation) {
        Source::Asked(tables.modes.mode(relation, columns))
    } else {
        Source::Rows(tables.database.index(relation, columns))
    }
}

fn known(pattern: &Pattern, bound: &Vars) -> bool {
    let mut vars = Vars::new();
    pattern.vars(&mut vars);
    vars.is_subset(bound)
}

/// Tests that are ready first, then equalities that bind, then literals by the share of columns still unknown, then
/// disjunctions that wait for nothing; relations on demand when all that can be known is; what is not ready last.
fn rank(goal: &Goal, bound: &Vars, tables: &Tables<'_>) -> (u8, usize) {
    let ready = vars_of(goal).is_subset(bound);
    match goal {
        _ if ready => (0, 0),
        Goal::Some(_) => (0, 1),
        Goal::Equal(a, b) if known(a, bound) || known(b, bound) => (1, 0),
        Goal::Holds { relation, args, .. } => {
            let unknown = args.iter().filter(|arg| !known(arg, bound)).count();
            if tables.modes.on_demand(*relation) {
                return (5, unknown);
            }
            let some_known = unknown < args.len();
            (if some_known { 2 } else { 3 }, unknown)
        }
        Goal::All(_) | Goal::Any(_) if flow(goal).needs.is_subset(bound) => (4, 0),
        Goal::All(_) | Goal::Any(_) => (6, 0),
        Goal::Equal(..) => (7, 0),
        Goal::Absent { .. } | Goal::Distinct(..) => (8, 0),
    }
}

/// Which variables a goal needs from outside, and which it binds.
#[derive(Default)]
struct Flow {
    needs: Vars,
    binds: Vars,
}

fn flow(goal: &Goal) -> Flow {
    match goal {
        Goal::Holds { .. } => Flow { needs: Vars::new(), binds: vars_of(goal) },
        Goal::Absent { .. } | Goal::Distinct(..) | Goal::Equal(..) => Flow { needs: vars_of(goal), binds: Vars::new() },
        Goal::Some(_) => Flow::default(),
        Goal::All(parts) => all_flow(parts),
        Goal::Any(parts) => {
            let mut flows = parts.iter().map(flow);
            let mut all = flows.next().unwrap_or_default();
            for next in flows {
                all.needs.extend(next.needs);
                all.binds.retain(|var| next.binds.contains(var));
            }
            all
        }
    }
}

/// Of a conjunction: an equation binds one side when the other is bound.
fn all_flow(parts: &[Goal]) -> Flow {
    let mut all = Flow::default();
    for next in parts.iter().map(flow) {
        all.needs.extend(next.needs);
        all.binds.extend(next.binds);
    }
    loop {
        let before = all.binds.len();
        for part in parts {
            if let Goal::Equal(a, b) = part
                && (known(a, &all.binds) || known(b, &all.binds))
            {
                a.vars(&mut all.binds);
                b.vars(&mut all.binds);
            }
        }
        if all.binds.len() == before {
            break;
        }
    }
    all.needs.retain(|var| !all.binds.contains(var));
    all
}
