//! What the end-to-end tests and the programs of `bench/` share: finding the corpus, the games and the
//! binary, running it within limits, other tools on its output, random games and texts.

pub mod abc;
pub mod binary;
pub mod corpus;
pub mod examples;
pub mod flags;
pub mod fpga_tools;
pub mod imports;
pub mod judge;
pub mod measure;
pub mod metagamers;
pub mod nets;
pub mod page_part;
pub mod parallel;
pub mod random;
pub mod stops;
pub mod terminal;
pub mod verilog_text;
pub mod verilog_tools;
pub mod virtual_board;
pub mod wait;
