//! Whatever a game calls its facts and moves, the names in the Verilog are safe and different, and the manifest says
//! which sentence each bit is.

mod compiled;

use compiled::compile;
use gdl2hdl::Verilog;
use gdl2hdl_gdl::syntax::is_name;
use gdl2hdl_opt::Level;
use gdl2hdl_tests::binary::gdl2hdl;
use gdl2hdl_tests::verilog_text::{KEYWORDS, names};
use gdl2hdl_tests::{random, verilog_tools};
use proptest::collection::vec;
use proptest::prelude::*;
use std::collections::BTreeSet;
use std::fs;
use std::process::Command;

/// A game about the words in it; its words are traps.
const NASTY: &str = include_str!("../../data/names/nasty.kif");

/// Words of SystemVerilog, and of C++, where Verilator translates to it; names of ports and of Verilator's own.
const OTHERS: &str = "logic int bit byte class interface struct union enum typedef package program property sequence \
var void string this super new null static const local protected virtual final do break continue return unique \
priority import export extern static_assert public private namespace template typename operator delete main printf \
std vlsymsp vlself verilator clk_i rst_i load_i step_i state_i does_i state_o legal_o goal_o terminal_o sees_o \
unused_moves words_propnet n0 n1 n2 eval trace contextp __pvt__n0 vl_rand_reset_i";

/// Where built models are kept: not in the user's cache. They are found again by their content.
const CACHE: &str = concat!(env!("CARGO_TARGET_TMPDIR"), "/models");

/// The rules of the nasty game about other words.
fn game<S: AsRef<str>>(words: &[S]) -> String {
    let rules = NASTY.split_once("; The words.").unwrap().0;
    let pairs = words.windows(2).map(|pair| format!("(pair {} {})\n", pair[0].as_ref(), pair[1].as_ref()));
    let last = words.last().map(|word| format!("(last {})\n", word.as_ref()));
    let words = words.iter().map(|word| format!("(word {})\n", word.as_ref()));
    rules.to_owned() + &words.chain(pairs).chain(last).collect::<String>()
}

fn words(text: &str) -> Vec<String> {
    let lines = text.lines().filter(|line| line.starts_with("(word "));
    let parts = lines.flat_map(|line| line.split("(word ").skip(1));
    parts.map(|part| part.trim_end().strip_suffix(')').unwrap().to_lowercase()).collect()
}

/// Checks everything that can be checked without tools; `words` are the facts the game must have.
fn check(name: &str, text: &str, words: &BTreeSet<String>) {
    for (level, keep_state) in [(Level::O0, true), (Level::O1, true), (Level::O2, true), (Level::O2, false)] {
        let compiled = compile(name, text, level, keep_state);
        consistent(&compiled);
        let manifest = &compiled.manifest;
        let dropped = manifest.absent.unobserved.iter().chain(&manifest.absent.always_true);
        let facts: BTreeSet<_> = manifest.bases.iter().map(|bit| &bit.fact).chain(dropped).cloned().collect();
        assert!(words.is_subset(&facts), "{:?}", words.difference(&facts).collect::<Vec<_>>());
        let taken = manifest.moves.iter().filter(|bit| bit.role == 0).map(|bit| bit.action.clone());
        assert_eq!(taken.collect::<BTreeSet<_>>(), *words);
    }
}

/// Every name once, every sentence once, and the text ties the same name to the same bit as the manifest.
fn consistent(compiled: &Verilog) {
    let (text, manifest) = (&compiled.module.text, &compiled.manifest);
    let found = names(text).unwrap_or_else(|error| panic!("{error}\n{text}"));
    assert_eq!(found.declared[0], manifest.module);
    let registers: Vec<_> = manifest.bases.iter().map(|bit| bit.name.clone()).collect();
    assert_eq!(found.registers, registers);
    for (i, name) in registers.iter().enumerate() {
        assert!(text.contains(&format!("\n  assign state_o[{i}] = {name};\n")), "{i} {name}");
    }
    different(manifest.bases.iter().map(|bit| &bit.fact));
    different(manifest.moves.iter().map(|bit| (bit.role, &bit.action)));
    different(manifest.goals.iter().map(|bit| (bit.role, bit.value)));
    different(manifest.sees.iter().map(|bit| (bit.role, &bit.percept)));
}

fn different<T: Ord + std::fmt::Debug>(items: impl Iterator<Item = T>) {
    let mut seen = BTreeSet::new();
    items.for_each(|item| {
        let shown = format!("{item:?}");
        assert!(seen.insert(item), "{shown} twice");
    });
}

