//! Instructions to bytes.

use super::super::SimdError;
use iced_x86::{Encoder, IcedError, Instruction};

/// Collects code; the first error is kept until the end.
pub(super) struct Assembler {
    encoder: Encoder,
    len: usize,
    failure: Option<String>,
}

impl Assembler {
    /// With room for some bytes.
    pub(super) fn new(capacity: usize) -> Result<Self, SimdError> {
        let encoder =
            Encoder::try_with_capacity(64, capacity).map_err(|error| SimdError::Encoding(error.to_string()))?;
        Ok(Self { encoder, len: 0, failure: None })
    }

    /// Appends an instruction.
    pub(super) fn push(&mut self, instruction: Result<Instruction, IcedError>) {
        // No instruction refers to its own place, so the code can lie anywhere.
        match instruction.and_then(|instruction| self.encoder.encode(&instruction, 0)) {
            Ok(bytes) => self.len += bytes,
            Err(error) => self.fail(&error.to_string()),
        }
    }

    /// Notes a defect of the compiler.
    pub(super) fn fail(&mut self, what: &str) {
        self.failure.get_or_insert_with(|| what.to_owned());
    }

    /// Number of bytes so far.
    pub(super) fn len(&self) -> usize {
        self.len
    }

    /// The code.
    pub(super) fn finish(mut self) -> Result<Vec<u8>, SimdError> {
        self.failure.take().map_or(Ok(()), |error| Err(SimdError::Encoding(error)))?;
        Ok(self.encoder.take_buffer())
    }
}
