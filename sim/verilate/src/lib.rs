//! Verilog text → a loaded Verilator model that can be stepped.
//!
//! ```text
//! Spec ─► Toolchain::build ─► verilator --cc ─► g++ (model + C shim) ─► model.so ─► Model ─► Instance
//!                │                                                        │
//!                └──────────────── Cache (by content hash) ◄──────────────┘
//! ```
//!
//! Any Verilog module can be built: the crate knows nothing of games. It does not generate Verilog, and it does not
//! check it: what Verilator rejects comes back as [`SimError::ToolFailed`] with the tool's own words.
//!
//! [`netlist`] maps a module to the cells of an FPGA with Yosys, and makes a module of that which can be built the same
//! way.
//!
//! [`files`] is for files that others may have had a hand in, and for files that are whole or not there.
//!
//! [`model`] holds the `unsafe` code of this crate; the project has no other but that of `sim/simd`.

pub mod board;
pub mod build;
pub mod cache;
pub mod error;
pub mod files;
pub mod model;
pub mod netlist;
pub mod spec;
pub mod tools;

pub use cache::{Cache, KeyBuilder, digest};
pub use error::SimError;
pub use gdl2hdl_gdl::observer::{Observer, Reason, Stage, Unobserved};
pub use model::{Instance, Model, words_for};
pub use netlist::{Area, Areas, Family, Netlist, Target, Yosys};
pub use spec::{BuildOptions, Direction, Optimise, Port, Source, Spec};
pub use tools::{ToolLimits, Toolchain};
