//! How a seed enters a generator that gives more bits in a cycle than it only moves on.
//!
//! All a generator does is linear over GF(2). So is what it is after some pieces of a few bits each, added one piece a clock
//! to bits that are only moved on: where that can make every state, each bit of a seed stands for a pattern of bits of
//! pieces, and the pieces of a seed are the sum of the patterns of its bits (`hdl/rtl/playout_entry.v`).

use gdl2hdl_net::playout::generator::{LAGS, STATE_BITS};

/// Bits of a piece.
pub(super) const PIECE: usize = PIECE_BITS as usize;
const PIECE_BITS: u32 = 4;
/// Pieces of a seed.
const PIECES: usize = STATE_BITS as usize / PIECE;
/// Most bits that such a generator gives in a cycle: the others are those to which a piece is added.
pub(super) const MAX_BITS: u32 = STATE_BITS - PIECE_BITS;
/// Places among which those are chosen.
const CHOICE: u32 = 8;

/// Where pieces enter, and what they are.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct SeedPatterns {
    /// The places of the bits to which a piece is added, the oldest bit being bit 0.
    pub(super) places: u64,
    /// For each bit of a seed its pattern: bit i of piece p is bit 4 p + i.
    pub(super) patterns: Vec<u64>,
}

impl SeedPatterns {
    /// That of a generator that gives so many bits in a cycle, at most [`MAX_BITS`]; the first places from which every
    /// state can be made. None where there are no such ones, which is so for few numbers of bits, none above 32.
    pub(super) fn new(bits: u32) -> Option<Self> {
        let room = STATE_BITS.checked_sub(bits)?.min(CHOICE);
        let choices = (0..1_u64 << room).filter(|places| places.count_ones() == PIECE_BITS);
        let mut entries = choices.filter_map(|places| Some(Self { places, patterns: inverse(&made(bits, places))? }));
        entries.next()
    }

    /// The patterns as a number in Verilog, 64 digits a line.
    pub(super) fn table(&self) -> String {
        let lines = self.patterns.rchunks(4);
        let words = |line: &[u64]| line.iter().rev().map(|word| format!("{word:016x}")).collect::<String>();
        let lines: Vec<String> = lines.map(|line| format!("    256'h{}", words(line))).collect();
        format!("{{\n{}\n  }}", lines.join(",\n"))
    }
}

/// A clock of a generator that gives so many bits in it.
fn clock(bits: u32, state: u64) -> u64 {
    (0..bits).fold(state, |state, _| {
        let bit = LAGS.iter().fold(0, |sum, lag| sum ^ (state >> (STATE_BITS - lag) & 1));
        state >> 1 | bit << (STATE_BITS - 1)
    })
}

/// What each bit of the pieces makes of a generator that began with zeros, the first piece first.
fn made(bits: u32, places: u64) -> Vec<u64> {
    let mut states: Vec<u64> = (0..STATE_BITS).map(|place| 1 << place).filter(|bit| places & bit != 0).collect();
    let mut columns = states.clone();
    for _ in 1..PIECES {
        states.iter_mut().for_each(|state| *state = clock(bits, *state));
        columns.splice(0..0, states.iter().copied());
    }
    columns
}

/// For each bit the columns whose sum it is; none where some bit is no such sum.
fn inverse(columns: &[u64]) -> Option<Vec<u64>> {
    let mut rows: Vec<(u64, u64)> = columns.iter().enumerate().map(|(i, &column)| (column, 1 << i)).collect();
    for bit in 0..columns.len() {
        let pivot = (bit..rows.len()).find(|&row| rows[row].0 >> bit & 1 == 1)?;
        rows.swap(bit, pivot);
        let (column, sum) = rows[bit];
        let others = rows.iter_mut().enumerate().filter(|(row, other)| *row != bit && other.0 >> bit & 1 == 1);
        others.for_each(|(_, other)| *other = (other.0 ^ column, other.1 ^ sum));
    }
    Some(rows.into_iter().map(|(_, sum)| sum).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What a generator is after the pieces of a seed.
    fn entered(entry: &SeedPatterns, bits: u32, seed: u64) -> u64 {
        let pieces = (0..64).filter(|bit| seed >> bit & 1 == 1).fold(0, |sum, bit| sum ^ entry.patterns[bit]);
        let places: Vec<u64> = (0..64).map(|place| 1 << place).filter(|bit| entry.places & bit != 0).collect();
        (0..PIECES).fold(0, |state, piece| {
            let added = (0..PIECE).filter(|i| pieces >> (PIECE * piece + i) & 1 == 1);
            added.fold(clock(bits, state), |state, i| state ^ places[i])
        })
    }

    #[test]
    fn every_seed_enters_generators_of_all_sizes() {
        for bits in 33..=MAX_BITS {
            let entry = SeedPatterns::new(bits).unwrap();
            assert_eq!(entry.places.count_ones(), PIECE_BITS);
            assert_eq!(entry.places >> (STATE_BITS - bits), 0, "{bits} bits: a new bit has no room for a piece");
            let mut seed = 0x0123_4567_89ab_cdef_u64;
            for _ in 0..20 {
                seed = clock(7, seed);
                assert_eq!(entered(&entry, bits, seed), seed, "{bits} bits");
            }
        }
    }

    #[test]
    fn the_first_bit_is_the_lowest_of_the_table() {
        let table = SeedPatterns { places: 15, patterns: (0..64).collect() }.table();
        let lines: Vec<&str> = table.lines().collect();
        assert_eq!(lines.len(), 18);
        assert!(lines[16].ends_with("0003000000000000000200000000000000010000000000000000"), "{}", lines[16]);
        assert!(lines[1].starts_with("    256'h000000000000003f000000000000003e"), "{}", lines[1]);
        assert!(SeedPatterns::new(61).is_none());
    }
}
