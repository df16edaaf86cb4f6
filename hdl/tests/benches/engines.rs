//! Playout engines of the games that benches know, as Verilog in a folder: what the game decides of them. All else is in
//! `hdl/rtl`.

use gdl2hdl_compiler::ground::{self, Limits, Unwatched};
use gdl2hdl_compiler::net;
use gdl2hdl_compiler::opt::{self, Level, Optimised};
use gdl2hdl_compiler::{propnet, syntax};
use gdl2hdl_hdl::playout::{Config, gateware};
use std::fs;
use std::path::Path;

/// Files of `hdl/tb/games`: `hdl/tb/shared/game_model.vh` has the same rules.
const GAMES: [&str; 2] = ["adders", "turns"];
/// Cores of an engine, and lanes in each: single cores for `playout_core_tb`, the others for `playout_engine_tb`.
const SIZES: [(u32, u32); 10] = [(1, 1), (1, 2), (1, 3), (1, 4), (2, 2), (2, 3), (3, 1), (3, 4), (5, 2), (5, 3)];

/// Numbers as narrow as they may be for the jobs of the benches, so that these come to the ends of their ranges.
fn config(cores: u32, lanes_per_core: u32) -> Config {
    let narrow =
        Config { lane_bits: 8, quota_bits: 6, step_bits: 4, counter_bits: 16, seeder_digit: 4, ..Config::default() };
    Config { cores, lanes_per_core, first_moves: cores <= 2, ..narrow }
}

fn compile(text: &str) -> Optimised {
    let sheet = syntax::parse(text, None).sheet;
    let program = ground::ground(&sheet, &ground::Options::default(), &Unwatched).unwrap().program;
    let built = propnet::build(&program, &Limits::default(), &Unwatched).unwrap();
    // The benches know the registers: none is to be merged with another.
    opt::optimise(net::from_propnet(&built), Level::O1.into(), &Unwatched).unwrap()
}

/// Writes the engines `<game>_<cores>x<lanes per core>`.
pub(crate) fn write(folder: &Path) {
    for game in GAMES {
        let text = fs::read_to_string(crate::folder("tb/games").join(format!("{game}.kif"))).unwrap();
        let optimised = compile(&text);
        let (net, choices) = (&optimised.net, optimised.choices());
        for (cores, places) in SIZES {
            let name = format!("{game}_{cores}x{places}");
            let gateware = gateware(net::verify(net).unwrap(), &choices, &name, config(cores, places)).unwrap();
            for file in gateware.files.iter().filter(|file| !file.name.starts_with("playout_")) {
                fs::write(folder.join(&file.name), &file.text).unwrap();
            }
        }
    }
}
