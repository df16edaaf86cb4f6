//! Positions as numbers of 32 bits: what ids of all kinds are made of.

/// The id of the thing at a position of a list. A list that long is refused long before: limits on facts, gates and
/// memory are reached first.
///
/// # Panics
/// At 2³² and more: another id would stand for something else.
#[must_use]
pub fn id(position: usize) -> u32 {
    u32::try_from(position).expect("positions that become ids are below 2^32")
}
