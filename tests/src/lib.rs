//! What the end-to-end tests share: finding the corpus and the binary, running it within limits, random games and texts.

pub mod binary;
pub mod corpus;
pub mod measure;
pub mod random;
pub mod table;
