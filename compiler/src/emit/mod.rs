//! A verified net to files: Verilog, the manifest, pictures; AIGER and BLIF for other programs.

mod aiger;
mod blif;
mod body;
mod clocking;
mod dot;
mod expression;
mod head;
mod keywords;
mod logic;
mod manifest;
mod namer;
mod registers;
mod selection;
pub(crate) mod signals;
mod statement;
mod step;
mod verilog;

pub use aiger::{Form, aiger};
pub use blif::blif;
pub use clocking::Clocking;
pub use dot::dot;
pub use head::module_name;
pub use logic::{Logic, Part, logic};
pub use manifest::{Bit, GoalBit, Manifest, MoveBit, RoleInfo, SeesBit, net_hash};
pub use namer::{Namer, comment};
pub use step::{Carried, staged, step};
pub use verilog::{Module, verilog};
