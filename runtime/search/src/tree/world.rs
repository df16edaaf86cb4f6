//! The game as search sees it: states as bits, many of them stepped together.

use gdl2hdl_gdl::id::{id, place};
use gdl2hdl_gdl::observer::Observer;
use gdl2hdl_net::Verified;
use gdl2hdl_net::map::Aim;
use gdl2hdl_net::playout::step::{evaluate, ports};
use gdl2hdl_net::propnet::Ports;
use gdl2hdl_play::engine::evaluation_memory;
use gdl2hdl_simd::{Code, MachineChoice, Memory, SimdError, transpose};
use std::ops::Range;

/// Lanes whose bits share a number.
const GROUP: usize = 64;

/// A machine that computes what follows from many states at once, one in each lane.
///
/// **Shape:** a state is [`World::parts`] numbers, base `i` in bit `i % 64` of number `i / 64`. Moves are counted within
/// their role, as the inputs of the net.
pub(super) struct World {
    code: Code,
    memory: Memory,
    lanes: usize,
    parts: usize,
    initial: Vec<u64>,
    inputs: Vec<Range<usize>>,
    goals: Vec<Range<usize>>,
    /// Goal values from 0 to 1.
    values: Vec<f64>,
}

/// What holds in some states.
#[derive(Default)]
pub(super) struct Outlook {
    /// For each state whether it is terminal.
    pub(super) terminal: Vec<bool>,
    /// For each state and role the goal value, from 0 to 1; 0 where it has not exactly one.
    pub(super) values: Vec<f64>,
    /// The legal moves of all states and roles, one after another.
    pub(super) moves: Vec<u32>,
    /// For each state and role where its moves end.
    pub(super) ends: Vec<usize>,
}

impl Outlook {
    /// The legal moves of a role in a state, where there are so many roles.
    pub(super) fn legal(&self, state: usize, role: usize, roles: usize) -> &[u32] {
        let at = state * roles + role;
        let start = at.checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.moves[start..self.ends[at]]
    }
}

impl World {
    /// **Cost:** machine code is made of the net.
    pub(super) fn new(net: Verified<'_>, observer: &dyn Observer) -> Result<Self, SimdError> {
        let choice = MachineChoice::best(net.net().num_gates());
        let net_ports = &net.net().ports;
        let aim = Aim::soon(net.net().num_gates());
        let code = Code::new(&evaluate(net, choice.backend.inputs(), aim, observer)?, choice, observer)?;
        let roles = 0..net_ports.roles.len();
        let parts = net_ports.bases.len().div_ceil(GROUP).max(1);
        Ok(Self {
            memory: evaluation_memory(net_ports, choice.width),
            lanes: choice.width.lanes() as usize,
            initial: initial(net_ports, parts),
            parts,
            inputs: roles.clone().map(|role| net_ports.inputs_of(role)).collect(),
            goals: roles.map(|role| net_ports.goals_of(role)).collect(),
            values: net_ports.goals.iter().map(|goal| f64::from(goal.value.clamp(0, 100)) / 100.0).collect(),
            code,
        })
    }

    /// Numbers of a state.
    pub(super) fn parts(&self) -> usize {
        self.parts
    }

    /// Number of bases.
    pub(super) fn bases(&self) -> usize {
        self.memory.len(ports::STATE)
    }

    /// Number of roles.
    pub(super) fn roles(&self) -> usize {
        self.inputs.len()
    }

    /// The initial state.
    pub(super) fn initial(&self) -> &[u64] {
        &self.initial
    }

    /// The goal values that a role may get, from 0 to 1.
    pub(super) fn values_of(&self, role: usize) -> &[f64] {
        &self.values[self.goals[role].clone()]
    }

    /// The states that follow. `states` has one after another; `joint` has a move for each state and role.
    pub(super) fn step(&mut self, states: &[u64], joint: &[u32]) -> Result<Vec<u64>, SimdError> {
        let (roles, lanes, parts) = (self.roles(), self.lanes, self.parts);
        let mut next = Vec::with_capacity(states.len());
        for (states, joint) in states.chunks(lanes * parts).zip(joint.chunks(lanes * roles)) {
            self.load(states);
            self.set_moves(joint, true);
            let run = self.code.run(&mut self.memory);
            self.set_moves(joint, false);
            run?;
            let count = states.len() / parts;
            let first = next.len();
            next.resize(first + count * parts, 0);
            let bases = 0..self.memory.len(ports::NEXT);
            self.read(ports::NEXT, bases, count, |lane, part, bits| next[first + lane * parts + part] = bits);
        }
        Ok(next)
    }

