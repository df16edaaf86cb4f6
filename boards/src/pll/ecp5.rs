//! The PLL of ECP5 with its primary output fed back: output = input * CLKFB_DIV / CLKI_DIV, and the oscillator runs
//! CLKOP_DIV times as fast as the output.
//!
//! **Source:** Project Trellis' `ecppll` for the ranges of input, comparison frequency and oscillator, for the largest
//! CLKFB_DIV and the phase; `LiteX`' `lattice_ecp5.py` for outputs down to 3.125 MHz, where `ecppll` warns below 10 MHz.

use super::{Frequency, Parameter};

/// Frequencies of the input. **Units:** Hz.
const INPUT_HZ: [u64; 2] = [8_000_000, 400_000_000];
/// Comparison frequencies of the phase detector. **Units:** Hz.
const DETECTOR_HZ: [u64; 2] = [3_125_000, 400_000_000];
/// Frequencies of the oscillator. **Units:** Hz.
const OSCILLATOR_HZ: [u64; 2] = [400_000_000, 800_000_000];
/// Frequencies of the output. **Units:** Hz.
const OUTPUT_HZ: [u64; 2] = [3_125_000, 400_000_000];
/// Where the oscillator is best: the middle of its range. **Units:** Hz.
const MIDDLE_HZ: u64 = 600_000_000;
const MAX_CLKI_DIV: u8 = 128;
const MAX_CLKFB_DIV: u8 = 80;
const MAX_CLKOP_DIV: u8 = 128;

/// Parameters of `EHXPLLL`. Legal for the input frequency they were made for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Ecp5Pll {
    /// Divides the input, 1 to 128.
    pub clki_div: u8,
    /// Divides the output that is fed back, 1 to 80.
    pub clkfb_div: u8,
    /// Divides the oscillator, 1 to 128.
    pub clkop_div: u8,
}

impl Ecp5Pll {
    /// All reachable outputs of an input, the oscillator as near to its middle as it gets. The first of several with the
    /// same output has the highest comparison frequency.
    pub fn all(input_hz: u32) -> impl Iterator<Item = Self> {
        let input = u64::from(input_hz);
        let usable = (1..=MAX_CLKI_DIV)
            .filter(move |clki| within(INPUT_HZ, input, 1) && within(DETECTOR_HZ, input, u64::from(*clki)));
        let multiplied = usable.flat_map(|clki_div| (1..=MAX_CLKFB_DIV).map(move |clkfb_div| (clki_div, clkfb_div)));
        multiplied.filter_map(move |(clki_div, clkfb_div)| {
            let (output, divisor) = (input * u64::from(clkfb_div), u64::from(clki_div));
            let clkop_div = within(OUTPUT_HZ, output, divisor).then(|| clkop_div(output, divisor)).flatten()?;
            Some(Self { clki_div, clkfb_div, clkop_div })
        })
    }

    /// What it makes of an input.
    #[must_use]
    pub fn output(self, input_hz: u32) -> Frequency {
        Frequency::new(u64::from(input_hz) * u64::from(self.clkfb_div), self.clki_div.into())
    }

    /// Delay of the output in periods of the oscillator: half a period of the output, as in the files of Lattice's tool.
    #[must_use]
    pub fn clkop_cphase(self) -> u8 {
        self.clkop_div / 2
    }

    /// Parameters of the cell, as Verilog values.
    pub(super) fn parameters(self) -> Vec<Parameter> {
        vec![
            ("CLKI_DIV", self.clki_div.to_string()),
            ("CLKFB_DIV", self.clkfb_div.to_string()),
            ("CLKOP_DIV", self.clkop_div.to_string()),
            ("CLKOP_CPHASE", self.clkop_cphase().to_string()),
            ("CLKOP_FPHASE", "0".to_owned()),
            ("CLKOP_ENABLE", "\"ENABLED\"".to_owned()),
            ("OUTDIVIDER_MUXA", "\"DIVA\"".to_owned()),
            ("FEEDBK_PATH", "\"CLKOP\"".to_owned()),
        ]
    }
}

/// Whether `hz / divisor` is in a range.
fn within(range: [u64; 2], hz: u64, divisor: u64) -> bool {
    range[0] * divisor <= hz && hz <= range[1] * divisor
}

/// The division that puts the oscillator nearest to the middle of its range.
fn clkop_div(output: u64, divisor: u64) -> Option<u8> {
    let legal = |div: &u8| within(OSCILLATOR_HZ, output * u64::from(*div), divisor);
    let off = |div: &u8| (output * u64::from(*div)).abs_diff(MIDDLE_HZ * divisor);
    (1..=MAX_CLKOP_DIV).filter(legal).min_by_key(off)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_example_of_the_tool() {
        let made = Ecp5Pll { clki_div: 5, clkfb_div: 12, clkop_div: 10 };
        assert!(Ecp5Pll::all(25_000_000).any(|setting| setting == made));
        assert_eq!(made.output(25_000_000), Frequency::from(60_000_000));
    }

    #[test]
    fn inputs_out_of_range_have_no_settings() {
        assert_eq!([7_999_999, 400_000_001].map(|hz| Ecp5Pll::all(hz).count()), [0, 0]);
        assert!([8_000_000, 400_000_000].map(|hz| Ecp5Pll::all(hz).count()).iter().all(|count| *count > 0));
    }

    #[test]
    fn every_setting_keeps_all_ranges() {
        let inside = |value: Frequency, [low, high]: [u64; 2]| {
            Frequency::new(low, 1) <= value && value <= Frequency::new(high, 1)
        };
        for input in [8_000_000, 25_000_000, 33_333_333, 48_000_000, 100_000_000, 400_000_000] {
            for pll in Ecp5Pll::all(input) {
                let detector = Frequency::new(input.into(), pll.clki_div.into());
                let product = u64::from(input) * u64::from(pll.clkfb_div) * u64::from(pll.clkop_div);
                let oscillator = Frequency::new(product, pll.clki_div.into());
                assert!(inside(detector, DETECTOR_HZ) && inside(oscillator, OSCILLATOR_HZ), "{input}: {pll:?}");
                assert!(inside(pll.output(input), OUTPUT_HZ), "{input}: {pll:?}");
                assert!((1..=MAX_CLKI_DIV).contains(&pll.clki_div) && (1..=MAX_CLKFB_DIV).contains(&pll.clkfb_div));
                assert!((1..=MAX_CLKOP_DIV).contains(&pll.clkop_div), "{pll:?}");
            }
        }
    }
}
