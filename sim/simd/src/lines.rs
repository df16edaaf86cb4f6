//! Storage in whole cache lines.
#![allow(unsafe_code)]

use std::ops::{Deref, DerefMut};

/// 64-bit numbers in a cache line.
const LINE: usize = 8;

/// One cache line.
#[derive(Clone, Copy, Debug)]
#[repr(C, align(64))]
struct Line([u64; LINE]);

/// A slice of numbers, all zero at first, that starts on a cache line.
#[derive(Clone, Debug, Default)]
pub(super) struct Lines(Vec<Line>);

impl Lines {
    /// At least `len` zeros.
    pub(super) fn new(len: usize) -> Self {
        Self(vec![Line([0; LINE]); len.div_ceil(LINE)])
    }
}

impl Deref for Lines {
    type Target = [u64];

    fn deref(&self) -> &[u64] {
        // SAFETY: a line is an array of LINE numbers without padding (64 bytes, aligned to 64), lines are contiguous.
        unsafe { std::slice::from_raw_parts(self.0.as_ptr().cast(), self.0.len() * LINE) }
    }
}

impl DerefMut for Lines {
    fn deref_mut(&mut self) -> &mut [u64] {
        // SAFETY: as above, and the borrow is unique.
        unsafe { std::slice::from_raw_parts_mut(self.0.as_mut_ptr().cast(), self.0.len() * LINE) }
    }
}
