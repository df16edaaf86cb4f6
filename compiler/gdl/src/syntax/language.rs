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

/// Counts marks of either syntax in the beginning of a text that does not begin with a parenthesis. The first arrow
/// decides: in prefix syntax a parenthesis stands before it, in infix syntax a head.
fn weigh(text: &str) -> Language {
    const ENOUGH: usize = 1 << 16;
    let (mut kif, mut hrf) = (0_usize, 0_usize);
    let mut arrow = None;
    let mut read = 0;
    each_sign(text, &mut |sign| {
        let Sign { last, here: c, .. } = *sign;
        let before_arrow = match (last, c) {
            (':', '-') | ('<', '=') => Some(sign.earlier),
            (_, '⇐') => Some(sign.solid),
            _ => None,
        };
        arrow = arrow.or(before_arrow.map(|before| if before == '(' { Language::Kif } else { Language::Hrf }));
        hrf += usize::from((c == '(' && is_plain(last)) || c == '&');
        kif += usize::from((last == '(' && c == '(') || (last == '?' && is_plain(c)));
        read += 1;
        arrow.is_none() && read < ENOUGH
    });
    let counted = if hrf > kif { Language::Hrf } else { Language::Kif };
    match arrow.unwrap_or(counted) {
        Language::Hrf if has_operation(text) => Language::Action,
        other => other,
    }
}

/// Whether `::` stands outside of comments and quotes: only operations have it.
fn has_operation(text: &str) -> bool {
    let mut found = false;
    each_sign(text, &mut |sign| {
        found |= sign.last == ':' && sign.here == ':';
        !found
    });
    found
}

/// A character, and what stands before it.
struct Sign {
    here: char,
    last: char,
    /// The last character that is no blank, and the one before that.
    solid: char,
    earlier: char,
}

/// Calls `visit` on every character outside of comments and quoted names, as infix syntax takes them, until it says no.
/// A quoted name counts as one letter.
fn each_sign(text: &str, visit: &mut dyn FnMut(&Sign) -> bool) {
    let mut sign = Sign { here: ' ', last: ' ', solid: ' ', earlier: ' ' };
    let mut in_comment = false;
    // Whether the next character is taken as it is.
    let mut quoted: Option<bool> = None;
    for c in text.chars() {
        if matches!(c, '\n' | '\r') {
            in_comment = false;
        } else if in_comment {
            continue;
        } else if let Some(escaped) = quoted {
            quoted = if c == '\'' && !escaped { None } else { Some(c == '\\' && !escaped) };
            continue;
        } else if matches!(c, ';' | '%') {
            in_comment = true;
            continue;
        }
        let begins_quote = c == '\'' && !is_plain(sign.last);
        quoted = begins_quote.then_some(false);
        sign.here = if begins_quote { 'a' } else { c };
        if !visit(&sign) {
            return;
        }
        sign.last = sign.here;
        if !is_blank(sign.here) {
            (sign.earlier, sign.solid) = (sign.solid, sign.here);
        }
    }
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
    fn names_tell_nothing_of_the_language() {
        for text in [
            "role('a::b')\nlegal('a::b',go)",
            "role(a)\nlegal(a,'x%') :- true('::(<= ((')",
            "role('((')\nlegal('((','?x') :- ((p & q) | ((r | s) & '((?a'))",
            "role(host)\rlegal(host,lift(?d)) :- true(shut(?d)) & not true(kept(?d))",
            "open <= ((p) & (?a ?b ?c))",
        ] {
            assert_eq!(detect(text), Language::Hrf, "{text}");
        }
        for text in ["terminal (role a::b) (<= (open a&b) (true (c&d)))", "p (⇐ (q ?x) (r ?x))"] {
            assert_eq!(detect(text), Language::Kif, "{text}");
        }
        for text in ["% a comment\rrole(x)\rpress :: p ==> ~p", "role(x) p :- q%::\na(X) :: b(X)"] {
            assert_eq!(detect(text), Language::Action, "{text:?}");
        }
        assert_eq!(detect("role(x)\np :- q % a :: b\n; c :: d\rr :- s"), Language::Hrf);
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
