//! What came of a job: numbers of playouts, nothing rounded, nothing estimated.

use super::step::{JointMove, Then};
use std::collections::BTreeMap;
use std::ops::{AddAssign, Range};

/// How playouts ended, and how long they took.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Tally {
    /// For each role and each of its goal values in port order: finished playouts in which the role has this value
    /// and no other.
    pub goals: Vec<Vec<u64>>,
    /// For each role: finished playouts in which not exactly one goal value holds.
    pub undefined: Vec<u64>,
    /// Playouts that reached a terminal state.
    pub finished: u64,
    /// Playouts cut off at the step limit.
    pub truncated: u64,
    /// Playouts that ended because some role had no legal move.
    pub stuck: u64,
    /// Joint moves made in all of them.
    pub steps: u64,
}

impl Tally {
    /// No playouts yet, for roles with so many goal values each.
    #[must_use]
    pub fn new(goal_values: impl IntoIterator<Item = usize>) -> Self {
        let goals: Vec<Vec<u64>> = goal_values.into_iter().map(|values| vec![0; values]).collect();
        Self { undefined: vec![0; goals.len()], goals, ..Self::default() }
    }

    /// Counts playouts that ended in the same way, each after so many steps. A state that is not their end counts for
    /// nothing.
    pub(super) fn count(&mut self, playouts: u64, goals_of: &[Range<usize>], steps: u64, end: &Then) {
        match end {
            Then::Finished(goals) => self.finish(playouts, goals_of, |goal| goals[goal]),
            Then::Truncated => self.truncated += playouts,
            Then::Stuck => self.stuck += playouts,
            Then::Moves(_) => return,
        }
        self.steps += playouts * steps;
    }

    /// Counts playouts that reached a terminal state, by the goals that hold in it: a role has a value when exactly
    /// one of its goals does. `goals_of` has the goals of each role, numbered through all roles.
    pub(super) fn finish(&mut self, playouts: u64, goals_of: &[Range<usize>], holds: impl Fn(usize) -> bool) {
        self.finished += playouts;
        for (role, goals) in goals_of.iter().enumerate() {
            let mut held = goals.clone().filter(|&goal| holds(goal));
            match (held.next(), held.next()) {
                (Some(goal), None) => self.goals[role][goal - goals.start] += playouts,
                _ => self.undefined[role] += playouts,
            }
        }
    }

    /// All playouts, however they ended.
    #[must_use]
    pub fn playouts(&self) -> u64 {
        self.finished + self.truncated + self.stuck
    }

    /// Steps of a playout in the mean; 0 without playouts.
    #[must_use]
    pub fn mean_length(&self) -> f64 {
        self.steps as f64 / self.playouts().max(1) as f64
    }
}

/// Both must be of the same game.
impl AddAssign<&Self> for Tally {
    fn add_assign(&mut self, other: &Self) {
        let sum = |mine: &mut [u64], theirs: &[u64]| mine.iter_mut().zip(theirs).for_each(|(a, b)| *a += b);
        self.goals.iter_mut().zip(&other.goals).for_each(|(mine, theirs)| sum(mine, theirs));
        sum(&mut self.undefined, &other.undefined);
        self.finished += other.finished;
        self.truncated += other.truncated;
        self.stuck += other.stuck;
        self.steps += other.steps;
    }
}

/// The playouts of one start state.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct StartReport {
    /// All of them.
    pub all: Tally,
    /// By the joint move they began with, when the job asked for it: joint moves that were made, no others. Playouts
    /// that ended before any move are in `all` only.
    pub first_moves: Option<BTreeMap<JointMove, Tally>>,
}

impl StartReport {
    /// No playouts yet; see [`Tally::new`].
    #[must_use]
    pub fn new(goal_values: impl IntoIterator<Item = usize>, first_moves: bool) -> Self {
        Self { all: Tally::new(goal_values), first_moves: first_moves.then(BTreeMap::new) }
    }

