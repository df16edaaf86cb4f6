//! Nets as engines: every step is one sweep over the gates, one position at a time.
//!
//! The compiler's own `evaluate` works on 64 positions; here only the lowest bit is used.

use super::{BitCore, BitEngine, EngineError, Layout, LayoutError};
use bitvec::prelude::BitSlice;
use gdl2hdl_net::Net;
use gdl2hdl_net::propnet::{Lit, Ports, PropNet};
use gdl2hdl_opt::{Dropped, Optimised};

/// A network of gates that can be evaluated.
pub trait Gates {
    /// Short name of the engine.
    const NAME: &'static str;

    /// Inputs and outputs.
    fn ports(&self) -> &Ports;

    /// The value of every node, 64 positions a word.
    fn evaluate(&self, bases: &[u64], inputs: &[u64]) -> Vec<u64>;
}

impl Gates for PropNet {
    const NAME: &'static str = "propnet";

    fn ports(&self) -> &Ports {
        &self.ports
    }

    fn evaluate(&self, bases: &[u64], inputs: &[u64]) -> Vec<u64> {
        Self::evaluate(self, bases, inputs)
    }
}

impl Gates for Net {
    const NAME: &'static str = "net";

    fn ports(&self) -> &Ports {
        &self.ports
    }

    fn evaluate(&self, bases: &[u64], inputs: &[u64]) -> Vec<u64> {
        Self::evaluate(self, bases, inputs)
    }
}

/// An engine of the propnet as it was built.
///
/// # Errors
/// When sentences of the net are not distinct, which would be a bug of the compiler.
pub fn propnet(net: PropNet) -> Result<BitEngine<GateCore<PropNet>>, LayoutError> {
    let layout = Layout::of_ports(&net.ports, &Dropped::default());
    BitEngine::new(GateCore::new(net), layout)
}

/// An engine of an optimised net.
///
/// # Errors
/// When sentences of the net are not distinct, which would be a bug of the compiler.
pub fn net(optimised: Optimised) -> Result<BitEngine<GateCore<Net>>, LayoutError> {
    let layout = Layout::of_ports(&optimised.net.ports, &optimised.dropped);
    Ok(BitEngine::new(GateCore::new(optimised.net), layout)?.assuming(optimised.known))
}

/// A net in one state.
pub struct GateCore<G> {
    gates: G,
    bases: Vec<u64>,
    inputs: Vec<u64>,
    /// Node values of the present state without any move; empty when not yet computed.
    values: Vec<u64>,
}

impl<G: Gates> GateCore<G> {
    /// A network of gates in its initial state.
    pub fn new(gates: G) -> Self {
        let inputs = vec![0; gates.ports().inputs.len()];
        let mut core = Self { gates, bases: Vec::new(), inputs, values: Vec::new() };
        core.initial();
        core
    }

    /// Number of registers.
    pub(crate) fn num_bases(&self) -> usize {
        self.bases.len()
    }

    fn initial(&mut self) {
        self.bases = self.gates.ports().bases.iter().map(|base| u64::from(base.init)).collect();
        self.values.clear();
    }

    /// Node values under a joint move.
    fn moved(&mut self, does: &BitSlice) -> Vec<u64> {
        self.inputs = does.iter().map(|bit| u64::from(*bit)).collect();
        self.gates.evaluate(&self.bases, &self.inputs)
    }

    fn settle(&mut self) {
        if self.values.is_empty() {
            self.inputs.fill(0);
            self.values = self.gates.evaluate(&self.bases, &self.inputs);
        }
    }
}

/// The lowest position of an edge.
fn bit(values: &[u64], edge: Lit) -> bool {
    gdl2hdl_net::propnet::value(values, edge) & 1 == 1
}

impl<G: Gates> BitCore for GateCore<G> {
    fn name(&self) -> &str {
        G::NAME
    }

    fn reset(&mut self) -> Result<(), EngineError> {
        self.initial();
        Ok(())
    }

    fn load(&mut self, registers: &BitSlice) -> Result<(), EngineError> {
        self.bases = registers.iter().map(|bit| u64::from(*bit)).collect();
        self.values.clear();
        Ok(())
    }

    fn registers(&mut self, out: &mut BitSlice) -> Result<(), EngineError> {
        self.bases.iter().enumerate().for_each(|(i, &word)| out.set(i, word & 1 == 1));
        Ok(())
    }

    fn legal(&mut self, out: &mut BitSlice) -> Result<(), EngineError> {
        self.settle();
        let inputs = &self.gates.ports().inputs;
        inputs.iter().enumerate().for_each(|(i, input)| out.set(i, bit(&self.values, input.legal)));
        Ok(())
    }

    fn goals(&mut self, out: &mut BitSlice) -> Result<(), EngineError> {
        self.settle();
        let goals = &self.gates.ports().goals;
        goals.iter().enumerate().for_each(|(i, goal)| out.set(i, bit(&self.values, goal.holds)));
        Ok(())
    }

    fn terminal(&mut self) -> Result<bool, EngineError> {
        self.settle();
        Ok(bit(&self.values, self.gates.ports().terminal))
    }

    fn sees(&mut self, does: &BitSlice, out: &mut BitSlice) -> Result<(), EngineError> {
        let values = self.moved(does);
        let sees = &self.gates.ports().sees;
        sees.iter().enumerate().for_each(|(i, percept)| out.set(i, bit(&values, percept.holds)));
        Ok(())
    }

    fn step(&mut self, does: &BitSlice) -> Result<(), EngineError> {
        let values = self.moved(does);
        self.bases = self.gates.ports().bases.iter().map(|base| u64::from(bit(&values, base.next))).collect();
        self.values.clear();
        Ok(())
    }
}
