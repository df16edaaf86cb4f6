//! Programs as machine code for x86-64 vectors.
//!
//! The code runs straight through for one vector of lanes (512 or 256); words of several vectors take several runs.
//! Values live in registers. When one is needed, the value whose next use is farthest off gives up its own; it is
//! written to a slot of the scratch room only if it lies nowhere else: inputs and stored results are read again from
//! their cells.
#![allow(unsafe_code)]

mod address;
mod assembler;
mod avx2;
mod avx512;
mod compile;
mod executable;
mod isa;
mod limit;
mod registers;
mod select;
mod uses;

use super::machine::Machine;
use super::plan::SimdPlan;
use super::{Backend, MachineChoice, SimdError};
use avx2::Avx2;
use avx512::Avx512;
use compile::compile;
use executable::Executable;
use gdl2hdl_gdl::observer::Observer;
pub(super) use limit::measure;

/// A compiled program.
#[derive(Debug)]
pub(super) struct Native {
    code: Executable,
    /// Where the blocks start in the code; every block runs for all vectors of a word before the next one does.
    blocks: Vec<usize>,
    /// Vectors of a word, and the length of one in bytes.
    vectors: usize,
    bytes: usize,
    slots: usize,
    scratch: usize,
}

/// What a compiler makes: machine code, the starts of its blocks, and the number of slots it needs.
struct Machined {
    bytes: Vec<u8>,
    blocks: Vec<usize>,
    slots: usize,
}

impl Native {
    pub(super) fn new(
        plan: &SimdPlan,
        choice: MachineChoice,
        machine: Machine,
        observer: &dyn Observer,
    ) -> Result<Self, SimdError> {
        let word = choice.width.bytes();
        let (machined, bytes) = if choice.backend == Backend::NativeAvx512 {
            (compile(plan, word, Avx512 { popcnt: machine.counts() }, observer)?, 64)
        } else {
            (compile(plan, word, Avx2, observer)?, 32)
        };
        let scratch = machined.slots * choice.width.parts();
        let code = Executable::new(&machined.bytes)?;
        Ok(Self { code, blocks: machined.blocks, vectors: word / bytes, bytes, slots: machined.slots, scratch })
    }

    /// Scratch room it needs, in 64-bit numbers.
    pub(super) fn scratch(&self) -> usize {
        self.scratch
    }

    /// Runs the program.
    ///
    /// # Safety
    /// As of the interpreter; and the processor has the vectors the code was compiled for.
    pub(super) unsafe fn run(&self, regions: &[*mut u64], scratch: *mut u64) {
        for &block in &self.blocks {
            for vector in 0..self.vectors {
                // SAFETY: a block starts there, and it touches only the words and slots the caller promises.
                let slots = scratch.wrapping_byte_add(vector * self.slots * self.bytes);
                unsafe { self.code.call(block, regions.as_ptr(), slots, vector * self.bytes) };
            }
        }
    }
}
