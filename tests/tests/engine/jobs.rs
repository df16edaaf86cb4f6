//! Jobs of all kinds and their reports.

use crate::engine::device::{Device, eager};
use crate::engine::game::Game;
use crate::engine::machine::{Case, Machine, machines};
use gdl2hdl_net::playout::generator::mix;
use gdl2hdl_play::playout::{Job, State};

/// States of some playouts, the initial and a terminal one included, no two equal.
fn starts(game: &Game) -> Vec<State> {
    let mut starts: Vec<State> = game.states().into_iter().map(|(state, _)| state).collect();
    starts.sort();
    starts.dedup();
    let stride = starts.len().div_ceil(8);
    let few = starts.into_iter().step_by(stride);
    [game.terminal()].into_iter().chain(few).chain([game.initial()]).collect()
}

/// From several states, so that all but the first have other streams than 0 and up; in several sizes.
#[test]
fn reports_are_those_of_the_definition() {
    for machine in machines() {
        let game = &machine.game;
        let sizes = [(1, 1, 1), (1, 7, 30), (4, 50, 1), (5, 3, 4), (13, 2, 2), (40, 5, 31)];
        let mut device = Device::new(machine);
        for (i, (lanes, per_lane, max_steps)) in (0..).zip(sizes) {
            let seed = mix(u64::from(i));
            let job = Job {
                starts: starts(game).into_iter().map(Into::into).collect(),
                seed,
                ..game.job(lanes, per_lane, max_steps)
            };
            device.check(&machine.cases(&job, i << 8), &mut eager, &machine.name());
        }
        device.stays_quiet(500, &machine.name());
    }
}

/// Some playouts end in each way, and by more than one first move: else the comparison shows little.
#[test]
fn jobs_of_the_tests_end_in_every_way() {
    let walk = machines().last().unwrap();
    let answer = walk.case(0, 30, 3, 4).answer;
    let (common, goals) = answer.counters.split_at(4);
    assert!(common.iter().all(|&count| count > 0), "{common:?}");
    // At `g` the observer has one goal value, at `f` two, which count for none.
    let [lost, won, none, at_g] = goals else { panic!("{goals:?}") };
    assert!(*none == 0 && *lost > 0 && *won > 0 && lost == at_g, "{goals:?}");
    assert_eq!(answer.playouts(), 90);
    assert_eq!(answer.first.len(), 2);
}

/// Numbers that no engine can play, or that this one has no bits for; `None` where there are no such numbers.
fn bad_numbers(machine: &Machine) -> Vec<[u32; 3]> {
    let config = machine.gateware.config;
    let too_wide = |bits: u32| 1_u32.checked_shl(bits);
    let mut bad = vec![[0, 1, 9], [1, 0, 9], [0, 0, 0]];
    bad.extend(too_wide(config.lane_bits).map(|lanes| [lanes, 1, 9]));
    bad.extend(too_wide(config.quota_bits).map(|per_lane| [1, per_lane, 9]));
    bad.extend(too_wide(config.step_bits).map(|max_steps| [1, 1, max_steps]));
    bad.extend(too_wide(config.step_bits).map(|_| [u32::MAX; 3]));
    bad
}

#[test]
fn bad_jobs_are_refused() {
    for machine in machines() {
        let good = |tag| machine.case(tag, 2, 2, 9);
        let mut cases = vec![good(1)];
        for (tag, numbers) in (2..).step_by(2).zip(bad_numbers(machine)) {
            cases.extend([machine.refused(tag, numbers), good(tag + 1)]);
        }
        let mut device = Device::new(machine);
        device.check(&cases, &mut eager, &machine.name());
        // Bad ones only, and one of them as the first of all.
        let bad: Vec<Case> = (100..).zip(bad_numbers(machine)).map(|(tag, bad)| machine.refused(tag, bad)).collect();
        let mut device = Device::new(machine);
        device.check(&[bad, vec![good(7)]].concat(), &mut eager, &machine.name());
        device.stays_quiet(500, &machine.name());
    }
}

