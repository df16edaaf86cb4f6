//! Truth tables of up to six variables in a word: bit `i` is the value when variable `j` has bit `j` of `i`.
//!
//! Tables of fewer variables repeat, so that all of them have 64 bits.

/// The tables of the variables themselves.
pub const VARIABLES: [u64; 6] = [
    0xaaaa_aaaa_aaaa_aaaa,
    0xcccc_cccc_cccc_cccc,
    0xf0f0_f0f0_f0f0_f0f0,
    0xff00_ff00_ff00_ff00,
    0xffff_0000_ffff_0000,
    0xffff_ffff_0000_0000,
];

/// Whether the function depends on a variable.
pub(crate) fn depends(table: u64, variable: usize) -> bool {
    (table ^ table >> (1 << variable)) & !VARIABLES[variable] != 0
}

/// Exchanges two variables, `low < high`.
pub(crate) fn swap(table: u64, low: usize, high: usize) -> u64 {
    let distance = (1 << high) - (1 << low);
    let moved = VARIABLES[low] & !VARIABLES[high];
    let kept = !(moved | moved << distance);
    table & kept | (table & moved) << distance | table >> distance & moved
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn swapped_variables_change_places() {
        let [a, b, c, ..] = VARIABLES;
        assert_eq!(swap(a & !c, 0, 2), c & !a);
        assert_eq!(swap(a & !c | b, 0, 1), b & !c | a);
        assert!(depends(a & !c, 2) && !depends(a & !c, 1) && !depends(a & !c, 5));
    }
}
