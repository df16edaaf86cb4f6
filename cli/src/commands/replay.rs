//! `replay`: engines against recorded traces.

use crate::args::{EngineName, NetOptions, Replay};
use crate::commands::metagame::read_table;
use crate::context::Context;
use crate::failure::{Failure, Status};
use crate::flags::told;
use crate::output;
use crate::pipeline::{self, Loaded};
use gdl2hdl_gdl::observer::Observer;
use gdl2hdl_ground::metagame::{NameTable, TableError};
use gdl2hdl_play::engine::{Engine, Renamed};
use gdl2hdl_play::replay::{Difference, Options, ReplayError, Report, replay};
use gdl2hdl_play::trace::{TraceError, TraceErrorKind, TraceReader};
use gdl2hdl_verilate::files::shown;
use serde_json::{Value, json};
use std::path::Path;
use std::time::{Duration, Instant};

pub(crate) fn run(context: &Context, args: &Replay) -> Result<(), Failure> {
    let loaded = pipeline::load(context, &args.game)?;
    if args.verilog.is_some() && !args.engine.contains(&EngineName::Verilator) {
        return Err(Failure::usage("--verilog is for engine verilator: write --engine verilator"));
    }
    let table = args.table.as_deref().map(|path| read_table(context, path)).transpose()?;
    let mut results = Vec::new();
    let ended = compare(context, &loaded, args, table.as_ref(), &mut results);
    if context.json() {
        let list: Value = results.iter().map(Compared::json).collect();
        output::write_text(None, &format!("{list}\n"))?;
    }
    if results.iter().any(|result| !result.report.differences.is_empty()) {
        if let Err(failure) = ended {
            failure.finish(context.json());
        }
        return Err(Failure::Shown(Status::Differ));
    }
    ended
}

/// Every engine against every trace, until something prevents it; what was found is in `results` in any case.
fn compare<'a>(
    context: &Context,
    loaded: &Loaded,
    args: &'a Replay,
    table: Option<&NameTable>,
    results: &mut Vec<Compared<'a>>,
) -> Result<(), Failure> {
    for (number, &name) in args.engine.iter().enumerate() {
        let start = Instant::now();
        let mut engine = made(context, loaded, name, args, &args.net, table)?;
        let setup = start.elapsed();
        let mut anywhere = false;
        for trace in &args.traces {
            let start = Instant::now();
            let (mut report, mut late) = one(context, &mut *engine, trace, args)?;
            if number == 0 && table.is_none() {
                of_another_game(context, loaded, trace, &report.game);
            }
            let is_ours = args.net.imported.is_none() && !(name == EngineName::Verilator && args.verilog.is_some());
            if report.unreachable > 0 && !anywhere && name.is_of_a_net() && is_ours {
                context.note(&format!(
                    "note: `{}` holds states that play can't reach: replayed on a net for any state",
                    trace.display()
                ));
                anywhere = true;
                engine = made(context, loaded, name, args, &args.net.at_any_state(), table)?;
                let unreachable = report.unreachable;
                (report, late) = one(context, &mut *engine, trace, args)?;
                report.unreachable = unreachable;
            }
            // Of a replay that was cut short differences count, agreement is none.
            if late.is_none() || !report.differences.is_empty() {
                let result = Compared { trace, engine: engine.name().to_owned(), report, setup, time: start.elapsed() };
                if !context.json() {
                    show(context, loaded, &result)?;
                }
                results.push(result);
            }
            late.map_or(Ok(()), Err)?;
        }
    }
    Ok(())
}

/// An engine that speaks as the traces do.
fn made(
    context: &Context,
    loaded: &Loaded,
    name: EngineName,
    args: &Replay,
    options: &NetOptions,
    table: Option<&NameTable>,
) -> Result<Box<dyn Engine>, Failure> {
    let engine = match args.verilog.as_deref().filter(|_| name == EngineName::Verilator) {
        Some(verilog) => pipeline::edited(context, loaded, options, verilog)?,
        None => pipeline::engine(context, loaded, name, options)?,
    };
    let Some(table) = table else { return Ok(engine) };
    let unusable = |error: TableError| Failure::usage(error.to_string());
    Ok(Box::new(Renamed::new(engine, table.clone()).map_err(unusable)?))
}

/// Warns of a trace that says that it is of a game with another name. The game may be the same all the same: only the
/// comparison can tell.
fn of_another_game(context: &Context, loaded: &Loaded, trace: &Path, recorded: &str) {
    let name = &loaded.source.name;
    if recorded != name {
        let trace = shown(trace);
        context.warn(&format!("`{trace}` was recorded of game `{recorded}`, and is compared with `{name}`"));
    }
}

