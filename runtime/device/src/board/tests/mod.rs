//! Boards in software in memory, with simulated time. Serial ports are tested in `tests/tests/board`.

pub(crate) mod memory;

use super::{DeviceError, EchoTest, LinkOptions, Linked, Transport, TransportError};
use crate::link::model::Player;
use crate::link::{Identity, LinkError};
use memory::Memory;
use std::cell::Cell;
use std::collections::VecDeque;
use std::time::Duration;

/// A small game.
pub(crate) fn identity() -> Identity {
    Identity {
        net_hash: 0xfeed,
        clock_hz: 12_000_000,
        cores: 1,
        slots: 2,
        window: 3,
        job_words: 7,
        counters: 2,
        state_bits: 9,
        lane_bits: 25,
        quota_bits: 16,
        step_bits: 16,
        counter_bits: 48,
        code_bits: 4,
        first_moves: false,
        unlimited: false,
        host_seeds: false,
    }
}

/// Answers with what it was asked.
#[derive(Clone, Debug, Default)]
pub(crate) struct Parrot;

impl Player for Parrot {
    fn report(&mut self, job: &[u32]) -> Vec<u32> {
        vec![job[0], job[1], job[2], job[3], job[4], 0, job[5] ^ job[6], 0]
    }

    fn time(&self, _: &[u32]) -> Duration {
        Duration::from_millis(2)
    }
}

fn job(tag: u32) -> Vec<u32> {
    (0..7).map(|i| if i == 0 { tag } else { tag.wrapping_mul(0x9e37_79b9) ^ i }).collect()
}

/// Plays so many jobs; all reports must come, in order.
fn play<T: Transport>(linked: &mut Linked<T>, count: u32) -> Result<(), DeviceError> {
    let mut jobs: VecDeque<u32> = (0..count).flat_map(job).collect();
    let expected: Vec<u32> = (0..count).flat_map(|tag| Parrot.report(&job(tag))).collect();
    let mut reports = Vec::new();
    while reports.len() < expected.len() {
        linked.exchange(&mut jobs, &mut reports)?;
    }
    assert_eq!((reports, jobs.len()), (expected, 0));
    Ok(())
}

fn options() -> LinkOptions {
    LinkOptions { session: 5, ..LinkOptions::default() }
}

#[test]
fn reports_come_in_order() {
    let mut linked = Linked::open(Memory::new(identity(), Parrot), Some(identity()), options(), || false).unwrap();
    assert_eq!(linked.board(), &identity());
    play(&mut linked, 100).unwrap();
    let stats = linked.stats();
    assert_eq!((stats.reports, stats.jobs_accepted, stats.faults().count()), (100, 100, 0));
    // Words that are no whole job yet stay where they are.
    let mut part: VecDeque<u32> = vec![1, 2, 3].into();
    linked.exchange(&mut part, &mut Vec::new()).unwrap();
    assert_eq!(part.len(), 3);
}

#[test]
fn cancelled_jobs_are_gone() {
    let mut linked = Linked::open(Memory::new(identity(), Parrot), None, options(), || false).unwrap();
    let mut jobs: VecDeque<u32> = (0..3).flat_map(job).collect();
    linked.exchange(&mut jobs, &mut Vec::new()).unwrap();
    linked.cancel().unwrap();
    play(&mut linked, 20).unwrap();
    assert!(!linked.transport().board.busy());
}

#[test]
fn another_game_is_refused_with_both_hashes() {
    let other = Identity { net_hash: 0xbeef, ..identity() };
    let refused = Linked::open(Memory::new(identity(), Parrot), Some(other), options(), || false).err();
    assert_eq!(refused, Some(LinkError::Game { board: 0xfeed, expected: 0xbeef }.into()));
}

#[test]
fn a_cable_that_comes_back_costs_no_job() {
    let mut memory = Memory::new(identity(), Parrot);
    memory.unplugs = vec![Duration::from_millis(400); 4];
    let mut linked = Linked::open(memory, Some(identity()), options(), || false).unwrap();
    play(&mut linked, 2000).unwrap();
    let stats = linked.stats();
    assert_eq!((stats.interrupted, stats.reports), (4, 2000));
    assert!(stats.jobs_repeated > 0);
}

#[test]
fn a_cable_that_stays_away_ends_the_run() {
    let mut memory = Memory::new(identity(), Parrot);
    memory.unplugs = vec![Duration::from_millis(100)];
    memory.comes_back = false;
    let mut linked = Linked::open(memory, None, options(), || false).unwrap();
    let error = play(&mut linked, 2000).unwrap_err();
    assert!(matches!(&error, DeviceError::Transport(TransportError::Unplugged { port, .. }) if port == "memory"));
    assert_eq!(error.to_string(), "the board was unplugged: port `memory` is gone (pulled)");
    let mut loose = Memory::new(identity(), Parrot);
    loose.unplugs = vec![Duration::from_nanos(1); 100];
    assert_eq!(Linked::open(loose, None, options(), || false).err(), Some(DeviceError::Loose { times: 9 }));
}

#[test]
fn who_has_no_time_does_not_wait_for_a_cable() {
    let mut memory = Memory::new(identity(), Parrot);
    memory.unplugs = vec![Duration::from_millis(3)];
    memory.comes_back = false;
    let test = EchoTest { frames: 1_000_000, words: 64, seed: 1 };
    let asked = Cell::new(0);
    // By then the line is gone, and five seconds have not passed yet.
    let echoes = test.run(memory, |_| asked.replace(asked.get() + 1) < 200).unwrap();
    let elapsed = echoes.elapsed;
    assert!((Duration::from_millis(100)..Duration::from_secs(5)).contains(&elapsed), "{elapsed:?}");
}

#[test]
fn a_silent_line_ends_with_an_error() {
    let mut memory = Memory::new(identity(), Parrot);
    memory.deaf = true;
    let error = Linked::open(memory, None, options(), || false).err();
    assert_eq!(error, Some(LinkError::Silence { tries: 8 }.into()));
}

#[test]
fn who_has_no_time_does_not_wait_for_an_answer() {
    let mut memory = Memory::new(identity(), Parrot);
    memory.deaf = true;
    let asked = Cell::new(0);
    let stopped = || asked.replace(asked.get() + 1) == 2;
    assert_eq!(Linked::open(memory, None, options(), stopped).err(), Some(DeviceError::Stopped));
    assert_eq!(asked.get(), 3);
}

#[test]
fn echoes_are_compared_and_timed() {
    let test = EchoTest { frames: 200, words: 64, seed: 1 };
    let echoes = test.run(Memory::new(identity(), Parrot), |_| true).unwrap();
    assert_eq!((echoes.frames, echoes.wrong, echoes.board), (200, 0, identity()));
    // 200 frames and answers of at least 266 bytes at 1 MBd take at least a second.
    assert!(echoes.elapsed > Duration::from_secs(1) && echoes.longest < Duration::from_millis(20));
    let stopped = test.run(Memory::new(identity(), Parrot), |done| done < 7).unwrap();
    assert_eq!(stopped.frames, 7);
}
