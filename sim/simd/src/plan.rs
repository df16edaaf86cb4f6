//! The order of work: when results are stored, so that no input is overwritten before its last use.

use super::logic::{Logic, Logics};
use super::{STEPS, table};
use gdl2hdl_gdl::id::id;
use gdl2hdl_gdl::observer::{Observer, Pace, Stopped};
use gdl2hdl_net::program::Cell;
use rustc_hash::FxHashMap;

/// One piece of work.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum SimdStep {
    /// Computes a value.
    Logic(Logic),
    /// Writes a value to its cell; inputs that lay there are not used from here on.
    Store(Cell, u32),
    /// Adds the set bits of a value to a cell.
    Count(Cell, u32),
}

impl SimdStep {
    /// The values it reads, each once.
    pub(super) fn arguments(&self) -> &[u32] {
        match self {
            Self::Logic(logic) => logic.arguments(),
            Self::Store(_, value) | Self::Count(_, value) => std::slice::from_ref(value),
        }
    }
}

/// Steps in order. Value `i` below `inputs.len()` is what input `i` was before the run.
#[derive(Clone, Debug, Default)]
pub(super) struct SimdPlan {
    pub(super) inputs: Vec<Cell>,
    pub(super) num_values: u32,
    pub(super) steps: Vec<SimdStep>,
}

impl SimdPlan {
    /// Every result is stored at once if nobody needs the input it replaces, else right after that input's last use.
    ///
    /// # Errors
    /// [`Stopped`] by the observer.
    pub(super) fn new(logics: Logics, observer: &dyn Observer) -> Result<Self, Stopped> {
        let (mut planner, mut pace) = (Planner::new(&logics), Pace::new(observer, STEPS));
        planner.start();
        for logic in &logics.ops {
            pace.step()?;
            planner.compute(logic);
        }
        planner.break_cycles();
        let Planner { steps, num_values, .. } = planner;
        Ok(Self { inputs: logics.inputs, num_values, steps })
    }
}

/// Position in a list of outputs or counters.
const NONE: u32 = u32::MAX;

struct Planner<'a> {
    logics: &'a Logics,
    steps: Vec<SimdStep>,
    num_values: u32,
    /// For each input, the uses to come, storing it elsewhere among them.
    readers: Vec<u32>,
    /// For each output, the input that its cell holds, or `NONE`.
    replaces: Vec<u32>,
    /// For each input, the output that replaces it, or `NONE`.
    replaced_by: Vec<u32>,
    /// For each output, the value to be stored, `NONE` when that is done.
    waiting: Vec<u32>,
    /// For each value, its first output and counter; for each of those the next of the same value.
    outputs: Chains,
    counts: Chains,
    known: Vec<bool>,
}

impl<'a> Planner<'a> {
    fn new(logics: &'a Logics) -> Self {
        let home: FxHashMap<Cell, u32> = logics.inputs.iter().copied().zip(0..).collect();
        let replaces: Vec<u32> = logics.outputs.iter().map(|(cell, _)| *home.get(cell).unwrap_or(&NONE)).collect();
        let mut replaced_by = vec![NONE; logics.inputs.len()];
        let mut waiting: Vec<u32> = logics.outputs.iter().map(|(_, value)| *value).collect();
        let mut readers = vec![0; logics.inputs.len()];
        let mut read = |value: u32| readers.get_mut(value as usize).map_or((), |count| *count += 1);
        logics.ops.iter().flat_map(|logic| logic.arguments()).for_each(|&arg| read(arg));
        for ((output, &input), value) in (0..).zip(&replaces).zip(&mut waiting) {
            if input == *value {
                *value = NONE; // It stays where it is.
                continue;
            }
            read(*value);
            if input != NONE {
                replaced_by[input as usize] = output;
            }
        }
        Self {
            steps: Vec::with_capacity(logics.ops.len() + logics.outputs.len() + logics.counts.len()),
            num_values: logics.num_values,
            readers,
            replaces,
            replaced_by,
            waiting,
            outputs: Chains::new(&logics.outputs, logics.num_values),
            counts: Chains::new(&logics.counts, logics.num_values),
            known: vec![false; logics.num_values as usize],
            logics,
        }
    }

    /// What can be done before any operation: inputs that are counted, then inputs that are stored elsewhere.
    fn start(&mut self) {
        let inputs = 0..id(self.logics.inputs.len());
        self.known[..self.logics.inputs.len()].fill(true);
        inputs.clone().for_each(|input| self.count(input));
        inputs.for_each(|input| self.store_all(input));
    }

    fn compute(&mut self, logic: &Logic) {
        self.steps.push(SimdStep::Logic(*logic));
        self.known[logic.value as usize] = true;
        // The result first: its register is at hand.
        self.count(logic.value);
        self.store_all(logic.value);
        logic.arguments().iter().for_each(|&arg| self.release(arg));
    }

    fn count(&mut self, value: u32) {
        let mut count = self.counts.first[value as usize];
        while count != NONE {
            self.steps.push(SimdStep::Count(self.logics.counts[count as usize].0, value));
            count = self.counts.next[count as usize];
        }
    }

    /// Stores a value that has just become known wherever that is possible already.
    fn store_all(&mut self, value: u32) {
        let mut output = self.outputs.first[value as usize];
        while output != NONE {
            self.store(output);
            output = self.outputs.next[output as usize];
        }
    }

    /// Stores an output if its value is known and its cell free, then whatever that sets free.
    fn store(&mut self, mut output: u32) {
        loop {
            let (value, replaces) = (self.waiting[output as usize], self.replaces[output as usize]);
            let free = replaces == NONE || self.readers[replaces as usize] == 0;
            if value == NONE || !self.known[value as usize] || !free {
                return;
            }
            self.steps.push(SimdStep::Store(self.logics.outputs[output as usize].0, value));
            self.waiting[output as usize] = NONE;
            match self.read(value) {
                Some(next) => output = next,
                None => return,
            }
        }
    }

    /// A value has been used.
    fn release(&mut self, value: u32) {
        if let Some(output) = self.read(value) {
            self.store(output);
        }
    }

    /// Counts a use; the output that waited for the last one.
    fn read(&mut self, value: u32) -> Option<u32> {
        let readers = self.readers.get_mut(value as usize)?;
        *readers -= 1;
        (*readers == 0).then(|| self.replaced_by[value as usize]).filter(|&output| output != NONE)
    }

    /// What still waits are inputs that change places in a cycle: one of each cycle is set aside.
    fn break_cycles(&mut self) {
        for output in 0..self.waiting.len() {
            let (input, value) = (self.waiting[output], self.num_values);
            if input as usize >= self.logics.inputs.len() {
                continue;
            }
            self.num_values += 1;
            self.known.push(true);
            self.waiting[output] = value;
            self.steps.push(SimdStep::Logic(Logic { table: table::A, arity: 1, args: [input; 3], value }));
            self.release(input);
        }
    }
}

/// For each value the positions that name it, as linked lists.
struct Chains {
    first: Vec<u32>,
    next: Vec<u32>,
}

impl Chains {
    fn new(stored: &[(Cell, u32)], num_values: u32) -> Self {
        let mut chains = Self { first: vec![NONE; num_values as usize], next: vec![NONE; stored.len()] };
        for (position, (_, value)) in (0_u32..).zip(stored) {
            chains.next[position as usize] = chains.first[*value as usize];
            chains.first[*value as usize] = position;
        }
        chains
    }
}
