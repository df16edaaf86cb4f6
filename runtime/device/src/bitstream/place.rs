//! Place and route with nextpnr, with one or several seeds, and the bitstream of the best.

use super::cost::Full;
use super::follow::Follower;
use super::nextpnr::{Router, overfull};
use super::report::Routed;
use super::stages::{remove, write_whole};
use super::tools::{BuildTools, Tool};
use super::{Basis, BuildError, NETLIST, PLACEMENT, ROUTED, ROUTED_REPORT, TIMING, picture, timing};
use gdl2hdl_boards::{Family, Fpga};
use gdl2hdl_verilate::tools::ToolLimits;
use gdl2hdl_verilate::{Observer, SimError, digest};
use serde::{Deserialize, Serialize};
use std::ffi::OsString;
use std::fs;
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

const STAGE: &str = "place and route";

/// What a seed led to.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Tried {
    /// The seed of the placer.
    pub seed: u64,
    /// The highest clock that the placement meets: by all that judge it. **Units:** Hz.
    pub fmax_hz: u64,
    /// The same by nextpnr alone. `None` in older records. **Units:** Hz.
    #[serde(default)]
    pub nextpnr_hz: Option<u64>,
    /// The same by icetime, of an iCE40. **Units:** Hz.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub icetime_hz: Option<u64>,
    /// What routed it.
    pub router: Router,
}

/// The best placement, and all that were tried.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(super) struct Placement {
    pub(super) best: Tried,
    pub(super) tried: Vec<Tried>,
}

/// What is placed where.
pub(super) struct PlaceAndRoute<'a> {
    pub(super) fpga: &'a Fpga,
    /// The file with the pins.
    pub(super) constraints: &'a str,
    /// What is to be met. **Units:** Hz.
    pub(super) clock: u64,
    pub(super) seeds: Vec<u64>,
    /// Tools that run at a time.
    pub(super) jobs: usize,
    /// The title of a picture of the placement, where one is wanted.
    pub(super) picture: Option<&'a str>,
    /// Cores of the design: a design that is too large may have fewer.
    pub(super) cores: u32,
    /// How much of the device it may take; of what takes more no placement is made.
    pub(super) full: Option<Full>,
}

