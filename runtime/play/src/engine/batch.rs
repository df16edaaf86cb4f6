//! Many states of one game side by side, one in each lane of the machine's words.

use super::simd::memory;
use gdl2hdl_gdl::id::{id, place};
use gdl2hdl_gdl::observer::Observer;
use gdl2hdl_net::Verified;
use gdl2hdl_net::map::Aim;
use gdl2hdl_net::playout::step::{evaluate, ports};
use gdl2hdl_simd::{Code, MachineChoice, Memory, SimdError};
use std::ops::Range;
use thiserror::Error;

/// Why a step was not made.
#[derive(Debug, Error)]
pub enum BatchError {
    /// There is one move too few or too many.
    #[error("{found} moves for {rows} states of {roles} roles: {} are needed", .rows * .roles)]
    Moves {
        /// Moves that were given.
        found: usize,
        /// States of the batch.
        rows: usize,
        /// Roles of the game.
        roles: usize,
    },
    /// A move that the role has not in this state.
    #[error("state {row}: role {role} has no legal move {action}")]
    Illegal {
        /// The state.
        row: usize,
        /// The role.
        role: usize,
        /// The move, counted within the role.
        action: usize,
    },
    /// The machine failed.
    #[error(transparent)]
    Simd(#[from] SimdError),
}

/// States of one game that are stepped together: a thousand cost little more than one.
///
/// **Shape:** states are rows, counted from 0. Facts are counted as the bases of the net, roles as in the rules, moves
/// within their role, as the inputs of the net. In the beginning all rows are in the initial state.
///
/// A state that is set must be one that play can come to, unless the net was compiled for all states.
pub struct Batch {
    code: Code,
    /// As many rows each as a word has lanes.
    blocks: Vec<Memory>,
    rows: usize,
    initial: Vec<bool>,
    /// For each role its inputs.
    moves: Vec<Range<usize>>,
    /// For each role its goals, with the values of all.
    goals: Vec<Range<usize>>,
    values: Vec<i64>,
    /// Whether outputs belong to the present states.
    settled: bool,
}

impl Batch {
    /// A batch of `rows` states.
    ///
    /// **Cost:** code for the machine is made of the net once; bits for all facts, moves and goals of each row.
    ///
    /// # Errors
    /// When machine code can't be made or placed; [`SimdError::Stopped`] by the observer.
    pub fn new(net: Verified<'_>, rows: usize, observer: &dyn Observer) -> Result<Self, SimdError> {
        let choice = MachineChoice::best(net.net().num_gates());
        let net_ports = &net.net().ports;
        let code = Code::new(&evaluate(net, choice.backend.inputs(), Aim::Area, observer)?, choice, observer)?;
        let lanes = choice.width.lanes() as usize;
        let blocks = (0..rows.div_ceil(lanes)).map(|_| memory(net_ports, choice.width)).collect();
        let initial = net_ports.bases.iter().map(|base| base.init).collect();
        let roles = 0..net_ports.roles.len();
        let moves = roles.clone().map(|role| net_ports.inputs_of(role)).collect();
        let goals = roles.map(|role| net_ports.goals_of(role)).collect();
        let values = net_ports.goals.iter().map(|goal| i64::from(goal.value)).collect();
        let mut batch = Self { code, blocks, rows, initial, moves, goals, values, settled: false };
        batch.reset();
        Ok(batch)
    }

    /// Number of states.
    #[must_use]
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// Number of roles.
    #[must_use]
    pub fn roles(&self) -> usize {
        self.moves.len()
    }

    /// Number of facts of a state.
    #[must_use]
    pub fn facts(&self) -> usize {
        self.initial.len()
    }

    /// Number of moves of a role, legal ones and others.
    ///
    /// # Panics
    /// Here and below: when there is no such role or row.
    #[must_use]
    pub fn moves(&self, role: usize) -> usize {
        self.moves[role].len()
    }

    /// Brings all rows to the initial state.
    pub fn reset(&mut self) {
        for block in &mut self.blocks {
            (0..).zip(&self.initial).for_each(|(base, &bit)| block.fill(ports::STATE, base, bit));
        }
        self.settled = false;
    }

    /// The state of a row: whether each fact holds.
    #[must_use]
    pub fn state(&self, row: usize) -> Vec<bool> {
        (0..self.facts()).map(|base| self.bit(row, ports::STATE, base)).collect()
    }

