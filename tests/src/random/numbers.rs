//! Random numbers that are the same for the same seed, for tests that make games and moments of their own.

use gdl2hdl_compiler::playout::generator::mix;

/// Step between states: the odd number nearest to 2⁶⁴ divided by the golden ratio, as in `SplitMix64`.
const GOLDEN: u64 = 0x9e37_79b9_7f4a_7c15;

/// A generator of random numbers.
#[derive(Clone, Debug)]
pub struct Random(u64);

impl Random {
    /// Begins at a seed.
    #[must_use]
    pub const fn new(seed: u64) -> Self {
        Self(seed)
    }

    fn word(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(GOLDEN);
        mix(self.0)
    }

    /// A number below `count`; 0 where that is 0.
    // The remainder is below a `usize`.
    #[allow(clippy::cast_possible_truncation)]
    pub fn below(&mut self, count: usize) -> usize {
        (self.word() % (count as u64).max(1)) as usize
    }

    /// A number from 0 up to, but not, 1.
    pub fn fraction(&mut self) -> f64 {
        (self.word() >> 11) as f64 / (1_u64 << 53) as f64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_numbers_come_up() {
        let mut random = Random::new(1);
        let mut met = [0; 7];
        for _ in 0..7000 {
            met[random.below(7)] += 1;
            assert!((0.0..1.0).contains(&random.fraction()));
        }
        assert!(met.iter().all(|count| (800..1200).contains(count)), "{met:?}");
        assert_eq!(random.below(0), 0);
    }
}
