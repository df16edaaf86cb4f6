//! All engines agree on every game of the folder `games/`: on every state of a few playouts, and on reports of many.

use crate::playouts::compiled_game::CompiledGame;
use gdl2hdl_net::map::Aim;
use gdl2hdl_net::playout::step::{ProgramShape, Programs, Reading};
use gdl2hdl_play::playout::{Job, Observer, PlayoutEngine, Reason, Unobserved, compare};
use gdl2hdl_tests::examples;
use std::sync::atomic::{AtomicU64, Ordering};

/// Both engines see the same states, and give the same report.
fn agree(compiled_game: &CompiledGame, engines: [&mut dyn PlayoutEngine; 2], job: &Job, what: &str) {
    let [a, b] = engines;
    let difference = compare::traces([&mut *a, &mut *b], job, &compiled_game.codec, &Unobserved).unwrap();
    assert_eq!(difference, None, "{what}");
    same_report(compiled_game, [a, b], job, what);
}

fn same_report(compiled_game: &CompiledGame, [a, b]: [&mut dyn PlayoutEngine; 2], job: &Job, what: &str) {
    let reports = [&mut *a, &mut *b].map(|engine| engine.play(job, &Unobserved).unwrap());
    let names = [a.name(), b.name()];
    let difference = compare::reports(names, [&reports[0], &reports[1]], compiled_game.codec.layout());
    assert_eq!(difference, None, "{what}");
    assert!(reports[0].complete && reports[0].total().all.playouts() == job.playouts(), "{what}");
}

/// A job with a start state of each step of a playout, first and last included.
fn from_the_middle(compiled_game: &CompiledGame, lanes: u64) -> Job {
    Job { starts: compiled_game.of_a_playout(12), ..compiled_game.job(lanes, 1, 5) }
}

#[test]
fn nets_play_as_the_rules_do() {
    for file in examples::files() {
        let compiled_game = CompiledGame::open(&file);
        let what = examples::name(&file);
        agree(
            &compiled_game,
            [&mut compiled_game.interpreter(), &mut compiled_game.scalar()],
            &compiled_game.job(2, 1, 15),
            &what,
        );
        agree(
            &compiled_game,
            [&mut compiled_game.interpreter(), &mut compiled_game.scalar()],
            &from_the_middle(&compiled_game, 1),
            &what,
        );
    }
}

#[test]
fn lanes_side_by_side_play_as_one_by_one() {
    for file in examples::files() {
        let compiled_game = CompiledGame::open(&file);
        let what = examples::name(&file);
        agree(
            &compiled_game,
            [&mut compiled_game.scalar(), &mut compiled_game.cpu(1)],
            &compiled_game.job(5, 3, 200),
            &what,
        );
        agree(
            &compiled_game,
            [&mut compiled_game.scalar(), &mut compiled_game.cpu(2)],
            &from_the_middle(&compiled_game, 3),
            &what,
        );
        same_report(
            &compiled_game,
            [&mut compiled_game.scalar(), &mut compiled_game.cpu(2)],
            &compiled_game.job(70, 2, 60),
            &what,
        );
        // Without first moves the fast engine reads goals in other ways, and from elsewhere it has another program.
        for job in [compiled_game.job(70, 4, 60), from_the_middle(&compiled_game, 7)] {
            let job = Job { first_moves: false, ..job };
            same_report(&compiled_game, [&mut compiled_game.scalar(), &mut compiled_game.cpu(1)], &job, &what);
        }
        slots_have_turns(&compiled_game, &what);
    }
}

/// Playouts of a lane in flight at a time, more and fewer than it has.
fn slots_have_turns(compiled_game: &CompiledGame, what: &str) {
    let (mut scalar, mut cpu) = (compiled_game.scalar(), compiled_game.cpu(1));
    for (slots, per_lane) in [(2, 5), (3, 7), (5, 3)] {
        let what = format!("{what}, {slots} slots");
        agree(compiled_game, [&mut scalar, &mut cpu], &Job { slots, ..compiled_game.job(3, per_lane, 20) }, &what);
        let job = Job { slots, first_moves: false, ..compiled_game.job(70, per_lane, 60) };
        same_report(compiled_game, [&mut scalar, &mut cpu], &job, &what);
        for first_moves in [false, true] {
            let job = Job { slots, per_lane, first_moves, ..from_the_middle(compiled_game, 3) };
            same_report(compiled_game, [&mut scalar, &mut cpu], &job, &what);
        }
    }
}

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

