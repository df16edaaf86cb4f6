//! The search and its time, and what a count changes before anything is placed; with tools and a clock that are played.

use super::plan::SearchPlan;
use super::plan::tests::plan;
use super::tests::World;
use super::toil::FIRST;
use crate::bitstream::choice::{Effort, EngineChoice};
use crate::bitstream::cost::Full;
use crate::bitstream::fitted::{CandidateVerdict, Ended};
use std::time::Duration;

/// Cells of a large device.
const LARGE: u64 = 84_000;
/// The time of the default effort.
const TIME: u64 = 840;

/// The plan for a device that is not to be filled to its last cell.
fn bounded(cells: u64) -> SearchPlan {
    SearchPlan {
        full: Full { cells: 84, ffs: 90, brams: 80 },
        at_most: Full { cells: 87, ffs: 93, brams: 83 },
        ..plan(cells)
    }
}

/// The cells of what was routed, in the order in which it was written as the best.
fn kept(world: &World) -> Vec<u64> {
    world.kept.iter().map(|(choice, _)| world.cells(*choice).cells).collect()
}

#[test]
fn a_small_one_is_routed_first_and_then_as_many_cores_as_the_time_allows() {
    let mut world = World::new(LARGE);
    let outcome = world.searched_for(plan(LARGE), Effort::Medium, TIME).unwrap().unwrap();
    world.check(&outcome);
    let cells = kept(&world);
    assert!(cells.len() > 1 && (20_000..=FIRST).contains(&cells[0]), "{cells:?}");
    assert!(cells.is_sorted() && *cells.last().unwrap() > FIRST * 5 / 4, "clearly better: {cells:?}");
    assert!(world.now <= Duration::from_secs(TIME), "{:?}", world.now);
    assert_eq!(outcome.record.ended, Ended::Time);
    assert_eq!(outcome.record.seconds, Some(TIME));
}

#[test]
fn with_enough_time_the_device_is_filled() {
    let mut world = World::new(LARGE);
    let outcome = world.searched_for(plan(LARGE), Effort::Medium, 100 * TIME).unwrap().unwrap();
    world.check(&outcome);
    let cells = kept(&world);
    assert!(cells[0] <= FIRST && *cells.last().unwrap() > LARGE / 100 * 80, "{cells:?}");
    assert_eq!(outcome.record.ended, Ended::Done, "what was not tried promises less");
    let mut world = World::new(LARGE);
    let time = Effort::High.time();
    assert_eq!(time, None);
    let outcome = world.searched(LARGE, Effort::High).unwrap().unwrap();
    assert!(kept(&world)[0] > LARGE / 100 * 80, "without a bound the first one fills it");
    assert_eq!((outcome.record.ended, outcome.record.seconds), (Ended::Done, None));
}

#[test]
fn small_devices_are_filled_at_once() {
    let mut world = World::new(20_000);
    let outcome = world.searched_for(plan(20_000), Effort::Medium, TIME).unwrap().unwrap();
    world.check(&outcome);
    assert!(kept(&world)[0] > 16_000 && world.now <= Duration::from_secs(TIME));
}

#[test]
fn a_slow_machine_gets_the_first_one_however_long_it_takes() {
    for (effort, toil) in [(Effort::Low, 4), (Effort::Medium, 4), (Effort::Medium, 8), (Effort::Medium, 15)] {
        let mut world = World { toil, ..World::new(LARGE) };
        let outcome = world.searched_for(plan(LARGE), effort, TIME).unwrap().unwrap();
        world.check(&outcome);
        assert_eq!((world.routed.len(), outcome.record.ended), (1, Ended::Time), "and nothing begins after that");
        assert!(world.now > Duration::from_secs(TIME));
    }
}

/// A full device that a placer never comes to the end with.
#[test]
fn a_first_one_that_does_not_end_is_given_up() {
    for cells in [5280, 20_000, LARGE] {
        let mut world = World { endless: 80, ..World::new(cells) };
        let full = SearchPlan { full: Full::share(95), ..plan(cells) };
        let outcome = world.searched_for(full, Effort::Low, TIME).unwrap().unwrap();
        world.check(&outcome);
        let most = outcome.record.candidates.iter().filter(|c| c.verdict == CandidateVerdict::Failed).count();
        assert!(most <= 3 && world.now <= Duration::from_secs(4 * TIME), "{cells}: {most}, {:?}", world.now);
    }
}

#[test]
fn who_has_something_is_stopped_at_the_end() {
    // After the first one the machine gets slower than it has ever been.
    for later in [2, 5, 20] {
        let mut world = World { later, ..World::new(LARGE) };
        let outcome = world.searched_for(plan(LARGE), Effort::Medium, TIME).unwrap().unwrap();
        assert!(world.now <= Duration::from_secs(TIME), "{:?}", world.now);
        let late = outcome.record.candidates.iter().filter(|c| c.reason.as_deref().is_some_and(|r| r.contains("time")));
        assert_eq!((late.count(), world.kept.len()), (1, 1), "{later}");
        world.check(&outcome);
    }
}

#[test]
fn what_can_t_be_routed_gets_small_soon_when_the_time_is_over() {
    let mut world = World { routable: 8, toil: 4, ..World::new(LARGE) };
    let outcome = world.searched_for(plan(LARGE), Effort::Medium, TIME).unwrap().unwrap();
    world.check(&outcome);
    let failed = outcome.record.candidates.iter().filter(|c| c.verdict == CandidateVerdict::Failed).count();
    assert!((2..=3).contains(&failed), "{failed}");
}

