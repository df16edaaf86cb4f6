//! The PLL of ECP5 with an output of its own for the feedback: the oscillator runs at input * CLKOP_DIV / CLKI_DIV, and
//! the clock is that divided by CLKOS_DIV.
//!
//! Where the clock itself is fed back, it is a multiple of what the phase detector compares, and few clocks are multiples
//! of the 10 MHz and more that the detector needs. The output CLKOP goes nowhere but back to the detector.
//!
//! **Source:** Lattice FPGA-DS-02012 (ECP5 data sheet), section sysCLOCK PLL timing, for the ranges of input, comparison
//! frequency, oscillator and output; `LiteX`' `lattice_ecp5.py` has the same. Project Trellis' `ecppll` for phases, and
//! for CLKOP as the feedback of a clock at CLKOS (its option `--highres`).

use super::clock::range;
use super::{ClockError, Frequency, Parameter};

/// Frequencies of the input. **Units:** Hz.
const INPUT_HZ: [u64; 2] = [8_000_000, 400_000_000];
/// Comparison frequencies of the phase detector. **Units:** Hz.
const DETECTOR_HZ: [u64; 2] = [10_000_000, 400_000_000];
/// Frequencies of the oscillator. **Units:** Hz.
const OSCILLATOR_HZ: [u64; 2] = [400_000_000, 800_000_000];
/// Frequencies of the output. **Units:** Hz.
const OUTPUT_HZ: [u64; 2] = [3_125_000, 400_000_000];
/// Where the oscillator is best: the middle of its range. **Units:** Hz.
const MIDDLE_HZ: u64 = 600_000_000;
/// Largest divider of input and outputs.
const MAX_DIV: u8 = 128;

/// Parameters of `EHXPLLL`. Legal for the input frequency they were made for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Ecp5Pll {
    /// Divides the input, 1 to 128.
    pub clki_div: u8,
    /// Divides the oscillator for the phase detector, 1 to 128.
    pub clkop_div: u8,
    /// Divides the oscillator for the clock, 1 to 128.
    pub clkos_div: u8,
}

impl Ecp5Pll {
    /// All settings of an input. The first of several with the same output has the highest comparison frequency, and of
    /// those with the same the oscillator nearest to the middle of its range.
    pub fn all(input_hz: u32) -> impl Iterator<Item = Self> {
        let input = u64::from(input_hz);
        let usable = (1..=MAX_DIV)
            .filter(move |clki| within(INPUT_HZ, input, 1) && within(DETECTOR_HZ, input, u64::from(*clki)));
        usable.flat_map(move |clki_div| {
            let oscillators = multiples(input, clki_div).into_iter();
            oscillators.flat_map(move |clkop_div| {
                let (oscillator, divisor) = (input * u64::from(clkop_div), u64::from(clki_div));
                let legal = move |clkos: &u8| within(OUTPUT_HZ, oscillator, divisor * u64::from(*clkos));
                (1..=MAX_DIV).filter(legal).map(move |clkos_div| Self { clki_div, clkop_div, clkos_div })
            })
        })
    }

    /// What the phase detector compares.
    #[must_use]
    pub fn detector(self, input_hz: u32) -> Frequency {
        Frequency::new(input_hz.into(), self.clki_div.into())
    }

    /// What the oscillator runs at.
    #[must_use]
    pub fn oscillator(self, input_hz: u32) -> Frequency {
        Frequency::new(u64::from(input_hz) * u64::from(self.clkop_div), self.clki_div.into())
    }

    /// What it makes of an input.
    #[must_use]
    pub fn output(self, input_hz: u32) -> Frequency {
        let divided = u64::from(self.clki_div) * u64::from(self.clkos_div);
        Frequency::new(u64::from(input_hz) * u64::from(self.clkop_div), divided)
    }

    /// Delay of the feedback in periods of the oscillator: half a period of it, as in the files of Lattice's tool.
    #[must_use]
    pub fn clkop_cphase(self) -> u8 {
        self.clkop_div / 2
    }

    /// Delay of the clock in periods of the oscillator: the same of the clock.
    #[must_use]
    pub fn clkos_cphase(self) -> u8 {
        self.clkos_div / 2
    }

    /// Whether the cell has such numbers, whatever comes in.
    pub(super) fn check(self) -> Result<(), ClockError> {
        range("CLKI_DIV", self.clki_div, 1, MAX_DIV)?;
        range("CLKOP_DIV", self.clkop_div, 1, MAX_DIV)?;
        range("CLKOS_DIV", self.clkos_div, 1, MAX_DIV)
    }

    /// Parameters of the cell, as Verilog values.
    pub(super) fn parameters(self) -> Vec<Parameter> {
        vec![
            ("CLKI_DIV", self.clki_div.to_string()),
            ("CLKFB_DIV", "1".to_owned()),
            ("CLKOP_DIV", self.clkop_div.to_string()),
            ("CLKOP_CPHASE", self.clkop_cphase().to_string()),
            ("CLKOP_FPHASE", "0".to_owned()),
            ("CLKOP_ENABLE", "\"ENABLED\"".to_owned()),
            ("OUTDIVIDER_MUXA", "\"DIVA\"".to_owned()),
            ("CLKOS_DIV", self.clkos_div.to_string()),
            ("CLKOS_CPHASE", self.clkos_cphase().to_string()),
            ("CLKOS_FPHASE", "0".to_owned()),
            ("CLKOS_ENABLE", "\"ENABLED\"".to_owned()),
            ("OUTDIVIDER_MUXB", "\"DIVB\"".to_owned()),
            ("FEEDBK_PATH", "\"CLKOP\"".to_owned()),
        ]
    }
}

/// The multiples of a comparison frequency that the oscillator can run at, those nearest to the middle of its range first.
fn multiples(input: u64, clki_div: u8) -> Vec<u8> {
    let divisor = u64::from(clki_div);
    let legal = |multiple: &u8| within(OSCILLATOR_HZ, input * u64::from(*multiple), divisor);
    let mut multiples: Vec<u8> = (1..=MAX_DIV).filter(legal).collect();
    multiples.sort_by_key(|multiple| (input * u64::from(*multiple)).abs_diff(MIDDLE_HZ * divisor));
    multiples
}

/// Whether `hz / divisor` is in a range.
fn within(range: [u64; 2], hz: u64, divisor: u64) -> bool {
    range[0] * divisor <= hz && hz <= range[1] * divisor
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clocks_that_are_no_multiple_of_what_is_compared() {
        let pll = Ecp5Pll { clki_div: 2, clkop_div: 63, clkos_div: 6 };
        assert!(Ecp5Pll::all(25_000_000).any(|setting| setting == pll));
        assert_eq!(pll.output(25_000_000), Frequency::from(131_250_000));
        assert_eq!(pll.detector(25_000_000), Frequency::from(12_500_000));
        assert_eq!(pll.oscillator(25_000_000), Frequency::from(787_500_000));
    }

    #[test]
    fn inputs_out_of_range_have_no_settings() {
        assert_eq!([9_999_999, 400_000_001].map(|hz| Ecp5Pll::all(hz).count()), [0, 0]);
        assert!([10_000_000, 400_000_000].map(|hz| Ecp5Pll::all(hz).count()).iter().all(|count| *count > 0));
    }

    #[test]
    fn of_equal_clocks_the_detector_is_as_fast_as_can_be() {
        let output = Frequency::from(100_000_000);
        let first = Ecp5Pll::all(25_000_000).find(|pll| pll.output(25_000_000) == output);
        assert_eq!(first, Some(Ecp5Pll { clki_div: 1, clkop_div: 24, clkos_div: 6 }));
    }
}
