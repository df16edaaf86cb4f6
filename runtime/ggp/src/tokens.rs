//! Texts of the protocol to parentheses and words. Linear in the text, without recursion; never fails.

use gdl2hdl_gdl::syntax::{ends_word, is_blank};

/// A piece of a text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Token<'t> {
    Open,
    Close,
    Word(&'t str),
}

/// A token, and the bytes of the text that it takes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Placed<'t> {
    pub(crate) token: Token<'t>,
    pub(crate) start: usize,
    pub(crate) end: usize,
}

/// The tokens of a text. Comments, from `;` to the end of the line, are left out, as the reader of games does.
pub(crate) struct Tokens<'t> {
    text: &'t str,
    at: usize,
}

impl<'t> Tokens<'t> {
    pub(crate) fn new(text: &'t str) -> Self {
        Self { text, at: 0 }
    }

    fn skip_blank(&mut self) {
        let mut in_comment = false;
        for (i, c) in self.text[self.at..].char_indices() {
            match c {
                '\n' | '\r' => in_comment = false,
                ';' => in_comment = true,
                _ if in_comment || is_blank(c) => {}
                _ => {
                    self.at += i;
                    return;
                }
            }
        }
        self.at = self.text.len();
    }
}

impl<'t> Iterator for Tokens<'t> {
    type Item = Placed<'t>;

    fn next(&mut self) -> Option<Placed<'t>> {
        self.skip_blank();
        let rest = &self.text[self.at..];
        let (token, length) = match rest.chars().next()? {
            '(' => (Token::Open, 1),
            ')' => (Token::Close, 1),
            _ => {
                let length = rest.find(ends_word).unwrap_or(rest.len());
                (Token::Word(&rest[..length]), length)
            }
        };
        let start = self.at;
        self.at += length;
        Some(Placed { token, start, end: self.at })
    }
}

/// An element of a list: a word, or a list with the text between its parentheses.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Item<'t> {
    Word(&'t str),
    /// Inner text, and the whole.
    List(&'t str, &'t str),
}

impl<'t> Item<'t> {
    /// As it is written.
    pub(crate) fn text(self) -> &'t str {
        match self {
            Self::Word(word) => word,
            Self::List(_, whole) => whole,
        }
    }

    pub(crate) fn word(self) -> Option<&'t str> {
        if let Self::Word(word) = self { Some(word) } else { None }
    }

    /// The inner text of a list; `NIL` is the empty one.
    pub(crate) fn list(self) -> Option<&'t str> {
        match self {
            Self::List(inner, _) => Some(inner),
            Self::Word(word) => word.eq_ignore_ascii_case("nil").then_some(""),
        }
    }
}

/// Why elements can't be told.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Fault {
    /// A list that does not end.
    Unclosed,
    /// An end of no list.
    Unopened,
}

/// The elements of a text. After a fault there are no more.
pub(crate) struct Items<'t> {
    tokens: Tokens<'t>,
    over: bool,
}

impl<'t> Items<'t> {
    pub(crate) fn new(text: &'t str) -> Self {
        Self { tokens: Tokens::new(text), over: false }
    }

    fn list(&mut self, start: usize) -> Result<Item<'t>, Fault> {
        let mut depth = 1_usize;
        for placed in self.tokens.by_ref() {
            match placed.token {
                Token::Open => depth += 1,
                Token::Close => depth -= 1,
                Token::Word(_) => {}
            }
            if depth == 0 {
                let text = self.tokens.text;
                return Ok(Item::List(&text[start + 1..placed.start], &text[start..placed.end]));
            }
        }
        Err(Fault::Unclosed)
    }
}

impl<'t> Iterator for Items<'t> {
    type Item = Result<Item<'t>, Fault>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.over {
            return None;
        }
        let Placed { token, start, .. } = self.tokens.next()?;
        let item = match token {
            Token::Word(word) => Ok(Item::Word(word)),
            Token::Open => self.list(start),
            Token::Close => Err(Fault::Unopened),
        };
        self.over = item.is_err();
        Some(item)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn items(text: &str) -> Vec<Result<&str, Fault>> {
        Items::new(text).map(|item| item.map(Item::text)).collect()
    }

    #[test]
    fn elements_need_no_blanks_and_skip_comments() {
        assert_eq!(items("a(b c)d;x(\n((e))"), [Ok("a"), Ok("(b c)"), Ok("d"), Ok("((e))")]);
        assert_eq!(items("\u{feff}a\r; b\r c"), [Ok("a"), Ok("c")]);
        assert_eq!(items("(a ; )\n b)"), [Ok("(a ; )\n b)")]);
    }

    #[test]
    fn faults_end_the_elements() {
        assert_eq!(items("a ) b"), [Ok("a"), Err(Fault::Unopened)]);
        assert_eq!(items("a ((b) c"), [Ok("a"), Err(Fault::Unclosed)]);
        assert_eq!(items(""), []);
    }

    #[test]
    fn nil_is_an_empty_list() {
        for (text, list) in [("NIL", Some("")), ("()", Some("")), ("(a b)", Some("a b")), ("a", None)] {
            assert_eq!(Items::new(text).next().unwrap().unwrap().list(), list);
        }
    }
}
