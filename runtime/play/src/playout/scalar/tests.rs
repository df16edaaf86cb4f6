//! A coin is thrown twice: every way a playout can end.

use super::super::{Reason, StartReport, State, Tally, Unobserved, compare};
use super::*;
use crate::engine::{Codec, Layout};
use gdl2hdl_net::{text, verify};
use gdl2hdl_opt::Dropped;
use std::sync::atomic::{AtomicU64, Ordering};

/// Tails have no goal value. `d_lame` allows no move, with `e_endless` no throw is the last.
const COIN: &str = "net
role thrower
base b0 init 0 next i0 (a_heads)
base b1 init 0 next !0 (b_one)
base b2 init 0 next n0 (c_two)
base b3 init 0 next b3 (d_lame)
base b4 init 0 next b4 (e_endless)
input i0 role 0 legal !b3 (heads)
input i1 role 0 legal !b3 (tails)
gate n0 b1 !b4
goal role 0 value 100 b0
terminal b2
";

const FRESH: [bool; 5] = [false; 5];
const HEADS_ENDED: [bool; 5] = [true, true, true, false, false];
const LAME: [bool; 5] = [false, false, false, true, false];
const ENDLESS: [bool; 5] = [false, false, false, false, true];

fn coin() -> (Net, Scalar<GateCore<Net>>) {
    let net = text::parse(COIN).unwrap();
    let engine = engine_of(&net);
    (net, engine)
}

fn engine_of(net: &Net) -> Scalar<GateCore<Net>> {
    scalar(verify(net).unwrap(), &Choices::new(net, &Unobserved).unwrap())
}

fn job(starts: &[[bool; 5]]) -> Job {
    let starts = starts.iter().map(|bits| bits.iter().collect::<State>().into()).collect();
    Job { starts, lanes: 50, per_lane: 8, slots: 1, seed: 3, max_steps: 9, first_moves: true }
}

fn play(job: &Job) -> Vec<StartReport> {
    let report = coin().1.play(job, &Unobserved).unwrap();
    assert_eq!((report.rounds, report.complete), (job.per_lane, true));
    report.starts
}

#[test]
fn every_end_is_counted() {
    let starts = play(&job(&[FRESH, HEADS_ENDED, LAME, ENDLESS]));
    let none = Tally::new([1]);
    let Tally { goals, undefined, .. } = starts[0].all.clone();
    assert_eq!(
        starts[0].all,
        Tally { goals: goals.clone(), undefined: undefined.clone(), finished: 400, steps: 800, ..none }
    );
    // 200 of 400 in the mean, standard deviation 10.
    assert!(goals[0][0] + undefined[0] == 400 && undefined[0].abs_diff(200) < 50, "{undefined:?}");
    assert_eq!(starts[1].all, Tally { goals: vec![vec![400]], finished: 400, ..Tally::new([1]) });
    assert_eq!(starts[2].all, Tally { stuck: 400, ..Tally::new([1]) });
    assert_eq!(starts[3].all, Tally { truncated: 400, steps: 3600, ..Tally::new([1]) });
}

#[test]
fn first_moves_share_out_the_playouts_that_make_one() {
    let starts = play(&job(&[FRESH, HEADS_ENDED, LAME]));
    let moves = starts[0].first_moves.as_ref().unwrap();
    assert_eq!(moves.keys().collect::<Vec<_>>(), [&vec![0], &vec![1]]);
    let mut sum = Tally::new([1]);
    moves.values().for_each(|tally| sum += tally);
    assert_eq!(sum, starts[0].all);
    assert!(starts[1..].iter().all(|start| start.first_moves.as_ref().unwrap().is_empty()));
}

#[test]
fn without_steps_nothing_is_played() {
    let starts = play(&Job { max_steps: 0, ..job(&[FRESH, HEADS_ENDED, LAME]) });
    let ends: Vec<_> = starts.iter().map(|start| (start.all.finished, start.all.truncated, start.all.stuck)).collect();
    assert_eq!(ends, [(0, 400, 0), (400, 0, 0), (0, 400, 0)]);
}

#[test]
fn streams_are_numbered_through_all_starts() {
    let together = play(&job(&[FRESH, FRESH]));
    let apart = play(&Job { lanes: 100, ..job(&[FRESH]) });
    let mut sum = together[0].clone();
    sum += &together[1];
    assert_eq!(sum, apart[0]);
    assert_ne!(together[0], together[1]);
}

#[test]
fn a_stopped_job_is_a_shorter_job() {
    /// Stops once so many playouts have been played.
    struct After(u64, AtomicU64);
    impl Observer for After {
        fn reason(&self) -> Option<Reason> {
            (self.1.load(Ordering::Relaxed) >= self.0).then_some(Reason::Deadline)
        }
        fn played(&self, playouts: u64) {
            self.1.fetch_add(playouts, Ordering::Relaxed);
        }
    }
    let after = |playouts| After(playouts, AtomicU64::new(0));
    let stopped = coin().1.play(&job(&[FRESH, LAME]), &after(350)).unwrap();
    assert_eq!((stopped.rounds, stopped.complete), (3, false));
    assert_eq!(stopped.starts, play(&Job { per_lane: 3, ..job(&[FRESH, LAME]) }));
    let at_once = coin().1.play(&job(&[ENDLESS]), &after(0)).unwrap();
    assert_eq!((at_once.rounds, at_once.complete, &at_once.starts[0].all), (0, false, &Tally::new([1])));
}

