//! From the values of all children to the value of their parent.

use super::joints::{Joints, Turn};

/// Takes the values of children in the order of their joint moves. The values are one for each role.
pub(super) struct Fold<'j> {
    joints: &'j Joints,
    taken: usize,
    /// The sum over nature's moves to the present reply.
    sum: Vec<f64>,
    held: Held,
}

enum Held {
    /// The values that the mover likes best.
    Alone(usize, Option<Vec<f64>>),
    /// For each role and move the worst reply.
    Together(Vec<Vec<f64>>),
}

impl<'j> Fold<'j> {
    /// Of no child.
    pub(super) fn new(joints: &'j Joints) -> Self {
        let worst = |role| vec![f64::INFINITY; if joints.seats().chance == Some(role) { 1 } else { joints.size(role) }];
        let held = match joints.turn() {
            Turn::Alone(role) => Held::Alone(role, None),
            Turn::Together => Held::Together((0..joints.roles()).map(worst).collect()),
        };
        Self { joints, taken: 0, sum: vec![0.0; joints.roles()], held }
    }

    /// Takes the values of the next child.
    pub(super) fn add(&mut self, values: &[f64]) {
        for (sum, value) in self.sum.iter_mut().zip(values) {
            *sum += value;
        }
        self.taken += 1;
        let chances = self.joints.chances();
        if self.taken.is_multiple_of(chances) {
            let mean = self.sum.iter().map(|sum| sum / chances as f64).collect();
            self.sum.fill(0.0);
            self.reply(mean);
        }
    }

    /// Takes the values after a choice of all but nature.
    fn reply(&mut self, values: Vec<f64>) {
        let seats = self.joints.seats();
        match &mut self.held {
            Held::Alone(role, best) => {
                let rank = |values: &[f64]| (values[*role], -values[seats.me]);
                if best.as_ref().is_none_or(|best| rank(&values) > rank(best)) {
                    *best = Some(values);
                }
            }
            Held::Together(worst) => {
                let mut digits = self.joints.digits(self.taken - 1);
                if let Some(chance) = seats.chance {
                    digits[chance] = 0;
                }
                for ((worst, digit), value) in worst.iter_mut().zip(digits).zip(values) {
                    worst[digit] = worst[digit].min(value);
                }
            }
        }
    }

    /// The values of the parent.
    pub(super) fn values(self) -> Vec<f64> {
        let greatest = |worst: Vec<f64>| worst.into_iter().fold(f64::NEG_INFINITY, f64::max);
        match self.held {
            Held::Alone(_, best) => best.unwrap_or(self.sum),
            Held::Together(worst) => worst.into_iter().map(greatest).collect(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::standard::joints::Seats;

    fn fold(sizes: &[usize], me: usize, chance: Option<usize>, children: &[&[f64]]) -> Vec<f64> {
        let moves: Vec<_> = sizes.iter().map(|&size| vec![String::new(); size]).collect();
        let joints = Joints::new(&moves, Seats { me, chance });
        assert_eq!(joints.len(), children.len());
        let mut fold = Fold::new(&joints);
        children.iter().for_each(|values| fold.add(values));
        fold.values()
    }

    #[test]
    fn who_moves_alone_maximises_its_own_goal() {
        assert_eq!(fold(&[1, 3], 0, None, &[&[100.0, 0.0], &[90.0, 80.0], &[20.0, 50.0]]), [90.0, 80.0]);
    }

    #[test]
    fn of_equal_moves_others_make_the_worst_for_who_asks() {
        assert_eq!(fold(&[1, 3], 0, None, &[&[90.0, 50.0], &[10.0, 50.0], &[20.0, 50.0]]), [10.0, 50.0]);
        assert_eq!(fold(&[3, 1], 0, None, &[&[50.0, 7.0], &[50.0, 3.0], &[50.0, 1.0]]), [50.0, 7.0]);
    }

    #[test]
    fn simultaneous_moves_meet_their_worst_reply() {
        let children: [&[f64]; 4] = [&[10.0, 90.0], &[60.0, 40.0], &[30.0, 70.0], &[40.0, 60.0]];
        assert_eq!(fold(&[2, 2], 0, None, &children), [30.0, 70.0]);
    }

    #[test]
    fn nature_is_averaged() {
        let children: [&[f64]; 4] = [&[0.0, 10.0], &[0.0, 20.0], &[0.0, 90.0], &[0.0, 0.0]];
        assert_eq!(fold(&[2, 2], 1, Some(0), &children), [0.0, 45.0]);
        let values = [[8.0, 0.0], [6.0, 2.0], [9.0, 9.0], [9.0, 9.0], [5.0, 5.0], [5.0, 5.0], [9.0, 1.0], [9.0, 3.0]];
        let children = values.map(|[a, b]| [a, b, 0.0]);
        let children: Vec<&[f64]> = children.iter().map(|values| &values[..]).collect();
        assert_eq!(fold(&[2, 2, 2], 0, Some(2), &children), [7.0, 2.0, 0.0]);
    }
}
