//! A build under way: the stages in their order, and the search for the clock.

use super::clock::{self, ClockStep, Reachable, Search};
use super::cost::{Full, Resources};
use super::fitted::Reached;
use super::place::{self, PlaceAndRoute, Placement};
use super::report::Routed;
use super::retune::{Tuning, retuned};
use super::stages::{Folder, write_whole};
use super::sustained::{Lengths, Sustained};
use super::{
    BuildError, BuildRecord, BuildTools, NETLIST, NETLIST_TEXT, PLACEMENT, RETUNED, ROUTED, ROUTED_REPORT, Request,
    STATISTICS, StageRecord, TIMING, design, fit,
};
use gdl2hdl_boards::pll::{ClockSetting, margin_ppm, needed_hz, reachable};
use gdl2hdl_boards::{Board, Family, Fpga, constraints};
use gdl2hdl_gdl::id::id;
use gdl2hdl_hdl::board::{BoardGateware, Link};
use gdl2hdl_hdl::playout::Gateware;
use gdl2hdl_verilate::{KeyBuilder, Observer, Target, digest};
use std::path::Path;
use std::time::Instant;

/// Serial speeds that bridges can make, falling. **Units:** bits a second.
const BAUDS: [u32; 8] = [3_000_000, 2_000_000, 1_500_000, 1_000_000, 500_000, 250_000, 115_200, 57_600];
/// Clocks of a bit at least, so that the receiver meets its middle well.
const CLOCKS_OF_A_BIT: u64 = 8;

/// A build under way.
pub(super) struct Builder<'a> {
    pub(super) engine: Gateware,
    pub(super) net_hash: String,
    pub(super) request: &'a Request<'a>,
    pub(super) tools: &'a BuildTools,
    pub(super) base: &'a Path,
    pub(super) observer: &'a (dyn Observer + Sync),
    /// Where the search for the clock begins. **Units:** Hz.
    pub(super) guess: u64,
    /// Seeds of the placer.
    pub(super) seeds: Vec<u64>,
    /// How the names of its folders begin.
    pub(super) prefix: String,
    /// How much of the device a design may take, where it could as well have fewer cores.
    pub(super) full: Option<Full>,
    pub(super) stages: Vec<StageRecord>,
    /// The design for the first clock, when it was made before the search.
    first: Option<Design>,
}

/// A design for one clock, synthesized.
pub(super) struct Design {
    /// Where all of it is: each clock that is tried has a folder of its own, so that it need not be tried again.
    pub(super) folder: Folder,
    pub(super) name: String,
    pub(super) gateware: BoardGateware,
    setting: ClockSetting,
    /// **Units:** Hz.
    pub(super) clock: u64,
    pub(super) baud: u32,
    /// Hash of the netlist.
    netlist: String,
}

impl Design {
    /// The text of it, as it was routed, for another clock, in Hz. `None` where that needs another placement.
    fn retuned(&self, text: &str, setting: &ClockSetting, clock: u64) -> Option<String> {
        let same_input = (setting.clock.input, setting.input_hz) == (self.setting.clock.input, self.setting.input_hz);
        if clock < u64::from(self.baud) * CLOCKS_OF_A_BIT || !same_input {
            return None;
        }
        let link = Link { clock_hz: u32::try_from(self.clock).ok()?, baud: self.baud };
        let tuning = |setting: &ClockSetting, clock: u64| {
            let clock_hz = u32::try_from(clock).ok()?;
            Some(Tuning { pll: setting.clock.pll?, step: link.step(clock_hz)?, clock_hz })
        };
        retuned(text, tuning(&self.setting, self.clock)?, tuning(setting, clock)?)
    }
}

/// A design that is placed and routed.
pub(super) struct Built {
    pub(super) design: Design,
    /// The clock that was taken: of a routed design that was set to another one than that it was made for, this one.
    pub(super) setting: ClockSetting,
    /// The file of the routed design.
    pub(super) routed_text: &'static str,
    pub(super) placement: Placement,
    pub(super) routed: Routed,
    /// Whether there is a bitstream of it.
    pub(super) packed: bool,
}

/// The clocks that a board can make.
struct Clocks<'a> {
    settings: Vec<ClockSetting>,
    fpga: &'a Fpga,
    /// The margin that was asked for.
    margin: Option<u32>,
}

impl<'a> Clocks<'a> {
    fn new(board: &'a Board, margin: Option<u32>) -> Self {
        Self { settings: reachable(board), fpga: &board.fpga, margin }
    }

