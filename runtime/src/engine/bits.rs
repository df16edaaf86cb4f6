//! Engines over bit vectors: sentences on one side, registers and inputs on the other.

use super::{Engine, EngineError};
use bitvec::prelude::{BitSlice, BitVec};
use std::collections::BTreeMap;
use thiserror::Error;

/// Where the truth of a base proposition is found.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Wire {
    /// Never changes, so no register holds it.
    Constant(bool),
    /// A register, or its complement. Several propositions may share a register.
    Register {
        /// Index of the register.
        index: usize,
        /// The proposition holds when the register does not.
        inverted: bool,
    },
    /// Nothing depends on it, so it was dropped.
    Dropped,
}

/// A base proposition and its wire.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BaseBit {
    /// Canonical text.
    pub sentence: String,
    /// Where its truth is found.
    pub wire: Wire,
}

/// Which sentence is which bit. The order of moves and goals is the bit order of [`BitCore`].
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Layout {
    /// Roles in declaration order.
    pub roles: Vec<String>,
    /// Number of registers.
    pub registers: usize,
    /// Base propositions in any order.
    pub bases: Vec<BaseBit>,
    /// For each role its moves; bits are numbered through all roles.
    pub moves: Vec<Vec<String>>,
    /// For each role its goal values; bits are numbered through all roles.
    pub goals: Vec<Vec<i64>>,
}

/// A layout that contradicts itself.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum LayoutError {
    /// A sentence stands for two bits.
    #[error("`{0}` stands for two bits")]
    Twice(String),
    /// A base proposition names a register that does not exist.
    #[error("`{sentence}` is register {index}, but there are {registers}")]
    NoRegister {
        /// The proposition.
        sentence: String,
        /// Its register.
        index: usize,
        /// How many there are.
        registers: usize,
    },
    /// Not one list of moves and one of goals for each role.
    #[error("{lists} lists of {what} for {roles} roles")]
    Roles {
        /// `moves` or `goals`.
        what: &'static str,
        /// Number of lists.
        lists: usize,
        /// Number of roles.
        roles: usize,
    },
}

/// A machine over bits. All widths are those of the [`Layout`]: `registers`, all moves, all goals.
pub trait BitCore {
    /// Short name of the kind of engine.
    fn name(&self) -> &str;

    /// Goes to the initial state.
    ///
    /// # Errors
    /// See [`EngineError`].
    fn reset(&mut self) -> Result<(), EngineError>;

    /// Sets all registers.
    ///
    /// # Errors
    /// See [`EngineError`].
    fn load(&mut self, registers: &BitSlice) -> Result<(), EngineError>;

    /// Copies the registers out.
    ///
    /// # Errors
    /// See [`EngineError`].
    fn registers(&mut self, out: &mut BitSlice) -> Result<(), EngineError>;

    /// Writes one bit for each move: whether it is legal.
    ///
    /// # Errors
    /// See [`EngineError`].
    fn legal(&mut self, out: &mut BitSlice) -> Result<(), EngineError>;

    /// Writes one bit for each role and goal value: whether it holds.
    ///
    /// # Errors
    /// See [`EngineError`].
    fn goals(&mut self, out: &mut BitSlice) -> Result<(), EngineError>;

    /// Whether the state is terminal.
    ///
    /// # Errors
    /// See [`EngineError`].
    fn terminal(&mut self) -> Result<bool, EngineError>;

    /// Makes the joint move with one set bit for each role.
    ///
    /// # Errors
    /// See [`EngineError`].
    fn step(&mut self, does: &BitSlice) -> Result<(), EngineError>;
}

/// A [`BitCore`] as an [`Engine`].
pub struct BitEngine<C> {
    core: C,
    layout: Layout,
    /// First move bit of each role, and the number of all moves at the end.
    first_move: Vec<usize>,
    /// The same for goals.
    first_goal: Vec<usize>,
    base_of: BTreeMap<String, usize>,
    move_of: Vec<BTreeMap<String, usize>>,
    always: Vec<String>,
    registers: BitVec,
    moves: BitVec,
    goals: BitVec,
}