    /// What holds in some states, one after another. `with_moves`: whether their legal moves are wanted.
    pub(super) fn look(&mut self, states: &[u64], with_moves: bool) -> Result<Outlook, SimdError> {
        let mut outlook = Outlook::default();
        for states in states.chunks(self.lanes * self.parts) {
            self.load(states);
            self.code.run(&mut self.memory)?;
            let count = states.len() / self.parts;
            let over = self.memory.cell(ports::TERMINAL, 0);
            outlook.terminal.extend((0..count).map(|lane| over[lane / GROUP] >> (lane % GROUP) & 1 == 1));
            self.values(count, &mut outlook.values);
            if with_moves {
                self.moves(count, &mut outlook);
            }
        }
        Ok(outlook)
    }

    /// Adds the goal values of the first lanes.
    fn values(&self, count: usize, values: &mut Vec<f64>) {
        for lane in 0..count {
            let holds =
                |goal: &usize| self.memory.cell(ports::GOAL, place(*goal))[lane / GROUP] >> (lane % GROUP) & 1 == 1;
            values.extend(self.goals.iter().map(|goals| {
                let mut held = goals.clone().filter(holds);
                match (held.next(), held.next()) {
                    (Some(goal), None) => self.values[goal],
                    _ => 0.0,
                }
            }));
        }
    }

    /// Adds the legal moves of the first lanes.
    fn moves(&self, count: usize, outlook: &mut Outlook) {
        let roles = self.roles();
        let mut legal: Vec<Vec<u32>> = vec![Vec::new(); count * roles];
        for (role, inputs) in self.inputs.iter().enumerate() {
            self.read(ports::LEGAL, inputs.clone(), count, |lane, part, mut bits| {
                while bits != 0 {
                    legal[lane * roles + role].push(id(part * GROUP) + bits.trailing_zeros());
                    bits &= bits - 1;
                }
            });
        }
        for moves in legal {
            outlook.moves.extend(moves);
            outlook.ends.push(outlook.moves.len());
        }
    }

    /// Puts states into the first lanes.
    fn load(&mut self, states: &[u64]) {
        let (parts, bases) = (self.parts, self.memory.len(ports::STATE));
        for (group, states) in states.chunks(GROUP * parts).enumerate() {
            for part in 0..parts {
                let mut rows = [0; GROUP];
                states.chunks(parts).zip(&mut rows).for_each(|(state, row)| *row = state[part]);
                transpose(&mut rows);
                for (base, row) in (part * GROUP..bases).zip(rows) {
                    self.memory.cell_mut(ports::STATE, place(base))[group] = row;
                }
            }
        }
    }

    /// Gives some words of the first lanes to `visit`: the lane, the number of 64 words, and their bits in the lane.
    fn read(&self, region: u8, words: Range<usize>, count: usize, mut visit: impl FnMut(usize, usize, u64)) {
        for group in 0..count.div_ceil(GROUP) {
            let lanes = GROUP.min(count - group * GROUP);
            for part in 0..words.len().div_ceil(GROUP) {
                let mut rows = [0; GROUP];
                let start = words.start + part * GROUP;
                for (word, row) in (start..words.end).zip(&mut rows) {
                    *row = self.memory.cell(region, place(word))[group];
                }
                transpose(&mut rows);
                rows[..lanes].iter().enumerate().for_each(|(lane, &bits)| visit(group * GROUP + lane, part, bits));
            }
        }
    }

    /// Makes moves, or takes them back: outside of a step, no move is made.
    fn set_moves(&mut self, joint: &[u32], made: bool) {
        let roles = self.roles();
        for (lane, joint) in joint.chunks(roles).enumerate() {
            for (inputs, &action) in self.inputs.iter().zip(joint) {
                let word = self.memory.cell_mut(ports::DOES, place(inputs.start + action as usize));
                let bit = 1 << (lane % GROUP);
                word[lane / GROUP] = if made { word[lane / GROUP] | bit } else { word[lane / GROUP] & !bit };
            }
        }
    }
}

fn initial(ports: &Ports, parts: usize) -> Vec<u64> {
    let mut state = vec![0; parts];
    let holding = ports.bases.iter().enumerate().filter(|(_, base)| base.init);
    holding.for_each(|(base, _)| state[base / GROUP] |= 1 << (base % GROUP));
    state
}
