//! The files of the engine of every game are clean in a linter, a simulator and a synthesiser.

use crate::engine::game::Game;
use gdl2hdl_gdl::observer::Unobserved;
use gdl2hdl_hdl::playout::{Config, Gateware, gateware};
use gdl2hdl_tests::parallel::check_all;
use gdl2hdl_tests::{examples, verilog_text, verilog_tools};
use std::fs;
use std::path::Path;

/// These games are also built with several cores, lanes in flight, and counters of first moves.
const LARGE: [&str; 3] = ["tic_tac_toe.kif", "rock_paper_scissors.kif", "knights_tour.kif"];

/// Widths at both ends of their ranges, and as many cores as make trees of several levels; and multipliers.
fn extremes() -> [Config; 8] {
    let narrow = Config { lane_bits: 1, quota_bits: 1, step_bits: 1, counter_bits: 16, ..Config::default() };
    let wide = Config { lane_bits: 32, quota_bits: 32, step_bits: 32, counter_bits: 64, ..Config::default() };
    [
        Config { first_moves: true, seeder_digit: 1, ..narrow },
        Config { first_moves: true, seeder_digit: 4, ..wide },
        Config { cores: 70, slots: 2, ..Config::default() },
        Config { cores: 10, cores_per_lane: 2, slots: 12, debug_ports: false, ..Config::default() },
        Config { cores: 4, cores_per_lane: 2, slots: 12, carrying_cores: 2, ..Config::default() },
        Config { multipliers: true, ..Config::default() },
        Config { unlimited: true, ..Config::default() },
        Config { unlimited: true, cores: 10, cores_per_lane: 2, slots: 12, debug_ports: false, ..Config::default() },
    ]
}

fn clean(gateware: &Gateware) -> Result<(), String> {
    let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
    let mut files: Vec<&str> = Vec::new();
    for file in &gateware.files {
        verilog_text::plain(file.text.as_bytes()).map_err(|error| format!("{}: {error}", file.name))?;
        fs::write(folder.path().join(&file.name), &file.text).map_err(|error| error.to_string())?;
        files.push(&file.name);
    }
    verilog_tools::lint_design(folder.path(), &files, &gateware.top)
}

/// Nobody ever has a choice: there are no pickers.
const FORCED: &str = "(role r) (role q) (init (p 1)) (<= (next (p 2)) (true (p 1))) (<= (next (p 1)) (true (p 2)))
(<= terminal (true (p 2))) (goal r 100) (goal q 0) (legal r go) (legal q stop)";

#[test]
fn engines_without_pickers_are_accepted() {
    let game = Game::new("forced", FORCED);
    let config = Config { slots: 2, debug_ports: false, ..Config::default() };
    clean(&gateware(game.verified(), game.choices(), "forced", config, &Unobserved).unwrap()).unwrap();
}

#[test]
fn all_tools_accept_the_engines_of_all_games() {
    let large = Config { cores: 3, slots: 4, first_moves: true, ..Config::default() };
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../games");
    let mut cases: Vec<_> = examples::files().into_iter().map(|file| (file, Config::default())).collect();
    cases.extend(LARGE.map(|name| (folder.join(name), large)));
    cases.extend(extremes().map(|config| (folder.join(LARGE[0]), config)));
    check_all(&cases, |(file, config)| {
        let game = Game::of(&examples::name(file));
        let gateware = gateware(game.verified(), game.choices(), &game.name, *config, &Unobserved);
        let gateware = gateware.map_err(|error| format!("{}: {error}", game.name))?;
        clean(&gateware).map_err(|error| format!("{} {config:?}: {error}", game.name))
    });
}
