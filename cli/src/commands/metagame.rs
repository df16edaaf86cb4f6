//! `simplify`, `materialize`, `prune`, `optimize`, `symbolize`, `obfuscate`: a game made of another that means the same.

use crate::args::{Obfuscate, Rewrite, Symbolize};
use crate::context::Context;
use crate::failure::{Failure, say};
use crate::pipeline::{self, Loaded};
use crate::{input, output};
use gdl2hdl_gdl::check::Checked;
use gdl2hdl_gdl::diagnostics::Diagnostic;
use gdl2hdl_gdl::observer::Observer;
use gdl2hdl_gdl::syntax::{Language, print, with_lawful_goals};
use gdl2hdl_ground::metagame::{self, Bounds, Made, NameTable, Refused, Size};
use gdl2hdl_verilate::files::shown;
use serde::Serialize;
use serde_json::{Value, json};
use std::path::{Path, PathBuf};
use std::time::Duration;

/// A metagamer without options of its own.
type Metagamer<G> = fn(&Checked, Bounds<'_>) -> Result<Made<G>, Refused>;

pub(crate) fn simplify(context: &Context, args: &Rewrite) -> Result<(), Failure> {
    run(context, args, "simplify", metagame::simplify, |gain| {
        let (rules, subgoals) = (gain.rules_removed, gain.subgoals_removed);
        format!("{rules} rules and {subgoals} subgoals decided, {}", change(gain.before, gain.after))
    })
}

pub(crate) fn materialize(context: &Context, args: &Rewrite) -> Result<(), Failure> {
    run(context, args, "materialize", metagame::materialize, |gain| {
        format!("{} relations became facts, {}", gain.relations, change(gain.before, gain.after))
    })
}

pub(crate) fn prune(context: &Context, args: &Rewrite) -> Result<(), Failure> {
    run(context, args, "prune", metagame::prune, |gain| {
        let dropped = if gain.state_dropped { ", of the state too" } else { "" };
        let grouped = match gain.moves_grouped {
            0 => String::new(),
            moves => format!("{moves} moves in {} groups, ", gain.move_groups),
        };
        format!("{} rules dropped{dropped}, {grouped}{}", gain.rules_removed, change(gain.before, gain.after))
    })
}

pub(crate) fn optimize(context: &Context, args: &Rewrite) -> Result<(), Failure> {
    run(context, args, "optimize", metagame::optimize, |gain| {
        let dropped = if gain.state_dropped { ", of the state too" } else { "" };
        format!("{} rounds{dropped}, {}", gain.rounds, change(gain.before, gain.after))
    })
}

pub(crate) fn symbolize(context: &Context, args: &Symbolize) -> Result<(), Failure> {
    let rewrite = &args.rewrite;
    let table_path = beside(rewrite, args.table.as_deref());
    let loaded = load(context, rewrite, table_path.as_deref())?;
    let start = context.elapsed();
    let made = metagame::symbolize(loaded.game.sheet(), bounds(context)).map_err(|d| refused(context, &loaded, *d))?;
    context.show(&loaded.source, &made.diagnostics)?;
    let time = context.elapsed().saturating_sub(start);
    write(context, rewrite, &made)?;
    write_table(context, table_path.as_deref(), &made.gain.table)?;
    let ground = &made.gain.ground;
    let text = format!("{} rules over propositions, {} sentences renamed", ground.rules, made.gain.renamed);
    tell(context, &loaded, rewrite, &Told { name: "symbolize", gain: &made.gain, text, time })
}

pub(crate) fn obfuscate(context: &Context, args: &Obfuscate) -> Result<(), Failure> {
    let rewrite = &args.rewrite;
    let table_path = if args.undo.is_some() { None } else { beside(rewrite, args.table.as_deref()) };
    let loaded = load(context, rewrite, table_path.as_deref())?;
    let start = context.elapsed();
    let made = match &args.undo {
        Some(path) => {
            let table = read_table(context, path)?;
            metagame::restore(loaded.game.sheet(), &table).map_err(|error| unusable(path, &error.to_string()))?
        }
        None => metagame::obfuscate(loaded.game.sheet(), args.seed).map_err(|d| refused(context, &loaded, *d))?,
    };
    let time = context.elapsed().saturating_sub(start);
    write(context, rewrite, &made)?;
    if args.undo.is_none() {
        write_table(context, table_path.as_deref(), &made.gain.table)?;
    }
    let text = format!("{} words and {} variables renamed", made.gain.words, made.gain.variables);
    tell(context, &loaded, rewrite, &Told { name: "obfuscate", gain: &made.gain, text, time })
}

/// Reads a table of names.
pub(super) fn read_table(context: &Context, path: &Path) -> Result<NameTable, Failure> {
    let bytes = input::bytes(path, context.common.max_input)?;
    let table: NameTable = serde_json::from_slice(&bytes).map_err(|error| unusable(path, &error.to_string()))?;
    table.check().map_err(|error| unusable(path, &error.to_string()))?;
    Ok(table)
}

fn unusable(path: &Path, why: &str) -> Failure {
    Failure::usage(format!("`{}` is no table of this game's names: {why}", shown(path)))
}

/// Runs a metagamer from the game to its report; `text` says what it gained.
fn run<G: Serialize>(
    context: &Context,
    args: &Rewrite,
    name: &'static str,
    metagamer: Metagamer<G>,
    text: impl Fn(&G) -> String,
) -> Result<(), Failure> {
    let loaded = load(context, args, None)?;
    let start = context.elapsed();
    let made = metagamer(loaded.game.sheet(), bounds(context)).map_err(|d| refused(context, &loaded, *d))?;
    context.show(&loaded.source, &made.diagnostics)?;
    let time = context.elapsed().saturating_sub(start);
    write(context, args, &made)?;
    tell(context, &loaded, args, &Told { name, gain: &made.gain, text: text(&made.gain), time })
}

fn load(context: &Context, args: &Rewrite, table: Option<&Path>) -> Result<Loaded, Failure> {
    let loaded = pipeline::load(context, &args.game)?;
    let outputs: Vec<&Path> = args.output.as_deref().into_iter().chain(table).collect();
    output::not_the_input(loaded.source.path.as_deref(), &outputs)?;
    if table.is_some() && table == args.output.as_deref() {
        return Err(Failure::usage("the game and the table of its names need a file each"));
    }
    Ok(loaded)
}

fn bounds(context: &Context) -> Bounds<'_> {
    Bounds { limits: pipeline::limits(context), observer: context }
}

