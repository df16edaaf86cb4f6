//! The programs of a block of lanes: one step in all lanes, and what follows when playouts end.

use super::choosing::Choosing;
use super::layout::{Layout, ProgramShape, QUOTA_BITS, Reading};
use super::lower::Lowering;
use super::moves::{choose, random_bits};
use crate::playout::{Choices, Draws};
use crate::program::{Builder, Edge, Program, table};
use crate::propnet::Lit;
use crate::{Net, Verified};
use gdl2hdl_gdl::observer::{Observer, Stopped};

/// What a machine over words needs to play.
///
/// A caller runs `step`. If [`Layout::attention`] is set anywhere it then, in this order,
/// 1. runs `goals`, if there is such a program, if some lane has finished and, with [`Reading::Late`], is also in
///    [`Layout::pending`];
/// 2. counts the lanes that were truncated or got stuck;
/// 3. gives the [`Layout::spent`] lanes more playouts, or takes them out of [`Layout::active`].
///
/// Then it moves the origin of [`region::GENERATOR`](super::region::GENERATOR) by [`Layout::row`], and those of
/// [`region::OF_SLOT`](super::region::OF_SLOT) to the copies of the next place, where lanes have more than one: so
/// slots have turns. Lanes begin with [`Layout::ended`] set, and from states that are not terminal; a step limit of 0
/// is the caller's affair. At the end, with [`Reading::Late`], another step of each place and `goals` count what is
/// pending.
#[derive(Clone, Debug)]
pub struct Programs {
    /// Slots in memory.
    pub layout: Layout,
    /// For each role its picker, an index into [`Layout::index_bits`]; none for roles that never have a choice.
    pub picker_of: Vec<Option<usize>>,
    /// Picks and makes a joint move in each lane; with [`Reading::Counted`] it counts goals, too.
    pub step: Program,
    /// Counts the goals of lanes that are pending, or that finished in this step; none with [`Reading::Counted`].
    pub goals: Option<Program>,
}

impl Programs {
    /// The programs for a net.
    ///
    /// # Errors
    /// [`Stopped`] by the observer.
    pub fn new(
        net: Verified<'_>,
        choices: &Choices,
        draws: &Draws,
        shape: ProgramShape,
        observer: &dyn Observer,
    ) -> Result<Self, Stopped> {
        let net = net.net();
        let choosing = Choosing::new(net, choices, draws, observer)?;
        let index_bits = choosing.pickers.iter().map(|picker| bits_of(picker.legal.len())).collect();
        let layout = Layout::new(net, draws, index_bits, shape);
        let step = step(net, &choosing, draws, &layout, observer)?;
        let goals = (layout.reading != Reading::Counted).then(|| goals(net, &layout, observer)).transpose()?;
        Ok(Self { layout, picker_of: choosing.picker_of, step, goals })
    }
}

/// Bits of a number below `count`.
fn bits_of(count: usize) -> usize {
    (usize::BITS - count.saturating_sub(1).leading_zeros()) as usize
}

