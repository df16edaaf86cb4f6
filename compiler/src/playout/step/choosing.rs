//! The net of a step: the moves among which pickers choose are made of what the pickers say.
//!
//! Turns are ANDed to moves, and moves of several roles ORed for a picker, inside the net: so the mapper sees them
//! together with the game's own logic, and most of them cost nothing.

use super::copy::{Copy, Gated};
use crate::net::Net;
use crate::playout::{Choices, Draws};
use crate::propnet::Lit;

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
        let mut made: Vec<Gated> = legal.iter().map(|&legal| Gated::from(legal)).collect();
        let mut can_move: Vec<Option<Lit>> = vec![None; game.ports.roles.len()];
        let mut pickers = Vec::new();
        let mut input = 0;
        for sharing in &sharing {
            let (any, count) = (input, slots(sharing));
            input += 1 + count;
            for (role, moves) in &sharing.roles {
                // A role alone at its picker needs no turn.
                let guards = Some(&choices.roles[*role].guards).filter(|_| sharing.roles.len() > 1);
                let turn = guards.map_or(Lit::TRUE, |guards| copy.any(guards.clone()));
                for (&mv, slot) in moves.iter().zip(any + 1..) {
                    made[mv] = Gated { gate: turn, edge: copy.input(slot) };
                }
                let chosen = copy.builder.and(copy.input(any), turn);
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
        let made = made.into_iter().map(|made| copy.plain(made)).collect();
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
