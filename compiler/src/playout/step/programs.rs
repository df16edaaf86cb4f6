//! The programs of a block of lanes: one step in all lanes, and what follows when playouts end.

use super::layout::{Layout, Shape, region};
use super::lower::Lowering;
use super::moves::{Joint, joint_move, pickers, random_bits};
use crate::net::{Net, Verified};
use crate::playout::{Choices, Draws};
use crate::program::{Builder, Edge, Program, table};

/// What a machine over words needs to play.
///
/// A caller runs `step`; if any lane's playout ended, `end`; then it swaps [`region::STATE`] and [`region::NEXT`] and
/// moves the origin of [`region::GENERATOR`] by [`Layout::row`]. Lanes begin with [`Layout::ended`] set, and from
/// states that are not terminal; a step limit of 0 is the caller's affair.
#[derive(Clone, Debug)]
pub struct Programs {
    /// Places in memory.
    pub layout: Layout,
    /// For each role its picker, an index into [`Layout::index_bits`]; none for roles that never have a choice.
    pub picker_of: Vec<Option<usize>>,
    /// Picks and makes a joint move in each lane.
    pub step: Program,
    /// Counts the playouts that ended, and takes them from the lanes' quotas. Reads the state from
    /// [`region::NEXT`].
    pub end: Program,
}

impl Programs {
    /// The programs for a net.
    #[must_use]
    pub fn new(net: Verified<'_>, choices: &Choices, draws: &Draws, shape: Shape) -> Self {
        let net = net.net();
        let pickers = pickers(net, choices, draws);
        let index_bits = pickers.iter().map(|picker| bits_of(picker.slots())).collect();
        let picker_of = (0..net.ports.roles.len()).map(|role| pickers.iter().position(|picker| picker.serves(role)));
        let picker_of = picker_of.collect();
        let layout = Layout::new(net, draws, index_bits, shape);
        let step = step(net, choices, draws, &layout);
        let end = end(net, &layout);
        Self { layout, picker_of, step, end }
    }
}

/// Bits of a number below `count`.
fn bits_of(count: usize) -> usize {
    (usize::BITS - count.saturating_sub(1).leading_zeros()) as usize
}

fn step(net: &Net, choices: &Choices, draws: &Draws, layout: &Layout) -> Program {
    let mut builder = Builder::default();
    let ports = &net.ports;
    let begins = builder.input(layout.ended(region::STATE));
    let registers: Vec<Edge> = (0..ports.bases.len())
        .map(|i| {
            let [start, present] = [layout.start(i), layout.register(region::STATE, i)].map(|cell| builder.input(cell));
            builder.mux(begins, start, present)
        })
        .collect();
    let legal = ports.inputs.iter().map(|input| input.legal);
    let roots = legal.chain(ports.bases.iter().map(|base| base.next));
    let mut lowering = Lowering::new(net, registers.iter().copied(), roots, layout.shape.inputs);
    lowering.compute(&mut builder);
    let random = random_bits(&mut builder, layout);
    let Joint { stuck, indices } = joint_move(&mut builder, &mut lowering, net, choices, draws, &random);
    lowering.compute(&mut builder);
    let next: Vec<Edge> = ports.bases.iter().map(|base| lowering.edge(base.next)).collect();
    for (i, &edge) in next.iter().enumerate() {
        builder.output(layout.register(region::NEXT, i), edge);
    }
    if layout.shape.observed {
        observe(&mut builder, net, layout, &registers, &lowering);
    }
    if layout.shape.first_moves {
        keep_first(&mut builder, layout, begins, &indices);
    }
    let mut after = Lowering::new(net, next, [ports.terminal], layout.shape.inputs);
    after.compute(&mut builder);
    let last = count_down(&mut builder, layout, begins);
    outcome(&mut builder, layout, stuck, after.edge(ports.terminal), last);
    builder.finish()
}

/// Takes 1 from the steps left; whether none were left. Lanes that begin have all of them.
fn count_down(builder: &mut Builder, layout: &Layout, begins: Edge) -> Edge {
    let mut borrow = Edge::TRUE;
    for bit in 0..layout.shape.step_bits as usize {
        let [limit, left] = [layout.limit(bit), layout.steps_left(region::STATE, bit)].map(|cell| builder.input(cell));
        let left = builder.mux(begins, limit, left);
        let less = builder.xor(left, borrow);
        builder.output(layout.steps_left(region::NEXT, bit), less);
        borrow = builder.and(borrow, !left);
    }
    borrow
}

