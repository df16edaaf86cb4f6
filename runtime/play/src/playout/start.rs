//! Start states: what is known of them before anything is played.

use super::{GameShape, Job, State, Then};
use bitvec::prelude::BitVec;
use gdl2hdl_net::Net;
use gdl2hdl_net::propnet::{Lit, value};

/// A state as the net sees it.
pub struct Start {
    /// For each role its legal moves, numbered from 0.
    pub legal: Vec<Vec<u32>>,
    /// How every playout from here ends before its first step, if it does.
    pub end: Option<Then>,
}

impl Start {
    /// Looks at a start state.
    #[must_use]
    pub fn new(net: &Net, job: &Job, state: &State) -> Self {
        let ports = &net.ports;
        let holds = evaluated(net, state);
        let legal: Vec<Vec<u32>> = (0..ports.roles.len())
            .map(|role| {
                let moves = ports.inputs[ports.inputs_of(role)].iter().zip(0..);
                moves.filter(|(input, _)| holds(input.legal)).map(|(_, number)| number).collect()
            })
            .collect();
        let end = match () {
            () if holds(ports.terminal) => Some(Then::Finished(ports.goals.iter().map(|g| holds(g.holds)).collect())),
            () if job.max_steps == 0 => Some(Then::Truncated),
            () if legal.iter().any(Vec::is_empty) => Some(Then::Stuck),
            () => None,
        };
        Self { legal, end }
    }

    /// For each move of all roles whether it is a first move.
    #[must_use]
    pub fn first_moves(&self, shape: &GameShape) -> BitVec {
        if self.end.is_none() { self.legal_bits(shape) } else { BitVec::repeat(false, shape.num_moves()) }
    }

    /// For each move of all roles whether it is legal.
    #[must_use]
    pub fn legal_bits(&self, shape: &GameShape) -> BitVec {
        let mut bits = BitVec::repeat(false, shape.num_moves());
        for (moves, legal) in shape.moves.iter().zip(&self.legal) {
            legal.iter().for_each(|&mv| bits.set(moves.start + mv as usize, true));
        }
        bits
    }
}

/// The truth of every edge that does not depend on moves.
fn evaluated<'n>(net: &'n Net, state: &State) -> impl Fn(Lit) -> bool + use<'n> {
    let bases: Vec<u64> = state.iter().map(|bit| u64::from(*bit)).collect();
    let values = net.evaluate(&bases, &vec![0; net.ports.inputs.len()]);
    move |lit| value(&values, lit) & 1 == 1
}
