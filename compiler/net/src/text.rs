//! The text form of a net: that of [`crate::propnet::text`], with `net` on the first line and gates of two edges:
//!
//! ```text
//! gate n0 b0 !i0
//! ```

use super::Net;
use crate::propnet::text::{parse_with, print_with};
use gdl2hdl_gdl::observer::{Observer, Pace, Stopped, Unobserved};

pub use crate::propnet::text::{TextError, edge};

/// Gates between two questions to the observer.
const GATES: u32 = 1 << 10;

/// The text form.
///
/// # Panics
/// Never: nobody stops it.
#[must_use]
pub fn print(net: &Net) -> String {
    print_observed(net, &Unobserved).expect("nobody stops it")
}

/// The same where somebody may stop it.
///
/// # Errors
/// [`Stopped`] by the observer.
pub fn print_observed(net: &Net, observer: &dyn Observer) -> Result<String, Stopped> {
    let (mut pace, mut stopped) = (Pace::new(observer, GATES), None);
    let gates = net.gates().map_while(|(_, [a, b])| {
        stopped = pace.step().err();
        stopped.is_none().then(|| format!("{} {}", edge(&net.ports, a), edge(&net.ports, b)))
    });
    let text = print_with("net", &net.ports, gates);
    stopped.map_or(Ok(text), Err)
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
