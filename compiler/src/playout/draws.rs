//! Which random bits a role's pick uses.

use super::choices::Choices;
use super::generator::MAX_BITS;
use crate::net::Net;
use serde::{Deserialize, Serialize};

/// Bits beyond those that number the moves: each legal move's probability is within 1/n · (1 ± 2⁻¹²).
const PRECISION: u32 = 12;

/// The draw of a role: bits `offset .. offset + bits` of what `generator` gives in a step, the first highest.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Draw {
    /// Number of the generator.
    pub generator: u32,
    /// First bit.
    pub offset: u32,
    /// Number of bits, k; none when the role never has a choice.
    pub bits: u32,
}

/// The draws of all roles, and how many bits each generator gives in a step.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Draws {
    /// For each role its draw.
    pub roles: Vec<Draw>,
    /// For each generator its bits a step, at most [`MAX_BITS`].
    pub generators: Vec<u32>,
}

impl Draws {
    /// The draws of a net's roles, in role order, each in the first generator that has bits left. Roles of a group
    /// never have a choice at the same time and share a draw.
    #[must_use]
    pub fn new(net: &Net, choices: &Choices) -> Self {
        let mut draws = Self::default();
        let open = |role| choices.open(role, net.ports.inputs_of(role)).count();
        let mut groups = Vec::new();
        for (role, choice) in choices.roles.iter().enumerate() {
            if choice.group == groups.len() {
                let members = (role..choices.roles.len()).filter(|&other| choices.roles[other].group == choice.group);
                let bits = width(members.map(open).max().unwrap_or(0));
                groups.push(draws.allot(bits));
            }
            let draw = if open(role) < 2 { Draw::default() } else { groups[choice.group] };
            draws.roles.push(draw);
        }
        draws
    }

    /// Draws for roles whose moves nobody has counted: each has a generator of its own, and all the bits of it.
    #[must_use]
    pub fn alone(roles: usize) -> Self {
        let generators = 0..u32::try_from(roles).unwrap_or(u32::MAX);
        let roles = generators.map(|generator| Draw { generator, offset: 0, bits: MAX_BITS }).collect::<Vec<_>>();
        Self { generators: vec![MAX_BITS; roles.len()], roles }
    }

    fn allot(&mut self, bits: u32) -> Draw {
        if bits == 0 {
            return Draw::default();
        }
        let fits = |used: &u32| used + bits <= MAX_BITS;
        let place = self.generators.iter().position(fits).unwrap_or(self.generators.len());
        if place == self.generators.len() {
            self.generators.push(0);
        }
        let draw = Draw { generator: u32::try_from(place).unwrap_or(u32::MAX), offset: self.generators[place], bits };
        self.generators[place] += bits;
        draw
    }
}

/// Bits of a draw among `moves` moves. Less precise for roles with more than eight million moves.
fn width(moves: usize) -> u32 {
    if moves < 2 { 0 } else { (PRECISION + (usize::BITS - (moves - 1).leading_zeros())).min(MAX_BITS) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn widths_are_precise_enough() {
        assert_eq!([0, 1, 2, 3, 4, 5, 512, 513].map(width), [0, 0, 13, 14, 14, 15, 21, 22]);
        // The number of draws that pick one of n moves is 2^k / n rounded up or down.
        for n in 2..2000_u64 {
            let bits = width(usize::try_from(n).unwrap());
            let (draws, exact) = (1_u64 << bits, (1_u64 << bits) / n);
            assert!(draws - exact * n <= n && n * 4096 <= draws, "{n}");
        }
    }

    #[test]
    fn draws_do_not_overlap() {
        let mut draws = Draws::default();
        let given: Vec<Draw> = [16, 20, 0, 19, 12].into_iter().map(|bits| draws.allot(bits)).collect();
        assert_eq!(draws.generators, [35, 32]);
        assert_eq!(
            given.iter().map(|d| (d.generator, d.offset)).collect::<Vec<_>>(),
            [(0, 0), (1, 0), (0, 0), (0, 16), (1, 20)]
        );
    }
}
