//! Players of this program and of others, as commands use them.

mod here;
mod log;
mod there;

pub(crate) use here::{MARGIN, process};
pub(crate) use log::{Heard, log};
pub(crate) use there::There;
