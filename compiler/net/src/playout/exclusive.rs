//! Literals that never hold together: shown by induction over the net, without search.
//!
//! A literal is written as a bounded sum of products ([`Cubes`]); two literals exclude each other when each pair of
//! products holds a contradiction: a literal and its complement, two moves of a role, or a pair that is excluded by
//! assumption. Pairs of bases excluded initially, and in the next state under the assumption of all pairs, are
//! invariants.

use crate::Net;
use crate::propnet::Lit;
use gdl2hdl_gdl::observer::{Observer, Pace};
use rustc_hash::{FxHashMap, FxHashSet};
use std::cell::OnceCell;

/// Products of a sum; above that the literal stands for itself.
const MAX_CUBES: usize = 16;
/// Literals of a product; above that the literal stands for itself.
const MAX_LITERALS: usize = 128;
/// Pairs that are tried as invariants.
const MAX_CANDIDATES: usize = 1 << 10;
/// Pairs that are taken from one failed proof.
const MAX_OBSTACLES: usize = 1 << 7;
/// Base literals that a literal is known to need, at most.
const MAX_NEEDS: usize = 24;
/// Literals of products, and those that are needed, kept in all: so many for each node of a net, and in small nets more.
/// Above that every further literal stands for itself. Bounds memory and time.
const MAX_KEPT: usize = 1 << 19;
const MAX_KEPT_OF_NODE: usize = 32;

/// Literals settled and pairs tried between two looks at the clock.
const ASK_EVERY: u32 = 1 << 6;

/// A product of literals, sorted.
type Cube = Vec<Lit>;

/// What was found out about a net's literals, kept.
pub(super) struct Cubes<'n> {
    net: &'n Net,
    /// Sums of products.
    sums: Kept<Vec<Cube>>,
    /// Base literals that hold whenever the literal does.
    needs: Kept<Cube>,
    /// For each base, how many gates it is at.
    uses: Vec<u32>,
    clock: Clock<'n>,
}

/// Whether time is over, for good. What is found out after that is of no use to anybody, and little time is spent on it.
struct Clock<'n> {
    pace: Pace<'n>,
    over: bool,
}

impl Clock<'_> {
    fn over(&mut self) -> bool {
        self.over = self.over || self.pace.step().is_err();
        self.over
    }
}

/// Results by literal, with their size in literals, and how large they may become together.
struct Kept<T> {
    known: FxHashMap<Lit, T>,
    size: usize,
    most: usize,
}

impl<'n> Cubes<'n> {
    /// Nothing is found out yet. What comes once `observer` says stop is of no use.
    pub(super) fn new(net: &'n Net, observer: &'n dyn Observer) -> Self {
        let clock = Clock { pace: Pace::new(observer, ASK_EVERY), over: false };
        let most = MAX_KEPT.max(net.num_nodes().saturating_mul(MAX_KEPT_OF_NODE));
        Self { net, sums: Kept::new(most), needs: Kept::new(most), uses: uses(net), clock }
    }

    /// Whether time is over.
    pub(super) fn over(&mut self) -> bool {
        self.clock.over()
    }

    /// The products of a literal: it holds if and only if one of them holds.
    fn of(&mut self, root: Lit) {
        let net = self.net;
        let size = |cubes: &Vec<Cube>| cubes.iter().map(Vec::len).sum();
        self.sums.settle(net, root, &mut self.clock, |known, lit| combined(known, net, lit), size);
    }

    /// The base literals that are known to hold whenever a literal does, sorted.
    pub(super) fn necessary(&mut self, root: Lit) -> &[Lit] {
        let (net, uses) = (self.net, &self.uses);
        self.needs.settle(net, root, &mut self.clock, |known, lit| needed(known, net, uses, lit), Vec::len);
        self.needs.known.get(&root).map_or(&[], Vec::as_slice)
    }

