//! One module for each command.

mod check;
mod compile;
mod convert;
mod draw;
mod ground;
mod record;
mod replay;
mod stats;

use crate::args::{Cli, Command};
use crate::failure::{Failure, Status};
use crate::session::Session;

/// Runs what the command line asks for.
pub(crate) fn run(cli: Cli) -> Status {
    let session = Session::new(cli.common.clone());
    let result = dispatch(&session, cli);
    session.finish();
    match result {
        Ok(()) => Status::Done,
        Err(failure) => failure.finish(),
    }
}

fn dispatch(session: &Session, cli: Cli) -> Result<(), Failure> {
    match cli.command {
        Some(Command::Check(args)) => check::run(session, &args),
        Some(Command::Ground(args)) => ground::run(session, &args),
        Some(Command::Replay(args)) => replay::run(session, &args),
        Some(Command::Record(args)) => record::run(session, &args),
        Some(Command::Stats(args)) => stats::run(session, &args),
        Some(Command::Convert(args)) => convert::run(session, &args),
        Some(Command::Draw(args)) => draw::run(session, &args),
        None => compile::run(session, &cli.compile),
    }
}
