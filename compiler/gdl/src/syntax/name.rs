//! What a name may be, the same in both syntaxes, so that every text can be converted into the other.

use super::Span;
use super::collector::Diagnostics;

/// Longest name in bytes.
pub const MAX_NAME_BYTES: usize = 4096;

/// Separates words in every syntax. The byte order mark counts, so that texts of some editors are read.
#[must_use]
pub fn is_blank(c: char) -> bool {
    c.is_whitespace() || c == '\u{feff}'
}

/// Ends a name in prefix syntax.
#[must_use]
pub fn ends_word(c: char) -> bool {
    is_blank(c) || matches!(c, '(' | ')' | ';')
}

/// The arrow of a rule, in any spelling.
pub(super) fn is_arrow(word: &str) -> bool {
    matches!(word, "<=" | "⇐" | ":-")
}

/// Whether infix syntax takes the text as a constant without quotes.
pub(super) fn is_plain_constant(name: &str) -> bool {
    let starts = name.chars().next().is_some_and(|c| c.is_alphanumeric() && !c.is_uppercase());
    starts && continues_plainly(name)
}

/// Whether infix syntax takes the text as a variable with a name; a lone `_` has none.
pub(super) fn is_plain_variable(name: &str) -> bool {
    let starts = name.chars().next().is_some_and(|c| c.is_uppercase() || c == '_');
    starts && name != "_" && continues_plainly(name)
}

fn continues_plainly(name: &str) -> bool {
    name.len() <= MAX_NAME_BYTES && name.chars().all(is_plain)
}

/// A character of a name without quotes in infix syntax.
pub(super) fn is_plain(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

/// Whether a text can be the name of a constant in every syntax. Everything printed must be made of such names.
#[must_use]
pub fn is_name(text: &str) -> bool {
    let bad = |c: char| ends_word(c) || c.is_control() || c == '\u{fffd}';
    !text.is_empty() && text.len() <= MAX_NAME_BYTES && !text.starts_with('?') && !is_arrow(text) && !text.contains(bad)
}

/// Reports what is wrong with the characters or the length of a name; true when nothing is.
pub(super) fn check(name: &str, span: Span, diagnostics: &mut Diagnostics) -> bool {
    if name.contains('\u{fffd}') {
        diagnostics.error(
            "G004",
            "the text holds bytes that are not UTF-8",
            span,
            "save the file as UTF-8; a compressed or binary file is not a game text",
        );
    } else if let Some(c) = name.chars().find(|c| c.is_control()) {
        let message = format!("the text holds the control character U+{:04X}", u32::from(c));
        diagnostics.error("G003", message, span, "remove the character");
    } else if name.len() > MAX_NAME_BYTES {
        let message = format!("name of {} bytes, at most {MAX_NAME_BYTES} are accepted", name.len());
        diagnostics.error("G009", message, span, "choose a shorter name");
    } else {
        return true;
    }
    false
}

/// What is kept of a name that is too long, after the error: enough to go on with.
pub(super) fn cut(name: &str) -> &str {
    let end = (0..=name.len().min(MAX_NAME_BYTES)).rev().find(|&i| name.is_char_boundary(i));
    &name[..end.unwrap_or(0)]
}

/// A name in back quotes for a message, shortened when it is long.
pub(super) fn shown(name: &str) -> String {
    const LONGEST: usize = 40;
    match name.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("`{}…`", &name[..end]),
        None => format!("`{name}`"),
    }
}

/// Counts a word against the limit; reports and ends the reading when there are too many.
pub(super) fn count_word(words_left: &mut usize, span: Span, diagnostics: &mut Diagnostics) -> bool {
    match words_left.checked_sub(1) {
        Some(left) => {
            *words_left = left;
            true
        }
        None => {
            diagnostics.error(
                "G007",
                "the text holds more words than the limit allows",
                span,
                "give the rules with variables instead of a ground form, or raise the limit",
            );
            diagnostics.stop();
            false
        }
    }
}
