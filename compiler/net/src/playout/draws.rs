//! Which random bits a role's pick uses.

use super::choices::Choices;
use super::generator::MAX_BITS;
use crate::Net;
use gdl2hdl_gdl::id::id;
use serde::{Deserialize, Serialize};

/// Each legal move's probability is within 1/n · (1 ± 2⁻¹²). So many bits beyond those that number the moves are enough.
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
        let generators = 0..id(roles);
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
        let draw = Draw { generator: id(place), offset: self.generators[place], bits };
        self.generators[place] += bits;
        draw
    }
}

/// Bits of a draw among `moves` moves: the fewest that are precise enough for any number of legal ones, and number all of
/// them. Less precise for roles with more than eight million moves.
fn width(moves: usize) -> u32 {
    if moves < 2 {
        return 0;
    }
    let most = (PRECISION + (usize::BITS - (moves - 1).leading_zeros())).min(MAX_BITS);
    let least = usize::BITS - moves.leading_zeros();
    // Who has enough bits has enough with one more: what follows the last width that fails is the answer.
    (least..most).rev().find(|&bits| !(2..=moves as u64).all(|n| is_precise(bits, n))).map_or(least, |bits| bits + 1)
}

/// Of `2^bits` draws each of `n` moves is picked by the n-th part, rounded up or down: whether neither is too far off.
fn is_precise(bits: u32, n: u64) -> bool {
    let rest = (1_u64 << bits) % n;
    rest == 0 || rest.max(n - rest) << PRECISION <= 1 << bits
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn widths_are_precise_enough() {
        assert_eq!(
            [0, 1, 2, 3, 4, 5, 8, 9, 10, 11, 512, 513].map(width),
            [0, 0, 2, 13, 13, 14, 14, 15, 15, 16, 21, 21]
        );
        for moves in (2..40).chain([100, 500, 2000]) {
            for n in 2..=moves {
                // Draw d picks number d * n / 2^k: that of the first draws of each number tells how many pick it.
                let draws = 1_u64 << width(usize::try_from(moves).unwrap());
                let first = |number: u64| (number * draws).div_ceil(n);
                let counts = (0..n).map(|number| first(number + 1) - first(number));
                assert!(counts.into_iter().all(|count| (count * n).abs_diff(draws) * 4096 <= draws), "{n} of {moves}");
            }
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
