//! Every backend against a reference that computes bit by bit.

mod random;
mod reference;

use super::{Backend, Code, Limit, Machine, MachineChoice, Memory, SimdError, Width};
use gdl2hdl_gdl::observer::Unobserved;
use gdl2hdl_net::program::{Cell, Op, Program, Value, table};
use proptest::prelude::*;
use std::time::Duration;

/// All choices that work here.
fn choices() -> impl Iterator<Item = MachineChoice> {
    let widths = |backend: Backend| Width::ALL.into_iter().filter(move |width| *width >= backend.least_width());
    Machine::detect()
        .backends()
        .flat_map(move |backend| widths(backend).map(move |width| MachineChoice { backend, width }))
}

/// Compares two runs of a program on every backend with the reference.
fn check(program: &Program, seed: u64) {
    program.verify().unwrap();
    for choice in choices() {
        let code = Code::new(program, choice, &Unobserved).unwrap();
        let mut memory = random::memory(program, choice.width, seed);
        let mut expected = memory.clone();
        for _ in 0..2 {
            code.run(&mut memory).unwrap();
            reference::run(program, &mut expected);
        }
        random::assert_equal(&memory, &expected, program, choice);
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, ..ProptestConfig::default() })]
    #[test]
    fn backends_agree_with_the_reference(seed in any::<u64>(), size in 0_usize..300, regions in 1_u8..20) {
        check(&random::program(seed, size, regions), seed);
    }
}

#[test]
fn every_table() {
    let cell = |index| Cell { region: 0, index };
    let args = [Value(0), Value(1), Value(2)];
    let ops: Vec<Op> = (0..=255).map(|table| random::op(table, args)).collect();
    let outputs = (3..259).zip(3..).map(|(value, index)| (cell(index), Value(value))).collect();
    check(&Program { inputs: vec![cell(0), cell(1), cell(2)], ops, outputs, counts: vec![] }, 1);
}

#[test]
fn inputs_change_places() {
    let cell = |index| Cell { region: 1, index };
    let inputs: Vec<Cell> = (0..8).map(cell).collect();
    // Two cycles, one word in place, a chain that ends outside, and a result that waits for a cycle.
    let sources = [1, 0, 3, 4, 2, 5, 8, 6, 7];
    let outputs = (0..).zip(sources).map(|(index, value)| (cell(index), Value(value))).collect();
    let op = random::op(table::A & table::B, [Value(6), Value(7), Value(7)]);
    check(&Program { inputs, ops: vec![op], outputs, counts: vec![(cell(-3), Value(2)), (cell(-4), Value(8))] }, 2);
}

#[test]
fn programs_without_inputs() {
    let cell = |index| Cell { region: 0, index };
    let ops = [0, 255].map(|table| Op { table, args: [Value(0); 3] }).to_vec();
    check(
        &Program { inputs: vec![], ops, outputs: vec![(cell(-1), Value(0)), (cell(5), Value(1))], counts: vec![] },
        3,
    );
    check(&Program::default(), 4);
}

#[test]
fn programs_of_many_blocks() {
    check(&random::program(6, 9_000, 3), 6);
}

#[test]
fn programs_of_many_slots_and_regions() {
    // Some base registers are left for the scratch room; none is; regions have to do without.
    for regions in [1, 8, 11, 14] {
        check(&random::program(11, 2_500, regions), 11);
    }
}

#[test]
fn large_programs_are_made_ready() {
    // With anything that takes quadratic time this does not come to an end.
    let program = random::program(7, 200_000, 3);
    choices().for_each(|choice| assert!(Code::new(&program, choice, &Unobserved).is_ok(), "{choice:?}"));
}

#[test]
fn bits_are_counted_without_an_instruction_for_it() {
    for choice in choices().filter(|choice| choice.backend == Backend::NativeAvx512) {
        let program = random::program(8, 100, 14);
        assert!(!program.counts.is_empty());
        let engine = Code::on(&program, choice, Machine::detect().without_popcnt(), &Unobserved).unwrap();
        let mut memory = random::memory(&program, choice.width, 8);
        let mut expected = memory.clone();
        engine.run(&mut memory).unwrap();
        reference::run(&program, &mut expected);
        random::assert_equal(&memory, &expected, &program, choice);
    }
}

