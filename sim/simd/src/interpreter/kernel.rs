//! One function for each table and vector length.

use super::super::Width;
use super::super::table::{Join, Split};

/// Applies a table to words of `parts` numbers. The slices may be the same, or do not overlap.
pub(super) type Kernel = unsafe fn(*mut u64, [*const u64; 3], usize);

/// The kernel of table `t` is at `[t >> 4][t & 15]`.
pub(super) type Kernels = [[Kernel; 16]; 16];

/// All 256 instances of a generic function.
macro_rules! instances {
    ($kernel:ident $(, $size:literal)?) => {
        instances!(@rows [0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15] ($kernel $($size)?))
    };
    (@rows [$($high:literal)*] $kernel:tt) => {
        [$(instances!(@row $high [0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15] $kernel)),*]
    };
    (@row $high:literal [$($low:literal)*] $kernel:tt) => { [$(instances!(@one $high $low $kernel)),*] };
    (@one $high:literal $low:literal ($kernel:ident)) => { $kernel::<{ 16 * $high + $low }> };
    (@one $high:literal $low:literal ($kernel:ident $size:literal)) => { $kernel::<{ 16 * $high + $low }, $size> };
}
pub(super) use instances;

/// Kernels for any processor, words of one, two, four and more numbers.
pub(super) fn portable(width: Width) -> &'static Kernels {
    match width.parts() {
        1 => const { &instances!(plain, 1) },
        2 => const { &instances!(plain, 2) },
        4 => const { &instances!(plain, 4) },
        _ => const { &instances!(plain, 8) },
    }
}

unsafe fn plain<const TABLE: u8, const N: usize>(to: *mut u64, from: [*const u64; 3], parts: usize) {
    // SAFETY: the caller's promise.
    unsafe { apply::<TABLE, N>(to, from, parts) }
}

/// Applies a table to pieces of `N` numbers; inlined where the instruction set is chosen.
///
/// # Safety
/// All pointers are good for `parts` numbers, a multiple of `N`; they are the same or do not overlap.
#[inline(always)]
pub(super) unsafe fn apply<const TABLE: u8, const N: usize>(to: *mut u64, from: [*const u64; 3], parts: usize) {
    for at in (0..parts).step_by(N) {
        // SAFETY: within the words by the caller's promise; numbers have no invalid values.
        let [a, b, c] = from.map(|word| unsafe { word.add(at).cast::<[u64; N]>().read() });
        let result = std::array::from_fn(|i| evaluate::<TABLE>(a[i], b[i], c[i]));
        // SAFETY: as above.
        unsafe { to.add(at).cast::<[u64; N]>().write(result) };
    }
}

/// A table applied to 64 lanes, with few two-input operations.
#[inline(always)]
fn evaluate<const TABLE: u8>(a: u64, b: u64, c: u64) -> u64 {
    let split = const { Split::of(TABLE) };
    let (x, y, z) = match split.pivot {
        0 => (a, b, c),
        1 => (b, a, c),
        _ => (c, a, b),
    };
    let x = if split.inverted { !x } else { x };
    let product = x & two(split.factor, y, z);
    match split.join {
        Join::Or => two(split.base, y, z) | product,
        Join::Xor => two(split.base, y, z) ^ product,
    }
}

/// A table of two arguments applied to 64 lanes.
#[inline(always)]
fn two(table: u8, y: u64, z: u64) -> u64 {
    match table {
        0b0000 => 0,
        0b0001 => !(y | z),
        0b0010 => !y & z,
        0b0011 => !y,
        0b0100 => y & !z,
        0b0101 => !z,
        0b0110 => y ^ z,
        0b0111 => !(y & z),
        0b1000 => y & z,
        0b1001 => !(y ^ z),
        0b1010 => z,
        0b1011 => !y | z,
        0b1100 => y,
        0b1101 => y | !z,
        0b1110 => y | z,
        _ => u64::MAX,
    }
}

/// Adds to each number of a cell the set bits of the number of a word.
///
/// # Safety
/// Both are good for `parts` numbers and do not overlap.
pub(super) unsafe fn count(cell: *mut u64, word: *const u64, parts: usize) {
    // SAFETY: the caller's promise.
    let (cell, word) =
        unsafe { (std::slice::from_raw_parts_mut(cell, parts), std::slice::from_raw_parts(word, parts)) };
    for (sum, bits) in cell.iter_mut().zip(word) {
        *sum = sum.wrapping_add(u64::from(bits.count_ones()));
    }
}
