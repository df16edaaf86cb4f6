//! From a text to the rule sheet that the stages take: read, lowered where it is SDL, its own words renamed, and checked
//! or mended. Whoever takes a game text goes this way, so that all accept the same texts and say the same of them.

use crate::check::CheckOptions;
use crate::mend;
use crate::sdl;
use crate::syntax::{ParseOptions, Tolerance, parse_with, rename_own_words};

pub use crate::mend::Settled;

/// How to take a text.
#[derive(Clone, Debug)]
pub struct ReadOptions {
    /// How to read it. The checks keep to the same tolerance.
    pub parse: ParseOptions,
    /// Most steps that a rule of an SDL text may look back.
    pub max_history: usize,
    /// Games without `terminal`, `legal`, `goal` or `next` are accepted without a word.
    pub allow_incomplete: bool,
}

impl ReadOptions {
    /// The usual bounds, in the language that the content of the text shows.
    #[must_use]
    pub fn of(tolerance: Tolerance) -> Self {
        let parse = ParseOptions { tolerance, ..ParseOptions::default() };
        Self { parse, max_history: sdl::MAX_HISTORY, allow_incomplete: false }
    }
}

impl Default for ReadOptions {
    fn default() -> Self {
        Self::of(Tolerance::default())
    }
}

/// Reads and checks a text.
///
/// ```
/// use gdl2hdl_gdl::read::{ReadOptions, read};
///
/// let text = "(role r) (init p) (legal r a) (<= terminal (true p)) (goal r 0)";
/// let game = read(text, &ReadOptions::default()).game().expect("a game without errors");
/// assert_eq!(game.rules.len(), 5);
/// assert!(read("(role r", &ReadOptions::default()).game().is_err());
/// ```
///
/// **Cost:** that of the reader and of [`mend::settle`].
#[must_use]
pub fn read(text: &str, options: &ReadOptions) -> Settled {
    let ParseOptions { language, tolerance, .. } = options.parse;
    let mut parsed = sdl::settle(parse_with(text, &options.parse), language, options.max_history);
    if tolerance != Tolerance::Strict {
        parsed.diagnostics.extend(rename_own_words(&mut parsed.sheet));
    }
    let allow_incomplete = options.allow_incomplete;
    mend::settle(parsed, &CheckOptions { allow_incomplete, tolerance, ..CheckOptions::default() })
}
