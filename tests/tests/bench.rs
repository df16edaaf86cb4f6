//! Generated benches in Icarus: the emitted Verilog shows what the interpreter recorded, and a wrong bit is named.

use gdl2hdl::{Game, Level, Options, Unobserved, Verilog};
use gdl2hdl_emit::{Manifest, Module};
use gdl2hdl_gdl::interpret;
use gdl2hdl_hdl::bench::{Bench, Enter, Record, bench};
use gdl2hdl_net::propnet::BaseFact;
use gdl2hdl_play::engine;
use gdl2hdl_play::record::{Job, record};
use gdl2hdl_play::trace::{self, Goals, Legal, State, TraceReader};
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::process::Command;

/// A compiled game.
struct Compiled {
    rules: Game,
    module: Module,
    manifest: Manifest,
}

fn compile(name: &str, text: &str, level: Level) -> Compiled {
    let rules = Game::parse(text).unwrap();
    let Verilog { module, manifest } =
        rules.compile(&Options::default().level(level), &Unobserved).unwrap().verilog(name);
    Compiled { rules, module, manifest }
}

fn game(name: &str) -> Compiled {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../games").join(format!("{name}.kif"));
    compile(name, &fs::read_to_string(path).unwrap(), Level::O2)
}

/// Playouts of the interpreter, as bits.
fn recorded(game: &Compiled, playouts: u64, max_steps: u64) -> Vec<Record> {
    let mut engine = engine::interpreter(game.rules.sheet(), interpret::InterpreterLimits::default()).unwrap();
    let job =
        Job { game: game.manifest.game.clone(), file: String::new(), playouts, max_steps, seed: 7, percepts: true };
    let mut bytes = Vec::new();
    record(&mut engine, &job, &mut bytes, &|| false).unwrap();
    let mut before: Option<trace::Record> = None;
    let mut records = Vec::new();
    for line in TraceReader::new(&bytes[..]).unwrap() {
        let line = line.unwrap();
        // Some states inside of playouts are loaded, the others are stepped into.
        let enter = match &before {
            None => Enter::Reset,
            Some(_) if line.step % 5 == 4 => Enter::Load,
            Some(before) => step(&game.manifest, before),
        };
        records.push(bits(&game.manifest, &line, enter));
        before = line.joint.is_some().then_some(line);
    }
    records
}

/// The step out of a recorded state, and what is seen of it.
fn step(manifest: &Manifest, from: &trace::Record) -> Enter {
    let (joint, sees) = (from.joint.as_ref().unwrap(), from.sees.as_ref().unwrap());
    let bits: Vec<bool> = manifest.sees.iter().map(|bit| sees[bit.role].contains(&bit.percept)).collect();
    let seen: usize = sees.iter().map(Vec::len).sum();
    assert_eq!(bits.iter().filter(|bit| **bit).count(), seen, "every percept has a bit: {sees:?}");
    Enter::Step { does: does(manifest, joint), sees: bits }
}

fn does(manifest: &Manifest, joint: &[String]) -> Vec<bool> {
    let bits: Vec<bool> = manifest.moves.iter().map(|bit| joint[bit.role] == bit.action).collect();
    assert_eq!(bits.iter().filter(|bit| **bit).count(), joint.len(), "every role's move has a bit: {joint:?}");
    bits
}

fn bits(manifest: &Manifest, line: &trace::Record, enter: Enter) -> Record {
    let State::Facts(facts) = &line.state else { panic!("a full state") };
    let Some(Legal::Moves(legal)) = &line.legal else { panic!("full moves") };
    let goals = line.goals.as_ref().unwrap();
    let has = |role: usize, value: i32| match &goals[role] {
        Goals::One(one) => *one == i64::from(value),
        Goals::Values(values) => values.contains(&i64::from(value)),
        Goals::NotOne => panic!("goals are recorded in full"),
    };
    let held: Vec<BaseFact> = manifest.bases.iter().map(|bit| BaseFact::read(&bit.fact)).collect();
    let bits: Vec<Vec<&str>> = held.iter().map(|fact| fact.alternatives().collect()).collect();
    let has_place = |fact: &String| {
        let follows = manifest.absent.same.iter().any(|same| same.fact == *fact);
        follows
            || manifest.absent.none_of.iter().any(|rest| rest.fact == *fact)
            || manifest.absent.unobserved.contains(fact)
    };
    let own: BTreeSet<&str> = bits.iter().flatten().copied().collect();
    for fact in facts {
        let known = own.contains(fact.as_str()) || manifest.absent.always_true.contains(fact) || has_place(fact);
        assert!(known, "{fact}");
    }
    // A bit of a code holds when one of its facts does.
    let state = bits.iter().map(|of| of.iter().any(|&fact| facts.iter().any(|held| held == fact))).collect();
    Record {
        enter,
        state,
        legal: manifest.moves.iter().map(|bit| legal[bit.role].contains(&bit.action)).collect(),
        goal: manifest.goals.iter().map(|bit| has(bit.role, bit.value)).collect(),
        terminal: line.terminal.unwrap(),
    }
}

/// What the simulator prints, line by line. No tool may warn.
fn simulate(module: &Module, bench: &Bench) -> Vec<String> {
    let folder = tempfile::tempdir().unwrap();
    let files = [("dut.v", &module.text), ("bench.v", &bench.text), ("bench.hex", &bench.data)];
    for (name, text) in files {
        let long = text.lines().find(|line| line.len() > 200);
        assert!(text.is_ascii() && (name == "dut.v" || long.is_none()), "{name}: {long:?}");
        fs::write(folder.path().join(name), text).unwrap();
    }
    let run = |program: &str, arguments: &[&str]| {
        let output = Command::new(program).args(arguments).current_dir(folder.path()).output();
        let output = output.unwrap_or_else(|error| panic!("{program}: {error}: apt-get install iverilog"));
        let messages = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(output.status.success() && messages.is_empty(), "{program}: {messages}");
        String::from_utf8(output.stdout).unwrap()
    };
    let top = bench.name.as_str();
    let said = run("iverilog", &["-g2005", "-Wall", "-s", top, "-o", "bench.vvp", "dut.v", "bench.v"]);
    assert_eq!(said, "");
    // `-n`: never wait for input.
    run("vvp", &["-n", "bench.vvp"]).lines().map(str::to_owned).collect()
}

