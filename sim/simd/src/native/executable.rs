//! Memory with machine code in it: written first, then executable, never both.

use memmap2::{Mmap, MmapMut};

/// A block: takes the table of regions, the scratch room, and the byte offset of the vector within words.
type Block = unsafe extern "sysv64" fn(*const *mut u64, *mut u64, usize);

/// Machine code ready to run.
#[derive(Debug)]
pub(super) struct Executable(Mmap);

impl Executable {
    /// Places code in memory. **Errors:** when the operating system gives no memory or does not let it be executed.
    pub(super) fn new(code: &[u8]) -> std::io::Result<Self> {
        let mut map = MmapMut::map_anon(code.len().max(1))?;
        map[..code.len()].copy_from_slice(code);
        Ok(Self(map.make_exec()?))
    }

    /// Calls the block at an offset.
    ///
    /// # Safety
    /// A function of type [`Block`] starts there, this processor can run it, and the arguments are what it expects.
    pub(super) unsafe fn call(&self, offset: usize, regions: *const *mut u64, scratch: *mut u64, vector: usize) {
        let entry = self.0[offset..].as_ptr();
        // SAFETY: the caller's promise.
        unsafe { std::mem::transmute::<*const u8, Block>(entry)(regions, scratch, vector) }
    }
}
