//! How a clock is made in an FPGA: where it begins, and the PLL it goes through.

use super::{Ecp5Pll, Frequency, Ice40Pll};
use crate::PllCell;
use thiserror::Error;

/// Name and Verilog value of a cell's parameter or attribute.
pub type Parameter = (&'static str, String);

/// The cells that make a clock.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Clock {
    /// Where the clock begins.
    pub input: ClockInput,
    /// What multiplies it; `None` when the input is the clock.
    pub pll: Option<Pll>,
}

/// Where the clock begins.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ClockInput {
    /// At the board's clock pin.
    Pin,
    /// In `SB_HFOSC`, an oscillator of 48 MHz in iCE40 `UltraPlus`, divided by two to the power of this number, 0 to 3:
    /// its parameter `CLKHF_DIV`.
    Oscillator(u8),
}

/// A PLL with its parameters.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Pll {
    /// Of an iCE40, and which cell it is.
    Ice40(PllCell, Ice40Pll),
    /// Of an ECP5.
    Ecp5(Ecp5Pll),
}

impl Pll {
    /// Name of its cell.
    #[must_use]
    pub fn cell(self) -> &'static str {
        match self {
            Self::Ice40(PllCell::Core, _) => "SB_PLL40_CORE",
            Self::Ice40(PllCell::Pad, _) => "SB_PLL40_PAD",
            Self::Ecp5(_) => "EHXPLLL",
        }
    }

    /// What its phase detector compares: the input, divided.
    #[must_use]
    pub fn detector(self, input_hz: u32) -> Frequency {
        match self {
            Self::Ice40(_, pll) => pll.detector(input_hz),
            Self::Ecp5(pll) => pll.detector(input_hz),
        }
    }

    /// What its oscillator runs at.
    #[must_use]
    pub fn oscillator(self, input_hz: u32) -> Frequency {
        match self {
            Self::Ice40(_, pll) => pll.oscillator(input_hz),
            Self::Ecp5(pll) => pll.oscillator(input_hz),
        }
    }

    /// Parameters of the cell that are not their defaults. **Shape:** names and Verilog values, in a fixed order.
    #[must_use]
    pub fn parameters(self) -> Vec<Parameter> {
        match self {
            Self::Ice40(_, pll) => pll.parameters(),
            Self::Ecp5(pll) => pll.parameters(),
        }
    }

    /// Attributes of the cell, for its charge pump and filter. **Shape:** names and Verilog values.
    /// **Source:** Project Trellis' `ecppll`, the same for all settings.
    #[must_use]
    pub fn attributes(self) -> Vec<Parameter> {
        let ecp5 = [("ICP_CURRENT", 12), ("LPF_RESISTOR", 8), ("MFG_ENABLE_FILTEROPAMP", 1), ("MFG_GMCREF_SEL", 2)];
        match self {
            Self::Ice40(..) => Vec::new(),
            Self::Ecp5(_) => ecp5.map(|(name, value)| (name, format!("\"{value}\""))).to_vec(),
        }
    }
}

/// Cells that no FPGA can have.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum ClockError {
    /// A parameter of a cell is out of its range.
    #[error("{what} must be {least} to {most}, not {got}")]
    Range {
        /// The parameter.
        what: &'static str,
        /// What it is.
        got: u8,
        /// The least possible.
        least: u8,
        /// The most possible.
        most: u8,
    },
    /// A PLL whose input is a pin can't have an oscillator's clock, and an ECP5 has no such oscillator.
    #[error("{pll} can't take the clock of an internal oscillator")]
    Oscillator {
        /// The PLL's cell.
        pll: &'static str,
    },
}

impl Clock {
    /// Whether the cells can be as they are: what they make of an input is another question.
    ///
    /// # Errors
    /// [`ClockError`]: a number out of its range, or a PLL that does not take this input.
    pub fn check(&self) -> Result<(), ClockError> {
        let is_inside = if let ClockInput::Oscillator(divider) = self.input {
            range("the divider of SB_HFOSC", divider, 0, 3)?;
            true
        } else {
            false
        };
        match self.pll {
            Some(pll @ (Pll::Ice40(PllCell::Pad, _) | Pll::Ecp5(_))) if is_inside => {
                Err(ClockError::Oscillator { pll: pll.cell() })
            }
            Some(Pll::Ice40(_, pll)) => pll.check(),
            Some(Pll::Ecp5(pll)) => pll.check(),
            None => Ok(()),
        }
    }
}

/// Whether a parameter is in its range.
pub(super) fn range(what: &'static str, got: u8, least: u8, most: u8) -> Result<(), ClockError> {
    if (least..=most).contains(&got) { Ok(()) } else { Err(ClockError::Range { what, got, least, most }) }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ICE40: Ice40Pll = Ice40Pll { divr: 0, divf: 63, divq: 4, filter_range: 1 };
    const ECP5: Ecp5Pll = Ecp5Pll { clki_div: 1, clkop_div: 24, clkos_div: 6 };

    fn refused(input: ClockInput, pll: Pll) -> String {
        Clock { input, pll: Some(pll) }.check().unwrap_err().to_string()
    }

    #[test]
    fn numbers_out_of_range_are_named() {
        let pin = ClockInput::Pin;
        let text = refused(pin, Pll::Ice40(PllCell::Core, Ice40Pll { divr: 16, ..ICE40 }));
        assert_eq!(text, "DIVR must be 0 to 15, not 16");
        let text = refused(pin, Pll::Ecp5(Ecp5Pll { clkop_div: 0, ..ECP5 }));
        assert_eq!(text, "CLKOP_DIV must be 1 to 128, not 0");
        let clock = Clock { input: ClockInput::Oscillator(4), pll: None };
        assert_eq!(clock.check().unwrap_err().to_string(), "the divider of SB_HFOSC must be 0 to 3, not 4");
    }

    #[test]
    fn an_oscillator_goes_into_a_pll_that_takes_it() {
        let input = ClockInput::Oscillator(1);
        let text = refused(input, Pll::Ice40(PllCell::Pad, ICE40));
        assert_eq!(text, "SB_PLL40_PAD can't take the clock of an internal oscillator");
        assert!(refused(input, Pll::Ecp5(ECP5)).starts_with("EHXPLLL"));
        Clock { input, pll: Some(Pll::Ice40(PllCell::Core, ICE40)) }.check().unwrap();
    }
}
