//! How many lanes a word has.

use std::fmt;

/// Lanes of a word: a power of two from 64 to 4096.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Width(u32);

impl Width {
    /// All widths, ascending.
    pub const ALL: [Self; 7] = [Self(64), Self(128), Self(256), Self(512), Self(1024), Self(2048), Self(4096)];

    /// The width with this many lanes, if there is one.
    #[must_use]
    pub fn new(lanes: u32) -> Option<Self> {
        Self::ALL.into_iter().find(|width| width.0 == lanes)
    }

    /// Number of lanes.
    #[must_use]
    pub fn lanes(self) -> u32 {
        self.0
    }

    /// Length of a word in 64-lane parts.
    #[must_use]
    pub fn parts(self) -> usize {
        self.0 as usize / 64
    }

    /// Length of a word in bytes.
    pub(super) fn bytes(self) -> usize {
        self.0 as usize / 8
    }
}

impl fmt::Display for Width {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}
