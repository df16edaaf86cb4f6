//! How fast the processor is at best, to judge programs by.

use super::{Backend, SimdError};
use std::time::Duration;

/// Logic operations a second of one thread, times the lanes of an operation. They do not depend on each other, and all
/// they touch is in the nearest cache. Operations have three inputs with AVX-512, two with AVX2.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Limit {
    /// All arguments are in registers.
    pub registers: f64,
    /// One argument of each operation is in memory.
    pub memory: f64,
}

impl Limit {
    /// Measures a native backend for about `time`.
    ///
    /// # Errors
    /// [`SimdError::Unavailable`] when the backend is not native or does not work here, [`SimdError::Executable`]
    /// when machine code cannot be placed in memory.
    pub fn measure(backend: Backend, time: Duration) -> Result<Self, SimdError> {
        #[cfg(target_arch = "x86_64")]
        if matches!(backend, Backend::NativeAvx2 | Backend::NativeAvx512) {
            let [registers, memory] = [false, true].map(|memory| super::native::measure(backend, memory, time / 2));
            return Ok(Self { registers: registers?, memory: memory? });
        }
        let _unused = time;
        Err(SimdError::Unavailable(backend))
    }
}
