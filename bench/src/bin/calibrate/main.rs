//! `make calibrate`: what the model of costs says of real engines beside what Yosys makes of them, and the weights of the
//! model that would be nearest.
//!
//! What a core takes is half of what four take more than two; what is there once is the rest. Counts are kept in a
//! folder: only designs that have changed are synthesized again.

mod counted;
mod report;

use clap::Parser;
use counted::{Point, Workshop};
use gdl2hdl_bench::program;
use gdl2hdl_boards::Family;
use std::error::Error;
use std::path::PathBuf;
use std::process::ExitCode;

#[derive(Parser)]
struct Args {
    /// Games of `games/`.
    #[arg(default_values = ["two_button_lights", "tic_tac_toe", "connect_four", "breakthrough_6x6", "pentago"])]
    games: Vec<String>,
    /// Folder for counts.
    #[arg(long)]
    output: PathBuf,
    /// Playouts of a lane in flight.
    #[arg(long, value_delimiter = ',', default_values_t = [1, 2, 4, 6])]
    slots: Vec<u32>,
    /// Cores that play a lane together.
    #[arg(long, value_delimiter = ',', default_values_t = [1, 2])]
    cores_per_lane: Vec<u32>,
    /// Families of FPGAs: ice40, ecp5.
    #[arg(long, value_delimiter = ',', default_values_t = ["ice40".to_owned(), "ecp5".to_owned()])]
    families: Vec<String>,
    /// Only counts that are there already.
    #[arg(long)]
    kept: bool,
    /// Neither memories nor multipliers.
    #[arg(long)]
    plain: bool,
}

/// Memories need so many playouts in flight to be worth a count.
const MEMORIES_FROM: u32 = 4;

fn main() -> ExitCode {
    program::ended(run(&Args::parse()))
}

fn run(args: &Args) -> Result<ExitCode, Box<dyn Error>> {
    let workshop = Workshop::new(&args.output, args.kept)?;
    for family in [Family::Ice40, Family::Ecp5] {
        let name = if family == Family::Ice40 { "ice40" } else { "ecp5" };
        if !args.families.iter().any(|wanted| wanted == name) {
            continue;
        }
        let mut points: Vec<Point> = Vec::new();
        for game in &args.games {
            let subject = workshop.game(game)?;
            let lanes =
                args.slots.iter().flat_map(|&slots| args.cores_per_lane.iter().map(move |&cores| (cores, slots)));
            for lane in lanes.filter(|(cores, slots)| slots % cores == 0) {
                let (cores, slots) = lane;
                for (memories, multipliers) in [(false, false), (false, true), (true, false)] {
                    let idle = memories && (slots / cores < MEMORIES_FROM || family == Family::Ice40);
                    if idle || (args.plain && (memories || multipliers)) {
                        continue;
                    }
                    program::working_on(&format!("{game}, {name}, {slots} in flight"))?;
                    points.extend(workshop.point(&subject, family, lane, memories, multipliers)?);
                }
            }
        }
        report::write(name, &points)?;
    }
    Ok(ExitCode::SUCCESS)
}
