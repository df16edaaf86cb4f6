//! What the outside of a net sees: state bits, moves, goals, in terms of the game's sentences.

use super::{BaseFact, Lit};
use gdl2hdl_gdl::id::id;

/// A base proposition: one flip-flop.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Base {
    /// What it says of the state.
    pub fact: BaseFact,
    /// Value in the initial state.
    pub init: bool,
    /// Value in the next state.
    pub next: Lit,
}

/// The terms of a list of canonical texts with single blanks between them; nested ones are whole.
pub fn terms(list: &str) -> Vec<&str> {
    let (mut depth, mut start, mut terms) = (0_usize, 0, Vec::new());
    for (at, byte) in list.bytes().enumerate() {
        match byte {
            b'(' => depth += 1,
            b')' => depth = depth.saturating_sub(1),
            b' ' if depth == 0 => {
                terms.push(&list[start..at]);
                start = at + 1;
            }
            _ => {}
        }
    }
    terms.push(&list[start..]);
    terms
}

/// A move of a role: the input `does` and the output `legal` in one record, so that they can't come apart.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Input {
    /// Role, an index into [`Ports::roles`].
    pub role: u32,
    /// The move inside `does(role, ...)`, canonical prefix text.
    pub action: Box<str>,
    /// Whether the move is legal. Depends on bases only.
    pub legal: Lit,
}

/// A goal value of a role.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Goal {
    /// Role.
    pub role: u32,
    /// Value, 0..=100 by the rules of GDL, but what rules compute may be less or more.
    pub value: i32,
    /// Whether the role has this value. Depends on bases only.
    pub holds: Lit,
}

/// A percept of a role (GDL-II).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Percept {
    /// Role.
    pub role: u32,
    /// The percept inside `sees(role, ...)`, canonical prefix text.
    pub percept: Box<str>,
    /// Whether the role sees it after this step's joint move.
    pub holds: Lit,
}

/// A named proposition inside the net.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct View {
    /// The sentence, canonical prefix text.
    pub sentence: Box<str>,
    /// Its value.
    pub holds: Lit,
}

/// Inputs and outputs of a net. Base `i` is node `1 + i`, input `j` is node `1 + bases.len() + j`.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Ports {
    /// Role names in declaration order.
    pub roles: Vec<Box<str>>,
    /// State bits, sorted by text.
    pub bases: Vec<Base>,
    /// Moves, contiguous per role, sorted by text within it.
    pub inputs: Vec<Input>,
    /// Goals, contiguous per role, by value within it.
    pub goals: Vec<Goal>,
    /// Whether the game is over. Depends on bases only.
    pub terminal: Lit,
    /// Percepts, contiguous per role, sorted by text within it.
    pub sees: Vec<Percept>,
    /// Names of inner propositions, for readers; not outputs.
    pub views: Vec<View>,
}

impl Ports {
    /// The first node that is a gate.
    #[must_use]
    pub fn first_gate(&self) -> usize {
        1 + self.bases.len() + self.inputs.len()
    }

    /// The edge of a base.
    #[must_use]
    pub fn base(&self, base: usize) -> Lit {
        lit(1 + base)
    }

    /// The edge of an input.
    #[must_use]
    pub fn input(&self, input: usize) -> Lit {
        lit(1 + self.bases.len() + input)
    }

    /// The inputs of a role, as a range of indices.
    #[must_use]
    pub fn inputs_of(&self, role: usize) -> std::ops::Range<usize> {
        let start = self.inputs.partition_point(|input| (input.role as usize) < role);
        start..self.inputs.partition_point(|input| input.role as usize <= role)
    }

    /// The goals of a role, as a range of indices.
    #[must_use]
    pub fn goals_of(&self, role: usize) -> std::ops::Range<usize> {
        let start = self.goals.partition_point(|goal| (goal.role as usize) < role);
        start..self.goals.partition_point(|goal| goal.role as usize <= role)
    }

    /// The percepts of a role, as a range of indices.
    #[must_use]
    pub fn sees_of(&self, role: usize) -> std::ops::Range<usize> {
        let start = self.sees.partition_point(|percept| (percept.role as usize) < role);
        start..self.sees.partition_point(|percept| percept.role as usize <= role)
    }

    /// Calls `visit` on every edge that leaves the net, views excepted.
    pub fn each_output(&self, mut visit: impl FnMut(Lit)) {
        self.bases.iter().for_each(|base| visit(base.next));
        self.each_observed(&mut visit);
    }

    /// Calls `visit` on every output that is not a next state: legal, goal, terminal, sees.
    pub fn each_observed(&self, visit: &mut impl FnMut(Lit)) {
        self.inputs.iter().for_each(|input| visit(input.legal));
        self.goals.iter().for_each(|goal| visit(goal.holds));
        visit(self.terminal);
        self.sees.iter().for_each(|percept| visit(percept.holds));
    }

    /// Replaces every edge, views included; views whose edge maps to `None` are dropped.
    pub fn map_edges(&mut self, map: impl Fn(Lit) -> Option<Lit>) {
        let must = |edge: Lit| map(edge).unwrap_or_default();
        self.bases.iter_mut().for_each(|base| base.next = must(base.next));
        self.inputs.iter_mut().for_each(|input| input.legal = must(input.legal));
        self.goals.iter_mut().for_each(|goal| goal.holds = must(goal.holds));
        self.terminal = must(self.terminal);
        self.sees.iter_mut().for_each(|percept| percept.holds = must(percept.holds));
        self.views.retain_mut(|view| {
            let mapped = map(view.holds);
            view.holds = mapped.unwrap_or_default();
            mapped.is_some()
        });
    }
}

fn lit(node: usize) -> Lit {
    Lit::new(super::NodeId(id(node)), false)
}
