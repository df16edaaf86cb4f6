//! The words in which a device says who it is: `docs/LINK.md` describes them.

use super::Link;
use crate::playout::Gateware;

/// How many there are.
pub(super) const WORDS: usize = 10;
/// The bytes `G2DL`.
const MAGIC: u32 = 0x4c44_3247;
/// Version of what is said over the UART.
const PROTOCOL: u32 = 1;

/// The words for an engine with such a window.
pub(super) fn words(gateware: &Gateware, link: Link, window: usize) -> [u32; WORDS] {
    let config = gateware.config;
    // 16 hex digits.
    let hash = u64::from_str_radix(&gateware.manifest.net_hash, 16).unwrap_or_default();
    let widths = [config.lane_bits, config.quota_register(), config.step_bits, config.counter_bits];
    [
        MAGIC,
        PROTOCOL,
        half(hash, 0),
        half(hash, 32),
        link.clock_hz,
        field(config.cores as usize, 0) | field(config.slots as usize, 16) | field(window, 24),
        field(gateware.job.words(), 0) | field(gateware.counters, 16),
        field(gateware.job.state_bits, 0),
        widths.iter().zip([0, 8, 16, 24]).map(|(bits, at)| bits << at).sum(),
        gateware.code_bits()
            | u32::from(config.first_moves) << 16
            | u32::from(config.unlimited) << 17
            | u32::from(config.host_seeds) << 18,
    ]
}

/// 32 bits of a number.
fn half(number: u64, from: u32) -> u32 {
    let bytes = (number >> from).to_le_bytes();
    u32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]])
}

/// A number that is known to fit, in its place.
fn field(number: usize, at: u32) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX) << at
}
