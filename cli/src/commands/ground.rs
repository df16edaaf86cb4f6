//! `ground`: the game without variables.

use super::metagame::{Told, tell, to_file};
use crate::args::Ground;
use crate::context::Context;
use crate::failure::Failure;
use crate::failure::say;
use crate::report::Profile;
use crate::{output, pipeline};
use gdl2hdl_gdl::observer::Observer;
use gdl2hdl_gdl::syntax::{Language, kif, print, with_lawful_goals};
use gdl2hdl_ground::GroundGoal;
use gdl2hdl_ground::metagame::Grounded;
use std::io;

/// Lines written between two looks at the clock.
const ASK_EVERY: usize = 1 << 14;

pub(crate) fn run(context: &Context, args: &Ground) -> Result<(), Failure> {
    let (profile, args) = (args.profile, &args.rewrite);
    let loaded = pipeline::load(context, &args.game)?;
    let to = args.output.as_deref();
    output::not_the_input(loaded.source.path.as_deref(), to.as_slice())?;
    let start = context.elapsed();
    let ground = pipeline::ground(context, &loaded)?;
    let (gain, time) = (Grounded::of(ground.grounding()), context.elapsed().saturating_sub(start));
    if profile {
        let profile = Profile::new(&loaded.source.text, &ground.grounding().profile);
        let text = if context.json() { profile.json().to_string() } else { profile.text() };
        context.above_bar(|| say(text.trim_end()));
    }
    let program = ground.program();
    match args.language(Language::Kif) {
        Language::Kif if program.goals.iter().all(GroundGoal::is_lawful) => output::write(to, |out| {
            let mut number = 0_usize;
            program.each_line(|line| {
                if number.is_multiple_of(ASK_EVERY) {
                    context.go_on().map_err(io::Error::other)?;
                }
                number += 1;
                out.write_all(line.as_bytes())?;
                out.write_all(b"\n")
            })
        })?,
        other => {
            // The printers work on rules, which the prefix form gives.
            let sheet = kif::parse(&program.listing()).sheet;
            output::write_text(to, &print::sheet(&with_lawful_goals(&sheet), other))?;
        }
    }
    // Beside a game on standard output, standard error has the profile, which scripts read as one value, or nothing.
    if !to_file(args) && (profile || !context.json()) {
        return Ok(());
    }
    let Grounded { bases, actions, facts, rules, .. } = gain;
    let text = format!("{bases} bases, {actions} actions, {facts} facts, {rules} rules");
    tell(context, &loaded, args, &Told { name: "ground", gain: &gain, text, time })
}
