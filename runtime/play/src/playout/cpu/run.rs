//! All blocks of a job, on some threads, to their end or until stopped.
//!
//! A report counts equally many playouts of all lanes, but lanes are not equally far: some are ahead by whole playouts,
//! which nobody can take out of the sums any more. So a job that ends early is played on until all lanes have as many.
//! Before a deadline there is time for that; a signal leaves little. What is not done then is dropped, and the report is
//! the last one that was made on the way.

use super::super::{Observer, PlayError, StartReport, Unobserved};
use super::block::Block;
use super::pace::{Lead, PacePlan};
use super::play::Play;
use std::sync::OnceLock;
use std::thread;
use std::time::{Duration, Instant};

/// Operations of all steps between two looks at the clock, about a millisecond's.
const OPERATIONS: usize = 1 << 22;
/// Where first moves are counted, what a lane that ends takes beside, about.
const PER_LANE: usize = 64;
/// Steps of a block between two looks at the clock.
const STEPS: std::ops::RangeInclusive<usize> = 1..=4096;
/// What a job may take to get its lanes equally far, once it was stopped.
const GRACE: Duration = Duration::from_millis(500);

/// What was played of a job.
pub(super) struct Played {
    /// Playouts of each lane.
    pub(super) rounds: u64,
    /// For each start state the playouts of its lanes.
    pub(super) starts: Vec<StartReport>,
}

/// Who plays blocks.
#[derive(Clone, Copy)]
pub(super) struct Players<'a> {
    pub(super) play: &'a Play<'a>,
    pub(super) threads: usize,
    pub(super) observer: &'a dyn Observer,
    /// A report without playouts.
    pub(super) none: &'a [StartReport],
}

/// Plays all blocks to their end, or until stopped. `may_copy`: whether there is memory for the blocks once more.
pub(super) fn run(players: Players<'_>, mut blocks: Vec<Block>, may_copy: bool) -> Result<Played, PlayError> {
    let Players { play, observer, none, .. } = players;
    let began = Instant::now();
    let mut plan = PacePlan::new(may_copy);
    let mut kept = Played { rounds: 0, starts: none.to_vec() };
    loop {
        let pause = plan.pause(began.elapsed());
        advance(players, &mut blocks, &|| began.elapsed() >= pause || observer.stopped())?;
        if !blocks.iter().any(Block::is_active) {
            return report(players, blocks, play.job.per_lane);
        }
        let (lead, elapsed) = (Lead::of(play, &blocks), began.elapsed());
        if observer.stopped() || observer.left().is_some_and(|left| plan.ends(&lead, elapsed, left)) {
            let stopped = OnceLock::new();
            let over = || observer.stopped() && stopped.get_or_init(Instant::now).elapsed() >= GRACE;
            return Ok(level(players, blocks, &over)?.unwrap_or(kept));
        }
        let on_the_way = plan.on_the_way(&lead, elapsed, |patience| {
            let over = || began.elapsed() >= elapsed + patience || observer.stopped();
            // Of copies nobody is told what they play.
            level(Players { observer: &Unobserved, ..players }, blocks.clone(), &over)
        })?;
        kept = on_the_way.unwrap_or(kept);
    }
}

/// Plays on until all lanes have as many playouts as the one that is ahead; nothing when it is over before.
pub(super) fn level(
    players: Players<'_>,
    mut blocks: Vec<Block>,
    over: &(dyn Fn() -> bool + Sync),
) -> Result<Option<Played>, PlayError> {
    let (layout, job) = (players.play.layout(), players.play.job);
    let rounds = blocks.iter().map(|block| block.least_rounds(layout, job)).max().unwrap_or(0);
    blocks.iter_mut().for_each(|block| block.reduce(layout, job, rounds));
    advance(players, &mut blocks, over)?;
    if blocks.iter().any(Block::is_active) { Ok(None) } else { report(players, blocks, rounds).map(Some) }
}

/// What blocks hold whose lanes have all played so many playouts.
fn report(players: Players<'_>, mut blocks: Vec<Block>, rounds: u64) -> Result<Played, PlayError> {
    let Players { play, none, .. } = players;
    blocks.iter_mut().try_for_each(|block| block.close(play))?;
    let mut starts = none.to_vec();
    blocks.iter().for_each(|block| block.report(play, &mut starts));
    Ok(Played { rounds, starts })
}

/// Steps all blocks until they are done, or until it is over.
fn advance(players: Players<'_>, blocks: &mut [Block], over: &(dyn Fn() -> bool + Sync)) -> Result<(), PlayError> {
    let share = blocks.len().div_ceil(players.threads.max(1)).max(1);
    let work = |blocks: &mut [Block]| advance_share(players, blocks, over);
    if share >= blocks.len() {
        return work(blocks);
    }
    thread::scope(|scope| {
        let workers: Vec<_> = blocks.chunks_mut(share).map(|blocks| scope.spawn(move || work(blocks))).collect();
        let joined = workers.into_iter().map(|worker| worker.join().unwrap_or(Err(PlayError::Thread)));
        joined.fold(Ok(()), Result::and)
    })
}

fn advance_share(players: Players<'_>, blocks: &mut [Block], over: &dyn Fn() -> bool) -> Result<(), PlayError> {
    let Players { play, observer, .. } = players;
    let kept = if play.job.first_moves { PER_LANE * play.code.step.width().lanes() as usize } else { 0 };
    let steps = OPERATIONS / (play.code.programs.step.ops.len() + kept).max(1);
    let steps = steps.clamp(*STEPS.start(), *STEPS.end());
    let steps = u32::try_from(steps).unwrap_or(u32::MAX);
    // Blocks take turns, so that a stop finds all of them about equally far.
    while blocks.iter().any(Block::is_active) {
        for block in blocks.iter_mut().filter(|block| block.is_active()) {
            if over() {
                return Ok(());
            }
            block.steps(play, steps)?;
            observer.played(block.news(play.layout()));
        }
    }
    Ok(())
}
