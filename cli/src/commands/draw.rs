//! `draw`: the propnet as a picture.

use crate::args::Draw;
use crate::context::Context;
use crate::failure::Failure;
use crate::{output, pipeline};
use gdl2hdl_compiler::emit;
use gdl2hdl_compiler::watch::Watch;
use gdl2hdl_runtime::graphviz;

pub(crate) fn run(context: &Context, args: &Draw) -> Result<(), Failure> {
    let loaded = pipeline::load(context, &args.game)?;
    let to = args.output.as_deref();
    output::not_the_input(loaded.source.path.as_deref(), to.as_slice())?;
    let grounding = pipeline::ground(context, &loaded)?;
    let dot = emit::dot(&pipeline::propnet(context, &loaded, &grounding)?);
    if to.and_then(|path| path.extension()).is_none_or(|extension| extension != "svg") {
        return output::write_text(to, &dot);
    }
    let svg = graphviz::svg(&dot, &|| context.stopped()).map_err(|error| Failure::unavailable(error.to_string()))?;
    output::write(to, |out| out.write_all(&svg))
}
