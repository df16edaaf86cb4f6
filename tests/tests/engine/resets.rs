//! A reset at any time leaves nothing behind.

use crate::engine::device::{Device, eager, words};
use crate::engine::machine::{Machine, machines};
use std::collections::VecDeque;

/// Resets of an engine: at every clock of a job where that are not too many.
const RESETS: u64 = 400;

/// Plays on until some clock, or until all words are out.
fn play_until(device: &mut Device, words: &[u32], clock: u64, take: bool) {
    let mut words: VecDeque<u32> = words.iter().copied().collect();
    while device.clocks < clock {
        let passed = device.clock(words.front().copied(), take);
        if passed.taken {
            words.pop_front();
        }
    }
}

/// Loading, seeding, playing, settling, reporting: after a reset the next job is played to the last word, its clocks
/// included, as it is on an engine that has never done anything.
fn reset_at_every_clock(machine: &Machine, take: bool) {
    let dropped = words(&[machine.case(1, 4, 2, 9), machine.case(2, 3, 1, 9)]);
    let next = [machine.case(3, 2, 3, 9), machine.refused(4, [0, 1, 1])];
    let mut fresh = Device::new(machine);
    let expected = fresh.check(&next, &mut eager, &machine.name());
    let mut device = Device::new(machine);
    device.play(&dropped, 2, &mut eager);
    let all = device.clocks + 5;
    for clock in (0..all).step_by(usize::try_from(all.div_ceil(RESETS)).unwrap()) {
        let what = format!("{}, reset at clock {clock}", machine.name());
        let mut device = Device::new(machine);
        play_until(&mut device, &dropped, clock, take);
        device.reset();
        if clock % 3 == 0 {
            device.stays_quiet(clock % 150, &what);
            device.reset();
        }
        assert_eq!(device.play(&words(&next), 2, &mut eager), expected, "{what}");
        device.stays_quiet(100, &what);
    }
}

#[test]
fn a_reset_at_any_clock_leaves_nothing() {
    machines().iter().for_each(|machine| reset_at_every_clock(machine, true));
}

/// With words of reports in the queue.
#[test]
fn a_reset_drops_reports_nobody_took() {
    machines().iter().for_each(|machine| reset_at_every_clock(machine, false));
}
