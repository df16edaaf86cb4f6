//! Infix syntax: text to tokens.

use crate::syntax::Span;
use crate::syntax::collector::Diagnostics;
use crate::syntax::name::{self, is_blank, is_plain};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum TokenKind<'t> {
    Name(&'t str),
    /// What stands between the quotes, escapes not resolved.
    Quoted(&'t str),
    Variable(&'t str),
    /// A variable as prefix syntax marks it, without the `?`.
    Marked(&'t str),
    /// A lone `_`.
    Anonymous,
    Open,
    Close,
    Arrow,
    And,
    Comma,
    Bar,
    Not,
    Equal,
    NotEqual,
    Stop,
    /// Something already reported.
    Bad,
    End,
}

impl TokenKind<'_> {
    /// A name that can begin a rule.
    pub(super) fn is_name(self) -> bool {
        matches!(self, Self::Name(_) | Self::Quoted(_))
    }

    /// After such a token the rule is not complete.
    pub(super) fn is_open_ended(self) -> bool {
        use TokenKind::{And, Arrow, Bar, Comma, Equal, Not, NotEqual, Open};
        matches!(self, Arrow | And | Comma | Bar | Not | Equal | NotEqual | Open)
    }
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Token<'t> {
    pub(super) kind: TokenKind<'t>,
    pub(super) span: Span,
    /// Only blanks stand before it on its line.
    pub(super) first_on_line: bool,
    /// Bytes before it on its line.
    pub(super) column: usize,
}

pub(super) struct Lexer<'t> {
    text: &'t str,
    at: usize,
    line_start: usize,
    words_left: usize,
}

/// The signs of the syntax; where one is the beginning of another, the longer stands first.
const SIGNS: &[(&str, TokenKind<'static>)] = &[
    ("(", TokenKind::Open),
    (")", TokenKind::Close),
    (",", TokenKind::Comma),
    ("&", TokenKind::And),
    ("∧", TokenKind::And),
    (":-", TokenKind::Arrow),
    ("⇐", TokenKind::Arrow),
    ("<=", TokenKind::Arrow),
    ("~", TokenKind::Not),
    ("-", TokenKind::Not),
    ("¬", TokenKind::Not),
    ("!=", TokenKind::NotEqual),
    ("≠", TokenKind::NotEqual),
    ("=", TokenKind::Equal),
    ("|", TokenKind::Bar),
    ("∨", TokenKind::Bar),
    (".", TokenKind::Stop),
];

fn sign(text: &str) -> Option<(usize, TokenKind<'static>)> {
    SIGNS.iter().find(|(sign, _)| text.starts_with(sign)).map(|&(sign, kind)| (sign.len(), kind))
}

/// Length of a text in double quotes at the beginning of `rest`, if it ends on its line.
fn string_length(rest: &str) -> Option<usize> {
    let inner = rest.strip_prefix('"')?;
    let end = inner.find(['"', '\n', '\r'])?;
    inner[end..].starts_with('"').then_some(end + 2)
}

impl<'t> Lexer<'t> {
    pub(super) fn new(text: &'t str, max_words: usize) -> Self {
        Self { text, at: 0, line_start: 0, words_left: max_words }
    }

    /// The text of a token.
    pub(super) fn text(&self, span: Span) -> &'t str {
        span.of(self.text)
    }

    /// The next token; for ever [`TokenKind::End`] at the end of the text, or when reading is of no more use.
    pub(super) fn next(&mut self, diagnostics: &mut Diagnostics) -> Token<'t> {
        let first_on_line = self.skip_blank();
        let start = self.at;
        let column = start - self.line_start;
        let kind = if diagnostics.is_over() { TokenKind::End } else { self.kind(diagnostics) };
        Token { kind, span: Span::new(start, self.at), first_on_line, column }
    }

    fn kind(&mut self, diagnostics: &mut Diagnostics) -> TokenKind<'t> {
        let rest = &self.text[self.at..];
        let Some(first) = rest.chars().next() else { return TokenKind::End };
        if is_plain(first) {
            return self.word(rest, first, diagnostics);
        }
        if let Some((length, kind)) = sign(rest) {
            self.at += length;
            return kind;
        }
        match first {
            '\'' => self.quoted(rest, diagnostics),
            '?' if rest[1..].starts_with(is_plain) => self.marked(rest, diagnostics),
            _ => self.junk(rest, diagnostics),
        }
    }

    fn word(&mut self, rest: &'t str, first: char, diagnostics: &mut Diagnostics) -> TokenKind<'t> {
        let length = rest.find(|c| !is_plain(c)).unwrap_or(rest.len());
        let Some(word) = self.counted(rest, length, diagnostics) else { return TokenKind::End };
        match first {
            '_' if length == 1 => TokenKind::Anonymous,
            '_' => TokenKind::Variable(word),
            _ if first.is_uppercase() => TokenKind::Variable(word),
            _ => TokenKind::Name(word),
        }
    }

    /// Takes a word; `None` when the text holds too many.
    fn counted(&mut self, rest: &'t str, length: usize, diagnostics: &mut Diagnostics) -> Option<&'t str> {
        let span = Span::new(self.at, self.at + length);
        self.at += length;
        let word = &rest[..length];
        name::check(word, span, diagnostics);
        name::count_word(&mut self.words_left, span, diagnostics).then(|| name::cut(word))
    }

    /// A variable with the mark of prefix syntax.
    fn marked(&mut self, rest: &'t str, diagnostics: &mut Diagnostics) -> TokenKind<'t> {
        let length = rest[1..].find(|c| !is_plain(c)).map_or(rest.len(), |end| end + 1);
        match self.counted(rest, length, diagnostics) {
            Some(word) => TokenKind::Marked(word.strip_prefix('?').unwrap_or(word)),
            None => TokenKind::End,
        }
    }

    /// A name in quotes ends on its line; a backslash takes the next character as it is.
    fn quoted(&mut self, rest: &'t str, diagnostics: &mut Diagnostics) -> TokenKind<'t> {
        let start = self.at;
        let mut escaped = false;
        for (i, c) in rest.char_indices().skip(1) {
            match c {
                '\n' | '\r' => break,
                _ if escaped => escaped = false,
                '\\' => escaped = true,
                '\'' => {
                    self.at += i + 1;
                    let span = Span::new(start, self.at);
                    let counted = name::count_word(&mut self.words_left, span, diagnostics);
                    return if counted { TokenKind::Quoted(&rest[1..i]) } else { TokenKind::End };
                }
                _ => {}
            }
        }
        let length = rest.find(['\n', '\r']).unwrap_or(rest.len());
        self.at += length;
        let span = Span::new(start, start + 1);
        diagnostics.error("G021", "quoted name does not end on its line", span, "add the closing `'`");
        TokenKind::Bad
    }

    /// A run of characters the syntax has no use for: one error.
    fn junk(&mut self, rest: &'t str, diagnostics: &mut Diagnostics) -> TokenKind<'t> {
        let is_junk = |c: char| !(is_blank(c) || is_plain(c) || matches!(c, '\'' | '%' | ';'));
        let is_marked = |rest: &str| rest.strip_prefix('?').is_some_and(|rest| rest.starts_with(is_plain));
        let length = match string_length(rest) {
            Some(length) => length,
            None => rest
                .char_indices()
                .skip(1)
                .find(|&(i, c)| !is_junk(c) || sign(&rest[i..]).is_some() || is_marked(&rest[i..]))
                .map_or(rest.len(), |(i, _)| i),
        };
        let span = Span::new(self.at, self.at + length);
        self.at += length;
        let junk = &rest[..length];
        if junk.contains('\u{fffd}') || junk.contains(char::is_control) {
            name::check(junk, span, diagnostics);
        } else if junk == "?" {
            diagnostics.error("G016", "variable without a name", span, "write a name directly after `?`");
        } else {
            let message = format!("{} has no meaning here", name::shown(junk));
            let help = "remove it; a name with special characters is written in single quotes: 'a+b'";
            diagnostics.error("G020", message, span, help);
        }
        TokenKind::Bad
    }

    /// Skips blanks and comments; tells whether a line begins in what was skipped.
    fn skip_blank(&mut self) -> bool {
        let mut new_line = self.at == 0;
        let mut in_comment = false;
        for (i, c) in self.text[self.at..].char_indices() {
            if matches!(c, '\n' | '\r') {
                new_line = true;
                in_comment = false;
                self.line_start = self.at + i + 1;
            } else if matches!(c, ';' | '%') {
                in_comment = true;
            } else if !in_comment && !is_blank(c) {
                self.at += i;
                return new_line;
            }
        }
        self.at = self.text.len();
        new_line
    }
}
