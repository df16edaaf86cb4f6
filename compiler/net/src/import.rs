//! Propnet to and-inverter net.

use super::{Builder, Net};
use crate::propnet::{Lit, Op, PropNet};
use gdl2hdl_gdl::observer::{Observer, Pace, Stopped};

/// Gates between two questions to the observer.
const GATES: u32 = 1 << 8;

/// The and-inverter form of a propnet: every n-ary gate becomes a balanced tree.
///
/// # Errors
/// [`Stopped`] by the observer.
pub fn from_propnet(propnet: &PropNet, observer: &dyn Observer) -> Result<Net, Stopped> {
    let (mut builder, mut pace) = (Builder::new(propnet.ports.clone()), Pace::new(observer, GATES));
    // Constant, bases and inputs have the same nodes in both nets.
    let first = propnet.ports.first_gate();
    let mut edges: Vec<Lit> = (0..first).map(|i| Lit::new(super::node(i), false)).collect();
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
