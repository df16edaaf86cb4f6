//! The debug ports of an engine, for those who read them.

use super::engine;
use super::shape::Shape;
use super::text::BIT;

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
