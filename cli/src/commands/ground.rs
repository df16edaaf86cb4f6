//! `ground`: the game without variables.

use crate::args::Rewrite;
use crate::failure::Failure;
use crate::session::Session;
use crate::{output, pipeline};

pub(crate) fn run(session: &Session, args: &Rewrite) -> Result<(), Failure> {
    let loaded = pipeline::load(session, &args.game)?;
    let outputs = args.output.as_deref();
    output::not_the_input(loaded.source.path.as_deref(), outputs.as_slice())?;
    let program = pipeline::ground(session, &loaded)?.program;
    output::write(outputs, |out| program.lines().try_for_each(|line| writeln!(out, "{line}")))
}