#[test]
fn numbers_with_all_bits_are_played() {
    for machine in machines() {
        let config = machine.gateware.config;
        let most = |bits: u32| (1_u64 << bits) - 1;
        let [lanes, per_lane] = [config.lane_bits, config.quota_bits].map(|bits| most(bits).min(700));
        let cases = [
            machine.case(1, lanes, 1, 3),
            machine.case(2, 1, per_lane, 3),
            machine.case(3, 3, 2, most(config.step_bits)),
        ];
        Device::new(machine).check(&cases, &mut eager, &machine.name());
    }
}

#[test]
fn playouts_without_steps() {
    for machine in machines() {
        let game = &machine.game;
        let job = game.job(5, 3, 0);
        let over = Job { starts: vec![game.terminal().into()], ..game.job(5, 3, 9) };
        let both = Job { max_steps: 0, ..over.clone() };
        let cases = [machine.cases(&job, 1), machine.cases(&over, 2), machine.cases(&both, 3)].concat();
        // With what follows from the device's counters.
        let all = |case: &Case| {
            let mut counters = case.answer.counters.clone();
            assert!(machine.gateware.derived.fill(&mut counters, 15));
            counters
        };
        let ends: Vec<_> = cases.iter().map(|case| all(case)[..4].to_vec()).collect();
        assert_eq!(ends, [[0, 0, 15, 0], [0, 15, 0, 0], [0, 15, 0, 0]]);
        assert!(cases.iter().all(|case| case.answer.first.is_empty()));
        let goals = |case: &Case| all(case)[4..].iter().sum::<u64>();
        assert!(goals(&cases[0]) == 0 && goals(&cases[1]) > 0);
        let cases = [cases, vec![machine.case(4, 3, 2, 9)]].concat();
        Device::new(machine).check(&cases, &mut eager, &machine.name());
    }
}

/// States play can't reach: what is played means nothing, but all of it is counted once, and the next job is right.
#[test]
fn impossible_states_end_in_a_report() {
    for machine in machines() {
        let bits = machine.gateware.job.state_bits;
        let random = |seed: u64| (0..bits as u64).map(|bit| mix(seed << 32 | bit) & 1 == 1).collect::<State>();
        let mut states = vec![State::repeat(true, bits), State::repeat(false, bits)];
        // Whoever is to move there: all the facts of two states at once, and the facts of none.
        let [first, last] = [machine.game.initial(), machine.game.states()[1].0.clone()];
        states.extend([first.clone() | last.clone(), first.clone() & last, !first]);
        states.extend((0..20).map(random));
        let good = machine.case(1000, 4, 3, 9);
        let mut device = Device::new(machine);
        let [lanes, per_lane] = [7, 5];
        for (i, state) in states.iter().enumerate() {
            let odd = machine.words(9, [lanes, per_lane, 12], state);
            let all = [odd, good.words.clone()].concat();
            let answers = device.play(&all, 2, &mut eager);
            let reports = device.reports(&answers);
            let what = format!("{}, state {i}: {state}", machine.name());
            let odd = &reports[0];
            assert_eq!((odd.tag, odd.overflow, odd.refused), (9, false, false), "{what}");
            let played = u64::from(lanes * per_lane);
            if machine.gateware.config.first_moves {
                assert_eq!(odd.playouts(), played, "{what}");
            } else {
                // Those that finished are not counted by the device: they are what these leave.
                assert!(odd.counters[1] == 0 && odd.playouts() <= played, "{what}: {odd:?}");
            }
            // All steps belong to some first move; playouts without a step to none.
            let of_rows = |counter: usize| odd.first.iter().map(|(_, row)| u64::from(row[counter])).sum::<u64>();
            if machine.gateware.config.first_moves {
                assert_eq!(of_rows(0), odd.steps(), "{what}");
                assert!((1..odd.counters.len()).all(|k| of_rows(k) <= odd.counters[k]), "{what}");
            }
            device.compare(std::slice::from_ref(&good), &reports[1..], &what);
        }
        device.stays_quiet(500, &machine.name());
    }
}
