//! How much shorter than the mean a period of a clock may be: what a design must have to spare.
//!
//! Timing tools tell of the slowest silicon, hot and at low voltage. Of the clock they know its frequency only.

use super::{ClockInput, ClockSetting, Frequency};
use crate::{Family, Fpga};

/// How far an oscillator may be off. **Units:** parts per million.
///
/// At a pin: crystals and crystal oscillators of boards are good to 50, and age. Inside: `SB_HFOSC`, 10 %.
/// **Source:** Lattice FPGA-DS-02008 (iCE40 UltraPlus), section internal oscillators, for the latter.
const AT_PIN_PPM: u64 = 100;
const INSIDE_PPM: u64 = 100_000;

/// A million parts.
const WHOLE: u64 = 1_000_000;

/// Jitter of a PLL's period, peak to peak: below a frequency one way, from it on another.
struct Jitter {
    /// **Units:** Hz.
    from_hz: u64,
    slower: Peak,
    faster: Peak,
}

/// A jitter.
enum Peak {
    /// **Units:** picoseconds.
    Time(u64),
    /// **Units:** parts per million of the period.
    Share(u64),
}

/// iCE40 LP and HX. **Source:** tOPJIT, output clock period jitter, in section sysCLOCK PLL timing of Lattice FPGA-DS-02029.
const ICE40: Jitter = Jitter { from_hz: 100_000_001, slower: Peak::Time(450), faster: Peak::Share(50_000) };
/// iCE40 `UltraPlus`. **Source:** the same of Lattice FPGA-DS-02008, table 4.22.
const ULTRA_PLUS: Jitter = Jitter { from_hz: 100_000_000, slower: Peak::Share(50_000), faster: Peak::Time(450) };
/// **Source:** the same of Lattice FPGA-DS-02012 (ECP5).
const ECP5: Jitter = Jitter { from_hz: 100_000_000, slower: Peak::Share(25_000), faster: Peak::Time(100) };

/// How much shorter a period of a clock may be: the oscillator too fast, and half of the jitter between peaks.
/// **Units:** parts per million of the period.
#[must_use]
pub fn margin_ppm(fpga: &Fpga, setting: &ClockSetting) -> u32 {
    let oscillator = match setting.clock.input {
        ClockInput::Pin => AT_PIN_PPM,
        ClockInput::Oscillator(_) => INSIDE_PPM,
    };
    let jitter = setting.clock.pll.map_or(0, |_| half_jitter_ppm(fpga, setting.output.hz()));
    u32::try_from(oscillator + jitter).unwrap_or(u32::MAX)
}

fn half_jitter_ppm(fpga: &Fpga, hz: u64) -> u64 {
    let jitter = match fpga.family {
        Family::Ice40 if fpga.device.starts_with('u') => ULTRA_PLUS,
        Family::Ice40 => ICE40,
        Family::Ecp5 => ECP5,
    };
    match if hz < jitter.from_hz { jitter.slower } else { jitter.faster } {
        Peak::Share(ppm) => ppm.div_ceil(2),
        // Picoseconds are millionths of a microsecond, of which a MHz has one in a period.
        Peak::Time(ps) => (ps * hz).div_ceil(2 * 1_000_000),
    }
}

/// What a design must meet, to be clocked so with such a margin. **Units:** Hz, rounded up.
#[must_use]
pub fn needed_hz(output: Frequency, margin_ppm: u32) -> u64 {
    let (numerator, denominator) = output.fraction();
    let left = u128::from(WHOLE.saturating_sub(margin_ppm.into()).max(1));
    let needed = (u128::from(numerator) * u128::from(WHOLE)).div_ceil(u128::from(denominator) * left);
    u64::try_from(needed).unwrap_or(u64::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pll::{at_most, reachable};
    use crate::{Board, by_name};

    fn margin(board: &Board, limit_hz: u32) -> u32 {
        margin_ppm(&board.fpga, at_most(&reachable(board), limit_hz).unwrap())
    }

    #[test]
    fn margins_of_boards() {
        let names = ["ice40-hx8k-b-evn", "icebreaker", "upduino3", "ulx3s-85f"];
        let [ice40, ultra, inside, ecp5] = names.map(|name| by_name(name).unwrap());
        assert_eq!(margin(&ice40, 12_000_000), 100, "no PLL");
        assert_eq!(margin(&ice40, 40_500_000), 100 + 9113, "225 ps of 24.7 ns");
        assert_eq!(margin(&ice40, 112_500_000), 100 + 25_000);
        assert_eq!(margin(&ultra, 40_500_000), 100 + 25_000);
        assert_eq!(margin(&ultra, 112_500_000), 100 + 25_313, "225 ps of 8.9 ns");
        assert_eq!(margin(&inside, 24_000_000), 100_000);
        assert_eq!(margin(&inside, 30_000_000), 100_000 + 25_000);
        assert_eq!(margin(&ecp5, 75_000_000), 100 + 12_500);
        assert_eq!(margin(&ecp5, 131_250_000), 100 + 6563, "50 ps of 7.62 ns");
    }

    #[test]
    fn what_is_needed_leaves_the_margin() {
        assert_eq!(needed_hz(Frequency::from(90_000_000), 100_000), 100_000_000);
        assert_eq!(needed_hz(Frequency::from(48_000_000), 0), 48_000_000);
        assert_eq!(needed_hz(Frequency::new(100_000_000, 3), 0), 33_333_334);
        assert_eq!(needed_hz(Frequency::from(1), 2_000_000), 1_000_000, "nonsense has an end");
    }
}
