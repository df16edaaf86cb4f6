//! From rules to simulated Verilog: what the interpreter records, every other engine plays again.

mod altered;
mod corpus;
mod edited;
mod run;

use gdl2hdl_tests::{examples, parallel};

/// Playouts and steps: all games but a few end before.
const BOUNDS: [&str; 3] = ["--playouts=3", "--seed=11", "--max-steps=60"];

/// Games small enough to be simulated at every level.
const AT_ALL_LEVELS: [&str; 4] = ["nim.kif", "rock_paper_scissors.kif", "tic_tac_toe.hrf", "two_button_lights.kif"];

#[test]
fn every_game_plays_in_verilog_as_by_its_rules() {
    let files = examples::files();
    parallel::check_all(&files, |game| {
        let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
        let (name, trace) = (examples::name(game), folder.path().join("trace.jsonl"));
        let check = || {
            run::record(game, &trace, &BOUNDS)?;
            run::agrees(game, &trace, "ground,propnet,net,verilator", &[])?;
            run::agrees(game, &trace, "net,verilator", &["--keep-state"])?;
            let levels: &[&str] = if AT_ALL_LEVELS.contains(&&*name) { &["-O0", "-O1"] } else { &[] };
            levels.iter().try_for_each(|level| run::agrees(game, &trace, "net,verilator", &[level]))
        };
        check().map_err(|error| format!("{name}: {error}"))
    });
}
