//! `gdl2hdl`: the command line. Arguments in, rendered results out; all work is done by the libraries.

mod arena;
mod args;
mod commands;
mod context;
mod failure;
mod foreign;
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

use std::process::ExitCode;

fn main() -> ExitCode {
    let cli = match args::Cli::read(std::env::args_os()) {
        Ok(cli) => cli,
        Err(error) => return failure::usage(&error),
    };
    let halt = match halt::Halt::new() {
        Ok(halt) => halt,
        Err(failure) => return failure.finish(failure::json_is_asked_for()).into(),
    };
    guard::run(&halt, || commands::run(cli, &halt))
}
