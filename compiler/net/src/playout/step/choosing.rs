//! The net of a step: the moves among which pickers choose are made of what the pickers say.
//!
//! Turns are ANDed to moves, and moves of several roles ORed for a picker, inside the net: so the mapper sees them
//! together with the game's own logic, and most of them cost nothing.

use super::copy::{Copier, Gated};
use super::fold::{Slot, fold};
use super::overlay::overlay;
use crate::Net;
use crate::playout::{Choices, Draws};
use crate::propnet::Lit;
use gdl2hdl_gdl::observer::{Observer, Stopped};

/// Roles that share a picker, and for each of its candidates the moves it may choose there.
struct Sharing {
    roles: Vec<usize>,
    candidates: Vec<Vec<usize>>,
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
    ///
    /// # Errors
    /// [`Stopped`] by the observer.
    pub(super) fn new(game: &Net, choices: &Choices, draws: &Draws, observer: &dyn Observer) -> Result<Self, Stopped> {
        let sharing = sharing(game, choices, draws, observer)?;
        let mut copy = Copier::new(game, sharing.iter().map(|sharing| 1 + sharing.candidates.len()).sum());
        copy.gates(observer)?;
        let legal: Vec<Lit> = game.ports.inputs.iter().map(|input| copy.edge(input.legal)).collect();
        // What no picker chooses is made whenever it is legal.
        let mut made: Vec<Gated> = legal.iter().map(|&legal| Gated::from(legal)).collect();
        let mut can_move: Vec<Option<Lit>> = vec![None; game.ports.roles.len()];
        let mut pickers = Vec::new();
        let mut input = 0;
        for sharing in &sharing {
            observer.go_on()?;
            let any = input;
            input += 1 + sharing.candidates.len();
            let mut turns = vec![Lit::FALSE; game.ports.roles.len()];
            for &role in &sharing.roles {
                // A role alone at its picker needs no turn.
                let guards = Some(&choices.roles[role].guards).filter(|_| sharing.roles.len() > 1);
                turns[role] = guards.map_or(Lit::TRUE, |guards| copy.any(guards.clone()));
                let chosen = copy.builder.and(copy.input(any), turns[role]);
                let alone = choices.roles[role].alone.map_or(Lit::FALSE, |alone| legal[alone]);
                can_move[role] = Some(copy.builder.or(chosen, alone));
            }
            let turn = |mv: usize| turns[game.ports.inputs[mv].role as usize];
            for (moves, candidate) in sharing.candidates.iter().zip(any + 1..) {
                moves.iter().for_each(|&mv| made[mv] = Gated { gate: turn(mv), edge: copy.input(candidate) });
            }
            let candidate =
                |moves: &Vec<usize>| moves.iter().map(|&mv| Gated { gate: turn(mv), edge: legal[mv] }).collect();
            let candidates: Vec<Slot> = sharing.candidates.iter().map(candidate).collect();
            pickers.push(Picker { legal: fold(&mut copy, &candidates, observer)?, any });
        }
        let stuck = (0..can_move.len())
            .map(|role| !can_move[role].unwrap_or_else(|| copy.any(legal[game.ports.inputs_of(role)].to_vec())));
        let stuck: Vec<Lit> = stuck.collect();
        let stuck = copy.any(stuck);
        copy.set_moves(&made);
        copy.gates(observer)?;
        let next = game.ports.bases.iter().map(|base| copy.edge(base.next)).collect();
        let serves = |role: usize| sharing.iter().position(|sharing| sharing.roles.contains(&role));
        let picker_of = (0..game.ports.roles.len()).map(serves).collect();
        let made = made.into_iter().map(|made| copy.plain(made)).collect();
        Ok(Self { net: copy.builder.finish(), pickers, picker_of, next, stuck, legal, made })
    }
}

/// One picker for each group of roles that have choices.
fn sharing(game: &Net, choices: &Choices, draws: &Draws, observer: &dyn Observer) -> Result<Vec<Sharing>, Stopped> {
    let groups = choices.roles.iter().map(|choice| choice.group + 1).max().unwrap_or(0);
    let of_group = |group| {
        let members = (0..choices.roles.len()).filter(|&role| choices.roles[role].group == group);
        let roles: Vec<usize> = members.filter(|&role| draws.roles[role].bits > 0).collect();
        let moves = |&role: &usize| choices.open(role, game.ports.inputs_of(role)).collect();
        let moves: Vec<Vec<usize>> = roles.iter().map(moves).collect();
        let candidates = overlay(&moves, |mv| &game.ports.inputs[mv].action, observer)?;
        Ok(Sharing { candidates, roles })
    };
    let all: Result<Vec<Sharing>, Stopped> = (0..groups).map(of_group).collect();
    Ok(all?.into_iter().filter(|sharing| !sharing.roles.is_empty()).collect())
}

#[cfg(test)]
mod tests;
