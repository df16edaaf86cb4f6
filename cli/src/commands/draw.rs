//! `draw`: the propnet as a picture.

use crate::args::Draw;
use crate::context::Context;
use crate::failure::Failure;
use crate::unfinished::stopped_while;
use crate::{output, pipeline};
use gdl2hdl_device::graphviz::{self, GraphvizError, Picture};
use gdl2hdl_emit as emit;
use gdl2hdl_gdl::observer::{Observer, Reason, Stage};
use gdl2hdl_verilate::files::shown;
use std::path::Path;

pub(crate) fn run(context: &Context, args: &Draw) -> Result<(), Failure> {
    let to = args.output.as_deref().filter(|path| *path != Path::new("-"));
    output::not_the_input(Some(&args.game), to.as_slice())?;
    let picture = picture(to)?;
    let loaded = pipeline::load(context, &args.game)?;
    let ground = pipeline::ground(context, &loaded)?;
    let propnet = pipeline::propnet(context, &loaded, &ground)?;
    context.stage(Stage::begin("writing the picture"));
    let dot = emit::dot(&propnet, context);
    let dot = dot.map_err(|stopped| stopped_while(stopped, "the picture was written"))?;
    let Some(picture) = picture else { return output::write_text(to, &dot) };
    let drawn = graphviz::draw(&dot, picture, context);
    let drawn = drawn.map_err(|error| match error {
        GraphvizError::Stopped(Reason::Deadline) => {
            Failure::unavailable(format!("{error}, or allow more time with `--deadline SECONDS`"))
        }
        other => Failure::unavailable(other.to_string()),
    })?;
    output::write(to, |out| out.write_all(&drawn))
}

/// What a file is to be by its name; `None` for the text that pictures are made of. What has no name to go by, standard
/// output and devices, is that text.
fn picture(to: Option<&Path>) -> Result<Option<Picture>, Failure> {
    let Some(to) = to.filter(|path| !output::is_stream(path)) else { return Ok(None) };
    let extension = to.extension().and_then(|extension| extension.to_str()).unwrap_or_default().to_ascii_lowercase();
    if ["dot", "gv"].contains(&extension.as_str()) {
        return Ok(None);
    }
    let found = Picture::ALL.into_iter().find(|picture| picture.extension() == extension);
    found.map(Some).ok_or_else(|| {
        Failure::usage(format!(
            "`{}` tells no format: name it .svg, .png, .pdf, or .dot or .gv for the text",
            shown(to)
        ))
    })
}
