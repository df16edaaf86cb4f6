//! The bare command: game to Verilog and manifest.

use crate::args::Compile;
use crate::context::Context;
use crate::failure::Failure;
use crate::{output, pipeline};
use std::path::{Path, PathBuf};

pub(crate) fn run(context: &Context, args: &Compile) -> Result<(), Failure> {
    let Some(game) = &args.game else { return Err(Failure::usage("a game is needed")) };
    let files = args.output.as_deref().filter(|path| *path != Path::new("-")).map(files).transpose()?;
    let loaded = pipeline::load(context, game)?;
    if let Some((verilog, manifest)) = &files {
        output::not_the_input(loaded.source.path.as_deref(), &[verilog, manifest])?;
    }
    let compiled = pipeline::compile(context, &loaded, &args.net)?;
    let emitted = pipeline::emit(&loaded.source.name, &compiled, &args.net)?;
    let Some((verilog, manifest)) = files else { return output::write_text(None, &emitted.module.text) };
    output::write_text(Some(&verilog), &emitted.module.text)?;
    let described = serde_json::to_string_pretty(&emitted.manifest);
    let described =
        described.map_err(|error| Failure::unavailable(format!("the manifest can't be written: {error}")))?;
    output::write_text(Some(&manifest), &(described + "\n"))
}

/// The Verilog file and its manifest.
fn files(output: &Path) -> Result<(PathBuf, PathBuf), Failure> {
    let manifest = output.with_extension("json");
    if manifest == output || output.file_name().is_none() {
        let message = format!("`{}` must name a Verilog file: the manifest is written beside it", output.display());
        return Err(Failure::usage(message));
    }
    Ok((output.to_owned(), manifest))
}