#[test]
fn a_stopped_job_is_a_shorter_job() {
    for (game, max_steps) in [("connect_four.kif", 200), ("reversi.kif", 50), ("nim.kif", 3), ("knights_tour.kif", 1)] {
        let compiled_game = CompiledGame::of(game);
        for (slots, first_moves) in [1, 2, 16].into_iter().flat_map(|slots| [(slots, false), (slots, true)]) {
            let job = Job { slots, first_moves, ..compiled_game.job(70, 100_000, max_steps) };
            let mut cpu = compiled_game.cpu(1);
            cpu.prepare(&job, &Unobserved).unwrap();
            let none = cpu.play(&job, &After(0, AtomicU64::new(0))).unwrap();
            assert_eq!((none.complete, none.rounds, none.total().all.playouts()), (false, 0, 0), "{game}");
            let stopped = compiled_game.cpu(2).play(&job, &After(500, AtomicU64::new(0))).unwrap();
            assert!(!stopped.complete && (1..job.per_lane).contains(&stopped.rounds), "{game}: {}", stopped.rounds);
            let shorter = Job { per_lane: stopped.rounds, ..job };
            assert_eq!(stopped.starts, compiled_game.cpu(1).play(&shorter, &Unobserved).unwrap().starts, "{game}");
            same_report(&compiled_game, [&mut compiled_game.scalar(), &mut compiled_game.cpu(2)], &shorter, game);
        }
    }
}

#[test]
fn a_stopped_job_in_hardware_has_fewer_lanes() {
    let compiled_game = CompiledGame::of("two_button_lights.kif");
    for first_moves in [false, true] {
        let job = Job { first_moves, ..compiled_game.job(5000, 9, 20) };
        let stopped = compiled_game.verilator().play(&job, &After(10_000, AtomicU64::new(0))).unwrap();
        assert!(!stopped.complete && (1..job.lanes).contains(&stopped.lanes), "{}", stopped.lanes);
        assert_eq!(stopped.rounds, job.per_lane);
        let narrower = Job { lanes: stopped.lanes, ..job.clone() };
        assert_eq!(stopped.starts, compiled_game.cpu(1).play(&narrower, &Unobserved).unwrap().starts);
        // Several start states have the same lanes, with the random bits that the whole job gives them.
        let job = Job { starts: vec![compiled_game.initial(); 2], ..job };
        let mut engine = compiled_game.verilator();
        let stopped = engine.play(&job, &After(20_000, AtomicU64::new(0))).unwrap();
        assert!(!stopped.complete && (1..job.lanes).contains(&stopped.lanes), "{}", stopped.lanes);
        assert!(stopped.starts.iter().all(|start| start.all.playouts() == stopped.lanes * job.per_lane));
        let first = Job { lanes: stopped.lanes, ..narrower.clone() };
        assert_eq!(stopped.starts[0], compiled_game.cpu(1).play(&first, &Unobserved).unwrap().starts[0]);
        // The engine is ready for another job, and one that is stopped at once holds nothing.
        assert_eq!(
            engine.play(&narrower, &Unobserved).unwrap(),
            compiled_game.cpu(1).play(&narrower, &Unobserved).unwrap()
        );
        let none = engine.play(&job, &After(0, AtomicU64::new(0))).unwrap();
        assert_eq!((none.rounds, none.lanes, none.total().all.playouts()), (0, job.lanes, 0));
    }
}

#[test]
fn step_limits_of_all_sizes() {
    let compiled_game = CompiledGame::of("two_button_lights.kif");
    for (max_steps, first_moves) in [1, 2, 15, 16, 17, 256].into_iter().flat_map(|most| [(most, false), (most, true)]) {
        for slots in [1, 2, 3, 5] {
            // Several start states, all of them the initial one.
            let job = Job {
                starts: vec![compiled_game.initial(); 3],
                first_moves,
                slots,
                ..compiled_game.job(5, 4, max_steps)
            };
            agree(
                &compiled_game,
                [&mut compiled_game.scalar(), &mut compiled_game.cpu(1)],
                &job,
                &format!("{max_steps}, {slots} slots"),
            );
        }
    }
}

#[test]
fn goals_are_read_in_each_way_by_some_game() {
    let readings = ["connect_four.kif", "reversi.kif"].map(|game| {
        let compiled_game = CompiledGame::of(game);
        let shape = ProgramShape {
            step_bits: 8,
            first_moves: false,
            observed: false,
            initial: true,
            inputs: 3,
            aim: Aim::Area,
        };
        Programs::new(
            compiled_game.compiled.net(),
            compiled_game.compiled.choices(),
            &compiled_game.shape.draws,
            shape,
            &Unobserved,
        )
        .unwrap()
        .layout
        .reading
    });
    assert_eq!(readings, [Reading::Counted, Reading::Late]);
}

#[test]
fn lanes_get_new_quotas_until_all_is_played() {
    let compiled_game = CompiledGame::of("tron.kif");
    let full = 1 << gdl2hdl_net::playout::step::QUOTA_BITS;
    for (per_lane, slots) in [full - 1, full, full + 1, 2 * full].into_iter().flat_map(|n| [(n, 1), (n, 2), (n, 5)]) {
        // Where slots are several, some end with nothing left, and the lane's quota is spent again and again.
        let job = Job { slots, first_moves: false, ..compiled_game.job(2, per_lane, 4) };
        same_report(
            &compiled_game,
            [&mut compiled_game.scalar(), &mut compiled_game.cpu(1)],
            &job,
            &format!("{per_lane}, {slots} slots"),
        );
    }
}
