//! The dependency graph of the relations: an edge from each head to each relation of its body.

use crate::syntax::{Atom, Formula, Rule, Sheet, Symbol};
use petgraph::algo::kosaraju_scc;
use petgraph::graph::{DiGraph, NodeIndex};
use rustc_hash::FxHashMap;

/// A relation: a name with a number of arguments.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Relation {
    pub name: Symbol,
    pub arity: usize,
}

impl Relation {
    pub(crate) fn of(atom: &Atom) -> Self {
        Self { name: atom.relation, arity: atom.args.len() }
    }
}

/// An atom of a body. An atom that stands under an even number of `not`s is positive.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Literal<'s> {
    pub atom: &'s Atom,
    /// Index into [`Graph::relations`].
    pub relation: usize,
    pub negative: bool,
    /// Index into [`Graph::rules`].
    pub rule: usize,
}

/// A rule or fact.
#[derive(Clone, Debug)]
pub(crate) struct Node<'s> {
    pub rule: &'s Rule,
    /// Index of the head into [`Graph::relations`].
    pub head: usize,
    /// Its part of [`Graph::literals`].
    pub literals: std::ops::Range<usize>,
}

/// Relations, rules and literals of a sheet, each numbered in order of the text.
#[derive(Default)]
pub(crate) struct Graph<'s> {
    pub relations: Vec<Relation>,
    /// Rules (and facts) of each relation.
    pub heads: Vec<Vec<usize>>,
    pub rules: Vec<Node<'s>>,
    pub literals: Vec<Literal<'s>>,
    /// For each relation the relations its rules mention, once each, with the first such literal.
    pub edges: Vec<Vec<(usize, usize)>>,
    /// Atoms `distinct` with other than two arguments.
    pub odd_distincts: Vec<&'s Atom>,
    numbers: FxHashMap<Relation, usize>,
}

impl<'s> Graph<'s> {
    pub(crate) fn of(sheet: &'s Sheet) -> Self {
        let mut graph = Self::default();
        for (number, rule) in sheet.rules.iter().enumerate() {
            let head = graph.number(Relation::of(&rule.head));
            let begin = graph.literals.len();
            rule.body.iter().for_each(|part| graph.add(part, false, number));
            graph.heads[head].push(number);
            graph.rules.push(Node { rule, head, literals: begin..graph.literals.len() });
        }
        graph.add_edges();
        graph
    }

    fn number(&mut self, relation: Relation) -> usize {
        let next = self.relations.len();
        let number = *self.numbers.entry(relation).or_insert(next);
        if number == next {
            self.relations.push(relation);
            self.heads.push(Vec::new());
        }
        number
    }

    fn add(&mut self, formula: &'s Formula, negative: bool, rule: usize) {
        match formula {
            Formula::Atom(atom) if atom.relation == Symbol::DISTINCT => self.odd_distincts.push(atom),
            Formula::Atom(atom) => {
                let relation = self.number(Relation::of(atom));
                self.literals.push(Literal { atom, relation, negative, rule });
            }
            Formula::Not(inner, _) => self.add(inner, !negative, rule),
            Formula::And(parts, _) | Formula::Or(parts, _) => {
                parts.iter().for_each(|part| self.add(part, negative, rule));
            }
            Formula::Distinct(..) | Formula::Equal(..) => {}
        }
    }

    fn add_edges(&mut self) {
        let mut seen_from = vec![usize::MAX; self.relations.len()];
        for (from, rules) in self.heads.iter().enumerate() {
            let mut edges = Vec::new();
            for number in rules.iter().flat_map(|&rule| self.rules[rule].literals.clone()) {
                let to = self.literals[number].relation;
                if seen_from[to] != from {
                    seen_from[to] = from;
                    edges.push((to, number));
                }
            }
            self.edges.push(edges);
        }
    }

    /// The number of a relation, if the sheet mentions it.
    pub(crate) fn find(&self, name: Symbol, arity: usize) -> Option<usize> {
        self.numbers.get(&Relation { name, arity }).copied()
    }

    /// Which relations those that are `roots` depend on, directly or through others, they themselves among them.
    pub(crate) fn reached(&self, roots: impl Fn(usize) -> bool) -> Vec<bool> {
        let mut reached = vec![false; self.relations.len()];
        let mut queue: Vec<usize> = (0..reached.len()).filter(|&relation| roots(relation)).collect();
        while let Some(relation) = queue.pop() {
            if !std::mem::replace(&mut reached[relation], true) {
                queue.extend(self.edges[relation].iter().map(|&(to, _)| to));
            }
        }
        reached
    }

    /// The strongly connected components of the relations.
    pub(crate) fn components(&self) -> Components {
        let edges = self.edges.iter().enumerate().flat_map(|(from, all)| all.iter().map(move |&(to, _)| (from, to)));
        Components::of(self.relations.len(), edges)
    }
}

/// Strongly connected components of a graph with nodes numbered from 0.
pub(crate) struct Components {
    /// The component of each node.
    of: Vec<usize>,
    /// The number of nodes of each component.
    sizes: Vec<usize>,
    /// Components with a cycle: more than one node, or an edge from a node to itself.
    cyclic: Vec<bool>,
}

impl Components {
    pub(crate) fn of(num_nodes: usize, edges: impl Iterator<Item = (usize, usize)>) -> Self {
        let mut graph = DiGraph::<(), (), usize>::default();
        for _ in 0..num_nodes {
            graph.add_node(());
        }
        let mut to_self = Vec::new();
        for (from, to) in edges {
            graph.add_edge(NodeIndex::new(from), NodeIndex::new(to), ());
            if from == to {
                to_self.push(from);
            }
        }
        let list = kosaraju_scc(&graph);
        let mut components = Self {
            of: vec![0; num_nodes],
            sizes: list.iter().map(Vec::len).collect(),
            cyclic: list.iter().map(|nodes| nodes.len() > 1).collect(),
        };
        for (number, nodes) in list.iter().enumerate() {
            nodes.iter().for_each(|node| components.of[node.index()] = number);
        }
        to_self.iter().for_each(|&node| components.cyclic[components.of[node]] = true);
        components
    }

    /// The component of a node.
    pub(crate) fn component(&self, node: usize) -> usize {
        self.of[node]
    }

    /// Number of components.
    pub(crate) fn len(&self) -> usize {
        self.sizes.len()
    }

    /// Whether an edge between the nodes, in this direction, lies on a cycle.
    pub(crate) fn on_cycle(&self, from: usize, to: usize) -> bool {
        self.of[from] == self.of[to]
    }

    /// Whether a node lies on a cycle.
    pub(crate) fn is_cyclic(&self, node: usize) -> bool {
        self.cyclic[self.of[node]]
    }
}
