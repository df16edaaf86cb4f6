//! A net as it stands as a program: state and joint move in, everything else out.

use super::lower::Lowering;
use crate::Verified;
use crate::map::Aim;
use crate::program::{Builder, Cell, Edge, Program};
use gdl2hdl_gdl::id::id;
use gdl2hdl_gdl::observer::{Observer, Stopped};

/// Regions of the program of [`evaluate`]. Inside them ports count from 0.
pub mod ports {
    /// Registers, to be set by the caller.
    pub const STATE: u8 = 0;
    /// Moves that are made, to be set by the caller.
    pub const DOES: u8 = 1;
    /// Registers in the next state.
    pub const NEXT: u8 = 2;
    /// Whether each move is legal.
    pub const LEGAL: u8 = 3;
    /// Whether each goal holds.
    pub const GOAL: u8 = 4;
    /// Whether the state is terminal, one word.
    pub const TERMINAL: u8 = 5;
    /// Whether each percept is seen, of the moves that are made.
    pub const SEES: u8 = 6;
    /// Number of regions.
    pub const COUNT: u8 = 7;
}

/// The program that computes all outputs of a net, by functions of at most `inputs` bits (2 or 3), as few as `aim` says.
///
/// # Errors
/// [`Stopped`] by the observer.
pub fn evaluate(net: Verified<'_>, inputs: usize, aim: Aim, observer: &dyn Observer) -> Result<Program, Stopped> {
    let net = net.net();
    let mut builder = Builder::default();
    let cell = |region, index: usize| Cell::at(region, i64::from(id(index)));
    let bases: Vec<Edge> = (0..net.ports.bases.len()).map(|i| builder.input(cell(ports::STATE, i))).collect();
    let mut roots = Vec::new();
    net.ports.each_output(|edge| roots.push(edge));
    let mut lowering = Lowering::new(net, bases, roots, (inputs, aim), observer)?;
    for i in 0..net.ports.inputs.len() {
        let does = builder.input(cell(ports::DOES, i));
        lowering.set_move(i, does);
    }
    lowering.compute(&mut builder, observer)?;
    let next = net.ports.bases.iter().enumerate().map(|(i, base)| (cell(ports::NEXT, i), base.next));
    let legal = net.ports.inputs.iter().enumerate().map(|(i, input)| (cell(ports::LEGAL, i), input.legal));
    let goals = net.ports.goals.iter().enumerate().map(|(i, goal)| (cell(ports::GOAL, i), goal.holds));
    let sees = net.ports.sees.iter().enumerate().map(|(i, percept)| (cell(ports::SEES, i), percept.holds));
    let terminal = [(cell(ports::TERMINAL, 0), net.ports.terminal)];
    for (cell, edge) in next.chain(legal).chain(goals).chain(terminal).chain(sees) {
        builder.output(cell, lowering.edge(edge));
    }
    builder.finish(observer)
}
