//! Speed of programs over words: compile time and time of an operation, by backend, width and size.
//!
//! `cargo run --release -p gdl2hdl-sim --example words [SIZE...]`
//!
//! The programs are made up: functions of three values, of which three quarters are recent results and one quarter
//! inputs, an input for each twenty operations, an output for each forty.
#![allow(clippy::print_stdout)]

mod synthetic;

use gdl2hdl_gdl::observer::Unobserved;
use gdl2hdl_net::program::Program;
use gdl2hdl_simd::{Backend, Code, Limit, Machine, MachineChoice, Memory, SimdError, Width};
use std::time::{Duration, Instant};
use synthetic::synthetic;

fn main() -> Result<(), SimdError> {
    let sizes: Vec<usize> = std::env::args().skip(1).filter_map(|size| size.parse().ok()).collect();
    let sizes = if sizes.is_empty() { vec![300, 3_000, 30_000, 200_000] } else { sizes };
    for backend in Machine::detect().backends() {
        if let Ok(limit) = Limit::measure(backend, Duration::from_millis(400)) {
            let [registers, memory] = [limit.registers, limit.memory].map(|rate| 512e9 / rate);
            println!(
                "limit of {backend}: {registers:.3} ns/op for 512 lanes in registers, {memory:.3} with one from memory"
            );
        }
    }
    println!("{:>7} {:14} {:>5} {:>12} {:>22}", "ops", "backend", "lanes", "compile ns/op", "ns/op for 512 lanes");
    for size in sizes {
        let program = synthetic(size);
        for backend in Machine::detect().backends() {
            for width in Width::ALL.into_iter().filter(|width| *width >= backend.least_width()) {
                report(&program, backend, width)?;
            }
        }
    }
    Ok(())
}

#[allow(clippy::cast_precision_loss)]
fn report(program: &Program, backend: Backend, width: Width) -> Result<(), SimdError> {
    let begun = Instant::now();
    let code = Code::new(program, MachineChoice { backend, width }, &Unobserved)?;
    let compiling = begun.elapsed();
    let mut memory = Memory::covering(width, &program.extents());
    let mut best = Duration::MAX;
    let (begun, runs) = (Instant::now(), 200_000 / program.ops.len() + 1);
    while begun.elapsed() < Duration::from_millis(150) {
        let begun = Instant::now();
        for _ in 0..runs {
            code.run(&mut memory)?;
        }
        best = best.min(begun.elapsed());
    }
    let ops = program.ops.len() as f64;
    let words = ops * runs as f64 * f64::from(width.lanes()) / 512.0;
    println!(
        "{:7} {backend:14} {width:>5} {:12.0} {:22.3}",
        program.ops.len(),
        compiling.as_nanos() as f64 / ops,
        best.as_nanos() as f64 / words
    );
    Ok(())
}