impl<C: BitCore> BitEngine<C> {
    /// Joins a machine and its layout. The machine must be in its initial state.
    ///
    /// # Errors
    /// When the layout contradicts itself.
    pub fn new(core: C, layout: Layout) -> Result<Self, LayoutError> {
        let first_move = offsets("moves", &layout.roles, layout.moves.iter().map(Vec::len))?;
        let first_goal = offsets("goals", &layout.roles, layout.goals.iter().map(Vec::len))?;
        let base_of = index(layout.bases.iter().map(|base| &base.sentence))?;
        let move_of = layout.moves.iter().map(index).collect::<Result<Vec<_>, _>>()?;
        for base in &layout.bases {
            if let Wire::Register { index, .. } = base.wire
                && index >= layout.registers
            {
                let (sentence, registers) = (base.sentence.clone(), layout.registers);
                return Err(LayoutError::NoRegister { sentence, index, registers });
            }
        }
        let always = layout.bases.iter().filter(|base| base.wire == Wire::Constant(true));
        let always = always.map(|base| base.sentence.clone()).collect();
        let zeros = |bits: &[usize]| BitVec::repeat(false, bits.last().copied().unwrap_or(0));
        let (moves, goals) = (zeros(&first_move), zeros(&first_goal));
        let registers = BitVec::repeat(false, layout.registers);
        Ok(Self { core, layout, first_move, first_goal, base_of, move_of, always, registers, moves, goals })
    }

    /// The registers of a state given by facts. Shared registers must agree.
    fn encode(&self, facts: &[String]) -> Result<BitVec, EngineError> {
        let mut present = vec![false; self.layout.bases.len()];
        for fact in facts {
            match self.base_of.get(fact) {
                Some(&base) if self.layout.bases[base].wire != Wire::Constant(false) => present[base] = true,
                _ => return Err(EngineError::UnknownFact(fact.clone())),
            }
        }
        if let Some(missing) = self.always.iter().find(|fact| !present[self.base_of[*fact]]) {
            return Err(EngineError::MissingFact(missing.clone()));
        }
        let mut registers: BitVec = BitVec::repeat(false, self.layout.registers);
        let mut set = vec![false; self.layout.registers];
        for (base, &holds) in self.layout.bases.iter().zip(&present) {
            if let Wire::Register { index, inverted } = base.wire {
                let value = holds != inverted;
                if std::mem::replace(&mut set[index], true) && registers[index] != value {
                    return Err(EngineError::Contradiction(base.sentence.clone()));
                }
                registers.set(index, value);
            }
        }
        Ok(registers)
    }
}

impl<C: BitCore> Engine for BitEngine<C> {
    fn name(&self) -> &str {
        self.core.name()
    }

    fn roles(&self) -> &[String] {
        &self.layout.roles
    }

    fn keeps(&self, fact: &str) -> bool {
        self.base_of.get(fact).is_none_or(|&base| self.layout.bases[base].wire != Wire::Dropped)
    }

    fn drops_facts(&self) -> bool {
        self.layout.bases.iter().any(|base| base.wire == Wire::Dropped)
    }

    fn reset(&mut self) -> Result<(), EngineError> {
        self.core.reset()
    }

    fn load(&mut self, facts: &[String]) -> Result<(), EngineError> {
        let registers = self.encode(facts)?;
        self.core.load(&registers)
    }

    fn state(&mut self) -> Result<Vec<String>, EngineError> {
        self.core.registers(&mut self.registers)?;
        let holds = |wire: Wire| match wire {
            Wire::Constant(value) => value,
            Wire::Register { index, inverted } => self.registers[index] != inverted,
            Wire::Dropped => false,
        };
        // The index by sentence is sorted, so the facts come out sorted.
        let held = self.base_of.iter().filter(|&(_, &base)| holds(self.layout.bases[base].wire));
        Ok(held.map(|(sentence, _)| sentence.clone()).collect())
    }

    fn legal(&mut self, role: usize) -> Result<Vec<String>, EngineError> {
        self.core.legal(&mut self.moves)?;
        let Some(index) = self.move_of.get(role) else { return Ok(Vec::new()) };
        let first = self.first_move[role];
        Ok(index.iter().filter(|&(_, &bit)| self.moves[first + bit]).map(|(mv, _)| mv.clone()).collect())
    }

    fn goals(&mut self, role: usize) -> Result<Vec<i64>, EngineError> {
        self.core.goals(&mut self.goals)?;
        let Some(values) = self.layout.goals.get(role) else { return Ok(Vec::new()) };
        let first = self.first_goal[role];
        let held = values.iter().enumerate().filter(|&(bit, _)| self.goals[first + bit]);
        let mut held: Vec<i64> = held.map(|(_, &value)| value).collect();
        held.sort_unstable();
        held.dedup();
        Ok(held)
    }

    fn terminal(&mut self) -> Result<bool, EngineError> {
        self.core.terminal()
    }

