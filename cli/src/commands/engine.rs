//! `engine`: the playout engine of a game in Verilog, for boards and other people's designs.

use crate::arena::Arena;
use crate::args::Engine;
use crate::context::Context;
use crate::failure::Failure;
use crate::output;
use crate::starts::Starts;
use std::fs;

pub(crate) fn run(context: &Context, args: &Engine) -> Result<(), Failure> {
    let arena = Arena::open(context, &args.game, &args.net, Starts::INITIAL)?;
    let gateware = arena.gateware(args.size.config())?;
    let folder = &args.output;
    fs::create_dir_all(folder).map_err(|error| Failure::file("make", folder, &error))?;
    let manifest = serde_json::to_string_pretty(&gateware.manifest);
    let manifest = manifest.map_err(|error| Failure::unavailable(format!("the manifest can't be written: {error}")))?;
    let manifest = manifest + "\n";
    let sources = gateware.files.iter().chain([&gateware.core_file]);
    let mut files: Vec<_> = sources.map(|file| (folder.join(&file.name), file.text.as_str())).collect();
    files.push((folder.join(format!("{}.json", gateware.engine)), &manifest));
    output::write_texts(&files)
}
