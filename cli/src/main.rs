//! `gdl2hdl`: the command line. Arguments in, rendered results out; all work is done by the libraries.

mod arena;
mod args;
mod commands;
mod context;
mod failure;
mod guard;
mod halt;
mod import;
mod input;
mod output;
mod pipeline;
mod port;
mod report;
mod size;
mod unfinished;

use clap::Parser;
use std::process::ExitCode;

fn main() -> ExitCode {
    let cli = match args::Cli::try_parse().and_then(args::Cli::validated) {
        Ok(cli) => cli,
        Err(error) => return failure::usage(&error),
    };
    let halt = match halt::Halt::new() {
        Ok(halt) => halt,
        Err(failure) => return failure.finish().into(),
    };
    guard::run(&halt, || commands::run(cli, &halt))
}
