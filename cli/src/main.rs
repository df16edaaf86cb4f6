//! `gdl2hdl`: the command line. Arguments in, rendered results out; all work is done by the libraries.

mod args;
mod commands;
mod compiled_game;
mod context;
mod failure;
mod flags;
mod foreign;
mod guard;
mod halt;
mod import;
mod input;
mod output;
mod pipeline;
mod players;
mod port;
mod report;
mod size;
mod starts;
mod unfinished;

use std::process::ExitCode;

fn main() -> ExitCode {
    // First of all: from here on a signal ends the program in an orderly way.
    let halt = match halt::Halt::new() {
        Ok(halt) => halt,
        Err(failure) => return failure.finish(failure::json_is_asked_for()).into(),
    };
    let cli = match args::Cli::read(std::env::args_os()) {
        Ok(cli) => cli,
        Err(error) => return failure::usage(&error),
    };
    guard::run(&halt, || commands::run(cli, &halt))
}