    /// Brings a row to another state: `facts` has a bit for each fact.
    ///
    /// # Panics
    /// When there are more or fewer bits.
    pub fn set_state(&mut self, row: usize, facts: &[bool]) {
        assert_eq!(facts.len(), self.facts(), "a state has as many bits as the game has facts");
        facts.iter().enumerate().for_each(|(base, &bit)| self.set_bit(row, ports::STATE, base, bit));
        self.settled = false;
    }

    /// The legal moves of a role, ascending. In a terminal state they mean nothing.
    ///
    /// # Errors
    /// Here and below: [`BatchError::Simd`] when the machine failed.
    pub fn legal(&mut self, row: usize, role: usize) -> Result<Vec<usize>, BatchError> {
        self.settle()?;
        let moves = self.moves[role].clone();
        Ok((0..moves.len()).filter(|&action| self.bit(row, ports::LEGAL, moves.start + action)).collect())
    }

    /// The goal values of a role, ascending. A sound game has one in a terminal state.
    ///
    /// # Errors
    /// As [`Batch::legal`].
    pub fn goals(&mut self, row: usize, role: usize) -> Result<Vec<i64>, BatchError> {
        self.settle()?;
        let holds = |&goal: &usize| self.bit(row, ports::GOAL, goal);
        Ok(self.goals[role].clone().filter(holds).map(|goal| self.values[goal]).collect())
    }

    /// Whether a row's state is terminal.
    ///
    /// # Errors
    /// As [`Batch::legal`].
    pub fn terminal(&mut self, row: usize) -> Result<bool, BatchError> {
        self.settle()?;
        Ok(self.bit(row, ports::TERMINAL, 0))
    }

    /// Makes a joint move in each row. `moves` has one move for each role, row after row. Rows in terminal states stay
    /// as they are, whatever their moves. When a move is illegal, no row is changed.
    ///
    /// # Errors
    /// [`BatchError`].
    pub fn step(&mut self, moves: &[usize]) -> Result<(), BatchError> {
        let (rows, roles) = (self.rows, self.roles());
        if moves.len() != rows * roles {
            return Err(BatchError::Moves { found: moves.len(), rows, roles });
        }
        self.settle()?;
        for (place, &action) in moves.iter().enumerate() {
            let (row, role) = (place / roles, place % roles);
            let inputs = self.moves[role].clone();
            let is_legal = action < inputs.len() && self.bit(row, ports::LEGAL, inputs.start + action);
            if !is_legal && !self.bit(row, ports::TERMINAL, 0) {
                return Err(BatchError::Illegal { row, role, action });
            }
        }
        for (place, &action) in moves.iter().enumerate() {
            let inputs = self.moves[place % roles].clone();
            if action < inputs.len() {
                self.set_bit(place / roles, ports::DOES, inputs.start + action, true);
            }
        }
        self.advance()
    }

    /// The moves that are set are made.
    fn advance(&mut self) -> Result<(), BatchError> {
        let facts = place(self.facts());
        for block in &mut self.blocks {
            let over = block.cell(ports::TERMINAL, 0).to_vec();
            self.code.run(block)?;
            for base in 0..facts {
                let before = block.cell(ports::STATE, base).to_vec();
                let next = block.cell_mut(ports::NEXT, base);
                next.iter_mut()
                    .zip(&before)
                    .zip(&over)
                    .for_each(|((next, old), over)| *next = *next & !over | old & over);
            }
            block.swap(ports::STATE, ports::NEXT);
        }
        self.settled = false;
        Ok(())
    }

    /// Computes the outputs of the present states. All moves are clear then.
    fn settle(&mut self) -> Result<(), BatchError> {
        if self.settled {
            return Ok(());
        }
        let inputs = place(self.moves.last().map_or(0, |last| last.end));
        for block in &mut self.blocks {
            (0..inputs).for_each(|input| block.fill(ports::DOES, input, false));
            self.code.run(block)?;
        }
        self.settled = true;
        Ok(())
    }

    /// Where a row stands: its block, the number of its word, its bit.
    fn lane(&self, row: usize) -> (usize, usize, u32) {
        assert!(row < self.rows, "there is no row {row} of {}", self.rows);
        let lanes = self.code.width().lanes() as usize;
        (row / lanes, row % lanes / 64, id(row % 64))
    }

    fn bit(&self, row: usize, region: u8, index: usize) -> bool {
        let (block, part, bit) = self.lane(row);
        self.blocks[block].cell(region, place(index))[part] >> bit & 1 == 1
    }

    fn set_bit(&mut self, row: usize, region: u8, index: usize, value: bool) {
        let (block, part, bit) = self.lane(row);
        let word = &mut self.blocks[block].cell_mut(region, place(index))[part];
        *word = *word & !(1 << bit) | u64::from(value) << bit;
    }
}
