//! `emit`: Verilog around the module of a game: its logic alone, a step with stages, a bench, properties.

use super::record;
use crate::args::{Emit, What};
use crate::context::Context;
use crate::failure::Failure;
use crate::output;
use crate::pipeline::{self, Loaded};
use crate::unfinished::stopped_while;
use gdl2hdl::{Compiled, Verilog};
use gdl2hdl_device::bench::bench_records;
use gdl2hdl_emit::{self as emit, Part};
use gdl2hdl_gdl::observer::{Observer, Stopped};
use gdl2hdl_hdl::bench::bench;
use gdl2hdl_net::stages::{Around, NotStaged};
use gdl2hdl_play::engine::Codec;
use serde::Serialize;
use std::collections::BTreeSet;
use std::fs;
use std::path::PathBuf;

/// What was written, as a manifest in the same folder and as the result for scripts.
#[derive(Serialize)]
struct Written {
    /// Version of this format: 1.
    format: u32,
    game: String,
    net_hash: String,
    files: Vec<File>,
}

/// A file.
#[derive(Serialize)]
struct File {
    file: String,
    /// What it is of, as the command line names it; `module` is the one that bench and properties are about.
    what: &'static str,
    #[serde(skip)]
    text: String,
}

pub(crate) fn run(context: &Context, args: &Emit) -> Result<(), Failure> {
    let loaded = pipeline::load(context, &args.game)?;
    let compiled = pipeline::compile(context, &loaded, &args.net)?;
    let emitted = compiled.verilog_observed(&loaded.source.name, context).map_err(written)?;
    let described = output::described(&emitted.manifest)?;
    let what: BTreeSet<What> = args.what.iter().copied().collect();
    let module = &emitted.module;
    let mut files = vec![file(format!("{}.json", module.name), "module", described)];
    if what.iter().any(|what| what.has_module()) {
        files.push(file(format!("{}.v", module.name), "module", module.text.clone()));
    }
    for what in what {
        files.extend(made(context, args, &loaded, &compiled, &emitted, what)?);
    }
    if context.stopped() {
        return Err(context.late("nothing was written", "or ask for less"));
    }
    write(context, args, &loaded, emitted.manifest.net_hash, files)
}

fn write(context: &Context, args: &Emit, loaded: &Loaded, net_hash: String, files: Vec<File>) -> Result<(), Failure> {
    let game = loaded.source.name.clone();
    let list = format!("{}.json", emit::module_name(&game, "emitted"));
    let written = Written { format: 1, game, net_hash, files };
    let listed = output::described(&written)?;
    let paths = written.files.iter().map(|file| (args.output.join(&file.file), file.text.as_str()));
    let files: Vec<(PathBuf, &str)> = paths.chain([(args.output.join(list), listed.as_str())]).collect();
    let outputs: Vec<_> = files.iter().map(|(path, _)| path.as_path()).collect();
    output::not_the_input(loaded.source.path.as_deref(), &outputs)?;
    fs::create_dir_all(&args.output).map_err(|error| Failure::file("make", &args.output, &error))?;
    output::write_texts(&files)?;
    if context.json() { output::write_json(&written) } else { Ok(()) }
}

fn file(file: String, what: &'static str, text: String) -> File {
    File { file, what, text }
}

/// Why a text was not written.
fn written(stopped: Stopped) -> Failure {
    stopped_while(stopped, "the Verilog was written")
}

/// The files of one kind.
fn made(
    context: &Context,
    args: &Emit,
    loaded: &Loaded,
    compiled: &Compiled,
    emitted: &Verilog,
    what: What,
) -> Result<Vec<File>, Failure> {
    let net = compiled.net();
    let game = &loaded.source.name;
    let verilog = |part: Part| file(format!("{}.v", part.name), what.name(), part.text);
    match what {
        What::Logic => {
            let logic = emit::logic(net, game, context).map_err(written)?;
            Ok([logic.legal, logic.next, logic.end].map(verilog).into())
        }
        What::Step => {
            let step = emit::step(net, game, args.step.cuts(), Around::default(), context);
            Ok(vec![verilog(step.map_err(|error| match error {
                NotStaged::Stopped(stopped) => stopped_while(stopped, "a step was cut into stages"),
                NotStaged::Broken(broken) => Failure::bug(&broken.to_string()),
            })?)])
        }
        What::Bench => benched(context, args, loaded, compiled, emitted),
        What::Formal => {
            let source = format!("{}.v", emitted.module.name);
            let Some(formal) = emit::formal(&emitted.manifest, &compiled.optimised().groups, &source) else {
                return Err(Failure::usage("this game has no state: there is nothing that holds over time"));
            };
            let project = file(format!("{}.sby", formal.top.name), what.name(), formal.project);
            Ok(vec![verilog(formal.properties), verilog(formal.top), project])
        }
    }
}

/// The bench and its data.
fn benched(
    context: &Context,
    args: &Emit,
    loaded: &Loaded,
    compiled: &Compiled,
    Verilog { module, manifest }: &Verilog,
) -> Result<Vec<File>, Failure> {
    let options = args.bench;
    let codec = Codec::new(compiled.layout()).map_err(|error| Failure::bug(&error.to_string()))?;
    let mut engine = pipeline::engine(context, loaded, options.engine, &args.net.whole())?;
    let job = record::job(loaded, options.playouts, options.max_steps, options.seed);
    let records = bench_records(&mut *engine, &codec, &job, &|| context.stopped());
    let records = records.map_err(|error| record::not_benched(context, options.engine, &error))?;
    let data = format!("{}_tb.hex", module.name);
    let bench = bench(module, manifest, &records, &data).map_err(|error| Failure::usage(error.to_string()))?;
    let bench_file = file(format!("{}.v", bench.name), What::Bench.name(), bench.text);
    Ok(vec![bench_file, file(data, What::Bench.name(), bench.data)])
}
