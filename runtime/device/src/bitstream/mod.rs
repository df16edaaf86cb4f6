//! From a game to a bitstream for a board: Yosys, nextpnr and the packer of the family, with the clock that fits.
//!
//! ```text
//! net ─► hdl::board (Verilog) ─► synthesis ─► place and route ─► timing met? ─► pack ─► bitstream, build.json
//!              ▲                                                     │ no, or far from what is possible
//!              └──────────────────── another clock ◄─────────────────┘
//! ```
//! All happens in one folder. Stages whose inputs did not change are not run again (`stages`). `build.json` is removed
//! first and written last: a folder that has one holds a whole build. A search writes it anew with everything better that
//! it has routed (`explore`).

mod builder;
mod choice;
mod clock;
pub mod cost;
mod design;
mod error;
pub mod explore;
mod finish;
mod fit;
mod fitted;
pub mod flash;
mod follow;
mod model;
mod model_tools;
mod nextpnr;
mod picture;
mod place;
mod power;
mod readback;
mod record;
mod report;
mod retune;
mod stages;
mod sustained;
mod timing;
mod tools;
mod venv;

pub use builder::mhz;
pub use choice::{Effort, EngineChoice, Options};
pub use error::{Basis, BuildError};
pub use fit::LUT_CELLS;
pub use fitted::{Candidate, CandidateVerdict, Ended, FitRecord, Prediction, Reached};
pub use model::{Game, Level, simulate};
pub use model_tools::ModelTools;
pub use nextpnr::Router;
pub use place::Tried;
pub use power::Power;
pub use readback::{Bitstream, read_back};
pub use record::{BuildRecord, FileRecord, StageRecord, read, sustained};
pub use report::Usage;
pub use retune::{Tuning, retuned};
pub use sustained::{Lengths, Sustained};
pub use tools::BuildTools;
pub use venv::ENV_VENV;

use crate::board::{self, SourceRecord};
use builder::Builder;
use explore::Fit;
use gdl2hdl_boards::Board;
use gdl2hdl_emit::net_hash;
use gdl2hdl_hdl::playout::{Config, GatewareError, gateware};
use gdl2hdl_net::Verified;
use gdl2hdl_net::playout::Choices;
use gdl2hdl_verilate::Observer;
use gdl2hdl_verilate::tools::ToolLimits;
use stages::Folder;
use std::path::Path;

/// What Yosys makes: the netlist for the placer.
const NETLIST: &str = "netlist.json";
/// The same as Verilog.
const NETLIST_TEXT: &str = "netlist.v";
/// Counts of cells.
const STATISTICS: &str = "statistics.json";
/// The placed and routed design.
const ROUTED: &str = "routed.txt";
/// The same with another clock.
const RETUNED: &str = "retuned.txt";
/// Utilisation and timing of it.
const ROUTED_REPORT: &str = "report.json";
/// The longest path of it, by another tool than the one that routed it.
const TIMING: &str = "timing.txt";
/// What the seeds led to.
const PLACEMENT: &str = "placement.json";

/// What is to be built.
#[derive(Clone)]
pub struct Request<'a> {
    /// The board.
    pub board: &'a Board,
    /// The name of the game.
    pub game: &'a str,
    /// The rules, kept beside the bitstream.
    pub source: SourceRecord,
    /// Their text.
    pub source_text: &'a str,
    /// The net that stands in place of the optimised one, kept there as well.
    pub imported: Option<Vec<u8>>,
    /// The engine. Where the build searches, that decides what is searched.
    pub config: Config,
    /// How long its playouts are.
    pub lengths: Lengths,
    /// What the build is to search; without it the engine is as it is said.
    pub fit: Option<Fit>,
    /// The clock that is asked for; without it the highest that is met. **Units:** Hz.
    pub clock: Option<u64>,
    /// What the clock may be off, in parts per million of its period; without it what data sheets say of the board's
    /// oscillator and PLL.
    pub margin: Option<u32>,
    /// Speed of the UART; without it the highest that board and clock can make. **Units:** bits a second.
    pub baud: Option<u32>,
    /// Seeds of the placer, tried for every clock.
    pub seeds: Vec<u64>,
    /// Tools that run at a time.
    pub jobs: usize,
    /// Whether to draw the placement.
    pub picture: bool,
    /// Whether to build what is estimated not to fit.
    pub force: bool,
    /// Bounds for each tool.
    pub limits: ToolLimits,
}

/// Builds a bitstream in a folder, which is made where it is missing.
///
/// A search that `observer` stops after something was routed gives the best until then: [`Ended::Stopped`].
///
/// **Cost:** half a minute for a small game, many for a large one; several placements until the clock fits.
///
/// # Errors
/// [`BuildError`]. The folder then has no `build.json`, or that of a whole build, which a search had written as the best
/// until then. What is left there is used by the next build only where it is whole.
pub fn build(
    net: Verified<'_>,
    choices: &Choices,
    request: &Request<'_>,
    tools: &BuildTools,
    folder: &Path,
    observer: &(dyn Observer + Sync),
) -> Result<BuildRecord, BuildError> {
    let core = fit::core(net.net(), choices, observer).map_err(GatewareError::from)?;
    let request = &fit::small(net, choices, core, request, observer)?;
    let config = fit::least(request);
    fit::check_estimate(fit::estimate(core, &config), config.cores, request)?;
    stages::make_own(folder)?;
    let _alone = stages::lock(folder)?;
    stages::remove(&folder.join(board::FILE))?;
    if let Some(fit) = &request.fit {
        return explore::run(net, choices, request, fit, tools, folder, observer);
    }
    let engine = gateware(net, choices, request.game, Config { debug_ports: false, ..request.config }, observer)?;
    Builder::new(engine, net_hash(net.net()), request, tools, folder, observer).build()
}
