//! Action rules: text to tokens. A rule has no end of its own, so tokens are all there is to tell where one begins.

use crate::syntax::Span;
use crate::syntax::collector::Diagnostics;
use crate::syntax::name::{self, is_blank};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum TokenKind<'t> {
    Name(&'t str),
    Variable(&'t str),
    /// A lone `_`.
    Anonymous,
    Open,
    Close,
    Comma,
    Not,
    And,
    Or,
    /// `==>`
    When,
    /// `:-`
    If,
    /// `::`
    Operation,
    /// Something already reported.
    Bad,
    End,
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Token<'t> {
    pub(super) kind: TokenKind<'t>,
    pub(super) span: Span,
    pub(super) first_on_line: bool,
}

pub(super) struct Lexer<'t> {
    text: &'t str,
    at: usize,
    words_left: usize,
}

/// The signs of the language; where one is the beginning of another, the longer stands first.
const SIGNS: &[(&str, TokenKind<'static>)] = &[
    ("==>", TokenKind::When),
    (":-", TokenKind::If),
    ("::", TokenKind::Operation),
    ("(", TokenKind::Open),
    (")", TokenKind::Close),
    (",", TokenKind::Comma),
    ("&", TokenKind::And),
    ("|", TokenKind::Or),
    ("~", TokenKind::Not),
];

/// What the original interpreter reads and no public game uses.
const UNSUPPORTED: &[(&str, &str)] =
    &[(":=", "a definition of a function"), ("[", "a list"), ("]", "a list"), ("!", "a list"), ("\"", "a string")];

/// A character of a name, other than its first.
fn continues(c: char) -> bool {
    c.is_ascii_alphanumeric() || matches!(c, '_' | '.' | '*' | '+' | '-' | '/')
}

impl<'t> Lexer<'t> {
    pub(super) fn new(text: &'t str, max_words: usize) -> Self {
        Self { text, at: 0, words_left: max_words }
    }

    /// The text of a token.
    pub(super) fn text(&self, span: Span) -> &'t str {
        span.of(self.text)
    }

    /// Whether a character stands at a place of the text.
    pub(super) fn stands_at(&self, c: char, at: u32) -> bool {
        self.text.get(at as usize..).is_some_and(|rest| rest.starts_with(c))
    }

    /// The next token; for ever [`TokenKind::End`] at the end of the text, or when reading is of no more use.
    pub(super) fn next(&mut self, diagnostics: &mut Diagnostics) -> Token<'t> {
        let first_on_line = self.skip_blank();
        let start = self.at;
        let kind = if diagnostics.is_over() { TokenKind::End } else { self.kind(diagnostics) };
        Token { kind, span: Span::new(start, self.at), first_on_line }
    }

    fn kind(&mut self, diagnostics: &mut Diagnostics) -> TokenKind<'t> {
        let rest = &self.text[self.at..];
        let Some(first) = rest.chars().next() else { return TokenKind::End };
        let is_number = first == '-' && rest[1..].starts_with(|c: char| c.is_ascii_digit());
        if first.is_ascii_alphanumeric() || is_number {
            return self.word(rest, first, diagnostics);
        }
        if let Some(&(sign, kind)) = SIGNS.iter().find(|(sign, _)| rest.starts_with(sign)) {
            self.at += sign.len();
            return kind;
        }
        if first == '_' {
            self.at += 1;
            return TokenKind::Anonymous;
        }
        self.junk(rest, diagnostics)
    }

    fn word(&mut self, rest: &'t str, first: char, diagnostics: &mut Diagnostics) -> TokenKind<'t> {
        let length = rest[1..].find(|c| !continues(c)).map_or(rest.len(), |end| end + 1);
        let span = Span::new(self.at, self.at + length);
        self.at += length;
        let word = &rest[..length];
        name::check(word, span, diagnostics);
        if !name::count_word(&mut self.words_left, span, diagnostics) {
            return TokenKind::End;
        }
        let word = name::cut(word);
        if first.is_ascii_uppercase() { TokenKind::Variable(word) } else { TokenKind::Name(word) }
    }

    /// A run of characters the language has no use for: one error. The original reader gives up on the whole text at
    /// such a place, and plays an empty game.
    fn junk(&mut self, rest: &'t str, diagnostics: &mut Diagnostics) -> TokenKind<'t> {
        if let Some((sign, what)) = UNSUPPORTED.iter().find(|(sign, _)| rest.starts_with(sign)) {
            let span = Span::new(self.at, self.at + sign.len());
            self.at += sign.len();
            let message = format!("{} begins {what}, which is not supported", name::shown(sign));
            diagnostics.error("G302", message, span, "say it with relations: facts and rules");
            return TokenKind::Bad;
        }
        if let Some(name) = rest.strip_prefix('?').filter(|name| name.starts_with(|c: char| c.is_ascii_alphanumeric()))
        {
            return self.marked(name, diagnostics);
        }
        let is_junk = |c: char| !(is_blank(c) || c.is_ascii_alphanumeric() || c == '%' || c == '?');
        let length = rest
            .char_indices()
            .skip(1)
            .find(|&(i, c)| !is_junk(c) || SIGNS.iter().any(|(sign, _)| rest[i..].starts_with(sign)))
            .map_or(rest.len(), |(i, _)| i);
        let span = Span::new(self.at, self.at + length);
        self.at += length;
        let junk = &rest[..length];
        if junk.contains('\u{fffd}') || junk.contains(char::is_control) {
            name::check(junk, span, diagnostics);
        } else {
            let message = format!("{} has no meaning in action rules", name::shown(junk));
            diagnostics.error("G020", message, span, "remove it; names are made of letters, digits and `_`");
        }
        TokenKind::Bad
    }

    /// A variable as prefix syntax marks it: without its mark it would be a name, and the rule another one.
    fn marked(&mut self, name: &'t str, diagnostics: &mut Diagnostics) -> TokenKind<'t> {
        let length = name.find(|c| !continues(c)).unwrap_or(name.len());
        let span = Span::new(self.at, self.at + 1 + length);
        self.at += 1 + length;
        let name = name::cut(&name[..length]);
        let mut variable = name.to_owned();
        variable[..1].make_ascii_uppercase();
        // A number can't begin a variable.
        let variable = if name.starts_with(|c: char| c.is_ascii_digit()) { format!("V{name}") } else { variable };
        let help = format!(
            "write {} for {}: variables begin with a capital letter",
            name::shown(&variable),
            name::shown(&format!("?{name}"))
        );
        diagnostics.error("G020", "`?` is how prefix syntax marks variables", span, &help);
        TokenKind::Bad
    }

    /// Skips blanks and comments; tells whether a line begins in what was skipped.
    fn skip_blank(&mut self) -> bool {
        let mut new_line = self.at == 0;
        let mut in_comment = false;
        for (i, c) in self.text[self.at..].char_indices() {
            if matches!(c, '\n' | '\r') {
                (new_line, in_comment) = (true, false);
            } else if c == '%' {
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
