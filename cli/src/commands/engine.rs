//! `engine`: the playout engine of a game in Verilog, for boards and other people's designs.

use crate::arena::Arena;
use crate::args::Engine;
use crate::context::Context;
use crate::failure::Failure;
use crate::output;
use std::fs;

pub(crate) fn run(context: &Context, args: &Engine) -> Result<(), Failure> {
    let arena = Arena::open(context, &args.game, &args.net)?;
    let gateware = arena.gateware(args.size.config())?;
    let folder = &args.output;
    fs::create_dir_all(folder).map_err(|error| Failure::file("make", folder, &error))?;
    let manifest = serde_json::to_string_pretty(&gateware.manifest);
    let manifest = manifest.map_err(|error| Failure::unavailable(format!("the manifest can't be written: {error}")))?;
    for file in gateware.files.iter().chain([&gateware.core_file]) {
        output::write_text(Some(&folder.join(&file.name)), &file.text)?;
    }
    output::write_text(Some(&folder.join(format!("{}.json", gateware.engine))), &(manifest + "\n"))
}
