//! Which sentence is which bit: the one place where sentences become bits, and bits sentences.

use super::EngineError;
use bitvec::prelude::{BitSlice, BitVec};
use gdl2hdl_opt::{Fact, Invariants};
use std::collections::BTreeMap;
use std::fmt::Display;
use thiserror::Error;

/// Where the truth of a base proposition is found.
#[derive(Clone, PartialEq, Eq, Debug)]
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
    /// It follows from several registers.
    NoneOf {
        /// Registers, each with whether its complement is meant.
        literals: Vec<(usize, bool)>,
        /// The proposition holds when one of them does, instead of none.
        inverted: bool,
    },
    /// Nothing depends on it, so it was dropped.
    Dropped,
}

impl Wire {
    /// The registers it reads.
    fn registers(&self) -> impl Iterator<Item = usize> + '_ {
        let (one, several) = match self {
            Self::Register { index, .. } => (Some(*index), &[][..]),
            Self::NoneOf { literals, .. } => (None, &literals[..]),
            Self::Constant(_) | Self::Dropped => (None, &[][..]),
        };
        one.into_iter().chain(several.iter().map(|(index, _)| *index))
    }

    /// Whether the proposition holds; `None` when that is not known.
    fn holds(&self, registers: &BitSlice) -> Option<bool> {
        match self {
            Self::Constant(value) => Some(*value),
            Self::Register { index, inverted } => Some(registers[*index] != *inverted),
            Self::NoneOf { literals, inverted } => {
                Some(literals.iter().all(|&(index, not)| registers[index] == not) != *inverted)
            }
            Self::Dropped => None,
        }
    }
}

/// A base proposition and its wire.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BaseBit {
    /// Canonical text.
    pub sentence: String,
    /// Where its truth is found.
    pub wire: Wire,
}

/// Which sentence is which bit. The order of moves and goals is the bit order of [`super::BitCore`].
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
    /// For each role its percepts; bits are numbered through all roles.
    pub sees: Vec<Vec<String>>,
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
    /// Not one list of moves, of goals and of percepts for each role.
    #[error("{lists} lists of {what} for {roles} roles")]
    Roles {
        /// `moves`, `goals` or `percepts`.
        what: &'static str,
        /// Number of lists.
        lists: usize,
        /// Number of roles.
        roles: usize,
    },
}

/// A sound [`Layout`], looked up both ways.
#[derive(Clone, Debug)]
pub struct Codec {
    layout: Layout,
    /// First move bit of each role, and the number of all moves at the end.
    first_move: Vec<usize>,
    /// The same for goals.
    first_goal: Vec<usize>,
    /// The same for percepts.
    first_percept: Vec<usize>,
    base_of: BTreeMap<String, usize>,
    move_of: Vec<BTreeMap<String, usize>>,
    percept_of: Vec<BTreeMap<String, usize>>,
    always: Vec<String>,
    /// What the net takes for granted of states.
    assumed: Invariants,
}

impl Codec {
    /// Looks up a layout.
    ///
    /// # Errors
    /// When the layout contradicts itself.
    pub fn new(layout: Layout) -> Result<Self, LayoutError> {
        let first_move = offsets("moves", &layout.roles, layout.moves.iter().map(Vec::len))?;
        let first_goal = offsets("goals", &layout.roles, layout.goals.iter().map(Vec::len))?;
        let first_percept = offsets("percepts", &layout.roles, layout.sees.iter().map(Vec::len))?;
        let base_of = index(layout.bases.iter().map(|base| &base.sentence))?;
        let move_of = layout.moves.iter().map(index).collect::<Result<Vec<_>, _>>()?;
        let percept_of = layout.sees.iter().map(index).collect::<Result<Vec<_>, _>>()?;
        for base in &layout.bases {
            if let Some(index) = base.wire.registers().find(|&index| index >= layout.registers) {
                let (sentence, registers) = (base.sentence.clone(), layout.registers);
                return Err(LayoutError::NoRegister { sentence, index, registers });
            }
        }
        let always = layout.bases.iter().filter(|base| base.wire == Wire::Constant(true));
        let always = always.map(|base| base.sentence.clone()).collect();
        Ok(Self {
            layout,
            first_move,
            first_goal,
            first_percept,
            base_of,
            move_of,
            percept_of,
            always,
            assumed: Invariants::default(),
        })
    }

