//! When values are used next.

use super::super::plan::{SimdPlan, SimdStep};
use gdl2hdl_gdl::id::id;

/// A value that is not used any more.
pub(super) const NEVER: u32 = u32::MAX;

/// A value, and the position of the step that uses it next.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Use {
    pub(super) value: u32,
    pub(super) next: u32,
}

/// For each use of a value, and for its definition, the position of the step that uses it next.
pub(super) struct Uses {
    /// For each value its first use.
    first: Vec<u32>,
    /// For each step and argument the use after that.
    after: Vec<[u32; 3]>,
}

impl Uses {
    /// Of all values of a plan.
    pub(super) fn new(plan: &SimdPlan) -> Self {
        let mut first = vec![NEVER; plan.num_values as usize];
        let mut after = vec![[NEVER; 3]; plan.steps.len()];
        let positions = 0..id(plan.steps.len());
        for ((step, after), position) in plan.steps.iter().zip(&mut after).zip(positions).rev() {
            for (&arg, after) in step.arguments().iter().zip(after) {
                *after = std::mem::replace(&mut first[arg as usize], position);
            }
        }
        Self { first, after }
    }

    /// The first use of a value.
    pub(super) fn first(&self, value: u32) -> u32 {
        self.first[value as usize]
    }

    /// The arguments of a step, each with its next use after that step; `arity` of them matter.
    pub(super) fn after(&self, step: &SimdStep, position: usize) -> [Use; 3] {
        let mut uses = [Use { value: 0, next: NEVER }; 3];
        for ((used, &value), &next) in uses.iter_mut().zip(step.arguments()).zip(&self.after[position]) {
            *used = Use { value, next };
        }
        uses
    }
}
