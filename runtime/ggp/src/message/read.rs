//! Text to message.

use super::{Message, MessageError, Name, News, Start, Turn};
use crate::sentence;
use crate::tokens::{Fault, Item, Items};
use std::time::Duration;

/// Longest message in bytes.
pub const MAX_MESSAGE_BYTES: usize = 64 << 20;
/// Most arguments of a message: START may have some that only few managers send.
const MAX_ARGUMENTS: usize = 64;
/// Lists before the message that are looked at.
const MAX_BEFORE: usize = 100;
/// Longest clock, in seconds: more is a mistake, and a year beyond it no clock runs over.
const MAX_SECONDS: u64 = 1 << 25;
/// Words that may be a message without parentheses around them.
const BARE: [&str; 2] = ["info", "ping"];

/// Reads a message. What stands before and behind it is left out. **Cost:** linear; nesting costs no stack.
///
/// ```
/// use gdl2hdl_ggp::message::{Message, read};
///
/// assert_eq!(read("( INFO )"), Ok(Message::Info));
/// let Ok(Message::Start(start)) = read("(START m1 Robot((role robot)) 30 10)") else { panic!() };
/// assert_eq!((start.rules.as_str(), start.play_clock.as_secs()), ("(role robot)", 10));
/// ```
///
/// # Errors
/// [`MessageError`].
pub fn read(text: &str) -> Result<Message, MessageError> {
    if text.len() > MAX_MESSAGE_BYTES {
        return Err(MessageError::TooLong(text.len()));
    }
    let mut bare = None;
    for item in Items::new(text).take(MAX_BEFORE) {
        match item {
            Ok(Item::List(inner, _)) => {
                let mut items = Items::new(inner);
                let first = items.next().and_then(Result::ok).and_then(Item::word);
                if let Some(kind) = first.and_then(Kind::of) {
                    return kind.read(items);
                }
            }
            Ok(Item::Word(word)) => bare = bare.or(Some(word)),
            Err(Fault::Unclosed) => return Err(MessageError::Parentheses),
            Err(Fault::Unopened) => break,
        }
    }
    let is_bare = |word: &str| BARE.iter().any(|bare| word.eq_ignore_ascii_case(bare));
    if bare.is_some_and(is_bare) { Ok(Message::Info) } else { Err(MessageError::Unknown) }
}

#[derive(Clone, Copy)]
enum Kind {
    Info,
    Start,
    Play,
    Stop,
    Abort,
    Preview,
}

impl Kind {
    fn of(word: &str) -> Option<Self> {
        Some(match word.to_ascii_lowercase().as_str() {
            "info" | "ping" => Self::Info,
            "start" => Self::Start,
            "play" => Self::Play,
            "stop" => Self::Stop,
            "abort" => Self::Abort,
            "preview" => Self::Preview,
            _ => return None,
        })
    }

    fn name(self) -> &'static str {
        match self {
            Self::Info => "INFO",
            Self::Start => "START",
            Self::Play => "PLAY",
            Self::Stop => "STOP",
            Self::Abort => "ABORT",
            Self::Preview => "PREVIEW",
        }
    }

    fn read(self, items: Items<'_>) -> Result<Message, MessageError> {
        let args =
            items.take(MAX_ARGUMENTS + 1).collect::<Result<Vec<_>, _>>().map_err(|_| MessageError::Parentheses)?;
        match (self, args.as_slice()) {
            (_, args) if args.len() > MAX_ARGUMENTS => Err(MessageError::TooMany { kind: self.name() }),
            (Self::Info, _) => Ok(Message::Info),
            (Self::Start, [id, role, rules, start_clock, play_clock, more @ ..]) => Ok(Message::Start(Start {
                id: self.word(*id, "match")?,
                role: self.word(*role, "role")?,
                rules: self.rules(*rules)?,
                start_clock: self.clock(*start_clock)?,
                play_clock: self.clock(*play_clock)?,
                more: more.iter().map(|item| item.text().to_owned()).collect(),
            })),
            (Self::Play, [id, rest @ ..]) => Ok(Message::Play(self.turn(*id, rest)?)),
            (Self::Stop, [id, rest @ ..]) => Ok(Message::Stop(self.turn(*id, rest)?)),
            (Self::Abort, [id, ..]) => Ok(Message::Abort { id: self.word(*id, "match")? }),
            (Self::Preview, [rules, clock, ..]) => {
                Ok(Message::Preview { rules: self.rules(*rules)?, clock: self.clock(*clock)? })
            }
            (_, args) => Err(MessageError::Arguments { kind: self.name(), got: args.len() }),
        }
    }

    fn turn(self, id: Item<'_>, rest: &[Item<'_>]) -> Result<Turn, MessageError> {
        let id = self.word(id, "match")?;
        let news = match *rest {
            // Some leave the list out when nothing happened.
            [] => News::Listed(Vec::new()),
            [list] => News::Listed(self.sentences(list)?),
            [turn, last, percepts] => News::Numbered {
                turn: turn.word().and_then(|word| word.parse().ok()).ok_or(self.lacks("number of a turn"))?,
                last: self.last(last)?,
                percepts: self.sentences(percepts)?,
            },
            _ => return Err(MessageError::Arguments { kind: self.name(), got: rest.len() + 1 }),
        };
        Ok(Turn { id, news })
    }

    fn last(self, item: Item<'_>) -> Result<Option<String>, MessageError> {
        if item.list() == Some("") {
            return Ok(None);
        }
        sentence::canonical(item.text())
            .map(Some)
            .map_err(|source| MessageError::Sentence { kind: self.name(), source })
    }

    fn sentences(self, item: Item<'_>) -> Result<Vec<String>, MessageError> {
        let list = item.list().ok_or(self.lacks("list"))?;
        sentence::all(list).map_err(|source| MessageError::Sentence { kind: self.name(), source })
    }

    fn rules(self, item: Item<'_>) -> Result<String, MessageError> {
        item.list().map(|rules| rules.trim().to_owned()).ok_or(self.lacks("list of rules"))
    }

    fn word(self, item: Item<'_>, what: &'static str) -> Result<Name, MessageError> {
        item.word().and_then(Name::new).ok_or(self.lacks(what))
    }

    /// Whole seconds; a fraction that is zero is none.
    fn clock(self, item: Item<'_>) -> Result<Duration, MessageError> {
        let seconds = item.word().map(|word| word.strip_suffix(".0").unwrap_or(word));
        let seconds = seconds.and_then(|word| word.parse().ok()).filter(|seconds| *seconds <= MAX_SECONDS);
        seconds.map(Duration::from_secs).ok_or(self.lacks("clock in seconds"))
    }

    fn lacks(self, what: &'static str) -> MessageError {
        MessageError::Argument { kind: self.name(), what }
    }
}
