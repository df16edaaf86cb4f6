//! Slots for values, reused when their value is dead.

use super::super::plan::{SimdPlan, SimdStep};

/// No slot.
const NONE: u32 = u32::MAX;

/// Which slot holds which value.
pub(super) struct Slots {
    slot_of: Vec<u32>,
    /// For each value the position of the step that uses it last.
    last_use: Vec<u32>,
    free: Vec<u32>,
    most: u32,
}

impl Slots {
    /// No value has a slot yet.
    pub(super) fn new(plan: &SimdPlan) -> Self {
        let mut last_use = vec![NONE; plan.num_values as usize];
        for (step, position) in plan.steps.iter().zip(0..) {
            step.arguments().iter().for_each(|&arg| last_use[arg as usize] = position);
        }
        Self { slot_of: vec![NONE; plan.num_values as usize], last_use, free: Vec::new(), most: 0 }
    }

    /// The slot of a value; slot 0 for the missing arguments of constants.
    pub(super) fn of(&self, value: u32) -> u32 {
        self.slot_of.get(value as usize).copied().filter(|&slot| slot != NONE).unwrap_or(0)
    }

    /// A new slot for a value that has none.
    pub(super) fn fetch(&mut self, value: u32) -> Option<u32> {
        (self.slot_of[value as usize] == NONE).then(|| self.allot(value))
    }

    /// A new slot for a value.
    pub(super) fn allot(&mut self, value: u32) -> u32 {
        let slot = self.free.pop().unwrap_or_else(|| {
            self.most += 1;
            self.most - 1
        });
        self.slot_of[value as usize] = slot;
        slot
    }

    /// Frees the slots of values that the step at `position` uses last.
    pub(super) fn free_dying(&mut self, step: &SimdStep, position: u32) {
        for &arg in step.arguments() {
            let slot = &mut self.slot_of[arg as usize];
            if self.last_use[arg as usize] == position && *slot != NONE {
                self.free.push(std::mem::replace(slot, NONE));
            }
        }
    }

    /// The most slots ever used.
    pub(super) fn most(&self) -> u32 {
        self.most
    }
}
