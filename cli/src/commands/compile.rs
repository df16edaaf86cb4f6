//! The bare command: game to Verilog and manifest.

use crate::args::Compile;
use crate::context::Context;
use crate::failure::Failure;
use crate::unfinished::stopped_while;
use crate::{output, pipeline};
use gdl2hdl_emit::{Manifest, header};
use gdl2hdl_verilate::files::shown;
use std::fs::File;
use std::io::{BufReader, Read};
use std::path::{Path, PathBuf};

/// Longest file that is looked at to see whether it is a manifest. **Units:** bytes.
const MAX_MANIFEST: u64 = 1 << 30;

/// What is written where.
struct Files {
    verilog: PathBuf,
    manifest: Option<PathBuf>,
}

pub(crate) fn run(context: &Context, args: &Compile) -> Result<(), Failure> {
    let Some(game) = &args.game else { return Err(Failure::usage("a game is needed")) };
    let files = files(args)?;
    let loaded = pipeline::load(context, game)?;
    let named = files.iter().flat_map(|files| std::iter::once(&files.verilog).chain(&files.manifest));
    let outputs: Vec<&Path> = named.chain(&args.header).map(PathBuf::as_path).collect();
    output::not_the_input(loaded.source.path.as_deref(), &outputs)?;
    if args.header.as_deref() == Some(Path::new("-")) {
        return Err(Failure::usage("a header is a file that Verilog includes: name it with --header FILE.vh"));
    }
    if (1..outputs.len()).any(|i| outputs[..i].contains(&outputs[i])) {
        return Err(Failure::usage("Verilog, manifest and header are files of their own; give them different names"));
    }
    let compiled = pipeline::compile(context, &loaded, &args.net)?;
    let emitted = compiled.verilog_observed(&loaded.source.name, context);
    let emitted = emitted.map_err(|stopped| stopped_while(stopped, "the Verilog was written"))?;
    let names = args.header.as_ref().map(|path| (path.clone(), header(&emitted.manifest)));
    let names = names.iter().map(|(path, text)| (path.clone(), text.as_str()));
    let Some(Files { verilog, manifest }) = files else {
        output::write_texts(&names.collect::<Vec<_>>())?;
        return output::write_text(None, emitted.text());
    };
    let described = output::described(&emitted.manifest)?;
    let mut texts = vec![(verilog, emitted.text())];
    texts.extend(manifest.map(|manifest| (manifest, described.as_str())));
    texts.extend(names);
    output::write_texts(&texts)
}

/// The Verilog file and its manifest: the one that was named, or the one beside it. Beside a device there is none.
fn files(args: &Compile) -> Result<Option<Files>, Failure> {
    let output = args.output.as_deref().filter(|path| *path != Path::new("-"));
    let Some(output) = output else {
        return match &args.manifest {
            Some(_) => Err(Failure::usage("--manifest needs a Verilog file beside it: -o OUT.v")),
            None => Ok(None),
        };
    };
    let beside = || (!output::is_stream(output)).then(|| output.with_extension("json"));
    let manifest = args.manifest.clone().or_else(beside);
    if manifest.as_deref() == Some(output) || output.file_name().is_none() {
        let message = format!("`{}` must name a Verilog file: the manifest is written beside it", shown(output));
        return Err(Failure::usage(message));
    }
    // Nobody said that this one is to be replaced: it must be an earlier manifest.
    if let Some(beside) = manifest.as_deref().filter(|path| args.manifest.is_none() && !is_replaceable(path)) {
        return Err(Failure::usage(format!(
            "`{}` is there and is no manifest of this program; write it elsewhere with --manifest FILE.json, or choose \
             another -o",
            shown(beside)
        )));
    }
    Ok(Some(Files { verilog: output.to_owned(), manifest }))
}

/// Whether there is nothing, or a manifest.
fn is_replaceable(path: &Path) -> bool {
    match File::open(path) {
        // What can't be opened can't be replaced either: why is said then.
        Err(_) => true,
        Ok(file) => {
            let is_file = file.metadata().is_ok_and(|meta| meta.is_file());
            !is_file || serde_json::from_reader::<_, Manifest>(BufReader::new(file.take(MAX_MANIFEST))).is_ok()
        }
    }
}
