//! Games that can't be grounded within the bounds, played by their rules alone.

use crate::args::{EngineName, JobOptions, NetOptions, Player, Sizes};
use crate::compiled_game::{CompiledGame, slots};
use crate::context::Context;
use crate::failure::Failure;
use crate::pipeline::{self, Loaded};
use crate::starts::Starts;
use gdl2hdl_gdl::diagnostics::{Diagnostic, Severity};
use gdl2hdl_play::engine::Engine;
use gdl2hdl_play::playout::{Job, RulesInterpreter};
use std::path::Path;

/// Part of the deadline that grounding may take before the rules are played without it.
const SHARE: u32 = 4;

/// A game, ready to be played.
pub(super) enum Opened {
    /// On a net, as all engines can.
    Net(Box<CompiledGame>),
    /// By the rules alone, as only the interpreter can.
    Rules(Box<Rules>),
}

/// A game without a net.
pub(super) struct Rules {
    /// Its text.
    pub(super) loaded: Loaded,
    /// What plays it.
    pub(super) player: RulesInterpreter<Box<dyn Engine>>,
}

/// Opens a game for an engine. The interpreter goes without a net where there is none within the bounds; what it plays
/// then is told in a warning, with the rule to blame.
pub(super) fn open(
    context: &Context,
    game: &Path,
    player: Player,
    options: &NetOptions,
    starts: Starts<'_>,
) -> Result<Opened, Failure> {
    if player != Player::Interpreter {
        return Ok(Opened::Net(Box::new(CompiledGame::open(context, game, options, starts)?)));
    }
    let loaded = pipeline::load(context, game)?;
    match pipeline::try_build(context, &loaded, context.deadline() / SHARE) {
        Ok(built) => {
            let compiled_game = CompiledGame::of(context, loaded, built, options, starts)?;
            Ok(Opened::Net(Box::new(compiled_game)))
        }
        Err(refused) => {
            let warnings: Vec<_> = refused.diagnostics().iter().map(warning).collect();
            context.show(&loaded.source, &warnings)?;
            let engine = pipeline::engine(context, &loaded, EngineName::Interpreter, options)?;
            let player =
                RulesInterpreter::new(engine).map_err(|error| crate::unfinished::not_played(context, &error))?;
            let player = player.within(context.common.max_memory);
            if !context.json() {
                context.note("played by the rules alone, with draws of their own: see docs/PLAYOUTS.md");
            }
            Ok(Opened::Rules(Box::new(Rules { loaded, player })))
        }
    }
}

/// The refusal is no error where the rules can be played without grounding.
fn warning(refused: &Diagnostic) -> Diagnostic {
    Diagnostic { severity: Severity::Warning, ..refused.clone() }
}

/// The job that the command line asks for, from the initial state.
pub(super) fn job(options: &JobOptions, first_moves: bool) -> Result<Job, Failure> {
    if options.state.is_some() {
        return Err(Failure::usage(
            "a game that can't be grounded is played from its initial state; leave out --state",
        ));
    }
    let slots = slots(options.slots, None)?;
    let (seed, Sizes { lanes, per_lane, max_steps }) = (options.seed, options.sizes(None));
    let start = RulesInterpreter::<Box<dyn Engine>>::start();
    Ok(Job { starts: vec![start], lanes, per_lane, slots, seed, max_steps, first_moves })
}