    /// Counts a playout: the joint move it began with, its steps, and its end. `goals_of` has the goals of each role,
    /// numbered through all roles.
    pub fn count(&mut self, first: Option<JointMove>, goals_of: &[Range<usize>], steps: u64, end: &Then) {
        self.all.count(1, goals_of, steps, end);
        if let (Some(tallies), Some(first)) = (&mut self.first_moves, first) {
            let none = || Tally::new(goals_of.iter().map(Range::len));
            tallies.entry(first).or_insert_with(none).count(1, goals_of, steps, end);
        }
    }

    /// The same counts by the first move of one role, whatever the others did; empty without
    /// [`StartReport::first_moves`].
    #[must_use]
    pub fn first_moves_of(&self, role: usize) -> BTreeMap<u32, Tally> {
        let mut moves = BTreeMap::new();
        for (joint, tally) in self.first_moves.iter().flatten() {
            if let Some(&mv) = joint.get(role) {
                add(&mut moves, mv, tally);
            }
        }
        moves
    }
}

/// Both must be of the same start state, or of start states that are not told apart any more.
impl AddAssign<&Self> for StartReport {
    fn add_assign(&mut self, other: &Self) {
        self.all += &other.all;
        if let (Some(mine), Some(theirs)) = (&mut self.first_moves, &other.first_moves) {
            theirs.iter().for_each(|(joint, tally)| add(mine, joint.clone(), tally));
        }
    }
}

fn add<K: Ord>(tallies: &mut BTreeMap<K, Tally>, key: K, more: &Tally) {
    tallies.entry(key).and_modify(|tally| *tally += more).or_insert_with(|| more.clone());
}

/// The report of a job.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Report {
    /// For each start state its playouts, in the job's order.
    pub starts: Vec<StartReport>,
    /// Playouts of each lane that are counted: those the job asked for, or fewer when it was stopped.
    pub rounds: u64,
    /// Lanes of each start state that are counted: the job's, or the first ones of them when it was stopped.
    pub lanes: u64,
    /// Whether the job was played to its end. A report that is not complete counts `rounds` playouts of each of the
    /// first `lanes` lanes of every start state, whatever their lengths, so short games are not favoured.
    pub complete: bool,
}

impl Report {
    /// The playouts of all start states together.
    #[must_use]
    pub fn total(&self) -> StartReport {
        let mut starts = self.starts.iter();
        let first = starts.next().cloned().unwrap_or_default();
        starts.fold(first, |mut sum, start| {
            sum += start;
            sum
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn start(joint: [u32; 2], steps: u64) -> StartReport {
        let goals = vec![vec![1, 2], vec![3]];
        let tally = Tally { goals, undefined: vec![0, 3], finished: 3, truncated: 1, stuck: 0, steps };
        StartReport { all: tally.clone(), first_moves: Some(BTreeMap::from([(joint.to_vec(), tally)])) }
    }

    #[test]
    fn sums_keep_first_moves_apart() {
        let starts = vec![start([0, 1], 5), start([1, 1], 7), start([0, 1], 0)];
        let total = Report { starts, rounds: 4, lanes: 1, complete: true }.total();
        assert_eq!((total.all.steps, total.all.playouts(), total.all.mean_length()), (12, 12, 1.0));
        assert_eq!((&total.all.goals, &total.all.undefined), (&vec![vec![3, 6], vec![9]], &vec![0, 9]));
        let by_joint = total.first_moves.as_ref().unwrap();
        assert_eq!(by_joint.iter().map(|(joint, t)| (joint[0], t.steps)).collect::<Vec<_>>(), [(0, 5), (1, 7)]);
        assert_eq!(total.first_moves_of(1)[&1].steps, 12);
        assert!(total.first_moves_of(2).is_empty());
    }

    #[test]
    fn no_playouts_have_no_length() {
        let none = StartReport::new([2, 0], true);
        assert_eq!((none.all.mean_length(), none.all.goals), (0.0, vec![vec![0, 0], vec![]]));
        assert_eq!(Report::default().total(), StartReport::default());
    }
}
