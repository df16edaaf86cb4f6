//! No text is too odd: whatever is read as SDL ends with diagnostics that are well formed, or a game.

use crate::sdl::programs::program;
use crate::sdl::{found, game, read};
use gdl2hdl_gdl::random::SplitMix64;
use gdl2hdl_gdl::syntax::{Language, parse, print, same};

const PIECES: &[&str] = &[
    "true",
    "does",
    "legal",
    "goal",
    "terminal",
    "sees",
    "step",
    "successor",
    "init",
    "next",
    "role",
    "base",
    "v",
    "w",
    "p",
    "q",
    "f",
    "(",
    ")",
    ",",
    " :- ",
    " & ",
    "~",
    "|",
    "N",
    "M",
    "X",
    "1",
    "2",
    "3",
    "distinct",
    " = ",
    "\n",
    ".",
    "(true p ?n)",
    "(<= ",
    "?n",
    "true(p,N)",
    "does(r,a,M)",
    "successor(M,N)",
    "successor(1,2)",
    "step(1)",
    "v(X,N)",
];

fn soup(random: &mut SplitMix64) -> String {
    (0..1 + random.index(60)).map(|_| PIECES[random.index(PIECES.len())]).collect()
}

/// A text with a piece of it moved, doubled or torn out.
fn damaged(text: &str, random: &mut SplitMix64) -> String {
    let cut = |random: &mut SplitMix64| {
        let at = random.index(text.len() + 1);
        (0..=at).rev().find(|&at| text.is_char_boundary(at)).unwrap_or(0)
    };
    let (one, other) = (cut(random), cut(random));
    let (from, to) = (one.min(other), one.max(other).min(one.min(other) + 40));
    let to = (from..=to).rev().find(|&at| text.is_char_boundary(at)).unwrap_or(from);
    match random.index(3) {
        0 => [&text[..from], &text[to..]].concat(),
        1 => [&text[..to], &text[from..]].concat(),
        _ => [&text[to..], &text[..from]].concat(),
    }
}

fn is_well_formed(text: &str) {
    let (_, parsed) = read(text);
    for diagnostic in found(&parsed) {
        assert!(!diagnostic.help.is_empty() && !diagnostic.message.contains('\n'), "{diagnostic:?}\n{text}");
        for label in &diagnostic.labels {
            assert!(text.get(label.span.start as usize..label.span.end as usize).is_some(), "{diagnostic:?}\n{text}");
        }
    }
    if !gdl2hdl_gdl::sdl::is_sdl(&parsed.sheet) && found(&parsed).is_empty() {
        for language in Language::WRITTEN {
            let again = parse(&print::sheet(&parsed.sheet, language), Some(language));
            assert!(same(&parsed.sheet, &again.sheet), "{text}");
        }
    }
}

#[test]
fn soups_and_damaged_games() {
    let games = [game("tic_tac_toe"), game("little_chess")];
    for seed in 0..1500 {
        let mut random = SplitMix64(seed);
        is_well_formed(&soup(&mut random));
        let small = program(&mut random);
        is_well_formed(&damaged(&small, &mut random));
        let with_soup = format!("{small}{}", soup(&mut random));
        is_well_formed(&with_soup);
        if seed < 200 {
            games.iter().for_each(|text| is_well_formed(&damaged(text, &mut random)));
        }
    }
}

/// A text becomes at most so many times as long: step counters and their rules take the most.
const MOST: usize = 25;

#[test]
fn hostile_texts_end() {
    let many = |count: usize, line: &dyn Fn(usize) -> String| (0..count).map(line).collect::<String>();
    let steps = many(20_000, &|step| format!("successor({step},{})\n", step + 1));
    let texts = [
        // A long line of steps, all of them values.
        format!("{steps}true(p,0)\nterminal(N) :- true(p,N) & d(N)\n"),
        // A long chain of views, each a step before the one before.
        format!(
            "successor(1,2)\ntrue(p,1)\n{}",
            many(5_000, &|i| format!("v{}(N) :- v{i}(M) & successor(M,N)\n", i + 1))
        ),
        // Views of moves, before and after them.
        format!(
            "successor(1,2)\nv0(N) :- does(r,a,N)\nlegal(r,a,N) :- ~v5000(N)\n{}",
            many(5_000, &|i| format!("v{}(N) :- v{i}(N)\n", i + 1))
        ),
        // Disjunctions over the order of steps.
        format!("successor(1,2)\ntrue(p,1)\nv(N) :- true(p,N){}", " & (successor(M,N) | successor(L,N))".repeat(40)),
        // Rules for steps that take long to run.
        format!(
            "{}successor(X,Y) :- d(X) & d(Y) & d(A) & d(B) & d(C) & d(D) & d(E)\ntrue(p,1)\n",
            many(60, &|i| format!("d({i})\n"))
        ),
        // Rules for steps that never end.
        "successor(0,s(0))\nsuccessor(s(X),s(Y)) :- successor(X,Y)\ntrue(p,0)\n".to_owned(),
        format!("{steps}true(p,0)\nv(N) :- true(p,N){}", many(3_000, &|i| format!(" & successor(S{i},N)"))),
    ];
    for text in texts {
        is_well_formed(&text);
        // It ends, and what it becomes is bounded.
        let (_, parsed) = read(&text);
        let made = print::kif(&parsed.sheet).len();
        assert!(made < MOST * text.len(), "{made} bytes of {}: {}", text.len(), &text[..200.min(text.len())]);
    }
}

#[test]
fn a_rule_of_both_syntaxes_is_the_same() {
    for name in ["tic_tac_toe", "little_chess"] {
        let sheet = parse(&game(name), None).sheet;
        let (_, infix) = read(&game(name));
        let (_, prefix) = read(&print::kif(&sheet));
        assert!(found(&infix).is_empty() && found(&prefix).is_empty());
        assert!(same(&infix.sheet, &prefix.sheet), "{name}");
    }
}