fn step(
    net: &Net,
    choosing: &Choosing,
    draws: &Draws,
    layout: &Layout,
    observer: &dyn Observer,
) -> Result<Program, Stopped> {
    let mut builder = Builder::default();
    let ports = &net.ports;
    let begins = builder.input(layout.ended());
    let left: Vec<Edge> = (0..ports.bases.len()).map(|i| builder.input(layout.register(i))).collect();
    // First, so that registers are free for their next values.
    keep(&mut builder, layout, &left);
    let registers: Vec<Edge> = left
        .iter()
        .zip(&ports.bases)
        .enumerate()
        .map(|(i, (&left, base))| {
            let initial = if base.init { Edge::TRUE } else { Edge::FALSE };
            let start = if layout.shape.initial { initial } else { builder.input(layout.start(i)) };
            builder.mux(begins, start, left)
        })
        .collect();
    let (bases, mapping) = (registers.iter().copied(), (layout.shape.inputs, layout.shape.aim));
    let mut lowering = Lowering::new(&choosing.net, bases, roots(choosing, layout), mapping, observer)?;
    lowering.compute(&mut builder, observer)?;
    let random = random_bits(&mut builder, layout);
    let indices = choose(&mut builder, &mut lowering, choosing, draws, &random, observer)?;
    lowering.compute(&mut builder, observer)?;
    let next: Vec<Edge> = choosing.next.iter().map(|&next| lowering.edge(next)).collect();
    for (i, &edge) in next.iter().enumerate() {
        builder.output(layout.register(i), edge);
    }
    if layout.shape.observed {
        observe(&mut builder, choosing, layout, &registers, &lowering);
    }
    if layout.shape.first_moves {
        keep_first(&mut builder, layout, begins, &indices);
    }
    let counted = layout.reading == Reading::Counted;
    let goals = ports.goals.iter().map(|goal| goal.holds).filter(|_| counted);
    let mut after = Lowering::new(net, next, goals.chain([ports.terminal]), mapping, observer)?;
    after.compute(&mut builder, observer)?;
    let last = count_down(&mut builder, layout, begins);
    let stuck = lowering.edge(choosing.stuck);
    let finished = outcome(&mut builder, layout, stuck, after.edge(ports.terminal), last);
    if counted {
        count_goals(&mut builder, net, layout, &after, finished);
    }
    builder.finish(observer)
}

/// What the program needs of the net.
fn roots(choosing: &Choosing, layout: &Layout) -> impl Iterator<Item = Lit> {
    let pickers = choosing.pickers.iter().flat_map(|picker| &picker.legal);
    let seen = [&choosing.legal, &choosing.made].into_iter().filter(|_| layout.shape.observed).flatten();
    pickers.chain(&choosing.next).chain(seen).copied().chain([choosing.stuck])
}

/// Takes 1 from the steps left; whether none were left. Lanes that begin have all of them.
fn count_down(builder: &mut Builder, layout: &Layout, begins: Edge) -> Edge {
    let mut borrow = Edge::TRUE;
    for bit in 0..layout.shape.step_bits as usize {
        let [limit, left] = [layout.limit(bit), layout.steps_left(bit)].map(|cell| builder.input(cell));
        let left = builder.mux(begins, limit, left);
        let less = builder.xor(left, borrow);
        builder.output(layout.steps_left(bit), less);
        borrow = builder.and(borrow, !left);
    }
    borrow
}

/// Stores how playouts end in this step, and for which lanes the caller must do something; the lanes that finish.
fn outcome(builder: &mut Builder, layout: &Layout, stuck: Edge, terminal: Edge, last: Edge) -> Edge {
    let active = builder.input(layout.active());
    let moves = builder.and(active, !stuck);
    let finished = builder.and(moves, terminal);
    let truncated = builder.op(table::A & !table::B & table::C, [moves, terminal, last]);
    let stuck = builder.and(active, stuck);
    let unread = match layout.reading {
        Reading::Counted => Edge::FALSE,
        Reading::Late => {
            let pending = pending(builder, layout);
            builder.and(finished, pending)
        }
        Reading::Shown => finished,
    };
    for (cell, edge) in layout.outcomes().into_iter().zip([finished, truncated, stuck]) {
        builder.output(cell, edge);
    }
    let ended = builder.or_all([finished, truncated, stuck]);
    builder.output(layout.ended(), ended);
    let spent = spend(builder, layout, ended);
    let attention = builder.or_all([truncated, stuck, spent, unread]);
    builder.output(layout.attention(), attention);
    finished
}

/// Lanes whose goals must be read before they finish here again: those of the last step have just been kept.
fn pending(builder: &mut Builder, layout: &Layout) -> Edge {
    let [before, finished] = [layout.pending(), layout.outcomes()[0]].map(|cell| builder.input(cell));
    let pending = builder.or(before, finished);
    builder.output(layout.pending(), pending);
    pending
}

