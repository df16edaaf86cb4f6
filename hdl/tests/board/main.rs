//! Engines with a UART, and boards with them: clean in a linter, two simulators and a synthesiser; and right at
//! their pins, in both simulators.

#![allow(clippy::unwrap_used)]

mod design;
mod pins;
mod script;
#[path = "../../../compiler/net/tests/common.rs"]
mod stages;
mod tools;
