//! The ports of an engine, for those who drive and read them.

use super::Gateware;
use super::engine::{self, streams};
use super::shape::Shape;
use super::text::BIT;

/// Direction of a port, seen from the module.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Direction {
    /// Set from outside.
    In,
    /// Read from outside.
    Out,
}

/// A port of the engine or of the top around it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct EnginePort {
    /// Its name.
    pub name: &'static str,
    /// Its bits.
    pub width: usize,
    /// Its direction.
    pub direction: Direction,
}

impl Gateware {
    /// All ports of the engine; of the top, which has no debug ports, when these are not `observed`.
    pub fn ports(&self, observed: bool) -> impl Iterator<Item = EnginePort> + '_ {
        let streams = streams(self.stream_bits);
        let streams =
            streams.into_iter().map(|(direction, bits, name, _)| EnginePort { name, width: bits.max(1), direction });
        let debug = self.debug.iter().filter(move |_| observed);
        streams.chain(debug.map(|port| EnginePort { name: port.name, width: port.width, direction: Direction::Out }))
    }
}

/// A debug port of the engine: an output.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DebugPort {
    /// Its name.
    pub name: &'static str,
    /// Its bits, all cores together.
    pub width: usize,
    /// Its bits for one core, or all of them for ports that belong to no core.
    pub stride: usize,
}

pub(super) fn debug(shape: &Shape) -> Vec<DebugPort> {
    let cores = shape.config.cores as usize;
    let of_cores = shape.debug_ports().len();
    let port = |(i, (name, bits, _)): (usize, (&'static str, usize, &'static str))| {
        let width = if bits == BIT { 1 } else { bits };
        DebugPort { name, width, stride: if i < of_cores { width / cores } else { width } }
    };
    engine::debug_ports(shape).into_iter().enumerate().map(port).collect()
}
