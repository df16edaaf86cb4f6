//! `ground`: the game without variables.

use crate::args::Rewrite;
use crate::context::Context;
use crate::failure::Failure;
use crate::{output, pipeline};
use gdl2hdl_compiler::syntax::{Language, kif, print};

pub(crate) fn run(context: &Context, args: &Rewrite) -> Result<(), Failure> {
    let loaded = pipeline::load(context, &args.game)?;
    let to = args.output.as_deref();
    output::not_the_input(loaded.source.path.as_deref(), to.as_slice())?;
    let program = pipeline::ground(context, &loaded)?.program;
    match args.language(Language::Kif) {
        Language::Kif => output::write(to, |out| program.lines().try_for_each(|line| writeln!(out, "{line}"))),
        other => {
            // The printers work on rules, which the prefix form gives.
            let text: String = program.lines().flat_map(|line| [line, "\n".to_owned()]).collect();
            output::write_text(to, &print::sheet(&kif::parse(&text).sheet, other))
        }
    }
}
