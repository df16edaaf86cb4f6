//! Small logic written anew: for each gate a window of few leaves is taken as a truth table, and the gates of a shorter
//! expression replace it when that saves gates.

mod cover;
mod factor;
mod graph;
mod refactor;
mod table;
#[cfg(test)]
mod tests;
mod window;

pub(super) use refactor::{Effort, refactor};
