//! What the registers of a net are good for, as reports tell it: counters of steps, and parts that are games of their own.

use gdl2hdl_net::Group;
use gdl2hdl_net::Net;
use gdl2hdl_net::propnet::Lit;

/// What was recognised.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Structure {
    /// Registers that go through the same values in every game, whatever is played: groups of which each member follows
    /// another, and what depends on these alone. Lists of bases, sorted; one list for each counter.
    pub counters: Vec<Vec<usize>>,
    /// The other registers, divided so that no part's next state or moves depend on another part. Sorted lists of bases,
    /// the largest first. With one part, the game is no sum of smaller ones that can be told apart here.
    pub parts: Vec<Vec<usize>>,
}

/// Recognises counters and independent parts. `groups` are known of the net. **Cost:** near linear in gates, for each layer
/// of registers that depend on others.
#[must_use]
pub fn structure(net: &Net, groups: &[Group]) -> Structure {
    let chosen = chosen(net);
    Structure { counters: counters(net, groups, &chosen), parts: parts(net, &chosen) }
}

/// For each node whether it depends on moves, of this step or of one before.
fn chosen(net: &Net) -> Vec<bool> {
    let bases = net.ports.bases.len();
    let mut chosen: Vec<bool> = (0..net.num_nodes()).map(|at| at > bases && at < net.ports.first_gate()).collect();
    loop {
        for (id, fanin) in net.gates() {
            chosen[id.index()] = fanin.iter().any(|edge| chosen[edge.node().index()]);
        }
        let late = |base: usize| chosen[net.ports.bases[base].next.node().index()] && !chosen[1 + base];
        let found: Vec<usize> = (0..bases).filter(|&base| late(base)).collect();
        if found.is_empty() {
            return chosen;
        }
        found.into_iter().for_each(|base| chosen[1 + base] = true);
    }
}

/// Joins what edges depend on, as far as it counts.
fn join_cones(net: &Net, sets: &mut Sets, counts: impl Fn(usize) -> bool, edges: &[Lit]) {
    let cone = net.cone(edges.iter().map(|edge| edge.node()));
    for (id, fanin) in net.gates().filter(|(id, _)| cone[id.index()] && counts(id.index())) {
        for below in fanin.iter().map(|edge| edge.node().index()).filter(|&below| counts(below)) {
            sets.join(id.index(), below);
        }
    }
}

/// Registers that depend on no move, by who depends on whom and by group.
fn counters(net: &Net, groups: &[Group], chosen: &[bool]) -> Vec<Vec<usize>> {
    let mut sets = Sets::new(net.num_nodes());
    let free = |at: usize| at > 0 && !chosen[at];
    let bases = || net.ports.bases.iter().enumerate().filter(|(base, _)| free(1 + base));
    let next: Vec<Lit> = bases().map(|(_, base)| base.next).collect();
    join_cones(net, &mut sets, free, &next);
    bases().filter(|(_, base)| free(base.next.node().index())).for_each(|(i, base)| {
        sets.join(1 + i, base.next.node().index());
    });
    for group in groups.iter().filter(|group| group.members.iter().all(|lit| free(lit.node().index()))) {
        group.members.windows(2).for_each(|two| sets.join(two[0].node().index(), two[1].node().index()));
    }
    sets.lists(net.ports.bases.len(), free)
}

/// Registers that depend on moves, by who shares a next state or a move with whom.
fn parts(net: &Net, chosen: &[bool]) -> Vec<Vec<usize>> {
    let mut sets = Sets::new(net.num_nodes());
    let first = 1 + net.ports.bases.len();
    let own = net.ports.bases.iter().enumerate().map(|(i, base)| (1 + i, base.next));
    let own: Vec<(usize, Lit)> =
        own.chain(net.ports.inputs.iter().enumerate().map(|(i, input)| (first + i, input.legal))).collect();
    let edges: Vec<Lit> = own.iter().map(|(_, edge)| *edge).collect();
    join_cones(net, &mut sets, |at| chosen[at], &edges);
    for (leaf, edge) in own.into_iter().filter(|(leaf, edge)| chosen[*leaf] && chosen[edge.node().index()]) {
        sets.join(leaf, edge.node().index());
    }
    let mut parts = sets.lists(net.ports.bases.len(), |at| chosen[at]);
    parts.sort_by(|a, b| b.len().cmp(&a.len()).then(a.cmp(b)));
    parts
}

/// Disjoint sets (Tarjan 1975), with path halving.
struct Sets(Vec<usize>);

impl Sets {
    fn new(len: usize) -> Self {
        Self((0..len).collect())
    }

    fn root(&mut self, mut element: usize) -> usize {
        while self.0[element] != element {
            self.0[element] = self.0[self.0[element]];
            element = self.0[element];
        }
        element
    }

    fn join(&mut self, a: usize, b: usize) {
        let (a, b) = (self.root(a), self.root(b));
        self.0[a.max(b)] = a.min(b);
    }

    /// The sets of bases that count, as base indices, in order of their roots; nodes from 1 are bases.
    fn lists(mut self, bases: usize, counts: impl Fn(usize) -> bool) -> Vec<Vec<usize>> {
        let mut lists: Vec<Vec<usize>> = vec![Vec::new(); self.0.len()];
        for base in (0..bases).filter(|base| counts(1 + base)) {
            let root = self.root(1 + base);
            lists[root].push(base);
        }
        lists.retain(|list| !list.is_empty());
        lists
    }
}

#[cfg(test)]
mod tests {
    use super::super::stages::net;
    use super::super::{Level, optimise};
    use super::*;
    use gdl2hdl_gdl::observer::Unobserved;

    /// The facts of counters and parts of a game.
    fn facts(rules: &str) -> [Vec<Vec<String>>; 2] {
        let optimised = optimise(net(rules), Level::O2.into(), &Unobserved).unwrap();
        let found = structure(&optimised.net, &optimised.groups);
        let name = |&base: &usize| optimised.net.ports.bases[base].fact.to_string();
        [found.counters, found.parts].map(|lists| lists.iter().map(|list| list.iter().map(name).collect()).collect())
    }

    #[test]
    fn counters_and_sums_of_games_are_recognised() {
        let [counters, parts] = facts(
            "(role r) (init (step 1)) (succ 1 2) (succ 2 3) (succ 3 4) (<= (next (step ?y)) (true (step ?x)) (succ ?x ?y))
             (<= terminal (true (step 4))) (lamp a) (lamp b)
             (<= (legal r (press ?l)) (lamp ?l) (not (true (lit ?l))))
             (<= (legal r wait) (true (step 1)))
             (<= (legal r wait) (true (step 2)))
             (<= (legal r wait) (true (step 3)))
             (<= (next (lit ?l)) (does r (press ?l))) (<= (next (lit ?l)) (true (lit ?l)))
             (<= (goal r 100) (true (lit a)) (true (lit b))) (<= (goal r 0) (not (true (lit a))))",
        );
        assert_eq!(counters, [["(step 1)", "(step 2)", "(step 3)", "(step 4)"]]);
        assert_eq!(parts, [["(lit a)"], ["(lit b)"]]);
    }
}
