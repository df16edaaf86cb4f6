//! Random numbers that are the same for the same seed, for tests that make games and moments of their own.

use gdl2hdl_gdl::random::SplitMix64;

/// A generator of random numbers.
#[derive(Clone, Debug)]
pub struct Random(SplitMix64);

impl Random {
    /// Begins at a seed.
    #[must_use]
    pub const fn new(seed: u64) -> Self {
        Self(SplitMix64(seed))
    }

    /// A number below `count`; 0 where that is 0.
    // It is below a `usize`.
    #[allow(clippy::cast_possible_truncation)]
    pub fn below(&mut self, count: usize) -> usize {
        self.0.below(count as u64) as usize
    }

    /// A number from 0 up to, but not, 1.
    pub fn fraction(&mut self) -> f64 {
        (self.0.word() >> 11) as f64 / (1_u64 << 53) as f64
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
