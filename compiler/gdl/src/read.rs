//! From a text to the rule sheet that the stages take: read, lowered where it is SDL, its own words renamed, and checked
//! or mended. Whoever takes a game text goes this way, so that all accept the same texts and say the same of them.

use crate::check::CheckOptions;
use crate::mend;
use crate::sdl;
use crate::syntax::{ParseOptions, Parsed, Tolerance, parse_with, rename_own_words};

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

/// Reads and checks a text. The sheet that comes back is the game when no error is among the findings.
///
/// **Cost:** that of the reader and of [`mend::settle`].
#[must_use]
pub fn read(text: &str, options: &ReadOptions) -> Parsed {
    let ParseOptions { language, tolerance, .. } = options.parse;
    let mut parsed = sdl::settle(parse_with(text, &options.parse), language, options.max_history);
    if tolerance != Tolerance::Strict {
        parsed.diagnostics.extend(rename_own_words(&mut parsed.sheet));
    }
    let allow_incomplete = options.allow_incomplete;
    mend::settle(parsed, &CheckOptions { allow_incomplete, tolerance, ..CheckOptions::default() })
}
