//! Steps with pipeline stages are clean in all tools, and in a simulator they compute what the net does, in time.

use gdl2hdl_emit::{self as emit, Part};
use gdl2hdl_gdl::observer::Unobserved;
use gdl2hdl_net::playout::generator::mix;
use gdl2hdl_net::propnet::{self, Lit};
use gdl2hdl_net::stages::{Around, Cuts, step_net};
use gdl2hdl_net::{self as net, Net};
use gdl2hdl_tests::nets::compiled;
use gdl2hdl_tests::verilog_text::names;
use gdl2hdl_tests::{examples, verilog_tools};
use gdl2hdl_verilate::{Cache, Port, Spec, Toolchain};
use std::fs;
use std::path::Path;

/// Levels outside, as a picker may have.
const AROUND: Around = Around { behind_legal: 2, before_does: 3, behind_next: 1, behind_end: 2 };

/// The net of a game text.
fn compile(text: &str) -> Net {
    compiled(text).unwrap().into_optimised().net
}

fn cuts(legal: u32, pick: u32, next: u32) -> Cuts {
    Cuts { legal, pick, next }
}

/// Lints a module with all tools.
fn lint(part: &Part) {
    names(&part.text).unwrap();
    let (folder, file) = (tempfile::tempdir().unwrap(), format!("{}.v", part.name));
    fs::write(folder.path().join(&file), &part.text).unwrap();
    verilog_tools::lint_design(folder.path(), &[&file], &part.name).unwrap();
}

/// Bits of 64 positions to the words of one of them, bit 0 in bit 0 of word 0.
fn words(bits: &[u64], lane: usize) -> Vec<u64> {
    let word = |bits: &[u64]| bits.iter().enumerate().map(|(i, word)| (word >> lane & 1) << i).sum();
    bits.chunks(64).map(word).collect()
}

/// Runs a module, a new state in each cycle, and compares all outputs with those of the net.
fn simulate(part: &Part, net: &Net, cuts: Cuts) {
    let (ahead, ports) = (step_net(net, &Unobserved).unwrap(), &net.ports);
    let mut seed = 1_u64 << 40;
    let mut random = |count: usize| -> Vec<u64> {
        seed += 1000;
        (0..count as u64).map(|i| mix(seed + i)).collect()
    };
    // Bit `i` of each word belongs to clock `i`.
    let (state, does) = (random(ports.bases.len()), random(ports.inputs.len()));
    let values = ahead.evaluate(&state, &does);
    let edges = |edges: Vec<Lit>| edges.into_iter().map(|edge| propnet::value(&values, edge)).collect::<Vec<u64>>();
    let outputs = [
        ("legal_o", cuts.legal, edges(ahead.ports.inputs.iter().map(|input| input.legal).collect())),
        ("next_o", cuts.last(), edges(ahead.ports.bases.iter().map(|base| base.next).collect())),
        ("goal_o", cuts.last(), edges(ahead.ports.goals.iter().map(|goal| goal.holds).collect())),
        ("terminal_o", cuts.last(), edges(vec![ahead.ports.terminal])),
    ];
    let width = |bits: &[u64]| u32::try_from(bits.len()).unwrap();
    let clock = part.text.contains("clk_i").then(|| Port::input("clk_i", 1));
    let inputs = [Port::input("state_i", width(&state)), Port::input("does_i", width(&does))];
    let outs = outputs.iter().map(|(name, _, bits)| Port::output(*name, width(bits)));
    let mut spec = Spec::new(&part.name, "", clock.into_iter().chain(inputs).chain(outs).collect());
    spec.sources[0] = gdl2hdl_verilate::Source { name: format!("{}.v", part.name), text: part.text.clone() };
    let cache = Cache::open(&Path::new(env!("CARGO_TARGET_TMPDIR")).join("step-cache")).unwrap();
    let model = Toolchain::find().unwrap().build(&spec, &cache).unwrap();
    let mut instance = model.instance().unwrap();
    for time in 0_usize..64 {
        let back = |clocks: u32| time.checked_sub(clocks as usize);
        instance.set(model.port("state_i").unwrap(), &words(&state, time)).unwrap();
        let moves = words(&does, back(cuts.does()).unwrap_or(0));
        instance.set(model.port("does_i").unwrap(), &moves).unwrap();
        instance.eval().unwrap();
        for (name, clocks, bits) in &outputs {
            let Some(lane) = back(*clocks) else { continue };
            let expected = words(bits, lane);
            let mut seen = vec![0; expected.len()];
            instance.get(model.port(name).unwrap(), &mut seen).unwrap();
            assert_eq!(seen, expected, "{} {name} {cuts:?} at {time}", part.name);
        }
        if cuts.last() > 0 {
            instance.tick(1).unwrap();
        }
    }
}

fn example(game: &str) -> Net {
    compile(&fs::read_to_string(examples::path(game)).unwrap())
}

#[test]
fn stages_compute_what_the_net_does() {
    for game in ["tic_tac_toe", "connect_four"] {
        let net = example(game);
        for cuts in [cuts(0, 0, 0), cuts(1, 0, 1), cuts(1, 1, 2), cuts(2, 2, 3)] {
            let part = emit::step(net::verify(&net).unwrap(), game, cuts, AROUND, &Unobserved).unwrap();
            lint(&part);
            simulate(&part, &net, cuts);
        }
    }
}

/// Nets without state or moves, and with logic that nothing reads.
#[test]
fn of_little_games() {
    let games = [
        "(role r) (legal r a) (goal r 100) terminal",
        "(role r) terminal",
        "(role va) (goal va 0)",
        "(role r) (init a) (init b) (legal r x) (legal r y) (<= (next a) (not (true a))) (<= (next c) (does r x))
         (<= (next b) (true b)) (<= terminal (true c)) (<= (goal r 50) (true a))",
    ];
    for text in games {
        let net = compile(text);
        for cuts in [cuts(0, 0, 0), cuts(1, 1, 1), cuts(2, 0, 2)] {
            lint(&emit::step(net::verify(&net).unwrap(), "va", cuts, Around::default(), &Unobserved).unwrap());
        }
    }
}
