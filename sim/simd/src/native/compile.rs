//! A plan to machine code, step by step.

use super::super::plan::{SimdPlan, SimdStep};
use super::super::{STEPS, SimdError};
use super::Machined;
use super::address::Frame;
use super::assembler::Assembler;
use super::isa::Isa;
use super::registers::Registers;
use super::select::Selector;
use super::uses::Uses;
use gdl2hdl_gdl::observer::{Observer, Pace};

/// Code of a block, at most about this many bytes, when words have several vectors: it should stay in the instruction
/// cache while it runs for all of them.
const BLOCK: usize = 20 << 10;
/// A guess of the length of an instruction.
const INSTRUCTION: usize = 10;

/// Compiles a plan for words of `word` bytes.
pub(super) fn compile<I: Isa>(
    plan: &SimdPlan,
    word: usize,
    isa: I,
    observer: &dyn Observer,
) -> Result<Machined, SimdError> {
    let uses = Uses::new(plan);
    let most = if word > I::BYTES { BLOCK } else { usize::MAX };
    let mut selector = Selector {
        asm: Assembler::new(plan.steps.len() * INSTRUCTION)?,
        frame: Frame::new(plan, word, I::BYTES, I::SCALED)?,
        registers: Registers::new(I::REGISTERS, &plan.inputs, plan.num_values),
        isa,
        now: 0,
    };
    let (mut blocks, mut pace) = (vec![0], Pace::new(observer, STEPS));
    selector.enter();
    for (position, (step, now)) in plan.steps.iter().zip(0..).enumerate() {
        pace.step()?;
        if selector.asm.len() - blocks[blocks.len() - 1] > most {
            selector.spill_all();
            selector.leave();
            blocks.push(selector.asm.len());
            selector.enter();
        }
        selector.now = now;
        let after = uses.after(step, position);
        match step {
            SimdStep::Logic(logic) => {
                selector.logic(logic, &after[..usize::from(logic.arity)], uses.first(logic.value))
            }
            SimdStep::Store(cell, _) => selector.store(*cell, after[0]),
            SimdStep::Count(cell, _) => selector.count(*cell, after[0]),
        }
    }
    selector.leave();
    let slots = selector.registers.most_slots() as usize;
    if slots > MOST_BYTES / I::BYTES {
        return Err(SimdError::TooLarge);
    }
    Ok(Machined { bytes: selector.asm.finish()?, blocks, slots })
}

/// Slots must be within reach of a displacement.
const MOST_BYTES: usize = 1 << 29;
