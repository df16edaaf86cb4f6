//! What the end-to-end tests share: finding the corpus, and random games and texts.

pub mod corpus;
pub mod random;
