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
/// Cores of an engine, and playouts in flight in each: single cores for `playout_core_tb`, the others for
/// `playout_engine_tb`.
const SIZES: [(u32, u32); 12] =
    [(1, 1), (1, 2), (1, 3), (1, 4), (1, 7), (1, 16), (2, 2), (2, 3), (3, 1), (3, 4), (5, 2), (5, 3)];

/// Numbers as narrow as they may be for the jobs of the benches, so that these come to the ends of their ranges.
fn config(cores: u32, places: u32) -> Config {
    let narrow =
        Config { lane_bits: 8, quota_bits: 6, step_bits: 4, counter_bits: 16, seeder_digit: 4, ..Config::default() };
    // Clusters of two, memories where they are used, cores that are not all alike.
    let wide = Config { multipliers: cores == 3, multiplied_cores: 1, memories: true, ..narrow };
    Config { cores, places, first_moves: cores <= 2, cluster: 2, ..wide }
}

fn compile(text: &str) -> Optimised {
    let sheet = syntax::parse(text, None).sheet;
    let program = ground::ground(&sheet, &ground::Options::default(), &Unwatched).unwrap().program;
    let built = propnet::build(&program, &Limits::default(), &Unwatched).unwrap();
    // The benches know the registers: none is to be merged with another.
    opt::optimise(net::from_propnet(&built), Level::O1.into(), &Unwatched).unwrap()
}

/// A function of Verilog that gives a number for a game and the places of a core.
fn function(name: &str, cases: &[(usize, usize)]) -> String {
    let cases: String = cases.iter().map(|(case, value)| format!("    {case}: {name} = {value};\n")).collect();
    format!(
        "function integer {name}(input integer game, input integer places);\n  case (16 * game + places)\n{cases}    \
         default: {name} = -1;\n  endcase\nendfunction\n"
    )
}

/// Writes the engines `<game>_<cores>x<places>`, and a header with the clocks from a move to the end of its step,
/// and those until random bits are drawn.
pub(crate) fn write(folder: &Path) {
    let (mut ahead, mut draw) = (Vec::new(), Vec::new());
    for (number, game) in GAMES.into_iter().enumerate() {
        let text = fs::read_to_string(crate::folder("tb/games").join(format!("{game}.kif"))).unwrap();
        let optimised = compile(&text);
        let (net, choices) = (&optimised.net, optimised.choices());
        for (cores, places) in SIZES {
            let name = format!("{game}_{cores}x{places}");
            let gateware = gateware(net::verify(net).unwrap(), &choices, &name, config(cores, places)).unwrap();
            if cores == 1 {
                let case = 16 * number + places as usize;
                ahead.push((case, gateware.pipeline.end - gateware.pipeline.made));
                draw.push((case, gateware.pipeline.draw));
            }
            for file in gateware.files.iter().filter(|file| !file.name.starts_with("playout_")) {
                fs::write(folder.join(&file.name), &file.text).unwrap();
            }
        }
    }
    let text = function("ahead_of", &ahead) + &function("draw_of", &draw);
    fs::write(folder.join("times.vh"), text).unwrap();
}
