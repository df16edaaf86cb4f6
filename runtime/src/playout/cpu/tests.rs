//! A walk of any length that ends in every way, in lanes with any number of places.

use super::super::{MAX_PLACES, Unwatched, scalar};
use super::*;
use gdl2hdl_compiler::net::text;

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
    let choices = Choices::new(&net);
    let starts = vec![[false; 3].into_iter().collect(), [true, false, false].into_iter().collect()];
    let job = Job { starts, lanes: 67, per_lane: 6, places: 1, seed: 7, max_steps: 5, first_moves: true };
    check(&mut scalar(verified, &choices), &mut Cpu::new(verified, &choices, CpuOptions::default()), job);
}

#[test]
fn any_number_of_places_plays_as_the_definition_says() {
    walk(|scalar, cpu, job| {
        for (places, per_lane) in (1..=MAX_PLACES).flat_map(|places| [(places, 6), (places, 40)]) {
            let job = Job { places, per_lane, ..job.clone() };
            let report = scalar.play(&job, &Unwatched).unwrap();
            let all = &report.starts[0].all;
            assert!(all.finished > 0 && all.stuck > 0 && all.truncated > 0);
            assert_eq!(cpu.play(&job, &Unwatched).unwrap(), report, "{places} places");
            let job = Job { first_moves: false, ..job };
            assert_eq!(cpu.play(&job, &Unwatched).unwrap(), scalar.play(&job, &Unwatched).unwrap());
        }
    });
}

#[test]
fn playouts_are_numbered_as_they_begin() {
    walk(|scalar, cpu, job| {
        for (places, per_lane) in [(1, 4), (2, 9), (4, 3), (16, 33)] {
            let job = Job { places, per_lane, ..job.clone() };
            let mut seen = [Vec::new(), Vec::new()];
            for (engine, seen) in [&mut *scalar, &mut *cpu as &mut dyn PlayoutEngine].into_iter().zip(&mut seen) {
                let mut keep = |record| {
                    seen.push(record);
                    ControlFlow::Continue(())
                };
                engine.trace(&job, &mut keep).unwrap();
            }
            assert!(seen[0] == seen[1], "{places} places");
        }
    });
}

#[test]
fn places_need_memory() {
    walk(|_, cpu, job| {
        let job = Job { first_moves: false, ..job };
        let starts = cpu.starts(&job).unwrap();
        let play = play(cpu.compiled(&job, false).unwrap(), &job, &starts);
        let [one, two, all] = [1, 2, 16].map(|places| memory::words(play.layout(), places));
        assert!(one < two && all - one == 15 * (two - one));
    });
}
