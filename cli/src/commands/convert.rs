//! `convert`: the game in another syntax.

use crate::args::Rewrite;
use crate::failure::Failure;
use crate::session::Session;
use crate::{output, pipeline};
use gdl2hdl_compiler::syntax::{Language, print};

pub(crate) fn run(session: &Session, args: &Rewrite) -> Result<(), Failure> {
    let loaded = pipeline::load(session, &args.game)?;
    let to = args.output.as_deref();
    output::not_the_input(loaded.source.path.as_deref(), to.as_slice())?;
    output::write_text(to, &print::sheet(&loaded.sheet, args.language(Language::Kif)))
}
