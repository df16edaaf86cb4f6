//! A verified net as an and-inverter graph for logic optimisers.
//!
//! Inputs are the moves, latches the state with its first values, outputs the legal moves, goals, the end and the
//! percepts; in the combinational form the state is inputs behind the moves, and the next state outputs behind the
//! others. [`crate::import`] takes the graph back, with names or without: positions say what is what.

use super::namer::comment;
use gdl2hdl_gdl::id::id;
use gdl2hdl_gdl::observer::{Observer, Pace, Stopped};
use gdl2hdl_net::aiger::{Aiger, Latch, Symbols};
use gdl2hdl_net::propnet::Lit;
use gdl2hdl_net::signals::{self, Signal};
use gdl2hdl_net::{Net, Verified, node};
use std::collections::BTreeMap;

/// How a net goes to other programs.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Form {
    /// With registers.
    #[default]
    Sequential,
    /// Registers as inputs, their next values as outputs.
    Combinational,
}

/// Gates between two questions to the observer.
const GATES: u32 = 1 << 14;

/// The graph of a net.
///
/// # Errors
/// [`Stopped`] by the observer.
pub fn aiger(net: Verified<'_>, game: &str, form: Form, observer: &dyn Observer) -> Result<Aiger, Stopped> {
    let net = net.net();
    let (moves, state, next) = (signals::moves(net), signals::state(net), signals::next(net));
    let mut inputs = moves;
    let mut outputs = signals::observed(net);
    let mut symbols = Symbols::default();
    let mut graph = Aiger::default();
    let edges = renumbered(net, inputs.len());
    if form == Form::Combinational {
        inputs.extend(state);
        outputs.extend(next);
    } else {
        symbols.latches = table(&state);
        let latch = |(base, next): (&gdl2hdl_net::propnet::Base, &Signal)| Latch {
            next: next.edge.moved(&edges),
            reset: Some(base.init),
        };
        graph.latches = net.ports.bases.iter().zip(&next).map(latch).collect();
    }
    graph.num_inputs = id(inputs.len());
    symbols.inputs = table(&inputs);
    symbols.outputs = table(&outputs);
    graph.outputs = outputs.iter().map(|output| output.edge.moved(&edges)).collect();
    let mut pace = Pace::new(observer, GATES);
    let gate = |(_, fanin): (_, [Lit; 2])| pace.step().map(|()| ordered(fanin.map(|edge| edge.moved(&edges))));
    graph.gates = net.gates().map(gate).collect::<Result<_, _>>()?;
    graph.symbols = symbols;
    graph.comment = about(game, form);
    Ok(graph)
}

/// The variable of each node: inputs come before the state, not behind it.
fn renumbered(net: &Net, moves: usize) -> Vec<Lit> {
    let bases = net.ports.bases.len();
    let variable = |position: usize| match position {
        0 => 0,
        _ if position <= bases => position + moves,
        _ if position <= bases + moves => position - bases,
        _ => position,
    };
    (0..net.num_nodes()).map(|position| Lit::new(node(variable(position)), false)).collect()
}

fn ordered([a, b]: [Lit; 2]) -> [Lit; 2] {
    if a >= b { [a, b] } else { [b, a] }
}

fn table(signals: &[Signal]) -> BTreeMap<u32, String> {
    (0..).zip(signals::names(signals)).collect()
}

fn about(game: &str, form: Form) -> String {
    let order = match form {
        Form::Sequential => "inputs: moves; latches: state; outputs: legal moves, goals, end, percepts",
        Form::Combinational => "inputs: moves, state; outputs: legal moves, goals, end, percepts, next state",
    };
    format!("{}, by gdl2hdl {}\n{order}\n", comment(game), env!("CARGO_PKG_VERSION"))
}
