//! Finds good structures for each class, fewest gates first.
//!
//! A structure is the list of functions its gates compute, complements left out, so that two structures share a gate
//! where they share a function. Structures of one gate more come from two that are known: one of a class's least
//! function, the other of any function; their AND, or their exclusive or, is moved to the least function of its class.

use super::transform::{ASSIGNMENTS, Function, Transform, transformed};
use super::{Member, RADIX, members};

/// Structures of a class that are kept: of fewest gates, and as many in all when others are longer by one.
const MOST_BEST: usize = 8;
const MOST_LONGER: usize = 4;
/// Structures of a class that others are built from.
const MOST_PARTS: usize = 3;

const VARIABLES: [Function; 4] = [0xaaaa, 0xcccc, 0xf0f0, 0xff00];

/// Functions that gates compute, fan-ins first; the last is the value. Each is false where all variables are.
type Chain = Vec<Function>;

struct Search {
    members: Vec<Member>,
    moved: Vec<[u8; ASSIGNMENTS]>,
    /// The least function of each class.
    least: Vec<Function>,
    /// Structures of these.
    found: Vec<Vec<Chain>>,
}

/// The file: for each class its least function and its structures.
pub(super) fn text() -> String {
    let mut search = Search::new();
    let mut size = 0;
    while search.found.iter().any(|chains| chains.first().is_none_or(|best| best.len() + 1 > size)) {
        size += 1;
        search.round(size);
    }
    let line = |(least, chains): (&Function, &Vec<Chain>)| {
        let words: Vec<String> = chains.iter().map(|chain| word(*least, chain)).collect();
        format!("{least:04x} {}\n", words.join(" "))
    };
    search.least.iter().zip(&search.found).map(line).collect()
}

impl Search {
    /// Constants and variables take no gates.
    fn new() -> Self {
        let (members, transforms) = members();
        let moved = transforms.into_iter().map(Transform::assignments).collect();
        let mut least = Vec::new();
        for function in 0..=Function::MAX {
            if usize::from(members[usize::from(function)].class) == least.len() {
                least.push(function);
            }
        }
        let mut search = Self { members, moved, found: vec![Vec::new(); least.len()], least };
        for function in [0, VARIABLES[0]] {
            let class = search.class(function);
            search.found[class].push(Chain::new());
        }
        search
    }

    fn class(&self, function: Function) -> usize {
        usize::from(self.members[usize::from(function)].class)
    }

    /// Finds structures of a number of gates.
    fn round(&mut self, size: usize) {
        let known: Vec<(Function, Chain)> = self
            .least
            .iter()
            .zip(&self.found)
            .skip(1)
            .flat_map(|(&least, chains)| {
                chains.iter().take(MOST_PARTS).map(move |chain| (normal(least), chain.clone()))
            })
            .collect();
        let all: Vec<(Function, Chain)> = known.iter().flat_map(|part| self.everywhere(part)).collect();
        for one in &known {
            for other in all.iter().filter(|other| one.1.len() >= other.1.len()) {
                if one.1.len() + other.1.len() + 3 >= size {
                    self.join(one, other, size);
                }
            }
        }
    }

    /// A structure over all orders and complements of variables.
    fn everywhere(&self, (function, chain): &(Function, Chain)) -> Vec<(Function, Chain)> {
        let over = |assignments| {
            let moved = |&function: &Function| normal(transformed(function, assignments));
            (moved(function), chain.iter().map(moved).collect())
        };
        let mut all: Vec<(Function, Chain)> = self.moved.iter().map(over).collect();
        all.sort();
        all.dedup();
        all
    }

    /// All gates over two functions.
    fn join(&mut self, one: &(Function, Chain), other: &(Function, Chain), size: usize) {
        let (a, b) = (one.0, other.0);
        let ands = [a & b, a & !b, !a & b, !(a | b)].map(normal);
        for function in ands {
            self.enter(one, other, &[function], size);
        }
        // Exclusive ors are made of one false product and one true or of two.
        let xor = normal(a ^ b);
        self.enter(one, other, &[ands[1], ands[2], xor], size);
        self.enter(one, other, &[ands[0], ands[3], xor], size);
    }

    /// Keeps a structure that has two others and some gates, if it is new and short.
    fn enter(&mut self, one: &(Function, Chain), other: &(Function, Chain), gates: &[Function], size: usize) {
        let value = gates[gates.len() - 1];
        let class = self.class(value);
        let best = self.found[class].first().map_or(size, Vec::len);
        let most = if best == size { MOST_BEST } else { MOST_LONGER };
        if size > best + 1 || self.found[class].len() >= most || gates.iter().any(|&gate| is_free(gate)) {
            return;
        }
        let mut chain = one.1.clone();
        for &gate in other.1.iter().chain(gates) {
            if !chain.contains(&gate) {
                chain.push(gate);
            }
        }
        if chain.len() != size || chain.last() != Some(&value) {
            return;
        }
        let chain = self.home(value, &chain);
        let same = |known: &Chain| known.len() == size && chain.iter().all(|function| known.contains(function));
        if !self.found[class].iter().any(same) {
            self.found[class].push(chain);
        }
    }

    /// A structure of a function as one of the least function of its class.
    fn home(&self, value: Function, chain: &Chain) -> Chain {
        let assignments = &self.moved[usize::from(self.members[usize::from(value)].transform)];
        let back = |function: Function| {
            let places = assignments.iter().enumerate().filter(|(from, _)| function >> from & 1 == 1);
            normal(places.fold(0, |made, (_, to)| made | 1 << to))
        };
        chain.iter().map(|&function| back(function)).collect()
    }
}

/// Whether a function takes no gate.
fn is_free(function: Function) -> bool {
    function == 0 || VARIABLES.contains(&function)
}

/// The function or its complement: that which is false where all variables are.
fn normal(function: Function) -> Function {
    if function & 1 == 1 { !function } else { function }
}

/// A structure as digits.
fn word(least: Function, chain: &Chain) -> String {
    let mut nodes: Vec<Function> = std::iter::once(0).chain(VARIABLES).collect();
    let mut codes = Vec::new();
    for &function in chain {
        let [a, b] = fanin(&nodes, function);
        codes.extend([a, b]);
        nodes.push(value(&nodes, a) & value(&nodes, b));
    }
    codes.push(edge(&nodes, least).expect("the last gate computes it"));
    let digit = |code| u32::try_from(code).ok().and_then(|code| char::from_digit(code, RADIX));
    codes.into_iter().map(|code| digit(code).expect("there are few gates")).collect()
}

/// Codes of two edges whose AND is a function or its complement.
fn fanin(nodes: &[Function], function: Function) -> [usize; 2] {
    let codes = 2..nodes.len() * 2;
    let pairs = codes.clone().flat_map(|a| codes.clone().skip(a - 1).map(move |b| [a, b]));
    let mut makes = pairs.filter(|&[a, b]| normal(value(nodes, a) & value(nodes, b)) == function);
    makes.next().expect("fan-ins come first")
}

/// The function of an edge by its code.
fn value(nodes: &[Function], code: usize) -> Function {
    if code & 1 == 1 { !nodes[code >> 1] } else { nodes[code >> 1] }
}

/// The code of the edge with a function.
fn edge(nodes: &[Function], function: Function) -> Option<usize> {
    let place = nodes.iter().position(|&node| node == function || node == !function)?;
    Some(place * 2 + usize::from(nodes[place] != function))
}
