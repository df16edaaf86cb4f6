//! `draw`: the propnet as a picture.

use crate::args::Draw;
use crate::failure::Failure;
use crate::session::Session;
use crate::{output, pipeline};
use gdl2hdl_compiler::emit;
use gdl2hdl_compiler::ground::Watch;
use gdl2hdl_runtime::graphviz;

pub(crate) fn run(session: &Session, args: &Draw) -> Result<(), Failure> {
    let loaded = pipeline::load(session, &args.game)?;
    let to = args.output.as_deref();
    output::not_the_input(loaded.source.path.as_deref(), to.as_slice())?;
    let grounding = pipeline::ground(session, &loaded)?;
    let dot = emit::dot(&pipeline::propnet(session, &loaded, &grounding)?);
    if to.and_then(|path| path.extension()).is_none_or(|extension| extension != "svg") {
        return output::write_text(to, &dot);
    }
    let svg = graphviz::svg(&dot, &|| session.expired()).map_err(|error| Failure::unavailable(error.to_string()))?;
    output::write(to, |out| out.write_all(&svg))
}
