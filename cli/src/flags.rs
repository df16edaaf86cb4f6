//! The flags of the command line in the texts of libraries, which have words for what helps and know no flags.

use crate::failure::Failure;
use gdl2hdl_gdl::diagnostics::Diagnostic;
use gdl2hdl_gdl::observer::Reason;
use gdl2hdl_gdl::remedy::{Remedied, Remedy, in_words};
use std::fmt::Display;

/// What helps, in flags.
fn flags(remedy: Remedy) -> String {
    let flags = match remedy {
        Remedy::MoreTime => "allow more time with `--deadline SECONDS`",
        Remedy::MorePatience => "allow more time with --deadline SECONDS",
        Remedy::MoreMemory => "allow more with `--max-memory`",
        Remedy::MoreMemoryForLanes => "allow more with --max-memory",
        Remedy::MoreMemoryForTraces => "see --max-memory",
        Remedy::MoreGates => "allow more gates with `--max-gates`",
        Remedy::MoreHistory => "allow more with `--max-history N`",
        Remedy::Lenient => "`--lenient` reads it so",
        Remedy::Strict => "--strict refuses it",
        Remedy::Incomplete => "accept the game as it is with `--allow-incomplete`",
        Remedy::Ungrounded => "`playouts --engine interpreter` plays the game without grounding it",
        Remedy::KeepState => "use --keep-state",
        Remedy::CoresPerLane => "say as many --cores-per-lane",
        Remedy::Cores => "say how many --cores",
        Remedy::FewerCores => "fewer --cores, or a larger board",
        Remedy::LessPower => "a lower --clock, or fewer --cores",
        Remedy::FasterClock => "ask for that or more with --clock",
        Remedy::MoreSeeds(seeds) => return format!("try --seeds {seeds}, more --slots, or a lower --clock"),
        Remedy::LowerClock => "try a lower --clock, more --slots, or another board",
        Remedy::Force => "--force builds all the same",
        Remedy::SearchTime => "--search-time SECONDS and --deadline SECONDS say how much there is",
        Remedy::FirstMoves => "build it with --first-moves",
        Remedy::QuotaBits => "build it with a larger --quota-bits",
        Remedy::StepBits => "build it with a larger --step-bits",
        Remedy::Slots(slots) => return format!("write --slots {slots}, or leave it out"),
        Remedy::Build => "`gdl2hdl build GAME --board B -o DIR` writes it",
        Remedy::Port => "see --port",
        Remedy::Baud => "compare the speed with that of the build (--baud)",
    };
    flags.to_owned()
}

/// A text of a library that speaks of remedies.
pub(crate) fn in_flags(text: &str, remedies: &[Remedy]) -> String {
    in_words(text, remedies, flags)
}

/// The text of an error.
pub(crate) fn told<E: Display + Remedied + ?Sized>(error: &E) -> String {
    in_flags(&error.to_string(), &error.remedies())
}

/// An error that is not the command line's fault.
pub(crate) fn unavailable<E: Display + Remedied + ?Sized>(error: &E) -> Failure {
    Failure::unavailable(told(error))
}

/// The help of a diagnostic.
pub(crate) fn help(diagnostic: &Diagnostic) -> String {
    in_flags(&diagnostic.help, &diagnostic.remedies)
}

/// What helps where work was stopped.
pub(crate) fn help_after(reason: Reason) -> String {
    in_flags(&reason.help(), reason.remedy().as_slice())
}

#[cfg(test)]
mod tests {
    use super::*;
    use gdl2hdl_device::bitstream::{Basis, BuildError};
    use gdl2hdl_device::board::{DeviceError, FolderError, TransportError};
    use gdl2hdl_play::engine::EngineError;
    use gdl2hdl_play::playout::PlayError;

    #[test]
    fn users_of_the_command_line_are_told_flags() {
        let timing = BuildError::Timing { asked: 84_000_000, needed: 84_000_000, reached: 83_350_000, tries: 3 };
        let expected = "timing is not met: 84 MHz were asked for, the best of 3 placements reaches 83.35 MHz; try --seeds 12, \
                        more --slots, or a lower --clock";
        assert_eq!(told(&timing), expected);
        let (what, basis) = ("LUTs", Basis::Estimate);
        let large = BuildError::TooLarge { what, need: 9, have: 4, basis, cores: 2 };
        let expected = "the design does not fit: LUTs, 9 of 4 (estimated; --force builds all the same); fewer \
                        --cores, or a larger board";
        assert_eq!(told(&large), expected);
        let folder = FolderError::Read { path: "x".into(), reason: "gone".to_owned() };
        let expected = "cannot read `x`: gone; `gdl2hdl build GAME --board B -o DIR` writes it";
        assert_eq!(told(&BuildError::Folder(folder)), expected);
        let slots = PlayError::from(DeviceError::Slots { job: 2, board: 4 });
        let expected = "this board has 4 playouts of a lane in flight, not 2; write --slots 4, or leave it out";
        assert_eq!(told(&slots), expected);
        let missing = DeviceError::Transport(TransportError::Missing { port: "p".to_owned() });
        assert_eq!(told(&missing), "there is no port `p`; is the board plugged in? see --port");
        let state = EngineError::Incomplete("(a)".to_owned());
        let expected = "the registers of the net do not say whether `(a)` holds: give the state by its facts, or use \
                        --keep-state";
        assert_eq!(told(&state), expected);
    }

    #[test]
    fn users_of_the_library_are_told_words() {
        let number = DeviceError::Number { what: "steps", number: 9, most: 7, remedy: Remedy::StepBits };
        let words =
            "this board takes at most 7 steps, not 9; ask for fewer, or build it with more bits for the step limit";
        assert_eq!(number.to_string(), words);
        let flags = "this board takes at most 7 steps, not 9; ask for fewer, or build it with a larger --step-bits";
        assert_eq!(told(&number), flags);
        assert_eq!(Reason::Deadline.help(), "allow more time");
        assert_eq!(help_after(Reason::Deadline), "allow more time with `--deadline SECONDS`");
        assert!(!Reason::Signal.help().contains("--") && help_after(Reason::Signal) == Reason::Signal.help());
    }
}
