//! Queues that run full, and words that come and go at any pace.

use crate::engine::device::{Device, eager, random, words};
use crate::engine::machine::{Case, Machine, machines};
use gdl2hdl_hdl::playout::ReportLayout;

/// Jobs of different sizes: short and long ones, bad ones, some without steps.
fn mixed(machine: &Machine) -> Vec<Case> {
    let sizes = [(1, 1, 1), (6, 2, 20), (1, 1, 0), (2, 9, 30), (3, 3, 5)];
    let mut cases: Vec<Case> =
        (0..).zip(sizes).map(|(tag, (lanes, per_lane, steps))| machine.case(tag, lanes, per_lane, steps)).collect();
    cases.insert(2, machine.refused(77, [0, 1, 1]));
    cases
}

/// So many playouts that nothing comes out while queues run full.
fn long(machine: &Machine) -> Case {
    machine.case(500, 60, 40, 25)
}

#[test]
fn jobs_wait_while_one_is_played() {
    for machine in machines() {
        let short: Vec<Case> = (0..50).map(|tag| machine.case(tag, 1, 1, 9)).collect();
        let cases = [vec![long(machine)], short].concat();
        let words = words(&cases);
        let mut device = Device::new(machine);
        // The first job is taken, and then whatever is offered, without a pause, until the queue is full.
        let taken = words.iter().take_while(|word| device.clock(Some(**word), false).taken).count();
        let waiting = (taken - cases[0].words.len()) / machine.gateware.job.words();
        let room = machine.gateware.waiting_jobs;
        assert!(room >= 4 && (room..=room + 1).contains(&waiting), "{}: {waiting} jobs wait", machine.name());
        let answers = device.play(&words[taken..], cases.len(), &mut eager);
        device.compare(&cases, &device.reports(&answers), &machine.name());
    }
}

/// Nobody takes reports: the engine takes what fits into its queues, stops, and loses nothing.
#[test]
fn full_queues_lose_nothing() {
    const PATIENCE: u32 = 3000;
    for machine in machines() {
        let cases: Vec<Case> = (0..90).map(|tag| machine.case(tag, 1 + u64::from(tag % 3), 2, 9)).collect();
        let words = words(&cases);
        let mut device = Device::new(machine);
        let (mut taken, mut idle) = (0, 0);
        while idle < PATIENCE && taken < words.len() {
            let passed = device.clock(Some(words[taken]), false);
            taken += usize::from(passed.taken);
            idle = if passed.taken { 0 } else { idle + 1 };
        }
        let jobs = taken / machine.gateware.job.words();
        assert!((4..cases.len()).contains(&jobs), "{}: {jobs} jobs were taken", machine.name());
        let answers = device.play(&words[taken..], cases.len(), &mut eager);
        device.compare(&cases, &device.reports(&answers), &machine.name());
        device.stays_quiet(500, &machine.name());
    }
}

/// Reports without their clocks, which depend on the pace.
fn timeless(device: &Device, words: &[u32]) -> Vec<ReportLayout> {
    device.reports(words).into_iter().map(|report| ReportLayout { cycles: 0, ..report }).collect()
}

#[test]
fn reports_do_not_depend_on_the_pace() {
    // Of 256 cycles: a word is offered, and taken, in so many.
    let paces = [(256, 8), (8, 256), (128, 128), (20, 200), (200, 20), (250, 250)];
    for machine in machines() {
        let cases = mixed(machine);
        let mut device = Device::new(machine);
        let expected = device.check(&cases, &mut eager, &machine.name());
        for (seed, (offered, taken)) in (0..).zip(paces) {
            let what = format!("{}, {offered} and {taken} of 256 cycles", machine.name());
            let answers = device.check(&cases, &mut random(seed << 40, offered, taken), &what);
            assert_eq!(timeless(&device, &answers), timeless(&device, &expected), "{what}");
        }
    }
}

/// After each number of words of a report nobody takes more for a long time, while jobs go on coming.
#[test]
fn a_report_may_wait_anywhere() {
    for machine in machines() {
        let cases = mixed(machine);
        let expected = Device::new(machine).check(&cases, &mut eager, &machine.name()).len();
        for stop in (0..expected).step_by(machine.gateware.counters) {
            let mut device = Device::new(machine);
            let (mut words, mut out) = (words(&cases).into_iter().peekable(), Vec::new());
            let mut wait = 0;
            while out.len() < expected {
                let take = out.len() != stop || wait == 2500;
                let passed = device.clock(words.peek().copied(), take);
                wait += u64::from(!take);
                words.next_if(|_| passed.taken);
                out.extend(passed.word);
                assert!(device.clocks < 1 << 20, "{}: no answer", machine.name());
            }
            let what = format!("{}, {stop} words", machine.name());
            device.compare(&cases, &device.reports(&out), &what);
        }
    }
}

/// `busy_o` is high without a gap from the last word of a job, or a few cycles later, until its report is written. Where
/// words leave a queue in every second clock only, half of them may still be in it.
#[test]
fn busy_from_the_job_to_its_report() {
    for machine in machines() {
        for case in [machine.case(1, 3, 2, 9), machine.case(2, 3, 2, 0), machine.refused(3, [0, 1, 1])] {
            let mut device = Device::new(machine);
            let mut words = case.words.iter().copied().peekable();
            let mut reader = device.reader();
            let (mut busy, mut report, mut out) = (Vec::new(), None, 0);
            while report.is_none() {
                let passed = device.clock(words.peek().copied(), true);
                words.next_if(|_| passed.taken);
                busy.push(device.busy() && words.peek().is_none());
                out += usize::from(passed.word.is_some());
                report = passed.word.and_then(|word| reader.push(word));
            }
            let in_queue = if machine.gateware.config.few_resets { out / 2 } else { 0 };
            let [first, last] = [busy.iter().position(|b| *b), busy.iter().rposition(|b| *b)].map(Option::unwrap);
            let gaps: Vec<usize> = (first..last).filter(|&clock| !busy[clock]).collect();
            assert!(gaps.is_empty(), "{}: not busy in clocks {gaps:?} of {first} to {last}", machine.name());
            assert!(busy.len() - last < 8 + in_queue, "{}: {last} of {}", machine.name(), busy.len());
            for _ in 0..20 {
                device.clock(None, true);
                assert!(!device.busy(), "{}: nothing is there to be done", machine.name());
            }
        }
    }
}
