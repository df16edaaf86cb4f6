//! Which relations are evaluated on demand: those whose rules build terms from terms of their own.
//!
//! `(is_list (list ?x ?rest))` where `?rest` is a list has no end when all lists are listed, and is answered at once
//! when one is given. What calls such a relation without knowing all its arguments is evaluated on demand too, since
//! it may be asked with what it needs.

use super::strata::{Name, each_atom};
use crate::syntax::{Rule, Symbol, Term};
use petgraph::algo::kosaraju_scc;
use petgraph::graph::{DiGraph, NodeIndex};
use std::collections::{BTreeSet, HashMap, HashSet};

/// Relations the outside asks for, or that are given: always evaluated in full.
const OUTSIDE: [Symbol; 10] = [
    Symbol::ROLE,
    Symbol::INIT,
    Symbol::TRUE,
    Symbol::DOES,
    Symbol::NEXT,
    Symbol::LEGAL,
    Symbol::GOAL,
    Symbol::TERMINAL,
    Symbol::SEES,
    Symbol::DISTINCT,
];

fn calls(rule: &Rule) -> BTreeSet<Name> {
    let mut calls = BTreeSet::new();
    rule.body.iter().for_each(|formula| {
        each_atom(formula, false, &mut |atom, _| {
            calls.insert(atom.key());
        });
    });
    calls
}

/// The relations to evaluate on demand. Relations that depend on each other are evaluated in the same manner.
pub(super) fn on_demand(rules: &[&Rule]) -> HashSet<Name> {
    let component = components(rules);
    let own = |rule: &Rule| component[&rule.head.key()];
    let outside: HashSet<usize> =
        component.iter().filter(|(name, _)| OUTSIDE.contains(&name.0)).map(|(_, number)| *number).collect();
    let inside: Vec<&Rule> = rules.iter().copied().filter(|rule| !outside.contains(&own(rule))).collect();
    let builds = |rule: &&&Rule| {
        let recursive = calls(rule).iter().any(|call| component[call] == own(rule));
        recursive && rule.head.args.iter().any(is_open_function)
    };
    let mut found: HashSet<usize> = inside.iter().filter(builds).map(|rule| own(rule)).collect();
    loop {
        let before = found.len();
        for rule in &inside {
            if asks_openly(rule, &|name| component.get(&name).is_some_and(|number| found.contains(number))) {
                found.insert(own(rule));
            }
        }
        if found.len() == before {
            let names = component.iter().filter(|(_, number)| found.contains(number));
            return names.map(|(name, _)| *name).collect();
        }
    }
}

/// Relations that depend on each other have the same number.
fn components(rules: &[&Rule]) -> HashMap<Name, usize> {
    let mut graph: DiGraph<Name, ()> = DiGraph::new();
    let mut nodes: HashMap<Name, NodeIndex> = HashMap::new();
    for rule in rules {
        let mut node = |name: Name| *nodes.entry(name).or_insert_with(|| graph.add_node(name));
        let (user, used) = (node(rule.head.key()), calls(rule).into_iter().map(&mut node).collect::<Vec<_>>());
        used.into_iter().for_each(|used| {
            graph.update_edge(user, used, ());
        });
    }
    let components = kosaraju_scc(&graph);
    let numbered = components.iter().enumerate();
    numbered
        .flat_map(|(number, members)| members.iter().map(move |&node| (node, number)))
        .map(|(node, number)| (graph[node], number))
        .collect()
}

fn is_open_function(term: &Term) -> bool {
    let mut open = false;
    term.each_variable(&mut |_, _| open = true);
    open && matches!(term, Term::Compound(..))
}

/// Whether a rule calls a relation on demand with a variable that no other positive literal has.
fn asks_openly(rule: &Rule, on_demand: &dyn Fn(Name) -> bool) -> bool {
    let (mut bound, mut asked) = (HashSet::new(), HashSet::new());
    for formula in &rule.body {
        each_atom(formula, false, &mut |atom, negative| {
            let on_demand = on_demand(atom.key());
            let into = if on_demand { &mut asked } else { &mut bound };
            if !negative {
                atom.each_variable(&mut |variable, _| {
                    into.insert(variable);
                });
            }
        });
    }
    !asked.is_subset(&bound)
}
