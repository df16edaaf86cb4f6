//! The circuit that picks: legal move number `(d * n) >> k` of n legal ones.
//!
//! The moves stand in order in a binary tree: three at a leaf, and one at each fork, between what is left and right of
//! it. Adders count the legal ones below each fork, the fork's own as their carry in: a full adder a leaf, then ripple
//! adders that grow a bit a level. The number that was drawn then descends: at each level the count of the left branch
//! of the one fork on the way is fetched for all forks at once, compared and subtracted once. So the work a move is
//! less than five operations where there are many moves, and six where there are few.

use crate::program::{Builder, Edge, table};

/// A number, lowest bit first.
pub(super) type Number = Vec<Edge>;

/// Moves of a leaf, and of the fork that follows it in their order.
const LEAF: usize = 3;
/// See [`LEAF`].
const STRIDE: usize = LEAF + 1;

/// What a picker says.
pub(super) struct Pick {
    /// Whether any move is legal.
    pub any: Edge,
    /// Number of the chosen one among the legal ones. Arbitrary where none is.
    pub index: Number,
    /// For each move whether it is chosen; none where none is legal.
    pub chosen: Vec<Edge>,
}

/// Picks one of the legal moves by a draw, highest bit first.
pub(super) fn pick(builder: &mut Builder, legal: &[Edge], draw: &[Edge]) -> Pick {
    let tree = Tree::new(builder, legal);
    let any = builder.or_all(tree.total().iter().copied());
    let index = scaled(builder, tree.total(), draw);
    let chosen = tree.select(builder, any, index.clone());
    Pick { any, index, chosen }
}

/// `(draw * number) >> draw.len()`: the draw's bits are added in from the lowest, and a bit is dropped each time.
fn scaled(builder: &mut Builder, number: &[Edge], draw: &[Edge]) -> Number {
    let mut sum: Number = vec![Edge::FALSE; number.len()];
    for &bit in draw.iter().rev() {
        let addend: Number = number.iter().map(|&n| builder.and(n, bit)).collect();
        sum = add(builder, &sum, &addend, Edge::FALSE);
        sum.remove(0);
    }
    sum
}

/// The sum of two numbers and a bit, a bit longer than the longer one.
fn add(builder: &mut Builder, a: &[Edge], b: &[Edge], mut carry: Edge) -> Number {
    let mut sum = Number::new();
    for i in 0..a.len().max(b.len()) {
        let (s, c) = builder.add(bit(a, i), bit(b, i), carry);
        sum.push(s);
        carry = c;
    }
    sum.push(carry);
    sum
}

/// `a - b - borrow`, as long as `a`, and whether it is negative.
fn subtract(builder: &mut Builder, a: &[Edge], b: &[Edge], mut borrow: Edge) -> (Number, Edge) {
    let mut difference = Number::new();
    for (i, &bit_a) in a.iter().enumerate() {
        let args = [bit_a, bit(b, i), borrow];
        difference.push(builder.op(table::SUM, args));
        borrow = builder.op(!table::A & (table::B | table::C) | table::B & table::C, args);
    }
    (difference, borrow)
}

fn bit(number: &[Edge], i: usize) -> Edge {
    number.get(i).copied().unwrap_or(Edge::FALSE)
}

/// Drops high bits that are always clear.
fn trim(mut number: Number) -> Number {
    while number.last() == Some(&Edge::FALSE) {
        number.pop();
    }
    number
}

/// Counts of legal moves: of each leaf, of each two leaves with the fork that joins them, and so on up to one number.
struct Tree<'m> {
    legal: &'m [Edge],
    levels: Vec<Vec<Number>>,
}

impl<'m> Tree<'m> {
    fn new(builder: &mut Builder, legal: &'m [Edge]) -> Self {
        let leaf = |leaf: &[Edge]| {
            let (sum, carry) = builder.add(bit(leaf, 0), bit(leaf, 1), bit(leaf, 2));
            trim(vec![sum, carry])
        };
        let leaves = (0..=legal.len() / STRIDE).map(|i| leaf_of(legal, i)).map(leaf).collect();
        let mut tree = Self { legal, levels: vec![leaves] };
        while let Some(last) = tree.levels.last().filter(|last| last.len() > 1) {
            let fork = |(i, branches): (usize, &[Number])| match branches {
                [left, right] => trim(add(builder, left, right, tree.fork(tree.levels.len() - 1, i))),
                _ => branches.concat(),
            };
            let level = last.chunks(2).enumerate().map(fork).collect();
            tree.levels.push(level);
        }
        tree
    }

    fn total(&self) -> &[Edge] {
        self.levels.last().and_then(|top| top.first()).map_or(&[], Vec::as_slice)
    }

