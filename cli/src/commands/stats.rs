//! `stats`: counts and times of every stage.

use super::many::{self, Line};
use super::timeline::Timeline;
use crate::args::Stats;
use crate::context::Context;
use crate::failure::Failure;
use crate::report::{Profile, milliseconds};
use crate::unfinished::stopped_while;
use crate::{output, pipeline};
use gdl2hdl_net as net;
use gdl2hdl_opt::{self as opt, Optimised};
use serde_json::{Map, Value, json};
use std::path::Path;

pub(crate) fn run(context: &Context, args: &Stats) -> Result<(), Failure> {
    if args.timeline {
        return timeline(context, args);
    }
    match args.games.as_slice() {
        games if many::is_many(games) => many::each(context, games, |context, game| line(context, args, game)),
        games => games.iter().try_for_each(|game| one(context, args, game)),
    }
}

/// When the games can be played, and by what.
fn timeline(context: &Context, args: &Stats) -> Result<(), Failure> {
    match args.games.as_slice() {
        games if many::is_many(games) => {
            many::each(context, games, |context, game| Ok(Timeline::of(context, args, game)?.line()))
        }
        games => games.iter().try_for_each(|game| {
            let timeline = Timeline::of(context, args, game)?;
            if context.json() { output::write_json(&timeline.json()) } else { output::show(&timeline.text()) }
        }),
    }
}

/// The only game.
fn one(context: &Context, args: &Stats, game: &Path) -> Result<(), Failure> {
    let Counted { counts, moves_by_role, profile } = count(context, args, game)?;
    if context.json() {
        return output::write_json(&counts);
    }
    output::show(&(table(&counts, &moves_by_role) + &profile))
}

/// One of many.
fn line(context: &Context, args: &Stats, game: &Path) -> Result<Line, Failure> {
    let Counted { counts, .. } = count(context, args, game)?;
    let shown = SHORT.iter().map(|&(title, field)| format!("{} {title}", counts[field]));
    Ok(Line { text: shown.collect::<Vec<_>>().join(", "), fields: counts })
}

/// What is counted of a game.
struct Counted {
    counts: Value,
    /// For people.
    moves_by_role: String,
    /// For people; empty when it was not asked for.
    profile: String,
}

fn count(context: &Context, args: &Stats, game: &Path) -> Result<Counted, Failure> {
    let loaded = pipeline::load(context, game)?;
    let read = context.elapsed();
    let ground = pipeline::ground(context, &loaded)?;
    let grounded = context.elapsed();
    let propnet = pipeline::propnet(context, &loaded, &ground)?;
    let built = ground.net_of(&propnet, context);
    let built = built.map_err(|error| pipeline::refused(context, &loaded.source, error.diagnostics()))?;
    let gates_built = built.net().num_gates();
    let built_at = context.elapsed();
    let optimised = pipeline::optimise(context, built, &args.net)?.into_optimised();
    let total = context.elapsed();
    let luts = net::estimate_luts_observed(&optimised.net, context);
    let luts = luts.map_err(|stopped| stopped_while(stopped, "LUTs were counted"))?;
    let structure = opt::structure(&optimised.net, &optimised.groups);
    let program = ground.program();
    let per_role: Map<String, Value> = (0..program.roles.len())
        .map(|role| (program.text(program.roles[role]), program.moves_of(role).len().into()))
        .collect();
    let mut counts = json!({
        "game": loaded.source.name,
        "rules": loaded.game.sheet().rules.len(),
        "roles": program.roles.len(),
        "bases": program.bases.len(),
        "moves": program.moves.len(),
        "moves_per_role": per_role,
        "facts": program.num_facts,
        "ground_rules": program.rules.len(),
        "ground_literals": program.rules.literals.len(),
        "propositions": program.derived.len(),
        "propnet_gates": propnet.num_gates(),
        "registers": optimised.net.ports.bases.len(),
        "groups": optimised.groups.len(),
        "counters": structure.counters.len(),
        "parts": structure.parts.len(),
        "passes": passes(&optimised),
        "cut_passes": optimised.cut,
        "skipped_passes": optimised.skipped,
        "gates_built": gates_built,
        "gates": optimised.net.num_gates(),
        "lut4": luts.luts,
        "levels": luts.levels,
        "read_ms": milliseconds(read),
        "ground_ms": milliseconds(grounded.saturating_sub(read)),
        "build_ms": milliseconds(built_at.saturating_sub(grounded)),
        "optimise_ms": milliseconds(total.saturating_sub(built_at)),
        "total_ms": milliseconds(total),
    });
    let each: Vec<String> = (0..program.roles.len())
        .map(|role| format!("{} {}", program.text(program.roles[role]), program.moves_of(role).len()))
        .collect();
    let profile = args.profile.then(|| Profile::new(&loaded.source.text, &ground.grounding().profile));
    if let Some(profile) = profile.as_ref().filter(|_| context.json()) {
        counts["profile"] = profile.json();
    }
    let profile = profile.map_or_else(String::new, |profile| format!("\n{}", profile.text()));
    Ok(Counted { counts, moves_by_role: each.join(", "), profile })
}

/// Gates and registers after each pass.
fn passes(optimised: &Optimised) -> Vec<Value> {
    let passed = |p: &opt::Passed| json!({ "pass": p.pass, "gates": p.gates, "registers": p.registers });
    optimised.passes.iter().map(passed).collect()
}

/// What each line of the table says, and the field it shows.
const LINES: [(&str, &str); 22] = [
    ("game", "game"),
    ("roles", "roles"),
    ("bases", "bases"),
    ("actions", "moves"),
    ("facts", "facts"),
    ("rules with variables", "rules"),
    ("ground rules", "ground_rules"),
    ("ground literals", "ground_literals"),
    ("derived propositions", "propositions"),
    ("registers", "registers"),
    ("groups of registers", "groups"),
    ("counters of steps", "counters"),
    ("independent parts", "parts"),
    ("gates of the propnet", "propnet_gates"),
    ("two-input gates, built", "gates_built"),
    ("two-input gates", "gates"),
    ("4-input LUTs, estimate", "lut4"),
    ("levels of LUTs, estimate", "levels"),
    ("ms to read and check", "read_ms"),
    ("ms to ground", "ground_ms"),
    ("ms to build the net", "build_ms"),
    ("ms in all", "total_ms"),
];

/// The same in the line of one of many.
const SHORT: [(&str, &str); 8] = [
    ("roles", "roles"),
    ("bases", "bases"),
    ("actions", "moves"),
    ("ground rules", "ground_rules"),
    ("registers", "registers"),
    ("gates", "gates"),
    ("LUTs", "lut4"),
    ("ms", "total_ms"),
];

fn table(counts: &Value, moves_by_role: &str) -> String {
    let mut text = String::new();
    for (title, field) in LINES {
        let value = match &counts[field] {
            Value::String(name) => name.clone(),
            value => value.to_string(),
        };
        text.push_str(&format!("{title:<26}{value:>14}"));
        if field == "moves" {
            text.push_str(&format!("  ({moves_by_role})"));
        }
        text.push('\n');
    }
    text
}
