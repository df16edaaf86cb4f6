//! The words a program works on.

use super::lines::Lines;
use super::{SimdError, Width};
use std::ops::Range;

/// An array of words. Programs name its words relative to its origin.
#[derive(Clone, Debug)]
struct Region {
    words: Lines,
    len: usize,
    origin: usize,
}

/// Regions of words, and room for the intermediate values of the programs that run on them.
///
/// **Shape:** a word is `width.parts()` numbers of 64 lanes, lane 0 in bit 0 of the first; regions start on cache lines.
#[derive(Clone, Debug)]
pub struct Memory {
    width: Width,
    regions: Vec<Region>,
    scratch: Lines,
}

impl Memory {
    /// A memory without regions.
    #[must_use]
    pub fn new(width: Width) -> Self {
        Self { width, regions: Vec::new(), scratch: Lines::default() }
    }

    /// A memory with exactly the words of `extents`, see `Program::extents`.
    #[must_use]
    pub fn covering(width: Width, extents: &[Option<(i32, i32)>]) -> Self {
        let mut memory = Self::new(width);
        for extent in extents {
            match extent.map(|(low, high)| (low.min(0), high)) {
                Some((low, high)) => memory.push(high.abs_diff(low) as usize + 1, low.unsigned_abs() as usize),
                None => memory.push(0, 0),
            }
        }
        memory
    }

    /// Adds a region of `len` words, all lanes 0, with place 0 at word `origin`. Programs reach the first 256 regions.
    pub fn push(&mut self, len: usize, origin: usize) {
        self.regions.push(Region { words: Lines::new(len.saturating_mul(self.width.parts())), len, origin });
    }

    /// Length of the words.
    #[must_use]
    pub fn width(&self) -> Width {
        self.width
    }

    /// Number of words of a region.
    ///
    /// # Panics
    /// When there is no such region.
    #[must_use]
    pub fn len(&self, region: u8) -> usize {
        self.regions[usize::from(region)].len
    }

    /// Where place 0 of a region is, in words from its start.
    ///
    /// # Panics
    /// Here and below: when there is no such region, or no such word in it.
    #[must_use]
    pub fn origin(&self, region: u8) -> usize {
        self.regions[usize::from(region)].origin
    }

    /// Moves place 0 of a region to another word. It may lie outside: only the words used must lie inside.
    pub fn set_origin(&mut self, region: u8, origin: usize) {
        self.regions[usize::from(region)].origin = origin;
    }

    /// Exchanges two regions with their origins. **Cost:** constant.
    pub fn swap(&mut self, a: u8, b: u8) {
        self.regions.swap(usize::from(a), usize::from(b));
    }

    /// A word.
    #[must_use]
    #[inline]
    pub fn cell(&self, region: u8, index: i32) -> &[u64] {
        let range = self.numbers(region, index);
        &self.regions[usize::from(region)].words[range]
    }

    /// A word, to be changed.
    pub fn cell_mut(&mut self, region: u8, index: i32) -> &mut [u64] {
        let range = self.numbers(region, index);
        &mut self.regions[usize::from(region)].words[range]
    }

    /// The same bit in all lanes of a word.
    pub fn fill(&mut self, region: u8, index: i32, bit: bool) {
        self.cell_mut(region, index).fill(if bit { u64::MAX } else { 0 });
    }

    /// Copies the words of a range of places to the places from `to` on; the two may overlap.
    pub fn copy_within(&mut self, region: u8, places: Range<i32>, to: i32) {
        if places.is_empty() {
            return;
        }
        let (first, last) = (self.numbers(region, places.start), self.numbers(region, places.end - 1));
        let to = self.numbers(region, to).start;
        self.regions[usize::from(region)].words.copy_within(first.start..last.end, to);
    }

    /// Which numbers of a region are the word of a place.
    #[inline]
    fn numbers(&self, region: u8, index: i32) -> Range<usize> {
        let place = &self.regions[usize::from(region)];
        let word = word_of(place, index);
        assert!(word.is_some(), "region {region} of {} words has no place {index}", place.len);
        let start = word.unwrap_or(0) * self.width.parts();
        start..start + self.width.parts()
    }

    /// Checks that all words of `extents` are there, and that there is scratch room of `scratch` numbers.
    pub(super) fn prepare(&mut self, extents: &[Option<(i32, i32)>], scratch: usize) -> Result<(), SimdError> {
        for (region, extent) in extents.iter().enumerate() {
            let Some((low, high)) = *extent else { continue };
            let inside = |place| self.regions.get(region).and_then(|region| word_of(region, place)).is_some();
            if !inside(low) || !inside(high) {
                return Err(SimdError::OutOfBounds { region, low, high });
            }
        }
        if self.scratch.len() < scratch {
            self.scratch = Lines::new(scratch);
        }
        Ok(())
    }

    /// For each of the first `count` regions a pointer to its word 0 of memory and the origin; then the scratch room.
    pub(super) fn pointers(&mut self, count: usize) -> (impl Iterator<Item = (*mut u64, usize)>, *mut u64) {
        let scratch = self.scratch.as_mut_ptr();
        (self.regions.iter_mut().take(count).map(|region| (region.words.as_mut_ptr(), region.origin)), scratch)
    }
}

/// The word of a place, if the region has it.
#[inline]
fn word_of(region: &Region, index: i32) -> Option<usize> {
    let word = i64::try_from(region.origin).ok()?.checked_add(i64::from(index))?;
    usize::try_from(word).ok().filter(|&word| word < region.len)
}
