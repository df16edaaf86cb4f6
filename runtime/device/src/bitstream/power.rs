//! What a filled FPGA may draw from USB: a rough rule, for a warning. Nobody has measured a board with an engine of this
//! project.
//!
//! The rule is one figure of another design: a miner of bitcoins in a Spartan-6 LX150, whose logic works in every clock as an
//! engine's does. Its board was said to draw 6.8 W for 100 million hashes a second (hackaday.com, the FPGA miner of fpgaminer,
//! li_gangyi and newMeat1, 2011). With one hash in each cycle, and all of its 92152 LUTs in use, that is 0.74 pJ for a LUT
//! and clock, in 45 nm; an ECP5 and an iCE40 are made in 40 nm. It may be off by a factor of two.

use gdl2hdl_gdl::remedy::Remedy;
use serde::{Deserialize, Serialize};

/// What a LUT takes in a cycle, with all that hangs on it. **Units:** 10⁻¹⁵ J.
const OF_A_LUT: u64 = 740;
/// What a port of USB 2.0 gives: 500 mA of 5 V. **Units:** mW.
const OF_USB: u64 = 2500;
/// So much of that may go into the FPGA; regulators, the bridge and LEDs take the rest. **Units:** percent.
const SHARE: u64 = 80;

/// An estimate of what an FPGA draws. Nobody has measured it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Power {
    /// What it may draw, within a factor of two or so. **Units:** mW.
    pub estimate_mw: u64,
    /// What a port of USB 2.0 gives to the whole board. **Units:** mW.
    pub usb_mw: u64,
    /// Whether that may be too little.
    pub warning: bool,
}

impl Power {
    /// For so many LUTs at a clock, in Hz.
    pub(super) fn of(luts: u64, clock_hz: u64) -> Self {
        // Femtojoules a second, in milliwatts.
        let estimate = u128::from(luts) * u128::from(clock_hz) / 1_000_000 * u128::from(OF_A_LUT) / 1_000_000;
        let estimate_mw = u64::try_from(estimate).unwrap_or(u64::MAX);
        Self { estimate_mw, usb_mw: OF_USB, warning: estimate_mw > OF_USB * SHARE / 100 }
    }

    /// The warning for people, where there is one. It speaks of [`Remedy::LessPower`].
    #[must_use]
    pub fn warned(&self) -> Option<String> {
        let watts = |mw: u64| format!("{}.{} W", mw / 1000, mw % 1000 / 100);
        self.warning.then(|| {
            format!(
                "the FPGA may draw about {} (a rough estimate, nobody has measured it), and a port of USB 2.0 gives {} to \
                 the whole board: use a port or a supply that gives more, {}",
                watts(self.estimate_mw),
                watts(self.usb_mw),
                Remedy::LessPower
            )
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn filled_large_boards_are_warned_of() {
        let large = Power::of(72_394, 130_000_000);
        assert_eq!((large.estimate_mw, large.usb_mw, large.warning), (6964, 2500, true));
        assert!(large.warned().is_some_and(|text| text.contains("about 6.9 W") && text.contains("gives 2.5 W")));
        let small = Power::of(7637, 112_500_000);
        assert_eq!((small.estimate_mw, small.warned()), (635, None));
    }

    #[test]
    fn four_fifths_of_a_port_are_for_the_fpga() {
        assert!(!Power::of(20_000, 135_000_000).warning);
        assert!(Power::of(20_000, 136_000_000).warning);
        assert!(Power::of(u64::MAX, u64::MAX).warning, "whatever is asked");
    }
}