    fn step(&mut self, joint: &[String]) -> Result<(), EngineError> {
        let roles = self.layout.roles.len();
        if joint.len() != roles {
            return Err(EngineError::JointLength { roles, got: joint.len() });
        }
        self.moves.fill(false);
        for (role, mv) in joint.iter().enumerate() {
            let Some(&bit) = self.move_of[role].get(mv) else {
                return Err(EngineError::UnknownMove { role: self.layout.roles[role].clone(), mv: mv.clone() });
            };
            self.moves.set(self.first_move[role] + bit, true);
        }
        self.core.step(&self.moves)
    }
}

/// Running sums, one entry more than there are roles.
fn offsets(
    what: &'static str,
    roles: &[String],
    lengths: impl ExactSizeIterator<Item = usize>,
) -> Result<Vec<usize>, LayoutError> {
    if lengths.len() != roles.len() {
        return Err(LayoutError::Roles { what, lists: lengths.len(), roles: roles.len() });
    }
    let mut sums = vec![0];
    let mut sum = 0;
    for length in lengths {
        sum += length;
        sums.push(sum);
    }
    Ok(sums)
}

fn index<'a>(sentences: impl IntoIterator<Item = &'a String>) -> Result<BTreeMap<String, usize>, LayoutError> {
    let mut places = BTreeMap::new();
    for (place, sentence) in sentences.into_iter().enumerate() {
        if places.insert(sentence.clone(), place).is_some() {
            return Err(LayoutError::Twice(sentence.clone()));
        }
    }
    Ok(places)
}

#[cfg(test)]
mod tests {
    use super::super::example::{self, Lamps};
    use super::*;

    fn facts(list: &[&str]) -> Vec<String> {
        list.iter().map(ToString::to_string).collect()
    }

    fn base(sentence: &str, wire: Wire) -> BaseBit {
        BaseBit { sentence: sentence.into(), wire }
    }

    #[test]
    fn the_lamps_step_and_show_sorted_sentences() {
        let mut engine = example::lamps();
        engine.reset().unwrap();
        assert_eq!(engine.state().unwrap(), ["off"]);
        assert_eq!(engine.legal(0).unwrap(), ["push", "wait"]);
        engine.step(&facts(&["push"])).unwrap();
        assert_eq!(engine.state().unwrap(), ["on"]);
        assert_eq!((engine.terminal().unwrap(), engine.goals(0).unwrap()), (true, vec![100]));
        engine.load(&facts(&["off"])).unwrap();
        assert!(!engine.terminal().unwrap());
    }

    #[test]
    fn facts_without_a_place_are_errors() {
        let mut engine = example::lamps();
        assert_eq!(engine.load(&facts(&["strange"])), Err(EngineError::UnknownFact("strange".into())));
        // `on` and `off` share a register: they can't hold together, nor can neither hold.
        assert_eq!(engine.load(&facts(&["off", "on"])), Err(EngineError::Contradiction("off".into())));
        assert_eq!(engine.load(&facts(&[])), Err(EngineError::Contradiction("off".into())));
        assert_eq!(
            engine.step(&facts(&["jump"])),
            Err(EngineError::UnknownMove { role: "you".into(), mv: "jump".into() })
        );
        assert_eq!(engine.step(&[]), Err(EngineError::JointLength { roles: 1, got: 0 }));
    }

    #[test]
    fn constants_and_dropped_facts() {
        let mut layout = example::layout();
        layout.bases.push(base("always", Wire::Constant(true)));
        layout.bases.push(base("never", Wire::Constant(false)));
        layout.bases.push(base("unseen", Wire::Dropped));
        let mut engine = BitEngine::new(Lamps::default(), layout).unwrap();
        assert!(engine.keeps("always") && engine.keeps("strange") && !engine.keeps("unseen"));
        assert!(engine.drops_facts());
        assert_eq!(engine.state().unwrap(), ["always", "off"]);
        engine.load(&facts(&["always", "on", "unseen"])).unwrap();
        assert_eq!(engine.state().unwrap(), ["always", "on"]);
        assert_eq!(engine.load(&facts(&["on"])), Err(EngineError::MissingFact("always".into())));
        assert_eq!(engine.load(&facts(&["always", "never"])), Err(EngineError::UnknownFact("never".into())));
    }

    #[test]
    fn contradictory_layouts_are_refused() {
        let refuse = |change: fn(&mut Layout)| {
            let mut layout = example::layout();
            change(&mut layout);
            BitEngine::new(Lamps::default(), layout).err()
        };
        assert_eq!(refuse(|l| l.moves[0].push("push".into())), Some(LayoutError::Twice("push".into())));
        assert!(matches!(refuse(|l| l.registers = 0), Some(LayoutError::NoRegister { index: 0, .. })));
        assert!(matches!(refuse(|l| l.goals.clear()), Some(LayoutError::Roles { what: "goals", .. })));
    }
}
