//! A verified net to files: Verilog, the manifest, pictures; AIGER and BLIF for other programs.

mod aiger;
mod asking;
mod blif;
mod body;
mod clocking;
mod dot;
mod expression;
mod formal;
mod head;
mod header;
pub mod import;
mod keywords;
mod logic;
mod manifest;
mod namer;
mod registers;
mod selection;
mod statement;
mod step;
mod verilog;

pub use aiger::{Form, aiger};
pub use blif::blif;
pub use clocking::Clocking;
pub use dot::dot;
pub use formal::{Formal, formal};
pub use head::module_name;
pub use header::header;
pub use logic::{Logic, Part, logic};
pub use manifest::{Absent, Bit, GoalBit, Manifest, MoveBit, RoleInfo, SeesBit, digest, net_hash, net_hash_observed};
pub use namer::{Namer, comment};
pub use step::{Carried, staged, step};
pub use verilog::{Module, verilog};
