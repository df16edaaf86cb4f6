//! `gdl2hdl`: the command line. Arguments in, rendered results out; all work is done by the libraries.

mod arena;
mod args;
mod attend;
mod commands;
mod context;
mod failure;
mod guard;
mod import;
mod input;
mod output;
mod pipeline;
mod port;
mod report;
mod signals;
mod size;

use clap::Parser;
use std::process::ExitCode;

fn main() -> ExitCode {
    let cli = match args::Cli::try_parse().and_then(args::Cli::validated) {
        Ok(cli) => cli,
        Err(error) => return failure::usage(&error),
    };
    guard::run(move || commands::run(cli))
}