    /// Rounded up: a clock counts as met only when all of it is. **Units:** Hz.
    fn hz(setting: &ClockSetting) -> u64 {
        setting.output.hz() + u64::from(setting.output.fraction().1 > 1)
    }

    fn rising(&self) -> Vec<Reachable> {
        let needed = |setting: &ClockSetting| needed_hz(setting.output, margin(self.fpga, self.margin, setting));
        let reachable = |setting| Reachable { hz: Self::hz(setting), needed: needed(setting) };
        self.settings.iter().map(reachable).collect()
    }

    fn setting(&self, clock: u64) -> Result<ClockSetting, BuildError> {
        let setting = self.settings.iter().find(|setting| Self::hz(setting) == clock).copied();
        setting.ok_or_else(|| BuildError::Broken(format!("no setting makes {clock} Hz")))
    }
}

/// What a clock may be off: what was asked for, or what is known of the FPGA. **Units:** parts per million of a period.
fn margin(fpga: &Fpga, asked: Option<u32>, setting: &ClockSetting) -> u32 {
    asked.unwrap_or_else(|| margin_ppm(fpga, setting))
}

/// How a board makes a clock, and the clock. **Units:** Hz, rounded up.
pub(super) fn setting_of(board: &Board, clock: u64) -> Option<(ClockSetting, u32)> {
    Some((Clocks::new(board, None).setting(clock).ok()?, u32::try_from(clock).ok()?))
}

/// The clocks of a board, rising, with a margin or the board's own.
pub(super) fn clocks(board: &Board, margin: Option<u32>) -> Vec<Reachable> {
    Clocks::new(board, margin).rising()
}

impl<'a> Builder<'a> {
    /// A build of an engine that has not begun.
    pub(super) fn new(
        engine: Gateware,
        net_hash: String,
        request: &'a Request<'a>,
        tools: &'a BuildTools,
        base: &'a Path,
        observer: &'a (dyn Observer + Sync),
    ) -> Self {
        let (guess, seeds) = (fit::guess(request.board), request.seeds.clone());
        let (prefix, full, stages) = (String::new(), None, Vec::new());
        Self { engine, net_hash, request, tools, base, observer, guess, seeds, prefix, full, stages, first: None }
    }

    /// Builds; `build.json` is written last.
    pub(super) fn build(mut self) -> Result<BuildRecord, BuildError> {
        let mut built = self.search(0)?;
        self.pack(&mut built)?;
        self.write(&built, None)
    }

