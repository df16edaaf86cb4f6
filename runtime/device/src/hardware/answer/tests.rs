//! Reports of a coin that is thrown twice, right ones and every way to be wrong.

use super::*;
use crate::hardware::Twin;
use crate::link::model::Player;
use gdl2hdl_hdl::playout::{Config, JobLayout, ReportReader};
use gdl2hdl_net::playout::Choices;
use gdl2hdl_net::{Net, text, verify};
use gdl2hdl_play::playout::{PlayoutEngine, StartState, State, Unobserved, scalar};

/// Tails have no goal value. With `d_lame` no move is legal; `e_endless` throws are never the last, and `f_trapped` ones lead
/// to where no move is.
const COIN: &str = "net
role thrower
base b0 init 0 next i0 (a_heads)
base b1 init 0 next !0 (b_one)
base b2 init 0 next n0 (c_two)
base b3 init 0 next b5 (d_lame)
base b4 init 0 next b4 (e_endless)
base b5 init 0 next b5 (f_trapped)
input i0 role 0 legal !b3 (heads)
input i1 role 0 legal !b3 (tails)
gate n0 b1 !b4
goal role 0 value 100 b0
terminal b2
";

const FRESH: &str = "000000";
const OVER: &str = "111000";
const LAME: &str = "000100";
const ENDLESS: &str = "000010";
const TRAPPED: &str = "000011";
const MAX_STEPS: u64 = 5;
const LANES: u64 = 40;

fn net() -> Net {
    text::parse(COIN).unwrap()
}

fn job(state: &str, first_moves: bool) -> Job {
    let bits: State = state.chars().map(|bit| bit == '1').collect();
    let starts = vec![StartState::from(bits)];
    Job { starts, lanes: LANES, per_lane: 1, slots: 1, seed: 3, max_steps: MAX_STEPS, first_moves }
}

/// What a sound device says, and what is made of it once it was changed.
fn answered(state: &str, config: Config, change: impl FnOnce(&mut ReportLayout)) -> Result<StartReport, PlayError> {
    answered_in(&net(), state, config, change)
}

/// The same of another game.
fn answered_in(
    net: &Net,
    state: &str,
    config: Config,
    change: impl FnOnce(&mut ReportLayout),
) -> Result<StartReport, PlayError> {
    let (verified, choices) = (verify(net).unwrap(), Choices::new(net, &Unobserved).unwrap());
    let mut twin = Twin::new(verified, &choices, "coin", config, &Unobserved).unwrap();
    let job = job(state, config.first_moves);
    let words = twin.gateware().job.encode(&JobLayout {
        tag: 7,
        lanes: u32::try_from(LANES).unwrap(),
        per_lane: 1,
        max_steps: u32::try_from(MAX_STEPS).unwrap(),
        origin: gdl2hdl_net::playout::generator::origin(3, 0, 1),
        seeds: Vec::new(),
        start: job.starts[0].registers.iter().map(|bit| *bit).collect(),
    });
    let report = twin.report(&words);
    let gateware = twin.gateware();
    let mut reader = ReportReader::new(gateware.counters, gateware.config.first_moves);
    let mut words = report.into_iter().find_map(|word| reader.push(word)).unwrap();
    change(&mut words);
    let (shape, start) = (GameShape::new(net, &choices), Start::new(net, &job, &job.starts[0].registers));
    let asked = Asked { shape: &shape, gateware, job: &job, start: &start, tag: 7, playouts: LANES };
    asked.report(words)
}

fn plain() -> Config {
    Config::default()
}

fn by_first_moves() -> Config {
    Config { first_moves: true, ..Config::default() }
}

#[test]
fn right_reports_are_taken() {
    let net = net();
    for state in [FRESH, OVER, LAME, ENDLESS, TRAPPED] {
        for config in [plain(), by_first_moves()] {
            let job = job(state, config.first_moves);
            let expected = scalar(verify(&net).unwrap(), &Choices::new(&net, &Unobserved).unwrap())
                .play(&job, &Unobserved)
                .unwrap();
            assert_eq!(answered(state, config, |_| {}), Ok(expected.total()), "{state}");
        }
    }
}

