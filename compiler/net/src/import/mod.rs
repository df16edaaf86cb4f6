//! Propnet to and-inverter net.

mod factor;

use super::{Builder, Net};
use crate::propnet::{Lit, Op, PropNet};
use factor::Factoring;
use gdl2hdl_gdl::observer::{Observer, Pace, Stopped};

/// Gates between two questions to the observer.
const GATES: u32 = 1 << 8;
/// From so many two-input gates on, sums of products are factored as they are built: after optimisation such nets are a
/// tenth smaller, and many times smaller where rules have much in common. Smaller nets may become larger by it.
const LARGE: usize = 3_500;

/// The and-inverter form of a propnet: every n-ary gate becomes a tree. Those of small nets are balanced; in large ones
/// what gates have in common is made once.
///
/// # Errors
/// [`Stopped`] by the observer.
pub fn from_propnet(propnet: &PropNet, observer: &dyn Observer) -> Result<Net, Stopped> {
    if propnet.num_edges().saturating_sub(propnet.num_gates()) >= LARGE {
        return Factoring::new(propnet, observer)?.finish(observer);
    }
    let (mut builder, mut pace) = (Builder::new(propnet.ports.clone()), Pace::new(observer, GATES));
    let mut edges = leaves(propnet);
    for gate in 0..propnet.num_gates() {
        pace.step()?;
        let (op, fanin) = propnet.gate(gate);
        let is_or = op == Op::Or;
        let mapped: Vec<Lit> = fanin.iter().map(|&edge| edge.moved(&edges).flip_if(is_or)).collect();
        edges.push(builder.and_all(mapped).flip_if(is_or));
    }
    builder.ports().map_edges(|edge| Some(edge.moved(&edges)));
    Ok(builder.finish())
}

/// Constant, bases and inputs: they have the same nodes in both nets.
fn leaves(propnet: &PropNet) -> Vec<Lit> {
    (0..propnet.ports.first_gate()).map(|i| Lit::new(super::node(i), false)).collect()
}
