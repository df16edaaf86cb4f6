//! The PLL of iCE40 in simple feedback: output = input * (DIVF + 1) / (2^DIVQ * (DIVR + 1)).
//!
//! **Source:** Lattice FPGA-TN-02052 (sysCLOCK PLL design and usage guide), and icestorm's `icepll` for the ranges and for
//! DIVF, which reaches 127 where the guide says 63.

use super::clock::range;
use super::{ClockError, Frequency, Parameter};

/// Comparison frequencies of the phase detector. **Units:** Hz. The input has the same range.
const DETECTOR_HZ: [u64; 2] = [10_000_000, 133_000_000];
/// Frequencies of the oscillator. **Units:** Hz.
const OSCILLATOR_HZ: [u64; 2] = [533_000_000, 1_066_000_000];
/// Frequencies of the output. **Units:** Hz.
const OUTPUT_HZ: [u64; 2] = [16_000_000, 275_000_000];
const MAX_DIVR: u8 = 15;
const MAX_DIVF: u8 = 127;
const DIVQ: std::ops::RangeInclusive<u8> = 1..=6;
/// From these comparison frequencies on FILTER_RANGE is 2, 3, 4, 5, 6. **Units:** Hz.
const FILTER_HZ: [u64; 5] = [17_000_000, 26_000_000, 44_000_000, 66_000_000, 101_000_000];

/// Parameters of `SB_PLL40_CORE` or `SB_PLL40_PAD`. Legal for the input frequency they were made for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Ice40Pll {
    /// The input is divided by this number and one, 0 to 15.
    pub divr: u8,
    /// The comparison frequency is multiplied by this number and one, 0 to 127.
    pub divf: u8,
    /// The oscillator is divided by this power of two, 1 to 6.
    pub divq: u8,
    /// Filter for the comparison frequency, 1 to 6.
    pub filter_range: u8,
}

impl Ice40Pll {
    /// All legal settings for an input. The first of several with the same output has the highest comparison frequency.
    pub fn all(input_hz: u32) -> impl Iterator<Item = Self> {
        let input = u64::from(input_hz);
        let usable = (0..=MAX_DIVR)
            .filter(move |divr| within(DETECTOR_HZ, input, 1) && within(DETECTOR_HZ, input, u64::from(*divr) + 1));
        let multiplied = usable.flat_map(|divr| (0..=MAX_DIVF).map(move |divf| (divr, divf)));
        multiplied.flat_map(move |(divr, divf)| {
            let (oscillator, divisor) = (input * (u64::from(divf) + 1), u64::from(divr) + 1);
            let legal = move |divq: &u8| {
                within(OSCILLATOR_HZ, oscillator, divisor) && within(OUTPUT_HZ, oscillator, divisor << divq)
            };
            let filter_range = filter_range(input, divisor);
            DIVQ.filter(legal).map(move |divq| Self { divr, divf, divq, filter_range })
        })
    }

    /// What the phase detector compares.
    #[must_use]
    pub fn detector(self, input_hz: u32) -> Frequency {
        Frequency::new(input_hz.into(), u64::from(self.divr) + 1)
    }

    /// What the oscillator runs at.
    #[must_use]
    pub fn oscillator(self, input_hz: u32) -> Frequency {
        Frequency::new(u64::from(input_hz) * (u64::from(self.divf) + 1), u64::from(self.divr) + 1)
    }

    /// What it makes of an input.
    #[must_use]
    pub fn output(self, input_hz: u32) -> Frequency {
        let divided = (u64::from(self.divr) + 1) << self.divq;
        Frequency::new(u64::from(input_hz) * (u64::from(self.divf) + 1), divided)
    }

    /// Whether the cell has such numbers, whatever comes in.
    pub(super) fn check(self) -> Result<(), ClockError> {
        range("DIVR", self.divr, 0, MAX_DIVR)?;
        range("DIVF", self.divf, 0, MAX_DIVF)?;
        range("DIVQ", self.divq, 0, 7)?;
        range("FILTER_RANGE", self.filter_range, 0, 7)
    }

    /// Parameters of the cell, as Verilog values.
    pub(super) fn parameters(self) -> Vec<Parameter> {
        vec![
            ("FEEDBACK_PATH", "\"SIMPLE\"".to_owned()),
            ("DIVR", format!("4'd{}", self.divr)),
            ("DIVF", format!("7'd{}", self.divf)),
            ("DIVQ", format!("3'd{}", self.divq)),
            ("FILTER_RANGE", format!("3'd{}", self.filter_range)),
        ]
    }
}

/// Whether `hz / divisor` is in a range.
fn within(range: [u64; 2], hz: u64, divisor: u64) -> bool {
    range[0] * divisor <= hz && hz <= range[1] * divisor
}

fn filter_range(input: u64, divisor: u64) -> u8 {
    FILTER_HZ.iter().fold(1, |range, from| if input < from * divisor { range } else { range + 1 })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_example_of_the_tool() {
        let made = Ice40Pll { divr: 0, divf: 79, divq: 4, filter_range: 1 };
        assert!(Ice40Pll::all(12_000_000).any(|setting| setting == made));
        assert_eq!(made.output(12_000_000), Frequency::from(60_000_000));
    }

    #[test]
    fn inputs_out_of_range_have_no_settings() {
        assert_eq!([9_999_999, 133_000_001].map(|hz| Ice40Pll::all(hz).count()), [0, 0]);
        assert!([10_000_000, 133_000_000].map(|hz| Ice40Pll::all(hz).count()).iter().all(|count| *count > 0));
    }

    #[test]
    fn filters_change_at_the_frequencies_of_the_tool() {
        let at = |mhz: u64| filter_range(mhz * 1_000_000, 1);
        assert_eq!([10, 16, 17, 25, 26, 43, 44, 65, 66, 100, 101, 133].map(at), [1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6]);
    }

    #[test]
    fn every_setting_keeps_all_ranges() {
        for input in [10_000_000, 12_000_000, 16_000_000, 33_333_333, 48_000_000, 100_000_000, 133_000_000] {
            for pll in Ice40Pll::all(input) {
                let detector = Frequency::new(input.into(), u64::from(pll.divr) + 1);
                let oscillator = Frequency::new(u64::from(input) * (u64::from(pll.divf) + 1), u64::from(pll.divr) + 1);
                let inside = |value: Frequency, [low, high]: [u64; 2]| {
                    Frequency::new(low, 1) <= value && value <= Frequency::new(high, 1)
                };
                assert!(inside(detector, DETECTOR_HZ) && inside(oscillator, OSCILLATOR_HZ), "{input}: {pll:?}");
                assert!(inside(pll.output(input), OUTPUT_HZ), "{input}: {pll:?}");
                assert!(pll.divr <= MAX_DIVR && pll.divf <= MAX_DIVF && DIVQ.contains(&pll.divq), "{pll:?}");
            }
        }
    }
}
