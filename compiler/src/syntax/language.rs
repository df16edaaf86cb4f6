//! Bytes to text, and text to the language it is written in.

use super::name::{is_blank, is_plain};
use std::fmt;

/// The syntax of a game text.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[non_exhaustive]
pub enum Language {
    /// GDL in prefix syntax: `(<= (open) (true (cell ?m ?n b)))`.
    #[default]
    Kif,
    /// GDL in infix syntax: `open :- true(cell(M,N,b))`.
    Hrf,
    /// Action rules in infix syntax: `mark(M,N) :: control(R) ==> cell(M,N,R)`. Read, and written as infix GDL.
    Action,
    /// SDL, in either syntax: `open(N) :- true(cell(X,Y,b),N)`. It is read and lowered ([`crate::sdl`]), not written.
    Sdl,
}

impl Language {
    /// Every language, in the order messages list them.
    pub const ALL: [Self; 4] = [Self::Kif, Self::Hrf, Self::Action, Self::Sdl];
    /// The languages that are written.
    pub const WRITTEN: [Self; 2] = [Self::Kif, Self::Hrf];

    /// The short name, as options and file endings use it.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Kif => "kif",
            Self::Hrf => "hrf",
            Self::Action => "action",
            Self::Sdl => "sdl",
        }
    }

    /// The language of a short name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|language| language.name() == name)
    }
}

impl fmt::Display for Language {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// Text of a file, and the number of byte sequences that were not UTF-8. Each of them became U+FFFD:
/// harmless in a comment, an error in a name. Spans refer to the text given back.
#[must_use]
pub fn decode(bytes: Vec<u8>) -> (String, usize) {
    let bytes = match String::from_utf8(bytes) {
        Ok(text) => return (text, 0),
        Err(error) => error.into_bytes(),
    };
    let mut text = String::with_capacity(bytes.len());
    let mut replaced = 0;
    for chunk in bytes.utf8_chunks() {
        text.push_str(chunk.valid());
        if !chunk.invalid().is_empty() {
            text.push(char::REPLACEMENT_CHARACTER);
            replaced += 1;
        }
    }
    (text, replaced)
}

/// The language a text is most likely written in. **Cost:** linear up to the first word, then bounded.
#[must_use]
pub fn detect(text: &str) -> Language {
    let rest = skip_comments(text);
    // No infix text begins with a parenthesis; nearly every prefix text does.
    if rest.is_empty() || rest.starts_with('(') { Language::Kif } else { weigh(rest) }
}

fn skip_comments(text: &str) -> &str {
    let mut in_comment = false;
    let begin = text.find(|c: char| {
        if matches!(c, '\n' | '\r') {
            in_comment = false;
        } else if matches!(c, ';' | '%') {
            in_comment = true;
        }
        !in_comment && !is_blank(c)
    });
    begin.map_or("", |at| &text[at..])
}

/// Counts marks of either syntax in the beginning of a text.
fn weigh(text: &str) -> Language {
    const ENOUGH: usize = 1 << 16;
    let (mut kif, mut hrf) = (0_usize, 0_usize);
    let (mut before, mut last, mut in_comment) = (' ', ' ', false);
    for c in text.chars().take(ENOUGH) {
        if matches!(c, '\n' | '\r') {
            in_comment = false;
        } else if matches!(c, ';' | '%') {
            in_comment = true;
        } else if !in_comment {
            let applies = c == '(' && is_plain(last);
            let arrow = last == ':' && c == '-' && before != '(';
            hrf += usize::from(applies || arrow || c == '&');
            kif += usize::from(
                (last == '(' && c == '(') || (last == '?' && is_plain(c)) || (before == '(' && last == '<'),
            );
        }
        (before, last) = (last, c);
    }
    match hrf > kif {
        true if has_operation(text) => Language::Action,
        true => Language::Hrf,
        false => Language::Kif,
    }
}

/// Whether `::` stands outside of comments: only operations have it.
fn has_operation(text: &str) -> bool {
    text.lines().any(|line| line.split(['%', ';']).next().is_some_and(|code| code.contains("::")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn content_tells_the_language() {
        for text in ["", "(role x)", "; a comment\n\n  (<= (p ?x) (q ?x))", "terminal (role x) (<= (p ?x) (q ?x))"] {
            assert_eq!(detect(text), Language::Kif, "{text}");
        }
        for text in
            ["role(x)", "% a (comment\nrole(x)", "open :- true(cell(M,N,b))", "; (p)\np :- q & r", "terminal :- ~open"]
        {
            assert_eq!(detect(text), Language::Hrf, "{text}");
        }
    }

    #[test]
    fn bytes_that_are_not_text_are_replaced_and_counted() {
        assert_eq!(decode(b"(role x)".to_vec()), ("(role x)".to_owned(), 0));
        assert_eq!(decode(b"; caf\xe9\n(a \xff\xfe)".to_vec()), ("; caf\u{fffd}\n(a \u{fffd}\u{fffd})".to_owned(), 3));
    }

    #[test]
    fn names_of_languages_read_back() {
        for language in Language::ALL {
            assert_eq!(Language::from_name(&language.to_string()), Some(language));
        }
        assert_eq!(Language::from_name("prolog"), None);
    }
}
