//! Emitted hardware in other people's designs: what the program writes is enough, without a look into its sources.

mod area;
mod axis;
mod bench;
mod formal;
mod header;
mod host;
mod own_board;
pub(crate) mod place;
mod two_engines;
