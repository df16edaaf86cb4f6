//! The same programs through Cranelift, vectors of 128 lanes: compile time and speed.
#![allow(clippy::print_stdout, unsafe_code, clippy::unwrap_used, clippy::cast_precision_loss)]

#[path = "words/synthetic.rs"]
mod synthetic;

use cranelift_codegen::ir::{AbiParam, InstBuilder, MemFlags, Value, types};
use cranelift_codegen::settings::{self, Configurable};
use cranelift_frontend::{FunctionBuilder, FunctionBuilderContext};
use cranelift_jit::{JITBuilder, JITModule};
use cranelift_module::{Linkage, Module};
use gdl2hdl_compiler::program::{Op, Program};
use gdl2hdl_sim::words::{Backend, Choice, Code, Memory, Width};
use std::time::{Duration, Instant};

const VEC: types::Type = types::I64X2;

fn main() {
    println!("{:>7} {:>6} {:>14} {:>20}", "ops", "opt", "compile ns/op", "ns/op for 512 lanes");
    for size in [300, 3_000, 30_000, 200_000] {
        let program = synthetic::synthetic(size);
        for (opt, allocator) in [("none", "single_pass"), ("none", "backtracking"), ("speed", "backtracking")] {
            run(&program, opt, allocator);
        }
    }
}

fn run(program: &Program, opt: &str, allocator: &str) {
    let begun = Instant::now();
    let mut flags = settings::builder();
    flags.set("opt_level", opt).unwrap();
    flags.set("regalloc_algorithm", allocator).unwrap();
    flags.set("enable_verifier", "false").unwrap();
    let isa = cranelift_native::builder().unwrap().finish(settings::Flags::new(flags)).unwrap();
    let mut module = JITModule::new(JITBuilder::with_isa(isa, cranelift_module::default_libcall_names()));
    let mut ctx = module.make_context();
    let pointer = module.target_config().pointer_type();
    (0..2).for_each(|_| ctx.func.signature.params.push(AbiParam::new(pointer)));
    let mut fctx = FunctionBuilderContext::new();
    let mut b = FunctionBuilder::new(&mut ctx.func, &mut fctx);
    let block = b.create_block();
    b.append_block_params_for_function_params(block);
    b.switch_to_block(block);
    b.seal_block(block);
    let params = b.block_params(block).to_vec();
    let flags = MemFlags::trusted();
    let mut values: Vec<Option<Value>> = vec![None; program.num_values()];
    for (i, op) in program.ops.iter().enumerate() {
        let args = op.args.map(|arg| {
            let at = arg.index();
            *values[at].get_or_insert_with(|| {
                // Inputs have no users before: loaded at first use.
                b.ins().load(VEC, flags, params[0], program.inputs[at].index * 64)
            })
        });
        values[program.inputs.len() + i] = Some(ternary(&mut b, op, args));
    }
    for (cell, value) in &program.outputs {
        b.ins().store(flags, values[value.index()].unwrap(), params[1], cell.index * 64);
    }
    b.ins().return_(&[]);
    b.finalize();
    let id = module.declare_function("f", Linkage::Export, &ctx.func.signature).unwrap();
    if let Err(error) = module.define_function(id, &mut ctx) {
        let words = error.to_string();
        return println!("{:7} {opt:>6} {allocator}: {}", program.ops.len(), &words[..words.len().min(90)]);
    }
    module.finalize_definitions().unwrap();
    let code: extern "C" fn(*mut u64, *mut u64) = unsafe { std::mem::transmute(module.get_finalized_function(id)) };
    let compiling = begun.elapsed();
    let mut memory = Memory::covering(Width::new(512).unwrap(), &program.extents());
    let mut seed = 1_u64;
    for cell in &program.inputs {
        memory.cell_mut(0, cell.index).fill_with(|| {
            seed = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ seed >> 31;
            seed
        });
    }
    let mut expected = memory.clone();
    let own = Choice { backend: Backend::Portable, width: Width::new(512).unwrap() };
    Code::new(program, own).unwrap().run(&mut expected).unwrap();
    let (a, z) = (memory.cell_mut(0, 0).as_mut_ptr(), memory.cell_mut(1, 0).as_mut_ptr());
    let mut best = Duration::MAX;
    let (begun, runs) = (Instant::now(), 20_000 / program.ops.len() + 1);
    while begun.elapsed() < Duration::from_millis(300) {
        let begun = Instant::now();
        for _ in 0..runs {
            (0..4).for_each(|part| code(a.wrapping_add(2 * part), z.wrapping_add(2 * part)));
        }
        best = best.min(begun.elapsed());
    }
    for (cell, _) in &program.outputs {
        assert_eq!(memory.cell(cell.region, cell.index), expected.cell(cell.region, cell.index));
    }
    let ops = program.ops.len() as f64;
    println!(
        "{:7} {opt:>6} {allocator:13} {:12.0} {:12.3}",
        program.ops.len(),
        compiling.as_nanos() as f64 / ops,
        best.as_nanos() as f64 / (ops * runs as f64)
    );
}

/// `low ^ a & (low ^ high)` of the cofactors, or a cheaper form of it.
fn ternary(b: &mut FunctionBuilder, op: &Op, [x, y, z]: [Value; 3]) -> Value {
    let (low, high) = (op.table & 15, op.table >> 4);
    let base = two(b, low, y, z);
    let factor = two(b, low ^ high, y, z);
    let product = match (low ^ high, factor) {
        (15, _) => x,
        (_, Some(factor)) => b.ins().band(x, factor),
        _ => return base.unwrap(),
    };
    match (low, base) {
        (15, _) => b.ins().bnot(product),
        (_, Some(base)) => b.ins().bxor(base, product),
        _ => product,
    }
}

fn two(b: &mut FunctionBuilder, table: u8, y: Value, z: Value) -> Option<Value> {
    let not = |b: &mut FunctionBuilder, v| b.ins().bnot(v);
    Some(match table {
        0 | 15 => return None,
        12 => y,
        10 => z,
        3 => not(b, y),
        5 => not(b, z),
        6 => b.ins().bxor(y, z),
        8 => b.ins().band(y, z),
        14 => b.ins().bor(y, z),
        4 => b.ins().band_not(y, z),
        2 => b.ins().band_not(z, y),
        _ => {
            let inverse = two(b, table ^ 15, y, z).unwrap();
            not(b, inverse)
        }
    })
}
