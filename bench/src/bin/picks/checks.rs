//! Counts of picks, and how well they fit.

use super::subject::{LANES, Subject};
use gdl2hdl_play::playout::statistics::{Fit, chi_square, independence, shares};
use gdl2hdl_play::playout::{MAX_RECORDS, PlayError, StepRecord, Then, Unobserved};
use std::ops::ControlFlow;

/// A test that was made.
pub(crate) struct Check {
    pub(crate) what: String,
    /// Moves to pick from.
    pub(crate) moves: usize,
    pub(crate) picks: u64,
    /// Whether these picks are not those of another test.
    pub(crate) counts: bool,
    pub(crate) fit: Fit,
}

/// Both picks of the playouts of a game of two steps: how often each pair was picked, and whether the second pick
/// depends on the first.
pub(crate) fn twice(subject: &mut Subject, moves: usize, picks: u64, seed: u64) -> Result<[Check; 2], PlayError> {
    let mut job = subject.job(picks.div_ceil(2), 2, seed);
    job.first_moves = false;
    let tally = subject.engine.play(&job, &Unobserved)?.total().all;
    // Goal values are listed in ascending order, and the value is the number of the pair.
    let pairs: Vec<Vec<u64>> = tally.goals[0].chunks(moves).map(<[u64]>::to_vec).collect();
    let share = shares(moves as u64, subject.shape.draws.roles[0].bits);
    let expected: Vec<f64> = share.iter().flat_map(|first| share.iter().map(move |second| first * second)).collect();
    let check =
        |what: &str, counts, fit| Check { what: what.to_owned(), moves, picks: 2 * job.playouts(), counts, fit };
    Ok([
        check("pairs of picks, uniform", true, chi_square(&pairs.concat(), &expected)),
        check("successive picks, independent", false, independence(&pairs)),
    ])
}

/// The first picks of all roles that have a choice at the start.
pub(crate) fn first_moves(subject: &mut Subject, picks: u64, seed: u64) -> Result<Vec<Check>, PlayError> {
    let job = subject.job(picks, 1, seed);
    let legal = subject.legal(&job.starts[0].registers)?;
    let report = subject.engine.play(&job, &Unobserved)?.total();
    let mut checks = Vec::new();
    for (role, moves) in legal.iter().enumerate().filter(|(_, moves)| moves.len() > 1) {
        let tallies = report.first_moves_of(role);
        let count = |mv: &u32| tallies.get(mv).map_or(0, |tally| tally.playouts());
        let counts: Vec<u64> = moves.iter().map(count).collect();
        let share = shares(moves.len() as u64, subject.shape.draws.roles[role].bits);
        checks.push(Check {
            what: format!("{}, uniform", subject.name),
            moves: moves.len(),
            picks: counts.iter().sum(),
            counts: true,
            fit: chi_square(&counts, &share),
        });
    }
    Ok(checks)
}

/// Picks of the first role in the first step, lane beside lane, and at a distance of 64 lanes: the same bit of the next
/// number of a word.
pub(crate) fn neighbours(subject: &mut Subject, picks: u64, seed: u64) -> Result<[Check; 2], PlayError> {
    // A playout of one step has two records.
    let most = MAX_RECORDS / 4;
    let moves = subject.shape.moves[0].len();
    let mut tables = [1, 64].map(|distance| (distance, vec![vec![0; moves]; moves]));
    let mut seen = 0;
    for round in 0..picks.div_ceil(most) {
        let job = subject.job(most, 1, seed + 1 + round);
        let per_lane = usize::try_from(job.per_lane).unwrap_or(usize::MAX);
        let mut picked: Vec<u32> = Vec::new();
        let mut keep = |record: StepRecord| {
            if let Then::Moves(joint) = record.then {
                picked.push(joint[0]);
            }
            ControlFlow::Continue(())
        };
        subject.engine.trace(&job, &Unobserved, &mut keep)?;
        seen += picked.len() as u64;
        for (distance, table) in &mut tables {
            count_pairs(&picked, per_lane, *distance, table);
        }
    }
    Ok(tables.map(|(distance, table)| Check {
        what: format!("picks of lanes {distance} apart, independent"),
        moves,
        picks: seen,
        counts: distance == 1,
        fit: independence(&table),
    }))
}

/// Counts pairs of picks of lanes at a distance, each lane in one pair only. `picked` lists lane after lane.
fn count_pairs(picked: &[u32], per_lane: usize, distance: usize, table: &mut [Vec<u64>]) {
    let lanes: Vec<&[u32]> = picked.chunks(per_lane).collect();
    debug_assert_eq!(lanes.len() as u64, LANES);
    for pair in (0..lanes.len() - distance).filter(|lane| (lane / distance).is_multiple_of(2)) {
        for (&a, &b) in lanes[pair].iter().zip(lanes[pair + distance]) {
            table[a as usize][b as usize] += 1;
        }
    }
}
