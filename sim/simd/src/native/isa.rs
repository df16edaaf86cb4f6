//! What the compiler needs of an instruction set.

use super::address::Address;
use super::assembler::Assembler;

/// Where an instruction finds its last argument.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Operand {
    /// In a register.
    Register(u8),
    /// In memory.
    Memory(Address),
}

/// An instruction set with vector registers, named by number. Tables are as in `Logic`.
pub(super) trait Isa {
    /// Length of a vector in bytes.
    const BYTES: usize;
    /// Registers that can hold values: those numbered below this.
    const REGISTERS: u8;
    /// Whether displacements of one byte count vectors instead of bytes.
    const SCALED: bool;
    /// Whether it has `three`.
    const TERNARY: bool;

    /// Whether `two` takes the argument at a position from memory.
    fn takes_memory(&self, table: u8, position: usize) -> bool;
    /// Sets up the registers that hold no values.
    fn enter(&self, asm: &mut Assembler);
    /// From memory to a register.
    fn load(&self, asm: &mut Assembler, to: u8, from: Address);
    /// From a register to memory.
    fn store(&self, asm: &mut Assembler, to: Address, from: u8);
    /// From a register to a register.
    fn copy(&self, asm: &mut Assembler, to: u8, from: u8);
    /// All lanes 0 or 1.
    fn constant(&self, asm: &mut Assembler, to: u8, ones: bool);
    /// All lanes inverted.
    fn invert(&self, asm: &mut Assembler, to: u8, from: Operand);
    /// A function of two arguments.
    fn two(&self, asm: &mut Assembler, table: u8, to: u8, args: (u8, Operand));
    /// A function of three arguments, the first of which is replaced by the result.
    fn three(&self, asm: &mut Assembler, table: u8, to: u8, args: (u8, Operand));
    /// Replaces each 64-lane part of the first register by the number of its set bits. The other two are spare, the
    /// vectors of [`COUNTING`] are at `tables`.
    fn count(&self, asm: &mut Assembler, registers: [u8; 3], tables: Address);
    /// Adds the numbers of 64 bits in memory to those in a register.
    fn add(&self, asm: &mut Assembler, to: u8, from: Address);
}

/// Vectors that count bits: numbers of set bits of half bytes, and a mask for half bytes.
#[repr(C, align(64))]
pub(super) struct Counting(pub(super) [[u8; 64]; 2]);

/// See [`Counting`].
pub(super) static COUNTING: Counting = {
    let mut vectors = [[0; 64], [0x0f; 64]];
    let mut i = 0;
    while i < 64 {
        vectors[0][i] = [0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4][i % 16];
        i += 1;
    }
    Counting(vectors)
};
