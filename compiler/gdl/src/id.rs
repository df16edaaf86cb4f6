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

/// The same as a place of words in memory, which may be counted from a moving origin: 31 bits.
///
/// # Panics
/// At 2³¹ and more.
#[must_use]
pub fn place(position: usize) -> i32 {
    i32::try_from(position).expect("places are below 2^31")
}
