//! The text form of a net: that of [`crate::propnet::text`], with `net` on the first line and gates of two edges:
//!
//! ```text
//! gate n0 b0 !i0
//! ```

use super::Net;
use crate::propnet::text::{parse_with, print_with};

pub use crate::propnet::text::{TextError, edge};

/// The text form.
#[must_use]
pub fn print(net: &Net) -> String {
    let gates = net.gates().map(|(_, [a, b])| format!("{} {}", edge(&net.ports, a), edge(&net.ports, b)));
    print_with("net", &net.ports, gates)
}

/// Reads the text form back. Soundness is for [`super::verify`] to say.
///
/// # Errors
/// The first line that can't be read.
pub fn parse(text: &str) -> Result<Net, TextError> {
    let mut gates = Vec::new();
    let ports = parse_with("net", text, |reader, operands| match operands {
        [a, b] => {
            gates.push([reader.edge(a)?, reader.edge(b)?]);
            Ok(())
        }
        _ => reader.error("a gate has two fan-ins"),
    })?;
    Ok(Net::from_parts(ports, gates))
}
