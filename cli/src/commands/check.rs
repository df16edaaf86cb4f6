//! `check`: all diagnostics of the reader and the static rules.

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
    let rules = loaded.game.sheet().rules.len();
    Ok(Line { text: format!("{rules} rules"), fields: json!({"game": loaded.source.name, "rules": rules}) })
}

fn one(context: &Context, game: &Path) -> Result<(), Failure> {
    let examined = pipeline::examine(context, game)?;
    if context.json() {
        let (source, diagnostics) = (&examined.source, examined.diagnostics());
        let status = context::status(diagnostics);
        let lines = Lines::of(&source.text);
        let list: Vec<_> = diagnostics.iter().map(|d| report::json(&source.shown, &lines, d)).collect();
        let result = json!({"game": source.name, "ok": status == Status::Done, "diagnostics": list});
        output::write_text(None, &format!("{result}\n"))?;
        return if status == Status::Done { Ok(()) } else { Err(Failure::Shown(status)) };
    }
    let loaded = examined.sound(context)?;
    let warnings = loaded.game.diagnostics().iter().filter(|d| d.severity == Severity::Warning).count();
    let rules = loaded.game.sheet().rules.len();
    let verdict = match warnings {
        0 => "no diagnostics".to_owned(),
        n => many::counted(n, "warning"),
    };
    output::show(&format!("{}: {rules} rules, {verdict}\n", loaded.source.shown))
}
