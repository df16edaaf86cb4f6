//! Bits of lanes to bits of states, and back.

/// Exchanges rows and columns of a square of bits: bit `c` of row `r` becomes bit `r` of row `c`.
///
/// Squares of half the size change places at each level (H. S. Warren, "Hacker's Delight", section 7-3).
pub fn transpose(rows: &mut [u64; 64]) {
    let (mut size, mut mask) = (32, 0x0000_0000_ffff_ffff_u64);
    while size != 0 {
        for high in (0..64).filter(|row| row & size == 0) {
            let moved = (rows[high] >> size ^ rows[high + size]) & mask;
            rows[high + size] ^= moved;
            rows[high] ^= moved << size;
        }
        size /= 2;
        mask ^= mask << size;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gdl2hdl_gdl::random::SplitMix64;

    #[test]
    fn rows_become_columns() {
        let mut random = SplitMix64(1);
        let before: [u64; 64] = std::array::from_fn(|_| random.word());
        let mut after = before;
        transpose(&mut after);
        for (row, column) in (0..64).flat_map(|row| (0..64).map(move |column| (row, column))) {
            assert_eq!(after[column] >> row & 1, before[row] >> column & 1);
        }
    }
}
