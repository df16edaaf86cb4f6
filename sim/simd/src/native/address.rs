//! Where cells and slots lie: a base register and a displacement.
//!
//! Blocks get the table of regions in `rdi`, the scratch room in `rsi`, the byte offset of their vector in `rdx`. The
//! regions used most have a register of their own; the pointers of others pass through `rax`. Registers that are left
//! point further into the scratch room, where that makes instructions shorter.

use super::super::SimdError;
use super::super::plan::{SimdPlan, SimdStep};
use super::assembler::Assembler;
use gdl2hdl_net::program::Cell;
use iced_x86::{Code, Instruction, MemoryOperand, Register};

/// Registers for the regions used most, then for the scratch room; those from `SAVED` on belong to the caller and are saved.
const BASES: [Register; 11] = [
    Register::RCX,
    Register::R8,
    Register::R9,
    Register::R10,
    Register::R11,
    Register::RBX,
    Register::R14,
    Register::R15,
    Register::RBP,
    Register::R13,
    Register::R12,
];
const SAVED: usize = 5;
/// Displacements within 128 vectors take one byte where they count vectors: bases point to the middle of that span.
const REACH: i64 = 128;
/// Vectors within reach of a base.
const SPAN: u32 = 256;
/// Programs of no more steps run for less time than it takes to point registers into the scratch room.
const SHORT: usize = 512;

/// Places this many bytes from place 0, on both sides, are within reach of any base.
const FARTHEST: i64 = 1 << 29;

/// A place in memory.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Address {
    base: Register,
    displacement: i64,
}

impl From<Address> for MemoryOperand {
    fn from(address: Address) -> Self {
        Self::with_base_displ(address.base, address.displacement)
    }
}

/// A region as the code sees it.
#[derive(Clone, Copy, Debug)]
struct Base {
    register: Register,
    /// Bytes from place 0 to where the register points.
    bias: i64,
}

/// How the code reaches memory.
pub(super) struct Frame {
    bases: Vec<Base>,
    /// Regions with a register, in the order of `BASES`.
    direct: Vec<u8>,
    word: i64,
    vector: i64,
    scratch_bias: i64,
    /// Registers of `BASES` that point further into the scratch room, each a span after the one before.
    far: &'static [Register],
    /// The region whose pointer is in `rax`.
    passing: Option<u8>,
}

impl Frame {
    /// For words of `word` bytes and vectors of `vector` bytes; whether short displacements count vectors.
    pub(super) fn new(plan: &SimdPlan, word: usize, vector: usize, scaled: bool) -> Result<Self, SimdError> {
        let [word, vector] = [word, vector].map(|bytes| bytes.cast_signed() as i64);
        let reach = REACH * vector;
        let mut regions = [(0_usize, i64::MAX, 0_u8); 256];
        (0..=255).zip(&mut regions).for_each(|(number, region)| region.2 = number);
        for cell in cells(plan) {
            let (uses, low, _) = &mut regions[usize::from(cell.region)];
            let offset = i64::from(cell.index) * word;
            if offset.abs() > FARTHEST {
                return Err(SimdError::TooLarge);
            }
            *uses += 1;
            *low = offset.min(*low);
        }
        let mut bases: Vec<Base> = regions
            .iter()
            .map(|(_, low, _)| Base { register: Register::RAX, bias: low.saturating_add(reach) })
            .collect();
        regions.sort_by_key(|(uses, _, number)| (std::cmp::Reverse(*uses), *number));
        let direct: Vec<u8> =
            regions.iter().take(BASES.len()).filter(|(uses, ..)| *uses > 0).map(|(.., number)| *number).collect();
        direct.iter().zip(BASES).for_each(|(&region, register)| bases[usize::from(region)].register = register);
        let far = if plan.steps.len() > SHORT && scaled { &BASES[direct.len()..] } else { &[] };
        Ok(Self { bases, direct, word, vector, scratch_bias: reach, far, passing: None })
    }