    /// The same of a net that takes something for granted of the states it is in.
    #[must_use]
    pub fn assuming(self, assumed: Invariants) -> Self {
        Self { assumed, ..self }
    }

    /// The layout.
    #[must_use]
    pub fn layout(&self) -> &Layout {
        &self.layout
    }

    /// Bits of all moves.
    #[must_use]
    pub fn num_moves(&self) -> usize {
        self.first_move.last().copied().unwrap_or(0)
    }

    /// Bits of all goals.
    #[must_use]
    pub fn num_goals(&self) -> usize {
        self.first_goal.last().copied().unwrap_or(0)
    }

    /// Bits of all percepts.
    #[must_use]
    pub fn num_percepts(&self) -> usize {
        self.first_percept.last().copied().unwrap_or(0)
    }

    /// Where the truth of a fact is found; `None` for a fact the game does not have.
    #[must_use]
    pub fn wire(&self, fact: &str) -> Option<&Wire> {
        self.base_of.get(fact).map(|&base| &self.layout.bases[base].wire)
    }

    /// A fact that the registers say nothing of; `None` when they say all of a state.
    #[must_use]
    pub fn dropped(&self) -> Option<&str> {
        let dropped = self.layout.bases.iter().find(|base| base.wire == Wire::Dropped);
        dropped.map(|base| base.sentence.as_str())
    }

    /// The registers of a state given by its facts. Facts nothing depends on are accepted, and lost.
    ///
    /// # Errors
    /// [`EngineError::UnknownFact`], [`EngineError::NeverFact`], [`EngineError::MissingFact`],
    /// [`EngineError::NothingHolds`], or [`EngineError::Contradiction`] or [`EngineError::MissingBeside`] when a fact
    /// disagrees with those it follows from; [`EngineError::Unreachable`] when the state is none that the net was made for.
    pub fn encode(&self, facts: &[String]) -> Result<BitVec, EngineError> {
        let mut present = vec![false; self.layout.bases.len()];
        for fact in facts {
            let base = *self.base_of.get(fact).ok_or_else(|| EngineError::UnknownFact(fact.clone()))?;
            if self.layout.bases[base].wire == Wire::Constant(false) {
                return Err(EngineError::NeverFact(fact.clone()));
            }
            present[base] = true;
        }
        if let Some(missing) = self.always.iter().find(|fact| !present[self.base_of[*fact]]) {
            return Err(EngineError::MissingFact(missing.clone()));
        }
        let mut registers: BitVec = BitVec::repeat(false, self.layout.registers);
        let mut set: Vec<Option<&str>> = vec![None; self.layout.registers];
        // Facts that hold come first: it is beside them that others are too many, or lack.
        let bases = || self.layout.bases.iter().zip(&present);
        let ordered = bases().filter(|(_, holds)| **holds).chain(bases().filter(|(_, holds)| !**holds));
        for (base, &holds) in ordered {
            if let Wire::Register { index, inverted } = base.wire {
                let value = holds != inverted;
                match set[index] {
                    Some(other) if registers[index] != value => {
                        return Err(self.disagree(&present, &base.sentence, other));
                    }
                    Some(_) => {}
                    None => set[index] = Some(&base.sentence),
                }
                registers.set(index, value);
            }
        }
        self.encode_codes(&present, &mut registers, &mut set)?;
        self.agree(&present, &registers, &set)?;
        self.is_assumed(&present)?;
        Ok(registers)
    }

