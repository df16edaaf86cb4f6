//! Grounding from outside: games without end, and texts that had to be mended.

// Helpers stand outside of test functions, where clippy does not see that this is a test.
#![allow(clippy::unwrap_used, clippy::expect_used)]

mod mend;
