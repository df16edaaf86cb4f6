//! Infix syntax: names to symbols. Constants fold to lower case, so two spellings of one name are an error here;
//! variables keep their case.

use super::lexer::{Token, TokenKind};
use crate::diagnostics::Diagnostic;
use crate::syntax::collector::Diagnostics;
use crate::syntax::name::{self, ends_word, is_arrow, shown};
use crate::syntax::{Span, Symbol, Symbols};
use rustc_hash::FxHashMap;
use std::borrow::Cow;

#[derive(Default)]
pub(in crate::syntax) struct Names<'t> {
    pub(in crate::syntax) symbols: Symbols,
    /// Every spelling of a constant met so far.
    spelled: FxHashMap<Cow<'t, str>, Symbol>,
    first: FxHashMap<Symbol, Span>,
    anonymous: usize,
}

impl<'t> Names<'t> {
    /// Variables of the next rule have nothing to do with those of the last one.
    pub(in crate::syntax) fn begin_rule(&mut self) {
        self.anonymous = 0;
    }

    pub(in crate::syntax) fn variable(&mut self, name: &str) -> Symbol {
        self.symbols.intern_exact(name)
    }

    /// A variable `?x`: like those of prefix syntax it does not depend on case.
    pub(super) fn marked(&mut self, name: &str) -> Symbol {
        self.symbols.intern_variable(name)
    }

    /// A new variable. No text can spell its name, `_#1`.
    pub(in crate::syntax) fn anonymous(&mut self) -> Symbol {
        self.anonymous += 1;
        self.symbols.intern_exact(&format!("_#{}", self.anonymous))
    }

    /// The symbol of a name or a quoted name. Faults are reported; a symbol is given anyway.
    pub(super) fn constant(&mut self, token: Token<'t>, diagnostics: &mut Diagnostics) -> Symbol {
        let name = match token.kind {
            TokenKind::Name(name) => Cow::Borrowed(name),
            TokenKind::Quoted(inner) => {
                let name = unescaped(inner);
                if check_quoted(&name, token.span, diagnostics) { name } else { Cow::Borrowed(name::cut(inner)) }
            }
            _ => Cow::Borrowed(""),
        };
        self.spelled(name, token.span, diagnostics)
    }

    /// The symbol of a name that is no quoted one.
    pub(in crate::syntax) fn plain(&mut self, name: &'t str, span: Span, diagnostics: &mut Diagnostics) -> Symbol {
        self.spelled(Cow::Borrowed(name), span, diagnostics)
    }

    fn spelled(&mut self, name: Cow<'t, str>, span: Span, diagnostics: &mut Diagnostics) -> Symbol {
        if let Some(&symbol) = self.spelled.get(name.as_ref()) {
            return symbol;
        }
        let symbol = self.symbols.intern(&name);
        self.check_case(&name, symbol, span, diagnostics);
        self.spelled.insert(name, symbol);
        symbol
    }

    /// A spelling met for the first time must not fold to the same name as another one.
    fn check_case(&mut self, name: &str, symbol: Symbol, span: Span, diagnostics: &mut Diagnostics) {
        let spelling = self.symbols.spelling(symbol);
        let first = self.first.get(&symbol).copied();
        self.first.entry(symbol).or_insert(span);
        if spelling == name {
            return;
        }
        let (one, other) = (shown(spelling), shown(name));
        let (message, label) = match first {
            Some(first) => {
                (format!("{one} and {other} differ only in case"), Some((first, format!("{one} stands here"))))
            }
            None => (format!("{other} differs from the reserved word {one} only in case"), None),
        };
        let help = format!("GDL names do not depend on case: write {one} here too, or choose another name");
        let mut diagnostic = Diagnostic::error("G023", message, span, help);
        if let Some((first, text)) = label {
            diagnostic = diagnostic.with_label(first, text);
        }
        diagnostics.push(diagnostic);
    }
}

fn unescaped(inner: &str) -> Cow<'_, str> {
    if !inner.contains('\\') {
        return Cow::Borrowed(inner);
    }
    let mut name = String::with_capacity(inner.len());
    let mut escaped = false;
    for c in inner.chars() {
        escaped = c == '\\' && !escaped;
        if !escaped {
            name.push(c);
        }
    }
    Cow::Owned(name)
}

/// A quoted name may be whatever prefix syntax can write as a constant.
fn check_quoted(name: &str, span: Span, diagnostics: &mut Diagnostics) -> bool {
    if !name::check(name, span, diagnostics) {
        return false;
    }
    let fault = match name.chars().find(|&c| ends_word(c)) {
        Some(' ') => "a quoted name holds a blank".to_owned(),
        Some(c) => format!("a quoted name holds `{}`", c.escape_default()),
        None if name.is_empty() => "a quoted name is empty".to_owned(),
        None if name.starts_with('?') => "a quoted name begins with `?`, the mark of variables".to_owned(),
        None if is_arrow(name) => "a quoted name is an arrow".to_owned(),
        None => return true,
    };
    diagnostics.error("G022", fault, span, "choose a name that prefix syntax can write too, such as a_b");
    false
}
