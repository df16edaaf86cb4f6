//! `engine`: the playout engine of a game in Verilog, for boards and other people's designs.

use crate::args::Engine;
use crate::compiled_game::CompiledGame;
use crate::context::Context;
use crate::failure::Failure;
use crate::output;
use crate::starts::Starts;
use gdl2hdl_hdl::board::board;
use gdl2hdl_hdl::playout::SourceFile;
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

pub(crate) fn run(context: &Context, args: &Engine) -> Result<(), Failure> {
    let compiled_game = CompiledGame::open(context, &args.game, &args.net, Starts::INITIAL)?;
    let gateware = compiled_game.gateware_named(context, args.name.as_deref(), args.config())?;
    let mut files = gateware.folder(args.axi_stream);
    if let Some(config) = args.board.config() {
        let board = board(&gateware, config).map_err(|error| Failure::usage(error.to_string()))?;
        let there: BTreeSet<String> = files.iter().map(|file| file.name.clone()).collect();
        let list: String = board.files.iter().flat_map(|file| [file.name.as_str(), "\n"]).collect();
        files.extend(board.files.into_iter().filter(|file| !there.contains(&file.name)));
        files.push(SourceFile { name: format!("{}.f", board.top), text: list });
    }
    let manifest = output::described(&gateware.manifest)?;
    files.push(SourceFile { name: format!("{}.json", gateware.engine), text: manifest });
    write(&args.output, &files, compiled_game.loaded.source.path.as_deref())
}

/// Writes all files, or none.
fn write(folder: &Path, files: &[SourceFile], input: Option<&Path>) -> Result<(), Failure> {
    let paths: Vec<_> = files.iter().map(|file| (folder.join(&file.name), file.text.as_str())).collect();
    output::not_the_input(input, &paths.iter().map(|(path, _)| path.as_path()).collect::<Vec<_>>())?;
    for folder in paths.iter().filter_map(|(path, _)| path.parent()).collect::<BTreeSet<_>>() {
        fs::create_dir_all(folder).map_err(|error| Failure::file("make", folder, &error))?;
    }
    output::write_texts(&paths)
}
