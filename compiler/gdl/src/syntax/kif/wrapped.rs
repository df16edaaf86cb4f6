//! Rules in one pair of parentheses, as servers send them to players and logs keep them: `(START match role (rule...)
//! 10 10)`, or only the list of rules. Its parentheses are taken off while the text is read.

use super::Form;
use super::unclosed::Unclosed;
use crate::diagnostics::{Diagnostic, Severity};
use crate::syntax::Span;
use crate::syntax::collector::Diagnostics;

/// Words of a message before its rules: `START`, the match, the role.
const BEFORE_RULES: usize = 3;

/// Where in such a list the reader is.
#[derive(Default)]
pub(super) struct Wrapped {
    place: ListPlace,
    /// Where the first list or message began.
    first: Option<Span>,
    /// Whether a message was met.
    message: bool,
    /// Whether a form stood outside of any list: then a list in a list is a slip.
    plain: bool,
    /// Where the list ended.
    closed: Option<Span>,
}

#[derive(Clone, Copy, Default, PartialEq, Eq)]
enum ListPlace {
    #[default]
    Outside,
    /// Among the rules of a list that began here.
    List(Span),
    /// Among the rules of a message that began here.
    Rules(Span),
    /// Behind the rules of a message: clocks.
    Clocks(Span),
}

impl Wrapped {
    /// A list begins: takes those around it off the stack when they are no forms, but what holds all rules.
    pub(super) fn open(&mut self, stack: &mut Vec<Unclosed<'_>>, diagnostics: &mut Diagnostics) {
        let place = match &stack[..] {
            _ if self.place != ListPlace::Outside || self.plain => return,
            [list] if list.items.is_empty() => ListPlace::List(list.open),
            [message, list] if list.items.is_empty() && is_start(message) => ListPlace::Rules(message.open),
            _ => return,
        };
        let (span, what, is_message) = match place {
            ListPlace::Rules(span) => (span, "this is a START message", true),
            _ => (stack[0].open, "all rules stand in one pair of parentheses", false),
        };
        stack.clear();
        self.place = place;
        match self.first {
            Some(first) if is_message || self.message => {
                let help = "give one of them: each START message has all rules of a game";
                let diagnostic = Diagnostic::error("G032", "a second list of all rules", span, help);
                diagnostics.push(diagnostic.with_label(first, "the first begins here"));
            }
            Some(_) => {}
            None => {
                let message = format!("{what}: its rules are read");
                let help = "nothing needs to change here; `gdl2hdl convert` writes the rules alone".to_owned();
                diagnostics.push(Diagnostic::new(Severity::Note, "G031", message, Some(span), help));
                self.first = Some(span);
            }
        }
        self.message |= is_message;
    }

    /// A form ended.
    pub(super) fn form(&mut self) {
        self.plain |= self.place == ListPlace::Outside && self.first.is_none();
    }

    /// A closing parenthesis without an opening one among the forms: whether it ends a list or a message.
    pub(super) fn close(&mut self, span: Span) -> bool {
        self.place = match self.place {
            ListPlace::Outside => return false,
            ListPlace::Rules(open) => ListPlace::Clocks(open),
            ListPlace::List(_) | ListPlace::Clocks(_) => ListPlace::Outside,
        };
        self.closed = Some(span);
        true
    }

    /// Whether words say nothing here.
    pub(super) fn skips_words(&self) -> bool {
        matches!(self.place, ListPlace::Clocks(_))
    }

    /// The text ends: what began here is not closed.
    pub(super) fn unclosed(&mut self) -> Option<Span> {
        match std::mem::take(&mut self.place) {
            ListPlace::Outside => None,
            ListPlace::List(open) | ListPlace::Rules(open) | ListPlace::Clocks(open) => Some(open),
        }
    }

    /// Where the list of all rules ended, which may have been too early.
    pub(super) fn ended(&self) -> Option<Span> {
        self.closed
    }
}

fn is_start(message: &Unclosed<'_>) -> bool {
    let begins = matches!(message.items.first(), Some(Form::Word(word, _)) if word.eq_ignore_ascii_case("start"));
    begins && message.items.len() == BEFORE_RULES && message.items.iter().all(|item| matches!(item, Form::Word(..)))
}