    /// A product in which two literals hold together as far as can be seen, given pairs that exclude each other; none
    /// when the two exclude each other.
    fn together(&mut self, a: Lit, b: Lit, assumed: &FxHashSet<[Lit; 2]>) -> Option<Cube> {
        self.of(a);
        self.of(b);
        let pairs = self.cubes(a).iter().flat_map(|x| self.cubes(b).iter().map(move |y| union(x, y)));
        pairs.into_iter().find(|cube| !contradiction(cube, self.net, assumed))
    }

    /// Whether a literal excludes each of some others, given pairs that exclude each other.
    pub(super) fn excludes_all(&mut self, a: Lit, others: &[Lit], assumed: &FxHashSet<[Lit; 2]>) -> bool {
        self.of(a);
        let of_a: Vec<Cube> = self.cubes(a).to_vec();
        // What an AND of many implies is not kept with the products, so it is looked up here.
        let all_implied: Vec<FxHashSet<Lit>> = of_a.iter().map(|cube| implied(self.net, cube)).collect();
        others.iter().all(|&b| {
            self.of(b);
            let needs = self.necessary(b).to_vec();
            // The same for all products of `b`.
            let by_needs: Vec<bool> =
                of_a.iter().map(|a| contradiction(&union(a, &needs), self.net, assumed)).collect();
            let excluded = |b: &Cube| {
                let b_implied = OnceCell::new();
                of_a.iter().zip(&all_implied).zip(&by_needs).all(|((a, implied_by_a), &by_needs)| {
                    by_needs
                        || contradiction(&union(a, b), self.net, assumed)
                        || b_implied
                            .get_or_init(|| implied(self.net, b))
                            .iter()
                            .any(|&lit| implied_by_a.contains(&!lit))
                })
            };
            self.cubes(b).iter().all(excluded)
        })
    }

    fn cubes(&self, lit: Lit) -> &[Cube] {
        self.sums.known.get(&lit).map_or(&[], Vec::as_slice)
    }
}

/// Everything that holds with a product because ANDs are made of it.
fn implied(net: &Net, cube: &[Lit]) -> FxHashSet<Lit> {
    let mut known = FxHashSet::default();
    let mut stack = cube.to_vec();
    while let Some(lit) = stack.pop() {
        if known.insert(lit) && !lit.is_complement() {
            stack.extend(net.fanin(lit.node()).into_iter().flatten());
        }
    }
    known
}

/// For each base the number of gates that it is an argument of.
fn uses(net: &Net) -> Vec<u32> {
    let mut uses = vec![0; net.ports.bases.len()];
    for lit in net.gates().flat_map(|(_, fanin)| fanin) {
        if let Some(uses) = lit.node().index().checked_sub(1).and_then(|base| uses.get_mut(base)) {
            *uses += 1;
        }
    }
    uses
}

impl<T> Kept<T> {
    fn new(most: usize) -> Self {
        Self { known: FxHashMap::default(), size: 0, most }
    }

    /// Makes a literal's result known, its parts' first. Works without recursion: nets are deep.
    fn settle(
        &mut self,
        net: &Net,
        root: Lit,
        clock: &mut Clock<'_>,
        combine: impl Fn(&FxHashMap<Lit, T>, Lit) -> Option<T>,
        size: impl Fn(&T) -> usize,
    ) where
        T: Alone,
    {
        let mut stack = vec![root];
        while let Some(&lit) = stack.last() {
            if self.known.contains_key(&lit) {
                stack.pop();
                continue;
            }
            let full = self.size > self.most || clock.over();
            let parts = if full { Vec::new() } else { parts(net, lit) };
            let known = stack.len();
            stack.extend(parts.iter().filter(|part| !self.known.contains_key(part)));
            if stack.len() == known {
                let found = if full { None } else { combine(&self.known, lit) };
                let result = found.unwrap_or_else(|| T::alone(net, lit));
                self.size += 1 + size(&result);
                self.known.insert(lit, result);
            }
        }
    }
}

