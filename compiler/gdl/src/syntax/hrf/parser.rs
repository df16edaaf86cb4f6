//! Infix syntax: the rules of a text, and going on after errors.

use super::dialect::Dialect;
use super::lexer::{Lexer, Token, TokenKind};
use super::names::Names;
use crate::syntax::collector::Diagnostics;
use crate::syntax::name;
use crate::syntax::{Atom, Formula, MAX_NESTING, Rule, Sheet, Span, Symbol, Term};

pub(super) struct Parser<'t> {
    lexer: Lexer<'t>,
    /// The token to be understood next.
    pub(super) token: Token<'t>,
    /// The kind of the token before it.
    before: TokenKind<'t>,
    /// Where the token before it ended.
    end: Span,
    pub(super) names: Names<'t>,
    pub(super) diagnostics: Diagnostics,
    /// Names taken that begin a line: where a rule may have begun.
    beginnings: usize,
    pub(super) dialect: Dialect,
    /// Open parentheses and negations around the token.
    depth: usize,
    rules: Vec<Rule>,
}

/// How the last rule ended, to notice a missing `&`.
#[derive(Clone, Copy)]
struct Previous {
    column: usize,
    expects_new_rule: bool,
}

impl<'t> Parser<'t> {
    pub(super) fn new(text: &'t str, max_words: usize) -> Self {
        let mut diagnostics = Diagnostics::default();
        let mut lexer = Lexer::new(text, max_words);
        let token = lexer.next(&mut diagnostics);
        let end = Span::new(0, 0);
        Self {
            lexer,
            token,
            before: TokenKind::Stop,
            end,
            names: Names::default(),
            diagnostics,
            dialect: Dialect::default(),
            beginnings: 0,
            depth: 0,
            rules: Vec::new(),
        }
    }

    pub(super) fn into_parts(self) -> (Sheet, Diagnostics) {
        (Sheet { symbols: self.names.symbols, rules: self.rules }, self.diagnostics)
    }

