//! A board's engine in software: reports that gateware would give, made by the scalar engine. For tests of everything
//! between a job and its report.

use crate::link::model::Player;
use gdl2hdl_hdl::playout::{COMMON, Config, Gateware, GatewareError, gateware};
use gdl2hdl_net::playout::Choices;
use gdl2hdl_net::{Net, Verified};
use gdl2hdl_play::engine::GateCore;
use gdl2hdl_play::playout::Start;
use gdl2hdl_play::playout::{
    GameShape, Job, JointMove, Observer, PlayoutEngine, Scalar, StartReport, State, Tally, Then, Unobserved, scalar,
};
use std::time::Duration;

/// Flag of a report: the job was refused.
const REFUSED: u32 = 2;
/// Words of a job before its start state.
const HEAD: usize = 6;

/// Plays jobs of a game.
pub struct Twin {
    engine: Scalar<GateCore<Net>>,
    net: Net,
    shape: GameShape,
    gateware: Gateware,
    /// Jobs so far.
    jobs: u64,
}

impl Twin {
    /// The twin of a board with this gateware. `choices` are those of the net.
    ///
    /// # Errors
    /// [`GatewareError`]: there is no such gateware, or the observer stops it.
    pub fn new(
        net: Verified<'_>,
        choices: &Choices,
        game: &str,
        config: Config,
        observer: &dyn Observer,
    ) -> Result<Self, GatewareError> {
        let gateware = gateware(net, choices, game, config, observer)?;
        let (engine, shape) = (scalar(net, choices), GameShape::new(net.net(), choices));
        Ok(Self { engine, net: net.net().clone(), shape, gateware, jobs: 0 })
    }

    /// Jobs that were played.
    #[must_use]
    pub fn jobs(&self) -> u64 {
        self.jobs
    }

    /// The gateware.
    #[must_use]
    pub fn gateware(&self) -> &Gateware {
        &self.gateware
    }

    /// The job that words stand for.
    fn job(&self, words: &[u32]) -> Job {
        let origin = u64::from(words[4]) | u64::from(words[5]) << 32;
        let bit = |i: usize| words[HEAD + i / 32] >> (i % 32) & 1 == 1;
        let start: State = (0..self.gateware.job.state_bits).map(bit).collect();
        let [lanes, per_lane, max_steps] = [1, 2, 3].map(|i: usize| u64::from(words[i]));
        let Config { first_moves, slots, .. } = self.gateware.config;
        Job { starts: vec![start.into()], lanes, per_lane, slots, seed: unmixed(origin), max_steps, first_moves }
    }

    /// The counters that a tally is counted by.
    fn counters(&self, tally: &Tally) -> Vec<u64> {
        let mut counters = vec![0; self.gateware.counters];
        counters[..COMMON.len()].copy_from_slice(&[tally.steps, tally.finished, tally.truncated, tally.stuck]);
        for (goal, count) in tally.goals.iter().flatten().enumerate() {
            counters[self.gateware.counter_of_goal[goal]] = *count;
        }
        self.gateware.derived.leave(&mut counters);
        counters
    }

    /// The code of a joint move. `legal` are the legal moves of the start state.
    fn code(&self, legal: &[bool], joint: &JointMove) -> u32 {
        let moves: Vec<usize> =
            self.shape.moves.iter().zip(joint).map(|(moves, &mv)| moves.start + mv as usize).collect();
        let codes = 0..1_u32 << self.gateware.code_bits().min(31);
        codes.into_iter().find(|&code| self.gateware.joint(legal, code).as_ref() == Some(&moves)).unwrap_or(0)
    }

    /// The words of first moves.
    fn rows(&self, job: &Job, report: &StartReport) -> Vec<u32> {
        let Some(first) = &report.first_moves else { return Vec::new() };
        let start = Start::new(&self.net, job, &job.starts[0].registers);
        let legal: Vec<bool> = start.legal_bits(&self.shape).iter().map(|bit| *bit).collect();
        let row = |(joint, tally): (&JointMove, &Tally)| {
            let counts = self.counters(tally).into_iter().map(|count| halves(count)[0]);
            std::iter::once(self.code(&legal, joint)).chain(counts).collect::<Vec<u32>>()
        };
        first.iter().flat_map(row).chain([u32::MAX]).collect()
    }
}

fn halves(number: u64) -> [u32; 2] {
    let [a, b, c, d, e, f, g, h] = number.to_le_bytes();
    [u32::from_le_bytes([a, b, c, d]), u32::from_le_bytes([e, f, g, h])]
}

/// The seed whose first lane begins at an origin: the inverse of `mix`.
fn unmixed(value: u64) -> u64 {
    let value = (value ^ value >> 31 ^ value >> 62).wrapping_mul(0x3196_42b2_d24d_8ec3);
    let value = (value ^ value >> 27 ^ value >> 54).wrapping_mul(0x96de_1b17_3f11_9089);
    value ^ value >> 30 ^ value >> 60
}

/// Jobs that can't be played are refused, as gateware does.
impl Player for Twin {
    fn report(&mut self, job: &[u32]) -> Vec<u32> {
        self.jobs += 1;
        let (tag, job) = (job[0], self.job(job));
        let end = Start::new(&self.net, &job, &job.starts[0].registers).end;
        let played = self.engine.play(&job, &Unobserved);
        let refused = if played.is_ok() { 0 } else { REFUSED };
        let played = played.unwrap_or_else(|_| self.shape.no_playouts(&job)).total();
        let mut words = vec![tag];
        let counters = match end {
            Some(Then::Finished(goals)) if refused == 0 => {
                self.gateware.closed_counters(|goal| goals[goal], played.all.playouts())
            }
            _ => self.counters(&played.all),
        };
        words.extend(counters.into_iter().flat_map(halves));
        words.extend(self.rows(&job, &played));
        words.push(refused);
        words.extend(halves(played.all.steps + 100));
        words
    }

    /// A microsecond for each lane: time enough for jobs to wait for each other.
    fn time(&self, job: &[u32]) -> Duration {
        Duration::from_micros(u64::from(job[1].min(1 << 16)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gdl2hdl_net::playout::generator::{mix, origin};

    #[test]
    fn a_seed_follows_from_its_origin() {
        for seed in [0, 1, 77, u64::MAX, 0x0123_4567_89ab_cdef] {
            assert_eq!(unmixed(mix(seed)), seed);
            assert_eq!(unmixed(origin(seed, 0, 3)), seed);
        }
    }
}
