//! Byte ranges in a game text.

/// Half-open byte range `start..end` in one game text.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, PartialOrd, Ord)]
pub struct Span {
    /// First byte.
    pub start: u32,
    /// One past the last byte.
    pub end: u32,
}

impl Span {
    /// Of what no text spells: it was made, and nothing is said of where it stands.
    pub const NOWHERE: Self = Self { start: 0, end: 0 };

    /// The range `start..end`; texts are shorter than 4 GiB, longer offsets saturate.
    #[must_use]
    pub fn new(start: usize, end: usize) -> Self {
        let clip = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
        Self { start: clip(start), end: clip(end) }
    }

    /// The smallest range that covers both.
    #[must_use]
    pub fn to(self, other: Self) -> Self {
        Self { start: self.start.min(other.start), end: self.end.max(other.end) }
    }

    /// The bytes of `text` in this range, empty when the range lies outside or splits a character.
    #[must_use]
    pub fn of(self, text: &str) -> &str {
        text.get(self.start as usize..self.end as usize).unwrap_or("")
    }
}
