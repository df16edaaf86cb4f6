//! A game text to each stage: the file of the crate that builds nets.

#[path = "../../net/tests/common.rs"]
mod stages;

pub(crate) use stages::{net, propnet};
