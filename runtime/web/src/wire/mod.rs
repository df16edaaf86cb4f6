//! What comes over a line: heads for the HTTP library, bodies read with tolerance.

mod budget;
mod charset;
mod extent;
mod head;
mod line;
mod text;
mod url;

pub(crate) use budget::Budget;
pub(crate) use charset::Charset;
pub(crate) use line::{Gate, Line};
pub(crate) use text::{Bounds, TextError, collected, raw};
pub(crate) use url::decoded;
