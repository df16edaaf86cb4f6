//! Where everything lies in the memory of a block of lanes.

use crate::Net;
use crate::map::Aim;
use crate::playout::Draws;
use crate::playout::generator::STATE_BITS;
use crate::program::Cell;
use gdl2hdl_gdl::id::id;

/// Regions of memory, by number.
pub mod region {
    /// A playout in each lane: its state, which a step replaces by the next one, and whether and how it ends.
    pub const STATE: u8 = 0;
    /// The last random bits. The caller moves the origin by [`super::Layout::row`] after each step.
    pub const GENERATOR: u8 = 1;
    /// What a lane's playouts share: start state, limits, and quota.
    pub const LANES: u8 = 2;
    /// Numbers of playouts.
    pub const COUNTS: u8 = 3;
    /// Last state of an earlier playout, whose goals have not been read.
    pub const KEPT: u8 = 4;
    /// What observers see.
    pub const SEEN: u8 = 5;
    /// Number of regions.
    pub const COUNT: u8 = 6;
    /// What belongs to one playout of each lane: a copy of these regions for each place of a lane is all it takes to
    /// have several in flight.
    pub const OF_SLOT: [u8; 2] = [STATE, KEPT];
}

/// Bits of the playouts that a lane begins until it needs the caller's attention.
pub const QUOTA_BITS: usize = 12;

/// What a block of lanes is to do, as far as programs depend on it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct ProgramShape {
    /// Bits of the step limit less 1.
    pub step_bits: u32,
    /// Whether the numbers drawn at the first step are kept, and goals shown in [`region::SEEN`].
    pub first_moves: bool,
    /// Whether everything is shown in [`region::SEEN`].
    pub observed: bool,
    /// Whether all playouts start from the initial state of the net: it is then part of the program.
    pub initial: bool,
    /// Inputs of the functions the machine computes at once: 2 or 3.
    pub inputs: usize,
    /// How few of them there are to be.
    pub aim: Aim,
}

/// When the goals of playouts that finish are read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reading {
    /// In every step, for the lanes that finish in it: cheap goals.
    Counted,
    /// Later, from the registers kept for that: those of many lanes at once.
    Late,
    /// In the step in which some lane finishes, and shown: who looks at single playouts can't wait.
    Shown,
}

impl Reading {
    /// What is least work for a net whose goals depend on the given nodes.
    fn new(net: &Net, goals: &[bool], shape: ProgramShape) -> Self {
        if shape.first_moves || shape.observed {
            return Self::Shown;
        }
        let terminal = net.cone([net.ports.terminal.node()]);
        let first = net.ports.first_gate();
        let gates = goals[first..].iter().zip(&terminal[first..]).filter(|&(&goal, &terminal)| goal && !terminal);
        let kept = goals[1..=net.ports.bases.len()].iter().filter(|needed| **needed).count();
        // A table is about two gates, counting one goal takes about four operations; keeping a register takes an
        // operation, a load and a store.
        if gates.count() / 2 + 4 * net.ports.goals.len() <= 3 * kept { Self::Counted } else { Self::Late }
    }
}

/// Slots in the regions. **Shape:** words; a region's parts follow one another.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Layout {
    /// Registers of the net.
    pub registers: usize,
    /// Moves of all roles.
    pub moves: usize,
    /// Goal values of all roles.
    pub goals: usize,
    /// Roles.
    pub(super) roles: usize,
    /// For each picker the bits of the number it picks. Roles share a picker as they share a draw.
    pub index_bits: Vec<usize>,
    /// What programs depend on.
    pub shape: ProgramShape,
    /// When goals are read.
    pub reading: Reading,
    /// Registers on which goals depend, when they are kept.
    pub(super) kept: Vec<usize>,
    /// For each generator its bits a step.
    generators: Vec<u32>,
}

/// Words of [`region::STATE`] between the registers and the steps left.
const FLAGS: usize = 6;
/// Words of [`region::LANES`] before the quota.
const SIGNALS: usize = 2;

fn cell(region: u8, index: usize) -> Cell {
    Cell::at(region, i64::from(id(index)))
}

impl Layout {
    pub(super) fn new(net: &Net, draws: &Draws, index_bits: Vec<usize>, shape: ProgramShape) -> Self {
        let ports = &net.ports;
        let goals = net.cone(ports.goals.iter().map(|goal| goal.holds.node()));
        let reading = Reading::new(net, &goals, shape);
        let kept = (0..ports.bases.len()).filter(|&base| reading == Reading::Late && goals[1 + base]).collect();
        Self {
            registers: ports.bases.len(),
            moves: ports.inputs.len(),
            goals: ports.goals.len(),
            roles: ports.roles.len(),
            index_bits,
            shape,
            reading,
            kept,
            generators: draws.generators.clone(),
        }
    }

    /// Words of a region from place 0 on. Those of [`region::GENERATOR`] before it are [`Layout::history`] times
    /// [`Layout::row`].
    #[must_use]
    pub fn words(&self, region: u8) -> usize {
        let shape = &self.shape;
        match region {
            region::STATE => {
                let first: usize = self.index_bits.iter().sum();
                self.registers + FLAGS + shape.step_bits as usize + if shape.first_moves { first } else { 0 }
            }
            region::GENERATOR => self.row(),
            region::LANES => SIGNALS + QUOTA_BITS + shape.step_bits as usize + self.registers,
            region::COUNTS => 1 + self.goals + self.roles,
            region::KEPT => self.kept.len(),
            region::SEEN if self.reading == Reading::Shown => self.registers + 2 * self.moves + self.goals,
            _ => 0,
        }
    }

