//! The engine of a build, simulated, against the fast engine: every state of a job that fills all slots twice.
//!
//! What is simulated has the cores of the build, but counters as wide as they are without a board.

use super::LEVEL;
use super::subject::Game;
use gdl2hdl_bench::compared::{Compared, Fault, crosscheck};
use gdl2hdl_boards::{Family, by_name};
use gdl2hdl_device::bitstream::BuildRecord;
use gdl2hdl_hdl::playout::Config;
use std::ffi::OsString;
use std::io;
use std::path::Path;

/// Lanes for each core: one after another takes it.
const TURNS: u32 = 2;
/// Playouts of a lane for each of its slots.
const PER_SLOT: u32 = 4;
/// Games and boards that are also compared as netlists: small ones, for a netlist takes long to simulate.
const NETLISTS: [(&str, &str); 2] = [("two_button_lights", "icebreaker"), ("tic_tac_toe", "icebreaker")];

/// What came of the comparisons of a build.
pub(crate) struct Checked {
    /// States that agree, state by state; 0 where they could not be compared.
    pub(crate) states: u64,
    pub(crate) fault: Option<Fault>,
}

/// Compares the engine of a build with the fast engine; `limit` is in seconds and for each comparison.
pub(crate) fn check(binary: &Path, game: &Game, record: &BuildRecord, limit: u64) -> io::Result<Checked> {
    let options = options(&record.build.config);
    let run = |engines: &str, more: &[&str]| -> io::Result<Compared> {
        let all = options.iter().map(OsString::from).chain(more.iter().map(OsString::from));
        crosscheck(binary, &game.file, engines, all, limit)
    };
    let Compared { states, fault, .. } = run("cpu,verilator", &["--steps"])?;
    let mapped = NETLISTS.contains(&(&game.name, &record.build.board));
    if fault.is_some() || !mapped {
        return Ok(Checked { states, fault });
    }
    let fault = run("cpu,netlist", &["--family", family(&record.build.board)])?.fault;
    Ok(Checked { states, fault })
}

/// The job, and what the cores are.
fn options(config: &Config) -> Vec<String> {
    let lanes = u64::from(TURNS) * u64::from(config.lanes());
    let per_lane = u64::from(PER_SLOT) * u64::from(config.slots);
    let said = [
        ("--lanes", lanes.to_string()),
        ("--per-lane", per_lane.to_string()),
        ("--max-steps", (u32::MAX >> (u32::BITS - config.step_bits)).to_string()),
    ];
    let said = said.into_iter().flat_map(|(name, value)| [name.to_owned(), value]);
    let first_moves = (!config.first_moves).then(|| "--no-first-moves".to_owned());
    engine(config).into_iter().chain(said).chain(first_moves).collect()
}

/// What the cores are.
pub(crate) fn engine(config: &Config) -> Vec<String> {
    let said = [
        ("--cores", config.cores.to_string()),
        ("--cores-per-lane", config.cores_per_lane.to_string()),
        ("--slots", config.slots.to_string()),
        ("--opt-level", LEVEL.to_owned()),
    ];
    let multiplied = ["--multiplied-cores".to_owned(), config.multiplied_cores.to_string()];
    let multiplied = multiplied.into_iter().filter(|_| config.multipliers);
    let carrying = [("--carrying-cores", config.carrying_cores), ("--block-bits", config.block_bits)];
    let carrying = carrying.into_iter().filter(|_| config.carrying_cores > 0);
    let carrying = carrying.flat_map(|(name, number)| [name.to_owned(), number.to_string()]);
    let flags = [
        ("--memories", config.memories),
        ("--multipliers", config.multipliers),
        ("--few-resets", config.few_resets),
        ("--no-step-limit", config.unlimited),
        ("--host-seeds", config.host_seeds),
    ];
    let flags = flags.into_iter().filter(|(_, wanted)| *wanted).map(|(flag, _)| flag.to_owned());
    let said = said.into_iter().flat_map(|(name, value)| [name.to_owned(), value]);
    said.chain(flags).chain(multiplied).chain(carrying).collect()
}

/// The family of a board, by the name the command line has for it.
fn family(board: &str) -> &'static str {
    match by_name(board).map(|board| board.fpga.family) {
        Ok(Family::Ecp5) => "ecp5",
        _ => "ice40",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_slots_are_filled_twice() {
        let config =
            Config { cores: 12, cores_per_lane: 2, slots: 6, memories: true, step_bits: 4, ..Config::default() };
        let words = "--cores 12 --cores-per-lane 2 --slots 6 --opt-level 3 --memories --lanes 12 --per-lane 24 \
            --max-steps 15 --no-first-moves";
        assert_eq!(options(&config).join(" "), words);
        let mixed = Config { multipliers: true, multiplied_cores: 3, ..config };
        let all = options(&mixed).join(" ");
        assert!(all.contains(" --multipliers ") && all.contains(" --multiplied-cores 3 "), "{all}");
        let endless = options(&Config { unlimited: true, first_moves: true, ..config });
        assert!(endless.contains(&"--no-step-limit".to_owned()), "{endless:?}");
        assert!(!endless.contains(&"--no-first-moves".to_owned()), "{endless:?}");
        assert!(!options(&Config::default()).contains(&"--memories".to_owned()));
        assert_eq!((family("icebreaker"), family("ulx3s-25f")), ("ice40", "ecp5"));
    }
}
