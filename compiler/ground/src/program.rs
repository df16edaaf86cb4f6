//! The ground program: propositional rules over bases, moves and derived atoms.

use super::{TermId, Terms};
use gdl2hdl_gdl::id::id;
use gdl2hdl_gdl::syntax::{Symbols, is_of_gdl};
use std::fmt;

/// An atom of a [`GroundProgram`]: bases first, then moves, then derived atoms.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct AtomId(pub u32);

impl AtomId {
    /// Position, dense from 0.
    #[must_use]
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// An atom or its negation.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct GroundLit(pub u32);

impl GroundLit {
    /// The literal of an atom.
    #[must_use]
    pub fn new(atom: AtomId, negative: bool) -> Self {
        Self(atom.0 << 1 | u32::from(negative))
    }

    /// Its atom.
    #[must_use]
    pub fn atom(self) -> AtomId {
        AtomId(self.0 >> 1)
    }

    /// Whether the atom is negated.
    #[must_use]
    pub fn is_negative(self) -> bool {
        self.0 & 1 == 1
    }
}

impl fmt::Debug for GroundLit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}a{}", if self.is_negative() { "!" } else { "" }, self.0 >> 1)
    }
}

/// A sentence's truth, as far as grounding decides it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Truth {
    /// Never holds in a reachable state.
    False,
    /// Holds in every state.
    True,
    /// Holds when the atom holds.
    Atom(AtomId),
}

/// A base proposition: one bit of the state.
#[derive(Clone, Debug)]
pub struct GroundBase {
    /// The fact inside `true(...)`.
    pub fact: TermId,
    /// Whether it holds at the start.
    pub init: bool,
    /// When it holds in the next state.
    pub next: Truth,
}

/// A move of a role.
#[derive(Clone, Debug)]
pub struct GroundMove {
    /// Role, an index into [`GroundProgram::roles`].
    pub role: usize,
    /// The move inside `does(role, ...)`.
    pub action: TermId,
    /// When it is legal.
    pub legal: Truth,
}

/// A goal value of a role.
#[derive(Clone, Debug)]
pub struct GroundGoal {
    /// Role.
    pub role: usize,
    /// Value, 0..=100 by the rules of GDL, but what rules compute may be less or more.
    pub value: i32,
    /// When the role has this value.
    pub holds: Truth,
}

impl GroundGoal {
    /// Whether a text in GDL can give this value in the head of a rule.
    #[must_use]
    pub fn is_lawful(&self) -> bool {
        is_of_gdl(self.value)
    }
}

/// A percept of a role (GDL-II).
#[derive(Clone, Debug)]
pub struct GroundPercept {
    /// Role.
    pub role: usize,
    /// The percept inside `sees(role, ...)`.
    pub percept: TermId,
    /// When the role sees it, after the joint move of this step.
    pub holds: Truth,
}

/// Rules as one flat list: those of derived atom `num_inputs + i` are `starts[i]..starts[i + 1]`.
#[derive(Clone, Debug, Default)]
pub struct Rules {
    /// For each derived atom the first of its rules; one more entry at the end.
    pub starts: Vec<u32>,
    /// For each rule the end of its literals in `literals`.
    pub ends: Vec<u32>,
    /// Bodies, one after the other.
    pub literals: Vec<GroundLit>,
}

impl Rules {
    /// Number of rules.
    #[must_use]
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Whether there is no rule.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// Adds a derived atom behind all others that holds where one of `atoms` does.
    pub(super) fn push_any(&mut self, atoms: &[AtomId]) {
        for &atom in atoms {
            self.literals.push(GroundLit::new(atom, false));
            self.ends.push(id(self.literals.len()));
        }
        self.starts.push(id(self.ends.len()));
    }

    /// The body of a rule; empty bodies don't occur.
    #[must_use]
    pub fn body(&self, rule: usize) -> &[GroundLit] {
        let start = if rule == 0 { 0 } else { self.ends[rule - 1] as usize };
        &self.literals[start..self.ends[rule] as usize]
    }

    /// The rules of derived atom number `derived`, counted from the first derived atom.
    #[must_use]
    pub fn of(&self, derived: usize) -> std::ops::Range<usize> {
        self.starts[derived] as usize..self.starts[derived + 1] as usize
    }
}

/// A game without variables. Everything static is decided and gone.
#[derive(Clone, Debug)]
pub struct GroundProgram {
    /// Names.
    pub symbols: Symbols,
    /// Terms.
    pub terms: Terms,
    /// Roles in the order of the text.
    pub roles: Vec<TermId>,
    /// Bases, sorted by their text. Base `i` is atom `i`.
    pub bases: Vec<GroundBase>,
    /// Moves, role by role, sorted by their text. Move `i` is atom `bases.len() + i`.
    pub moves: Vec<GroundMove>,
    /// Goals, role by role, by value.
    pub goals: Vec<GroundGoal>,
    /// When the game is over.
    pub terminal: Truth,
    /// Percepts, role by role, sorted by their text.
    pub sees: Vec<GroundPercept>,
    /// The sentence of each derived atom, as a term: `(row 1 x)`.
    pub derived: Vec<TermId>,
    /// Rules of the derived atoms.
    pub rules: Rules,
    /// Ground facts of static relations (roles, init, and the game's own), for the statistics.
    pub num_facts: usize,
    /// The states of play were visited to find its facts and moves: what follows from other states may be missing.
    pub visited: bool,
}

impl GroundProgram {
    /// Bases and moves together: atoms below this have no rules.
    #[must_use]
    pub fn num_inputs(&self) -> usize {
        self.bases.len() + self.moves.len()
    }

    /// All atoms.
    #[must_use]
    pub fn num_atoms(&self) -> usize {
        self.num_inputs() + self.derived.len()
    }

    /// The canonical text of a term.
    #[must_use]
    pub fn text(&self, term: TermId) -> String {
        self.terms.text(&self.symbols, term)
    }

    /// The moves of a role, as indices into `moves`.
    #[must_use]
    pub fn moves_of(&self, role: usize) -> std::ops::Range<usize> {
        let start = self.moves.partition_point(|m| m.role < role);
        start..self.moves.partition_point(|m| m.role <= role)
    }
}
