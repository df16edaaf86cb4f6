//! In which order rules are evaluated: components of rules that feed each other, bodies before heads.

use super::InterpretError;
use crate::syntax::{Atom, Formula, Rule, Symbol, Symbols, Term};
use petgraph::algo::kosaraju_scc;
use petgraph::graph::{DiGraph, NodeIndex};
use std::collections::{HashMap, HashSet};

/// Name and arity.
pub(super) type Name = (Symbol, usize);

/// Rules of one component; `recursive` when they must be repeated until nothing is new.
#[derive(Clone, Debug)]
pub(super) struct Stratum {
    pub rules: Vec<usize>,
    pub recursive: bool,
}

/// Calls `visit` on every atom of a formula; `true` for those under an odd number of negations.
pub(crate) fn each_atom<'f>(formula: &'f Formula, negative: bool, visit: &mut impl FnMut(&'f Atom, bool)) {
    match formula {
        Formula::Atom(atom) => visit(atom, negative),
        Formula::Not(inner, _) => each_atom(inner, !negative, visit),
        Formula::And(parts, _) | Formula::Or(parts, _) => {
            parts.iter().for_each(|part| each_atom(part, negative, visit));
        }
        Formula::Distinct(..) | Formula::Equal(..) => {}
    }
}

/// The strata of `rules`. Two rules are connected when an atom of one body can match the other's head: finer than by
/// relation, since public games have `goal` depend on `not goal` with another value. A relation `on_demand` may be asked
/// for more than the atom that asks can match, so all its rules are connected.
pub(super) fn strata(
    rules: &[&Rule],
    on_demand: &HashSet<Name>,
    symbols: &Symbols,
) -> Result<Vec<Stratum>, InterpretError> {
    let mut heads: HashMap<(Symbol, usize), Vec<usize>> = HashMap::new();
    // Facts need nothing, so they come first of all.
    let (facts, others): (Vec<usize>, Vec<usize>) = (0..rules.len()).partition(|&number| rules[number].body.is_empty());
    for &number in &others {
        let rule = rules[number];
        heads.entry(rule.head.key()).or_default().push(number);
    }
    let mut graph: DiGraph<usize, bool> = DiGraph::new();
    let nodes: HashMap<usize, NodeIndex> = others.iter().map(|&number| (number, graph.add_node(number))).collect();
    for &user in &others {
        for formula in &rules[user].body {
            each_atom(formula, false, &mut |atom, negative| {
                let name = atom.key();
                for &maker in heads.get(&name).into_iter().flatten() {
                    if on_demand.contains(&name)
                        || rules[maker].head.args.iter().zip(&atom.args).all(|(a, b)| can_match(a, b))
                    {
                        graph.add_edge(nodes[&user], nodes[&maker], negative);
                    }
                }
            });
        }
    }
    let components = kosaraju_scc(&graph);
    let mut component = vec![0; rules.len()];
    for (number, members) in components.iter().enumerate() {
        members.iter().for_each(|&node| component[graph[node]] = number);
    }
    let mut looped = vec![false; components.len()];
    for edge in graph.raw_edges() {
        let (user, maker) = (graph[edge.source()], graph[edge.target()]);
        if component[user] == component[maker] {
            looped[component[user]] = true;
            if edge.weight {
                let name = symbols.name(rules[maker].head.relation);
                return Err(InterpretError::Unstratified(name.to_owned()));
            }
        }
    }
    // Edges lead to what a rule needs, so needed components come first.
    let stratum = |(number, members): (usize, &Vec<NodeIndex>)| {
        let mut rules: Vec<usize> = members.iter().map(|&node| graph[node]).collect();
        rules.sort_unstable();
        Stratum { rules, recursive: looped[number] }
    };
    let facts = facts.into_iter().map(|fact| Stratum { rules: vec![fact], recursive: false });
    Ok(facts.chain(components.iter().enumerate().map(stratum)).collect())
}

/// Whether two terms of different rules can be equal; variables match anything.
fn can_match(a: &Term, b: &Term) -> bool {
    match (a, b) {
        (Term::Variable(..), _) | (_, Term::Variable(..)) => true,
        (Term::Constant(a, _), Term::Constant(b, _)) => a == b,
        (Term::Compound(f, xs, _), Term::Compound(g, ys, _)) => {
            f == g && xs.len() == ys.len() && xs.iter().zip(ys).all(|(x, y)| can_match(x, y))
        }
        _ => false,
    }
}