    /// Whether the move is legal that stands at a fork of two nodes of a level.
    fn fork(&self, level: usize, fork: usize) -> Edge {
        bit(self.legal, fork_move(level, fork))
    }

    /// The legal move with the given number, from `any` down: nothing is chosen where that is clear.
    fn select(&self, builder: &mut Builder, any: Edge, mut rest: Number) -> Vec<Edge> {
        let mut chosen = vec![Edge::FALSE; self.legal.len()];
        let mut here = vec![any];
        for (number, level) in self.levels.iter().enumerate().rev().skip(1) {
            let lefts: Vec<&[Edge]> = level.chunks(2).map(left_number).collect();
            let forks: Vec<[Edge; 1]> = (0..level.len() / 2).map(|fork| [self.fork(number, fork)]).collect();
            let passed = fetch(builder, &here, &lefts);
            let own = fetch(builder, &here, &forks);
            let way = Way::new(builder, &rest, &passed, bit(&own, 0));
            for (fork, &here) in here[..forks.len()].iter().enumerate() {
                if let Some(chosen) = chosen.get_mut(fork_move(number, fork)) {
                    *chosen = builder.and(here, way.stay);
                }
            }
            let width = level.iter().map(Vec::len).max().unwrap_or(0);
            rest = way.rest.iter().copied().take(width).collect();
            here = way.descend(builder, &here, level.len());
        }
        for (i, here) in here.into_iter().enumerate() {
            let leaf = leaf_of(self.legal, i);
            for (chosen, edge) in
                chosen[(i * STRIDE).min(self.legal.len())..].iter_mut().zip(choose(builder, leaf, here, &rest))
            {
                *chosen = edge;
            }
        }
        chosen
    }
}

/// The moves of a leaf; the last one may have none.
fn leaf_of(legal: &[Edge], leaf: usize) -> &[Edge] {
    let from = (leaf * STRIDE).min(legal.len());
    &legal[from..(from + LEAF).min(legal.len())]
}

/// The move at the fork of nodes `2 * fork` and `2 * fork + 1` of a level: it follows the last leaf of the first.
fn fork_move(level: usize, fork: usize) -> usize {
    ((2 * fork + 1) << level) * STRIDE - 1
}

/// The number of the left one of two siblings; 0 when there is only one.
fn left_number(siblings: &[Number]) -> &[Edge] {
    if siblings.len() > 1 { &siblings[0] } else { &[] }
}

/// The number of the one node that is set; zero where none is.
fn fetch<N: AsRef<[Edge]>>(builder: &mut Builder, here: &[Edge], numbers: &[N]) -> Number {
    let width = numbers.iter().map(|number| number.as_ref().len()).max().unwrap_or(0);
    let bit_of = |i: usize| {
        here.iter().zip(numbers).fold(Edge::FALSE, |found, (&here, number)| {
            builder.op(table::A | table::B & table::C, [found, here, bit(number.as_ref(), i)])
        })
    };
    (0..width).map(bit_of).collect()
}

/// Where to go from a fork.
struct Way {
    left: Edge,
    /// The fork's own move is chosen.
    stay: Edge,
    right: Edge,
    /// The number of the move in its branch.
    rest: Number,
}

impl Way {
    /// For the move number `rest` where the left branch has `passed`, and the fork itself has one if `own` is set.
    fn new(builder: &mut Builder, rest: &[Edge], passed: &[Edge], own: Edge) -> Self {
        let (_, left) = subtract(builder, rest, passed, Edge::FALSE);
        let (difference, not_right) = subtract(builder, rest, passed, own);
        let stay = builder.and(not_right, !left);
        let rest = difference.iter().zip(rest).map(|(&d, &r)| builder.mux(left, r, d)).collect();
        Self { left, stay, right: !not_right, rest }
    }

    /// From the nodes of a level to the `count` nodes of the next. A node without sibling is a right one: nothing
    /// stands left of it.
    fn descend(&self, builder: &mut Builder, here: &[Edge], count: usize) -> Vec<Edge> {
        let child = |i: usize| {
            let (parent, is_left) = (here[i / 2], i.is_multiple_of(2));
            let alone = is_left && i + 1 == count;
            if alone { parent } else { builder.and(parent, if is_left { self.left } else { self.right }) }
        };
        (0..count).map(child).collect()
    }
}

