//! The dependency graph of rules: finer than that of relations, since constants keep rules apart.
//!
//! A literal leads to the rules whose head unifies with it, variables renamed apart. Literals of one rule are
//! looked at one by one, so the graph may hold edges that no instance of the rule uses.

use super::graph::Graph;
use crate::syntax::{Symbol, Term};
use rustc_hash::FxHashMap;

/// Most pairs of a literal and a head that are compared.
const MAX_PAIRS: usize = 1_000_000;
/// Most steps of one unification; what takes longer counts as unifying.
const MAX_STEPS: usize = 10_000;

/// Rules of some relations, numbered from 0.
pub(super) struct RuleGraph {
    /// For each rule, the rules its literals lead to, each with the literal.
    pub edges: Vec<Vec<(usize, usize)>>,
}

/// What is outermost in an argument: a constant (0 arguments), a function, or `None` for a variable.
type Functor = Option<(Symbol, usize)>;

/// Heads by relation, argument place and what stands there.
struct Index<'r> {
    by_place: FxHashMap<(usize, usize, Functor), Vec<usize>>,
    by_relation: FxHashMap<usize, Vec<usize>>,
    empty: &'r [usize],
}

impl Index<'_> {
    fn of(graph: &Graph<'_>, rules: &[usize]) -> Self {
        let mut index = Self { by_place: FxHashMap::default(), by_relation: FxHashMap::default(), empty: &[] };
        for (number, &rule) in rules.iter().enumerate() {
            let node = &graph.rules[rule];
            index.by_relation.entry(node.head).or_default().push(number);
            for (place, arg) in node.rule.head.args.iter().enumerate() {
                index.by_place.entry((node.head, place, arg.kind())).or_default().push(number);
            }
        }
        index
    }

    fn at(&self, key: (usize, usize, Functor)) -> &[usize] {
        self.by_place.get(&key).map_or(self.empty, Vec::as_slice)
    }

    /// The rules that can match at the place that leaves fewest, in two parts.
    fn candidates(&self, relation: usize, args: &[Term]) -> [&[usize]; 2] {
        let all = self.by_relation.get(&relation).map_or(self.empty, Vec::as_slice);
        let places = args.iter().enumerate().filter(|(_, arg)| arg.kind().is_some());
        let choices = places.map(|(i, arg)| [self.at((relation, i, arg.kind())), self.at((relation, i, None))]);
        choices.chain([[all, self.empty]]).min_by_key(|[a, b]| a.len() + b.len()).unwrap_or([all, self.empty])
    }
}

impl RuleGraph {
    /// The graph of the given rules; `None` when it would take too long.
    pub(super) fn of(graph: &Graph<'_>, rules: &[usize]) -> Option<Self> {
        let index = Index::of(graph, rules);
        let mut pairs_left = MAX_PAIRS;
        let mut edges = vec![Vec::new(); rules.len()];
        for (&rule, edges) in rules.iter().zip(&mut edges) {
            for number in graph.rules[rule].literals.clone() {
                let literal = &graph.literals[number];
                for &to in index.candidates(literal.relation, &literal.atom.args).into_iter().flatten() {
                    pairs_left = pairs_left.checked_sub(1)?;
                    if unify(&literal.atom.args, &graph.rules[rules[to]].rule.head.args) {
                        edges.push((to, number));
                    }
                }
            }
        }
        Some(Self { edges })
    }
}

/// A term of the first or of the second list.
type Sided<'t> = (&'t Term, bool);

/// Whether the lists have a common instance, their variables being different ones.
fn unify(left: &[Term], right: &[Term]) -> bool {
    let mut bindings: FxHashMap<(Symbol, bool), Sided<'_>> = FxHashMap::default();
    let mut stack: Vec<(Sided<'_>, Sided<'_>)> = left.iter().zip(right).map(|(a, b)| ((a, false), (b, true))).collect();
    let mut steps_left = MAX_STEPS;
    while let Some((a, b)) = stack.pop() {
        let Some(left) = steps_left.checked_sub(1) else { return true };
        steps_left = left;
        let (a, b) = (resolved(a, &bindings), resolved(b, &bindings));
        match (a.0, b.0) {
            (Term::Variable(x, _), Term::Variable(y, _)) if x == y && a.1 == b.1 => {}
            (Term::Variable(x, _), _) if !occurs((*x, a.1), b, &bindings, &mut steps_left) => {
                bindings.insert((*x, a.1), b);
            }
            (_, Term::Variable(y, _)) if !occurs((*y, b.1), a, &bindings, &mut steps_left) => {
                bindings.insert((*y, b.1), a);
            }
            (Term::Constant(x, _), Term::Constant(y, _)) if x == y => {}
            (Term::Compound(f, xs, _), Term::Compound(g, ys, _)) if f == g && xs.len() == ys.len() => {
                stack.extend(xs.iter().zip(ys).map(|(x, y)| ((x, a.1), (y, b.1))));
            }
            _ => return false,
        }
    }
    true
}

fn resolved<'t>(mut term: Sided<'t>, bindings: &FxHashMap<(Symbol, bool), Sided<'t>>) -> Sided<'t> {
    while let Term::Variable(name, _) = term.0
        && let Some(&to) = bindings.get(&(*name, term.1))
    {
        term = to;
    }
    term
}

fn occurs<'t>(
    variable: (Symbol, bool),
    term: Sided<'t>,
    bindings: &FxHashMap<(Symbol, bool), Sided<'t>>,
    steps_left: &mut usize,
) -> bool {
    let mut stack = vec![term];
    while let Some(term) = stack.pop() {
        let Some(left) = steps_left.checked_sub(1) else { return false };
        *steps_left = left;
        let term = resolved(term, bindings);
        match term.0 {
            Term::Variable(name, _) if (*name, term.1) == variable => return true,
            Term::Compound(_, args, _) => stack.extend(args.iter().map(|arg| (arg, term.1))),
            Term::Variable(..) | Term::Constant(..) => {}
        }
    }
    false
}
