//! What came of matches, for each player.

use gdl2hdl_ggp::record::{End, FaultKind, MatchRecord, Reply};

/// The quantiles of Student's t distribution for 95 % on both sides, by degrees of freedom from 1 on. Source: any table.
const T: [f64; 30] = [
    12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228, 2.201, 2.179, 2.160, 2.145, 2.131, 2.120,
    2.110, 2.101, 2.093, 2.086, 2.080, 2.074, 2.069, 2.064, 2.060, 2.056, 2.052, 2.048, 2.045, 2.042,
];
/// The same for many.
const T_MANY: f64 = 1.96;

/// A mean with its 95 % confidence interval.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Interval {
    /// The mean.
    pub mean: f64,
    /// Half of the width of the interval; `None` for a single value, which tells nothing of it.
    pub margin: Option<f64>,
}

/// One player.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Standing {
    /// Matches that came to their end.
    pub finished: u64,
    /// Matches that did not.
    pub unfinished: u64,
    /// The goals that it reached, one for each match in which its goal is defined.
    pub points: Vec<i64>,
    /// Matches of two players in which it had more points than the other one.
    pub wins: u64,
    /// The same with as many points.
    pub draws: u64,
    /// The same with fewer.
    pub losses: u64,
    /// Answers that came too late.
    pub late: u64,
    /// Answers that were no legal move.
    pub illegal: u64,
    /// Messages without a connection.
    pub connection: u64,
}

impl Standing {
    /// The mean goal; `None` where no match gave one.
    #[must_use]
    pub fn mean(&self) -> Option<Interval> {
        let count = self.points.len();
        let number = count as f64;
        let mean = self.points.iter().sum::<i64>() as f64 / number;
        let squares: f64 = self.points.iter().map(|&value| (value as f64 - mean).powi(2)).sum();
        let t = || T.get(count.wrapping_sub(2)).copied().unwrap_or(T_MANY);
        let margin = (count > 1).then(|| t() * (squares / (number - 1.0) / number).sqrt());
        (count > 0).then_some(Interval { mean, margin })
    }

    fn count(&mut self, reply: &Reply) {
        match reply.error.as_ref().map(|fault| fault.kind) {
            Some(FaultKind::Late) => self.late += 1,
            Some(FaultKind::Illegal) => self.illegal += 1,
            Some(FaultKind::Connection) => self.connection += 1,
            None => {}
        }
    }
}

/// All players.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Standings(Vec<Standing>);

impl Standings {
    /// So many players without a match.
    #[must_use]
    pub fn new(players: usize) -> Self {
        Self(vec![Standing::default(); players])
    }

    /// Each player, in order.
    #[must_use]
    pub fn all(&self) -> &[Standing] {
        &self.0
    }

    /// Counts a match. `seated` has the player of each role.
    pub fn add(&mut self, record: &MatchRecord, seated: &[Option<usize>]) {
        let replies = |role: usize| {
            let moves = record.steps.iter().filter_map(move |step| step.replies.get(role));
            record.start.get(role).into_iter().chain(moves)
        };
        let mut points = Vec::new();
        for (role, player) in seated.iter().enumerate() {
            let Some(standing) = player.and_then(|player| self.0.get_mut(player)) else { continue };
            replies(role).for_each(|reply| standing.count(reply));
            if record.end != End::Terminal {
                standing.unfinished += 1;
                continue;
            }
            standing.finished += 1;
            let value = record.values.get(role).copied().flatten();
            standing.points.extend(value);
            points.extend(player.zip(value));
        }
        if let ([(one, a), (two, b)], 2) = (points.as_slice(), self.0.len()) {
            self.0[*one].compare(*a, *b);
            self.0[*two].compare(*b, *a);
        }
    }
}

impl Standing {
    fn compare(&mut self, own: i64, other: i64) {
        match own.cmp(&other) {
            std::cmp::Ordering::Greater => self.wins += 1,
            std::cmp::Ordering::Equal => self.draws += 1,
            std::cmp::Ordering::Less => self.losses += 1,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn standing(points: &[i64]) -> Standing {
        Standing { points: points.to_vec(), ..Standing::default() }
    }

    #[test]
    fn means_have_intervals_of_student() {
        assert_eq!(standing(&[]).mean(), None);
        assert_eq!(standing(&[50]).mean(), Some(Interval { mean: 50.0, margin: None }));
        assert_eq!(standing(&[100, 100]).mean(), Some(Interval { mean: 100.0, margin: Some(0.0) }));
        // 0 and 100: the deviation is 70.71, that of the mean 50.
        let Some(Interval { mean, margin: Some(margin) }) = standing(&[0, 100]).mean() else { panic!() };
        assert!((mean - 50.0).abs() < 1e-9 && (margin - 635.3).abs() < 0.1, "{mean} {margin}");
        let many: Vec<i64> = (0..100).map(|i| i % 2 * 100).collect();
        let Some(Interval { margin: Some(margin), .. }) = standing(&many).mean() else { panic!() };
        assert!((margin - 9.85).abs() < 0.01, "{margin}");
    }
}
