//! Another clock for a design that is routed already: only the words of its PLL change, what the UART counts, and
//! the clock that the host is told.
//!
//! Placement and routes do not depend on them, so what was met stays met, and a clock that was missed need not be placed
//! anew. What passes of a bit in a cycle stands in a memory of its own (`hdl/rtl/link_step.v`), not in the logic,
//! and so does the clock.

mod ecp5;
mod ice40;

use gdl2hdl_boards::pll::Pll;

/// What makes the clock, and what the UART makes of it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Tuning {
    /// The settings of the PLL.
    pub pll: Pll,
    /// What passes of a bit in a cycle: `gdl2hdl_hdl::board::Link::step`.
    pub step: u16,
    /// The clock that it tells. **Units:** Hz.
    pub clock_hz: u32,
}

/// The text of a routed design, as nextpnr writes it, with another clock. `None` when the text is not understood: then
/// it has not one PLL and one memory of a UART with the settings and numbers `from`; or when `to` takes another cell.
#[must_use]
pub fn retuned(text: &str, from: Tuning, to: Tuning) -> Option<String> {
    let lines = [from, to].map(|tuning| (tuning.step, tuning.clock_hz.to_le_bytes()));
    match (from.pll, to.pll) {
        (Pll::Ecp5(from), Pll::Ecp5(to)) => ecp5::retuned(text, [from, to], lines),
        (Pll::Ice40(cell, from), Pll::Ice40(other, to)) if cell == other => ice40::retuned(text, [from, to], lines),
        _ => None,
    }
}

/// What the memory of a UART says: what passes of a bit in a cycle, and the bytes of the clock, the lowest first.
type Line = (u16, [u8; 4]);

/// Where something stands that stands there once.
fn only(text: &str, what: &str) -> Option<usize> {
    let mut found = text.match_indices(what).map(|(place, _)| place);
    found.next().filter(|_| found.next().is_none())
}