/// What a lane of two throws with three slots does, turn by turn, written out: slots 0, 1 and 2 have turns; each playout
/// takes two of them.
#[test]
fn slots_have_turns_and_share_the_bits_of_their_lane() {
    let (net, mut engine) = coin();
    let small = Job { lanes: 1, per_lane: 4, slots: 3, ..job(&[FRESH]) };
    let mut records = Vec::new();
    let mut keep = |record| {
        records.push(record);
        ControlFlow::Continue(())
    };
    engine.trace(&small, &Unobserved, &mut keep).unwrap();
    let shape = GameShape::new(&net, &Choices::new(&net, &Unobserved).unwrap());
    let mut lanes = Lanes::new(small.seed, 1, &shape.draws, MAX_BYTES).unwrap();
    let legal: BitVec = BitVec::repeat(true, 2);
    let mut turns = (0..9).map(|_| shape.picks(&legal, &draw(lanes.of(0), &shape.draws)).unwrap());
    let turns: Vec<JointMove> = turns.by_ref().collect();
    // Playout 3 begins where playout 0 was.
    for (playout, made) in [[0, 3], [1, 4], [2, 5]].into_iter().enumerate() {
        for (step, turn) in made.into_iter().enumerate() {
            let at = |record: &&StepRecord| record.playout == playout as u64 && record.step == step as u64;
            assert_eq!(records.iter().find(at).unwrap().then, Then::Moves(turns[turn].clone()));
        }
    }
    let fourth = records.iter().find(|record| record.playout == 3 && record.step == 0).unwrap();
    assert_eq!(fourth.then, Then::Moves(turns[6].clone()));
    assert!(records.is_sorted_by_key(|record| (record.playout, record.step)));
}

#[test]
fn slots_beyond_the_playouts_change_nothing_but_the_bits() {
    let every = |slots| play(&Job { slots, ..job(&[FRESH, HEADS_ENDED, LAME, ENDLESS]) });
    let one = every(1);
    for slots in [2, 3, 8, 16] {
        let starts = every(slots);
        assert!(starts[0].all.playouts() == 400 && starts[0] != one[0], "other bits");
        assert_eq!(starts[1..3], one[1..3]);
        assert_eq!(starts[3].all, one[3].all);
    }
}

#[test]
fn bad_jobs_are_refused() {
    let (_, mut engine) = coin();
    let other = Job { starts: vec![State::repeat(false, 4).into()], ..job(&[]) };
    for job in [job(&[]), other, Job { lanes: 0, ..job(&[FRESH]) }, Job { per_lane: 0, ..job(&[FRESH]) }] {
        assert!(matches!(engine.play(&job, &Unobserved), Err(PlayError::Job(_))), "{job:?}");
        assert!(matches!(engine.trace(&job, &Unobserved, &mut |_| ControlFlow::Continue(())), Err(PlayError::Job(_))));
    }
}

#[test]
fn a_trace_shows_every_state_in_order() {
    let (_, mut engine) = coin();
    let mut records = Vec::new();
    let small = Job { lanes: 2, per_lane: 2, max_steps: 3, ..job(&[FRESH, LAME, ENDLESS, HEADS_ENDED]) };
    let mut keep = |record| {
        records.push(record);
        ControlFlow::Continue(())
    };
    engine.trace(&small, &Unobserved, &mut keep).unwrap();
    let slots: Vec<_> =
        records.iter().map(|record: &StepRecord| (record.stream, record.playout, record.step)).collect();
    assert!(slots.is_sorted());
    assert_eq!(records.len(), 4 * (3 + 1 + 4 + 1));
    let ended = |then: &Then| records.iter().filter(|record| record.then == *then).count();
    assert_eq!((ended(&Then::Stuck), ended(&Then::Truncated)), (4, 4));
    // What was thrown is what the state shows next.
    for pair in records.windows(2).filter(|pair| pair[1].step == pair[0].step + 1) {
        assert_eq!(pair[0].then, Then::Moves(vec![u32::from(!pair[1].state[0])]));
    }
}

#[test]
fn differences_are_told_in_words() {
    let (net, mut engine) = coin();
    let layout = Layout::of_ports(&net.ports, &Dropped::default());
    let small = Job { lanes: 1, per_lane: 1, ..job(&[FRESH]) };
    let report = engine.play(&small, &Unobserved).unwrap();
    let names = ["one", "other"];
    assert_eq!(compare::reports(names, [&report, &report], &layout), None);
    let mut other = report.clone();
    other.starts[0].all.stuck = 1;
    let text = compare::reports(names, [&report, &other], &layout).unwrap();
    assert_eq!(text, "start state 0: stuck playouts\n  one: 0\n  other: 1");
    let mut other = report.clone();
    other.starts[0].first_moves.as_mut().unwrap().clear();
    let text = compare::reports(names, [&report, &other], &layout).unwrap();
    assert!(
        text.starts_with("start state 0, first moves (") && text.ends_with("steps\n  one: 2\n  other: 0"),
        "{text}"
    );

    let codec = Codec::new(layout).unwrap();
    let none = compare::traces([&mut coin().1, &mut engine], &small, &codec, &Unobserved).unwrap();
    assert_eq!(none, None);
    // A net that throws the other side.
    let other = text::parse(&COIN.replace("next i0", "next !i0")).unwrap();
    let mut other = engine_of(&other);
    let text = compare::traces([&mut engine, &mut other], &small, &codec, &Unobserved).unwrap().unwrap();
    assert!(text.starts_with("stream 0, playout 0, step 1: facts\n  scalar: "), "{text}");
    assert!(text.contains("also (a_heads)") && text.contains("none beyond"), "{text}");
}
