//! Frequencies as exact fractions: what a PLL makes is rarely a whole number of Hz.

use std::cmp::Ordering;
use std::fmt;

/// A frequency. **Units:** Hz, as a fraction in lowest terms.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Frequency {
    numerator: u64,
    denominator: u64,
}

impl Frequency {
    /// `numerator / denominator` Hz.
    ///
    /// # Panics
    /// When the denominator is 0.
    #[must_use]
    pub fn new(numerator: u64, denominator: u64) -> Self {
        assert!(denominator > 0, "a frequency has a denominator");
        let divisor = gcd(numerator, denominator);
        Self { numerator: numerator / divisor, denominator: denominator / divisor }
    }

    /// Numerator and denominator, in lowest terms.
    #[must_use]
    pub fn fraction(self) -> (u64, u64) {
        (self.numerator, self.denominator)
    }

    /// Whole Hz, rounded down.
    #[must_use]
    pub fn hz(self) -> u64 {
        self.numerator / self.denominator
    }

    /// The distance from a number of Hz, exact.
    #[must_use]
    pub fn distance(self, hz: u32) -> Self {
        let wish = u64::from(hz) * self.denominator;
        Self { numerator: self.numerator.abs_diff(wish), denominator: self.denominator }
    }
}

impl From<u32> for Frequency {
    fn from(hz: u32) -> Self {
        Self { numerator: hz.into(), denominator: 1 }
    }
}

impl Ord for Frequency {
    fn cmp(&self, other: &Self) -> Ordering {
        let side = |a: Self, b: Self| u128::from(a.numerator) * u128::from(b.denominator);
        side(*self, *other).cmp(&side(*other, *self))
    }
}

impl PartialOrd for Frequency {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// In MHz, with at most six decimals: whole Hz. What is less is cut off.
impl fmt::Display for Frequency {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} MHz", mhz(self.hz()))
    }
}

/// Hz in MHz: exact, without needless zeros.
pub(crate) fn mhz(hz: u64) -> String {
    let text = format!("{}.{:06}", hz / 1_000_000, hz % 1_000_000);
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

fn gcd(mut a: u64, mut b: u64) -> u64 {
    while b > 0 {
        (a, b) = (b, a % b);
    }
    a
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fractions_are_compared_exactly() {
        let third = Frequency::new(100_000_000, 3);
        assert_eq!(Frequency::new(200_000_000, 6), third);
        assert_eq!((third.fraction(), third.hz()), ((100_000_000, 3), 33_333_333));
        assert!(Frequency::from(33_333_333) < third && third < Frequency::from(33_333_334));
        assert_eq!(third.distance(33_333_333), Frequency::new(1, 3));
        assert_eq!(third.distance(33_333_334), Frequency::new(2, 3));
    }

    #[test]
    fn megahertz_have_no_needless_zeros() {
        let texts = [0, 12_000_000, 25_175_000, 33_333_333, 100_000_000].map(|hz| Frequency::from(hz).to_string());
        assert_eq!(texts, ["0 MHz", "12 MHz", "25.175 MHz", "33.333333 MHz", "100 MHz"]);
    }
}
