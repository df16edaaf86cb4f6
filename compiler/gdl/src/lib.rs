//! Game texts: GDL in both syntaxes, GDL-II, SDL and action rules, read, checked, mended and interpreted.
//!
//! [`read`](read::read) gives the rule sheet that all later stages take. No files, no clocks, no global state.

pub mod blame;
pub mod check;
pub mod diagnostics;
pub mod id;
pub mod interpret;
pub mod mend;
pub mod observer;
pub mod random;
pub mod read;
pub mod remedy;
pub mod sdl;
pub mod span;
pub mod syntax;
