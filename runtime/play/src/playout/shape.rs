//! The sizes of a game: what an engine of playouts needs to know of it.

use super::{Job, JointMove, MAX_FIRST_MOVES, PlayError, Report, StartReport, State, Tally, Then};

use crate::engine::listed;
use bitvec::prelude::BitSlice;
use gdl2hdl_net::Net;
use gdl2hdl_net::playout::{Choices, Draw, Draws};
use gdl2hdl_net::propnet::{Lit, Ports};
use std::fmt;
use std::ops::Range;

/// Numbers of registers, moves and goal values, and the random bits of a step.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct GameShape {
    /// Number of registers.
    pub registers: usize,
    /// For each role the bits of its moves, among those of all roles.
    pub moves: Vec<Range<usize>>,
    /// For each role the bits of its goal values, among those of all roles.
    pub goals: Vec<Range<usize>>,
    /// The random bits.
    pub draws: Draws,
    /// Literals of registers that exclude each other in every reachable state, with their facts. The draws rest on it.
    pub excluded: Vec<[Literal; 2]>,
    /// Literals of which at most one holds in every reachable state, or exactly one. The net rests on it.
    pub groups: Vec<(Vec<Literal>, bool)>,
}

/// A register and the value that is meant.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Literal {
    /// Number of the register.
    pub register: usize,
    /// Its value.
    pub value: bool,
    /// The fact it stands for.
    pub fact: String,
}

impl Literal {
    fn new(ports: &Ports, lit: Lit) -> Self {
        let register = lit.node().index() - 1;
        Self { register, value: !lit.is_complement(), fact: ports.bases[register].fact.to_string() }
    }

    fn complement(&self) -> Self {
        Self { value: !self.value, ..self.clone() }
    }

    fn holds(&self, state: &State) -> bool {
        state[self.register] == self.value
    }
}

/// `(not FACT)` where the register must be clear.
impl fmt::Display for Literal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.value { f.write_str(&self.fact) } else { write!(f, "(not {})", self.fact) }
    }
}

fn literals(ports: &Ports, lits: &[Lit]) -> Vec<Literal> {
    lits.iter().map(|&lit| Literal::new(ports, lit)).collect()
}

impl GameShape {
    /// The sizes of a net, and what is known of its roles' choices.
    #[must_use]
    pub fn new(net: &Net, choices: &Choices) -> Self {
        let ports = &net.ports;
        let roles = 0..ports.roles.len();
        Self {
            registers: ports.bases.len(),
            moves: roles.clone().map(|role| ports.inputs_of(role)).collect(),
            goals: roles.map(|role| ports.goals_of(role)).collect(),
            draws: Draws::new(net, choices),
            groups: choices.groups.iter().map(|group| (literals(ports, &group.members), group.exact)).collect(),
            excluded: choices.excluded.iter().map(|pair| pair.map(|lit| Literal::new(ports, lit))).collect(),
        }
    }

    /// Bits of all moves.
    #[must_use]
    pub fn num_moves(&self) -> usize {
        self.moves.last().map_or(0, |moves| moves.end)
    }

    /// Bits of all goal values.
    #[must_use]
    pub fn num_goals(&self) -> usize {
        self.goals.last().map_or(0, |goals| goals.end)
    }

    /// Literals that hold in a state, and never hold together in a state that can be reached.
    #[must_use]
    pub fn contradiction(&self, state: &State) -> Option<Vec<Literal>> {
        let pair = self.excluded.iter().find(|pair| pair.iter().all(|literal| literal.holds(state)));
        let of_groups = || {
            self.groups.iter().find_map(|(members, exact)| {
                let held: Vec<Literal> =
                    members.iter().filter(|literal| literal.holds(state)).take(2).cloned().collect();
                match held.len() {
                    0 if *exact => Some(members.iter().map(Literal::complement).collect()),
                    2 => Some(held),
                    _ => None,
                }
            })
        };
        pair.map(|pair| pair.to_vec()).or_else(of_groups)
    }

    /// A report without playouts.
    #[must_use]
    pub fn no_playouts(&self, job: &Job) -> Report {
        let start = StartReport::new(self.goals.iter().map(Range::len), job.first_moves);
        Report { starts: vec![start; job.starts.len()], rounds: 0, lanes: job.lanes, complete: false }
    }

    /// What so many playouts add up to that all end before their first step.
    #[must_use]
    pub fn all_end(&self, end: &Then, playouts: u64) -> Tally {
        let mut all = Tally::new(self.goals.iter().map(Range::len));
        all.count(playouts, &self.goals, 0, end);
        all
    }

