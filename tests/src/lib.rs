//! What the end-to-end tests and the programs behind `make` targets share: finding the corpus, the games and the
//! binary, running it within limits, other tools on its output, random games and texts.

pub mod abc;
pub mod binary;
pub mod board_rows;
pub mod builds;
pub mod compared;
pub mod corpus;
pub mod examples;
pub mod flags;
pub mod fpga_tools;
pub mod imports;
pub mod judge;
pub mod least_squares;
pub mod measure;
pub mod metagamers;
pub mod nets;
pub mod pace;
pub mod page_part;
pub mod parallel;
pub mod peers;
pub mod program;
pub mod random;
pub mod stops;
pub mod table;
pub mod terminal;
pub mod verilog_text;
pub mod verilog_tools;
pub mod virtual_board;
