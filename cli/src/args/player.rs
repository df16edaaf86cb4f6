//! The command line of the player for game managers.

use super::spec::ChooserSpec;
use crate::size;
use clap::Args;
use gdl2hdl_web::DEFAULT_PORT;
use std::path::PathBuf;
use std::time::Duration;

/// Longest name of a player.
const MAX_NAME: usize = 100;

/// Options of `player`.
#[derive(Args, Debug)]
pub(crate) struct HttpPlayer {
    /// Address to listen at; 0.0.0.0 hears other machines, too
    #[arg(long, value_name = "HOST", default_value = "127.0.0.1")]
    pub(crate) host: String,
    /// Port to listen at; 0 takes any that is free, and the first line says which
    #[arg(long, value_name = "PORT", default_value_t = DEFAULT_PORT)]
    pub(crate) port: u16,
    /// Who chooses the moves, as NAME or NAME:KEY=VALUE,KEY=VALUE: `mcts`, `mcs`, `random` and others
    #[arg(long, value_name = "PLAYER", default_value = "mcts")]
    pub(crate) player: ChooserSpec,
    /// The name that managers are told
    #[arg(long, value_name = "NAME", default_value = "gdl2hdl", value_parser = name)]
    pub(crate) name: String,
    /// Seconds before the end of a clock at which the answer is given, at most half of the clock
    #[arg(long, value_name = "SECONDS", default_value = "0.5", value_parser = size::seconds)]
    pub(crate) margin: Duration,
    /// Seed of a player that has no option seed
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub(crate) seed: u64,
    /// Where a line for each message is added [default: standard error]
    #[arg(long, value_name = "FILE")]
    pub(crate) log: Option<PathBuf>,
}

/// A name that can be said in an answer.
fn name(text: &str) -> Result<String, String> {
    let is_fit = |c: char| !c.is_control() && !matches!(c, '(' | ')' | ';' | '"');
    if text.trim().is_empty() || text.len() > MAX_NAME || !text.chars().all(is_fit) {
        return Err(format!("a name has 1 to {MAX_NAME} bytes, without parentheses, quotes and semicolons"));
    }
    Ok(text.to_owned())
}