/// A bound was met: nothing is written, and that is said.
fn refused(context: &Context, loaded: &Loaded, diagnostic: Diagnostic) -> Failure {
    let failure = pipeline::refused(context, &loaded.source, &[diagnostic]);
    context.note("nothing was written: the game is as it was");
    failure
}

fn write<G>(context: &Context, args: &Rewrite, made: &Made<G>) -> Result<(), Failure> {
    let text = print::sheet(&with_lawful_goals(&made.sheet), args.language(Language::Kif));
    if let Some(reason) = context.reason() {
        return Err(Failure::Limit("G201", format!("{reason} before the game was written: it is as it was")));
    }
    output::write_text(args.output.as_deref(), &text)
}

fn write_table(context: &Context, path: Option<&Path>, table: &NameTable) -> Result<(), Failure> {
    let Some(path) = path else {
        context.note("note: no table of the names was written; name a file with `--table`");
        return Ok(());
    };
    output::write_text(Some(path), &output::described(table)?)
}

/// Where the table goes: where it is wanted, else beside the output.
fn beside(args: &Rewrite, wanted: Option<&Path>) -> Option<PathBuf> {
    let beside = || args.output.as_ref().filter(|_| to_file(args)).map(|path| path.with_extension("names.json"));
    wanted.map(Path::to_owned).or_else(beside)
}

/// Whether the game goes to a file: not to standard output, a device or a pipe.
pub(super) fn to_file(args: &Rewrite) -> bool {
    let is_file = |path: &Path| path.metadata().map_or(true, |meta| meta.is_file());
    args.output.as_deref().is_some_and(|path| path != Path::new("-") && is_file(path))
}

/// What a metagamer did.
pub(super) struct Told<'a, G> {
    pub(super) name: &'static str,
    pub(super) gain: &'a G,
    /// For people.
    pub(super) text: String,
    pub(super) time: Duration,
}

/// Reports a gain. The report for scripts goes to standard output, unless the game went there.
pub(super) fn tell<G: Serialize>(
    context: &Context,
    loaded: &Loaded,
    args: &Rewrite,
    told: &Told<'_, G>,
) -> Result<(), Failure> {
    let ms = (told.time.as_secs_f64() * 1e6).round() / 1e3;
    if !context.json() {
        context.note(&format!("{}: {}, {ms:.1} ms", told.name, told.text));
        return Ok(());
    }
    let mut report = json!({ "game": loaded.source.name, "metagamer": told.name, "ms": ms });
    if let (Value::Object(report), Ok(Value::Object(gain))) = (&mut report, serde_json::to_value(told.gain)) {
        report.extend(gain);
    }
    if to_file(args) {
        return output::write_text(None, &format!("{report}\n"));
    }
    context.above_bar(|| say(&report.to_string()));
    Ok(())
}

fn change(before: Size, after: Size) -> String {
    let Size { facts, rules, literals } = before;
    let (to_facts, to_rules, to_literals) = (after.facts, after.rules, after.literals);
    format!("facts {facts} -> {to_facts}, rules {rules} -> {to_rules}, literals {literals} -> {to_literals}")
}
