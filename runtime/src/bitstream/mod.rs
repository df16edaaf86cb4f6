//! From a game to a bitstream for a board: Yosys, nextpnr and the packer of the family, with the clock that fits.
//!
//! ```text
//! net ─► hdl::board (Verilog) ─► synthesis ─► place and route ─► timing met? ─► pack ─► bitstream, build.json
//!              ▲                                                     │ no, or far from what is possible
//!              └──────────────────── another clock ◄─────────────────┘
//! ```
//! All happens in one folder. Stages whose inputs did not change are not run again (`stages`). `build.json` is removed
//! first and written last: a folder that has one holds a whole build.

mod clock;
mod design;
mod error;
mod fit;
pub mod flash;
mod model;
mod place;
mod record;
mod report;
mod stages;
mod tools;

pub use error::{Basis, BuildError};
pub use fit::{LUT_CELLS, estimate};
pub use model::{Level, ModelTools, simulate};
pub use place::Tried;
pub use record::{BuildRecord, FileRecord, StageRecord, read};
pub use report::Usage;
pub use tools::{BuildTools, ENV_VENV};

use crate::board::{self, Build, SourceRecord};
use clock::{Search, Step};
use gdl2hdl_boards::pll::{ClockSetting, reachable};
use gdl2hdl_boards::{Board, Family, constraints};
use gdl2hdl_compiler::emit::net_hash;
use gdl2hdl_compiler::net::Verified;
use gdl2hdl_compiler::playout::Choices;
use gdl2hdl_hdl::board::BoardGateware;
use gdl2hdl_hdl::playout::{Config, Gateware, gateware};
use gdl2hdl_sim::tools::Limits;
use gdl2hdl_sim::{KeyBuilder, Target, Watch, digest};
use place::{Place, Placement, pack};
use report::Routed;
use stages::{Folder, write_whole};
use std::fs;
use std::path::Path;
use std::time::Instant;

/// What Yosys makes: the netlist for the placer.
const NETLIST: &str = "netlist.json";
/// The same as Verilog.
const NETLIST_TEXT: &str = "netlist.v";
/// What simulations of the Verilog need.
const SIMULATED: &str = "simulated.json";
/// Counts of cells.
const STATISTICS: &str = "statistics.json";
/// The placed and routed design.
const ROUTED: &str = "routed.txt";
/// Utilisation and timing of it.
const ROUTED_REPORT: &str = "report.json";
/// What the seeds led to.
const PLACEMENT: &str = "placement.json";
/// Serial speeds that bridges can make, falling. **Units:** bits a second.
const BAUDS: [u32; 8] = [3_000_000, 2_000_000, 1_500_000, 1_000_000, 500_000, 250_000, 115_200, 57_600];
/// Clocks of a bit at least, so that the receiver meets its middle well.
const CLOCKS_OF_A_BIT: u64 = 8;

/// What is to be built.
pub struct Request<'a> {
    /// The board.
    pub board: &'a Board,
    /// The name of the game.
    pub game: &'a str,
    /// The rules, kept beside the bitstream.
    pub source: SourceRecord,
    /// Their text.
    pub source_text: &'a str,
    /// The engine.
    pub config: Config,
    /// The clock that is asked for; without it the highest that is met. **Units:** Hz.
    pub clock: Option<u64>,
    /// Speed of the serial line; without it the highest that board and clock can make. **Units:** bits a second.
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
    pub limits: Limits,
}

/// Builds a bitstream in a folder, which is made where it is missing.
///
/// **Cost:** half a minute for a small game, many for a large one; several placements until the clock fits.
///
/// # Errors
/// [`BuildError`]. The folder then has no `build.json`, and what is left there is used by the next build only where it
/// is whole.
pub fn build(
    net: Verified<'_>,
    choices: &Choices,
    request: &Request<'_>,
    tools: &BuildTools,
    folder: &Path,
    watch: &(dyn Watch + Sync),
) -> Result<BuildRecord, BuildError> {
    let need = estimate(net.net(), choices, &request.config);
    fit::check_estimate(need, request)?;
    fs::create_dir_all(folder).map_err(BuildError::file("make", folder))?;
    let record = folder.join(board::FILE);
    match fs::remove_file(&record) {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => {
            return Err(BuildError::file("remove", &record)(error));
        }
        _ => {}
    }
    let engine = gateware(net, choices, request.game, request.config)?;
    let net_hash = net_hash(net.net());
    let mut builder = Builder { engine, net_hash, request, tools, base: folder, watch, stages: Vec::new() };
    let built = builder.search()?;
    builder.finish(built)
}

