//! What a flip-flop says of the state.

use super::terms;
use std::cmp::Ordering;
use std::fmt;
use std::ops::Deref;

/// What a flip-flop says of the state: a fact of the rules, or a bit of a code that took the place of several.
///
/// Both have a text, by which they are sorted, printed and named in files. The text of a bit is `(or FACT FACT ...)`.
/// Games can't have such a fact: `or` is a word of the language.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum BaseFact {
    /// The fact inside `true(...)`, canonical prefix text.
    OfRules(Box<str>),
    /// A bit of the code of a counter that had a flip-flop for each step: whether one of several facts is true.
    AnyOf(AnyOf),
}

/// Several facts, and their text.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct AnyOf {
    facts: Box<[Box<str>]>,
    text: Box<str>,
}

impl AnyOf {
    /// The facts, canonical prefix texts.
    #[must_use]
    pub fn facts(&self) -> &[Box<str>] {
        &self.facts
    }
}

impl BaseFact {
    /// A bit that holds whether one of some facts is true.
    #[must_use]
    pub fn any_of<'f>(facts: impl IntoIterator<Item = &'f str>) -> Self {
        let facts: Box<[Box<str>]> = facts.into_iter().map(Into::into).collect();
        let text = format!("(or {})", facts.join(" ")).into();
        Self::AnyOf(AnyOf { facts, text })
    }

    /// What has this text: for readers of files.
    #[must_use]
    pub fn read(text: &str) -> Self {
        match text.strip_prefix("(or ").and_then(|rest| rest.strip_suffix(')')) {
            Some(list) => Self::any_of(terms(list).into_iter().filter(|fact| !fact.is_empty())),
            None => Self::from(text),
        }
    }

    /// The facts of which one is true when a bit of a code is; `None` for a fact of the rules.
    #[must_use]
    pub fn facts(&self) -> Option<&[Box<str>]> {
        match self {
            Self::OfRules(_) => None,
            Self::AnyOf(of) => Some(of.facts()),
        }
    }

    /// The facts of which one is true when this is: those of a bit of a code, else the fact itself.
    pub fn alternatives(&self) -> impl Iterator<Item = &str> {
        let own = match self {
            Self::OfRules(fact) => std::slice::from_ref(fact),
            Self::AnyOf(of) => of.facts(),
        };
        own.iter().map(|fact| &**fact)
    }

    /// Its text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        match self {
            Self::OfRules(text) | Self::AnyOf(AnyOf { text, .. }) => text,
        }
    }
}

impl Deref for BaseFact {
    type Target = str;

    fn deref(&self) -> &str {
        self.as_str()
    }
}

impl fmt::Display for BaseFact {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self)
    }
}

impl Ord for BaseFact {
    fn cmp(&self, other: &Self) -> Ordering {
        self.as_str().cmp(other.as_str()).then_with(|| self.facts().cmp(&other.facts()))
    }
}

impl PartialOrd for BaseFact {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl From<&str> for BaseFact {
    /// A fact of the rules.
    fn from(fact: &str) -> Self {
        Self::OfRules(fact.into())
    }
}

impl From<String> for BaseFact {
    /// A fact of the rules.
    fn from(fact: String) -> Self {
        Self::OfRules(fact.into())
    }
}

impl From<Box<str>> for BaseFact {
    /// A fact of the rules.
    fn from(fact: Box<str>) -> Self {
        Self::OfRules(fact)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_several_facts_are_read_back() {
        for facts in [vec!["(step 1)"], vec!["p", "(at (cell 1 2) x)", "(step 3)", "q"]] {
            let read = BaseFact::read(&BaseFact::any_of(facts.iter().copied()).to_string());
            assert!(read.facts().is_some() && read.alternatives().eq(facts));
        }
        assert_eq!(BaseFact::read("(order 1 2)").facts(), None);
        assert_eq!(BaseFact::read("or").facts(), None);
    }

    #[test]
    fn texts_are_read_back() {
        let bit = BaseFact::any_of(["(step 1)", "on", "(cell 1 (x y))"]);
        assert_eq!(bit.to_string(), "(or (step 1) on (cell 1 (x y)))");
        let facts = |fact: &BaseFact| fact.facts().map(<[Box<str>]>::to_vec);
        assert_eq!(facts(&bit), Some(["(step 1)", "on", "(cell 1 (x y))"].map(Into::into).to_vec()));
        for fact in [bit, BaseFact::any_of([]), "(step 1)".into(), "on".into(), "(orb 1)".into()] {
            assert_eq!(BaseFact::read(&fact.to_string()), fact);
        }
        assert_eq!(facts(&BaseFact::from("(step 1)")), None);
        assert!(BaseFact::from("(step 1)").alternatives().eq(["(step 1)"]));
    }

    #[test]
    fn texts_say_the_order() {
        let mut facts = [BaseFact::from("(step 1)"), BaseFact::any_of(["b"]), "a".into(), "(orb 1)".into()];
        facts.sort();
        assert_eq!(facts.map(|fact| fact.to_string()), ["(or b)", "(orb 1)", "(step 1)", "a"]);
    }
}
