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
const SIZES: [(u32, u32); 11] =
    [(1, 1), (1, 2), (1, 3), (1, 4), (1, 7), (2, 2), (2, 3), (3, 1), (3, 4), (5, 2), (5, 3)];

/// Numbers as narrow as they may be for the jobs of the benches, so that these come to the ends of their ranges.
fn config(cores: u32, lanes_per_core: u32) -> Config {
    let narrow =
        Config { lane_bits: 8, quota_bits: 6, step_bits: 4, counter_bits: 16, seeder_digit: 4, ..Config::default() };
    // Clusters of two, and memories where they are used: with seven places.
    Config { cores, lanes_per_core, first_moves: cores <= 2, cluster: 2, memories: true, ..narrow }
}

fn compile(text: &str) -> Optimised {
    let sheet = syntax::parse(text, None).sheet;
    let program = ground::ground(&sheet, &ground::Options::default(), &Unwatched).unwrap().program;
    let built = propnet::build(&program, &Limits::default(), &Unwatched).unwrap();
    // The benches know the registers: none is to be merged with another.
    opt::optimise(net::from_propnet(&built), Level::O1.into(), &Unwatched).unwrap()
}

/// Writes the engines `<game>_<cores>x<lanes per core>`, and a header with the clocks from a move to the end of its step.
pub(crate) fn write(folder: &Path) {
    let mut ahead =
        "function integer ahead_of(input integer game, input integer places);\n  case (16 * game + places)\n"
            .to_owned();
    for (number, game) in GAMES.into_iter().enumerate() {
        let text = fs::read_to_string(crate::folder("tb/games").join(format!("{game}.kif"))).unwrap();
        let optimised = compile(&text);
        let (net, choices) = (&optimised.net, optimised.choices());
        for (cores, places) in SIZES {
            let name = format!("{game}_{cores}x{places}");
            let gateware = gateware(net::verify(net).unwrap(), &choices, &name, config(cores, places)).unwrap();
            if cores == 1 {
                let clocks = gateware.pipeline.end - gateware.pipeline.made;
                ahead += &format!("    {}: ahead_of = {clocks};\n", 16 * number + places as usize);
            }
            for file in gateware.files.iter().filter(|file| !file.name.starts_with("playout_")) {
                fs::write(folder.join(&file.name), &file.text).unwrap();
            }
        }
    }
    ahead += "    default: ahead_of = -1;\n  endcase\nendfunction\n";
    fs::write(folder.join("ahead.vh"), ahead).unwrap();
}
