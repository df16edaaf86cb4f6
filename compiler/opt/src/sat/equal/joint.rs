//! Two nets over the same inputs in one: gates that are the same are there once.

use gdl2hdl_net::propnet::{Lit, Ports};
use gdl2hdl_net::{Builder, Net};

/// The edges of an output in the joint net: of the first net, of the second.
pub(super) type Pair = [Lit; 2];

/// Both nets in one, without outputs.
pub(super) struct Joint {
    pub(super) net: Net,
}

impl Joint {
    /// The edges of all outputs, observed ones first, and the net they lead into.
    ///
    /// # Panics
    /// When the nets have different numbers of bases, moves, goals or percepts.
    pub(super) fn of(a: &Net, b: &Net) -> (Vec<Pair>, Self) {
        assert_eq!(shape(&a.ports), shape(&b.ports), "nets of different ports");
        let mut builder = Builder::new(a.ports.clone());
        let [of_a, of_b] = [a, b].map(|net| added(&mut builder, net));
        let pairs = of_a.into_iter().zip(of_b).map(|(a, b)| [a, b]).collect();
        (pairs, Self { net: builder.finish() })
    }

    /// Number of bases and moves.
    pub(super) fn num_leaves(&self) -> usize {
        self.net.ports.first_gate() - 1
    }

    /// The values of all nodes. **Shape:** a word for each base, then for each move.
    pub(super) fn values(&self, leaves: &[u64]) -> Vec<u64> {
        let (bases, moves) = leaves.split_at(self.net.ports.bases.len());
        self.net.evaluate(bases, moves)
    }
}

fn shape(ports: &Ports) -> [usize; 4] {
    [ports.bases.len(), ports.inputs.len(), ports.goals.len(), ports.sees.len()]
}

/// Adds the gates of a net and gives the edges of its outputs.
fn added(builder: &mut Builder, net: &Net) -> Vec<Lit> {
    let edges = builder.add_gates(net, net.leaves());
    let mut outputs = Vec::new();
    net.ports.each_observed(&mut |edge| outputs.push(edge.moved(&edges)));
    outputs.extend(net.ports.bases.iter().map(|base| base.next.moved(&edges)));
    outputs
}
