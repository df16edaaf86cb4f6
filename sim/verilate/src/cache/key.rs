//! The name of a cache entry: a SHA-256 over everything that may change its content.

use std::fmt::{self, Write};

use sha2::{Digest, Sha256};

/// A finished key: 64 hexadecimal digits.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Key(String);

impl Key {
    /// Which of the lock files guards this entry.
    pub(super) fn lock_name(&self) -> &str {
        &self.0[..2]
    }
}

impl fmt::Display for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// Collects the parts of a key. Every part is preceded by its length, so that no two lists of parts run together.
#[derive(Default)]
pub struct KeyBuilder(Sha256);

impl KeyBuilder {
    /// One part more.
    #[must_use]
    pub fn part(mut self, bytes: impl AsRef<[u8]>) -> Self {
        let bytes = bytes.as_ref();
        self.0.update((bytes.len() as u64).to_le_bytes());
        self.0.update(bytes);
        self
    }

    /// The key of these parts.
    #[must_use]
    pub fn finish(self) -> Key {
        Key(hex(&self.0.finalize()))
    }
}

/// SHA-256 of `bytes` in hexadecimal.
#[must_use]
pub fn digest(bytes: &[u8]) -> String {
    hex(&Sha256::digest(bytes))
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().fold(String::new(), |mut text, byte| {
        // Writing to a string cannot fail.
        let _ok = write!(text, "{byte:02x}");
        text
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_do_not_run_together() {
        let one = KeyBuilder::default().part("ab").part("c").finish();
        let two = KeyBuilder::default().part("a").part("bc").finish();
        assert_ne!(one, two);
        assert_eq!(one.to_string().len(), 64);
    }

    #[test]
    fn digest_is_sha256() {
        assert_eq!(&digest(b"abc")[..16], "ba7816bf8f01cfea");
    }
}
