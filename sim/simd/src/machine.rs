//! Ways to run programs, and which of them this machine has.

use super::{SimdError, Width};
use std::fmt;

/// A way to run programs.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Backend {
    /// Interpreter, any processor.
    Portable,
    /// Interpreter with vectors of 256 lanes.
    Avx2,
    /// Interpreter with vectors of 512 lanes and three-input operations.
    Avx512,
    /// Machine code with vectors of 256 lanes.
    NativeAvx2,
    /// Machine code with vectors of 512 lanes and three-input operations.
    NativeAvx512,
}

impl Backend {
    /// All backends.
    pub const ALL: [Self; 5] = [Self::Portable, Self::Avx2, Self::Avx512, Self::NativeAvx2, Self::NativeAvx512];

    /// Name, for command lines and tables.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Portable => "portable",
            Self::Avx2 => "avx2",
            Self::Avx512 => "avx512",
            Self::NativeAvx2 => "native-avx2",
            Self::NativeAvx512 => "native-avx512",
        }
    }

    /// The backend of this name.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|backend| backend.name() == name)
    }

    /// The shortest words it works on: one vector.
    #[must_use]
    pub fn least_width(self) -> Width {
        match self {
            Self::Portable => Width::ALL[0],
            Self::Avx2 | Self::NativeAvx2 => Width::ALL[2],
            Self::Avx512 | Self::NativeAvx512 => Width::ALL[3],
        }
    }

    /// Inputs of the functions it computes at once, 2 or 3: programs for it should hold no wider ones, which take
    /// several instructions each.
    #[must_use]
    pub fn inputs(self) -> usize {
        match self {
            Self::Portable | Self::Avx2 | Self::NativeAvx2 => 2,
            Self::Avx512 | Self::NativeAvx512 => 3,
        }
    }
}

impl fmt::Display for Backend {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// What the processor can do.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Machine {
    avx2: bool,
    avx512: bool,
    /// Counts the set bits of a vector's parts in one instruction.
    popcnt: bool,
}

impl Machine {
    /// This machine.
    #[cfg(target_arch = "x86_64")]
    #[must_use]
    pub fn detect() -> Self {
        Self {
            avx2: is_x86_feature_detected!("avx2"),
            avx512: is_x86_feature_detected!("avx512f") && is_x86_feature_detected!("avx512bw"),
            popcnt: is_x86_feature_detected!("avx512vpopcntdq"),
        }
    }

    /// This machine.
    #[cfg(not(target_arch = "x86_64"))]
    #[must_use]
    pub fn detect() -> Self {
        Self { avx2: false, avx512: false, popcnt: false }
    }

    /// Whether a backend works here.
    #[must_use]
    pub fn has(self, backend: Backend) -> bool {
        match backend {
            Backend::Portable => true,
            Backend::Avx2 | Backend::NativeAvx2 => self.avx2,
            Backend::Avx512 | Backend::NativeAvx512 => self.avx512,
        }
    }

    /// The backends that work here.
    pub fn backends(self) -> impl Iterator<Item = Backend> {
        Backend::ALL.into_iter().filter(move |&backend| self.has(backend))
    }

    /// The same without a population count of vectors.
    #[cfg(test)]
    pub(super) fn without_popcnt(self) -> Self {
        Self { popcnt: false, ..self }
    }

    /// Whether vectors have a population count.
    #[cfg(target_arch = "x86_64")]
    pub(super) fn counts(self) -> bool {
        self.popcnt
    }
}

/// A backend and the length of its words.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct MachineChoice {
    /// Way to run.
    pub backend: Backend,
    /// Lanes of a word, at least `backend.least_width()`.
    pub width: Width,
}

impl MachineChoice {
    /// What is fastest here for programs of `ops` operations, as measured on the programs of games.
    #[must_use]
    pub fn best(ops: usize) -> Self {
        Self::with(None, None, ops)
    }

    /// As [`MachineChoice::best`], where some of it is given. Not all backends have all widths: see [`MachineChoice::check`].
    #[must_use]
    pub fn with(backend: Option<Backend>, width: Option<Width>, ops: usize) -> Self {
        let short_enough = |backend: &Backend| width.is_none_or(|width| backend.least_width() <= width);
        let fastest = || Machine::detect().backends().filter(short_enough).last();
        let backend = backend.or_else(fastest).unwrap_or(Backend::Portable);
        Self { backend, width: width.unwrap_or_else(|| Self::best_width(backend, ops)) }
    }

    /// Machine code wants words of one vector, so that the values of a program stay in the nearest caches; a shorter
    /// program leaves room for two. Interpreters want long words: an instruction takes as long to find as to execute.
    fn best_width(backend: Backend, ops: usize) -> Width {
        let lanes = match (backend, ops) {
            (Backend::NativeAvx512, 0..400) => 1024,
            (Backend::NativeAvx512, _) => 512,
            (Backend::NativeAvx2, 0..400) => 512,
            (Backend::NativeAvx2, _) => 256,
            _ => 4096,
        };
        Width::new(lanes).unwrap_or(Width::ALL[0])
    }

    /// Whether it can work on a machine.
    ///
    /// # Errors
    /// [`SimdError::Unavailable`], [`SimdError::Narrow`].
    pub fn check(self, machine: Machine) -> Result<(), SimdError> {
        let Self { backend, width } = self;
        if !machine.has(backend) {
            return Err(SimdError::Unavailable(backend));
        }
        let least = backend.least_width();
        if width < least { Err(SimdError::Narrow { backend, least, width }) } else { Ok(()) }
    }
}
