//! The command line of `analyze`.

use super::NetOptions;
use super::playouts::{EngineOptions, Player, threads};
use crate::size;
use clap::Args;
use gdl2hdl_search::TreeOptions;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::time::Duration;

/// Options of `analyze`.
#[derive(Args, Debug)]
pub(crate) struct Analyze {
    /// Game rules, or `-` for standard input
    pub(crate) game: PathBuf,
    /// State in sentences, or `-` for standard input [default: the initial state]
    #[arg(long, value_name = "FILE")]
    pub(crate) state: Option<PathBuf>,
    /// Seconds to search [default: 1, without --playouts]
    #[arg(long, value_name = "SECONDS", value_parser = size::seconds)]
    seconds: Option<Duration>,
    /// Playouts to search: the result is then the same on every machine and engine
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) playouts: Option<u64>,
    /// Engine that plays
    #[arg(long, value_name = "ENGINE", default_value = "cpu")]
    pub(crate) engine: Player,
    /// Threads to play on, where the engine can
    #[arg(long, value_name = "N", default_value = "1", value_parser = threads)]
    pub(crate) threads: NonZeroUsize,
    /// Leaves that are searched together: more make the engine faster and the search less exact
    #[arg(long, value_name = "N", default_value_t = TreeOptions::default().leaves as u64,
          value_parser = clap::value_parser!(u64).range(1..=4096))]
    leaves: u64,
    /// Playouts of these leaves together
    #[arg(long, value_name = "N", default_value_t = TreeOptions::default().playouts,
          value_parser = clap::value_parser!(u64).range(1..=1 << 20))]
    batch: u64,
    /// Constant of UCT: how much moves with few playouts are preferred
    #[arg(long, value_name = "C", default_value_t = TreeOptions::default().exploration, allow_negative_numbers = true,
          value_parser = exploration)]
    exploration: f64,
    /// Seed of all random bits
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,
    /// Steps after which a playout is cut off
    #[arg(long, value_name = "N", default_value_t = TreeOptions::default().max_steps)]
    max_steps: u64,
    #[command(flatten)]
    pub(crate) engine_options: EngineOptions,
    #[command(flatten)]
    pub(crate) net: NetOptions,
}

/// How long to search where nothing is said.
const SECONDS: Duration = Duration::from_secs(1);

impl Analyze {
    /// How to search, in so much memory.
    pub(crate) fn options(&self, max_bytes: usize) -> TreeOptions {
        let Self { batch: playouts, exploration, max_steps, seed, .. } = *self;
        let leaves = usize::try_from(self.leaves).unwrap_or(usize::MAX);
        TreeOptions { leaves, playouts, exploration, max_steps, seed, max_bytes }
    }

    /// How long to search; as long as it takes where only playouts are given.
    pub(crate) fn time(&self) -> Option<Duration> {
        self.seconds.or_else(|| self.playouts.is_none().then_some(SECONDS))
    }
}

fn exploration(text: &str) -> Result<f64, String> {
    let number: Option<f64> = text.parse().ok();
    number.filter(|number| (0.0..=1000.0).contains(number)).ok_or_else(|| "not a number from 0 to 1000".to_owned())
}
