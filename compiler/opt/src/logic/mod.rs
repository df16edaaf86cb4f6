//! Small logic written anew, where that saves gates: windows of few leaves as shorter expressions (`refactor`), cuts of
//! four leaves as structures that are known beforehand (`rewrite`).

mod classes;
mod cover;
mod cuts;
mod divisors;
mod factor;
mod graph;
mod matching;
pub(super) mod refactor;
pub(super) mod resubstitute;
pub(super) mod rewrite;
#[cfg(test)]
mod tests;
mod window;
mod work;

pub(super) use cover::{Cube, cover};
pub(super) use factor::Form;
pub(super) use matching::MatchLimits;
