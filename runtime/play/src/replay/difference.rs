//! One difference between a trace and an engine, and how it reads.

use std::fmt;

/// Elements of a list that are printed before the rest is counted.
const SHOWN: usize = 12;

/// Which recorded field differs.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Field {
    /// The roles of the header.
    Roles,
    /// The facts of the state.
    State,
    /// The legal moves of a role.
    Legal(String),
    /// The digest of all roles' legal moves, the numbers of moves being equal.
    LegalDigest,
    /// Whether the state is terminal.
    Terminal,
    /// The goal values of a role.
    Goals(String),
    /// The recorded joint move.
    Move,
    /// What a role sees of that move.
    Sees(String),
}

impl fmt::Display for Field {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Roles => f.write_str("roles"),
            Self::State => f.write_str("state"),
            Self::Legal(role) => write!(f, "legal moves of {role}"),
            Self::LegalDigest => f.write_str("legal moves"),
            Self::Terminal => f.write_str("terminal"),
            Self::Goals(role) => write!(f, "goal of {role}"),
            Self::Move => f.write_str("move"),
            Self::Sees(role) => write!(f, "percepts of {role}"),
        }
    }
}

/// One side of a difference.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Shown {
    /// A list: sorted for facts and moves.
    List(Vec<String>),
    /// A list known only by its length and digest.
    Digest(u64, String),
    /// Anything short.
    Text(String),
}

impl fmt::Display for Shown {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::List(list) => write!(f, "{} of them", list.len()),
            Self::Digest(count, sha) => write!(f, "{count} of them with digest {sha}"),
            Self::Text(text) => f.write_str(text),
        }
    }
}

/// Trace and engine disagree.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Difference {
    /// The game of the trace's header.
    pub game: String,
    /// Line in the trace, from 1.
    pub line: u64,
    /// Playout of the state.
    pub playout: u64,
    /// Step of the state within its playout.
    pub step: u64,
    /// What differs.
    pub field: Field,
    /// What the trace says.
    pub expected: Shown,
    /// What the engine says.
    pub got: Shown,
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { game, line, playout, step, field, expected, got } = self;
        writeln!(f, "{game}, playout {playout}, step {step} (line {line}): {field}")?;
        if let (Shown::List(expected), Shown::List(got)) = (expected, got) {
            only(f, "only in the trace", expected, got)?;
            return only(f, "only in the engine", got, expected);
        }
        writeln!(f, "  trace:  {expected}")?;
        writeln!(f, "  engine: {got}")?;
        if let Shown::List(list) = got {
            return shorten(f, "engine has", &list.iter().collect::<Vec<_>>());
        }
        Ok(())
    }
}

/// The elements of one list that the other lacks; both are sorted.
fn only(f: &mut fmt::Formatter<'_>, title: &str, here: &[String], there: &[String]) -> fmt::Result {
    let missing: Vec<_> = here.iter().filter(|element| there.binary_search(element).is_err()).collect();
    if missing.is_empty() { Ok(()) } else { shorten(f, title, &missing) }
}

fn shorten(f: &mut fmt::Formatter<'_>, title: &str, list: &[&String]) -> fmt::Result {
    write!(f, "  {title}:")?;
    for element in list.iter().take(SHOWN) {
        write!(f, " {element}")?;
    }
    match list.len().saturating_sub(SHOWN) {
        0 => writeln!(f),
        more => writeln!(f, " and {more} more"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn difference(expected: Shown, got: Shown) -> String {
        let field = Field::Legal("red".into());
        Difference { game: "g".into(), line: 7, playout: 1, step: 5, field, expected, got }.to_string()
    }

    fn list(elements: &[&str]) -> Shown {
        Shown::List(elements.iter().map(ToString::to_string).collect())
    }

    #[test]
    fn lists_show_what_is_missing_on_either_side() {
        assert_eq!(
            difference(list(&["a", "b"]), list(&["b", "c"])),
            "g, playout 1, step 5 (line 7): legal moves of red\n  only in the trace: a\n  only in the engine: c\n"
        );
    }

    #[test]
    fn long_lists_are_cut() {
        let long: Vec<String> = (10..40).map(|i| i.to_string()).collect();
        let text = difference(Shown::List(long), list(&[]));
        assert!(text.ends_with("20 21 and 18 more\n"), "{text}");
    }

    #[test]
    fn a_digest_shows_the_engine_list() {
        let text = difference(Shown::Digest(2, "00ff".into()), list(&["a"]));
        assert_eq!(
            text.lines().skip(1).collect::<Vec<_>>(),
            ["  trace:  2 of them with digest 00ff", "  engine: 1 of them", "  engine has: a"]
        );
    }
}