/// The case that the bound is for: 7.5 % more than expected, of a device that is to be filled to 84 %.
#[test]
fn a_count_above_the_estimate_takes_cores_away_before_placing() {
    for size in [1.04, 1.075, 1.2] {
        let mut world = World { size, routable: 87, ..World::new(LARGE) };
        let outcome = world.searched_for(bounded(LARGE), Effort::Medium, 1000 * TIME).unwrap().unwrap();
        world.check(&outcome);
        assert_eq!(world.unplaced, 0, "{size}: nothing was placed that is too full");
        let most = world.routed.keys().map(|choice| world.cells(*choice).cells).max().unwrap();
        assert!((LARGE / 100 * 80..=LARGE / 100 * 87).contains(&most), "{size}: {most}");
    }
}

#[test]
fn so_does_a_count_of_flip_flops_or_block_rams() {
    let mut plan = bounded(LARGE);
    plan.device.ffs = LARGE / 2;
    let mut world = World { routable: 87, ..World::new(LARGE) };
    world.truth.device = plan.device;
    let outcome = world.searched_for(plan, Effort::Low, 1000 * TIME).unwrap().unwrap();
    assert!(world.cells(outcome.best).ffs <= LARGE / 2 / 100 * 93, "flip-flops");
    // A core that was to do without block RAMs has some: 60 of 100 are 4, and one for each of 56 cores.
    let mut plan = bounded(LARGE);
    plan.device.brams = 100;
    let options = *plan.kinds.keys().next().unwrap();
    plan.kinds.retain(|kind, _| *kind == options);
    plan.kinds.get_mut(&options).unwrap().cost.core.brams = 0.5;
    let mut world = World::new(LARGE);
    world.truth.kinds = plan.kinds.clone();
    world.truth.kinds.get_mut(&options).unwrap().cost.core.brams = 0.6;
    world.truth.device = plan.device;
    let outcome = world.searched_for(plan, Effort::Low, 1000 * TIME).unwrap().unwrap();
    world.check(&outcome);
    assert!((76..=83).contains(&world.cells(outcome.best).brams), "{:?}", world.cells(outcome.best));
    assert!(world.routed.keys().all(|choice| world.cells(*choice).brams <= 83));
}

#[test]
fn what_the_placer_counts_is_learnt() {
    for effort in [Effort::Low, Effort::High] {
        let mut world = World { packed: (1.06, 87), ..World::new(LARGE) };
        let fit = super::options::Fit { effort, ..Default::default() };
        let outcome = super::search::Search::new(bounded(LARGE), &mut world, fit, None).run().unwrap().unwrap();
        let full =
            outcome.record.candidates.iter().filter(|c| c.reason.as_deref().is_some_and(|r| r.contains("placer")));
        assert_eq!(full.count(), 1, "once: after that it is known");
        let used = world.routed[&outcome.best].lut_used;
        assert!((LARGE / 100 * 80..=LARGE / 100 * 87).contains(&used), "{used}");
    }
}

#[test]
fn a_stop_keeps_the_best_that_was_routed() {
    let first = {
        let mut world = World::new(LARGE);
        world.searched_for(plan(LARGE), Effort::Medium, TIME).unwrap();
        world.kept[0].0
    };
    let stopped_after = |seconds| {
        let mut world = World { stop: Some(Duration::from_secs(seconds)), ..World::new(LARGE) };
        let outcome = world.searched_for(plan(LARGE), Effort::Medium, TIME);
        (outcome, world)
    };
    let (outcome, world) = stopped_after(400);
    let outcome = outcome.unwrap().unwrap();
    assert_eq!((outcome.best, outcome.record.ended), (first, Ended::Stopped));
    world.check(&outcome);
    let (outcome, world) = stopped_after(100);
    assert!(outcome.err().is_some_and(|error| error.stopped() == Some("place and route")));
    assert!(world.kept.is_empty(), "nothing was routed: nothing is written");
}

/// What a kind of core can't do better is not tried again as the time allows.
#[test]
fn a_kind_is_tried_again_only_with_clearly_more_cores() {
    let mut world = World::new(30_000);
    let outcome = world.searched_for(plan(30_000), Effort::Medium, 100 * TIME).unwrap().unwrap();
    world.check(&outcome);
    let kinds: Vec<EngineChoice> = world.counted.clone();
    assert!(kinds.iter().filter(|choice| choice.options == kinds[0].options).count() <= 2, "{kinds:?}");
}

/// A search with any time ends, and what it takes is routed.
#[test]
fn any_time_is_kept() {
    for cells in [3000, 24_000, LARGE] {
        for seconds in [0, 30, 300, TIME, 10_000] {
            for (toil, routable, size) in [(1, 95, 1.0), (3, 60, 0.8), (1, 88, 1.3)] {
                let mut world = World { toil, routable, size, ..World::new(cells) };
                let outcome = world.searched_for(bounded(cells), Effort::Medium, seconds);
                let Ok(Some(outcome)) = outcome else { panic!("{cells} {seconds} {toil} {routable} {size}") };
                world.check(&outcome);
                let first = world.kept.len() == 1;
                assert!(first || world.now <= Duration::from_secs(seconds), "{cells} {seconds}: {:?}", world.now);
            }
        }
    }
}
