//! A net's programs made ready to run, kept by what they depend on.

use super::super::{Job, Observer};
use gdl2hdl_net::map::Aim;
use gdl2hdl_net::playout::step::{ProgramShape, Programs};
use gdl2hdl_net::playout::{Choices, Draws};
use gdl2hdl_net::{Net, Verified};
use gdl2hdl_simd::{Code, MachineChoice, SimdError};
use std::ops::Range;

/// Bits of counters grow by so many at once, so that few programs serve all jobs.
const COUNTER_STEP: u32 = 4;

/// The programs of a net for one shape, made ready.
pub(super) struct Compiled {
    pub(super) programs: Programs,
    pub(super) step: Code,
    pub(super) goals: Option<Code>,
    /// For each role its goals, numbered through all roles.
    pub(super) role_goals: Vec<Range<usize>>,
}

impl Compiled {
    pub(super) fn new(
        net: Verified<'_>,
        choices: &Choices,
        draws: &Draws,
        shape: ProgramShape,
        choice: MachineChoice,
        observer: &dyn Observer,
    ) -> Result<Self, SimdError> {
        let programs = Programs::new(net, choices, draws, shape, observer)?;
        let step = Code::new(&programs.step, choice, observer)?;
        let goals = programs.goals.as_ref().map(|program| Code::new(program, choice, observer)).transpose()?;
        let ports = &net.net().ports;
        let role_goals = (0..ports.roles.len()).map(|role| ports.goals_of(role)).collect();
        Ok(Self { programs, step, goals, role_goals })
    }
}

/// What the programs for a job depend on.
pub(super) fn shape(net: &Net, job: &Job, choice: MachineChoice, aim: Aim, observed: bool) -> ProgramShape {
    let bits = |most: u64| (u64::BITS - most.leading_zeros()).next_multiple_of(COUNTER_STEP);
    ProgramShape {
        step_bits: bits(job.max_steps.saturating_sub(1)),
        first_moves: job.first_moves,
        observed,
        initial: job
            .starts
            .iter()
            .all(|start| start.registers.iter().zip(&net.ports.bases).all(|(bit, base)| *bit == base.init)),
        inputs: choice.backend.inputs(),
        aim,
    }
}