    /// Begins a block.
    pub(super) fn enter(&mut self, asm: &mut Assembler) {
        self.passing = None;
        self.saved().iter().for_each(|&register| asm.push(Instruction::with1(Code::Push_r64, register)));
        for &region in &self.direct {
            self.point(asm, region);
        }
        let slots = MemoryOperand::with_base_displ(Register::RSI, self.scratch_bias);
        asm.push(Instruction::with2(Code::Lea_r64_m, Register::RSI, slots));
        for (span, &register) in (1..).zip(self.far) {
            let slots = MemoryOperand::with_base_displ(Register::RSI, span * i64::from(SPAN) * self.vector);
            asm.push(Instruction::with2(Code::Lea_r64_m, register, slots));
        }
    }

    /// Ends a block.
    pub(super) fn leave(&self, asm: &mut Assembler) {
        let registers = self.saved().iter().rev();
        registers.for_each(|&register| asm.push(Instruction::with1(Code::Pop_r64, register)));
        asm.push(Ok(Instruction::with(Code::VEX_Vzeroupper)));
        asm.push(Ok(Instruction::with(Code::Retnq)));
    }

    /// The registers of the caller's that are in use.
    fn saved(&self) -> &'static [Register] {
        let used = self.direct.len() + self.far.len();
        BASES.get(SAVED..used).unwrap_or(&[])
    }

    /// The place of a cell. It holds until the next call.
    pub(super) fn cell(&mut self, asm: &mut Assembler, cell: Cell) -> Address {
        let Base { register, bias } = self.bases[usize::from(cell.region)];
        if register == Register::RAX && self.passing != Some(cell.region) {
            self.point(asm, cell.region);
            self.passing = Some(cell.region);
        }
        Address { base: register, displacement: i64::from(cell.index) * self.word - bias }
    }

    /// The place of a slot.
    pub(super) fn slot(&self, slot: u32) -> Address {
        let far = (slot / SPAN).checked_sub(1).and_then(|far| self.far.get(far as usize));
        let (base, slot) = far.map_or((Register::RSI, slot), |&base| (base, slot % SPAN));
        Address { base, displacement: i64::from(slot) * self.vector - self.scratch_bias }
    }

    /// Loads an absolute address into `rax`.
    pub(super) fn constant(&mut self, asm: &mut Assembler, pointer: *const u8) -> Address {
        self.passing = None;
        asm.push(Instruction::with2(Code::Mov_r64_imm64, Register::RAX, pointer.addr() as u64));
        Address { base: Register::RAX, displacement: 0 }
    }

    /// Loads the pointer of a region into its register.
    fn point(&self, asm: &mut Assembler, region: u8) {
        let Base { register, bias } = self.bases[usize::from(region)];
        let entry = MemoryOperand::with_base_displ(Register::RDI, 8 * i64::from(region));
        asm.push(Instruction::with2(Code::Mov_r64_rm64, register, entry));
        let middle = MemoryOperand::new(register, Register::RDX, 1, bias, 8, false, Register::None);
        asm.push(Instruction::with2(Code::Lea_r64_m, register, middle));
    }
}

impl Address {
    /// A place in the scratch room, in bytes from its start.
    pub(super) fn scratch(bytes: i64) -> Self {
        Self { base: Register::RSI, displacement: bytes }
    }

    /// The place some bytes further.
    pub(super) fn plus(self, bytes: i64) -> Self {
        Self { displacement: self.displacement + bytes, ..self }
    }
}

/// All cells of a plan, once for each place in the code that names them.
fn cells(plan: &SimdPlan) -> impl Iterator<Item = Cell> {
    let stored = plan.steps.iter().filter_map(|step| match step {
        SimdStep::Store(cell, _) | SimdStep::Count(cell, _) => Some(*cell),
        SimdStep::Logic(_) => None,
    });
    plan.inputs.iter().copied().chain(stored)
}
