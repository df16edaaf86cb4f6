//! Which relations build terms from terms of their own, so that they may have no end.

use super::dependence::links;
use super::relevance::is_outside;
use crate::game::{Clause, Form, Pattern, PredId, Program};
use gdl2hdl_gdl::syntax::Symbol;
use petgraph::algo::kosaraju_scc;
use petgraph::graph::{DiGraph, NodeIndex};
use std::collections::BTreeSet;

/// The kind of a fact: its function and the number of its arguments.
pub(super) type Signature = (Symbol, usize);

/// Relations that may grow without end.
pub(super) struct Growth {
    /// By relation: it is a view that depends on itself through a rule that builds terms.
    pub views: Vec<bool>,
    /// Kinds of facts whose next ones are built of the present ones, and those that get terms from there.
    pub facts: BTreeSet<Signature>,
}

impl Growth {
    /// Follows terms from argument to argument: where a way leads back and a rule on it puts a function around, there
    /// may be no end. Cost: linear in the clauses, but for the arguments of one clause that share a variable.
    pub(super) fn of(program: &Program) -> Self {
        let ways = Ways::of(program);
        let mut component = vec![0; ways.graph.node_count()];
        let components = kosaraju_scc(&ways.graph);
        for (number, members) in components.iter().enumerate() {
            members.iter().for_each(|node| component[node.index()] = number);
        }
        let of = |node: NodeIndex| component[node.index()];
        let mut grows = vec![false; components.len()];
        for edge in ways.graph.raw_edges().iter().filter(|edge| edge.weight) {
            grows[of(edge.source())] |= of(edge.source()) == of(edge.target());
        }
        let growing = |pred: usize, grows: &[bool]| ways.columns(program, pred).any(|node| grows[of(node)]);
        let views = (0..program.preds.len()).map(|pred| {
            let own = program.preds[pred].form == Form::Plain && !is_outside(program.preds[pred].name);
            own && growing(pred, &grows)
        });
        let views = views.collect();
        // Components come in the order of the ways, against it: those that are led to first.
        for members in components.iter().rev().filter(|members| !members.is_empty()) {
            if grows[of(members[0])] {
                members.iter().flat_map(|&node| ways.graph.neighbors(node)).for_each(|next| grows[of(next)] = true);
            }
        }
        let kinds = program.preds.iter().enumerate();
        let kinds = kinds.filter(|(pred, of)| of.name == Symbol::TRUE && growing(*pred, &grows));
        let facts = kinds.filter_map(|(pred, _)| written_kind(program, pred)).collect();
        Self { views, facts }
    }

    /// Whether anything may grow without end.
    pub(super) fn any(&self) -> bool {
        !self.facts.is_empty() || self.views.contains(&true)
    }

    /// The views that grow, and those that depend on them: what is asked for has to be known where they are asked.
    pub(super) fn asked(&self, program: &Program) -> Vec<bool> {
        let mut asked = self.views.clone();
        asked.resize(program.preds.len(), false);
        loop {
            let mut grew = false;
            for clause in &program.clauses {
                let PredId(head) = clause.head.pred;
                let own =
                    program.preds[head as usize].form == Form::Plain && !is_outside(program.preds[head as usize].name);
                let mut body = clause.positive.iter().chain(&clause.negative);
                if own && !asked[head as usize] && body.any(|literal| asked[literal.pred.index()]) {
                    asked[head as usize] = true;
                    grew = true;
                }
            }
            if !grew {
                return asked;
            }
        }
    }
}

/// The kind of the facts of a relation; `None` for constants.
pub(super) fn written_kind(program: &Program, pred: usize) -> Option<Signature> {
    match program.preds[pred].form {
        Form::Compound(name, arity) => Some((name, arity)),
        _ => None,
    }
}

/// The ways of terms between columns of relations; the weight says whether a function is put around.
struct Ways {
    graph: DiGraph<(), bool>,
    /// The first column of each relation.
    first: Vec<usize>,
}

impl Ways {
    fn of(program: &Program) -> Self {
        let mut ways = Self { graph: DiGraph::new(), first: Vec::new() };
        for pred in &program.preds {
            ways.first.push(ways.graph.node_count());
            (0..pred.arity).for_each(|_| {
                ways.graph.add_node(());
            });
        }
        program.clauses.iter().for_each(|clause| ways.add(clause));
        for (from, to) in links(program) {
            for column in 0..program.preds[from.index()].arity.min(program.preds[to.index()].arity) {
                ways.graph.add_edge(ways.node(from, column), ways.node(to, column), false);
            }
        }
        ways
    }

    fn node(&self, pred: PredId, column: usize) -> NodeIndex {
        NodeIndex::new(self.first[pred.index()] + column)
    }

    fn columns(&self, program: &Program, pred: usize) -> impl Iterator<Item = NodeIndex> {
        let first = self.first[pred];
        (first..first + program.preds[pred].arity).map(NodeIndex::new)
    }

    fn add(&mut self, clause: &Clause) {
        let mut heads: Vec<Vec<(NodeIndex, usize)>> = vec![Vec::new(); clause.num_vars as usize];
        for (column, arg) in clause.head.args.iter().enumerate() {
            let node = self.node(clause.head.pred, column);
            each_depth(arg, 0, &mut |var, depth| heads[var as usize].push((node, depth)));
        }
        for literal in &clause.positive {
            for (column, arg) in literal.args.iter().enumerate() {
                let from = self.node(literal.pred, column);
                each_depth(arg, 0, &mut |var, depth| {
                    for &(to, deeper) in &heads[var as usize] {
                        self.graph.add_edge(from, to, deeper > depth);
                    }
                });
            }
        }
    }
}

/// The deepest nesting of a term that the rules write, what stands in place of variables left out.
pub(super) fn written_depth(program: &Program) -> usize {
    let mut deepest = program.terms.deepest();
    for clause in &program.clauses {
        let literals = clause.positive.iter().chain(&clause.negative);
        for arg in literals.chain([&clause.head]).flat_map(|literal| &literal.args) {
            each_depth(arg, 0, &mut |_, depth| deepest = deepest.max(depth));
        }
    }
    deepest
}

/// Calls `visit` on each variable with the number of functions around it.
fn each_depth(pattern: &Pattern, depth: usize, visit: &mut dyn FnMut(u32, usize)) {
    match pattern {
        Pattern::Var(var) => visit(*var, depth),
        Pattern::Term(_) => {}
        Pattern::Compound(_, args) => args.iter().for_each(|arg| each_depth(arg, depth + 1, visit)),
    }
}
