//! Vectors of 256 lanes: 16 registers, operations of two arguments. Programs are lowered to these before.

use super::super::binary::{AND, ANDN, OR, XOR};
use super::super::table::{A, B};
use super::address::Address;
use super::assembler::Assembler;
use super::isa::{Isa, Operand};
use iced_x86::Code::{self, *};
use iced_x86::{Instruction, MemoryOperand, Register};

/// The instruction set.
pub(super) struct Avx2;

/// All lanes 1, always.
const ONES: u8 = 15;
/// `a & !b`.
const INHIBIT: u8 = A & !B;

fn ymm(number: u8) -> Register {
    Register::YMM0 + u32::from(number)
}

/// `to = code(a, b)`.
fn op(asm: &mut Assembler, code: Code, to: u8, a: u8, b: Operand) {
    asm.push(match b {
        Operand::Register(b) => Instruction::with3(code, ymm(to), ymm(a), ymm(b)),
        Operand::Memory(b) => Instruction::with3(code, ymm(to), ymm(a), MemoryOperand::from(b)),
    });
}

impl Isa for Avx2 {
    const BYTES: usize = 32;
    const SCALED: bool = false;
    const TERNARY: bool = false;
    const REGISTERS: u8 = 15;

    fn takes_memory(&self, table: u8, position: usize) -> bool {
        !matches!((table, position), (ANDN, 0) | (INHIBIT, 1))
    }

    fn enter(&self, asm: &mut Assembler) {
        op(asm, VEX_Vpcmpeqd_ymm_ymm_ymmm256, ONES, ONES, Operand::Register(ONES));
    }

    fn load(&self, asm: &mut Assembler, to: u8, from: Address) {
        asm.push(Instruction::with2(VEX_Vmovdqu_ymm_ymmm256, ymm(to), MemoryOperand::from(from)));
    }

    fn store(&self, asm: &mut Assembler, to: Address, from: u8) {
        asm.push(Instruction::with2(VEX_Vmovdqu_ymmm256_ymm, MemoryOperand::from(to), ymm(from)));
    }

    fn copy(&self, asm: &mut Assembler, to: u8, from: u8) {
        asm.push(Instruction::with2(VEX_Vmovdqu_ymm_ymmm256, ymm(to), ymm(from)));
    }

    fn constant(&self, asm: &mut Assembler, to: u8, ones: bool) {
        if ones {
            self.copy(asm, to, ONES);
        } else {
            op(asm, VEX_Vpxor_ymm_ymm_ymmm256, to, to, Operand::Register(to));
        }
    }

    fn invert(&self, asm: &mut Assembler, to: u8, from: Operand) {
        op(asm, VEX_Vpxor_ymm_ymm_ymmm256, to, ONES, from);
    }

    fn two(&self, asm: &mut Assembler, table: u8, to: u8, (a, b): (u8, Operand)) {
        match (table, b) {
            (AND, _) => op(asm, VEX_Vpand_ymm_ymm_ymmm256, to, a, b),
            (OR, _) => op(asm, VEX_Vpor_ymm_ymm_ymmm256, to, a, b),
            (ANDN, _) => op(asm, VEX_Vpandn_ymm_ymm_ymmm256, to, a, b),
            (INHIBIT, Operand::Register(b)) => op(asm, VEX_Vpandn_ymm_ymm_ymmm256, to, b, Operand::Register(a)),
            (XOR, _) => op(asm, VEX_Vpxor_ymm_ymm_ymmm256, to, a, b),
            _ => asm.fail("operation that AVX2 does not have"),
        }
    }

    fn three(&self, asm: &mut Assembler, _table: u8, _to: u8, _args: (u8, Operand)) {
        asm.fail("ternary operation for AVX2");
    }

    fn count(&self, asm: &mut Assembler, [to, spare, table]: [u8; 3], tables: Address) {
        let (mask, halves) = (Operand::Memory(tables.plus(64)), VEX_Vpshufb_ymm_ymm_ymmm256);
        self.load(asm, table, tables);
        asm.push(Instruction::with3(VEX_Vpsrlw_ymm_ymm_imm8, ymm(spare), ymm(to), 4));
        op(asm, VEX_Vpand_ymm_ymm_ymmm256, spare, spare, mask);
        op(asm, VEX_Vpand_ymm_ymm_ymmm256, to, to, mask);
        op(asm, halves, spare, table, Operand::Register(spare));
        op(asm, halves, to, table, Operand::Register(to));
        op(asm, VEX_Vpaddb_ymm_ymm_ymmm256, to, to, Operand::Register(spare));
        self.constant(asm, spare, false);
        op(asm, VEX_Vpsadbw_ymm_ymm_ymmm256, to, to, Operand::Register(spare));
    }

    fn add(&self, asm: &mut Assembler, to: u8, from: Address) {
        op(asm, VEX_Vpaddq_ymm_ymm_ymmm256, to, to, Operand::Memory(from));
    }
}
