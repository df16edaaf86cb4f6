//! Clocks of FPGAs: sources, PLLs and their parameters.

use super::error::BoardError;

/// Where an engine's clock comes from.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Clock {
    /// Where it begins.
    pub source: ClockSource,
    /// What multiplies it; without one the source is the clock.
    pub pll: Option<Pll>,
}

/// Where a clock begins.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ClockSource {
    /// At the pin `clk_i`.
    Pin,
    /// In the oscillator `SB_HFOSC` of an iCE40 `UltraPlus`: 48 MHz.
    Oscillator {
        /// Divided by two to the power of this, 0 to 3.
        divider: u8,
    },
}

/// A PLL.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Pll {
    /// `SB_PLL40_CORE` of an iCE40: its input may come from anywhere.
    Ice40Core(Ice40Pll),
    /// `SB_PLL40_PAD` of an iCE40: its input is the pin beside it.
    Ice40Pad(Ice40Pll),
    /// `EHXPLLL` of an ECP5.
    Ecp5(Ecp5Pll),
}

/// Parameters of an iCE40's PLL with simple feedback: `input * (divf + 1) / (divr + 1) / 2^divq`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Ice40Pll {
    /// 0 to 15.
    pub divr: u8,
    /// 0 to 127.
    pub divf: u8,
    /// 0 to 7.
    pub divq: u8,
    /// 0 to 7.
    pub filter_range: u8,
}

/// Parameters of an ECP5's PLL with an output of its own for the feedback, CLKOP, and one for the clock, CLKOS:
/// `input * clkop_div / clki_div / clkos_div`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Ecp5Pll {
    /// 1 to 128.
    pub clki_div: u8,
    /// Divides the oscillator for the feedback, 1 to 128.
    pub clkop_div: u8,
    /// 0 to 127.
    pub clkop_cphase: u8,
    /// Divides the oscillator for the clock, 1 to 128.
    pub clkos_div: u8,
    /// 0 to 127.
    pub clkos_cphase: u8,
}

impl Pll {
    /// Name of its cell.
    #[must_use]
    pub fn cell(self) -> &'static str {
        match self {
            Self::Ice40Core(_) => "SB_PLL40_CORE",
            Self::Ice40Pad(_) => "SB_PLL40_PAD",
            Self::Ecp5(_) => "EHXPLLL",
        }
    }
}

impl Clock {
    /// Whether there can be such a clock.
    pub(super) fn check(&self) -> Result<(), BoardError> {
        let oscillator = if let ClockSource::Oscillator { divider } = self.source {
            range("the divider of SB_HFOSC", divider, 0, 3)?;
            true
        } else {
            false
        };
        match self.pll {
            Some(pll @ (Pll::Ice40Pad(_) | Pll::Ecp5(_))) if oscillator => {
                Err(BoardError::Oscillator { pll: pll.cell() })
            }
            Some(Pll::Ice40Core(pll) | Pll::Ice40Pad(pll)) => pll.check(),
            Some(Pll::Ecp5(pll)) => pll.check(),
            None => Ok(()),
        }
    }
}

impl Ice40Pll {
    fn check(self) -> Result<(), BoardError> {
        range("DIVR", self.divr, 0, 15)?;
        range("DIVF", self.divf, 0, 127)?;
        range("DIVQ", self.divq, 0, 7)?;
        range("FILTER_RANGE", self.filter_range, 0, 7)
    }

    /// Parameters of the cell.
    pub(super) fn parameters(self) -> Vec<String> {
        vec![
            ".FEEDBACK_PATH(\"SIMPLE\")".to_owned(),
            format!(".DIVR(4'd{})", self.divr),
            format!(".DIVF(7'd{})", self.divf),
            format!(".DIVQ(3'd{})", self.divq),
            format!(".FILTER_RANGE(3'd{})", self.filter_range),
        ]
    }
}

impl Ecp5Pll {
    fn check(self) -> Result<(), BoardError> {
        range("CLKI_DIV", self.clki_div, 1, 128)?;
        range("CLKOP_DIV", self.clkop_div, 1, 128)?;
        range("CLKOP_CPHASE", self.clkop_cphase, 0, 127)?;
        range("CLKOS_DIV", self.clkos_div, 1, 128)?;
        range("CLKOS_CPHASE", self.clkos_cphase, 0, 127)
    }

    /// Parameters of the cell.
    pub(super) fn parameters(self) -> Vec<String> {
        vec![
            format!(".CLKI_DIV({})", self.clki_div),
            ".CLKFB_DIV(1)".to_owned(),
            format!(".CLKOP_DIV({})", self.clkop_div),
            format!(".CLKOP_CPHASE({})", self.clkop_cphase),
            ".CLKOP_FPHASE(0)".to_owned(),
            ".CLKOP_ENABLE(\"ENABLED\")".to_owned(),
            ".OUTDIVIDER_MUXA(\"DIVA\")".to_owned(),
            format!(".CLKOS_DIV({})", self.clkos_div),
            format!(".CLKOS_CPHASE({})", self.clkos_cphase),
            ".CLKOS_FPHASE(0)".to_owned(),
            ".CLKOS_ENABLE(\"ENABLED\")".to_owned(),
            ".OUTDIVIDER_MUXB(\"DIVB\")".to_owned(),
            ".FEEDBK_PATH(\"CLKOP\")".to_owned(),
        ]
    }
}

fn range(what: &'static str, got: u8, least: u8, most: u8) -> Result<(), BoardError> {
    if (least..=most).contains(&got) { Ok(()) } else { Err(BoardError::Range { what, got, least, most }) }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ICE40: Ice40Pll = Ice40Pll { divr: 0, divf: 63, divq: 4, filter_range: 1 };
    const ECP5: Ecp5Pll = Ecp5Pll { clki_div: 1, clkop_div: 24, clkop_cphase: 12, clkos_div: 6, clkos_cphase: 3 };

    fn refused(source: ClockSource, pll: Pll) -> String {
        Clock { source, pll: Some(pll) }.check().unwrap_err().to_string()
    }

    #[test]
    fn numbers_out_of_range_are_named() {
        let pin = ClockSource::Pin;
        let text = refused(pin, Pll::Ice40Core(Ice40Pll { divr: 16, ..ICE40 }));
        assert_eq!(text, "DIVR must be 0 to 15, not 16");
        let text = refused(pin, Pll::Ecp5(Ecp5Pll { clkop_div: 0, ..ECP5 }));
        assert_eq!(text, "CLKOP_DIV must be 1 to 128, not 0");
        let clock = Clock { source: ClockSource::Oscillator { divider: 4 }, pll: None };
        assert_eq!(clock.check().unwrap_err().to_string(), "the divider of SB_HFOSC must be 0 to 3, not 4");
    }

    #[test]
    fn an_oscillator_goes_into_a_pll_that_takes_it() {
        let source = ClockSource::Oscillator { divider: 1 };
        let text = refused(source, Pll::Ice40Pad(ICE40));
        assert_eq!(text, "SB_PLL40_PAD can't take the clock of an internal oscillator");
        assert!(refused(source, Pll::Ecp5(ECP5)).starts_with("EHXPLLL"));
        Clock { source, pll: Some(Pll::Ice40Core(ICE40)) }.check().unwrap();
    }
}
