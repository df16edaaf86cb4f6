//! `analyze`: which move is best in a state, by tree search.

use crate::args::Analyze;
use crate::compiled_game::CompiledGame;
use crate::context::Context;
use crate::failure::Failure;
use crate::output;
use crate::report::{self, Analysis, OfMove, OfRole};
use crate::starts::Starts;
use crate::unfinished::{by_whom, not_played};
use gdl2hdl_gdl::observer::{Earlier, Observer};
use gdl2hdl_play::engine::Codec;
use gdl2hdl_play::playout::PlayoutEngine;
use gdl2hdl_search::{Estimate, SearchError, Tree};
use std::time::Duration;

pub(crate) fn run(context: &Context, args: &Analyze) -> Result<(), Failure> {
    let starts = Starts::new(args.state.as_deref(), &[args.engine], &args.net);
    let game = CompiledGame::open(context, &args.game, &args.net, starts)?;
    let [start] = game.starts() else {
        let count = game.starts().len();
        return Err(Failure::usage(format!("{count} states are given; analyze takes one: leave the others out")));
    };
    let player = game.player(context, args.engine, args.threads, &args.engine_options, None)?;
    let max_bytes = usize::try_from(context.common.max_memory).unwrap_or(usize::MAX);
    let failed = |error: SearchError| match error {
        SearchError::Play(error) => not_played(context, &error),
        error if context.reason().is_some() => Failure::unavailable(format!("stopped {}: {error}", by_whom(context))),
        error => Failure::unavailable(error.to_string()),
    };
    let mut tree = Tree::new(game.compiled.net(), player, args.options(max_bytes), context).map_err(failed)?;
    tree.go_to(&start.registers).map_err(failed)?;
    let began = context.elapsed();
    let until = args.time().map_or(Duration::MAX, |time| began.saturating_add(time));
    let playouts = args.playouts.unwrap_or(u64::MAX);
    tree.search(playouts, &Earlier::until(context, until)).map_err(failed)?;
    let analysis = analysis(&game.loaded.source.name, &game.codec, &tree, context.elapsed().saturating_sub(began));
    context.finish();
    if context.json() {
        output::write_json(&analysis)?
    } else {
        output::show(&report::analysis(&analysis))?
    }
    match context.reason() {
        Some(_) => {
            Err(Failure::unavailable(format!("stopped {}: this is what was found until then", by_whom(context))))
        }
        None => Ok(()),
    }
}

/// What the tree knows, in the words of the game.
fn analysis<E: PlayoutEngine>(game: &str, codec: &Codec, tree: &Tree<E>, elapsed: Duration) -> Analysis {
    let roles = &codec.layout().roles;
    let word = |role: usize, action: u32| codec.layout().moves[role][action as usize].clone();
    let of_role = |(role, name): (usize, &String)| {
        let mut estimates = tree.estimates(role);
        estimates.sort_by_key(|estimate| std::cmp::Reverse(estimate.playouts));
        let of_move = |estimate: &Estimate| OfMove {
            action: word(role, estimate.action),
            playouts: estimate.playouts,
            mean_goal: estimate.mean.map(goal),
            proven_goal: estimate.proven.map(goal),
        };
        let best = tree.best(role).map(|action| word(role, action));
        OfRole { role: name.clone(), best, moves: estimates.iter().map(of_move).collect() }
    };
    let words = |joint: Vec<u32>| joint.into_iter().enumerate().map(|(role, action)| word(role, action)).collect();
    Analysis {
        game: game.to_owned(),
        engine: tree.engine().name().to_owned(),
        threads: tree.engine().threads(),
        elapsed_s: elapsed.as_secs_f64(),
        playouts: tree.playouts(),
        states: tree.steps(),
        nodes: tree.nodes(),
        roles: roles.iter().enumerate().map(of_role).collect(),
        proven: tree.proven().map(|values| values.iter().copied().map(goal).collect()),
        line: tree.line().into_iter().map(words).collect(),
    }
}

/// A goal value as games have it, from 0 to 100.
fn goal(value: f64) -> f64 {
    value * 100.0
}
