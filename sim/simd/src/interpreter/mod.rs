//! Programs as a packed stream of instructions that a loop executes, for machines without a native backend.
//!
//! Values live in slots of the scratch room. Slots are reused as soon as their value is dead, the last one freed first,
//! so that the live set stays in the nearest cache.
#![allow(unsafe_code)]

#[cfg(target_arch = "x86_64")]
mod avx;
mod kernel;
mod slots;

use super::plan::{SimdPlan, SimdStep};
use super::{Backend, MachineChoice, STEPS, SimdError};
use gdl2hdl_gdl::observer::{Observer, Pace};
use gdl2hdl_net::program::Cell;
use kernel::{Kernel, Kernels};
use slots::Slots;

/// What an instruction does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Action {
    /// Applies a table to slots.
    Logic(u8),
    /// Copies a cell of a region to a slot.
    Load(u8),
    /// Copies a slot to a cell of a region.
    Store(u8),
    /// Adds the set bits of a slot to a cell of a region.
    Count(u8),
}

/// One instruction. Slots are offsets in the scratch room, in 64-bit numbers; of cells the index stands in `args[1]`.
#[derive(Clone, Copy, Debug)]
struct Instruction {
    action: Action,
    slot: u32,
    args: [u32; 3],
}

/// A program for the interpreter.
#[derive(Debug)]
pub(super) struct Interpreter {
    instructions: Vec<Instruction>,
    kernels: &'static Kernels,
    parts: usize,
    scratch: usize,
}

impl Interpreter {
    pub(super) fn new(plan: &SimdPlan, choice: MachineChoice, observer: &dyn Observer) -> Result<Self, SimdError> {
        let mut pace = Pace::new(observer, STEPS);
        let parts = choice.width.parts();
        let mut slots = Slots::new(plan);
        let mut instructions = Vec::with_capacity(plan.steps.len() + plan.inputs.len());
        for (step, position) in plan.steps.iter().zip(0..) {
            pace.step()?;
            for &input in step.arguments() {
                if let Some(slot) = slots.fetch(input) {
                    instructions.push(transfer(Action::Load, plan.inputs[input as usize], slot));
                }
            }
            instructions.push(match *step {
                SimdStep::Logic(logic) => {
                    let args = logic.args.map(|arg| slots.of(arg));
                    slots.free_dying(step, position);
                    // Kernels read a part of all arguments before they write that part: slots may be the same.
                    Instruction { action: Action::Logic(logic.table), slot: slots.allot(logic.value), args }
                }
                SimdStep::Store(cell, value) => transfer(Action::Store, cell, slots.of(value)),
                SimdStep::Count(cell, value) => transfer(Action::Count, cell, slots.of(value)),
            });
            slots.free_dying(step, position);
        }
        let scratch = slots.most() as usize * parts;
        u32::try_from(scratch).map_err(|_| SimdError::TooLarge)?;
        let scale = u32::try_from(parts).map_err(|_| SimdError::TooLarge)?;
        instructions.iter_mut().for_each(|instruction| instruction.scale(scale));
        Ok(Self { instructions, kernels: kernels(choice), parts, scratch })
    }

    /// Scratch room it needs, in 64-bit numbers.
    pub(super) fn scratch(&self) -> usize {
        self.scratch
    }

    /// Runs the program.
    ///
    /// # Safety
    /// `regions` has for each region a pointer to its word at place 0, and all words of the program's extents can be
    /// read and written there and overlap with nothing; `scratch` points to as many numbers as [`Self::scratch`] says.
    pub(super) unsafe fn run(&self, regions: &[*mut u64], scratch: *mut u64) {
        let parts = self.parts;
        for &Instruction { action, slot, args } in &self.instructions {
            let slot = scratch.wrapping_add(slot as usize);
            let cell = |region: u8| {
                let index = args[1].cast_signed() as isize;
                regions[usize::from(region)].wrapping_offset(index * parts.cast_signed())
            };
            // SAFETY: slots lie in the scratch room by construction, cells in their regions by the caller's promise.
            unsafe {
                match action {
                    Action::Logic(table) => {
                        let [a, b, c] = args.map(|arg| scratch.wrapping_add(arg as usize).cast_const());
                        let kernel: Kernel = self.kernels[usize::from(table >> 4)][usize::from(table & 15)];
                        kernel(slot, [a, b, c], parts);
                    }
                    Action::Load(region) => cell(region).copy_to_nonoverlapping(slot, parts),
                    Action::Store(region) => slot.copy_to_nonoverlapping(cell(region), parts),
                    Action::Count(region) => kernel::count(cell(region), slot, parts),
                }
            }
        }
    }
}

impl Instruction {
    /// Turns numbers of slots into offsets.
    fn scale(&mut self, parts: u32) {
        self.slot *= parts;
        if let Action::Logic(_) = self.action {
            self.args = self.args.map(|arg| arg * parts);
        }
    }
}

fn transfer(action: fn(u8) -> Action, cell: Cell, slot: u32) -> Instruction {
    Instruction { action: action(cell.region), slot, args: [0, cell.index.cast_unsigned(), 0] }
}

/// The kernels of a backend.
fn kernels(choice: MachineChoice) -> &'static Kernels {
    match choice.backend {
        #[cfg(target_arch = "x86_64")]
        Backend::Avx2 => &avx::AVX2,
        #[cfg(target_arch = "x86_64")]
        Backend::Avx512 => &avx::AVX512,
        _ => kernel::portable(choice.width),
    }
}
