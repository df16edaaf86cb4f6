//! The joint moves of a state, numbered.

/// Who has a choice in a state.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Turn {
    /// This role alone, or nobody: then the role is the one who asks.
    Alone(usize),
    /// Several roles at the same time.
    Together,
}

/// Who asks, and who is nature.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Seats {
    /// The role that asks for a move.
    pub(super) me: usize,
    /// The role `random`, unless it is the one that asks.
    pub(super) chance: Option<usize>,
}

impl Seats {
    /// Finds nature among the roles.
    pub(super) fn new(roles: &[String], me: usize) -> Self {
        let chance = roles.iter().position(|role| role == "random").filter(|&role| role != me);
        Self { me, chance }
    }
}

/// The joint moves of a state. The move of who asks is the slowest digit of their numbers, nature's the fastest, so the
/// replies to a move stand together, and so do nature's moves to a reply.
#[derive(Clone, Debug)]
pub(super) struct Joints {
    seats: Seats,
    /// The number of moves of each role.
    sizes: Box<[usize]>,
}

impl Joints {
    /// The joint moves of roles that have so many moves each.
    pub(super) fn new(moves: &[Vec<String>], seats: Seats) -> Self {
        Self { seats, sizes: moves.iter().map(Vec::len).collect() }
    }

    /// The number of joint moves; the greatest number where it is greater than that.
    pub(super) fn len(&self) -> usize {
        self.sizes.iter().fold(1, |product, &size| product.saturating_mul(size))
    }

    /// The number of moves of a role.
    pub(super) fn size(&self, role: usize) -> usize {
        self.sizes[role]
    }

    /// The number of roles.
    pub(super) fn roles(&self) -> usize {
        self.sizes.len()
    }

    /// Who asks, and who is nature.
    pub(super) const fn seats(&self) -> Seats {
        self.seats
    }

    /// The number of moves of nature, one where there is none.
    pub(super) fn chances(&self) -> usize {
        self.seats.chance.map_or(1, |role| self.sizes[role])
    }

    /// Who has a choice.
    pub(super) fn turn(&self) -> Turn {
        let mut movers = (0..self.roles()).filter(|&role| self.sizes[role] > 1 && self.seats.chance != Some(role));
        match (movers.next(), movers.next()) {
            (_, Some(_)) => Turn::Together,
            (alone, None) => Turn::Alone(alone.unwrap_or(self.seats.me)),
        }
    }

    /// The number of each role's move in a joint move.
    pub(super) fn digits(&self, joint: usize) -> Vec<usize> {
        let Seats { me, chance } = self.seats;
        let others = (0..self.roles()).rev().filter(|&role| role != me && chance != Some(role));
        let mut digits = vec![0; self.roles()];
        let mut rest = joint;
        for role in chance.into_iter().chain(others).chain([me]) {
            digits[role] = rest % self.sizes[role];
            rest /= self.sizes[role];
        }
        digits
    }

    /// The moves of a joint move.
    pub(super) fn moves(&self, moves: &[Vec<String>], joint: usize) -> Vec<String> {
        self.digits(joint).iter().zip(moves).map(|(&digit, moves)| moves[digit].clone()).collect()
    }

    /// What a move of who asks is worth, of the values of the joint moves: the worst reply, nature's moves averaged.
    pub(super) fn rate<E>(&self, mine: usize, mut value: impl FnMut(usize) -> Result<f64, E>) -> Result<f64, E> {
        let (block, chances) = (self.len() / self.size(self.seats.me), self.chances());
        let mut worst = f64::INFINITY;
        for reply in 0..block / chances {
            let first = mine * block + reply * chances;
            let mut sum = 0.0;
            for joint in first..first + chances {
                sum += value(joint)?;
            }
            worst = worst.min(sum / chances as f64);
        }
        Ok(worst)
    }
}

/// The first of the greatest; `None` where all are negatively infinite.
pub(super) fn first_best(values: impl IntoIterator<Item = f64>) -> Option<usize> {
    let mut best = (None, f64::NEG_INFINITY);
    for (index, value) in values.into_iter().enumerate() {
        if value > best.1 {
            best = (Some(index), value);
        }
    }
    best.0
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    fn joints(sizes: &[usize], me: usize, chance: Option<usize>) -> Joints {
        let moves: Vec<_> = sizes.iter().map(|&size| vec![String::new(); size]).collect();
        Joints::new(&moves, Seats { me, chance })
    }

    #[test]
    fn numbers_are_in_order() {
        let joints = joints(&[2, 3, 2], 1, Some(0));
        let all: Vec<_> = (0..joints.len()).map(|joint| joints.digits(joint)).collect();
        assert_eq!(all[..5], [[0, 0, 0], [1, 0, 0], [0, 0, 1], [1, 0, 1], [0, 1, 0]]);
        assert_eq!(all.iter().collect::<BTreeSet<_>>().len(), 12);
    }

    #[test]
    fn the_worst_reply_counts_and_nature_is_averaged() {
        let joints = joints(&[2, 2, 2], 1, Some(0));
        let values = [10.0, 20.0, 0.0, 40.0, 7.0, 7.0, 1.0, 9.0];
        let rate = |mine| joints.rate(mine, |joint| Ok::<_, ()>(values[joint])).unwrap();
        assert_eq!([rate(0), rate(1)], [15.0, 5.0]);
    }

    #[test]
    fn who_moves() {
        assert_eq!(joints(&[1, 2, 5], 0, Some(2)).turn(), Turn::Alone(1));
        assert_eq!(joints(&[2, 2, 1], 0, None).turn(), Turn::Together);
        assert_eq!(joints(&[1, 1, 4], 1, Some(2)).turn(), Turn::Alone(1));
    }

    #[test]
    fn the_first_of_equals_is_best() {
        assert_eq!(first_best([1.0, 3.0, 3.0, 2.0]), Some(1));
        assert_eq!(first_best([f64::NEG_INFINITY; 2]), None);
    }
}
