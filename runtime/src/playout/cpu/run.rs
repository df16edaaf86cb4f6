//! All blocks of a job, on some threads.

use super::super::{PlayError, Watch};
use super::block::Block;
use super::code::Play;
use std::thread;

/// Operations of all steps between two looks at the clock, about a millisecond's.
const OPERATIONS: usize = 1 << 22;
/// Steps of a block between two looks at the clock.
const STEPS: std::ops::RangeInclusive<usize> = 16..=4096;

/// Plays all blocks to their end, or until stopped: then to the end of the last round that some lane has completed, or
/// with several places has begun.
/// Returns the playouts of each lane.
pub(super) fn run(play: &Play<'_>, blocks: &mut [Block], threads: usize, watch: &dyn Watch) -> Result<u64, PlayError> {
    advance(play, blocks, threads, watch, true)?;
    let per_lane = play.job.per_lane;
    if !blocks.iter().any(Block::is_active) {
        return Ok(per_lane);
    }
    let rounds = blocks.iter().map(|block| block.least_rounds(play.layout(), play.job)).max().unwrap_or(0);
    blocks.iter_mut().for_each(|block| block.reduce(play.layout(), play.job, rounds));
    advance(play, blocks, threads, watch, false)?;
    Ok(rounds)
}

/// Steps all blocks until they are done, or until stopped where that is heeded.
fn advance(
    play: &Play<'_>,
    blocks: &mut [Block],
    threads: usize,
    watch: &dyn Watch,
    heed: bool,
) -> Result<(), PlayError> {
    let share = blocks.len().div_ceil(threads.max(1)).max(1);
    let work = |blocks: &mut [Block]| advance_share(play, blocks, watch, heed);
    if share >= blocks.len() {
        return work(blocks);
    }
    thread::scope(|scope| {
        let workers: Vec<_> = blocks.chunks_mut(share).map(|blocks| scope.spawn(move || work(blocks))).collect();
        let joined = workers.into_iter().map(|worker| worker.join().unwrap_or(Err(PlayError::Thread)));
        joined.fold(Ok(()), Result::and)
    })
}

fn advance_share(play: &Play<'_>, blocks: &mut [Block], watch: &dyn Watch, heed: bool) -> Result<(), PlayError> {
    let steps = (OPERATIONS / play.code.programs.step.ops.len().max(1)).clamp(*STEPS.start(), *STEPS.end());
    let steps = u32::try_from(steps).unwrap_or(u32::MAX);
    // Blocks take turns, so that a stop finds all of them about equally far.
    while blocks.iter().any(Block::is_active) {
        for block in blocks.iter_mut().filter(|block| block.is_active()) {
            if heed && watch.stopped() {
                return Ok(());
            }
            block.steps(play, steps)?;
            watch.played(block.news(play.layout()));
        }
    }
    Ok(())
}