impl PlaceAndRoute<'_> {
    /// Everything that the result depends on, beside the tool and the files.
    pub(super) fn settings(&self) -> String {
        let (router, second) = Router::of(self.fpga.family);
        format!("{:?} {second:?} {:?} {:?}", self.arguments(0, router), self.seeds, self.picture)
    }

    /// The same for a promise, of which there is one, whatever is made of the design afterwards.
    pub(super) fn promise_settings(&self) -> String {
        format!("{:?}", self.promise_arguments())
    }

    /// Tries all seeds in a folder; leaves the best placement and its report there.
    pub(super) fn run(
        &self,
        tools: &BuildTools,
        folder: &Path,
        limits: ToolLimits,
        observer: &(dyn Observer + Sync),
    ) -> Result<(), BuildError> {
        let next = AtomicUsize::new(0);
        let tried = Mutex::new(Vec::new());
        thread::scope(|scope| {
            for _ in 0..self.jobs.min(self.seeds.len()).max(1) {
                scope.spawn(|| {
                    while let Some(&seed) = self.seeds.get(next.fetch_add(1, Ordering::Relaxed)) {
                        let outcome = self.place(tools, folder, seed, limits, observer);
                        let failed = outcome.is_err();
                        tried.lock().unwrap_or_else(std::sync::PoisonError::into_inner).push(outcome);
                        if failed {
                            return;
                        }
                    }
                });
            }
        });
        let tried = tried.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner);
        let mut tried: Vec<Tried> = tried.into_iter().collect::<Result<_, _>>()?;
        tried.sort_by_key(|tried| tried.seed);
        // Of equal ones the first seed, whatever the order in which they ended.
        let best = tried.iter().copied().rev().max_by_key(|tried| tried.fmax_hz);
        let best = best.ok_or_else(|| BuildError::Broken("no seed to try".to_owned()))?;
        self.keep(tools, folder, &Placement { best, tried })
    }

    fn place(
        &self,
        tools: &BuildTools,
        folder: &Path,
        seed: u64,
        limits: ToolLimits,
        observer: &(dyn Observer + Sync),
    ) -> Result<Tried, BuildError> {
        let router = self.route(&tools.nextpnr, folder, seed, limits, observer)?;
        let report = folder.join(of_seed(ROUTED_REPORT, seed));
        let text = fs::read_to_string(&report).map_err(BuildError::file("read", &report))?;
        let nextpnr = Routed::parse(&text)?.fmax_hz();
        let files = [ROUTED, TIMING].map(|file| of_seed(file, seed));
        let files = [files[0].as_str(), files[1].as_str()];
        let judge = |icetime| timing::met(icetime, self.fpga, folder, files, limits, observer);
        let icetime_hz = tools.icetime.as_ref().map(judge).transpose()?;
        let fmax_hz = icetime_hz.map_or(nextpnr, |icetime| icetime.min(nextpnr));
        Ok(Tried { seed, fmax_hz, nextpnr_hz: Some(nextpnr), icetime_hz, router })
    }

    /// Places and routes; each router that may have to be tried has a like share of the time, and one that makes no
    /// headway does not take all of it.
    fn route(
        &self,
        nextpnr: &Tool,
        folder: &Path,
        seed: u64,
        limits: ToolLimits,
        observer: &(dyn Observer + Sync),
    ) -> Result<Router, BuildError> {
        let (first, second) = Router::of(self.fpga.family);
        let share = ToolLimits { time: if second.is_some() { limits.time / 2 } else { limits.time }, ..limits };
        let log = folder.join(of_seed(LOG, seed));
        let run = |router| {
            // What an earlier run said is not what this one says.
            remove(&log)?;
            let process = nextpnr.process(folder).args(self.arguments(seed, router));
            let follower = Follower::new(observer, &log, router, self.full);
            let ended = process.observed(share, STAGE, &follower);
            let why = |error| follower.given_up().unwrap_or_else(|| self.failed(STAGE, error, &log));
            ended.map(|_| router).map_err(why)
        };
        match (run(first), second) {
            (
                Err(BuildError::Stuck { .. } | BuildError::Tool { error: SimError::TimedOut { .. }, .. }),
                Some(second),
            ) => run(second),
            (outcome, _) => outcome,
        }
    }

    /// Places without routing; leaves the clock that this promises in a file. Far quicker than a route of what is too
    /// slow for its clock by much, which takes nextpnr nearly for ever.
    pub(super) fn promise(
        &self,
        tools: &BuildTools,
        folder: &Path,
        limits: ToolLimits,
        observer: &(dyn Observer + Sync),
    ) -> Result<(), BuildError> {
        let nextpnr = tools.nextpnr.process(folder).args(self.promise_arguments());
        let log = folder.join(PROMISE_LOG);
        remove(&log)?;
        let follower = Follower::new(observer, &log, Router::of(self.fpga.family).0, self.full);
        let done = nextpnr.observed(limits, "placement", &follower);
        let why = |error| follower.given_up().unwrap_or_else(|| self.failed("placement", error, &log));
        done.map_err(why)?;
        let text = fs::read_to_string(&log).map_err(BuildError::file("read", &log))?;
        let hz = promised(&text).ok_or_else(|| BuildError::NotUnderstood {
            tool: "nextpnr",
            reason: "no clock in what it says of a placement".to_owned(),
        })?;
        write_whole(&folder.join(PROMISE), hz.to_string().as_bytes())
    }

    /// Why nextpnr failed: a device that is too small shows in what it said of it.
    fn failed(&self, stage: &'static str, error: SimError, log: &Path) -> BuildError {
        let said = fs::read_to_string(log).unwrap_or_default();
        match overfull(&said) {
            Some((what, need, have)) if matches!(error, SimError::ToolFailed { .. }) => {
                BuildError::TooLarge { what, need, have, basis: Basis::Placement, cores: self.cores }
            }
            _ => BuildError::tool(stage)(error),
        }
    }

    /// Options of a run that places only.
    fn promise_arguments(&self) -> Vec<OsString> {
        let seed = self.seeds.first().copied().unwrap_or(1);
        let mut words = self.design(seed, PROMISE_LOG);
        words.push("--no-route".into());
        words
    }

    /// Options of a run that places and routes.
    fn arguments(&self, seed: u64, router: Router) -> Vec<OsString> {
        let routed = match self.fpga.family {
            Family::Ice40 => "--asc",
            Family::Ecp5 => "--textcfg",
        };
        let mut words = self.design(seed, &of_seed(LOG, seed));
        let mut option = |name: &str, value: String| words.extend([name.into(), value.into()]);
        option(routed, of_seed(ROUTED, seed));
        option("--report", of_seed(ROUTED_REPORT, seed));
        option("--router", router.name().to_owned());
        if self.picture.is_some() {
            option("--write", of_seed(DRAWN, seed));
        }
        words
    }

    /// Options of every run: what is placed, where, for which clock.
    fn design(&self, seed: u64, log: &str) -> Vec<OsString> {
        let pins = match self.fpga.family {
            Family::Ice40 => "--pcf",
            Family::Ecp5 => "--lpf",
        };
        let mut words = vec![format!("--{}", self.fpga.device)];
        let mut option = |name: &str, value: String| words.extend([name.to_owned(), value]);
        option("--package", self.fpga.package.clone());
        if let Some(speed) = self.fpga.speed {
            option("--speed", speed.to_string());
        }
        option("--json", NETLIST.to_owned());
        option(pins, self.constraints.to_owned());
        option("--log", log.to_owned());
        option("--seed", seed.to_string());
        option("--freq", format!("{}.{:06}", self.clock / 1_000_000, self.clock % 1_000_000));
        if self.fpga.family == Family::Ecp5 {
            // Three times what it is by default: 112 MHz in place of 105, by engines of tic-tac-toe, for seeds 1 to 3.
            option("--placer-heap-timingweight", "30".to_owned());
        }
        // Whether the timing is good enough is judged here: by then there is a report.
        words.extend(["--timing-allow-fail", "--quiet"].map(str::to_owned));
        words.into_iter().map(Into::into).collect()
    }

    /// Draws a placement that is to have a picture; takes away what it is made of.
    fn draw(&self, folder: &Path, seed: u64, title: Option<&str>) -> Result<(), BuildError> {
        let drawn = folder.join(of_seed(DRAWN, seed));
        if let Some(title) = title {
            let text = fs::read_to_string(&drawn).map_err(BuildError::file("read", &drawn))?;
            write_whole(&folder.join(PICTURE), picture::draw(&text, title)?.as_bytes())?;
        }
        fs::remove_file(&drawn).map_err(BuildError::file("remove", &drawn))
    }

    /// The files of the best seed get names without number; the others go, but for the logs.
    fn keep(&self, tools: &BuildTools, folder: &Path, placement: &Placement) -> Result<(), BuildError> {
        for &Tried { seed, .. } in &placement.tried {
            if let Some(title) = self.picture {
                self.draw(folder, seed, (seed == placement.best.seed).then_some(title))?;
            }
            let timing = tools.icetime.as_ref().map(|_| TIMING);
            for file in [ROUTED, ROUTED_REPORT].into_iter().chain(timing) {
                let from = folder.join(of_seed(file, seed));
                if seed == placement.best.seed {
                    fs::rename(&from, folder.join(file)).map_err(BuildError::file("move", &from))?;
                } else {
                    fs::remove_file(&from).map_err(BuildError::file("remove", &from))?;
                }
            }
        }
        let text = serde_json::to_string(placement).map_err(|error| BuildError::Broken(error.to_string()))?;
        write_whole(&folder.join(PLACEMENT), text.as_bytes())
    }
}

