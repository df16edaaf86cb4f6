//! `make bench-area`: what the parts of the playout engine take of an FPGA, as Yosys maps them.
//!
//! Each part is mapped by itself, so that it can be told apart; the last line of a game is its whole engine, flattened.
//! The pick is there once more as it is with multipliers.

use clap::Parser;
use gdl2hdl::Unobserved;
use gdl2hdl_bench::program;
use gdl2hdl_bench::table::markdown;
use gdl2hdl_hdl::playout::{Config, Gateware};
use gdl2hdl_tests::{examples, nets};
use gdl2hdl_verilate::netlist::CellCounts;
use gdl2hdl_verilate::{Areas, Cache, Family, Netlist, Port, Source, Spec, Target, Yosys};
use std::error::Error;
use std::io::{self, Write};
use std::process::ExitCode;

#[derive(Parser)]
struct Args {
    /// Games of `games/`.
    #[arg(default_values = ["tic_tac_toe", "connect_four", "breakthrough_8x8"])]
    games: Vec<String>,
    /// Cores.
    #[arg(long, default_value_t = 1)]
    cores: u32,
    /// Playouts in flight in each core.
    #[arg(long, default_value_t = 1)]
    slots: u32,
}

/// The rows of the table, and the modules that belong to each, by the ends of their names.
const ROWS: [(&str, &[&str]); 8] = [
    ("the game: a step", &["_step"]),
    ("its end, for the start state", &["_end"]),
    ("pick", &["playout_picker", "playout_pick_block"]),
    ("generator", &["playout_generator"]),
    ("core: registers, restart", &["_core"]),
    (
        "lanes and their seeds",
        &["playout_seeder", "playout_spare", "playout_feeder", "playout_chunks", "playout_entry"],
    ),
    ("counters", &["playout_tally"]),
    ("jobs, reports", &["_top"]),
];

/// The part that a file holds, if it is one: all but the top, in which everything else goes up.
fn part(file: &str) -> Option<&str> {
    let module = file.strip_suffix(".v")?;
    let part = ROWS.iter().flat_map(|(_, ends)| ends.iter()).any(|end| module.ends_with(end));
    (part && !module.ends_with("_top")).then_some(module)
}

/// The row that multipliers make another.
const PICK: usize = 2;

fn main() -> ExitCode {
    program::ended(run(&Args::parse()))
}

fn run(args: &Args) -> Result<ExitCode, Box<dyn Error>> {
    let (yosys, cache) = (Yosys::find()?, Cache::find()?.cache);
    let mut rows = Vec::new();
    for game in &args.games {
        let [gateware, multiplying] = [engine(args, game, false)?, engine(args, game, true)?];
        for family in Family::ALL {
            program::working_on(&format!("{game} on {}", family.name()))?;
            let areas = |spec: &Spec, target: Target| {
                let parts: Vec<&str> = spec.sources.iter().filter_map(|source| part(&source.name)).collect();
                yosys.areas(spec, target, &parts, &cache)
            };
            let whole = spec(&gateware, &gateware.top);
            let parts = sizes(&areas(&whole, family.into())?)?;
            // All picks are in the cores.
            let cores = spec(&multiplying, &core(&multiplying)?);
            let multiplied = sizes(&areas(&cores, Target { family, multipliers: true })?)?[PICK];
            let multiplied = multiplied * u64::from(args.cores);
            rows.extend(table([game, family.name()], &parts, multiplied, &yosys.map(&whole, family, &cache)?));
        }
    }
    let header = ["game", "family", "part", "LUT4", "carry", "FF", "RAM", "DSP", "share of LUT4, %"];
    write!(io::stdout().lock(), "{}", markdown(&header, &rows))?;
    Ok(ExitCode::SUCCESS)
}

/// The engine of a game of this project.
fn engine(args: &Args, game: &str, multipliers: bool) -> Result<Gateware, Box<dyn Error>> {
    let file = examples::files().into_iter().find(|file| file.file_stem().is_some_and(|stem| stem == game));
    let text = std::fs::read_to_string(file.ok_or_else(|| format!("there is no game `{game}`"))?)?;
    let config = Config { cores: args.cores, slots: args.slots, multipliers, ..Config::default() };
    Ok(nets::compiled(&text)?.gateware(game, config, &Unobserved)?)
}

/// The module of a core.
fn core(gateware: &Gateware) -> Result<String, String> {
    let names = gateware.files.iter().filter_map(|file| file.name.strip_suffix(".v"));
    names.filter(|name| name.ends_with("_core")).map(str::to_owned).next().ok_or_else(|| "there is no core".to_owned())
}

fn spec(gateware: &Gateware, top: &str) -> Spec {
    let mut spec = Spec::new(top, "", vec![Port::input("clk_i", 1)]);
    let source = |file: &gdl2hdl_hdl::playout::SourceFile| Source { name: file.name.clone(), text: file.text.clone() };
    spec.sources = gateware.files.iter().map(source).collect();
    spec
}

/// The size of each row.
fn sizes(areas: &Areas) -> Result<[CellCounts; ROWS.len()], String> {
    let mut sizes = [CellCounts::default(); ROWS.len()];
    for (module, cells) in &areas.own() {
        let row = ROWS.iter().position(|(_, ends)| ends.iter().any(|end| module.ends_with(end)));
        let row = row.ok_or_else(|| format!("module `{module}` belongs to no part"))?;
        sizes[row] = sizes[row] + CellCounts::of(cells);
    }
    Ok(sizes)
}

/// The lines of a game on a family. `multiplied` is the pick with multipliers.
fn table(
    head: [&str; 2],
    sizes: &[CellCounts; ROWS.len()],
    multiplied: CellCounts,
    whole: &Netlist,
) -> Vec<Vec<String>> {
    let line = |part: &str, size: CellCounts, share: String| {
        let numbers = size.numbers().map(|n| n.to_string());
        let head = [head[0], head[1], part].map(str::to_owned);
        head.into_iter().chain(numbers).chain([share]).collect::<Vec<_>>()
    };
    let sum: u64 = sizes.iter().map(|size| size.lut4).sum();
    let share = |size: &CellCounts| format!("{:.1}", 100.0 * size.lut4 as f64 / sum.max(1) as f64);
    let mut lines: Vec<Vec<String>> =
        ROWS.iter().zip(sizes).map(|((part, _), size)| line(part, *size, share(size))).collect();
    lines.insert(PICK + 1, line("pick, with multipliers", multiplied, "-".to_owned()));
    lines.push(line("the whole, flattened", CellCounts::of(&whole.cells), "-".to_owned()));
    lines
}
