//! Random numbers that are always the same for the same seed: for seeds of lanes, for samples, for hashes.
//!
//! Source: `SplitMix64`, G. L. Steele, D. Lea, C. H. Flood, "Fast splittable pseudorandom number generators", OOPSLA
//! 2014.

/// Step between the states of [`SplitMix64`]: the odd number nearest to 2⁶⁴ divided by the golden ratio.
pub const GOLDEN: u64 = 0x9e37_79b9_7f4a_7c15;

/// The output function of `SplitMix64`: a bijection of 64 bits.
#[must_use]
pub const fn mix(value: u64) -> u64 {
    let value = (value ^ value >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let value = (value ^ value >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    value ^ value >> 31
}

/// `SplitMix64`, begun at a seed.
#[derive(Clone, Debug)]
pub struct SplitMix64(pub u64);

impl SplitMix64 {
    /// The next 64 bits.
    pub fn word(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(GOLDEN);
        mix(self.0)
    }

    /// A number below `n`, nearly uniform; 0 where that is 0.
    pub fn below(&mut self, n: u64) -> u64 {
        ((u128::from(self.word()) * u128::from(n)) >> 64) as u64
    }

    /// An index below `length`, nearly uniform; 0 where that is 0.
    #[expect(clippy::cast_possible_truncation, reason = "it is below a `usize`")]
    pub fn index(&mut self, length: usize) -> usize {
        self.below(length as u64) as usize
    }
}
