//! Playout engines of the games that benches know, as Verilog in a folder: what the game decides of them. All else is in
//! `hdl/rtl`.

use crate::stages;
use gdl2hdl_gdl::observer::Unobserved;
use gdl2hdl_hdl::playout::{Config, gateware};
use gdl2hdl_net as net;
use gdl2hdl_opt::{self as opt, Level, Optimised};
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

/// Cores, those of them that play a lane together, slots of a lane.
type Size = (u32, u32, u32);

/// Files of `hdl/tb/games`, whose rules `hdl/tb/shared/game_model.vh` has too, and the sizes of their engines: those of
/// one lane are for `playout_lane_tb`, the others and some of those with one core for `playout_engine_tb`.
///
/// In a clock a generator gives the bits of adders for one core, of turns for two, of twos for all that a lane can
/// have.
const GAMES: [(&str, &[&[Size]]); 3] = [("adders", &[ALONE]), ("turns", &[ALONE, PAIRS]), ("twos", &[MANY])];
/// A lane for each core.
const ALONE: &[Size] = &[
    (1, 1, 1),
    (1, 1, 2),
    (1, 1, 3),
    (1, 1, 4),
    (1, 1, 7),
    (1, 1, 16),
    (2, 1, 2),
    (2, 1, 3),
    (3, 1, 1),
    (3, 1, 4),
    (5, 1, 2),
    (5, 1, 3),
];
/// Two cores play a lane together.
const PAIRS: &[Size] = &[(2, 2, 2), (2, 2, 6), (4, 2, 6), (6, 2, 2)];
/// More do.
const MANY: &[Size] = &[(3, 3, 6), (4, 4, 4), (4, 4, 12), (8, 8, 16), (6, 3, 3), (12, 4, 8)];

/// Numbers as narrow as they may be for the jobs of the benches, so that these come to the ends of their ranges.
fn config((cores, cores_per_lane, slots): Size) -> Config {
    let narrow =
        Config { lane_bits: 8, quota_bits: 6, step_bits: 4, counter_bits: 16, seeder_digit: 4, ..Config::default() };
    let sized = Config { cores, cores_per_lane, slots, ..narrow };
    let lanes = sized.lanes();
    // Clusters of two, memories where they are used, cores that are not all alike.
    let wide = Config {
        multipliers: lanes == 3,
        multiplied_cores: cores_per_lane,
        memories: true,
        few_resets: lanes == 3,
        ..sized
    };
    Config { first_moves: lanes <= 2, cluster: 2, ..wide }
}

fn compile(text: &str) -> Optimised {
    // The benches know the registers: none is to be merged with another.
    opt::optimise(stages::net(text), Level::O1.into(), &Unobserved).unwrap()
}

/// A function of Verilog that gives a number for a game and the stages of a core.
fn function(name: &str, cases: &BTreeMap<usize, usize>) -> String {
    let cases: String = cases.iter().map(|(case, value)| format!("    {case}: {name} = {value};\n")).collect();
    format!(
        "function integer {name}(input integer game, input integer stages);\n  case (32 * game + stages)\n{cases}    \
         default: {name} = -1;\n  endcase\nendfunction\n"
    )
}

/// Writes the engines `<game>_<cores>x<cores of a lane>x<slots>`, and a header with the cycles from a move to the end
/// of its step, those until random bits are drawn, and a bit for each counter that stays zero in engines without first
/// moves. These depend on the game and on the stages of a core alone.
pub(crate) fn write(folder: &Path) {
    let (mut ahead, mut draw, mut uncounted) = (BTreeMap::new(), BTreeMap::new(), BTreeMap::new());
    for (number, (game, sizes)) in GAMES.into_iter().enumerate() {
        let text = fs::read_to_string(crate::folder("tb/games").join(format!("{game}.kif"))).unwrap();
        let optimised = compile(&text);
        let (net, choices) = (&optimised.net, optimised.choices());
        for &size in sizes.iter().copied().flatten() {
            let (cores, of_lane, slots) = size;
            let name = format!("{game}_{cores}x{of_lane}x{slots}");
            let gateware = gateware(net::verify(net).unwrap(), &choices, &name, config(size), &Unobserved).unwrap();
            let case = 32 * number + gateware.config.stages() as usize;
            let times = gateware.pipeline;
            assert_eq!(*ahead.entry(case).or_insert(times.end - times.made), times.end - times.made, "{name}");
            assert_eq!(*draw.entry(case).or_insert(times.draw), times.draw, "{name}");
            // With first moves everything is counted.
            if !gateware.config.first_moves {
                uncounted.insert(case, gateware.manifest.uncounted.iter().map(|counter| 1 << counter).sum());
            }
            for file in gateware.files.iter().filter(|file| !file.name.starts_with("playout_")) {
                fs::write(folder.join(&file.name), &file.text).unwrap();
            }
        }
    }
    let text = function("ahead_of", &ahead) + &function("draw_of", &draw) + &function("uncounted_of", &uncounted);
    fs::write(folder.join("times.vh"), text).unwrap();
}
