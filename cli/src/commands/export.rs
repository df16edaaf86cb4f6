//! `export`: the net for logic optimisers and other programs.

use crate::args::{Export, Format};
use crate::context::Context;
use crate::failure::Failure;
use crate::unfinished::stopped_while;
use crate::{output, pipeline};
use gdl2hdl_emit as emit;
use gdl2hdl_gdl::observer::{Observer, Stage};
use gdl2hdl_net::aiger::{Encoding, write};
use gdl2hdl_verilate::files::shown;
use std::path::Path;

pub(crate) fn run(context: &Context, args: &Export) -> Result<(), Failure> {
    let to = args.output.as_deref().filter(|path| *path != Path::new("-"));
    let format = format(context.common.format, to)?;
    let loaded = pipeline::load(context, &args.game)?;
    output::not_the_input(loaded.source.path.as_deref(), to.as_slice())?;
    let compiled = pipeline::compile(context, &loaded, &args.net)?;
    let net = compiled.net();
    let (game, form) = (&loaded.source.name, args.form());
    context.stage(Stage::begin("writing the net"));
    let graph = || emit::aiger(net, game, form, context);
    let bytes = match format {
        Format::Blif => emit::blif(net, game, form, context).map(String::into_bytes),
        Format::Aig => graph().map(|graph| write(&graph, Encoding::Binary)),
        _ => graph().map(|graph| write(&graph, Encoding::Ascii)),
    };
    let bytes = bytes.map_err(|stopped| stopped_while(stopped, "the net was written"))?;
    output::write(to, |out| out.write_all(&bytes))
}

/// The format that was asked for, or that the file is named for.
fn format(asked: Format, to: Option<&Path>) -> Result<Format, Failure> {
    if asked.is_of_nets() {
        return Ok(asked);
    }
    let Some(to) = to else { return Ok(Format::Aag) };
    match to.extension().and_then(|extension| extension.to_str()) {
        Some("aig") => Ok(Format::Aig),
        Some("aag") => Ok(Format::Aag),
        Some("blif") => Ok(Format::Blif),
        _ => {
            let message = "`{}` tells no format: name it .aig, .aag or .blif, or write --format aig, aag or blif";
            Err(Failure::usage(message.replace("{}", &shown(to))))
        }
    }
}