/// Stores how playouts end in this step, and counts the steps.
fn outcome(builder: &mut Builder, layout: &Layout, stuck: Edge, terminal: Edge, last: Edge) {
    let active = builder.input(layout.active());
    let moves = builder.and(active, !stuck);
    let finished = builder.and(moves, terminal);
    let truncated = builder.op(table::A & !table::B & table::C, [moves, terminal, last]);
    let stuck = builder.and(active, stuck);
    for (cell, edge) in layout.outcomes().into_iter().zip([finished, truncated, stuck]) {
        builder.output(cell, edge);
    }
    let ended = builder.or_all([finished, truncated, stuck]);
    builder.output(layout.ended(region::NEXT), ended);
    builder.count(layout.steps(), moves);
}

/// Keeps the numbers picked in lanes that begin.
fn keep_first(builder: &mut Builder, layout: &Layout, begins: Edge, indices: &[Vec<Edge>]) {
    for (picker, index) in indices.iter().enumerate() {
        for bit in 0..layout.index_bits[picker] {
            let kept = builder.input(layout.first(region::STATE, picker, bit));
            let picked = index.get(bit).copied().unwrap_or(Edge::FALSE);
            let first = builder.mux(begins, picked, kept);
            builder.output(layout.first(region::NEXT, picker, bit), first);
        }
    }
}

fn observe(builder: &mut Builder, net: &Net, layout: &Layout, registers: &[Edge], lowering: &Lowering) {
    for (i, &edge) in registers.iter().enumerate() {
        builder.output(layout.seen_register(i), edge);
    }
    for (i, input) in net.ports.inputs.iter().enumerate() {
        builder.output(layout.seen_legal(i), lowering.edge(input.legal));
        builder.output(layout.seen_move(i), lowering.edge(net.ports.input(i)));
    }
}

fn end(net: &Net, layout: &Layout) -> Program {
    let mut builder = Builder::default();
    let ports = &net.ports;
    let outcomes = layout.outcomes().map(|cell| builder.input(cell));
    for (cell, outcome) in layout.ends().into_iter().zip(outcomes) {
        builder.count(cell, outcome);
    }
    let registers: Vec<Edge> =
        (0..ports.bases.len()).map(|i| builder.input(layout.register(region::NEXT, i))).collect();
    let mut lowering = Lowering::new(net, registers, ports.goals.iter().map(|goal| goal.holds), layout.shape.inputs);
    lowering.compute(&mut builder);
    for role in 0..ports.roles.len() {
        let goals = ports.goals_of(role);
        let values: Vec<Edge> = goals.clone().map(|goal| lowering.edge(ports.goals[goal].holds)).collect();
        let one = exactly_one(&mut builder, &values);
        for (goal, value) in goals.zip(values) {
            let scored = builder.and3(outcomes[0], one, value);
            builder.count(layout.goal(goal), scored);
            if layout.shape.observed || layout.shape.first_moves {
                builder.output(layout.seen_goal(goal), value);
            }
        }
        let undefined = builder.and(outcomes[0], !one);
        builder.count(layout.undefined(role), undefined);
    }
    quota(&mut builder, layout, outcomes);
    builder.finish()
}

fn exactly_one(builder: &mut Builder, values: &[Edge]) -> Edge {
    let (mut one, mut more) = (Edge::FALSE, Edge::FALSE);
    for &value in values {
        more = builder.op(table::A | table::B & table::C, [more, one, value]);
        one = builder.or(one, value);
    }
    builder.and(one, !more)
}

/// Takes the playouts that ended from the quotas; lanes without any left are done.
fn quota(builder: &mut Builder, layout: &Layout, outcomes: [Edge; 3]) {
    let mut borrow = builder.or_all(outcomes);
    for bit in 0..layout.shape.quota_bits as usize {
        let left = builder.input(layout.quota(bit));
        let less = builder.xor(left, borrow);
        builder.output(layout.quota(bit), less);
        borrow = builder.and(borrow, !left);
    }
    let active = builder.input(layout.active());
    let active = builder.and(active, !borrow);
    builder.output(layout.active(), active);
}
