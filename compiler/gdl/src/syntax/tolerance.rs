//! How much of what departs from the letter of the language is accepted.

/// What is accepted beside the letter of the language. `docs/LANGUAGES.md` says exactly what, and how it is read.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub enum Tolerance {
    /// Nothing: each departure is an error.
    Strict,
    /// What is harmless or has one reading, each time with a warning.
    #[default]
    Usual,
    /// Also what has one reading only in the light of the whole game, each time with a warning.
    Lenient,
}
