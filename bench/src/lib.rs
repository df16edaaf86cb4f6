//! What the programs behind `make` targets share: the builds, comparisons and speeds they ask of the binary, the tables
//! they read and print, and the figures of other systems. What they share with the tests is in `gdl2hdl-tests`.

pub mod board_rows;
pub mod builds;
pub mod compared;
pub mod games;
pub mod least_squares;
pub mod pace;
pub mod peers;
pub mod program;
pub mod table;
