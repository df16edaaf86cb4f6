//! Everything goes wrong, again and again; every report comes once, and is right.

use super::super::Event;
use super::super::{LinkStats, Session, Setup, Timing};
use super::line::Rates;
use super::world::{Accidents, World, identity, report_of};
use std::time::Duration;

/// Faults that the long test must reach.
const FAULTS: u64 = 100_000;

/// Plays jobs until so many faults have happened.
fn suffer(rates: Rates, accidents: Accidents, rows: u64, faults: u64, seed: u64) -> (u64, u64, LinkStats) {
    let mut world = World::new(rates, accidents, rows, seed);
    let mut jobs = 0;
    let mut stats = LinkStats::default();
    while world.faults() < faults {
        stats = world.play(100, seed + jobs).unwrap_or_else(|error| {
            panic!("seed {seed}, {:?}: {error}; {:?}", world.faults(), world.session.stats());
        });
        jobs += 100;
    }
    assert_eq!(stats.reports, jobs, "each job counts once");
    (world.faults(), jobs, stats)
}

#[test]
fn a_hundred_thousand_faults_lose_no_job() {
    let accidents = Accidents { reset_ms: 2_000, unplug_ms: 5_000, noise_ms: 100 };
    let only = |set: fn(&mut Rates)| {
        let mut rates = Rates::default();
        set(&mut rates);
        rates
    };
    let kinds: [(&str, Rates, Accidents, u64); 14] = [
        ("flipped", only(|r| r.flip = 3000), Accidents::default(), 3),
        ("lost", only(|r| r.lose = 3000), Accidents::default(), 3),
        ("doubled", only(|r| r.double = 3000), Accidents::default(), 3),
        ("inserted", only(|r| r.insert = 3000), Accidents::default(), 3),
        ("swapped", only(|r| r.swap = 3000), Accidents::default(), 3),
        ("bursts", only(|r| r.burst = 2000), Accidents::default(), 3),
        ("gaps", only(|r| r.gap = 2000), Accidents::default(), 3),
        ("frames doubled", only(|r| r.frame_double = 300_000), Accidents::default(), 3),
        ("frames late", only(|r| r.frame_late = 200_000), Accidents::default(), 40),
        ("noise", Rates::default(), Accidents { noise_ms: 3, ..Accidents::default() }, 20),
        ("resets", Rates::default(), Accidents { reset_ms: 300, ..Accidents::default() }, 20),
        ("unplugged", Rates::default(), Accidents { unplug_ms: 300, ..Accidents::default() }, 20),
        ("all, short reports", Rates::all(1000), accidents, 0),
        ("all, long reports", Rates::all(50), accidents, 100),
    ];
    let share = FAULTS / kinds.len() as u64 + 1;
    let mut total = 0;
    for (number, (name, rates, accidents, rows)) in kinds.into_iter().enumerate() {
        let share = if rates == Rates::default() && accidents.noise_ms == 0 { share / 8 } else { share + share / 5 };
        let (faults, jobs, stats) = suffer(rates, accidents, rows, share, 1 + number as u64);
        println!("{name}: {faults} faults, {jobs} jobs, {}", described(&stats));
        total += faults;
    }
    println!("{total} faults");
    assert!(total >= FAULTS, "{total} faults only");
}

fn described(stats: &LinkStats) -> String {
    stats.faults().map(|(what, count)| format!("{count} {what}")).collect::<Vec<_>>().join(", ")
}

#[test]
fn a_good_line_has_no_faults() {
    for seed in 0..6 {
        let mut world = World::new(Rates::default(), Accidents::default(), 60, seed);
        let stats = world.play(200, seed).unwrap();
        assert_eq!(described(&stats), "", "seed {seed}");
        assert_eq!((stats.reports, stats.jobs_accepted, world.board.player().played), (200, 200, 200));
    }
}

#[test]
fn the_host_says_what_happened() {
    let rates = |rate| Rates { flip: rate, ..Rates::default() };
    let mut world = World::new(rates(300), Accidents::default(), 30, 3);
    let stats = world.play(300, 1).unwrap();
    let (damage, down) = (stats.damaged + stats.foreign, world.down.faults);
    assert!(damage > 0 && damage <= 2 * down, "{damage} of {down}");
    assert!(stats.unanswered > 0 && stats.jobs_repeated > 0 && stats.reports_broken > 0, "{stats:?}");
    assert_eq!((stats.resets, stats.interrupted), (0, 0));
    let accidents = Accidents { reset_ms: 1_000, ..Accidents::default() };
    let mut world = World::new(Rates::default(), accidents, 30, 3);
    let stats = world.play(300, 1).unwrap();
    assert!(world.resets > 3 && stats.resets > 0 && stats.resets <= world.resets, "{} {stats:?}", world.resets);
}

/// A board in the middle of what an earlier program wanted of it.
#[test]
fn a_host_may_start_at_any_moment() {
    for moment in 0..300 {
        let mut world = World::new(Rates::default(), Accidents::default(), 100, moment);
        world.open().unwrap();
        (0..4).for_each(|tag| world.session.submit(vec![tag, 3000, 0, 0, 0, 0, 0, 0, 0]).unwrap());
        for _ in 0..2 + 3 * moment {
            world.step().unwrap();
        }
        // The new program uses the same tags, but another session; it does not see what came before it opened the port.
        if moment % 2 == 0 {
            world.down.take(world.now);
        }
        let timing = Timing::of_baud(1_000_000);
        world.session = Session::new(Setup { expected: Some(identity()), timing, session: 77 });
        world.accidents = Accidents::default();
        let stats = world.play(8, moment).unwrap();
        assert_eq!((stats.reports, stats.resets), (8, 0), "moment {moment}");
    }
}

#[test]
fn a_reset_at_any_moment_repeats_what_is_unreported() {
    for moment in 0..300 {
        let mut world = World::new(Rates::default(), Accidents::default(), 20, 1 + 3 * moment);
        world.open().unwrap();
        let job = |tag: u32| vec![tag, 1000 + tag, 0, 0, 0, 0, 0, 0, 0];
        (0..4).for_each(|tag| world.session.submit(job(tag)).unwrap());
        for _ in 0..moment {
            world.step().unwrap();
        }
        world.reset();
        let until = world.now + Duration::from_secs(60);
        while world.session.unreported() > 0 {
            world.step().unwrap();
            assert!(world.now < until, "moment {moment}");
        }
        let mut tags: Vec<u32> = Vec::new();
        for event in &world.events {
            if let Event::Report { tag, words } = event {
                assert_eq!(*words, report_of(&job(*tag), 20));
                tags.push(*tag);
            }
        }
        tags.sort_unstable();
        assert_eq!(tags, [0, 1, 2, 3], "moment {moment}");
    }
}