/// The placed design, of which the picture is made.
const DRAWN: &str = "placed.json";
/// The clock that a placement promises, in Hz.
pub(super) const PROMISE: &str = "promise.txt";
/// What nextpnr says of that placement.
const PROMISE_LOG: &str = "promise.log";
/// The messages of nextpnr.
const LOG: &str = "nextpnr.log";
/// The picture of the placement.
pub(super) const PICTURE: &str = "placed.svg";

/// The name of a seed's file.
fn of_seed(file: &str, seed: u64) -> String {
    match file.split_once('.') {
        Some((stem, extension)) => format!("{stem}-{seed}.{extension}"),
        None => format!("{file}-{seed}"),
    }
}

/// The lowest of the clocks' frequencies that nextpnr says a placement reaches. **Units:** Hz.
///
/// A way through the multiplier of an iCE40 it tells as one to it and one from it: with both and the multiplier itself the
/// promise is about what the way makes of it.
fn promised(log: &str) -> Option<u64> {
    let clock = |line: &str| {
        let (_, said) = line.split_once("Max frequency for clock ")?.1.rsplit_once("': ")?;
        number(said, " MHz")
    };
    let slowest = log.lines().filter_map(clock).min()?;
    let half = |is_to: bool| {
        let delays = log.lines().filter_map(|line| line.split_once("Max delay ")).map(|(_, said)| said);
        let delays = delays.filter(|said| said.starts_with("<async>") != is_to && said.contains("<async>"));
        delays.filter_map(|said| number(said.rsplit_once(": ")?.1, " ns")).next_back()
    };
    let multiplies = log.lines().any(|line| {
        let used = line.split_once("ICESTORM_DSP:").and_then(|(_, counts)| counts.split_once('/'));
        used.is_some_and(|(used, _)| used.trim() != "0")
    });
    let through = half(true).zip(half(false)).filter(|_| multiplies).map(|(to, from)| to + MULTIPLIER_FS + from);
    Some(through.map_or(slowest, |femtoseconds| slowest.min(SECOND_FS / femtoseconds.max(1))))
}

