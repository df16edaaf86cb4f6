//! `convert`: the game in another syntax.

use crate::args::Rewrite;
use crate::context::Context;
use crate::failure::Failure;
use crate::{output, pipeline};
use gdl2hdl_gdl::syntax::{Language, print, with_lawful_goals};

pub(crate) fn run(context: &Context, args: &Rewrite) -> Result<(), Failure> {
    let loaded = pipeline::load(context, &args.game)?;
    let to = args.output.as_deref();
    output::not_the_input(loaded.source.path.as_deref(), to.as_slice())?;
    output::write_text(to, &print::sheet(&with_lawful_goals(loaded.game.sheet()), args.language(Language::Kif)))
}