#[test]
fn where_first_moves_are_counted_no_single_count_can_be_wrong() {
    for state in [FRESH, OVER, LAME, ENDLESS, TRAPPED] {
        let counters = 5;
        for (counter, up) in (0..counters).flat_map(|counter| [(counter, false), (counter, true)]) {
            let change = |number: &mut u64| *number = if up { *number + 1 } else { number.wrapping_sub(1) };
            let wrong = answered(state, by_first_moves(), |words| change(&mut words.counters[counter]));
            assert!(wrong.is_err(), "{state}: counter {counter}");
        }
        if matches!(state, OVER | LAME) {
            let row = |words: &mut ReportLayout| words.first.push((0, vec![1, 1, 0, 0, 1]));
            assert!(answered(state, by_first_moves(), row).is_err(), "{state}: nothing was moved");
            continue;
        }
        for (row, counter) in (0..2).flat_map(|row| (0..counters).map(move |counter| (row, counter))) {
            let wrong = answered(state, by_first_moves(), |words| words.first[row].1[counter] += 1);
            assert!(wrong.is_err(), "{state}: counter {counter} of row {row}");
        }
        assert!(answered(state, by_first_moves(), |words| words.first.truncate(1)).is_err());
        assert!(answered(state, by_first_moves(), |words| words.first[1].0 = words.first[0].0).is_err());
        assert!(answered(state, by_first_moves(), |words| words.first[0].0 = 9).is_err());
        let empty = |words: &mut ReportLayout| words.first.push((1, vec![0; counters]));
        assert!(answered(state, by_first_moves(), empty).is_err());
    }
}

/// How a report is made one that can't be.
type Change = fn(&mut ReportLayout);

#[test]
fn what_no_playouts_add_up_to_is_refused_with_the_reason() {
    let refused = |state: &str, change: Change| answered(state, plain(), change).unwrap_err().to_string();
    let cases: &[(&str, Change, &str)] = &[
        (FRESH, |words| words.counters[0] = 0, "0 steps of 40 finished, 0 truncated and 0 stuck playouts"),
        (FRESH, |words| words.counters[0] = 201, "which take 40 to 200"),
        (ENDLESS, |words| words.counters[0] -= 1, "which take 200 to 200"),
        (TRAPPED, |words| words.counters[0] = 39, "which take 40 to 160"),
        (FRESH, |words| words.counters[2] = 41, "more playouts than the 40 that were asked for"),
        (FRESH, |words| words.counters[2] = u64::MAX, "more playouts than the 40"),
        (FRESH, |words| (words.counters[2], words.counters[3]) = (u64::MAX, 2), "more playouts than the 40"),
        (FRESH, |words| words.counters[1] = 3, "a count of 3 by a counter that the engine does not have"),
        (FRESH, |words| words.counters[4] = 41, "more goals of a role than the 40 finished playouts"),
        (FRESH, |words| words.cycles = 79, "80 steps in 79 cycles of 1 cores"),
        (
            OVER,
            |words| words.counters[0] = 1,
            "[1, 0, 0, 0, 40] of 40 playouts from a terminal state, not [0, 0, 0, 0, 40]",
        ),
        (OVER, |words| words.counters[2] = 2, "of 40 playouts from a terminal state, not [0, 0, 0, 0, 40]"),
        (OVER, |words| words.counters[4] = 0, "of 40 playouts from a terminal state, not [0, 0, 0, 0, 40]"),
        (OVER, |words| words.counters[4] = 39, "of 40 playouts from a terminal state, not [0, 0, 0, 0, 40]"),
        (LAME, |words| words.counters[3] = 39, "from a state that ends each of them"),
        (FRESH, |words| words.tag = 8, "a report of another job"),
        (FRESH, |words| words.refused = true, "the job was refused"),
        (FRESH, |words| words.overflow = true, "a counter ran over"),
        (FRESH, |words| words.counters.truncate(4), "a report of other counters"),
    ];
    for (state, change, reason) in cases {
        let said = refused(state, *change);
        assert!(said.contains(reason), "{said}, not {reason}");
    }
}

/// At all ends that play comes to the first goals of both roles hold together, and of each role one goal holds.
const PAIR: &str = "net
role first
role second
base b0 init 0 next i0 (a_one)
base b1 init 0 next i0 (b_same)
base b2 init 0 next 1 (c_over)
input i0 role 0 legal 1 (heads)
input i1 role 0 legal 1 (tails)
input i2 role 1 legal 1 (wait)
goal role 0 value 0 !b0
goal role 0 value 100 b0
goal role 1 value 0 !b1
goal role 1 value 100 b1
terminal b2
";

/// Counters that the roles share speak of one of them alone, in a state that play can't come to: what is reported is what
/// is known of that state, but a device that counts otherwise than its gateware is refused all the same.
#[test]
fn goals_of_a_given_end_are_those_of_the_state() {
    let net = text::parse(PAIR).unwrap();
    for config in [plain(), by_first_moves()] {
        let same =
            answered_in(&net, "011", config, |words| assert_eq!(words.counters.len(), 6, "roles share counters"));
        assert_eq!(same.unwrap().all.goals, [[LANES, 0], [0, LANES]]);
        for counter in 4..6 {
            let change = |words: &mut ReportLayout| words.counters[counter] = LANES - words.counters[counter];
            assert!(answered_in(&net, "011", config, change).is_err(), "counter {counter}");
        }
    }
}
