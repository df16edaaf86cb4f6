//! What nextpnr says of a placed and routed design.

use super::BuildError;
use super::fit::LUT_CELLS;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// How much of a kind of cell is used.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Usage {
    /// Cells of the design.
    pub used: u64,
    /// Cells of the device.
    pub available: u64,
}

/// The report of nextpnr, option `--report`.
#[derive(Clone, PartialEq, Debug, Deserialize)]
pub(super) struct Routed {
    fmax: BTreeMap<String, ReportedClock>,
    /// Kinds of cells by the tool's names.
    pub(super) utilization: BTreeMap<String, Usage>,
}

/// A clock net. Both in MHz.
#[derive(Clone, PartialEq, Debug, Deserialize)]
struct ReportedClock {
    achieved: f64,
}

impl Routed {
    pub(super) fn parse(text: &str) -> Result<Self, BuildError> {
        let routed: Self = serde_json::from_str(text)
            .map_err(|error| BuildError::NotUnderstood { tool: "nextpnr", reason: error.to_string() })?;
        match routed.fmax.values().all(|clock| clock.achieved.is_finite() && clock.achieved > 0.0) {
            true if !routed.fmax.is_empty() => Ok(routed),
            _ => Err(BuildError::NotUnderstood { tool: "nextpnr", reason: "no clock in its report".to_owned() }),
        }
    }

    /// The highest clock at which the slowest path is met, rounded down. **Units:** Hz.
    ///
    /// The design has one clock; where the reference of a PLL is reported as well, nothing but the PLL hangs on it.
    pub(super) fn fmax_hz(&self) -> u64 {
        let slowest = self.fmax.values().map(|clock| clock.achieved).fold(f64::INFINITY, f64::min);
        #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // positive, and far below 2^64
        let hz = (slowest * 1e6) as u64;
        hz
    }

    /// What is used of the cells that hold LUTs.
    pub(super) fn luts(&self) -> Result<Usage, BuildError> {
        self.usage(LUT_CELLS).ok_or_else(|| BuildError::NotUnderstood {
            tool: "nextpnr",
            reason: "no count of LUTs in its report".to_owned(),
        })
    }

    /// What is used of the first of the kinds that the device has.
    pub(super) fn usage(&self, kinds: &[&str]) -> Option<Usage> {
        kinds.iter().find_map(|kind| self.utilization.get(*kind).copied())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_slowest_clock_counts() {
        let text = r#"{"critical_paths": [], "fmax": {"a": {"achieved": 28.284, "constraint": 48}, "b": {"achieved": 90.0,
            "constraint": 12}}, "utilization": {"ICESTORM_LC": {"available": 7680, "used": 1593}}}"#;
        let routed = Routed::parse(text).unwrap();
        assert_eq!(routed.fmax_hz(), 28_284_000);
        assert_eq!(routed.usage(&["TRELLIS_COMB", "ICESTORM_LC"]), Some(Usage { used: 1593, available: 7680 }));
        assert_eq!(routed.usage(&["DP16KD"]), None);
    }

    #[test]
    fn reports_that_say_nothing_are_refused() {
        for text in
            ["", "{}", r#"{"fmax": {}, "utilization": {}}"#, r#"{"fmax": {"a": {"achieved": 0}}, "utilization": {}}"#]
        {
            assert!(matches!(Routed::parse(text), Err(BuildError::NotUnderstood { .. })), "{text}");
        }
    }
}
