//! The logic of nets as combinational modules is clean in all tools, and in a simulator it computes what the net does.

mod bench;
mod vectors;

use bench::{bench, simulate};
use gdl2hdl::{Level, Options};
use gdl2hdl_emit::{self as emit, Logic};
use gdl2hdl_gdl::observer::Unobserved;
use gdl2hdl_net::{self as net, Net};
use gdl2hdl_tests::nets::compiled_with;
use gdl2hdl_tests::parallel::check_all;
use gdl2hdl_tests::verilog_text::names;
use gdl2hdl_tests::{examples, random, verilog_tools};
use proptest::strategy::{Strategy, ValueTree};
use proptest::test_runner::TestRunner;
use std::fs;
use std::path::Path;
use vectors::{Block, blocks};

/// Random games: each is a run of every tool.
const RANDOM_GAMES: usize = 24;

/// The net of a game text.
fn compile(text: &str, level: Level, keep_state: bool) -> Result<Net, String> {
    let options = Options::default().level(level).keep_state(keep_state);
    let compiled = compiled_with(text, &options).map_err(|error| error.to_string())?;
    Ok(compiled.into_optimised().net)
}

fn logic(net: &Net, game: &str) -> Result<Logic, String> {
    emit::logic(net::verify(net).map_err(|error| error.to_string())?, game, &Unobserved)
        .map_err(|error| error.to_string())
}

/// Bits tested at a time are few where the net is large, as the simulator is slow.
fn blocks_of(net: &Net) -> Vec<Block> {
    let count = (400_000 / (1 + net.num_gates())).clamp(8, 40);
    blocks(net, count)
}

/// Lints the parts and compares them with the net.
fn check(net: &Net, game: &str, blocks: &[Block]) -> Result<(), String> {
    let logic = logic(net, game)?;
    let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
    for part in logic.parts() {
        names(&part.text).map_err(|error| format!("{}: {error}", part.name))?;
        let file = format!("{}.v", part.name);
        fs::write(folder.path().join(&file), &part.text).map_err(|error| error.to_string())?;
        verilog_tools::lint(folder.path(), &file)?;
    }
    passes(folder.path(), net, &logic, blocks)
}

fn passes(folder: &Path, net: &Net, logic: &Logic, blocks: &[Block]) -> Result<(), String> {
    let said = simulate(folder, logic, &bench(net, logic, blocks))?;
    let expected = format!("PASS {}\n", 64 * blocks.len());
    if said == expected { Ok(()) } else { Err(said) }
}

#[test]
fn on_all_games() {
    check_all(&examples::files(), |file| {
        let net = compile(&fs::read_to_string(file).unwrap(), Level::default(), false)?;
        let blocks = blocks_of(&net);
        let over = |block: &Block| block.value(net.ports.terminal);
        // A comparison that never sees the end of the game is worth little.
        if blocks.iter().all(|block| over(block) == 0) || blocks.iter().all(|block| over(block) == u64::MAX) {
            return Err(format!("{}: `terminal` is always the same", examples::name(file)));
        }
        let game = examples::name(file).replace('.', "_");
        check(&net, &game, &blocks).map_err(|error| format!("{}: {error}", examples::name(file)))
    });
}

/// Not optimised, nets have logic that nothing reads, constants and copies.
#[test]
fn on_random_games() {
    let mut runner = TestRunner::deterministic();
    let texts: Vec<String> =
        (0..RANDOM_GAMES).map(|_| random::game::games().new_tree(&mut runner).unwrap().current()).collect();
    check_all(&texts, |text| {
        [(Level::O0, true), (Level::O2, false)].into_iter().try_for_each(|(level, keep_state)| {
            let net = compile(text, level, keep_state)?;
            check(&net, "random", &blocks(&net, 4)).map_err(|error| format!("{level:?}: {error}\n{text}"))
        })
    });
}

#[test]
fn without_state_and_moves() {
    let rules = ["(role r) (legal r a) (goal r 100) terminal", "(role r) terminal", "(role va) (goal va 0)"];
    for text in rules {
        let net = compile(text, Level::O0, true).unwrap();
        check(&net, "va", &blocks(&net, 1)).unwrap();
    }
}

/// A bench that lets this pass compares nothing.
#[test]
fn a_wrong_gate_is_found_in_every_part() {
    let text = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("../games/tic_tac_toe.kif")).unwrap();
    let net = compile(&text, Level::O2, false).unwrap();
    let (right, blocks) = (logic(&net, "wrong").unwrap(), blocks_of(&net));
    let folder = tempfile::tempdir().unwrap();
    passes(folder.path(), &net, &right, &blocks).unwrap();
    for (part, port) in [(0, "legal_o"), (1, "next_o"), (2, "terminal_o")] {
        let mut wrong = right.clone();
        let part = [&mut wrong.legal, &mut wrong.next, &mut wrong.end].into_iter().nth(part).unwrap();
        let start = part.text.find(&format!("  assign {port}")).unwrap();
        let at = start + part.text[start..].find(" = ").unwrap() + 3;
        part.text.insert_str(at, "1'b1 ^ ");
        let said = passes(folder.path(), &net, &wrong, &blocks).unwrap_err();
        assert!(said.starts_with("vector ") && said.ends_with("FAIL\n"), "{port}: {said}");
    }
}
