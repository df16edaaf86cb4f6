//! Options every command takes.

use crate::size;
use clap::{Args, ValueEnum};
use gdl2hdl_gdl::sdl;
use gdl2hdl_gdl::syntax::{self, Tolerance};
use std::time::Duration;

/// How results are written.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Format {
    /// For people
    Text,
    /// For scripts; the fields are documented and stable
    Json,
    /// `export`: AIGER in bytes
    #[value(hide = true)]
    Aig,
    /// `export`: AIGER as text
    #[value(hide = true)]
    Aag,
    /// `export`: BLIF
    #[value(hide = true)]
    Blif,
}

impl Format {
    /// Whether nets are written in it.
    pub(crate) fn is_of_nets(self) -> bool {
        matches!(self, Self::Aig | Self::Aag | Self::Blif)
    }
}

/// When messages are coloured.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Colour {
    /// On terminals, unless NO_COLOR is set
    Auto,
    /// Always
    Always,
    /// Never
    Never,
}

/// Languages of game texts.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Language {
    /// GDL, prefix syntax
    Kif,
    /// GDL, infix syntax
    Hrf,
    /// Gamemaster's action rules
    Action,
    /// SDL, in either syntax
    Sdl,
}

/// Languages games are written in.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Written {
    /// GDL, prefix syntax
    Kif,
    /// GDL, infix syntax
    Hrf,
}

impl From<Written> for syntax::Language {
    fn from(language: Written) -> Self {
        match language {
            Written::Kif => Self::Kif,
            Written::Hrf => Self::Hrf,
        }
    }
}

impl From<Language> for syntax::Language {
    fn from(language: Language) -> Self {
        match language {
            Language::Kif => Self::Kif,
            Language::Hrf => Self::Hrf,
            Language::Action => Self::Action,
            Language::Sdl => Self::Sdl,
        }
    }
}

/// Options every command takes.
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "Common options")]
pub(crate) struct Common {
    /// How results are written
    #[arg(long, global = true, value_name = "FORMAT", default_value = "text")]
    pub(crate) format: Format,
    /// No warnings, notes or progress: errors and results only
    #[arg(short, long, global = true)]
    pub(crate) quiet: bool,
    /// When messages are coloured
    #[arg(long, global = true, value_name = "WHEN", default_value = "auto")]
    pub(crate) color: Colour,
    /// Language of the game [default: told from the text]
    #[arg(long, global = true, value_name = "LANGUAGE")]
    pub(crate) from: Option<Language>,
    /// Steps that a rule of SDL may look back
    #[arg(long, global = true, value_name = "N", default_value_t = sdl::MAX_HISTORY)]
    pub(crate) max_history: usize,
    /// Seconds the whole command may take; models that engines verilator and netlist build are part of it [default:
    /// 120; `build` has none once the game is compiled, nor has `virtual-board`; `match` and `player` have none]
    #[arg(long, global = true, value_name = "SECONDS", value_parser = size::seconds)]
    pub(crate) deadline: Option<Duration>,
    /// Memory the compiler's tables may take
    #[arg(long, global = true, value_name = "SIZE", default_value = "4G", value_parser = size::bytes)]
    pub(crate) max_memory: u64,
    /// Gates a net may have while it is built
    #[arg(long, global = true, value_name = "N", default_value_t = 100_000_000)]
    pub(crate) max_gates: usize,
    /// Largest game text
    #[arg(long, global = true, value_name = "SIZE", default_value = "64M", value_parser = size::bytes)]
    pub(crate) max_input: u64,
    /// Accepts games without terminal, legal or goal
    #[arg(long, global = true)]
    pub(crate) allow_incomplete: bool,
    /// Refuses what is only accepted with a warning since it departs from the language
    #[arg(long, global = true)]
    pub(crate) strict: bool,
    /// Accepts variables that nothing binds where the rest of the game says which values they may take
    #[arg(long, global = true, conflicts_with = "strict")]
    pub(crate) lenient: bool,
}

impl Common {
    /// What is accepted beside the letter of the language.
    pub(crate) fn tolerance(&self) -> Tolerance {
        match (self.strict, self.lenient) {
            (true, _) => Tolerance::Strict,
            (false, false) => Tolerance::Usual,
            (false, true) => Tolerance::Lenient,
        }
    }
}