/// The result for a literal of which nothing is known.
trait Alone {
    fn alone(net: &Net, lit: Lit) -> Self;
}

impl Alone for Vec<Cube> {
    fn alone(_net: &Net, lit: Lit) -> Self {
        vec![vec![lit]]
    }
}

impl Alone for Cube {
    fn alone(net: &Net, lit: Lit) -> Self {
        let is_base = (1..=net.ports.bases.len()).contains(&lit.node().index());
        if is_base { vec![lit] } else { Vec::new() }
    }
}

/// The literals whose results make up a literal's own.
fn parts(net: &Net, lit: Lit) -> Vec<Lit> {
    match net.fanin(lit.node()) {
        Some([a, b]) if lit.is_complement() => vec![!a, !b],
        Some([a, b]) => vec![a, b],
        None => move_of(net, lit).map(|input| net.ports.inputs[input].legal).into_iter().collect(),
    }
}

/// The number of the move, when the literal says that it is made.
fn move_of(net: &Net, lit: Lit) -> Option<usize> {
    let input = lit.node().index().checked_sub(1 + net.ports.bases.len())?;
    (input < net.ports.inputs.len() && !lit.is_complement()).then_some(input)
}

/// The products of a literal; `None` when it should stand for itself.
fn combined(known: &FxHashMap<Lit, Vec<Cube>>, net: &Net, lit: Lit) -> Option<Vec<Cube>> {
    if lit == Lit::FALSE || lit == Lit::TRUE {
        return Some(if lit == Lit::TRUE { vec![Cube::new()] } else { Vec::new() });
    }
    let part = |lit: Lit| known.get(&lit).map_or(&[][..], Vec::as_slice);
    let own = [vec![lit]];
    match *parts(net, lit).as_slice() {
        [a, b] if lit.is_complement() => {
            let sum = (part(a).len() + part(b).len() <= MAX_CUBES).then(|| [part(a), part(b)].concat())?;
            product(&sum, &own, net)
        }
        // Where the whole is too large, one side at least may be expanded.
        [a, b] => product(part(a), part(b), net)
            .or_else(|| product(part(a), &[vec![b]], net))
            .or_else(|| product(&[vec![a]], part(b), net))
            .and_then(|both| product(&both, &own, net)),
        // A move is made only when it is legal.
        [legal] => product(&own, part(legal), net),
        _ => None,
    }
}

/// Base literals that hold whenever a literal does; `None` when it should stand for itself. Where they are too many, those
/// at most gates are kept: a turn is at more of them than any place of a board.
fn needed(known: &FxHashMap<Lit, Cube>, net: &Net, uses: &[u32], lit: Lit) -> Option<Cube> {
    let part = |lit: Lit| known.get(&lit).map_or(&[][..], Vec::as_slice);
    match *parts(net, lit).as_slice() {
        [a, b] if lit.is_complement() => {
            Some(part(a).iter().filter(|need| part(b).binary_search(need).is_ok()).copied().collect())
        }
        [a, b] => {
            let mut needs = union(part(a), part(b));
            if needs.len() > MAX_NEEDS {
                needs.sort_by_key(|lit| (std::cmp::Reverse(uses[lit.node().index() - 1]), *lit));
                needs.truncate(MAX_NEEDS);
                needs.sort_unstable();
            }
            Some(needs)
        }
        [legal] => Some(part(legal).to_vec()),
        _ => None,
    }
}

/// A pair in a fixed order.
pub(super) fn pair(a: Lit, b: Lit) -> [Lit; 2] {
    if a <= b { [a, b] } else { [b, a] }
}