    /// Whether a job fits the game. `legal` gives the legal moves of a start state by number, as one bit for each
    /// move of all roles; it is asked only when the report is to count by first moves.
    ///
    /// # Errors
    /// [`PlayError::Job`], [`PlayError::Unreachable`], [`PlayError::FirstMoves`], and what `legal` says.
    pub fn check<B: AsRef<BitSlice>>(
        &self,
        job: &Job,
        mut legal: impl FnMut(usize) -> Result<B, PlayError>,
    ) -> Result<(), PlayError> {
        job.check(self.registers)?;
        for (start, state) in job.starts.iter().enumerate() {
            if let Some(literals) = self.contradiction(&state.registers) {
                return Err(PlayError::Unreachable { start, facts: listed(literals.iter()) });
            }
        }
        let mut first_moves = 0_u64;
        for start in (0..job.starts.len()).filter(|_| job.first_moves) {
            let legal = legal(start)?;
            let choices = self.moves.iter().map(|moves| legal.as_ref()[moves.clone()].count_ones() as u64);
            first_moves = first_moves.saturating_add(choices.fold(1, u64::saturating_mul));
        }
        if first_moves > MAX_FIRST_MOVES { Err(PlayError::FirstMoves(first_moves)) } else { Ok(()) }
    }

    /// The moves that the roles pick, given what each generator drew; `None` when some role has no legal move.
    #[must_use]
    pub fn picks(&self, legal: &BitSlice, drawn: &[u64]) -> Option<JointMove> {
        let roles = self.moves.iter().zip(&self.draws.roles);
        roles.map(|(moves, draw)| pick(&legal[moves.clone()], self.number(*draw, drawn), draw.bits)).collect()
    }

    /// The draw of a role as a number, cut out of what its generator drew.
    fn number(&self, draw: Draw, drawn: &[u64]) -> u64 {
        if draw.bits == 0 {
            return 0;
        }
        let generator = draw.generator as usize;
        let behind = self.draws.generators[generator] - draw.offset - draw.bits;
        drawn[generator] >> behind & ((1 << draw.bits) - 1)
    }
}

/// Of `n` legal moves, number `(draw * n) >> bits`: which move of the role that is. No product overflows: a draw has
/// at most 35 bits, and `n` bits of a net fit into memory many times.
fn pick(legal: &BitSlice, draw: u64, bits: u32) -> Option<u32> {
    let number = (draw * legal.count_ones() as u64) >> bits;
    let chosen = legal.iter_ones().nth(usize::try_from(number).ok()?)?;
    u32::try_from(chosen).ok()
}

#[cfg(test)]
mod tests {
    use super::super::JobError;
    use super::*;
    use bitvec::prelude::{BitVec, Lsb0, bits};

    #[test]
    fn draws_are_cut_out_of_what_a_generator_gives() {
        let draw = |generator, offset, bits| Draw { generator, offset, bits };
        let roles = vec![draw(0, 0, 14), Draw::default(), draw(0, 14, 15), draw(1, 0, 28)];
        let draws = Draws { roles, generators: vec![29, 28] };
        let shape = GameShape { draws, ..GameShape::default() };
        let (first, third, fourth) = (0x2001, 0x5007, 0xabc_def0);
        let drawn = [first << 15 | third, fourth];
        let numbers: Vec<u64> = shape.draws.roles.iter().map(|draw| shape.number(*draw, &drawn)).collect();
        assert_eq!(numbers, [first, 0, third, fourth]);
    }

    #[test]
    fn picks_count_legal_moves_only() {
        let legal = bits![0, 1, 1, 0, 1, 0, 0];
        let picked: Vec<_> = [0, 2730, 2731, 5461, 5462, 8191].map(|draw| pick(legal, draw, 13)).into();
        assert_eq!(picked, [1, 1, 2, 2, 4, 4].map(Some));
        assert_eq!(pick(bits![0, 0], 8191, 13), None);
        assert_eq!((pick(bits![1], 0, 0), pick(bits![0], 0, 0), pick(bits![], 0, 0)), (Some(0), None, None));
    }

    #[test]
    fn a_report_lists_so_many_first_moves() {
        let shape = GameShape { moves: vec![0..300, 300..600], ..GameShape::default() };
        let mut job = Job {
            starts: vec![BitVec::new().into()],
            lanes: 1,
            per_lane: 1,
            slots: 1,
            seed: 0,
            max_steps: 1,
            first_moves: true,
        };
        let all = |_| Ok(BitVec::<usize>::repeat(true, 600));
        assert_eq!(shape.check(&job, all), Err(PlayError::FirstMoves(90_000)));
        job.first_moves = false;
        assert_eq!(shape.check(&job, all), Ok(()));
        job.lanes = 0;
        assert_eq!(shape.check(&job, all), Err(PlayError::Job(JobError::NoLane)));
    }
}
