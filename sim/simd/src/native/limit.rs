//! Machine code that does nothing but independent operations.

use super::super::binary::AND;
use super::super::lines::Lines;
use super::super::{Backend, Machine, SimdError};
use super::address::Address;
use super::assembler::Assembler;
use super::avx2::Avx2;
use super::avx512::Avx512;
use super::executable::Executable;
use super::isa::{Isa, Operand};
use gdl2hdl_net::program::table;
use iced_x86::{Code, Instruction};
use std::time::{Duration, Instant};

/// Operations of the code: enough to make its call cheap, few enough for the instruction cache.
const OPS: usize = 2048;
/// Vectors in memory.
const VECTORS: usize = 64;
/// Calls between two looks at the clock.
const CALLS: usize = 16;
/// Registers that change, and after them as many that do not.
const RESULTS: u8 = 7;

/// Lane operations a second: the best of many calls within `time`.
pub(in super::super) fn measure(backend: Backend, memory: bool, time: Duration) -> Result<f64, SimdError> {
    match backend {
        _ if !Machine::detect().has(backend) => Err(SimdError::Unavailable(backend)),
        Backend::NativeAvx512 => rate(&Avx512 { popcnt: false }, memory, time),
        _ => rate(&Avx2, memory, time),
    }
}

#[allow(clippy::cast_precision_loss)]
fn rate<I: Isa>(isa: &I, memory: bool, time: Duration) -> Result<f64, SimdError> {
    let code = Executable::new(&straight(isa, memory)?)?;
    let mut words = Lines::new(VECTORS * I::BYTES / 8);
    let (begun, mut best) = (Instant::now(), Duration::MAX);
    while begun.elapsed() < time {
        let call = Instant::now();
        for _ in 0..CALLS {
            // SAFETY: the code is a block for vectors that `measure` found on this machine, and reads only the words.
            unsafe { code.call(0, std::ptr::null(), words.as_mut_ptr(), 0) };
        }
        best = best.min(call.elapsed());
    }
    Ok((CALLS * OPS * I::BYTES * 8) as f64 / best.as_secs_f64())
}

/// A block of independent operations.
fn straight<I: Isa>(isa: &I, memory: bool) -> Result<Vec<u8>, SimdError> {
    let mut asm = Assembler::new(OPS * 12)?;
    let mut register = (0..RESULTS).cycle();
    for op in 0..OPS {
        let to = register.next().unwrap_or(0);
        let place = i64::try_from(op % VECTORS * I::BYTES).unwrap_or(0);
        let last = if memory { Operand::Memory(Address::scratch(place)) } else { Operand::Register(to + RESULTS) };
        if I::TERNARY {
            isa.three(&mut asm, table::CARRY, to, (to + RESULTS, last));
        } else {
            isa.two(&mut asm, AND, to, (to + RESULTS, last));
        }
    }
    asm.push(Ok(Instruction::with(Code::VEX_Vzeroupper)));
    asm.push(Ok(Instruction::with(Code::Retnq)));
    asm.finish()
}
