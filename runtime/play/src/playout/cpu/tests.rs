//! A walk of any length that ends in every way, in lanes with any number of slots.

use super::super::{MAX_SLOTS, State, Unobserved, scalar};
use super::*;
use gdl2hdl_gdl::observer::Reason;
use gdl2hdl_net::text;
use std::sync::atomic::{AtomicU64, Ordering};

/// A fall leaves no move, a goal ends the walk: both need an advance right before.
const WALK: &str = "net
role walker
base b0 init 0 next i0 (a_stepped)
base b1 init 0 next n0 (b_fallen)
base b2 init 0 next n1 (c_there)
input i0 role 0 legal !b1 (advance)
input i1 role 0 legal !b1 (fall)
input i2 role 0 legal !b1 (goal)
gate n0 i1 b0
gate n1 i2 b0
goal role 0 value 100 b2
terminal b2
";

fn walk(check: impl FnOnce(&mut dyn PlayoutEngine, &mut Cpu, Job)) {
    let net = text::parse(WALK).unwrap();
    let verified = verify(&net).unwrap();
    let choices = Choices::new(&net, &Unobserved).unwrap();
    let starts = [[false; 3], [true, false, false]].map(|bits| State::from_iter(bits).into()).to_vec();
    let job = Job { starts, lanes: 67, per_lane: 6, slots: 1, seed: 7, max_steps: 5, first_moves: true };
    check(&mut scalar(verified, &choices), &mut Cpu::new(verified, &choices, CpuOptions::default()), job);
}

#[test]
fn any_number_of_slots_plays_as_the_definition_says() {
    walk(|scalar, cpu, job| {
        for (slots, per_lane) in (1..=MAX_SLOTS).flat_map(|slots| [(slots, 6), (slots, 40)]) {
            let job = Job { slots, per_lane, ..job.clone() };
            let report = scalar.play(&job, &Unobserved).unwrap();
            let all = &report.starts[0].all;
            assert!(all.finished > 0 && all.stuck > 0 && all.truncated > 0);
            assert_eq!(cpu.play(&job, &Unobserved).unwrap(), report, "{slots} slots");
            let job = Job { first_moves: false, ..job };
            assert_eq!(cpu.play(&job, &Unobserved).unwrap(), scalar.play(&job, &Unobserved).unwrap());
        }
    });
}

#[test]
fn playouts_are_numbered_as_they_begin() {
    walk(|scalar, cpu, job| {
        for (slots, per_lane) in [(1, 4), (2, 9), (4, 3), (16, 33)] {
            let job = Job { slots, per_lane, ..job.clone() };
            let mut seen = [Vec::new(), Vec::new()];
            for (engine, seen) in [&mut *scalar, &mut *cpu as &mut dyn PlayoutEngine].into_iter().zip(&mut seen) {
                let mut keep = |record| {
                    seen.push(record);
                    ControlFlow::Continue(())
                };
                engine.trace(&job, &Unobserved, &mut keep).unwrap();
            }
            assert!(seen[0] == seen[1], "{slots} slots");
        }
    });
}

#[test]
fn slots_need_memory() {
    walk(|_, cpu, job| {
        let job = Job { first_moves: false, ..job };
        let starts = cpu.starts(&job).unwrap();
        let play = play(cpu.compiled(&job, false, &Unobserved).unwrap(), &job, &starts);
        let [one, two, all] = [1, 2, 16].map(|slots| memory::words(play.layout(), slots));
        assert!(one < two && all - one == 15 * (two - one));
    });
}

/// A coin: heads end the playout, tails never do.
const TRAP: &str = "net
role r
base b0 init 0 next n0 (a_heads)
base b1 init 0 next !n1 (b_tails)
input i0 role 0 legal 1 (heads)
input i1 role 0 legal 1 (tails)
gate n0 i0 !b1
gate n1 !i1 !b1
goal role 0 value 100 1
terminal b0
";

/// Stops when it was asked so often.
struct Asked(u64, AtomicU64);

impl Observer for Asked {
    fn reason(&self) -> Option<Reason> {
        (self.1.fetch_add(1, Ordering::Relaxed) >= self.0).then_some(Reason::Signal)
    }
}

#[test]
fn playouts_that_never_end_are_dropped() {
    let net = text::parse(TRAP).unwrap();
    let verified = verify(&net).unwrap();
    let choices = Choices::new(&net, &Unobserved).unwrap();
    let (starts, max_steps) = (vec![State::repeat(false, 2)], 1 << 40);
    for (slots, threads) in [(1, 1), (2, 1), (1, 2)] {
        let options = CpuOptions { threads, ..CpuOptions::default() };
        let job = Job {
            starts: starts.iter().cloned().map(Into::into).collect(),
            lanes: 9000,
            per_lane: 3,
            slots,
            seed: 1,
            max_steps,
            first_moves: true,
        };
        let mut cpu = Cpu::new(verified, &choices, options);
        // Who is asked often while programs are made: what is counted is playing.
        cpu.prepare(&job, &Unobserved).unwrap();
        let report = cpu.play(&job, &Asked(40, AtomicU64::new(0))).unwrap();
        assert_eq!((report.rounds, report.complete, report.total().all.playouts()), (0, false, 0));
        assert!(report.starts[0].first_moves.as_ref().unwrap().is_empty());
    }
}

/// A report on the way is that of a shorter job, and what is played on is none the worse for it.
#[test]
fn reports_on_the_way_change_nothing() {
    walk(|scalar, cpu, job| {
        for slots in [1, 3] {
            let job = Job { slots, per_lane: 40, ..job.clone() };
            let whole = scalar.play(&job, &Unobserved).unwrap();
            let starts = cpu.starts(&job).unwrap();
            let play = play(cpu.compiled(&job, false, &Unobserved).unwrap(), &job, &starts);
            let (mut blocks, bytes) = Cpu::blocks(&play, &starts, u64::MAX).unwrap();
            assert!(bytes > 0);
            let none: Vec<StartReport> = starts.iter().map(|_| StartReport::new([1], true)).collect();
            let players = run::Players { play: &play, threads: 1, observer: &Unobserved, none: &none };
            blocks.iter_mut().try_for_each(|block| block.steps(&play, 50)).unwrap();
            let kept = run::level(players, blocks.clone(), &|| false).unwrap().unwrap();
            assert!((1..40).contains(&kept.rounds), "{}", kept.rounds);
            assert!(run::level(players, blocks.clone(), &|| true).unwrap().is_none());
            let shorter = scalar.play(&Job { per_lane: kept.rounds, ..job.clone() }, &Unobserved).unwrap();
            assert_eq!(kept.starts, shorter.starts);
            let rest = run::run(players, blocks, true).unwrap();
            assert_eq!((rest.rounds, rest.starts), (40, whole.starts));
        }
    });
}

#[test]
fn memory_is_counted_before_it_is_taken() {
    let net = text::parse(TRAP).unwrap();
    let verified = verify(&net).unwrap();
    let options = CpuOptions { max_bytes: 64 << 20, ..CpuOptions::default() };
    let mut cpu = Cpu::new(verified, &Choices::new(&net, &Unobserved).unwrap(), options);
    let starts = vec![State::repeat(false, 2)];
    let job = Job {
        starts: starts.into_iter().map(Into::into).collect(),
        lanes: 1 << 24,
        per_lane: 1,
        slots: 16,
        seed: 1,
        max_steps: 9,
        first_moves: false,
    };
    let refused = cpu.play(&job, &Unobserved).unwrap_err();
    assert!(matches!(refused, PlayError::Memory { bytes, most } if bytes > most && most == 64 << 20), "{refused}");
}
