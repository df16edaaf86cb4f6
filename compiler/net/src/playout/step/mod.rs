//! Playouts as straight-line programs over words: one bit of a word is one lane.

mod choosing;
mod copy;
mod evaluate;
mod fold;
mod layout;
mod lower;
mod moves;
mod overlay;
mod pick;
mod programs;

pub use evaluate::{evaluate, ports};
pub use layout::{Layout, ProgramShape, QUOTA_BITS, Reading, region};
pub use programs::Programs;
