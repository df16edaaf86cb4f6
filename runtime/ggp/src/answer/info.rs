//! Answers to INFO: pairs of a name and a value.

use crate::tokens::{Item, Items};
use std::fmt;

/// Longest value that is kept, in characters.
const MAX_VALUE: usize = 200;
/// Pairs that are looked at, lists in lists among them.
const MAX_PAIRS: usize = 100;

/// Whether a player is free.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Status {
    /// It would begin a match.
    Available,
    /// A match is on.
    Busy,
}

/// Who a player says it is. What it does not say is `None`.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Info {
    /// Its name.
    pub name: Option<String>,
    /// Whether it is free.
    pub status: Option<Status>,
    /// `alien` for a program, `human` for a person.
    pub species: Option<String>,
}

impl Info {
    /// Reads an answer to INFO. Pairs that are not known are left out, so any text has a meaning: perhaps that nothing was
    /// said. A word alone is a status.
    #[must_use]
    pub fn read(text: &str) -> Self {
        let mut info = Self::default();
        let mut lists = vec![text];
        for _ in 0..MAX_PAIRS {
            let Some(list) = lists.pop() else { break };
            info.list(list, &mut lists);
        }
        info
    }

    /// A list: a pair, or a list of others.
    fn list<'t>(&mut self, list: &'t str, others: &mut Vec<&'t str>) {
        let mut items = Items::new(list).map_while(Result::ok);
        let Some(first) = items.next() else { return };
        match first {
            Item::List(inner, _) => {
                let inner = std::iter::once(inner).chain(items.filter_map(|item| match item {
                    Item::List(inner, _) => Some(inner),
                    Item::Word(_) => None,
                }));
                // The last is looked at first: the first pair of a name counts.
                let before = others.len();
                others.extend(inner.take(MAX_PAIRS));
                others[before..].reverse();
            }
            Item::Word(key) => {
                let rest: Vec<&str> = items.take(MAX_PAIRS).map(Item::text).collect();
                self.pair(key, &rest.join(" "));
            }
        }
    }

    fn pair(&mut self, key: &str, value: &str) {
        let text = || (!value.is_empty()).then(|| value.chars().take(MAX_VALUE).collect());
        match key.to_ascii_lowercase().as_str() {
            "name" => self.name = self.name.take().or_else(text),
            "species" => self.species = self.species.take().or_else(text),
            "status" => self.status = self.status.or_else(|| status(value)),
            _ => self.status = self.status.or_else(|| status(key)),
        }
    }
}

fn status(word: &str) -> Option<Status> {
    match word.to_ascii_lowercase().as_str() {
        "available" | "ready" => Some(Status::Available),
        "busy" => Some(Status::Busy),
        _ => None,
    }
}

impl fmt::Display for Info {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let status = self.status.map(|status| match status {
            Status::Available => "available",
            Status::Busy => "busy",
        });
        f.write_str("( ")?;
        let pairs = [("name", self.name.as_deref()), ("status", status), ("species", self.species.as_deref())];
        for (key, value) in pairs {
            if let Some(value) = value {
                write!(f, "( {key} {value} ) ")?;
            }
        }
        f.write_str(")")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn info(name: &str, status: Status) -> Info {
        Info { name: Some(name.into()), status: Some(status), species: Some("alien".into()) }
    }

    #[test]
    fn answers_are_read_and_written() {
        let text = info("gdl2hdl", Status::Available).to_string();
        assert_eq!(text, "( ( name gdl2hdl ) ( status available ) ( species alien ) )");
        assert_eq!(Info::read(&text), info("gdl2hdl", Status::Available));
        assert_eq!(
            Info::read("((NAME My Player)(other 3)(STATUS BUSY)(species alien))"),
            info("My Player", Status::Busy)
        );
        assert_eq!(Info::read("(name a) (name b)").name.as_deref(), Some("a"));
    }

    #[test]
    fn little_is_understood() {
        for text in ["available", "READY", "(available)", "((status ready))"] {
            assert_eq!(Info::read(text), Info { status: Some(Status::Available), ..Info::default() }, "{text}");
        }
        for text in ["", "hello", "(name)", "(((((", "))", "(status (busy))"] {
            assert_eq!(Info::read(text), Info::default(), "{text}");
        }
        let many = format!("({})", "(name ".repeat(10_000));
        assert_eq!(Info::read(&many), Info::default());
    }

    proptest! {
        #[test]
        fn any_text_is_read(text in "[()a-z ;\n]{0,60}") {
            let _ = Info::read(&text);
        }
    }
}
