//! The command line of matches.

use super::spec::PlayerSpec;
use super::{EngineName, NetOptions};
use clap::Args;
use clap::builder::RangedU64ValueParser;
use std::path::PathBuf;
use std::time::Duration;

/// Longest clock, in seconds: a month. Managers and players count in whole seconds.
const MAX_CLOCK: u64 = 31 * 24 * 3600;

fn clock() -> RangedU64ValueParser {
    RangedU64ValueParser::new().range(1..=MAX_CLOCK)
}

/// Options of `match`.
#[derive(Args, Debug)]
pub(crate) struct Match {
    /// Game rules, or `-` for standard input
    pub(crate) game: PathBuf,
    /// A player for each role, in the order of the roles: `mcts`, `mcs`, `random` and others, as NAME or NAME:KEY=VALUE,KEY=VALUE, or
    /// http://HOST:PORT. The role `random` has none: the match plays it
    #[arg(long = "player", required = true, value_name = "PLAYER")]
    pub(crate) players: Vec<PlayerSpec>,
    /// Matches to play
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) games: u64,
    /// Two players exchange their roles after every match; more of them move on by one role
    #[arg(long)]
    pub(crate) swap: bool,
    /// Seconds until the first move
    #[arg(long, value_name = "SECONDS", default_value_t = 10, value_parser = clock())]
    start_clock: u64,
    /// Seconds for each move
    #[arg(long, value_name = "SECONDS", default_value_t = 5, value_parser = clock())]
    play_clock: u64,
    /// Seed of players without a seed of their own, of the role `random`, and of moves in place of missing ones
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub(crate) seed: u64,
    /// Players see other words than those of the game, new ones in every match
    #[arg(long)]
    pub(crate) scramble: bool,
    /// Moves after which a match is given up
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) max_steps: u64,
    /// Engine that knows the state and what is legal
    #[arg(long, value_name = "ENGINE", default_value = "interpreter")]
    pub(crate) engine: EngineName,
    /// Where records of the matches are written, as JSON, a line each
    #[arg(short, long, value_name = "MATCHES.jsonl")]
    pub(crate) output: Option<PathBuf>,
    /// Where the matches are written as a trace, which `replay` compares with engines
    #[arg(long, value_name = "TRACE")]
    pub(crate) trace: Option<PathBuf>,
    /// Where a line for each message to players of this program is added
    #[arg(long, value_name = "FILE")]
    pub(crate) log: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) net: NetOptions,
}

impl Match {
    pub(crate) fn start_clock(&self) -> Duration {
        Duration::from_secs(self.start_clock)
    }

    pub(crate) fn play_clock(&self) -> Duration {
        Duration::from_secs(self.play_clock)
    }
}
