//! Message to text.

use super::{Message, News, Start, Turn};
use std::fmt;
use std::time::Duration;

impl fmt::Display for Message {
    /// The text as it goes over the line: what stands in the parts must be texts that read back.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Info => f.write_str("( INFO )"),
            Self::Start(start) => start.fmt(f),
            Self::Play(turn) => write!(f, "( PLAY {turn} )"),
            Self::Stop(turn) => write!(f, "( STOP {turn} )"),
            Self::Abort { id } => write!(f, "( ABORT {id} )"),
            Self::Preview { rules, clock } => {
                f.write_str("( PREVIEW ")?;
                list(f, rules)?;
                write!(f, " {} )", seconds(*clock))
            }
        }
    }
}

impl fmt::Display for Start {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "( START {} {} ", self.id, self.role)?;
        list(f, &self.rules)?;
        write!(f, " {} {}", seconds(self.start_clock), seconds(self.play_clock))?;
        self.more.iter().try_for_each(|argument| write!(f, " {argument}"))?;
        f.write_str(" )")
    }
}

impl fmt::Display for Turn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ", self.id)?;
        match &self.news {
            News::Listed(sentences) => sentences_in(f, sentences),
            News::Numbered { turn, last, percepts } => {
                write!(f, "{turn} {} ", last.as_deref().unwrap_or("NIL"))?;
                sentences_in(f, percepts)
            }
        }
    }
}

/// A list of sentences; `NIL` when it is empty.
fn sentences_in(f: &mut fmt::Formatter<'_>, sentences: &[String]) -> fmt::Result {
    if sentences.is_empty() {
        return f.write_str("NIL");
    }
    f.write_str("( ")?;
    sentences.iter().try_for_each(|sentence| write!(f, "{sentence} "))?;
    f.write_str(")")
}

/// Rules in parentheses. A comment at the end would hide the last one.
fn list(f: &mut fmt::Formatter<'_>, rules: &str) -> fmt::Result {
    let end = if rules.contains(';') { '\n' } else { ' ' };
    write!(f, "( {rules}{end})")
}

/// Clocks are whole seconds on the line: what is less does not count.
fn seconds(clock: Duration) -> u64 {
    clock.as_secs()
}
