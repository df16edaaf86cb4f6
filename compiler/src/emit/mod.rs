//! A verified net to files: Verilog, the manifest, pictures.

mod dot;
mod expression;
mod keywords;
mod manifest;
mod namer;
mod verilog;

pub use dot::dot;
pub use manifest::{Bit, GoalBit, Manifest, MoveBit, RoleInfo, SeesBit, net_hash};
pub use namer::{Namer, comment};
pub use verilog::{Module, verilog};
