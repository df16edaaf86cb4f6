//! What helps where something was refused, as a value: words for the user of a library, and a front end's own words.
//!
//! A library knows what would help and has no command line. Its texts say it in plain words, those of [`Remedy`]'s
//! `Display`; beside the text the diagnostic or error carries the remedies it speaks of. A front end that has names for
//! its options puts them in with [`in_words`].

use std::fmt;

/// What helps. One list for all crates, so that a front end has words for all of them or is not compiled.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Remedy {
    /// More time, of which the observer is the judge.
    MoreTime,
    /// The same for a board that was waited for.
    MorePatience,
    /// More bytes for the tables of the compiler or the interpreter.
    MoreMemory,
    /// More bytes for the lanes of a job.
    MoreMemoryForLanes,
    /// More bytes for a line of a trace.
    MoreMemoryForTraces,
    /// More gates in a net.
    MoreGates,
    /// More steps that rules of SDL may look back.
    MoreHistory,
    /// The lenient reading of a game.
    Lenient,
    /// The strict reading of a game.
    Strict,
    /// Games that lack rules they must have.
    Incomplete,
    /// An engine of the rules as they are.
    Ungrounded,
    /// A net that keeps the whole state.
    KeepState,
    /// As many cores for one lane as there are.
    CoresPerLane,
    /// A number of cores that is said.
    Cores,
    /// Fewer cores, or a larger board.
    FewerCores,
    /// What takes less power.
    LessPower,
    /// A clock that the board can make.
    FasterClock,
    /// More work for a clock that was not met, with so many seeds.
    MoreSeeds(u32),
    /// Another aim than a clock that is out of reach.
    LowerClock,
    /// A build against an estimate.
    Force,
    /// More time for a search.
    SearchTime,
    /// A build with counters of first moves.
    FirstMoves,
    /// A build with more bits for the number of playouts.
    QuotaBits,
    /// A build with more bits for the step limit.
    StepBits,
    /// So many playouts of a lane in flight.
    Slots(u32),
    /// A build in the folder.
    Build,
    /// Another port.
    Port,
    /// The speed of the line.
    Baud,
}

impl fmt::Display for Remedy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::MoreTime | Self::MorePatience => "allow more time",
            Self::MoreMemory | Self::MoreMemoryForLanes | Self::MoreMemoryForTraces => "allow more memory",
            Self::MoreGates => "allow more gates",
            Self::MoreHistory => "allow more steps of history",
            Self::Lenient => "the lenient reading takes it so",
            Self::Strict => "the strict reading refuses it",
            Self::Incomplete => "accept the game as it is, incomplete",
            Self::Ungrounded => "the interpreter plays the game without grounding it",
            Self::KeepState => "keep the state when the net is optimised",
            Self::CoresPerLane => "let all cores play one lane",
            Self::Cores => "say how many cores",
            Self::FewerCores => "fewer cores, or a larger board",
            Self::LessPower => "a lower clock, or fewer cores",
            Self::FasterClock => "ask for that clock or a faster one",
            Self::MoreSeeds(seeds) => {
                return write!(f, "try {seeds} seeds, more playouts in flight, or a lower clock");
            }
            Self::LowerClock => "try a lower clock, more playouts in flight, or another board",
            Self::Force => "a build that is forced goes on all the same",
            Self::SearchTime => "the time of the search and the deadline say how much there is",
            Self::FirstMoves => "build it with counters of first moves",
            Self::QuotaBits => "build it with more bits for the number of playouts",
            Self::StepBits => "build it with more bits for the step limit",
            Self::Slots(slots) => return write!(f, "ask for {slots} in flight, or leave the number open"),
            Self::Build => "a build writes it",
            Self::Port => "give the port that it is at",
            Self::Baud => "compare the speed with that of the build",
        })
    }
}

/// An error whose text may speak of remedies.
pub trait Remedied {
    /// Those that the text speaks of, each in the words of its `Display`.
    fn remedies(&self) -> Vec<Remedy>;
}

/// A text that speaks of remedies, in a front end's words for them.
#[must_use]
pub fn in_words(text: &str, remedies: &[Remedy], words: impl Fn(Remedy) -> String) -> String {
    remedies.iter().fold(text.to_owned(), |text, &remedy| text.replacen(&remedy.to_string(), &words(remedy), 1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_front_end_has_its_own_words() {
        let text = format!("too large; {}; {}", Remedy::MoreMemory, Remedy::MoreSeeds(12));
        assert_eq!(text, "too large; allow more memory; try 12 seeds, more playouts in flight, or a lower clock");
        let words = |remedy: Remedy| match remedy {
            Remedy::MoreMemory => "-m".to_owned(),
            other => format!("{other:?}"),
        };
        let told = in_words(&text, &[Remedy::MoreMemory, Remedy::MoreSeeds(12)], words);
        assert_eq!(told, "too large; -m; MoreSeeds(12)");
        assert_eq!(in_words(&text, &[], words), text, "of what is not carried nothing is changed");
    }
}
