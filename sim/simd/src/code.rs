//! A program made ready to run.
#![allow(unsafe_code)]

use super::interpreter::Interpreter;
use super::logic::Logics;
#[cfg(target_arch = "x86_64")]
use super::native::Native;
use super::plan::SimdPlan;
use super::{Backend, Machine, MachineChoice, Memory, SimdError, Width, binary};
use gdl2hdl_gdl::observer::Observer;
use gdl2hdl_net::program::Program;

/// A program made ready to run on memories with words of one width. Threads can share it, each with its own memory.
#[derive(Debug)]
pub struct Code {
    choice: MachineChoice,
    extents: Vec<Option<(i32, i32)>>,
    engine: Engine,
}

/// What executes it.
#[derive(Debug)]
enum Engine {
    Interpreter(Interpreter),
    #[cfg(target_arch = "x86_64")]
    Native(Native),
}

impl Engine {
    #[cfg_attr(not(target_arch = "x86_64"), allow(unused_variables))]
    fn new(
        logics: Logics,
        choice: MachineChoice,
        machine: Machine,
        observer: &dyn Observer,
    ) -> Result<Self, SimdError> {
        match choice.backend {
            #[cfg(target_arch = "x86_64")]
            Backend::NativeAvx2 => {
                let plan = SimdPlan::new(binary::lower(logics, observer)?, observer)?;
                Native::new(&plan, choice, machine, observer).map(Self::Native)
            }
            #[cfg(target_arch = "x86_64")]
            Backend::NativeAvx512 => {
                Native::new(&SimdPlan::new(logics, observer)?, choice, machine, observer).map(Self::Native)
            }
            _ => Interpreter::new(&SimdPlan::new(logics, observer)?, choice, observer).map(Self::Interpreter),
        }
    }

    /// Scratch room it needs, in 64-bit numbers.
    fn scratch(&self) -> usize {
        match self {
            Self::Interpreter(engine) => engine.scratch(),
            #[cfg(target_arch = "x86_64")]
            Self::Native(engine) => engine.scratch(),
        }
    }

    /// # Safety
    /// See the engines.
    unsafe fn run(&self, regions: &[*mut u64], scratch: *mut u64) {
        // SAFETY: the caller's promise.
        unsafe {
            match self {
                Self::Interpreter(engine) => engine.run(regions, scratch),
                #[cfg(target_arch = "x86_64")]
                Self::Native(engine) => engine.run(regions, scratch),
            }
        }
    }
}

impl Code {
    /// Prepares a program.
    ///
    /// # Errors
    /// [`SimdError::Unsound`] for a program that `verify` refuses, [`SimdError::Unavailable`] and
    /// [`SimdError::Narrow`] for a choice that cannot work here, [`SimdError::TooLarge`] for places that 32-bit
    /// offsets do not reach, [`SimdError::Executable`] when machine code cannot be placed in memory,
    /// [`SimdError::Stopped`] by the observer.
    pub fn new(program: &Program, choice: MachineChoice, observer: &dyn Observer) -> Result<Self, SimdError> {
        Self::on(program, choice, Machine::detect(), observer)
    }

    /// Prepares a program for a machine that has no more than this one.
    pub(super) fn on(
        program: &Program,
        choice: MachineChoice,
        machine: Machine,
        observer: &dyn Observer,
    ) -> Result<Self, SimdError> {
        choice.check(machine)?;
        program.verify()?;
        observer.go_on()?;
        if program.num_values() + program.outputs.len() > MOST_VALUES {
            return Err(SimdError::TooLarge);
        }
        let engine = Engine::new(Logics::new(program, observer)?, choice, machine, observer)?;
        Ok(Self { choice, extents: program.extents(), engine })
    }

    /// Lanes of a word.
    #[must_use]
    pub fn width(&self) -> Width {
        self.choice.width
    }

    /// What a memory takes beside its regions. **Units:** bytes.
    #[must_use]
    pub fn scratch_bytes(&self) -> u64 {
        (self.engine.scratch() * size_of::<u64>()) as u64
    }

    /// Runs the program once, on all lanes.
    ///
    /// # Errors
    /// [`SimdError::WidthDiffers`] and [`SimdError::OutOfBounds`] when the memory does not fit; it is then unchanged.
    pub fn run(&self, memory: &mut Memory) -> Result<(), SimdError> {
        if memory.width() != self.choice.width {
            return Err(SimdError::WidthDiffers { code: self.choice.width, memory: memory.width() });
        }
        memory.prepare(&self.extents, self.engine.scratch())?;
        // Most programs have few regions, and setting up the table takes as long as running a short one.
        if self.extents.len() <= 8 {
            self.execute::<8>(memory)
        } else {
            self.execute::<256>(memory)
        }
        Ok(())
    }

    /// Runs on a memory that is prepared, with a table of at least as many regions as there are extents.
    fn execute<const REGIONS: usize>(&self, memory: &mut Memory) {
        let mut table = [std::ptr::null_mut(); REGIONS];
        let (regions, scratch) = memory.pointers(self.extents.len());
        for (entry, (words, origin)) in table.iter_mut().zip(regions) {
            *entry = words.wrapping_add(origin.wrapping_mul(self.choice.width.parts()));
        }
        // SAFETY: `prepare` has checked that all words of the extents lie in their regions and made the scratch room;
        // regions are separate allocations, `memory` is borrowed alone, `check` has found the vectors on this machine.
        unsafe { self.engine.run(&table, scratch) };
    }
}

/// Values are numbered by 32 bits, with room for temporaries.
const MOST_VALUES: usize = 1 << 28;
