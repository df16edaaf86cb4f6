//! One module for each command.

mod check;
mod ground;
mod record;
mod replay;

use crate::args::{Cli, Command};
use crate::failure::{Failure, Status};
use crate::session::Session;

/// Runs what the command line asks for.
pub(crate) fn run(cli: Cli) -> Status {
    let session = Session::new(cli.common);
    let result = dispatch(&session, cli.command);
    session.finish();
    match result {
        Ok(()) => Status::Done,
        Err(failure) => failure.finish(),
    }
}

fn dispatch(session: &Session, command: Option<Command>) -> Result<(), Failure> {
    match command {
        Some(Command::Check(args)) => check::run(session, &args),
        Some(Command::Ground(args)) => ground::run(session, &args),
        Some(Command::Replay(args)) => replay::run(session, &args),
        Some(Command::Record(args)) => record::run(session, &args),
        _ => Err(Failure::usage("not there yet")),
    }
}