    fn clocks(&self) -> Clocks<'a> {
        Clocks::new(self.request.board, self.request.margin)
    }

    /// What a clock may be off, in parts per million of a period, and what a design must meet for it, in Hz.
    pub(super) fn spared(&self, setting: &ClockSetting) -> (u32, u64) {
        let margin = margin(&self.request.board.fpga, self.request.margin, setting);
        (margin, needed_hz(setting.output, margin))
    }

    /// The search for the clock, at its beginning.
    fn begin(&self, clocks: &Clocks<'_>) -> Result<Search, BuildError> {
        let rising = clocks.rising();
        let slowest = rising.first().map_or(0, |clock| clock.hz);
        let board = || self.request.board.name.clone();
        Search::new(rising, self.guess, self.request.clock)
            .ok_or_else(|| BuildError::SlowClock { board: board(), slowest })
    }

    /// Synthesizes for the clock that the search begins with, and counts what that takes.
    pub(super) fn count(&mut self) -> Result<Resources, BuildError> {
        let clocks = self.clocks();
        let clock = self.begin(&clocks)?.first();
        let design = self.design(clocks.setting(clock)?, clock)?;
        let statistics = design.folder.read_text(STATISTICS)?;
        let counted = Resources::count(self.request.board.fpga.family, &statistics, &design.folder.read(NETLIST)?)?;
        self.first = Some(design);
        Ok(counted)
    }

    /// Builds for one clock after another until one is met. A placement is looked at first: where a clock is far out of
    /// reach, routing would take nearly for ever; and where it promises a clock that is far from `least`, in Hz, it is
    /// not worth it.
    pub(super) fn search(&mut self, least: u64) -> Result<Built, BuildError> {
        let clocks = self.clocks();
        let mut search = self.begin(&clocks)?;
        let there = self.first.take();
        let is_there = there.is_some();
        let mut next = match there {
            Some(design) => design,
            None => self.design(clocks.setting(search.first())?, search.first())?,
        };
        let large = fit::is_large(&next.folder.read_text(STATISTICS)?)?;
        let settable = next.setting.clock.pll.is_some() && least == 0;
        if search.looks_first(large, settable) {
            let promised = self.promise(&mut next)?;
            self.observer.found(&format!("{}: a placement promises {}", mhz(next.clock), mhz(promised)));
            search.begin_at(promised);
            if is_there {
                search.stay_near(next.clock);
            }
            if search.out_of_reach(promised) {
                return Err(BuildError::OutOfReach { clock: search.first(), promised });
            }
            if clock::most(promised) < least {
                return Err(BuildError::Slower { clock: least, promised });
            }
        }
        if search.first() != next.clock {
            next = self.design(clocks.setting(search.first())?, search.first())?;
        }
        loop {
            let built = self.route(next)?;
            let best = built.placement.best;
            self.observer.found(&format!(
                "{}: the best placement meets {}",
                mhz(built.design.clock),
                mhz(best.fmax_hz)
            ));
            let text = built.design.folder.read_text(ROUTED)?;
            let placed = id(built.placement.tried.len());
            let can_be_set = |clock| {
                clocks.setting(clock).is_ok_and(|setting| built.design.retuned(&text, &setting, clock).is_some())
            };
            let step = search.reached(best.fmax_hz, can_be_set);
            match step.map_err(|error| error.each_placed(placed))? {
                ClockStep::Take(clock) if clock == built.design.clock => return Ok(built),
                ClockStep::Take(clock) => return self.retune(built, &text, clocks.setting(clock)?, clock),
                ClockStep::Try(clock) => next = self.design(clocks.setting(clock)?, clock)?,
            }
        }
    }

    /// Gives a routed design another clock.
    fn retune(&mut self, mut built: Built, text: &str, setting: ClockSetting, clock: u64) -> Result<Built, BuildError> {
        let text = built.design.retuned(text, &setting, clock);
        let text = text.ok_or_else(|| BuildError::Broken(format!("a routed design can't be tuned to {clock} Hz")))?;
        let key = KeyBuilder::default().part(&text);
        self.stage(&mut built.design.folder, "clock", key, &[RETUNED], |folder| {
            write_whole(&folder.join(RETUNED), text.as_bytes())
        })?;
        self.observer.found(&format!("{}: routed for {}, its PLL makes this", mhz(clock), mhz(built.design.clock)));
        (built.setting, built.routed_text) = (setting, RETUNED);
        Ok(built)
    }

    fn unfit(&self, reason: String) -> BuildError {
        BuildError::Board { board: self.request.board.name.clone(), reason }
    }

    /// The speed of the UART at a clock.
    fn baud(&self, clock: u64) -> Result<u32, BuildError> {
        let most = self.request.board.uart.max_baud;
        let possible = |baud: u32| u64::from(baud) * CLOCKS_OF_A_BIT <= clock && baud <= most;
        let found = match self.request.baud {
            Some(baud) => Some(baud).filter(|baud| possible(*baud)),
            None => BAUDS.into_iter().find(|baud| possible(*baud)),
        };
        found.ok_or_else(|| {
            let most = u64::from(most).min(clock / CLOCKS_OF_A_BIT);
            self.unfit(format!("its UART makes at most {most} baud with a clock of {clock} Hz"))
        })
    }

    /// The design for one clock, as the placer reads it.
    fn design(&mut self, setting: ClockSetting, clock: u64) -> Result<Design, BuildError> {
        let baud = self.baud(clock)?;
        let name = format!("{}{clock}hz", self.prefix);
        let mut folder = Folder::open(&self.base.join(&name))?;
        let gateware = self.gateware(&setting, clock, baud)?;
        let netlist = self.synthesize(&mut folder, &gateware)?;
        write_whole(&folder.path().join(self.pins()), constraints(self.request.board).as_bytes())?;
        Ok(Design { folder, name, gateware, setting, clock, baud, netlist })
    }

    /// The clock, in Hz, that a placement promises.
    fn promise(&mut self, design: &mut Design) -> Result<u64, BuildError> {
        let (place, key) = self.to_place(design);
        let (tools, observer, limits) = (self.tools, self.observer, self.request.limits);
        let key = key.part(place.promise_settings());
        self.stage(&mut design.folder, "placement", key, &[place::PROMISE], |folder| {
            place.promise(tools, folder, limits, observer)
        })?;
        let text = design.folder.read_text(place::PROMISE)?;
        text.parse().map_err(|_| BuildError::Broken(format!("`{text}` is no frequency")))
    }

    /// Place and route.
    fn route(&mut self, mut design: Design) -> Result<Built, BuildError> {
        let (place, key) = self.to_place(&design);
        let key = key.part(place.settings());
        let mut files = vec![ROUTED, ROUTED_REPORT, PLACEMENT];
        files.extend(place.picture.map(|_| place::PICTURE));
        files.extend(self.tools.icetime.as_ref().map(|_| TIMING));
        let (tools, observer, limits) = (self.tools, self.observer, self.request.limits);
        self.stage(&mut design.folder, "place and route", key, &files, |folder| {
            place.run(tools, folder, limits, observer)
        })?;
        let placement = serde_json::from_slice(&design.folder.read(PLACEMENT)?);
        let placement: Placement = placement.map_err(|error| BuildError::Broken(error.to_string()))?;
        let routed = Routed::parse(&design.folder.read_text(ROUTED_REPORT)?)?;
        Ok(Built { setting: design.setting, design, routed_text: ROUTED, placement, routed, packed: false })
    }

    /// What is placed how, and what that depends on beside its settings.
    fn to_place(&self, design: &Design) -> (PlaceAndRoute<'a>, KeyBuilder) {
        let Request { board, game, jobs, picture, .. } = self.request;
        let picture = picture.then_some(*game);
        let (constraints, clock, seeds) = (self.pins(), self.spared(&design.setting).1, self.seeds.clone());
        let cores = self.engine.config.cores;
        let full = self.full;
        let place = PlaceAndRoute { fpga: &board.fpga, constraints, clock, seeds, jobs: *jobs, picture, cores, full };
        let judge = self.tools.icetime.as_ref().map_or("", |tool| tool.version.as_str());
        let key = KeyBuilder::default().part(&self.tools.nextpnr.version).part(judge);
        (place, key.part(gdl2hdl_boards::constraints(board)).part(&design.netlist))
    }

    /// The file with the pins.
    fn pins(&self) -> &'static str {
        match self.request.board.fpga.family {
            Family::Ice40 => "pins.pcf",
            Family::Ecp5 => "pins.lpf",
        }
    }

    fn gateware(&self, setting: &ClockSetting, clock: u64, baud: u32) -> Result<BoardGateware, BuildError> {
        let clock = u32::try_from(clock).map_err(|_| BuildError::Broken(format!("a clock of {clock} Hz")))?;
        design::gateware(&self.engine, design::config(self.request.board, setting, clock, baud))
    }

    /// Makes the netlist; gives the hash of it.
    fn synthesize(&mut self, folder: &mut Folder, gateware: &BoardGateware) -> Result<String, BuildError> {
        let family = design::family(self.request.board);
        let target = Target { family, multipliers: self.engine.config.multipliers };
        let spec = design::spec(gateware, false);
        let mut yosys = self.tools.yosys.clone();
        yosys.limits = self.request.limits;
        let synthesis = yosys.synthesis(&spec, target).map_err(BuildError::tool("synthesis"))?;
        let mut key = KeyBuilder::default().part(yosys.version()).part(synthesis.script());
        for source in &spec.sources {
            key = key.part(&source.name).part(&source.text);
        }
        let observer = self.observer;
        let files = [NETLIST, NETLIST_TEXT, STATISTICS];
        let work = |folder: &Path| synthesis.run(folder, observer).map_err(BuildError::tool("synthesis"));
        self.stage(folder, "synthesis", key, &files, work)?;
        fit::check_cells(&folder.read_text(STATISTICS)?, self.request.board, self.engine.config.cores)?;
        Ok(digest(&folder.read(NETLIST)?))
    }

    pub(super) fn stage(
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
}

impl Built {
    /// What it takes and reaches.
    pub(super) fn reached(&self, engine: &Gateware, lengths: Lengths) -> Result<Reached, BuildError> {
        let clock_hz = self.setting.output.hz();
        Ok(Reached {
            folder: self.design.name.clone(),
            lut_used: self.routed.luts()?.used,
            clock_hz,
            fmax_hz: self.placement.best.fmax_hz,
            states_per_s: Sustained::of(&engine.pace, &engine.config, clock_hz, lengths).states_per_s(clock_hz),
        })
    }
}

/// A frequency for people.
#[must_use]
pub fn mhz(hz: u64) -> String {
    format!("{}.{:03} MHz", hz / 1_000_000, hz % 1_000_000 / 1000)
}
