//! The ports of an engine, for those who drive and read them.

use super::Gateware;
use super::shape::EngineShape;
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

/// A port: direction, bits, name, meaning.
type StreamPort = (Direction, usize, &'static str, &'static str);

/// Words of jobs come in, words of reports go out, or bytes of both: so many bits at a time.
pub(super) fn streams(bits: usize) -> [StreamPort; 10] {
    let [jobs, reports] = match bits {
        8 => ["  // bytes of jobs", "  // bytes of reports"],
        _ => ["  // words of jobs", "  // words of reports"],
    };
    [
        (Direction::In, BIT, "clk_i", ""),
        (Direction::In, BIT, "rst_i", ""),
        (Direction::In, BIT, "job_valid_i", jobs),
        (Direction::Out, BIT, "job_ready_o", ""),
        (Direction::In, bits, "job_data_i", ""),
        (Direction::Out, BIT, "report_valid_o", reports),
        (Direction::In, BIT, "report_ready_i", ""),
        (Direction::Out, bits, "report_data_o", ""),
        (Direction::Out, BIT, "report_last_o", "  // the last of a report"),
        (Direction::Out, BIT, "busy_o", "  // a job is played"),
    ]
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

/// Debug ports of the engine: those of all cores side by side, and those of start states in which no move is made.
pub(super) fn debug_ports(shape: &EngineShape) -> Vec<(&'static str, usize, &'static str)> {
    if !shape.config.debug_ports {
        return Vec::new();
    }
    let cores = shape.config.cores as usize;
    let mut ports: Vec<_> =
        shape.debug_ports().into_iter().map(|(name, bits, meaning)| (name, cores * bits.max(1), meaning)).collect();
    if shape.config.host_seeds {
        return ports;
    }
    ports.push(("debug_closed_o", BIT, "a playout without steps"));
    ports.push(("debug_closed_terminal_o", BIT, "the start state is terminal"));
    if shape.num_goals() > 0 {
        ports.push(("debug_closed_goal_o", shape.num_goals(), "its goal values"));
    }
    ports
}

/// The same for those who read them.
pub(super) fn debug(shape: &EngineShape) -> Vec<DebugPort> {
    let cores = shape.config.cores as usize;
    let of_cores = shape.debug_ports().len();
    let port = |(i, (name, bits, _)): (usize, (&'static str, usize, &'static str))| {
        let width = if bits == BIT { 1 } else { bits };
        DebugPort { name, width, stride: if i < of_cores { width / cores } else { width } }
    };
    debug_ports(shape).into_iter().enumerate().map(port).collect()
}
