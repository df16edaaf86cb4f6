//! A counter that runs over is reported, once.

use crate::engine::device::{Device, eager};
use crate::engine::machine::machines;

#[test]
fn a_counter_that_runs_over_is_reported_once() {
    let machine = &machines()[0];
    assert_eq!((machine.game.name.as_str(), machine.gateware.config.counter_bits), ("two_button_lights_kif", 16));
    let initial = machine.game.initial();
    let mut device = Device::new(machine);
    // No playout ends within one step: so many lanes times playouts are so many steps and truncated playouts.
    for (tag, lanes, per_lane, over) in [(1, 255, 257, false), (2, 256, 256, true), (3, 511, 511, true)] {
        let after = machine.case(9, 2, 2, 20);
        let words = [machine.words(tag, [lanes, per_lane, 1], &initial), after.words.clone()].concat();
        let answers = device.play(&words, 2, &mut eager);
        let reports = device.reports(&answers);
        let report = &reports[0];
        assert_eq!((report.tag, report.overflow, report.refused), (tag, over, false));
        let low = u64::from((lanes * per_lane) & 0xffff);
        assert_eq!((report.counters[0], report.counters[2]), (low, low), "{lanes} lanes, {per_lane} playouts");
        device.compare(&[after], &reports[1..], "after an overflow");
    }
    // One counter is enough: steps run over, the playouts do not.
    let words = machine.words(4, [511, 20, 31], &initial);
    let answers = device.play(&words, 1, &mut eager);
    let mut report = device.reports(&answers).remove(0);
    assert!(report.overflow && report.playouts() < 10_220, "those that finished are not counted: {report:?}");
    assert!(machine.gateware.derived.fill(&mut report.counters, 10_220), "{report:?}");
    assert!(report.playouts() == 10_220 && report.counters[1] > 0, "{report:?}");
}

/// A reset while the counter runs over leaves no flag behind.
#[test]
fn a_reset_forgets_that_a_counter_runs_over() {
    let machine = &machines()[0];
    let words = machine.words(1, [511, 511, 1], &machine.game.initial());
    let after = machine.case(2, 2, 2, 20);
    // After the job's words and the first seed come the steps, one in a cycle.
    for clock in 65_536 + 50..65_536 + 110 {
        let mut device = Device::new(machine);
        let loaded = words.iter().take_while(|word| device.clock(Some(**word), true).taken).count();
        assert_eq!(loaded, words.len());
        device.clock(None, true);
        device.instance.tick(clock - device.clocks).unwrap();
        device.reset();
        device.check(std::slice::from_ref(&after), &mut eager, &format!("reset at clock {clock}"));
    }
}
