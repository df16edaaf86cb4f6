//! A net out of an and-inverter graph that some optimiser made of ours: the same ports, other gates.
//!
//! Positions say what is what, since optimisers lose names. That the graph computes what the net computes is not
//! believed here: [`gdl2hdl_opt::sat::compare`] proves it of the graph as it is, for all states and all moves.

use gdl2hdl_net::aiger::Aiger;
use gdl2hdl_net::propnet::Lit;
use gdl2hdl_net::{Builder, Net};
use gdl2hdl_opt::sweep_dangling;

/// Why a graph can't stand for a net.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ImportError {
    /// Another number of inputs.
    #[error("{found} inputs, but the net has {}", expected(*.sequential, *.combinational))]
    Inputs {
        /// Of the graph.
        found: usize,
        /// Of the net with registers.
        sequential: usize,
        /// Of the net with registers as inputs.
        combinational: usize,
    },
    /// Another number of outputs.
    #[error("{found} outputs, but the net has {}", expected(*.sequential, *.combinational))]
    Outputs {
        /// Of the graph.
        found: usize,
        /// Of the net with registers.
        sequential: usize,
        /// Of the net with registers as outputs.
        combinational: usize,
    },
    /// Another number of latches.
    #[error(
        "{found} latches, but the net has {registers} registers: optimisers that add, merge or remove registers can't be \
         used; others can"
    )]
    Latches {
        /// Of the graph.
        found: usize,
        /// Of the net.
        registers: usize,
    },
}

fn expected(sequential: usize, combinational: usize) -> String {
    format!("{sequential}, or {combinational} in combinational form")
}

/// What became of a graph.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Imported {
    /// The net to use: what is a function of the state does not look at moves. It is equal to the reference if `whole` is.
    pub net: Net,
    /// The graph as it is, to be compared: there a legal move, a goal or the end may look at moves.
    pub whole: Net,
}

/// The net of a graph, with the ports of `reference` but for views, which name inner nodes. Graphs of both forms are
/// taken ([`crate::Form`]). A latch with the other first value holds the complement of its register.
///
/// # Errors
/// [`ImportError`]: other numbers of inputs, latches or outputs.
pub fn import(reference: &Net, graph: &Aiger) -> Result<Imported, ImportError> {
    let combinational = shape(reference, graph)?;
    let flips = flips(reference, graph, combinational);
    // Legal moves, goals and the end are functions of the state: where their gates look at moves, though the value does
    // not depend on them, any moves will do. Percepts and next states are functions of both.
    let of_state = reference.ports.inputs.len() + reference.ports.goals.len() + 1;
    Ok(Imported { net: made(reference, graph, &flips, of_state), whole: made(reference, graph, &flips, 0) })
}

/// The net of a graph whose first outputs, so many of them, are asked without any move.
fn made(reference: &Net, graph: &Aiger, flips: &[bool], asked_still: usize) -> Net {
    let mut ports = reference.ports.clone();
    ports.views.clear();
    let outputs = outputs(graph, flips);
    let mut builder = Builder::new(ports);
    let leaves = leaves(&builder, flips);
    let still: Vec<Lit> =
        (0..leaves.len()).map(|i| if is_move(reference, i) { Lit::FALSE } else { leaves[i] }).collect();
    let still = built(&mut builder, graph, still, outputs.iter().take(asked_still));
    let moving = built(&mut builder, graph, leaves, outputs.iter().skip(asked_still));
    let edge = |i: usize| {
        let edges = if i < asked_still { &still } else { &moving };
        outputs.get(i).and_then(|&output| mapped(edges, output)).unwrap_or_default()
    };
    set_outputs(&mut builder, edge);
    sweep_dangling(builder.finish())
}

