//! A net computed for many states at once: every bit of a word is a state of its own.

use crate::engine::simd;
use gdl2hdl_gdl::id::{id, place};
use gdl2hdl_gdl::observer::Observer;
use gdl2hdl_net::Verified;
use gdl2hdl_net::map::Aim;
use gdl2hdl_net::playout::step::{evaluate, ports};
use gdl2hdl_simd::{Code, MachineChoice, Memory, SimdError};

/// A net's program, and room for one state in each lane.
pub(super) struct Machine {
    code: Code,
    memory: Memory,
    registers: usize,
    moves: usize,
    goals: usize,
}

/// What a state shows without a move.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Look {
    pub(super) terminal: bool,
    /// The legal moves of all roles, ascending.
    pub(super) legal: Vec<u32>,
    /// The goal values that hold, numbered through all roles, ascending.
    pub(super) goals: Vec<u32>,
}

/// A state and the moves made in it, numbered through all roles.
pub(super) type Transition<'a> = (&'a [u64], &'a [u32]);

impl Machine {
    pub(super) fn new(net: Verified<'_>, observer: &dyn Observer) -> Result<Self, SimdError> {
        let choice = MachineChoice::best(net.net().num_gates());
        let code = Code::new(&evaluate(net, choice.backend.inputs(), Aim::Area, observer)?, choice, observer)?;
        let net_ports = &net.net().ports;
        let (registers, moves) = (net_ports.bases.len(), net_ports.inputs.len());
        let goals = net_ports.goals.len();
        let memory = simd::memory(net_ports, choice.width);
        Ok(Self { code, memory, registers, moves, goals })
    }

    /// States computed at once.
    pub(super) fn lanes(&self) -> usize {
        self.memory.width().lanes() as usize
    }

    /// 64-bit words of a state; at least one, so that states can be cut from a list.
    pub(super) fn words(&self) -> usize {
        self.registers.div_ceil(64).max(1)
    }

    /// A state of bits, register 0 in the lowest one.
    pub(super) fn pack(&self, bits: impl Iterator<Item = bool>) -> Vec<u64> {
        let mut state = vec![0; self.words()];
        bits.enumerate().filter(|(_, bit)| *bit).for_each(|(i, _)| state[i / 64] |= 1 << (i % 64));
        state
    }

    /// Looks at states, at most one for each lane.
    pub(super) fn look<'s>(
        &mut self,
        states: impl ExactSizeIterator<Item = &'s [u64]>,
    ) -> Result<Vec<Look>, SimdError> {
        let count = states.len();
        self.clear(ports::DOES, self.moves);
        self.put(states);
        self.code.run(&mut self.memory)?;
        let mut looks = vec![Look::default(); count];
        self.each(ports::TERMINAL, 1, count, |lane, _| looks[lane].terminal = true);
        self.each(ports::LEGAL, self.moves, count, |lane, mv| looks[lane].legal.push(mv));
        self.each(ports::GOAL, self.goals, count, |lane, goal| looks[lane].goals.push(goal));
        Ok(looks)
    }

    /// Makes steps, at most one for each lane. **Shape:** the states after them, one after another.
    pub(super) fn step<'s>(
        &mut self,
        steps: impl ExactSizeIterator<Item = Transition<'s>> + Clone,
    ) -> Result<Vec<u64>, SimdError> {
        let (count, words) = (steps.len(), self.words());
        self.clear(ports::DOES, self.moves);
        self.put(steps.clone().map(|(state, _)| state));
        for (lane, (_, joint)) in steps.enumerate() {
            joint.iter().for_each(|&mv| self.set(ports::DOES, mv as usize, lane));
        }
        self.code.run(&mut self.memory)?;
        let mut after = vec![0; count * words];
        self.each(ports::NEXT, self.registers, count, |lane, register| {
            after[lane * words + register as usize / 64] |= 1 << (register % 64);
        });
        Ok(after)
    }

    fn put<'s>(&mut self, states: impl Iterator<Item = &'s [u64]>) {
        self.clear(ports::STATE, self.registers);
        for (lane, state) in states.enumerate() {
            for (number, &word) in state.iter().enumerate() {
                ones(word, |bit| self.set(ports::STATE, number * 64 + bit, lane));
            }
        }
    }

    fn clear(&mut self, region: u8, count: usize) {
        (0..count).for_each(|i| self.memory.fill(region, place(i), false));
    }

    fn set(&mut self, region: u8, index: usize, lane: usize) {
        self.memory.cell_mut(region, place(index))[lane / 64] |= 1 << (lane % 64);
    }

    /// Calls `visit` with the lane and the word's number for each bit that is set in the first `lanes` lanes.
    fn each(&self, region: u8, count: usize, lanes: usize, mut visit: impl FnMut(usize, u32)) {
        for index in 0..count {
            let number = id(index);
            for (part, &word) in self.memory.cell(region, place(index)).iter().enumerate().take(lanes.div_ceil(64)) {
                let rest = lanes - part * 64;
                let word = if rest < 64 { word & ((1 << rest) - 1) } else { word };
                ones(word, |bit| visit(part * 64 + bit, number));
            }
        }
    }
}

/// The places of the bits that are set.
fn ones(mut word: u64, mut visit: impl FnMut(usize)) {
    while word != 0 {
        visit(word.trailing_zeros() as usize);
        word &= word - 1;
    }
}
