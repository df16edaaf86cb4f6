//! `check`: all findings of the reader and the static rules.

use super::many::{self, Line};
use crate::args::Check;
use crate::context::{self, Context};
use crate::failure::{Failure, Status};
use crate::{output, pipeline, report};
use gdl2hdl_gdl::diagnostics::{Lines, Severity};
use serde_json::json;
use std::path::Path;

pub(crate) fn run(context: &Context, args: &Check) -> Result<(), Failure> {
    match args.games.as_slice() {
        games if many::is_many(games) => many::each(context, games, line),
        games => games.iter().try_for_each(|game| one(context, game)),
    }
}

/// One of many.
fn line(context: &Context, game: &Path) -> Result<Line, Failure> {
    let loaded = pipeline::load(context, game)?;
    let rules = loaded.sheet.rules.len();
    Ok(Line { text: format!("{rules} rules"), fields: json!({"game": loaded.source.name, "rules": rules}) })
}

fn one(context: &Context, game: &Path) -> Result<(), Failure> {
    let loaded = pipeline::examine(context, game)?;
    let (source, diagnostics) = (&loaded.source, &loaded.diagnostics);
    let status = context::status(diagnostics);
    if context.json() {
        let lines = Lines::of(&source.text);
        let list: Vec<_> = diagnostics.iter().map(|d| report::json(&source.shown, &lines, d)).collect();
        let result = json!({"game": source.name, "ok": status == Status::Done, "diagnostics": list});
        output::write_text(None, &format!("{result}\n"))?;
        return if status == Status::Done { Ok(()) } else { Err(Failure::Shown(status)) };
    }
    context.show(source, diagnostics)?;
    let warnings = diagnostics.iter().filter(|d| d.severity == Severity::Warning).count();
    let rules = loaded.sheet.rules.len();
    let verdict = match warnings {
        0 => "no findings".to_owned(),
        n => many::counted(n, "warning"),
    };
    output::show(&format!("{}: {rules} rules, {verdict}\n", source.shown))
}