/// Whether the graph has the combinational form.
fn shape(reference: &Net, graph: &Aiger) -> Result<bool, ImportError> {
    let ports = &reference.ports;
    let (moves, registers) = (ports.inputs.len(), ports.bases.len());
    let observed = moves + ports.goals.len() + 1 + ports.sees.len();
    let (inputs, latches, outputs) = (graph.num_inputs as usize, graph.latches.len(), graph.outputs.len());
    let combinational = latches == 0 && registers > 0 && inputs == moves + registers;
    if !combinational && latches != registers {
        return Err(ImportError::Latches { found: latches, registers });
    }
    let state = if combinational { registers } else { 0 };
    if inputs != moves + state {
        return Err(ImportError::Inputs { found: inputs, sequential: moves, combinational: moves + registers });
    }
    if outputs != observed + state {
        let (sequential, combinational) = (observed, observed + registers);
        return Err(ImportError::Outputs { found: outputs, sequential, combinational });
    }
    Ok(combinational)
}

/// For each register whether the graph holds its complement.
fn flips(reference: &Net, graph: &Aiger, combinational: bool) -> Vec<bool> {
    let bases = &reference.ports.bases;
    if combinational {
        return vec![false; bases.len()];
    }
    let flip =
        |(base, latch): (&gdl2hdl_net::propnet::Base, &gdl2hdl_net::aiger::Latch)| latch.reset == Some(!base.init);
    bases.iter().zip(&graph.latches).map(flip).collect()
}

/// The graph's edges to what is observed, then to the next state as our registers hold it.
fn outputs(graph: &Aiger, flips: &[bool]) -> Vec<Lit> {
    let next = graph.latches.iter().zip(flips).map(|(latch, &flip)| latch.next.flip_if(flip));
    graph.outputs.iter().copied().chain(next).collect()
}

/// The builder's edges for the constant, the inputs and the state, in the order of the graph's variables.
fn leaves(builder: &Builder, flips: &[bool]) -> Vec<Lit> {
    let ports = &builder.net().ports;
    let moves = (0..ports.inputs.len()).map(|input| ports.input(input));
    let state = flips.iter().enumerate().map(|(base, &flip)| ports.base(base).flip_if(flip));
    std::iter::once(Lit::FALSE).chain(moves).chain(state).collect()
}

fn is_move(reference: &Net, variable: usize) -> bool {
    (1..=reference.ports.inputs.len()).contains(&variable)
}

/// Builds what some outputs need of the graph. **Shape:** an edge for each variable that is needed.
fn built<'a>(
    builder: &mut Builder,
    graph: &Aiger,
    leaves: Vec<Lit>,
    outputs: impl Iterator<Item = &'a Lit>,
) -> Vec<Option<Lit>> {
    let first = graph.first_gate();
    let mut needed = vec![false; first + graph.gates.len()];
    outputs.for_each(|output| needed[output.node().index()] = true);
    for (i, fanin) in graph.gates.iter().enumerate().rev() {
        if needed[first + i] {
            fanin.iter().for_each(|edge| needed[edge.node().index()] = true);
        }
    }
    let mut edges: Vec<Option<Lit>> = leaves.into_iter().map(Some).collect();
    for (&[a, b], needed) in graph.gates.iter().zip(&needed[first..]) {
        let fanin = if *needed { mapped(&edges, a).zip(mapped(&edges, b)) } else { None };
        edges.push(fanin.map(|(a, b)| builder.and(a, b)));
    }
    edges
}

fn mapped(edges: &[Option<Lit>], edge: Lit) -> Option<Lit> {
    edges[edge.node().index()].map(|mapped| mapped.flip_if(edge.is_complement()))
}

/// Sets all outputs by their position among what is observed, the next state behind.
fn set_outputs(builder: &mut Builder, edge: impl Fn(usize) -> Lit) {
    let ports = builder.ports();
    let mut position = 0;
    let mut following = || {
        position += 1;
        edge(position - 1)
    };
    ports.inputs.iter_mut().for_each(|input| input.legal = following());
    ports.goals.iter_mut().for_each(|goal| goal.holds = following());
    ports.terminal = following();
    ports.sees.iter_mut().for_each(|seen| seen.holds = following());
    ports.bases.iter_mut().for_each(|base| base.next = following());
}

#[cfg(test)]
mod tests;
