//! One module for each command.

pub(crate) mod analyze;
mod area;
mod bench;
mod boards;
mod build;
mod check;
mod compile;
mod convert;
mod crosscheck;
mod draw;
mod emit;
mod engine;
mod export;
mod flash;
mod ground;
mod link_test;
mod many;
mod matches;
mod metagame;
mod player;
mod playouts;
mod prove;
mod record;
mod replay;
mod requirements;
mod rules_interpreter;
mod run;
mod stats;
mod timeline;
mod virtual_board;

use crate::args::{Cli, Command};
use crate::context::Context;
use crate::failure::{Failure, Status};
use crate::halt::Halt;
use std::sync::Arc;

/// Runs what the command line asks for.
pub(crate) fn run(cli: Cli, halt: &Arc<Halt>) -> Status {
    let context = Context::new(cli.common.clone(), Arc::clone(halt));
    let result = dispatch(&context, cli);
    context.finish();
    match result {
        Ok(()) => Status::Done,
        Err(failure) => failure.finish(context.json()),
    }
}

fn dispatch(context: &Context, cli: Cli) -> Result<(), Failure> {
    match cli.command {
        Some(Command::Check(args)) => check::run(context, &args),
        Some(Command::Ground(args)) => ground::run(context, &args),
        Some(Command::Replay(args)) => replay::run(context, &args),
        Some(Command::Record(args)) => record::run(context, &args),
        Some(Command::Playouts(args)) => playouts::run(context, &args),
        Some(Command::Match(args)) => matches::run(context, &args),
        Some(Command::Player(args)) => player::run(context, &args),
        Some(Command::Crosscheck(args)) => crosscheck::run(context, &args),
        Some(Command::Analyze(args)) => analyze::run(context, &args),
        Some(Command::Bench(args)) => bench::run(context, &args),
        Some(Command::Stats(args)) => stats::run(context, &args),
        Some(Command::Convert(args)) => convert::run(context, &args),
        Some(Command::Symbolize(args)) => metagame::symbolize(context, &args),
        Some(Command::Simplify(args)) => metagame::simplify(context, &args),
        Some(Command::Materialize(args)) => metagame::materialize(context, &args),
        Some(Command::Prune(args)) => metagame::prune(context, &args),
        Some(Command::Optimize(args)) => metagame::optimize(context, &args),
        Some(Command::Obfuscate(args)) => metagame::obfuscate(context, &args),
        Some(Command::Draw(args)) => draw::run(context, &args),
        Some(Command::Area(args)) => area::run(context, &args),
        Some(Command::Emit(args)) => emit::run(context, &args),
        Some(Command::Engine(args)) => engine::run(context, &args),
        Some(Command::Export(args)) => export::run(context, &args),
        Some(Command::Prove(args)) => prove::run(context, &args),
        Some(Command::Requirements(args)) => requirements::run(context, &args),
        Some(Command::Boards(args)) => boards::run(context, &args),
        Some(Command::Build(args)) => build::run(context, &args),
        Some(Command::Flash(args)) => flash::run(context, &args),
        Some(Command::VirtualBoard(args)) => virtual_board::run(context, &args),
        Some(Command::Run(args)) => run::run(context, &args),
        Some(Command::LinkTest(args)) => link_test::run(context, &args),
        None => compile::run(context, &cli.compile),
    }
}
