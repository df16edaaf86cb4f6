//! Which relations depend on which, and on what changes.

use crate::game::{Form, PredId, Program};
use gdl2hdl_gdl::id::id;
use gdl2hdl_gdl::syntax::Symbol;
use petgraph::algo::kosaraju_scc;
use petgraph::graph::{DiGraph, NodeIndex};

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
        let id = |node: &NodeIndex| PredId(id(node.index()));
        let strata = components.iter().rev().map(|members| members.iter().map(id).collect::<Vec<_>>());
        let strata = strata.filter(|members| !dynamic[members[0].index()]).collect();
        Self { dynamic, strata }
    }
}

fn guard(form: Form) -> bool {
    matches!(form, Form::Auxiliary(_) | Form::Domain(_))
}

/// Whether a relation lists the values that variables may have.
pub(super) fn is_domain(form: Form) -> bool {
    matches!(form, Form::Domain(_))
}

/// `init` and `next` feed `true`, `legal` feeds `does`.
pub(super) fn links(program: &Program) -> Vec<(PredId, PredId)> {
    let mut links = Vec::new();
    for (number, pred) in program.preds.iter().enumerate() {
        let id = PredId(id(number));
        let sources: &[Symbol] = match pred.name {
            Symbol::TRUE if pred.form != Form::Plain => &[Symbol::INIT, Symbol::NEXT],
            Symbol::DOES if pred.form != Form::Plain => &[Symbol::LEGAL],
            _ => &[],
        };
        links.extend(sources.iter().filter_map(|&source| program.sibling(id, source)).map(|from| (from, id)));
    }
    links
}
