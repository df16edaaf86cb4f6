//! Rules to clauses: negation is pushed inwards, variables are numbered, literals are ordered.

use super::database::Database;
use super::goal::{Clause, Goal, Pattern, Source};
use super::order::{Tables, order, vars_of};
use super::terms::{Id, Terms};
use crate::syntax::{Atom, Formula, Rule, Symbol, Term};
use std::collections::{BTreeSet, HashMap};

/// Translates a rule. Before it runs, the values of some columns of its head are known.
pub(super) fn clause(rule: &Rule, known: &[usize], tables: &mut Tables<'_>) -> Clause {
    let mut translator = Translator { terms: tables.terms, database: tables.database, vars: HashMap::new() };
    let head: Vec<_> = rule.head.args.iter().map(|arg| translator.pattern(arg)).collect();
    let relation = translator.database.relation(rule.head.relation, head.len());
    let parts = rule.body.iter().map(|formula| translator.goal(formula, true)).collect();
    let num_vars = translator.vars.len();
    let mut asked = BTreeSet::new();
    head.iter().for_each(|arg| arg.vars(&mut asked));
    let body = Goal::All(apart(parts, &asked));
    let mut bound = BTreeSet::new();
    known.iter().for_each(|&column| head[column].vars(&mut bound));
    let body = order(body, &mut bound, tables);
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
        let source = Source::Rows(0);
        if positive { Goal::Holds { relation, args, source } } else { Goal::Absent { relation, args, source } }
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