/// The tools take the Verilog, and the Verilog plays as the rules do.
fn end_to_end(name: &str, text: &str) {
    let folder = tempfile::tempdir().unwrap();
    let run = |arguments: &[&str]| {
        let mut command = Command::new(gdl2hdl());
        command.args(arguments).current_dir(folder.path()).env("GDL2HDL_CACHE", CACHE);
        let output = command.output().unwrap();
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(output.status.success() && said.is_empty(), "{arguments:?}: {said}");
    };
    let file = format!("./{name}.kif");
    fs::write(folder.path().join(&file), text).unwrap();
    run(&[&file, "-o", "out.v", "-q"]);
    verilog_tools::lint(folder.path(), "out.v").unwrap();
    run(&["record", &file, "--playouts=2", "--max-steps=20", "-o", "trace", "-q"]);
    run(&["replay", &file, "trace", "--engine=ground,net,verilator", "--keep-state", "-q"]);
}

#[test]
fn a_nasty_game() {
    let expected: BTreeSet<_> = words(NASTY).into_iter().collect();
    assert!(expected.len() > 120);
    check("nasty", NASTY, &expected);
    end_to_end("nasty", NASTY);
}

#[test]
fn keywords_and_names_of_the_tools() {
    let list: Vec<&str> = KEYWORDS.split(' ').chain(OTHERS.split(' ')).collect();
    let text = game(&list);
    check("words", &text, &list.iter().map(ToString::to_string).collect());
    end_to_end("words", &text);
}

/// Names of thousands of characters that differ in the last one, or in none that an identifier can hold.
#[test]
fn long_names() {
    let long = |start: &str, fill: &str, count: usize, end: &str| format!("{start}{}{end}", fill.repeat(count));
    let list = [
        long("a", "b", 3999, "c"),
        long("a", "b", 3999, "d"),
        long("a", "-", 3999, "c"),
        long("a", ".", 3999, "c"),
        long("", "ж", 2000, "c"),
        long("", "ж", 2000, ""),
        long("", "\\", 4000, "n"),
        long("", "*/", 2000, ""),
        long("(a", " b", 30, ")"),
        long("", "7", 4096, ""),
    ];
    let text = game(&list);
    check("long", &text, &list.clone().into_iter().collect());
    end_to_end("long", &text);
    let compiled = compile(&"long ".repeat(1000), &text, Level::O2, false);
    let longest = compiled.module.text.lines().map(str::len).max();
    assert!(longest < Some(400), "{longest:?}: names in comments are cut");
}

/// The game's name comes from a file name: it may hold anything.
#[test]
fn names_of_games() {
    let odd =
        ["", " ", "1", "module", "a b", "*/ endmodule", "x\nmodule y;", "`endif", "\\", "é", "clk_i", "\u{1b}[2J\u{0}"];
    for name in odd {
        for text in
            ["(role r) (legal r a) (goal r 1) terminal", &game(&["a", "b_propnet", "clk_i_propnet", "p_propnet"])]
        {
            consistent(&compile(name, text, Level::O2, false));
        }
    }
}

/// Pieces of words that meet once an identifier is made of them.
fn pieces() -> impl Strategy<Value = &'static str> {
    const SIGNS: &[&str] =
        &["_", "-", ".", "*/", "//", "\\", "`", "$", "\"", "'", "é", "ж", "\u{202e}", "🙂", "+", "#"];
    const LETTERS: &[&str] =
        &["a", "b", "1", "2", "11", "n", "n0", "p", "does", "r", "wire", "always", "bit", "clk_i", "_2", "_3"];
    prop_oneof![2 => proptest::sample::select(SIGNS).boxed(), 3 => proptest::sample::select(LETTERS).boxed()]
}

fn random_words() -> impl Strategy<Value = BTreeSet<String>> {
    let name = vec(pieces(), 1..4).prop_map(|pieces| pieces.concat()).prop_filter("a name", |name| is_name(name));
    let odd = any::<String>()
        .prop_map(|text| text.to_lowercase())
        .prop_filter("a name", |name| is_name(name) && name.to_lowercase() == *name);
    let constant = prop_oneof![9 => name.boxed(), 1 => odd.boxed()].boxed();
    // A function of each name and number of arguments, so that nothing is said about them.
    let apply = (constant.clone(), constant.clone()).prop_map(|(name, argument)| format!("({name} {argument})"));
    vec(prop_oneof![3 => constant, 1 => apply], 1..30).prop_map(|words| words.into_iter().collect())
}

#[test]
fn random_names() {
    let test = |words: BTreeSet<String>| {
        check("random", &game(&words.iter().collect::<Vec<_>>()), &words);
        Ok(())
    };
    if let Err(error) = random::check(&random_words(), test) {
        panic!("{error}");
    }
}
