//! `make bench-area`: what the parts of the playout engine take of an FPGA, as Yosys maps them.
//!
//! Each part is mapped by itself, so that it can be told apart; the last line of a game is its whole engine, flattened.

use clap::Parser;
use gdl2hdl_compiler::net;
use gdl2hdl_compiler::playout::Choices;
use gdl2hdl_hdl::playout::{Config, Gateware, gateware};
use gdl2hdl_sim::{Areas, Cache, Family, Netlist, Port, Source, Spec, Yosys};
use gdl2hdl_tests::table::markdown;
use gdl2hdl_tests::{examples, nets, program};
use std::collections::BTreeMap;
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
    lanes_per_core: u32,
}

/// The rows of the table, and the modules that belong to each, by the ends of their names.
const ROWS: [(&str, &[&str]); 10] = [
    ("propnet: legal moves", &["_legal"]),
    ("propnet: next state", &["_next"]),
    ("propnet: end, goals", &["_end"]),
    ("the same for the start state", &[]),
    ("pick", &["playout_picker", "playout_pick_block", "playout_scale_row"]),
    ("generator", &["playout_generator"]),
    ("core: registers, restart", &["_core"]),
    ("seeder", &["playout_seeder", "playout_spare"]),
    ("counters", &["playout_tally"]),
    ("jobs, reports", &["_top"]),
];

/// The part that a file holds, if it is one: all but the top, in which everything else goes up.
fn part(file: &str) -> Option<&str> {
    let module = file.strip_suffix(".v")?;
    let part = ROWS.iter().flat_map(|(_, ends)| ends.iter()).any(|end| module.ends_with(end));
    (part && !module.ends_with("_top")).then_some(module)
}

/// The row of the module that there is once more, for the start state; the row behind it is for that.
const END: usize = 2;

fn main() -> ExitCode {
    program::ended(run(&Args::parse()))
}

fn run(args: &Args) -> Result<ExitCode, Box<dyn Error>> {
    let (yosys, cache) = (Yosys::find()?, Cache::find()?);
    let mut rows = Vec::new();
    for game in &args.games {
        let gateware = engine(args, game)?;
        for family in Family::ALL {
            program::working_on(&format!("{game} on {}", family.name()))?;
            let spec = spec(&gateware);
            let parts: Vec<&str> = spec.sources.iter().filter_map(|source| part(&source.name)).collect();
            let areas = yosys.areas(&spec, family, &parts, &cache)?;
            rows.extend(table(game, family, args.cores, &areas, &yosys.map(&spec, family, &cache)?)?);
        }
    }
    let header = ["game", "family", "part", "LUT4", "carry", "FF", "RAM", "share of LUT4, %"];
    write!(io::stdout().lock(), "{}", markdown(&header, &rows))?;
    Ok(ExitCode::SUCCESS)
}

/// The engine of a game of this project.
fn engine(args: &Args, game: &str) -> Result<Gateware, Box<dyn Error>> {
    let file = examples::files().into_iter().find(|file| file.file_stem().is_some_and(|stem| stem == game));
    let text = std::fs::read_to_string(file.ok_or_else(|| format!("there is no game `{game}`"))?)?;
    let net = nets::compiled(&text)?.net;
    let config = Config { cores: args.cores, lanes_per_core: args.lanes_per_core, ..Config::default() };
    Ok(gateware(net::verify(&net)?, &Choices::new(&net), game, config)?)
}

fn spec(gateware: &Gateware) -> Spec {
    let mut spec = Spec::new(&gateware.top, "", vec![Port::input("clk_i", 1)]);
    let source = |file: &gdl2hdl_hdl::playout::SourceFile| Source { name: file.name.clone(), text: file.text.clone() };
    spec.sources = gateware.files.iter().map(source).collect();
    spec
}

/// Cells of one part.
#[derive(Clone, Copy, Default)]
struct Size {
    lut4: u64,
    carry: u64,
    ff: u64,
    ram: u64,
}

impl Size {
    fn of(cells: &BTreeMap<String, u64>) -> Self {
        let mut size = Self::default();
        for (cell, count) in cells {
            match cell.as_str() {
                "SB_LUT4" | "LUT4" => size.lut4 += count,
                // Takes two look-up tables, which hold the sum.
                "CCU2C" => (size.lut4, size.carry) = (size.lut4 + 2 * count, size.carry + 2 * count),
                "SB_CARRY" => size.carry += count,
                "TRELLIS_DPR16X4" | "DP16KD" => size.ram += count,
                cell if cell.starts_with("SB_RAM40") => size.ram += count,
                cell if cell.starts_with("SB_DFF") || cell == "TRELLIS_FF" => size.ff += count,
                _ => {}
            }
        }
        size
    }

    fn plus(self, other: Self) -> Self {
        let Self { lut4, carry, ff, ram } = other;
        Self { lut4: self.lut4 + lut4, carry: self.carry + carry, ff: self.ff + ff, ram: self.ram + ram }
    }
}

impl Size {
    /// The size of so many instances of a module, and that of one, out of the size of all these.
    fn split(self, most: u64) -> (Self, Self) {
        let one = [self.lut4, self.carry, self.ff, self.ram].map(|all| all / (most + 1));
        let [lut4, carry, ff, ram] = one.map(|one| one * most);
        (Self { lut4, carry, ff, ram }, Self { lut4: one[0], carry: one[1], ff: one[2], ram: one[3] })
    }
}

fn table(
    game: &str,
    family: Family,
    cores: u32,
    areas: &Areas,
    whole: &Netlist,
) -> Result<Vec<Vec<String>>, Box<dyn Error>> {
    let own = areas.own();
    let mut sizes = [Size::default(); ROWS.len()];
    for (module, cells) in &own {
        let row = ROWS.iter().position(|(_, ends)| ends.iter().any(|end| module.ends_with(end)));
        let row = row.ok_or_else(|| format!("module `{module}` belongs to no part"))?;
        sizes[row] = sizes[row].plus(Size::of(cells));
    }
    // One instance more than there are cores.
    let [end, start] = [END, END + 1];
    (sizes[end], sizes[start]) = sizes[end].split(u64::from(cores));
    let sum: u64 = sizes.iter().map(|size| size.lut4).sum();
    let line = |part: &str, size: Size, share: String| {
        let numbers = [size.lut4, size.carry, size.ff, size.ram].map(|n| n.to_string());
        let head = [game.to_owned(), family.name().to_owned(), part.to_owned()];
        head.into_iter().chain(numbers).chain([share]).collect::<Vec<_>>()
    };
    let share = |size: &Size| format!("{:.1}", 100.0 * size.lut4 as f64 / sum.max(1) as f64);
    let mut lines: Vec<Vec<String>> =
        ROWS.iter().zip(&sizes).map(|((part, _), size)| line(part, *size, share(size))).collect();
    lines.push(line("the whole, flattened", Size::of(&whole.cells), "-".to_owned()));
    Ok(lines)
}
