//! Kernels for x86-64 vectors.

use super::kernel::{Kernels, apply, instances};
use std::arch::x86_64::{_mm512_loadu_si512, _mm512_storeu_si512, _mm512_ternarylogic_epi64};

/// Kernels for words of at least 256 lanes.
pub(super) static AVX2: Kernels = instances!(avx2);
/// Kernels for words of at least 512 lanes.
pub(super) static AVX512: Kernels = instances!(avx512);

#[target_feature(enable = "avx2")]
unsafe fn avx2<const TABLE: u8>(to: *mut u64, from: [*const u64; 3], parts: usize) {
    // SAFETY: the caller's promise.
    unsafe { apply::<TABLE, 4>(to, from, parts) }
}

#[target_feature(enable = "avx512f")]
unsafe fn avx512<const TABLE: i32>(to: *mut u64, from: [*const u64; 3], parts: usize) {
    for at in (0..parts).step_by(8) {
        // SAFETY: within the words by the caller's promise.
        unsafe {
            let [a, b, c] = from.map(|word| _mm512_loadu_si512(word.add(at).cast()));
            _mm512_storeu_si512(to.add(at).cast(), _mm512_ternarylogic_epi64::<TABLE>(a, b, c));
        }
    }
}