    /// That a state is as the net takes it to be. Registers do not tell: of what is taken for granted some are not kept.
    fn is_assumed(&self, present: &[bool]) -> Result<(), EngineError> {
        let holds = |fact: &str| self.base_of.get(fact).is_some_and(|&base| present[base]);
        match self.assumed.contradiction(&holds) {
            None => Ok(()),
            Some(facts) => {
                let named = facts.iter().find(|(_, absent)| !absent).or(facts.first());
                let fact = named.map(|(fact, _)| fact.to_string()).unwrap_or_default();
                Err(EngineError::Unreachable { fact, together: listed(facts.iter().map(literal)) })
            }
        }
    }

    /// Registers that are no fact's own are the bits of codes: they are set as the fact that holds has them. Where a
    /// second one holds it shows in what the bits then say.
    fn encode_codes<'a>(
        &'a self,
        present: &[bool],
        registers: &mut BitSlice,
        set: &mut [Option<&'a str>],
    ) -> Result<(), EngineError> {
        let own: Vec<bool> = set.iter().map(Option::is_some).collect();
        let mut unsaid: Vec<(&str, usize)> = Vec::new();
        for (base, &present) in self.layout.bases.iter().zip(present) {
            let Wire::NoneOf { literals, inverted: false } = &base.wire else { continue };
            for &(index, not) in literals.iter().filter(|(index, _)| !own[*index]) {
                if present {
                    registers.set(index, not);
                    set[index] = Some(&base.sentence);
                } else {
                    unsaid.push((&base.sentence, index));
                }
            }
        }
        // One of the facts of a code holds.
        unsaid.retain(|&(_, index)| set[index].is_none());
        unsaid.dedup_by_key(|(fact, _)| *fact);
        match unsaid[..] {
            [] => Ok(()),
            [(fact, _), ref others @ ..] => {
                let other = others.first().map_or(fact, |(other, _)| *other);
                Err(EngineError::NothingHolds { fact: fact.to_owned(), other: other.to_owned() })
            }
        }
    }

    /// Facts that follow from several registers are as those say. `set` names the fact of each register.
    fn agree(&self, present: &[bool], registers: &BitSlice, set: &[Option<&str>]) -> Result<(), EngineError> {
        for (base, &holds) in self.layout.bases.iter().zip(present) {
            let Wire::NoneOf { literals, .. } = &base.wire else { continue };
            if base.wire.holds(registers) != Some(holds) {
                let fact = base.sentence.clone();
                let name = |&(index, _): &(usize, bool)| set[index].unwrap_or(&base.sentence).to_owned();
                return Err(match literals.iter().find(|&&(index, not)| registers[index] != not) {
                    Some(held) => self.disagree(present, &fact, &name(held)),
                    None => EngineError::NothingHolds { fact, other: literals.first().map(name).unwrap_or_default() },
                });
            }
        }
        Ok(())
    }

    /// What to say of two facts that don't go together as they are.
    fn disagree(&self, present: &[bool], fact: &str, other: &str) -> EngineError {
        let holds = |fact: &str| self.base_of.get(fact).is_some_and(|&base| present[base]);
        let (one, two) = (fact.to_owned(), other.to_owned());
        match (holds(fact), holds(other)) {
            (true, true) => EngineError::Contradiction { fact: one, other: two },
            (true, false) => EngineError::MissingBeside { fact: two, other: one },
            (false, true) => EngineError::MissingBeside { fact: one, other: two },
            (false, false) => EngineError::NothingHolds { fact: one, other: two },
        }
    }

    /// The facts that hold, sorted; those nothing depends on are not known and left out.
    #[must_use]
    pub fn decode(&self, registers: &BitSlice) -> Vec<String> {
        // The index by sentence is sorted, so the facts come out sorted.
        let held =
            self.base_of.iter().filter(|&(_, &base)| self.layout.bases[base].wire.holds(registers) == Some(true));
        held.map(|(sentence, _)| sentence.clone()).collect()
    }

    /// The bits of a role's moves; empty for no role.
    #[must_use]
    pub fn moves_of(&self, role: usize) -> std::ops::Range<usize> {
        range(&self.first_move, role)
    }

