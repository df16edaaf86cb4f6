//! `build`: from a game to a bitstream for a board.

use crate::args::{Build, options_said};
use crate::compiled_game::CompiledGame;
use crate::context::Context;
use crate::failure::Failure;
use crate::flags::{in_flags, told, unavailable};
use crate::starts::Starts;
use crate::{input, output, report, unfinished};
use gdl2hdl_boards::{Family, by_name};
use gdl2hdl_device::bitstream::{self, BuildError, BuildRecord, BuildTools, Ended, FitRecord, Request, Sustained};
use gdl2hdl_device::board::SourceRecord;
use gdl2hdl_gdl::observer::Observer;
use gdl2hdl_gdl::remedy::Remedy;
use gdl2hdl_hdl::playout::Config;
use gdl2hdl_opt::Optimised;
use gdl2hdl_verilate::files::{close_mask, shown};
use gdl2hdl_verilate::tools::ToolLimits;
use std::num::NonZeroUsize;
use std::thread;
use std::time::Duration;

/// The net of a build in its folder, when it is not the one that is optimised here.
const NET: &str = "net.aig";

pub(crate) fn run(context: &Context, args: &Build) -> Result<(), Failure> {
    close_mask();
    let board = by_name(&args.board).map_err(|error| Failure::unavailable(error.to_string()))?;
    // Before the game: nobody wants to wait for a tool that is not there.
    let tools = BuildTools::find(board.fpga.family).map_err(|error| failed(&error))?;
    let compiled_game = CompiledGame::open(context, &args.game, &args.net, Starts::INITIAL)?;
    whole(compiled_game.compiled.optimised())?;
    let processors = || thread::available_parallelism().map_or(1, NonZeroUsize::get);
    let config = of_family(board.fpga.family, args.engine.config());
    let lengths = compiled_game.lengths(context, config)?;
    let imported = args.net.imported.as_ref().map(|file| input::bytes(file, context.common.max_input));
    let request = Request {
        board: &board,
        game: &compiled_game.loaded.source.name,
        source: source(&compiled_game, args),
        source_text: &compiled_game.loaded.source.text,
        imported: imported.transpose()?,
        config,
        lengths,
        fit: args.engine.fit(),
        clock: args.clock,
        margin: args.margin,
        baud: args.baud,
        seeds: (args.seed..args.seed.saturating_add(args.seeds)).collect(),
        jobs: args.jobs.map_or_else(processors, NonZeroUsize::get),
        picture: args.picture,
        force: args.force,
        limits: ToolLimits { time: Duration::from_secs(args.tool_time), memory: Some(args.tool_memory) },
    };
    context.unhurried();
    let unbuilt = |error: BuildError| match context.reason() {
        Some(_) => unfinished::not_simulated(context, &error),
        None => failed(&error),
    };
    let record = compiled_game.bitstream(&request, &tools, &args.output, context).map_err(unbuilt)?;
    context.finish();
    if let Some(warning) = record.power.and_then(|power| power.warned()) {
        context.warn(&in_flags(&warning, &[Remedy::LessPower]));
    }
    if context.json() {
        output::write_json(&record)?;
    } else {
        let frontier = record.fit.as_ref().map_or_else(String::new, |fit| format!("\n{}", report::frontier(fit)));
        output::show(&(words(&record) + &frontier))?;
    }
    match &record.fit {
        Some(FitRecord { ended: Ended::Stopped, .. }) => Err(stopped(context, args)),
        _ => Ok(()),
    }
}

/// A search that was stopped after something was routed.
fn stopped(context: &Context, args: &Build) -> Failure {
    let kept = format!("`{}` holds the best that was routed until then, as a whole build", shown(&args.output));
    context.late(&kept, "or search less with --effort low")
}

/// An engine with what depends on the cells of an FPGA.
fn of_family(family: Family, config: Config) -> Config {
    match family {
        Family::Ice40 => Config { block_bits: 16, few_resets: false, ..config },
        Family::Ecp5 => Config { block_bits: 36, few_resets: true, ..config },
    }
}

/// A build is compiled again from its game when it is used: its net has to come out the same.
fn whole(optimised: &Optimised) -> Result<(), Failure> {
    if optimised.skipped.is_empty() {
        return Ok(());
    }
    Err(Failure::unavailable(
        "nothing was built: of a net that the deadline left unfinished there is no second one; allow more time with \
         `--deadline SECONDS`, or ask for less work with `--work UNITS`",
    ))
}