    /// Takes the current token.
    pub(super) fn advance(&mut self) -> Token<'t> {
        let next = self.lexer.next(&mut self.diagnostics);
        let taken = std::mem::replace(&mut self.token, next);
        self.beginnings += usize::from(taken.kind.is_name() && taken.first_on_line);
        (self.before, self.end) = (taken.kind, taken.span);
        taken
    }

    /// What stands at a place.
    pub(super) fn text(&self, span: Span) -> &'t str {
        self.lexer.text(span)
    }

    /// From the start of `from` to the end of what was taken last.
    pub(super) fn since(&self, from: Span) -> Span {
        from.to(self.end)
    }

    /// Reads one part a level deeper; reports instead when that is too deep.
    pub(super) fn deeper<T>(&mut self, span: Span, read: impl FnOnce(&mut Self) -> Option<T>) -> Option<T> {
        if self.depth >= MAX_NESTING {
            self.too_deep(span);
            return None;
        }
        self.depth += 1;
        let part = read(self);
        self.depth -= 1;
        part
    }

    fn too_deep(&mut self, span: Span) {
        let message = format!("nested more than {MAX_NESTING} deep");
        self.diagnostics.error("G005", message, span, "write the term or the body flatter");
    }

    /// Reads everything.
    pub(super) fn rules(&mut self) {
        let mut previous = Previous { column: 0, expects_new_rule: true };
        while self.token.kind != TokenKind::End {
            let (start, beginnings) = (self.token, self.beginnings);
            self.warn_of_missing_and(previous);
            self.names.begin_rule();
            match self.rule() {
                Some(rule) => {
                    let has_body = !rule.body.is_empty();
                    self.keep(rule);
                    let stopped = self.full_stop();
                    previous = Previous { column: start.column, expects_new_rule: stopped || !has_body };
                }
                None => {
                    self.synchronise(start);
                    // What may hold another rule is no mere declaration.
                    if let TokenKind::Name(word) = start.kind
                        && self.beginnings <= beginnings + 1
                    {
                        self.rules.extend(Rule::of_refused(word, self.since(start.span)));
                    }
                    previous = Previous { column: 0, expects_new_rule: true };
                }
            }
        }
    }

    fn keep(&mut self, rule: Rule) {
        // Parentheses were counted while reading; `a & b` inside a disjunction nests without them.
        if rule.nesting() > MAX_NESTING {
            self.too_deep(rule.span);
        } else {
            self.rules.push(rule);
        }
    }

    fn full_stop(&mut self) -> bool {
        let stopped = self.token.kind == TokenKind::Stop;
        if stopped {
            self.advance();
        }
        stopped
    }

    /// No full stop is needed between rules, so a forgotten `&` starts a new rule. Its place gives it away.
    fn warn_of_missing_and(&mut self, previous: Previous) {
        let token = self.token;
        let in_place = token.first_on_line && token.column <= previous.column;
        if token.kind.is_name() && !previous.expects_new_rule && !in_place {
            self.diagnostics.warning(
                "G030",
                "a new rule begins here, but it stands like a part of the rule before",
                token.span,
                "write `&` before it if it belongs to that rule; else end that rule with a full stop",
            );
        }
    }

    /// One rule or fact.
    fn rule(&mut self) -> Option<Rule> {
        let start = self.token.span;
        let head = self.head()?;
        let mut body = Vec::new();
        if self.is_arrow() {
            self.advance();
            body = self.body()?;
        }
        let span = self.since(start);
        self.expect_end_of_rule(!body.is_empty())?;
        Some(Rule { head, body, span })
    }

    fn head(&mut self) -> Option<Atom> {
        let token = self.token;
        let (code, message, help) = match token.kind {
            TokenKind::Name(_) | TokenKind::Quoted(_) => return self.head_atom(),
            TokenKind::Variable(_) | TokenKind::Marked(_) | TokenKind::Anonymous => (
                "G014",
                "a variable where a relation name must stand",
                "begin the rule with a relation; names of relations begin with a lower-case letter",
            ),
            TokenKind::Arrow => ("G010", "rule without a head", "write `head :- body`"),
            TokenKind::Not => ("G011", "a head must be a single atom", "a head can't be negated; state when it holds"),
            TokenKind::Open => (
                "G012",
                "a parenthesis where a relation name must stand",
                "begin the rule with a relation; is this a game in prefix syntax?",
            ),
            _ => return self.unexpected("a rule"),
        };
        self.diagnostics.error(code, message, token.span, help);
        None
    }

    fn head_atom(&mut self) -> Option<Atom> {
        let atom = self.application().and_then(|term| self.relation(term))?;
        if matches!(self.token.kind, TokenKind::Equal | TokenKind::NotEqual) {
            let help = "a comparison can't be concluded; move it into a body";
            self.diagnostics.error("G011", "a head must be a single atom", self.token.span, help);
            return None;
        }
        Some(atom)
    }

    /// What was read as a term is an atom.
    pub(super) fn relation(&mut self, term: Term) -> Option<Atom> {
        let (relation, args, span) = match term {
            Term::Constant(name, span) => (name, Vec::new(), span),
            Term::Compound(name, args, span) => (name, args, span),
            Term::Variable(_, span) => {
                let help = "use a relation: variables stand for terms only";
                self.diagnostics.error("G014", "a variable where a relation must stand", span, help);
                return None;
            }
        };
        if matches!(relation, Symbol::NOT | Symbol::AND | Symbol::OR) {
            let message = format!("`{}` is a connective, not a relation", self.names.symbols.name(relation));
            self.diagnostics.error("G018", message, span, "write `~p`, `p & q`, `(p | q)`, or rename the relation");
            return None;
        }
        Some(Atom { relation, args, span })
    }

    /// `lit & lit & ...` at the outermost level.
    fn body(&mut self) -> Option<Vec<Formula>> {
        let mut body = vec![self.literal()?];
        let mut misplaced_bar = None;
        loop {
            if self.is_connective(TokenKind::Bar) {
                misplaced_bar = misplaced_bar.or(Some(self.token.span));
            } else if self.token.kind != TokenKind::Comma && !self.is_connective(TokenKind::And) {
                break;
            }
            self.advance();
            body.push(self.literal()?);
        }
        let Some(bar) = misplaced_bar else { return Some(body) };
        let help = "put the whole disjunction into parentheses: `(p | q)`";
        self.diagnostics.error("G026", "disjunction outside parentheses", bar, help);
        None
    }

    /// After a complete rule: a full stop, the next rule, or the end.
    fn expect_end_of_rule(&mut self, has_body: bool) -> Option<()> {
        let span = self.token.span;
        let (code, message, help) = match self.token.kind {
            TokenKind::Stop | TokenKind::End | TokenKind::Name(_) | TokenKind::Quoted(_) => return Some(()),
            TokenKind::Arrow => (
                "G015",
                "a second arrow in one rule",
                "the rule before it may end in a connective too many; each rule has one arrow",
            ),
            TokenKind::And | TokenKind::Comma | TokenKind::Bar if !has_body => (
                "G025",
                "a connective after a fact",
                "write `:-` after the head; or end the line before with `&`, if this belongs to the rule above",
            ),
            TokenKind::Not | TokenKind::Variable(_) | TokenKind::Marked(_) | TokenKind::Anonymous | TokenKind::Open => {
                ("G025", "a connective is missing here", "write `&` between the literals of a body")
            }
            _ => return self.unexpected("the end of the rule"),
        };
        self.diagnostics.error(code, message, span, help);
        None
    }

    /// Reports the current token; nothing when it is the trace of an error already reported.
    pub(super) fn unexpected<T>(&mut self, wanted: &str) -> Option<T> {
        let span = self.token.span;
        match self.token.kind {
            TokenKind::Bad => {}
            TokenKind::Close if !self.before.is_open_ended() => self.diagnostics.error(
                "G002",
                "closing parenthesis without an opening one",
                span,
                "remove it, or add the missing `(` before it",
            ),
            TokenKind::End => {
                let message = format!("the text ends where {wanted} was expected");
                self.diagnostics.error("G024", message, span, "complete the rule");
            }
            _ => {
                let found = name::shown(self.text(span));
                let message = format!("{found} stands where {wanted} was expected");
                self.diagnostics.error("G024", message, span, "complete what stands before it, or remove it");
            }
        }
        None
    }

    /// Skips to where a rule seems to begin: after a full stop, or at a name that begins a line, is not
    /// indented deeper than the faulty rule, and does not continue what stands before it.
    fn synchronise(&mut self, faulty: Token<'t>) {
        loop {
            let token = self.token;
            let moved = token.span != faulty.span;
            let begins = token.kind.is_name() && token.first_on_line && token.column <= faulty.column;
            if token.kind == TokenKind::End || (moved && begins && !self.before.is_open_ended()) {
                return;
            }
            self.advance();
            if token.kind == TokenKind::Stop {
                return;
            }
        }
    }
}