#[test]
fn threads_share_code() {
    let program = random::program(9, 100, 2);
    for choice in choices() {
        let code = Code::new(&program, choice, &Unobserved).unwrap();
        let start = random::memory(&program, choice.width, 9);
        let [mut a, mut b] = [start.clone(), start];
        std::thread::scope(|scope| {
            scope.spawn(|| code.run(&mut a).unwrap());
            code.run(&mut b).unwrap();
        });
        random::assert_equal(&a, &b, &program, choice);
    }
}

#[test]
fn places_too_far_apart_are_refused() {
    let inputs = vec![Cell { region: 0, index: i32::MAX }, Cell { region: 0, index: i32::MIN }];
    let outputs = vec![(Cell { region: 0, index: 0 }, Value(0)), (Cell { region: 0, index: 1 }, Value(1))];
    let program = Program { inputs, outputs, ..Program::default() };
    for choice in choices().filter(|choice| choice.backend.name().starts_with("native")) {
        assert!(matches!(Code::new(&program, choice, &Unobserved), Err(SimdError::TooLarge)));
    }
}

#[test]
fn limits_are_measured() {
    for backend in Backend::ALL {
        match Limit::measure(backend, Duration::from_millis(2)) {
            Ok(limit) => assert!(limit.registers > 1e9 && limit.memory > 1e9, "{limit:?}"),
            Err(error) => assert!(matches!(error, SimdError::Unavailable(_)), "{error}"),
        }
    }
}

#[test]
fn memory_that_does_not_fit_is_refused() {
    let program = random::program(5, 20, 1);
    for choice in choices() {
        let code = Code::new(&program, choice, &Unobserved).unwrap();
        let other = Width::ALL.into_iter().find(|width| *width != choice.width).unwrap();
        let mut memory = Memory::covering(other, &program.extents());
        assert!(matches!(code.run(&mut memory), Err(SimdError::WidthDiffers { .. })));
        let mut memory = Memory::covering(choice.width, &program.extents());
        code.run(&mut memory).unwrap();
        for origin in [memory.origin(0) + 1, memory.origin(0).wrapping_sub(1), usize::MAX, 1 << 40] {
            memory.set_origin(0, origin);
            assert!(matches!(code.run(&mut memory), Err(SimdError::OutOfBounds { region: 0, .. })));
        }
        assert!(matches!(code.run(&mut Memory::new(choice.width)), Err(SimdError::OutOfBounds { .. })));
    }
}

#[test]
fn origins_move_and_regions_change_places() {
    let cell = |region, index| Cell { region, index };
    let program =
        Program { inputs: vec![cell(0, 1)], ops: vec![], outputs: vec![(cell(1, -2), Value(0))], counts: vec![] };
    for choice in choices() {
        let code = Code::new(&program, choice, &Unobserved).unwrap();
        let mut memory = Memory::new(choice.width);
        memory.push(4, 0);
        memory.push(4, 2);
        memory.cell_mut(0, 2).fill(7);
        memory.set_origin(0, 1);
        memory.set_origin(1, 5);
        code.run(&mut memory).unwrap();
        assert_eq!(memory.cell(1, -2), vec![7; choice.width.parts()]);
        memory.swap(0, 1);
        assert_eq!((memory.origin(0), memory.origin(1)), (5, 1));
        assert_eq!(memory.cell(0, -2)[0], 7);
        memory.fill(0, -5, true);
        memory.copy_within(0, -5..-2, -4);
        assert_eq!([-5, -4, -3, -2].map(|index| memory.cell(0, index)[0]), [u64::MAX, u64::MAX, 0, 0]);
    }
}

#[test]
fn narrow_words_and_unsound_programs_are_refused() {
    let choice = |backend, lanes| MachineChoice { backend, width: Width::new(lanes).unwrap() };
    for backend in Machine::detect().backends().filter(|backend| *backend != Backend::Portable) {
        let refused = Code::new(&Program::default(), choice(backend, 128), &Unobserved);
        assert!(matches!(refused, Err(SimdError::Narrow { .. })));
    }
    let program = Program { ops: vec![Op { table: table::A, args: [Value(0); 3] }], ..Program::default() };
    assert!(matches!(Code::new(&program, choice(Backend::Portable, 64), &Unobserved), Err(SimdError::Unsound(_))));
    assert_eq!([0, 32, 65, 8192].map(Width::new), [None; 4]);
}
