//! Stratified negation: nothing depends on its own negation.

use super::collector::Diagnostics;
use super::graph::{Components, Graph};
use super::paths::shortest;
use super::rule_graph::RuleGraph;
use super::spelling::Spelling;
use crate::diagnostics::{Diagnostic, Severity};

/// Most steps of a cycle that a message shows.
const MAX_SHOWN: usize = 8;

/// Reports cycles through negation: errors where rules form them, warnings where only relations do.
pub(super) fn check(graph: &Graph<'_>, components: &Components, spelling: Spelling<'_>, diagnostics: &mut Diagnostics) {
    for literal in first_negations(graph, components) {
        let component = components.component(graph.literals[literal].relation);
        let rules: Vec<usize> = (0..graph.rules.len())
            .filter(|&rule| components.component(graph.rules[rule].head) == component)
            .filter(|&rule| !graph.rules[rule].literals.is_empty())
            .collect();
        match RuleGraph::of(graph, &rules) {
            Some(rule_graph) => {
                let cycles = cycles_of_rules(graph, &rule_graph);
                if cycles.is_empty() {
                    let cycle = cycle_of_relations(graph, components, literal);
                    diagnostics.push(diagnostic(Severity::Warning, graph, spelling, &cycle));
                }
                cycles.iter().for_each(|cycle| diagnostics.push(diagnostic(Severity::Error, graph, spelling, cycle)));
            }
            None => {
                let cycle = cycle_of_relations(graph, components, literal);
                diagnostics.push(diagnostic(Severity::Error, graph, spelling, &cycle));
            }
        }
    }
}

/// The first negated literal on a cycle of each component that has one.
fn first_negations(graph: &Graph<'_>, components: &Components) -> Vec<usize> {
    let mut met = vec![false; components.len()];
    let mut first = Vec::new();
    for (number, literal) in graph.literals.iter().enumerate().filter(|(_, literal)| literal.negative) {
        let head = graph.rules[literal.rule].head;
        if components.on_cycle(head, literal.relation) {
            let met = &mut met[components.component(head)];
            if !*met {
                first.push(number);
            }
            *met = true;
        }
    }
    first
}

/// One cycle, as literals, for each component of rules that has a negation on a cycle.
fn cycles_of_rules(graph: &Graph<'_>, rules: &RuleGraph) -> Vec<Vec<usize>> {
    let edges = rules.edges.iter().enumerate();
    let edges = edges.flat_map(|(from, all)| all.iter().map(move |&(to, literal)| (from, to, literal)));
    let components = Components::of(rules.edges.len(), edges.clone().map(|(from, to, _)| (from, to)));
    let mut met = vec![false; components.len()];
    let mut cycles = Vec::new();
    for (from, to, literal) in edges {
        if !graph.literals[literal].negative || !components.on_cycle(from, to) || met[components.component(from)] {
            continue;
        }
        met[components.component(from)] = true;
        let mut cycle = vec![literal];
        if from != to {
            let next = |node: usize| rules.edges[node].iter().copied().filter(|&(to, _)| components.on_cycle(from, to));
            cycle.extend(shortest(to, next, |node| node == from).unwrap_or_default());
        }
        cycles.push(cycle);
    }
    cycles
}

/// The shortest cycle of relations through a literal.
fn cycle_of_relations(graph: &Graph<'_>, components: &Components, literal: usize) -> Vec<usize> {
    let (head, to) = (graph.rules[graph.literals[literal].rule].head, graph.literals[literal].relation);
    let mut cycle = vec![literal];
    if head != to {
        let next = |node: usize| graph.edges[node].iter().copied().filter(|&(to, _)| components.on_cycle(head, to));
        cycle.extend(shortest(to, next, |node| node == head).unwrap_or_default());
    }
    cycle
}

/// `cycle` is made of literals, each in a rule for the relation of the literal before it; the first is negated.
fn diagnostic(severity: Severity, graph: &Graph<'_>, spelling: Spelling<'_>, cycle: &[usize]) -> Diagnostic {
    let name = |relation: usize| spelling.relation(&graph.relations[relation]);
    let literals: Vec<_> = cycle.iter().map(|&number| &graph.literals[number]).collect();
    let start = literals.first().map_or_else(String::new, |literal| name(graph.rules[literal.rule].head));
    let mut path = start;
    for literal in literals.iter().take(MAX_SHOWN) {
        let not = if literal.negative { "not " } else { "" };
        path = format!("{path} -> {not}{}", name(literal.relation));
    }
    if literals.len() > MAX_SHOWN {
        path = format!("{path} -> … ({} more)", literals.len() - MAX_SHOWN);
    }
    let (code, message, help) = match severity {
        Severity::Error => (
            "G102",
            format!("cycle through negation: {path}"),
            "define one of these relations without the others, for example from `true` facts of the last state",
        ),
        _ => (
            "G103",
            format!("relations depend on their own negation, though no rule does: {path}"),
            "nothing needs to change; a relation of its own for each case would make the order plain",
        ),
    };
    let mut diagnostic = Diagnostic::new(severity, code, message, None, help.to_owned());
    for literal in literals.iter().take(MAX_SHOWN) {
        let negation = if literal.negative { "the negation of " } else { "" };
        let text = format!("{} depends on {negation}{}", name(graph.rules[literal.rule].head), name(literal.relation));
        diagnostic = diagnostic.with_label(literal.atom.span, text);
    }
    diagnostic
}
