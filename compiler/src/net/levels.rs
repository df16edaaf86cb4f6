//! Logic depth.

use super::Net;

/// The level of every node: 0 for constant, bases and inputs, one more than the highest fan-in for gates.
#[must_use]
pub fn levels(net: &Net) -> Vec<u32> {
    let mut levels = vec![0_u32; net.ports.first_gate()];
    for (_, fanin) in net.gates() {
        let highest = fanin.iter().map(|edge| levels[edge.node().index()]).max();
        levels.push(highest.unwrap_or(0) + 1);
    }
    levels
}
