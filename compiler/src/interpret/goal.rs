//! Rule bodies as goals: negation pushed inwards, variables numbered, literals in an order that binds before it tests.

use super::database::{Database, Relation};
use super::terms::{Id, Terms};
use crate::syntax::{Atom, Formula, Rule, Symbol, Term};
use std::collections::{BTreeSet, HashMap};

/// A term with variables.
#[derive(Clone, Debug)]
pub(super) enum Pattern {
    Var(usize),
    Ground(Id),
    Compound(Symbol, Vec<Pattern>),
}

impl Pattern {
    pub(super) fn vars(&self, into: &mut BTreeSet<usize>) {
        match self {
            Self::Var(var) => {
                into.insert(*var);
            }
            Self::Ground(_) => {}
            Self::Compound(_, args) => args.iter().for_each(|arg| arg.vars(into)),
        }
    }
}

/// A body, or a part of one.
#[derive(Clone, Debug)]
pub(super) enum Goal {
    /// Some row matches; rows are looked up by the index over the bound columns.
    Holds {
        relation: Relation,
        args: Vec<Pattern>,
        index: usize,
    },
    /// No row matches; everything is bound.
    Absent {
        relation: Relation,
        args: Vec<Pattern>,
    },
    Distinct(Pattern, Pattern),
    Equal(Pattern, Pattern),
    All(Vec<Goal>),
    Any(Vec<Goal>),
    /// Holds for some values; which ones, nobody outside asks.
    Some(Box<Goal>),
}

/// A rule ready to run.
#[derive(Clone, Debug)]
pub(super) struct Clause {
    pub relation: Relation,
    pub head: Vec<Pattern>,
    pub body: Goal,
    pub num_vars: usize,
}

/// Translates a rule.
pub(super) fn clause(rule: &Rule, terms: &mut Terms, database: &mut Database) -> Clause {
    let mut translator = Translator { terms, database, vars: HashMap::new() };
    let head: Vec<_> = rule.head.args.iter().map(|arg| translator.pattern(arg)).collect();
    let relation = translator.database.relation(rule.head.relation, head.len());
    let parts = rule.body.iter().map(|formula| translator.goal(formula, true)).collect();
    let num_vars = translator.vars.len();
    let mut asked = BTreeSet::new();
    head.iter().for_each(|arg| arg.vars(&mut asked));
    let body = Goal::All(apart(parts, &asked));
    let body = order(body, &mut BTreeSet::new(), database);
    Clause { relation, head, body, num_vars }
}

/// Literals that share no variable with the head, directly or through others, are asked once each group: public games
/// have rules whose groups multiply to millions of matches that all say the same.
fn apart(parts: Vec<Goal>, asked: &BTreeSet<usize>) -> Vec<Goal> {
    // Each group with its variables; a part joins all groups it shares one with.
    let mut of_head = (asked.clone(), Vec::new());
    let mut groups: Vec<(BTreeSet<usize>, Vec<Goal>)> = Vec::new();
    for part in parts {
        let vars = vars_of(&part);
        let (joined, others): (Vec<_>, Vec<_>) = groups.into_iter().partition(|group| !group.0.is_disjoint(&vars));
        groups = others;
        let with_head = vars.is_empty() || !vars.is_disjoint(&of_head.0);
        let mut group = if with_head { std::mem::take(&mut of_head) } else { Default::default() };
        for (more, goals) in joined {
            group.0.extend(more);
            group.1.extend(goals);
        }
        group.0.extend(vars);
        group.1.push(part);
        if with_head { of_head = group } else { groups.push(group) }
    }
    let (_, mut all) = of_head;
    all.extend(groups.into_iter().map(|(_, goals)| Goal::Some(Box::new(Goal::All(goals)))));
    all
}

struct Translator<'a> {
    terms: &'a mut Terms,
    database: &'a mut Database,
    vars: HashMap<Symbol, usize>,
}

