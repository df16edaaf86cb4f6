//! A loaded model and its instances: ports by index, evaluation, clock.
//!
//! Values are slices of 64-bit words, bit 0 of the port in bit 0 of word 0. [`words_for`] gives their length.

mod ffi;
mod waves;

use std::path::PathBuf;
use std::sync::Arc;

pub(crate) use ffi::Library;

use crate::{Direction, Port, SimError, Spec};

/// Number of 64-bit words that hold `width` bits.
#[must_use]
pub const fn words_for(width: u32) -> usize {
    width.div_ceil(64) as usize
}

/// What does not change between instances.
#[derive(Debug)]
struct Shared {
    library: Arc<Library>,
    ports: Vec<Port>,
    has_clock: bool,
}

/// A built and loaded model. Cheap to clone; makes as many independent instances as wanted.
#[derive(Clone, Debug)]
pub struct Model {
    shared: Arc<Shared>,
    built: bool,
}

impl Model {
    pub(crate) fn new(library: Library, spec: &Spec, built: bool) -> Self {
        let (ports, has_clock) = (spec.ports.clone(), spec.clock_index().is_some());
        Self { shared: Arc::new(Shared { library: Arc::new(library), ports, has_clock }), built }
    }

    /// Whether the tools ran for it; `false` when it came from the cache.
    #[must_use]
    pub fn was_built(&self) -> bool {
        self.built
    }

    /// Index of the port called `name`.
    ///
    /// # Errors
    /// [`SimError::NoSuchPort`].
    pub fn port(&self, name: &str) -> Result<usize, SimError> {
        let found = self.shared.ports.iter().position(|p| p.name == name);
        found.ok_or_else(|| SimError::NoSuchPort { name: name.to_owned() })
    }

    /// A new instance, evaluated once with all inputs 0. Registers without a reset value start at 0.
    ///
    /// # Errors
    /// [`SimError::Halted`] when the model stops at once, or there is no memory for it.
    pub fn instance(&self) -> Result<Instance, SimError> {
        let handle = ffi::Handle::new(Arc::clone(&self.shared.library));
        let handle = handle.ok_or_else(|| SimError::Halted { message: "no memory for an instance".to_owned() })?;
        let mut instance = Instance { handle, shared: Arc::clone(&self.shared), halted: None, waves: None };
        // The first evaluation runs the initial blocks and notes the level of the clock.
        instance.eval()?;
        Ok(instance)
    }
}

/// One running copy of the module. It may move between threads.
#[derive(Debug)]
pub struct Instance {
    handle: ffi::Handle,
    shared: Arc<Shared>,
    halted: Option<String>,
    /// The open wave dump.
    waves: Option<PathBuf>,
}

impl Instance {
    /// The ports, in the order of the specification: the index of a port is its place here.
    #[must_use]
    pub fn ports(&self) -> &[Port] {
        &self.shared.ports
    }

    /// Sets an input; the outputs follow at the next [`Instance::eval`] or [`Instance::tick`].
    ///
    /// **Shape:** `words.len() == words_for(width)`.
    ///
    /// # Errors
    /// [`SimError::NoSuchPort`]; [`SimError::PortValue`] for an output, a wrong length, or a bit above the width.
    pub fn set(&mut self, port: usize, words: &[u64]) -> Result<(), SimError> {
        let (index, found) = self.find(port, words.len())?;
        if found.direction != Direction::Input {
            return Err(value_error(found, "an output cannot be set"));
        }
        let used = found.width % 64;
        if used != 0 && words.last().is_some_and(|last| last >> used != 0) {
            return Err(value_error(found, "the value has bits above the width"));
        }
        self.handle.set(index, words);
        Ok(())
    }

    /// Sets an input of at most 64 bits.
    ///
    /// # Errors
    /// As [`Instance::set`].
    pub fn set_word(&mut self, port: usize, word: u64) -> Result<(), SimError> {
        self.set(port, &[word])
    }

    /// Reads a port, input or output, as of the last evaluation. Bits above the width are 0.
    ///
    /// **Shape:** `words.len() == words_for(width)`.
    ///
    /// # Errors
    /// [`SimError::NoSuchPort`]; [`SimError::PortValue`] for a wrong length.
    pub fn get(&self, port: usize, words: &mut [u64]) -> Result<(), SimError> {
        let (index, _) = self.find(port, words.len())?;
        self.handle.get(index, words);
        Ok(())
    }

    /// Reads a port of at most 64 bits.
    ///
    /// # Errors
    /// As [`Instance::get`].
    pub fn get_word(&self, port: usize) -> Result<u64, SimError> {
        let mut word = [0];
        self.get(port, &mut word)?;
        Ok(word[0])
    }

    /// Lets all changed inputs take effect.
    ///
    /// # Errors
    /// [`SimError::Halted`] when the model stops itself, now or earlier.
    pub fn eval(&mut self) -> Result<(), SimError> {
        self.alive()?;
        let outcome = self.handle.eval();
        self.note(outcome)
    }

    /// Runs `cycles` cycles of the clock: inputs take effect, rising edge, falling edge. Ends early at `$finish`.
    ///
    /// # Errors
    /// [`SimError::NoClock`]; [`SimError::Halted`] as for [`Instance::eval`].
    pub fn tick(&mut self, cycles: u64) -> Result<(), SimError> {
        if !self.shared.has_clock {
            return Err(SimError::NoClock);
        }
        self.alive()?;
        let outcome = self.handle.tick(cycles);
        self.note(outcome)
    }

    /// Whether the model has met `$finish`.
    #[must_use]
    pub fn finished(&self) -> bool {
        self.handle.finished()
    }

    fn find(&self, port: usize, num_words: usize) -> Result<(u32, &Port), SimError> {
        let none = || SimError::NoSuchPort { name: format!("#{port}") };
        let found = self.shared.ports.get(port).ok_or_else(none)?;
        if num_words != words_for(found.width) {
            return Err(value_error(found, "the value has a wrong number of words"));
        }
        Ok((u32::try_from(port).map_err(|_| none())?, found))
    }

    /// A model that stopped itself was left in the middle of an evaluation: its state means nothing.
    fn alive(&self) -> Result<(), SimError> {
        match &self.halted {
            Some(message) => Err(SimError::Halted { message: message.clone() }),
            None => Ok(()),
        }
    }

    fn note(&mut self, outcome: Result<(), String>) -> Result<(), SimError> {
        outcome.map_err(|message| {
            self.halted = Some(message.clone());
            SimError::Halted { message }
        })
    }
}

fn value_error(port: &Port, reason: &'static str) -> SimError {
    SimError::PortValue { port: port.name.clone(), width: port.width, reason }
}
