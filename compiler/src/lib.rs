//! gdl2hdl's compiler: text → rule sheet → ground program → propnet → net → Verilog.
//!
//! Every stage is a pure function of its input and options: no files, no clocks, no global state.

pub mod check;
pub mod diagnostics;
pub mod emit;
pub mod game;
pub mod ground;
pub mod import;
pub mod interpret;
pub mod mend;
pub mod metagame;
pub mod net;
pub mod opt;
pub mod playout;
pub mod program;
pub mod propnet;
pub mod random;
pub mod read;
pub mod sat;
pub mod sdl;
pub mod syntax;
pub mod watch;
