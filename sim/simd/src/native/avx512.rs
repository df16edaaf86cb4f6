//! Vectors of 512 lanes: 32 registers, every function of three arguments in one instruction.

use super::super::binary::{AND, ANDN, OR, XOR};
use super::super::table::{self, A, B};
use super::address::Address;
use super::assembler::Assembler;
use super::isa::{Isa, Operand};
use iced_x86::Code::{self, *};
use iced_x86::{Instruction, MemoryOperand, Register};

/// The instruction set.
pub(super) struct Avx512 {
    /// Whether it has `vpopcntq`.
    pub(super) popcnt: bool,
}

fn zmm(number: u8) -> Register {
    Register::ZMM0 + u32::from(number)
}

/// `to = code(a, b)`.
fn op(asm: &mut Assembler, code: Code, to: u8, a: u8, b: Operand) {
    asm.push(match b {
        Operand::Register(b) => Instruction::with3(code, zmm(to), zmm(a), zmm(b)),
        Operand::Memory(b) => Instruction::with3(code, zmm(to), zmm(a), MemoryOperand::from(b)),
    });
}

/// `to = table(to, a, b)`.
fn ternary(asm: &mut Assembler, table: u8, to: u8, a: u8, b: Operand) {
    let (code, table) = (EVEX_Vpternlogq_zmm_k1z_zmm_zmmm512b64_imm8, u32::from(table));
    asm.push(match b {
        Operand::Register(b) => Instruction::with4(code, zmm(to), zmm(a), zmm(b), table),
        Operand::Memory(b) => Instruction::with4(code, zmm(to), zmm(a), MemoryOperand::from(b), table),
    });
}

impl Isa for Avx512 {
    const BYTES: usize = 64;
    const SCALED: bool = true;
    const TERNARY: bool = true;
    const REGISTERS: u8 = 32;

    fn takes_memory(&self, _table: u8, _position: usize) -> bool {
        true
    }

    fn enter(&self, _asm: &mut Assembler) {}

    fn load(&self, asm: &mut Assembler, to: u8, from: Address) {
        asm.push(Instruction::with2(EVEX_Vmovdqu64_zmm_k1z_zmmm512, zmm(to), MemoryOperand::from(from)));
    }

    fn store(&self, asm: &mut Assembler, to: Address, from: u8) {
        asm.push(Instruction::with2(EVEX_Vmovdqu64_zmmm512_k1z_zmm, MemoryOperand::from(to), zmm(from)));
    }

    fn copy(&self, asm: &mut Assembler, to: u8, from: u8) {
        asm.push(Instruction::with2(EVEX_Vmovdqu64_zmm_k1z_zmmm512, zmm(to), zmm(from)));
    }

    fn constant(&self, asm: &mut Assembler, to: u8, ones: bool) {
        if ones {
            ternary(asm, 0xff, to, to, Operand::Register(to));
        } else {
            op(asm, EVEX_Vpxorq_zmm_k1z_zmm_zmmm512b64, to, to, Operand::Register(to));
        }
    }

    fn invert(&self, asm: &mut Assembler, to: u8, from: Operand) {
        let other = if let Operand::Register(from) = from { from } else { to };
        ternary(asm, 0x55, to, other, from);
    }

    fn two(&self, asm: &mut Assembler, table: u8, to: u8, (a, b): (u8, Operand)) {
        let code = match (table, b) {
            (AND, _) => EVEX_Vpandq_zmm_k1z_zmm_zmmm512b64,
            (OR, _) => EVEX_Vporq_zmm_k1z_zmm_zmmm512b64,
            (XOR, _) => EVEX_Vpxorq_zmm_k1z_zmm_zmmm512b64,
            (ANDN, _) => EVEX_Vpandnq_zmm_k1z_zmm_zmmm512b64,
            (INHIBIT, Operand::Register(b)) => {
                return op(asm, EVEX_Vpandnq_zmm_k1z_zmm_zmmm512b64, to, b, Operand::Register(a));
            }
            // The old content of the destination does not matter: the table is one of the last two arguments.
            _ => return ternary(asm, table::rows(table) * 0x11, to, a, b),
        };
        op(asm, code, to, a, b);
    }

    fn three(&self, asm: &mut Assembler, table: u8, to: u8, (b, c): (u8, Operand)) {
        ternary(asm, table, to, b, c);
    }

    fn count(&self, asm: &mut Assembler, [to, spare, table]: [u8; 3], tables: Address) {
        if self.popcnt {
            return asm.push(Instruction::with2(EVEX_Vpopcntq_zmm_k1z_zmmm512b64, zmm(to), zmm(to)));
        }
        let (mask, halves) = (Operand::Memory(tables.plus(64)), EVEX_Vpshufb_zmm_k1z_zmm_zmmm512);
        self.load(asm, table, tables);
        asm.push(Instruction::with3(EVEX_Vpsrlw_zmm_k1z_zmmm512_imm8, zmm(spare), zmm(to), 4));
        op(asm, EVEX_Vpandq_zmm_k1z_zmm_zmmm512b64, spare, spare, mask);
        op(asm, EVEX_Vpandq_zmm_k1z_zmm_zmmm512b64, to, to, mask);
        op(asm, halves, spare, table, Operand::Register(spare));
        op(asm, halves, to, table, Operand::Register(to));
        op(asm, EVEX_Vpaddb_zmm_k1z_zmm_zmmm512, to, to, Operand::Register(spare));
        self.constant(asm, spare, false);
        op(asm, EVEX_Vpsadbw_zmm_zmm_zmmm512, to, to, Operand::Register(spare));
    }

    fn add(&self, asm: &mut Assembler, to: u8, from: Address) {
        op(asm, EVEX_Vpaddq_zmm_k1z_zmm_zmmm512b64, to, to, Operand::Memory(from));
    }
}

/// `a & !b`.
const INHIBIT: u8 = A & !B;