/// A build under way.
struct Builder<'a> {
    engine: Gateware,
    net_hash: String,
    request: &'a Request<'a>,
    tools: &'a BuildTools,
    base: &'a Path,
    watch: &'a (dyn Watch + Sync),
    stages: Vec<StageRecord>,
}

/// A placed design.
struct Built {
    /// Where all of it is: each clock that is tried has a folder of its own, so that it need not be tried again.
    folder: Folder,
    name: String,
    gateware: BoardGateware,
    setting: ClockSetting,
    baud: u32,
    placement: Placement,
    routed: Routed,
}

impl Builder<'_> {
    /// Builds for one clock after another until one is met.
    fn search(&mut self) -> Result<Built, BuildError> {
        let settings: Vec<ClockSetting> = reachable(self.request.board);
        // Rounded up: a clock counts as met only when all of it is.
        let hz = |setting: &ClockSetting| setting.output.hz() + u64::from(setting.output.fraction().1 > 1);
        let rising = settings.iter().map(hz).collect();
        let mut search = Search::new(rising, fit::guess(self.request.board), self.request.clock).ok_or_else(|| {
            let slowest = settings.first().map_or(0, hz);
            self.unfit(format!("the slowest clock it can make is {slowest} Hz; ask for that or more with --clock"))
        })?;
        let mut clock = search.first();
        loop {
            let setting = settings.iter().find(|setting| hz(setting) == clock).copied();
            let setting = setting.ok_or_else(|| BuildError::Broken(format!("no setting makes {clock} Hz")))?;
            let built = self.place(setting, clock)?;
            match search.reached(built.placement.best.fmax_hz)? {
                Step::Take(_) => return Ok(built),
                Step::Try(next) => clock = next,
            }
        }
    }

    fn unfit(&self, reason: String) -> BuildError {
        BuildError::Board { board: self.request.board.name.clone(), reason }
    }

    /// The speed of the serial line at a clock.
    fn baud(&self, clock: u64) -> Result<u32, BuildError> {
        let most = self.request.board.uart.max_baud;
        let possible = |baud: u32| u64::from(baud) * CLOCKS_OF_A_BIT <= clock && baud <= most;
        let found = match self.request.baud {
            Some(baud) => Some(baud).filter(|baud| possible(*baud)),
            None => BAUDS.into_iter().find(|baud| possible(*baud)),
        };
        found.ok_or_else(|| {
            let most = u64::from(most).min(clock / CLOCKS_OF_A_BIT);
            self.unfit(format!("its serial line makes at most {most} baud with a clock of {clock} Hz"))
        })
    }

    /// Synthesis, place and route for one clock.
    fn place(&mut self, setting: ClockSetting, clock: u64) -> Result<Built, BuildError> {
        let baud = self.baud(clock)?;
        let name = format!("{clock}hz");
        let mut folder = Folder::open(&self.base.join(&name))?;
        let gateware = self.gateware(&folder, &setting, clock, baud)?;
        let netlist = self.synthesize(&mut folder, &gateware)?;
        let pins = match self.request.board.fpga.family {
            Family::Ice40 => "pins.pcf",
            Family::Ecp5 => "pins.lpf",
        };
        let text = constraints(self.request.board);
        write_whole(&folder.path().join(pins), text.as_bytes())?;
        let Request { board, seeds, jobs, picture, limits, .. } = self.request;
        let place = Place { fpga: &board.fpga, constraints: pins, clock, seeds, jobs: *jobs, picture: *picture };
        let key =
            KeyBuilder::default().part(&self.tools.nextpnr.version).part(place.settings()).part(&text).part(&netlist);
        let mut files = vec![ROUTED, ROUTED_REPORT, PLACEMENT];
        files.extend(picture.then_some(place::PICTURE));
        let (tools, watch) = (self.tools, self.watch);
        self.stage(&mut folder, "place and route", key, &files, |folder| place.run(tools, folder, *limits, watch))?;
        let placement = serde_json::from_slice(&folder.read(PLACEMENT)?);
        let placement: Placement = placement.map_err(|error| BuildError::Broken(error.to_string()))?;
        let routed = Routed::parse(&folder.read_text(ROUTED_REPORT)?)?;
        Ok(Built { folder, name, gateware, setting, baud, placement, routed })
    }

    fn gateware(
        &self,
        folder: &Folder,
        setting: &ClockSetting,
        clock: u64,
        baud: u32,
    ) -> Result<BoardGateware, BuildError> {
        let clock = u32::try_from(clock).map_err(|_| BuildError::Broken(format!("a clock of {clock} Hz")))?;
        let config = design::config(self.request.board, setting, clock, baud);
        let real = design::gateware(&self.engine, config)?;
        model::keep(folder, &design::gateware(&self.engine, config.simulated())?, &real)?;
        Ok(real)
    }

    /// Makes the netlist; gives the hash of it.
    fn synthesize(&mut self, folder: &mut Folder, gateware: &BoardGateware) -> Result<String, BuildError> {
        let family = design::family(self.request.board);
        let target = Target { family, multipliers: self.request.config.multipliers };
        let spec = design::spec(gateware, false);
        let mut yosys = self.tools.yosys.clone();
        yosys.limits = self.request.limits;
        let synthesis = yosys.synthesis(&spec, target).map_err(BuildError::tool("synthesis"))?;
        let mut key = KeyBuilder::default().part(yosys.version()).part(synthesis.script());
        for source in &spec.sources {
            key = key.part(&source.name).part(&source.text);
        }
        let watch = self.watch;
        let files = [NETLIST, NETLIST_TEXT, STATISTICS];
        let work = |folder: &Path| synthesis.run(folder, watch).map_err(BuildError::tool("synthesis"));
        self.stage(folder, "synthesis", key, &files, work)?;
        fit::check_cells(&folder.read_text(STATISTICS)?, self.request)?;
        Ok(digest(&folder.read(NETLIST)?))
    }

    fn stage(
        &mut self,
        folder: &mut Folder,
        name: &str,
        key: KeyBuilder,
        files: &[&str],
        work: impl FnOnce(&Path) -> Result<(), BuildError>,
    ) -> Result<(), BuildError> {
        let start = Instant::now();
        let done = folder.stage(name, key, files, work)?;
        let seconds = start.elapsed().as_secs_f64();
        self.stages.push(StageRecord { name: name.to_owned(), seconds, reused: done.reused });
        Ok(())
    }

    /// Packs the bitstream, and writes down what was built.
    fn finish(mut self, mut built: Built) -> Result<BuildRecord, BuildError> {
        let Request { board, game, source, source_text, config, limits, .. } = self.request;
        let family = board.fpga.family;
        let extension = if family == Family::Ice40 { "bin" } else { "bit" };
        let bitstream = format!("{}.{extension}", built.gateware.top);
        let key = KeyBuilder::default().part(&self.tools.pack.version).part(built.folder.read(ROUTED)?);
        let (tools, watch) = (self.tools, self.watch);
        self.stage(&mut built.folder, "pack", key, &[&bitstream], |folder| {
            pack(family, &tools.pack, folder, &bitstream, *limits, watch).map(drop)
        })?;
        write_whole(&self.base.join(&source.file), source_text.as_bytes())?;
        let bytes = built.folder.read(&bitstream)?;
        write_whole(&self.base.join(&bitstream), &bytes)?;
        let luts = built.routed.usage(fit::LUT_CELLS).ok_or_else(|| BuildError::NotUnderstood {
            tool: "nextpnr",
            reason: "no count of look-up tables in its report".to_owned(),
        })?;
        let clock_hz = built.setting.output.hz();
        let record = BuildRecord {
            build: Build {
                format: board::FORMAT,
                board: board.name.clone(),
                game: (*game).to_owned(),
                net_hash: self.net_hash.clone(),
                source: source.clone(),
                baud: built.baud,
                config: *config,
            },
            top: built.gateware.top.clone(),
            folder: built.name.clone(),
            cores: config.cores,
            lanes: config.cores * config.lanes_per_core,
            lut_used: luts.used,
            lut_total: luts.available,
            utilisation: built.routed.utilization.clone(),
            clock_hz,
            clock: design::words(&built.setting),
            fmax_hz: built.placement.best.fmax_hz,
            states_per_s: clock_hz * u64::from(config.cores),
            seed: built.placement.best.seed,
            seeds: built.placement.tried.clone(),
            tools: self.tools.versions(),
            bitstream: FileRecord { file: bitstream, bytes: bytes.len() as u64, sha256: digest(&bytes) },
            stages: self.stages,
        };
        let text = serde_json::to_string_pretty(&record).map_err(|error| BuildError::Broken(error.to_string()))?;
        write_whole(&self.base.join(board::FILE), (text + "\n").as_bytes())?;
        Ok(record)
    }
}