/// The legal move of a leaf with the given number, where the leaf is `here`; the number is less than there are.
fn choose(builder: &mut Builder, leaf: &[Edge], here: Edge, rest: &[Edge]) -> Vec<Edge> {
    let Some((_last, firsts)) = leaf.split_last() else { return Vec::new() };
    let zero = builder.op(!(table::A | table::B), [bit(rest, 0), bit(rest, 1), bit(rest, 1)]);
    // The second move's turn is at number 0 when the first is not legal, else at number 1.
    let turns = [zero, builder.mux(leaf[0], bit(rest, 0), zero)];
    let mut chosen: Vec<Edge> =
        firsts.iter().zip(turns).map(|(&legal, turn)| builder.and3(here, legal, turn)).collect();
    // The last one is chosen when the others are not.
    let others = [bit(&chosen, 0), bit(&chosen, 1)];
    chosen.push(builder.op(table::A & !table::B & !table::C, [here, others[0], others[1]]));
    chosen
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::program::{Cell, Program};
    use gdl2hdl_gdl::observer::Unobserved;

    fn run(program: &Program, inputs: impl Fn(Cell) -> bool) -> Vec<bool> {
        let mut values: Vec<bool> = program.inputs.iter().map(|&cell| inputs(cell)).collect();
        for op in &program.ops {
            let row = op.args.iter().fold(0, |row, arg| row << 1 | u8::from(values.get(arg.index()) == Some(&true)));
            values.push(op.table >> row & 1 == 1);
        }
        program.outputs.iter().map(|(_, value)| values[value.index()]).collect()
    }

    fn picker(moves: usize, bits: usize) -> Program {
        let mut builder = Builder::default();
        let cell = |region, i: usize| Cell { region, index: i32::try_from(i).unwrap() };
        let legal: Vec<Edge> = (0..moves).map(|i| builder.input(cell(0, i))).collect();
        let draw: Vec<Edge> = (0..bits).map(|i| builder.input(cell(1, i))).collect();
        let Pick { any, index, chosen } = pick(&mut builder, &legal, &draw);
        chosen.into_iter().enumerate().for_each(|(i, edge)| builder.output(cell(2, i), edge));
        index.into_iter().enumerate().for_each(|(i, edge)| builder.output(cell(3, i), edge));
        builder.output(cell(4, 0), any);
        let program = builder.finish(&Unobserved).unwrap();
        assert_eq!(program.verify(), Ok(()));
        program
    }

    /// The definition, for all legal sets and draws.
    #[test]
    fn the_circuit_picks_what_the_definition_says() {
        for moves in 1..=13 {
            let bits = 4;
            let program = picker(moves, bits);
            for (legal, draw) in (0..1_u32 << moves).flat_map(|legal| (0..1_u32 << bits).map(move |draw| (legal, draw)))
            {
                let got = run(&program, |cell| match cell.region {
                    0 => legal >> cell.index & 1 == 1,
                    _ => draw >> (i32::try_from(bits).unwrap() - 1 - cell.index) & 1 == 1,
                });
                let number = (draw * legal.count_ones()) >> bits;
                let moves_in_order = (0..moves).filter(|&i| legal >> i & 1 == 1);
                let expected = moves_in_order.clone().nth(number as usize);
                let chosen: Vec<usize> = (0..moves).filter(|&i| got[i]).collect();
                assert_eq!(chosen, Vec::from_iter(expected), "{moves} {legal:b} {draw}");
                assert_eq!(got.last(), Some(&(legal != 0)));
                let index = got[moves..got.len() - 1].iter().rev().fold(0, |n, &bit| n << 1 | u32::from(bit));
                assert!(legal == 0 || index == number);
            }
        }
    }

    /// Deeper trees, with nodes that have no sibling on several levels; sets of legal moves from a counter.
    #[test]
    fn deeper_trees_pick_as_well() {
        for moves in [16, 17, 18, 19, 20, 21, 64, 65] {
            let program = picker(moves, 7);
            for case in 0..200_u64 {
                let word = crate::playout::generator::mix(case) | crate::playout::generator::mix(case ^ 0xff) << 1;
                let is_legal = |i: usize| i >= 64 || word >> i & 1 == 1;
                let draw = u32::try_from(word >> 40 & 0x7f).unwrap();
                let got = run(&program, |cell| match cell.region {
                    0 => is_legal(usize::try_from(cell.index).unwrap()),
                    _ => draw >> (6 - cell.index) & 1 == 1,
                });
                let legal: Vec<usize> = (0..moves).filter(|&i| is_legal(i)).collect();
                let expected = legal.get((draw as usize * legal.len()) >> 7);
                let chosen: Vec<usize> = (0..moves).filter(|&i| got[i]).collect();
                assert_eq!(chosen, Vec::from_iter(expected.copied()), "{moves} {word:x} {draw}");
            }
        }
    }

    #[test]
    fn the_work_a_move_is_bounded() {
        let cost = |moves, bits| picker(moves, bits).ops.len();
        assert!(cost(300, 0) < 300 * 6, "{}", cost(300, 0));
        assert!(cost(3000, 0) < 3000 * 5, "{}", cost(3000, 0));
    }
}