    /// Register of the state.
    #[must_use]
    pub fn register(&self, register: usize) -> Cell {
        cell(region::STATE, register)
    }

    /// Lanes whose playout ended in the last step: they begin again in this one.
    #[must_use]
    pub fn ended(&self) -> Cell {
        cell(region::STATE, self.registers)
    }

    /// Bit of the steps left, less 1.
    #[must_use]
    pub fn steps_left(&self, bit: usize) -> Cell {
        cell(region::STATE, self.registers + FLAGS + bit)
    }

    /// Bit of the number that a picker picked in the first step of the playout.
    #[must_use]
    pub fn first(&self, picker: usize, bit: usize) -> Cell {
        let before: usize = self.index_bits[..picker].iter().sum();
        cell(region::STATE, self.registers + FLAGS + self.shape.step_bits as usize + before + bit)
    }

    /// Lanes that have a playout here.
    #[must_use]
    pub fn active(&self) -> Cell {
        cell(region::STATE, self.registers + 1)
    }

    /// Lanes that reached a terminal state, that made their last step, that can't move, all in this step.
    #[must_use]
    pub fn outcomes(&self) -> [Cell; 3] {
        [2, 3, 4].map(|i| cell(region::STATE, self.registers + i))
    }

    /// Lanes that finished in an earlier step, and whose goals have not been read.
    #[must_use]
    pub fn pending(&self) -> Cell {
        cell(region::STATE, self.registers + 5)
    }

    /// Lanes whose playout ended in this step, with none in [`Layout::quota`] to follow it.
    #[must_use]
    pub fn spent(&self) -> Cell {
        cell(region::LANES, 0)
    }

    /// Lanes for which the caller must do something before the next step, see [`super::Programs`].
    #[must_use]
    pub fn attention(&self) -> Cell {
        cell(region::LANES, 1)
    }

    /// Bit of the playouts that no place of the lane has been given, below 2 to the power of [`QUOTA_BITS`].
    #[must_use]
    pub fn quota(&self, bit: usize) -> Cell {
        cell(region::LANES, SIGNALS + bit)
    }

    /// Bit of the step limit less 1.
    #[must_use]
    pub fn limit(&self, bit: usize) -> Cell {
        cell(region::LANES, SIGNALS + QUOTA_BITS + bit)
    }

    /// Register of the start state. Nobody reads it where [`ProgramShape::initial`] is set.
    #[must_use]
    pub fn start(&self, register: usize) -> Cell {
        cell(region::LANES, SIGNALS + QUOTA_BITS + self.shape.step_bits as usize + register)
    }

    /// Number of finished playouts whose goals were read.
    #[must_use]
    pub fn finished(&self) -> Cell {
        cell(region::COUNTS, 0)
    }

    /// Finished playouts with this goal, numbered through all roles.
    #[must_use]
    pub fn goal(&self, goal: usize) -> Cell {
        cell(region::COUNTS, 1 + goal)
    }

    /// Finished playouts in which a role has not exactly one goal value.
    #[must_use]
    pub fn undefined(&self, role: usize) -> Cell {
        cell(region::COUNTS, 1 + self.goals + role)
    }

    /// A register of [`Layout::kept`].
    pub(super) fn kept(&self, place: usize) -> Cell {
        cell(region::KEPT, place)
    }

    /// Whether a register holds before the step.
    #[must_use]
    pub fn seen_register(&self, register: usize) -> Cell {
        cell(region::SEEN, register)
    }

    /// Whether a move is legal before the step.
    #[must_use]
    pub fn seen_legal(&self, input: usize) -> Cell {
        cell(region::SEEN, self.registers + input)
    }

    /// Whether a move is made in the step.
    #[must_use]
    pub fn seen_move(&self, input: usize) -> Cell {
        cell(region::SEEN, self.registers + self.moves + input)
    }

    /// Whether a goal holds after the step, in lanes that finished.
    #[must_use]
    pub fn seen_goal(&self, goal: usize) -> Cell {
        cell(region::SEEN, self.registers + 2 * self.moves + goal)
    }

    /// Random bits of all generators in a step.
    #[must_use]
    pub fn row(&self) -> usize {
        self.generators.iter().map(|&bits| bits as usize).sum()
    }

    /// Steps back that generators look.
    #[must_use]
    pub fn history(&self) -> usize {
        self.generators.iter().map(|&bits| STATE_BITS.div_ceil(bits) as usize).max().unwrap_or(0)
    }

    /// Number of generators.
    #[must_use]
    pub fn generators(&self) -> usize {
        self.generators.len()
    }

    /// Bits a generator gives in a step.
    pub(super) fn bits_of(&self, generator: usize) -> i64 {
        i64::from(self.generators[generator])
    }

    /// A bit of a generator: 0 is the first of this step, negative ones are older.
    #[must_use]
    pub fn random(&self, generator: usize, bit: i64) -> Cell {
        let bits = i64::from(self.generators[generator]);
        let before: i64 = self.generators[..generator].iter().map(|&bits| i64::from(bits)).sum();
        let all = before + self.generators[generator..].iter().map(|&bits| i64::from(bits)).sum::<i64>();
        let index = bit.div_euclid(bits) * all + before + bit.rem_euclid(bits);
        Cell::at(region::GENERATOR, index)
    }
}