    /// The bits of a role's goals; empty for no role.
    #[must_use]
    pub fn goals_of(&self, role: usize) -> std::ops::Range<usize> {
        range(&self.first_goal, role)
    }

    /// The bit of a move.
    ///
    /// # Errors
    /// [`EngineError::UnknownMove`].
    pub fn move_bit(&self, role: usize, mv: &str) -> Result<usize, EngineError> {
        match self.move_of.get(role).and_then(|moves| moves.get(mv)) {
            Some(&bit) => Ok(self.first_move[role] + bit),
            None => Err(EngineError::UnknownMove { role: self.name(role), mv: mv.to_owned() }),
        }
    }

    /// The bit of a goal value.
    ///
    /// # Errors
    /// [`EngineError::UnknownGoal`].
    pub fn goal_bit(&self, role: usize, value: i64) -> Result<usize, EngineError> {
        let values = self.layout.goals.get(role).map_or(&[][..], Vec::as_slice);
        match values.iter().position(|&known| known == value) {
            Some(bit) => Ok(self.first_goal[role] + bit),
            None => Err(EngineError::UnknownGoal { role: self.name(role), value }),
        }
    }

    /// The bit of a percept.
    ///
    /// # Errors
    /// [`EngineError::UnknownPercept`].
    pub fn percept_bit(&self, role: usize, percept: &str) -> Result<usize, EngineError> {
        match self.percept_of.get(role).and_then(|percepts| percepts.get(percept)) {
            Some(&bit) => Ok(self.first_percept[role] + bit),
            None => Err(EngineError::UnknownPercept { role: self.name(role), percept: percept.to_owned() }),
        }
    }

    /// For messages: empty for no role.
    fn name(&self, role: usize) -> String {
        self.layout.roles.get(role).cloned().unwrap_or_default()
    }

    /// The moves of a role whose bits are set, sorted.
    #[must_use]
    pub fn moves(&self, role: usize, bits: &BitSlice) -> Vec<String> {
        set_texts(&self.move_of, self.moves_of(role).start, role, bits)
    }

    /// The percepts of a role whose bits are set, sorted.
    #[must_use]
    pub fn percepts(&self, role: usize, bits: &BitSlice) -> Vec<String> {
        set_texts(&self.percept_of, range(&self.first_percept, role).start, role, bits)
    }

    /// The goal values of a role whose bits are set, ascending, each once.
    #[must_use]
    pub fn goals(&self, role: usize, bits: &BitSlice) -> Vec<i64> {
        let set = self.goals_of(role).zip(self.layout.goals.get(role).into_iter().flatten());
        let mut values: Vec<i64> = set.filter(|&(bit, _)| bits[bit]).map(|(_, &value)| value).collect();
        values.sort_unstable();
        values.dedup();
        values
    }
}

/// Facts named in a message.
const MAX_NAMED: usize = 4;

/// The first few facts of a contradiction, or what is not a fact in it, in words.
pub(crate) fn listed(literals: impl ExactSizeIterator<Item: Display>) -> String {
    let more = literals.len().saturating_sub(MAX_NAMED);
    let some: Vec<String> = literals.take(MAX_NAMED).map(|literal| format!("`{literal}`")).collect();
    some.join(" and ") + &if more > 0 { format!(" and {more} like these") } else { String::new() }
}

fn literal((fact, absent): &Fact) -> String {
    if *absent { format!("(not {fact})") } else { fact.to_string() }
}

/// The texts of a role whose bits are set, sorted as the index is. The role's bits begin at `first`.
fn set_texts(index: &[BTreeMap<String, usize>], first: usize, role: usize, bits: &BitSlice) -> Vec<String> {
    let set = index.get(role).into_iter().flatten().filter(|&(_, &bit)| bits[first + bit]);
    set.map(|(text, _)| text.clone()).collect()
}

fn range(firsts: &[usize], role: usize) -> std::ops::Range<usize> {
    match firsts.get(role..role + 2) {
        Some(bounds) => bounds[0]..bounds[1],
        None => 0..0,
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