/// Pairs of base literals that exclude each other in every reachable state, the wanted ones among them where that can
/// be shown; what stands in the way of a proof is tried as well.
pub(super) fn invariant(cubes: &mut Cubes<'_>, wanted: &FxHashSet<[Lit; 2]>) -> FxHashSet<[Lit; 2]> {
    let ports = &cubes.net.ports;
    let initially = |lit: Lit| ports.bases[lit.node().index() - 1].init != lit.is_complement();
    let possible = |pair: &[Lit; 2]| pair[0].node() != pair[1].node() && !pair.iter().all(|&lit| initially(lit));
    let mut candidates: FxHashSet<[Lit; 2]> = wanted.iter().copied().filter(possible).collect();
    loop {
        let (proven, obstacles) = inductive(cubes, candidates.clone());
        let before = candidates.len();
        candidates.extend(obstacles.into_iter().filter(possible).take(MAX_CANDIDATES.saturating_sub(before)));
        if candidates.len() == before || wanted.is_subset(&proven) || cubes.over() {
            return proven;
        }
    }
}

/// The most of some pairs that exclude each other after every step from a state in which they do; and the pairs of base
/// literals that held together where others failed.
fn inductive(cubes: &mut Cubes<'_>, mut pairs: FxHashSet<[Lit; 2]>) -> (FxHashSet<[Lit; 2]>, Vec<[Lit; 2]>) {
    let ports = &cubes.net.ports;
    let bases = 1..=ports.bases.len();
    let next = |lit: Lit| {
        let next = ports.bases[lit.node().index() - 1].next;
        if lit.is_complement() { !next } else { next }
    };
    let mut obstacles = Vec::new();
    loop {
        let mut failed = Vec::new();
        let mut sorted: Vec<[Lit; 2]> = pairs.iter().copied().collect();
        sorted.sort_unstable();
        for both in sorted {
            if cubes.over() {
                return (FxHashSet::default(), Vec::new());
            }
            if let Some(cube) = cubes.together(next(both[0]), next(both[1]), &pairs) {
                let base: Vec<Lit> = cube.into_iter().filter(|lit| bases.contains(&lit.node().index())).collect();
                let others = base.iter().enumerate().flat_map(|(i, &a)| base[i + 1..].iter().map(move |&b| pair(a, b)));
                obstacles.extend(others.take(MAX_OBSTACLES));
                failed.push(both);
            }
        }
        if failed.is_empty() {
            return (pairs, obstacles);
        }
        failed.iter().for_each(|pair| {
            pairs.remove(pair);
        });
    }
}

fn product(a: &[Cube], b: &[Cube], net: &Net) -> Option<Vec<Cube>> {
    let mut cubes = Vec::new();
    let none = FxHashSet::default();
    for (x, y) in a.iter().flat_map(|x| b.iter().map(move |y| (x, y))) {
        let cube = union(x, y);
        if contradiction(&cube, net, &none) {
            continue;
        }
        if cubes.len() == MAX_CUBES || cube.len() > MAX_LITERALS {
            return None;
        }
        cubes.push(cube);
    }
    Some(cubes)
}

fn union(a: &[Lit], b: &[Lit]) -> Cube {
    let mut cube = [a, b].concat();
    cube.sort_unstable();
    cube.dedup();
    cube
}

/// Whether a product can't hold.
fn contradiction(cube: &[Lit], net: &Net, assumed: &FxHashSet<[Lit; 2]>) -> bool {
    // A literal and its complement are neighbours in the order.
    if cube.windows(2).any(|two| two[0] == !two[1]) {
        return true;
    }
    let (first, ports) = (1 + net.ports.bases.len(), &net.ports);
    let moves = cube.iter().filter(|lit| !lit.is_complement()).filter_map(|lit| lit.node().index().checked_sub(first));
    let roles: Vec<u32> = moves.filter_map(|input| Some(ports.inputs.get(input)?.role)).collect();
    if roles.windows(2).any(|two| two[0] == two[1]) {
        return true;
    }
    !assumed.is_empty()
        && cube.iter().enumerate().any(|(i, &a)| cube[i + 1..].iter().any(|&b| assumed.contains(&pair(a, b))))
}
