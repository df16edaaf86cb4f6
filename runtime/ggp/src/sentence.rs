//! Sentences: moves and percepts as they come, and as the rest of the project writes them.

use crate::tokens::{Placed, Token, Tokens};
use gdl2hdl_gdl::syntax::{MAX_NAME_BYTES, MAX_NESTING};
use thiserror::Error;

/// Longest sentence that is read, in bytes of its text.
pub const MAX_SENTENCE_BYTES: usize = 1 << 20;

/// Most sentences that are read at once: moves of all roles, or what a role sees.
pub const MAX_SENTENCES: usize = 1 << 16;

/// Why a text is no sentence.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum SentenceError {
    /// The text holds no word.
    #[error("no sentence: the text is empty")]
    Empty,
    /// The parentheses do not match.
    #[error("the parentheses of a sentence do not match")]
    Parentheses,
    /// A list does not begin with a word.
    #[error("a list in a sentence does not begin with a name")]
    NoName,
    /// A sentence of the protocol has no variables.
    #[error("a sentence holds a variable")]
    Variable,
    /// The sentence is longer or deeper than the bounds, or a word of it is.
    #[error("a sentence is too long or too deep")]
    TooLarge,
    /// There are more sentences than [`MAX_SENTENCES`].
    #[error("too many sentences")]
    TooMany,
}

/// The first sentence of a text as a canonical text: prefix syntax, lower case, single blanks. What follows it is left
/// out, as managers and players do. `(noop)` is `noop`.
///
/// ```
/// use gdl2hdl_ggp::sentence::canonical;
///
/// assert_eq!(canonical(" ( MARK 1 2 )\r\n"), Ok("(mark 1 2)".to_owned()));
/// ```
///
/// # Errors
/// [`SentenceError`].
pub fn canonical(text: &str) -> Result<String, SentenceError> {
    let first = Tokens::new(text).next().ok_or(SentenceError::Empty)?;
    let (sentence, _) = next(&text[first.start..])?;
    Ok(sentence)
}

/// All sentences of a text, each in canonical form.
///
/// # Errors
/// [`SentenceError`] of the first that is none.
pub fn all(mut text: &str) -> Result<Vec<String>, SentenceError> {
    let mut sentences = Vec::new();
    while let Some(first) = Tokens::new(text).next() {
        if sentences.len() == MAX_SENTENCES {
            return Err(SentenceError::TooMany);
        }
        let (sentence, end) = next(&text[first.start..])?;
        sentences.push(sentence);
        text = &text[first.start + end..];
    }
    Ok(sentences)
}

/// The sentence that a text begins with, and the place behind it.
fn next(text: &str) -> Result<(String, usize), SentenceError> {
    let mut writer = Writer::default();
    for Placed { token, end, .. } in Tokens::new(text) {
        if end > MAX_SENTENCE_BYTES {
            return Err(SentenceError::TooLarge);
        }
        writer.take(token)?;
        if writer.open.is_empty() {
            return Ok((writer.text, end));
        }
    }
    Err(SentenceError::Parentheses)
}

#[derive(Default)]
struct Writer {
    text: String,
    /// For each open list the place where it begins, and the number of its elements.
    open: Vec<(usize, usize)>,
}

impl Writer {
    fn take(&mut self, token: Token<'_>) -> Result<(), SentenceError> {
        match token {
            Token::Close => self.close(),
            Token::Open if matches!(self.open.last(), Some((_, 0))) => Err(SentenceError::NoName),
            Token::Open if self.open.len() > MAX_NESTING => Err(SentenceError::TooLarge),
            Token::Open => {
                self.element();
                self.open.push((self.text.len(), 0));
                self.text.push('(');
                Ok(())
            }
            Token::Word(word) if word.starts_with('?') => Err(SentenceError::Variable),
            Token::Word(word) if word.len() > MAX_NAME_BYTES => Err(SentenceError::TooLarge),
            Token::Word(word) => {
                self.element();
                self.text.push_str(&word.to_lowercase());
                Ok(())
            }
        }
    }

    /// Counts an element, and separates it from the one before.
    fn element(&mut self) {
        if let Some((_, count)) = self.open.last_mut() {
            if *count > 0 {
                self.text.push(' ');
            }
            *count += 1;
        }
    }

    fn close(&mut self) -> Result<(), SentenceError> {
        match self.open.pop() {
            None => Err(SentenceError::Parentheses),
            Some((_, 0)) => Err(SentenceError::NoName),
            // A name without arguments. Only a word can be the first element, so this is short.
            Some((start, 1)) => {
                self.text.remove(start);
                Ok(())
            }
            Some(_) => {
                self.text.push(')');
                Ok(())
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn sentences_become_canonical() {
        for (text, expected) in [
            ("noop", "noop"),
            ("(NOOP)", "noop"),
            ("( mark(cell 1 2)X)", "(mark (cell 1 2) x)"),
            ("(a (B) c) trailing", "(a b c)"),
            (";say\n(move\t1)", "(move 1)"),
        ] {
            assert_eq!(canonical(text).as_deref(), Ok(expected), "{text}");
        }
        assert_eq!(all("a (B c)NIL").unwrap(), ["a", "(b c)", "nil"]);
        assert_eq!(all(" ").unwrap(), [""; 0]);
    }

    #[test]
    fn what_is_no_sentence_is_refused() {
        use SentenceError::{Empty, NoName, Parentheses, TooLarge, Variable};
        let deep = "(a ".repeat(100_000);
        let long = "a".repeat(MAX_NAME_BYTES + 1);
        for (text, expected) in [
            ("", Empty),
            ("; (a)", Empty),
            (")", Parentheses),
            ("(a", Parentheses),
            ("()", NoName),
            ("((a) b)", NoName),
            ("(a ?x)", Variable),
            (&deep, TooLarge),
            (&long, TooLarge),
        ] {
            assert_eq!(canonical(text), Err(expected));
        }
        assert_eq!(all("a )"), Err(Parentheses));
        assert_eq!(all(&"a ".repeat(MAX_SENTENCES)).map(|all| all.len()), Ok(MAX_SENTENCES));
        assert_eq!(all(&"a ".repeat(MAX_SENTENCES + 1)), Err(SentenceError::TooMany));
    }

    proptest! {
        #[test]
        fn any_text_is_read_or_refused(text in "[()?;aB \n]{0,60}") {
            if let Ok(sentence) = canonical(&text) {
                prop_assert_eq!(canonical(&sentence), Ok(sentence.clone()));
            }
            let _ = all(&text);
        }

        #[test]
        fn any_characters_are_read_or_refused(text in any::<String>()) {
            let _ = all(&text);
        }
    }
}
