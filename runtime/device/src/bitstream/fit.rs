//! Whether a design fits into an FPGA: guessed before any tool runs, counted after synthesis.

use super::cost::{LUTS, Resources};
use super::{Basis, BuildError, Request};
use gdl2hdl_boards::{Board, Family};
use gdl2hdl_gdl::observer::Stopped;
use gdl2hdl_hdl::playout::{Config, GatewareError, Playable};
use gdl2hdl_net::playout::Choices;
use gdl2hdl_net::{Net, Verified, estimate_luts_observed};
use gdl2hdl_verilate::Observer;

/// The cells that hold LUTs, by nextpnr's names.
pub const LUT_CELLS: &[&str] = &["ICESTORM_LC", "TRELLIS_COMB", "TRELLIS_SLICE"];

/// LUTs of what every engine has beside its cores: link, queues, controller, seeder, counters.
const FIXED: u64 = 1300;
/// The same where the host makes seeds.
const FIXED_WITHOUT_SEEDER: u64 = 900;
/// LUTs of a large design.
const LARGE: u64 = 40_000;
/// LUTs for each move that a pick chooses from: to count it, to find it, to make it.
const OF_A_MOVE: u64 = 4;
/// LUTs and flip-flops for each bit of the state: restart, and the register itself.
const OF_A_BASE: u64 = 2;

/// About how many LUTs of four inputs a core takes: what the net takes by the compiler's own mapping, and picks and
/// registers by their number. **Cost:** that of a mapping.
///
/// # Errors
/// [`Stopped`] by the observer.
pub(super) fn core(net: &Net, choices: &Choices, observer: &dyn Observer) -> Result<u64, Stopped> {
    let open = |role| choices.open(role, net.ports.inputs_of(role)).count() as u64;
    let moves: u64 = (0..choices.roles.len()).map(open).sum();
    let luts = estimate_luts_observed(net, observer)?.luts as u64;
    Ok(luts + OF_A_MOVE * moves + OF_A_BASE * net.ports.bases.len() as u64)
}

/// About how many an engine takes whose cores take so many each, for a first look at whether it fits: within about a fifth of
/// what synthesis makes.
pub(super) fn estimate(core: u64, config: &Config) -> u64 {
    let fixed = if config.host_seeds { FIXED_WITHOUT_SEEDER } else { FIXED };
    fixed + u64::from(config.cores) * core
}

/// The smallest engine of a request: a search begins with the least there can be, one core.
pub(super) fn least(request: &Request<'_>) -> Config {
    let cores = request.fit.map_or(request.config.cores, |fit| fit.cores.unwrap_or(1));
    Config { cores, ..request.config }
}

/// The request, where the board is so small that only an engine fits that has its seeds from the host: then that one, without
/// a step limit where all usual jobs allow what play can take. A `core` takes so many LUTs.
///
/// # Errors
/// [`BuildError`]: the observer stops it, or a pass is found broken.
pub(super) fn small<'r>(
    net: Verified<'_>,
    choices: &Choices,
    core: u64,
    request: &Request<'r>,
    observer: &(dyn Observer + Sync),
) -> Result<Request<'r>, BuildError> {
    let mut small = request.clone();
    let config = least(request);
    let have = request.board.budget.as_ref().map_or(u64::MAX, |budget| u64::from(budget.luts));
    let one_lane = config.cores == 1 || config.lanes() == 1;
    if config.host_seeds || config.first_moves || !one_lane || estimate(core, &config) <= have {
        return Ok(small);
    }
    let ends = || -> Result<bool, GatewareError> {
        let longest = Playable::new(net, choices, observer)?.longest()?;
        Ok(longest.is_some_and(|longest| longest <= request.lengths.max_steps))
    };
    small.config = Config { unlimited: config.unlimited || ends()?, ..request.config.with_host_seeds() };
    observer.found("the board has no room for an engine that makes seeds: the host makes them");
    Ok(small)
}

/// Refuses what can't fit by the estimate.
pub(super) fn check_estimate(need: u64, cores: u32, request: &Request<'_>) -> Result<(), BuildError> {
    let Some(budget) = &request.board.budget else { return Ok(()) };
    let have = u64::from(budget.luts);
    // The estimate may be a fifth too high.
    if request.force || need * 4 / 5 <= have {
        return Ok(());
    }
    Err(BuildError::TooLarge { what: LUTS, need, have, basis: Basis::Estimate, cores })
}

/// Refuses what does not fit by the count of its cells.
pub(super) fn check_cells(statistics: &str, board: &Board, cores: u32) -> Result<(), BuildError> {
    // Whether flip-flops share cells with LUTs is for the placer to see.
    let needs = Resources::count(Family::Ecp5, statistics, &[])?;
    let Some(budget) = &board.budget else { return Ok(()) };
    let has = [Some(budget.luts), budget.ffs, budget.brams, budget.dsps];
    for ((what, need), have) in needs.named().into_iter().zip(has) {
        if let Some(have) = have.map(u64::from).filter(|have| need > *have) {
            return Err(BuildError::TooLarge { what, need, have, basis: Basis::Synthesis, cores });
        }
    }
    Ok(())
}

/// Whether nextpnr takes so long to place a design that once is enough: half an hour and more.
pub(super) fn is_large(statistics: &str) -> Result<bool, BuildError> {
    Ok(Resources::count(Family::Ecp5, statistics, &[])?.cells > LARGE)
}

/// Where the search for a clock begins: about what a small game's engine reaches. **Units:** Hz.
pub(super) fn guess(board: &Board) -> u64 {
    match (board.fpga.family, board.fpga.device.starts_with('u')) {
        (Family::Ice40, true) => 16_000_000,
        (Family::Ice40, false) => 32_000_000,
        (Family::Ecp5, _) => 50_000_000,
    }
}