/// What was found, and why that is not of the whole trace.
fn one(
    context: &Context,
    engine: &mut dyn Engine,
    trace: &Path,
    args: &Replay,
) -> Result<(Report, Option<Failure>), Failure> {
    let in_trace = |message: String| format!("`{}`: {message}", shown(trace));
    let bad_trace = |error: TraceError| match error.kind {
        TraceErrorKind::Io(_) => Failure::unavailable(in_trace(told(&error))),
        _ => Failure::usage(in_trace(told(&error))),
    };
    let reader = TraceReader::open(trace, context.common.max_memory).map_err(bad_trace)?;
    let options = Options {
        max_differences: args.max_differences,
        compare_state: !args.ignore_state,
        out_of_time: &|| context.stopped(),
    };
    match replay(engine, reader, &options) {
        Ok(report) => {
            let empty =
                nothing(&report).map(|why| Failure::unavailable(in_trace(format!("nothing was compared: {why}"))));
            Ok((report, empty))
        }
        Err(ReplayError::Deadline(report)) => {
            let done = in_trace(format!("{} states were compared", report.states));
            let late = context.late(&done, "or take a shorter trace or a faster engine");
            Ok((*report, Some(late)))
        }
        Err(ReplayError::Trace(error)) => Err(bad_trace(error)),
        Err(other) => Err(Failure::unavailable(in_trace(told(&other)))),
    }
}

/// Why a replay compared nothing; `None` when it did, or differs.
fn nothing(report: &Report) -> Option<String> {
    match report {
        report if report.fields > 0 || !report.differences.is_empty() => None,
        Report { states: 0, skipped: 0, .. } => Some("the trace has no states".to_owned()),
        Report { skipped, states: 0, .. } => Some(format!(
            "all {skipped} states are known by digest only, and no recorded move leads there from a state that is known"
        )),
        _ => Some("of its states the trace says nothing that could be compared".to_owned()),
    }
}

/// One engine and one trace.
struct Compared<'a> {
    trace: &'a Path,
    engine: String,
    report: Report,
    setup: Duration,
    time: Duration,
}

impl Compared<'_> {
    fn json(&self) -> Value {
        let report = &self.report;
        json!({
            "game": report.game, "trace": self.trace.display().to_string(), "engine": self.engine,
            "agrees": report.differences.is_empty(), "playouts": report.playouts, "states": report.states,
            "transitions": report.transitions, "fields": report.fields, "skipped": report.skipped,
            "undigested": report.undigested, "refused": report.refused, "unreachable": report.unreachable,
            "noted": report.noted,
            "setup_s": self.setup.as_secs_f64(), "replay_s": self.time.as_secs_f64(),
            "differences": report.differences.iter().map(difference).collect::<Value>(),
        })
    }
}

fn difference(difference: &Difference) -> Value {
    json!({
        "line": difference.line, "playout": difference.playout, "step": difference.step,
        "field": difference.field.to_string(), "expected": difference.expected.to_string(),
        "got": difference.got.to_string(), "text": difference.to_string(),
    })
}

fn show(context: &Context, loaded: &Loaded, result: &Compared<'_>) -> Result<(), Failure> {
    let Compared { engine, report, time, .. } = result;
    let verdict = match report.differences.len() {
        0 => "agrees".to_owned(),
        1 => "DIFFERS".to_owned(),
        n => format!("DIFFERS {n} times"),
    };
    let mut text = format!(
        "{} on {engine}: {verdict}; {} playouts, {} states, {} transitions, {} fields in {:.2} s\n",
        loaded.source.name,
        report.playouts,
        report.states,
        report.transitions,
        report.fields,
        time.as_secs_f64()
    );
    report.differences.iter().for_each(|difference| text.push_str(&difference.to_string()));
    output::show(&text)?;
    if report.skipped + report.undigested > 0 {
        let unseen = report.skipped + report.undigested;
        context.note(&format!("note: {unseen} states are known by digest only and could not be compared"));
    }
    if report.refused > 0 {
        let refused = report.refused;
        context.note(&format!(
            "note: {refused} recorded states were refused by the engine, so nothing else in them was compared"
        ));
    }
    if let Some(first) = report.notes.first() {
        let count = report.noted;
        context.note(&format!(
            "note: {count} differences in legal moves of terminal states, not counted; the first:\n{first}"
        ));
    }
    Ok(())
}