/// A number with up to six decimals before a unit, in millionths.
fn number(said: &str, unit: &str) -> Option<u64> {
    let (whole, part) = said.split_once(unit)?.0.trim().split_once('.')?;
    format!("{whole}{part:0<6}").parse().ok()
}

/// What a way takes inside a multiplier of an iCE40 `UltraPlus` without registers, by Project IceStorm's data base.
const MULTIPLIER_FS: u64 = 7_980_000;
const SECOND_FS: u64 = 1_000_000_000_000_000;

/// Makes a bitstream of a routed design, which and into which file; gives the hash of it.
pub(super) fn pack(
    family: Family,
    pack: &Tool,
    folder: &Path,
    [routed, bitstream]: [&str; 2],
    limits: ToolLimits,
    observer: &(dyn Observer + Sync),
) -> Result<String, BuildError> {
    let arguments: &[&str] = match family {
        Family::Ice40 => &[routed, bitstream],
        Family::Ecp5 => &["--compress", routed, bitstream],
    };
    pack.process(folder).args(arguments).observed(limits, "pack", observer).map_err(BuildError::tool("pack"))?;
    let path = folder.join(bitstream);
    let bytes = fs::read(&path).map_err(BuildError::file("read", &path))?;
    if bytes.is_empty() {
        return Err(BuildError::NotUnderstood { tool: "the packer", reason: "it wrote an empty file".to_owned() });
    }
    Ok(digest(&bytes))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn promises_are_read() {
        let log = "Info: Max frequency for clock 'a': 85.73 MHz (PASS at 25.00 MHz)\nInfo: Max delay\n\
                   Warning: Max frequency for clock 'it's: 1': 9.50 MHz (FAIL at 25.00 MHz)\n";
        assert_eq!((promised(log), promised("Info: nothing")), (Some(9_500_000), None));
        let log = "Info: \t        ICESTORM_DSP:     1/    8    12%\nInfo: Max frequency for clock 'clk': 28.64 MHz\n\
                   Info: Max delay <async>     -> posedge clk: 33.88 ns\nInfo: Max delay posedge clk -> <async>    : 21.66 ns\n";
        assert_eq!(promised(log), Some(15_743_073), "where 15.92 MHz are met");
        assert_eq!(promised(&log.replace("1/ ", "0/ ")), Some(28_640_000), "no multipliers: ways to LEDs");
    }

    #[test]
    fn names_of_seeds_keep_the_extension() {
        assert_eq!(of_seed("routed.txt", 7), "routed-7.txt");
        assert_eq!(of_seed("routed", 7), "routed-7");
    }
}
