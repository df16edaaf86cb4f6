//! nextpnr: the routers that it has, and what it says of the cells that it counts.

use super::cost::{BLOCK_RAMS, LUTS};
use gdl2hdl_boards::Family;
use serde::{Deserialize, Serialize};

/// Routers of nextpnr.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Router {
    /// Looks at the delay of every net: meets higher clocks, and takes nearly for ever where there is little room.
    Router1,
    /// Comes to an end with devices that are fuller.
    Router2,
}

impl Router {
    /// The one to take, and the one for what the first does not bring to an end.
    pub(super) const fn of(family: Family) -> (Self, Option<Self>) {
        match family {
            Family::Ice40 => (Self::Router1, None),
            Family::Ecp5 => (Self::Router1, Some(Self::Router2)),
        }
    }

    /// Its name, as an option has it.
    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::Router1 => "router1",
            Self::Router2 => "router2",
        }
    }
}

/// The first kind of cells that a design has more of than the device: what they are, how many, and how many there are.
pub(super) fn overfull(log: &str) -> Option<(&'static str, u64, u64)> {
    log.lines().filter_map(usage).find(|(_, need, have)| need > have)
}

/// `Info: TRELLIS_FF:   63991/  83640    76%` → flip-flops, 63991 of 83640.
pub(super) fn usage(line: &str) -> Option<(&'static str, u64, u64)> {
    let (kind, counts) = line.strip_prefix("Info:")?.split_once(':')?;
    let (used, rest) = counts.split_once('/')?;
    let have = rest.split_whitespace().next()?;
    Some((named(kind.trim()), used.trim().parse().ok()?, have.parse().ok()?))
}

/// What nextpnr's kinds of cells are.
fn named(kind: &str) -> &'static str {
    match kind {
        "ICESTORM_LC" => "logic cells",
        "TRELLIS_COMB" | "TRELLIS_SLICE" => LUTS,
        "TRELLIS_FF" => "flip-flops",
        "ICESTORM_RAM" | "DP16KD" => BLOCK_RAMS,
        "ICESTORM_DSP" | "MULT18X18D" => "multipliers",
        _ => "cells of one kind",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_there_is_too_little_of_is_read() {
        let log = "Info: Device utilisation:\nInfo: \t         ICESTORM_LC:  8499/ 7680   110%\n\
                   Info: \t        ICESTORM_RAM:    11/   32    34%\nERROR: Failed to expand region\n";
        assert_eq!(overfull(log), Some(("logic cells", 8499, 7680)));
        assert_eq!(overfull(&log.replace("8499", "7680")), None);
        assert_eq!(overfull("Info: DP16KD: 57/56 101%"), Some(("block RAMs", 57, 56)));
        assert_eq!(overfull("Info: a/b: c\nERROR: 9/ 8\nInfo: TRELLIS_FF: many/ 8"), None);
    }
}
