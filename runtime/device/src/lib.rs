//! Games on boards, and on models of them: bitstreams built, boards found and spoken with, playout engines in hardware.
//!
//! Takes verified nets from the compiler, engines in Verilog from `hdl`, and jobs from `play`; gives reports as `play`
//! does. It prints nothing and parses no arguments.

pub mod bench;
pub mod bitstream;
pub mod board;
pub mod graphviz;
pub mod hardware;
pub mod link;
pub mod usb;
pub mod verilated;