/// What the folder must hold to play this game again.
fn source(compiled_game: &CompiledGame, args: &Build) -> SourceRecord {
    let language = compiled_game.loaded.game.language().name();
    SourceRecord {
        file: format!("{}.{language}", compiled_game.loaded.source.name),
        language: language.to_owned(),
        opt_level: args.net.number(),
        work: args.net.work,
        keep_state: args.net.keep_state,
        net: args.net.imported.is_some().then(|| NET.to_owned()),
    }
}

/// Why there is no bitstream, with the status it leads to.
pub(crate) fn failed(error: &BuildError) -> Failure {
    match error {
        BuildError::Config(_) => Failure::usage(told(error)),
        _ => unavailable(error),
    }
}

/// The job of which the states/s are told.
fn job(record: &BuildRecord) -> String {
    let Some(Sustained { lanes, per_lane, max_steps, states_per_cycle, .. }) = record.sustained else {
        return String::new();
    };
    format!("--lanes {lanes} --per-lane {per_lane} --max-steps {max_steps}: {states_per_cycle:.3} a clock and core")
}

/// What the placement meets, by whose word.
fn met(record: &BuildRecord) -> String {
    let judges = [("nextpnr", record.nextpnr_hz), ("icetime", record.icetime_hz)];
    let said = judges.iter().filter_map(|(tool, hz)| hz.map(|hz| format!("{tool} {}", bitstream::mhz(hz))));
    let said: Vec<String> = said.collect();
    format!("{}, seed {} ({})", bitstream::mhz(record.fmax_hz), record.seed, said.join(", "))
}

/// Why the search ended.
fn ended(fit: &FitRecord) -> String {
    match (fit.ended, fit.seconds) {
        (Ended::Done, _) => "done".to_owned(),
        (Ended::Time, Some(seconds)) => format!("there was no time for more, of {seconds} s: --search-time SECONDS"),
        (Ended::Time, None) => "there was no time for more: --deadline SECONDS".to_owned(),
        (Ended::Stopped, _) => "stopped before its end".to_owned(),
    }
}

/// What the FPGA may draw.
fn power(record: &BuildRecord) -> Option<String> {
    let milliwatts = record.power?.estimate_mw;
    Some(format!(
        "about {}.{} W, a rough estimate that nobody has measured",
        milliwatts / 1000,
        milliwatts % 1000 / 100
    ))
}

/// What of that the clock leaves for what it may be off itself.
fn margin(record: &BuildRecord) -> String {
    let (ppm, needed) = (record.margin_ppm.unwrap_or_default(), record.needed_hz.unwrap_or(record.fmax_hz));
    format!("{}.{:02} % of a period: the clock needs {}", ppm / 10_000, ppm % 10_000 / 100, bitstream::mhz(needed))
}

/// The record for people.
fn words(record: &BuildRecord) -> String {
    let share = |used: u64, total: u64| format!("{used} of {total}, {} %", (used * 100).div_ceil(total.max(1)));
    let mut rows = vec![
        ("board", record.build.board.clone()),
        ("game", format!("{}, net {}", record.build.game, record.build.net_hash)),
        ("cores", format!("{}, {} playouts in flight", record.cores, record.in_flight)),
        ("options", options_said(&record.build.config)),
        ("LUTs", share(record.lut_used, record.lut_total)),
    ];
    let others = record
        .utilisation
        .iter()
        .filter(|(kind, usage)| usage.used > 0 && !bitstream::LUT_CELLS.contains(&kind.as_str()));
    rows.extend(others.map(|(kind, usage)| (kind.as_str(), share(usage.used, usage.available))));
    rows.extend([
        ("clock", format!("{}, {}", bitstream::mhz(record.build.clock_hz.into()), record.clock)),
        ("placement meets", met(record)),
        ("margin", margin(record)),
        ("states/s", record.states_per_s.to_string()),
        ("job that plays so", job(record)),
        ("power", power(record).unwrap_or_default()),
        ("search", record.fit.as_ref().map(ended).unwrap_or_default()),
        ("UART", format!("{} baud", record.build.baud)),
        ("bitstream", format!("{}, {} bytes", record.bitstream.file, record.bitstream.bytes)),
    ]);
    let stages: Vec<String> = record
        .stages
        .iter()
        .map(|stage| match stage.reused {
            true => format!("{} (unchanged)", stage.name),
            false => format!("{} {:.1} s", stage.name, stage.seconds),
        })
        .collect();
    rows.push(("stages", stages.join(", ")));
    rows.extend(record.tools.iter().map(|tool| ("tool", tool.clone())));
    rows.retain(|(_, value)| !value.is_empty());
    let width = rows.iter().map(|(name, _)| name.len()).max().unwrap_or(0);
    rows.iter().map(|(name, value)| format!("{name:width$}  {value}\n")).collect()
}