fn verdict(game: &Compiled, records: &[Record]) -> Vec<String> {
    simulate(&game.module, &bench(&game.module, &game.manifest, records, "bench.hex").unwrap())
}

/// One vector of a record.
type Part = fn(&mut Record) -> &mut [bool];

/// The bench passes; with the highest bit of any vector flipped, it fails and names it.
fn check(game: &Compiled, records: &[Record]) {
    assert_eq!(verdict(game, records), [format!("PASS {}", records.len())]);
    // A loaded state is what is expected; a stepped one can be wrong.
    let stepped = |r: &Record| matches!(r.enter, Enter::Step { .. });
    let place = records.len() / 2 + records[records.len() / 2..].iter().position(stepped).unwrap();
    let flips: [(&str, Part); 4] = [
        ("state_o", |r| &mut r.state),
        ("legal_o", |r| &mut r.legal),
        ("goal_o", |r| &mut r.goal),
        ("sees_o", |r| match &mut r.enter {
            Enter::Step { sees, .. } => sees,
            _ => &mut [],
        }),
    ];
    for (port, vector) in flips {
        let mut wrong = records.to_vec();
        let vector = vector(&mut wrong[place]);
        if vector.is_empty() {
            continue;
        }
        let bit = vector.len() - 1;
        let is = u8::from(vector[bit]);
        vector[bit] ^= true;
        let line = format!("record {place}: {port}[{bit}] is {is}, expected {}", 1 - is);
        assert_eq!(verdict(game, &wrong), [line, "FAIL".to_owned()]);
    }
    let mut wrong = records.to_vec();
    wrong[place].terminal ^= true;
    let is = u8::from(records[place].terminal);
    let line = format!("record {place}: terminal_o is {is}, expected {}", 1 - is);
    assert_eq!(verdict(game, &wrong), [line, "FAIL".to_owned()]);
}

#[test]
fn two_button_lights() {
    let game = game("two_button_lights");
    check(&game, &recorded(&game, 10, 12));
}

#[test]
fn tic_tac_toe() {
    let game = game("tic_tac_toe");
    check(&game, &recorded(&game, 12, 100));
}

#[test]
fn rock_paper_scissors() {
    let game = game("rock_paper_scissors");
    check(&game, &recorded(&game, 10, 100));
}

#[test]
fn percepts_of_dice_race() {
    let game = game("dice_race");
    check(&game, &recorded(&game, 10, 100));
}

#[test]
fn percepts_without_state_are_compared() {
    let rules = "(role r) (legal r a) (legal r b) (goal r 100) (<= (sees r (did ?m)) (does r ?m)) (<= terminal (p))";
    let game = compile("still", rules, Level::O0);
    assert!(game.manifest.bases.is_empty());
    check(&game, &recorded(&game, 1, 4));
}

#[test]
fn hex_5x5() {
    let game = game("hex_5x5");
    check(&game, &recorded(&game, 4, 100));
}

#[test]
fn games_without_state_have_a_bench() {
    let rules = "(role r) (legal r a) (goal r 100) terminal";
    let game = compile("still", rules, Level::O0);
    assert!(game.manifest.bases.is_empty());
    assert_eq!(verdict(&game, &recorded(&game, 3, 5)), ["PASS 3"]);
}

#[test]
fn vectors_of_thousands_of_bits() {
    let mut rules = "(role r) (legal r on) (init (cell 0)) (<= terminal (true (cell 40)))
        (<= (goal r 100) (true (cell 40))) (<= (next (cell ?y)) (does r on) (true (cell ?x)) (succ ?x ?y))"
        .to_owned();
    // A ring: every cell is reachable.
    (0..2500).for_each(|i| rules += &format!("(succ {i} {})", (i + 1) % 2500));
    let game = compile("ring", &rules, Level::O1);
    assert_eq!(game.manifest.bases.len(), 2500);
    check(&game, &recorded(&game, 1, 12));
}

#[test]
fn broken_modules_fail() {
    let game = game("tic_tac_toe");
    let records = recorded(&game, 3, 100);
    let holds = ("else if (step_i) begin", "else begin");
    let load_first = ("if (rst_i) begin", "if (rst_i & ~load_i) begin");
    let step_first = ("else if (load_i) begin", "else if (load_i & ~step_i) begin");
    for (from, to) in [holds, load_first, step_first] {
        let text = game.module.text.replace(from, to);
        assert_ne!(text, game.module.text);
        let broken = Module { text, ..game.module.clone() };
        let said = simulate(&broken, &bench(&broken, &game.manifest, &records, "bench.hex").unwrap());
        assert_eq!(said.last().unwrap(), "FAIL", "{to}: {said:?}");
    }
}

#[test]
fn damaged_data_fails() {
    let game = game("tic_tac_toe");
    let good = bench(&game.module, &game.manifest, &recorded(&game, 2, 100), "bench.hex").unwrap();
    let broken = Bench { data: good.data.replacen("// record 1\n0", "// record 1\nf", 1), ..good };
    let said = simulate(&game.module, &broken);
    assert_eq!(said, ["record 1: the data can't be read", "FAIL"]);
}