impl Translator<'_> {
    fn goal(&mut self, formula: &Formula, positive: bool) -> Goal {
        match formula {
            Formula::Atom(atom) => self.literal(atom, positive),
            Formula::Not(inner, _) => self.goal(inner, !positive),
            Formula::And(parts, _) | Formula::Or(parts, _) => {
                let goals = parts.iter().map(|part| self.goal(part, positive)).collect();
                let conjunction = matches!(formula, Formula::And(..)) == positive;
                if conjunction { Goal::All(goals) } else { Goal::Any(goals) }
            }
            Formula::Distinct(a, b, _) | Formula::Equal(a, b, _) => {
                let (a, b) = (self.pattern(a), self.pattern(b));
                let distinct = matches!(formula, Formula::Distinct(..)) == positive;
                if distinct { Goal::Distinct(a, b) } else { Goal::Equal(a, b) }
            }
        }
    }

    fn literal(&mut self, atom: &Atom, positive: bool) -> Goal {
        let args: Vec<_> = atom.args.iter().map(|arg| self.pattern(arg)).collect();
        let relation = self.database.relation(atom.relation, args.len());
        if positive { Goal::Holds { relation, args, index: 0 } } else { Goal::Absent { relation, args } }
    }

    fn pattern(&mut self, term: &Term) -> Pattern {
        match term {
            Term::Variable(name, _) => {
                let next = self.vars.len();
                Pattern::Var(*self.vars.entry(*name).or_insert(next))
            }
            Term::Constant(name, _) => Pattern::Ground(self.terms.make(*name, Vec::new())),
            Term::Compound(name, args, _) => {
                let args: Vec<_> = args.iter().map(|arg| self.pattern(arg)).collect();
                let ground: Option<Vec<Id>> =
                    args.iter().map(|arg| if let Pattern::Ground(id) = arg { Some(*id) } else { None }).collect();
                match ground {
                    Some(args) => Pattern::Ground(self.terms.make(*name, args)),
                    None => Pattern::Compound(*name, args),
                }
            }
        }
    }
}

fn vars_of(goal: &Goal) -> BTreeSet<usize> {
    let mut vars = BTreeSet::new();
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

/// Orders a goal for running with `bound` variables known, and adds to them what it binds.
fn order(goal: Goal, bound: &mut BTreeSet<usize>, database: &mut Database) -> Goal {
    match goal {
        Goal::Holds { relation, args, .. } => {
            let columns: Vec<usize> = (0..args.len()).filter(|&column| known(&args[column], bound)).collect();
            let index = database.index(relation, columns);
            args.iter().for_each(|arg| arg.vars(bound));
            Goal::Holds { relation, args, index }
        }
        Goal::Equal(a, b) => {
            bound.extend(vars_of(&Goal::Equal(a.clone(), b.clone())));
            Goal::Equal(a, b)
        }
        Goal::All(mut parts) => {
            let mut ordered = Vec::with_capacity(parts.len());
            while !parts.is_empty() {
                let best = (0..parts.len()).min_by_key(|&i| rank(&parts[i], bound)).unwrap_or(0);
                ordered.push(order(parts.remove(best), bound, database));
            }
            Goal::All(ordered)
        }
        Goal::Any(parts) => {
            let before = bound.clone();
            let mut after: Option<BTreeSet<usize>> = None;
            let mut ordered = Vec::with_capacity(parts.len());
            for part in parts {
                let mut here = before.clone();
                ordered.push(order(part, &mut here, database));
                after = Some(after.map_or(here.clone(), |all| all.intersection(&here).copied().collect()));
            }
            bound.extend(after.unwrap_or_default());
            Goal::Any(ordered)
        }
        // Its variables are its own.
        Goal::Some(inner) => Goal::Some(Box::new(order(*inner, &mut BTreeSet::new(), database))),
        test @ (Goal::Absent { .. } | Goal::Distinct(..)) => test,
    }
}

fn known(pattern: &Pattern, bound: &BTreeSet<usize>) -> bool {
    let mut vars = BTreeSet::new();
    pattern.vars(&mut vars);
    vars.is_subset(bound)
}

/// Tests that are ready first, then equalities that bind, then literals by the share of columns still unknown, then
/// disjunctions; tests that are not ready last.
fn rank(goal: &Goal, bound: &BTreeSet<usize>) -> (u8, usize) {
    let ready = vars_of(goal).is_subset(bound);
    match goal {
        _ if ready => (0, 0),
        Goal::Some(_) => (0, 1),
        Goal::Equal(a, b) if known(a, bound) || known(b, bound) => (1, 0),
        Goal::Holds { args, .. } => {
            let unknown = args.iter().filter(|arg| !known(arg, bound)).count();
            let some_known = unknown < args.len();
            (if some_known { 2 } else { 3 }, unknown)
        }
        Goal::All(_) | Goal::Any(_) => (4, 0),
        Goal::Equal(..) => (5, 0),
        Goal::Absent { .. } | Goal::Distinct(..) => (6, 0),
    }
}
