//! The net of a step: the moves among which pickers choose are made of what the pickers say.
//!
//! Turns are ANDed to moves, and moves of several roles ORed for a picker, inside the net: so the mapper sees them
//! together with the game's own logic, and most of them cost nothing.

use crate::net::{Builder, Net};
use crate::playout::{Choices, Draws};
use crate::propnet::{Input, Lit, Ports};

/// Roles that share a picker, and for each of them the moves it chooses from.
struct Sharing {
    roles: Vec<(usize, Vec<usize>)>,
}

/// A picker as the net sees it. Its inputs are moves of [`Choosing::net`].
pub(super) struct Picker {
    /// For each of its moves whether it is legal. The moves of the roles that share it lie over one another.
    pub legal: Vec<Lit>,
    /// The input that says whether any of them is; those that say which one is chosen follow it.
    pub any: usize,
}

/// A net with pickers.
pub(super) struct Choosing {
    /// Bases as in the game's net; moves are what pickers say.
    pub net: Net,
    pub pickers: Vec<Picker>,
    /// For each role its picker.
    pub picker_of: Vec<Option<usize>>,
    /// For each base its value in the next state.
    pub next: Vec<Lit>,
    /// Whether some role has no legal move.
    pub stuck: Lit,
    /// For each move of the game whether it is legal, and whether it is made.
    pub legal: Vec<Lit>,
    pub made: Vec<Lit>,
}

impl Choosing {
    /// The net of a step of a game.
    pub(super) fn new(game: &Net, choices: &Choices, draws: &Draws) -> Self {
        let sharing = sharing(game, choices, draws);
        let slots = |sharing: &Sharing| sharing.roles.iter().map(|(_, moves)| moves.len()).max().unwrap_or(0);
        let mut copy = Copy::new(game, sharing.iter().map(|sharing| 1 + slots(sharing)).sum());
        copy.gates();
        let legal: Vec<Lit> = game.ports.inputs.iter().map(|input| copy.edge(input.legal)).collect();
        // What no picker chooses is made whenever it is legal.
        let mut made = legal.clone();
        let mut can_move: Vec<Option<Lit>> = vec![None; game.ports.roles.len()];
        let mut pickers = Vec::new();
        let mut input = 0;
        for sharing in &sharing {
            let (any, count) = (input, slots(sharing));
            input += 1 + count;
            for (role, moves) in &sharing.roles {
                let turn = copy.turn(choices, *role, sharing.roles.len() > 1);
                for (&mv, slot) in moves.iter().zip(any + 1..) {
                    made[mv] = copy.both(copy.input(slot), turn);
                }
                let chosen = copy.both(copy.input(any), turn);
                let alone = choices.roles[*role].alone.map_or(Lit::FALSE, |alone| legal[alone]);
                can_move[*role] = Some(copy.builder.or(chosen, alone));
            }
            let slot = |i: usize| {
                let of_roles = sharing.roles.iter().filter_map(|(_, moves)| moves.get(i));
                of_roles.map(|&mv| legal[mv]).collect()
            };
            pickers.push(Picker { legal: (0..count).map(|i| copy.any(slot(i))).collect(), any });
        }
        let stuck = (0..can_move.len())
            .map(|role| !can_move[role].unwrap_or_else(|| copy.any(legal[game.ports.inputs_of(role)].to_vec())));
        let stuck: Vec<Lit> = stuck.collect();
        let stuck = copy.any(stuck);
        copy.set_moves(&made);
        copy.gates();
        let next = game.ports.bases.iter().map(|base| copy.edge(base.next)).collect();
        let serves = |role: usize| sharing.iter().position(|s| s.roles.iter().any(|(other, _)| *other == role));
        let picker_of = (0..game.ports.roles.len()).map(serves).collect();
        Self { net: copy.builder.finish(), pickers, picker_of, next, stuck, legal, made }
    }
}

/// One picker for each group of roles that have choices.
fn sharing(game: &Net, choices: &Choices, draws: &Draws) -> Vec<Sharing> {
    let groups = choices.roles.iter().map(|choice| choice.group + 1).max().unwrap_or(0);
    let of_group = |group| {
        let members = (0..choices.roles.len()).filter(|&role| choices.roles[role].group == group);
        let choosing = members.filter(|&role| draws.roles[role].bits > 0);
        let roles = choosing.map(|role| (role, choices.open(role, game.ports.inputs_of(role)).collect()));
        Sharing { roles: roles.collect() }
    };
    (0..groups).map(of_group).filter(|sharing| !sharing.roles.is_empty()).collect()
}

/// A game's net on its way into another one.
struct Copy<'n> {
    game: &'n Net,
    builder: Builder,
    nodes: Vec<Option<Lit>>,
}

impl<'n> Copy<'n> {
    /// The bases are there, and so many inputs.
    fn new(game: &'n Net, inputs: usize) -> Self {
        let input = Input { role: 0, action: Box::default(), legal: Lit::FALSE };
        let bases = game.ports.bases.clone();
        let ports = Ports { bases, inputs: vec![input; inputs], ..Ports::default() };
        let mut nodes = vec![None; game.num_nodes()];
        nodes[0] = Some(Lit::FALSE);
        (0..game.ports.bases.len()).for_each(|i| nodes[1 + i] = Some(game.ports.base(i)));
        Self { game, builder: Builder::new(ports), nodes }
    }

    fn input(&self, input: usize) -> Lit {
        self.builder.net().ports.input(input)
    }

    fn edge(&self, edge: Lit) -> Lit {
        let copied = self.nodes[edge.node().index()].unwrap_or(Lit::FALSE);
        if edge.is_complement() { !copied } else { copied }
    }

    /// Copies all gates whose fan-ins are there.
    fn gates(&mut self) {
        for (id, [a, b]) in self.game.gates() {
            let there = |edge: Lit| self.nodes[edge.node().index()].is_some();
            if self.nodes[id.index()].is_none() && there(a) && there(b) {
                let gate = self.builder.and(self.edge(a), self.edge(b));
                self.nodes[id.index()] = Some(gate);
            }
        }
    }

    fn set_moves(&mut self, made: &[Lit]) {
        let first = 1 + self.game.ports.bases.len();
        made.iter().enumerate().for_each(|(i, &lit)| self.nodes[first + i] = Some(lit));
    }

    /// Whether it is the role's turn, where others share its picker.
    fn turn(&mut self, choices: &Choices, role: usize, shared: bool) -> Lit {
        if shared { self.any(choices.roles[role].guards.clone()) } else { Lit::TRUE }
    }

    fn both(&mut self, a: Lit, b: Lit) -> Lit {
        self.builder.and(a, b)
    }

    fn any(&mut self, edges: Vec<Lit>) -> Lit {
        !self.builder.and_all(edges.into_iter().map(|edge| !edge))
    }
}