/// Keeps the registers that goals depend on, of lanes that finished in the last step of the place.
fn keep(builder: &mut Builder, layout: &Layout, left: &[Edge]) {
    let finished = builder.input(layout.outcomes()[0]);
    for (place, &register) in layout.kept.iter().enumerate() {
        let before = builder.input(layout.kept(place));
        let kept = builder.mux(finished, left[register], before);
        builder.output(layout.kept(place), kept);
    }
}

/// Keeps the numbers picked in lanes that begin.
fn keep_first(builder: &mut Builder, layout: &Layout, begins: Edge, indices: &[Vec<Edge>]) {
    for (picker, index) in indices.iter().enumerate() {
        for bit in 0..layout.index_bits[picker] {
            let kept = builder.input(layout.first(picker, bit));
            let picked = index.get(bit).copied().unwrap_or(Edge::FALSE);
            let first = builder.mux(begins, picked, kept);
            builder.output(layout.first(picker, bit), first);
        }
    }
}

fn observe(builder: &mut Builder, choosing: &Choosing, layout: &Layout, registers: &[Edge], lowering: &Lowering) {
    for (i, &edge) in registers.iter().enumerate() {
        builder.output(layout.seen_register(i), edge);
    }
    for (i, (&legal, &made)) in choosing.legal.iter().zip(&choosing.made).enumerate() {
        builder.output(layout.seen_legal(i), lowering.edge(legal));
        builder.output(layout.seen_move(i), lowering.edge(made));
    }
}

fn goals(net: &Net, layout: &Layout, observer: &dyn Observer) -> Result<Program, Stopped> {
    let mut builder = Builder::default();
    let ports = &net.ports;
    let mut registers = vec![Edge::FALSE; ports.bases.len()];
    let finished = if layout.reading == Reading::Late {
        builder.output(layout.pending(), Edge::FALSE);
        let kept = layout.kept.iter().enumerate();
        kept.for_each(|(place, &register)| registers[register] = builder.input(layout.kept(place)));
        builder.input(layout.pending())
    } else {
        let next = registers.iter_mut().enumerate();
        next.for_each(|(i, register)| *register = builder.input(layout.register(i)));
        builder.input(layout.outcomes()[0])
    };
    let roots = ports.goals.iter().map(|goal| goal.holds);
    let mut lowering = Lowering::new(net, registers, roots, (layout.shape.inputs, layout.shape.aim), observer)?;
    lowering.compute(&mut builder, observer)?;
    count_goals(&mut builder, net, layout, &lowering, finished);
    builder.finish(observer)
}

/// Counts the goals of lanes that finished.
fn count_goals(builder: &mut Builder, net: &Net, layout: &Layout, lowering: &Lowering, finished: Edge) {
    let ports = &net.ports;
    builder.count(layout.finished(), finished);
    for role in 0..ports.roles.len() {
        let goals = ports.goals_of(role);
        let values: Vec<Edge> = goals.clone().map(|goal| lowering.edge(ports.goals[goal].holds)).collect();
        let one = exactly_one(builder, &values);
        for (goal, value) in goals.zip(values) {
            let scored = builder.and3(finished, one, value);
            builder.count(layout.goal(goal), scored);
            if layout.reading == Reading::Shown {
                builder.output(layout.seen_goal(goal), value);
            }
        }
        let undefined = builder.and(finished, !one);
        builder.count(layout.undefined(role), undefined);
    }
}

fn exactly_one(builder: &mut Builder, values: &[Edge]) -> Edge {
    let (mut one, mut more) = (Edge::FALSE, Edge::FALSE);
    for &value in values {
        more = builder.op(table::A | table::B & table::C, [more, one, value]);
        one = builder.or(one, value);
    }
    builder.and(one, !more)
}

/// Takes playouts from the quotas to follow those that ended; lanes that had none left are spent.
fn spend(builder: &mut Builder, layout: &Layout, ended: Edge) -> Edge {
    let mut borrow = ended;
    for bit in 0..QUOTA_BITS {
        let left = builder.input(layout.quota(bit));
        let less = builder.xor(left, borrow);
        builder.output(layout.quota(bit), less);
        borrow = builder.and(borrow, !left);
    }
    builder.output(layout.spent(), borrow);
    borrow
}
