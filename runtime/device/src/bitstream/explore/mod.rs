//! Which configuration of an engine plays most on a board: found by a model, and by placing and routing what it ranks
//! best.
//!
//! ```text
//! options ─► gateware ─► cost, levels ─► Plan ─► the best ─► synthesis ─► place and route ─► the next best ... ─► the one
//!                                         ▲                    │ cells        │ clock
//!                                         └────────────────────┴──────────────┘
//! ```
//! What is taken is always routed. `fit.json` and `fit.svg` in the folder of the build keep all that was looked at. As soon
//! as something is routed that is better than what was there, the whole build of it is written: from the first one on the
//! search may be stopped at any time, and has a time of its own.

mod options;
mod plan;
mod plot;
mod search;
#[cfg(test)]
mod tests;
#[cfg(test)]
mod tests_of_time;
mod timed;
mod toil;
mod works;

pub use options::Fit;

use super::builder::clocks;
use super::choice::{EngineChoice, Options};
use super::cost::{Cost, Features, Full, GameFeatures, Resources, Speed};
use super::{BuildError, BuildRecord, BuildTools, Request};
use gdl2hdl_hdl::playout::{Config, GatewareError, MAX_CORES, Playable};
use gdl2hdl_net::Verified;
use gdl2hdl_net::playout::Choices;
use gdl2hdl_verilate::{Observer, SimError, Stage};
use plan::{CandidateKind, Learnt, SearchPlan, TOO_MUCH};
use search::{Search, Works};
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use timed::Timed;
use works::Workshop;

/// The file with all that was looked at.
pub const RECORD: &str = "fit.json";
/// The picture of it.
pub const PLOT: &str = "fit.svg";
/// What the search is at, before tools run.
const STAGE: &str = "fit";

/// Searches, builds, and writes down what was found. Where `observer` stops it when something is routed, the record of the best
/// so far is given, and says that.
pub(super) fn run(
    net: Verified<'_>,
    choices: &Choices,
    request: &Request<'_>,
    fit: &Fit,
    tools: &BuildTools,
    folder: &Path,
    observer: &(dyn Observer + Sync),
) -> Result<BuildRecord, BuildError> {
    let timed = Timed::new(observer);
    let end = timed::end(fit.time(), observer.left());
    observer.stage(Stage::begin(STAGE));
    let playable = Playable::new(net, choices, observer)?;
    let game = GameFeatures::new(net.net(), choices, observer).map_err(GatewareError::from)?;
    let plan = plan(&playable, &game, request, fit, observer)?;
    // Cores need not be alike.
    let spread = |config: Config, options: Options| match plan.kinds.get(&options) {
        Some(CandidateKind { cost, .. }) => {
            Config { multiplied_cores: cost.multiplied, carrying_cores: cost.carrying, debug_ports: false, ..config }
        }
        None => config,
    };
    let configs = plan.kinds.keys().map(|&options| (options, spread(request.config, options))).collect();
    let full = plan.cores.is_none().then_some(plan.at_most);
    let mut workshop = Workshop::new(&playable, request, configs, full, tools, folder, &timed);
    let too_large = plan.too_large();
    let outcome = Search::new(plan, &mut workshop, *fit, end).run()?.ok_or(too_large)?;
    workshop.keep(outcome.best, outcome.record)?;
    workshop.kept.ok_or_else(|| BuildError::Broken("a search without an end".to_owned()))
}

/// What is known of all configurations before a tool runs.
fn plan(
    playable: &Playable<'_>,
    game: &GameFeatures,
    request: &Request<'_>,
    fit: &Fit,
    observer: &(dyn Observer + Sync),
) -> Result<SearchPlan, BuildError> {
    let board = request.board;
    let budget = board.budget.as_ref().ok_or_else(|| BuildError::NoBudget { board: board.name.clone() })?;
    let device = Resources::of_device(budget);
    Ok(SearchPlan {
        kinds: kinds(playable, game, request, fit, device, observer)?,
        device,
        full: Full::of(board.fpga.family),
        at_most: Full::at_most(board.fpga.family),
        speed: Speed::of(&board.fpga),
        reachable: clocks(board, request.margin),
        asked: request.clock,
        lengths: request.lengths,
        config: request.config,
        cores: fit.cores,
        most: MAX_CORES,
        too_much: if request.force { u64::MAX } else { TOO_MUCH },
        learnt: Learnt::default(),
    })
}

/// What each kind of core costs. **Cost:** the stages of each.
fn kinds(
    playable: &Playable<'_>,
    game: &GameFeatures,
    request: &Request<'_>,
    fit: &Fit,
    device: Resources,
    observer: &(dyn Observer + Sync),
) -> Result<BTreeMap<Options, CandidateKind>, BuildError> {
    let options = fit.options(request.board, &game.generators);
    let (next, found) = (AtomicUsize::new(0), Mutex::new(Vec::new()));
    let stage = Stage::begin(STAGE);
    let work = || {
        while let Some(&options) = options.get(next.fetch_add(1, Ordering::Relaxed)) {
            observer.stage(stage);
            if observer.stopped() {
                return;
            }
            let cores = fit.cores.unwrap_or(options.cores_per_lane);
            // What might be handed on through block RAMs is told.
            let config = Config { carrying_cores: MAX_CORES, ..EngineChoice { cores, options }.config(request.config) };
            let kind = playable.engine(request.game, config).map(|engine| {
                let features = Features::new(game, &engine);
                let cost = Cost::new(&features, request.board.fpga.family, device);
                CandidateKind { cost, levels: features.levels, pace: engine.pace }
            });
            found.lock().unwrap_or_else(std::sync::PoisonError::into_inner).push((options, kind));
        }
    };
    thread::scope(|scope| {
        for _ in 0..request.jobs.min(options.len()).max(1) {
            scope.spawn(work);
        }
    });
    if observer.stopped() {
        return Err(BuildError::tool(STAGE)(SimError::Stopped { stage }));
    }
    let found = found.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner);
    found.into_iter().map(|(options, kind)| Ok((options, kind?))).collect()
}
