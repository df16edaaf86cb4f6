//! Games on which commands are stopped: of this project, and games made to be hard for some stage.

use crate::examples;
use std::fmt::Write;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// A game in a file.
#[derive(Clone, Debug)]
pub struct Game {
    /// Its name.
    pub name: String,
    /// Its rules.
    pub file: PathBuf,
}

/// What every game made here begins and ends with.
const FRAME: &str = "(role r) (init (at a)) (legal r go) (goal r 100) (<= terminal (true (at z)))\n";

/// Games of this project, small and large.
const OWN: [&str; 3] = ["tic_tac_toe", "reversi", "pentago"];

/// Games of the corpus with many ground rules, large nets or many moves.
const LARGE: [&str; 12] = [
    "chess",
    "amazons",
    "speedChess",
    "hex",
    "skirmish",
    "linesOfAction",
    "amazons_10x10",
    "gt_two_thirds_4p",
    "reversi",
    "racer",
    "atariGo_7x7",
    "wargame01",
];

/// The largest games of a corpus, as far as they are there.
#[must_use]
pub fn large(corpus: &Path) -> Vec<Game> {
    let game = |name: &str| Game { name: name.to_owned(), file: corpus.join("gdl/games").join(format!("{name}.kif")) };
    LARGE.into_iter().map(game).filter(|game| game.file.is_file()).collect()
}

/// Ten games: three of this project, seven that are written to a folder.
///
/// # Errors
/// A file can't be written.
pub fn games(folder: &Path) -> io::Result<Vec<Game>> {
    let own = OWN.map(|name| Game { name: name.to_owned(), file: examples::path(name) });
    let mut games = own.to_vec();
    for (name, text) in hostile() {
        let file = folder.join(format!("{name}.kif"));
        fs::write(&file, text)?;
        games.push(Game { name: name.to_owned(), file });
    }
    Ok(games)
}

/// Games that are hard for some stage.
fn hostile() -> [(&'static str, String); 7] {
    [
        ("trap", trap()),
        ("many_moves", many_moves()),
        ("many_roles", many_roles(4000)),
        ("ring", ring(20_000)),
        ("long_text", long_text(400_000)),
        ("many_facts", many_facts()),
        ("deep_terms", deep_terms()),
    ]
}

/// Half of all playouts never end.
fn trap() -> String {
    "(role r) (legal r left) (legal r right) (init start) (goal r 100) (<= terminal (true over))
     (<= (next over) (true start) (does r left))
     (<= (next caught) (true start) (does r right)) (<= (next caught) (true caught))\n"
        .to_owned()
}

/// More moves than a net can be built of in seconds.
fn many_moves() -> String {
    let values: String = (0..15).fold(String::new(), |mut text, value| {
        write!(text, "(d {value}) ").unwrap_or_default();
        text
    });
    format!(
        "(role r) {values} (<= (init (on ?a)) (d ?a)) (<= terminal (not (on_some))) (goal r 100)
         (<= (legal r (take ?a ?b ?c ?e ?f)) (true (on ?a)) (true (on ?b)) (true (on ?c)) (true (on ?e)) (true (on ?f)))
         (<= (next (on ?a)) (true (on ?a)) (not (gone ?a))) (<= on_some (true (on ?a)))
         (<= (gone ?a) (does r (take ?a ?b ?c ?e ?f))) (<= (gone ?f) (does r (take ?a ?b ?c ?e ?f)))\n"
    )
}

/// Roles that all have a choice.
fn many_roles(count: usize) -> String {
    let mut text = String::from("(init (at a)) (<= terminal (true (at z)))\n");
    for role in 0..count {
        writeln!(
            text,
            "(role r{role}) (init (turn r{role})) (<= (legal r{role} a) (true (turn r{role}))) \
             (<= (legal r{role} b) (true (turn r{role}))) (legal r{role} pass) (goal r{role} 50) \
             (<= (next (turn r{role})) (does r{role} a))"
        )
        .unwrap_or_default();
    }
    text
}

/// Propositions that all depend on each other.
fn ring(count: usize) -> String {
    let mut text = String::from(FRAME);
    for place in 0..count {
        let next = (place + 1) % count;
        let far = (place * 7 + 3) % count;
        writeln!(text, "(edge p{place} p{next}) (edge p{place} p{far})").unwrap_or_default();
    }
    text + "(<= (reached ?x) (true (from ?x))) (init (from p0)) (<= (next (from ?x)) (true (from ?x)) (does r go))
            (<= (reached ?y) (reached ?x) (edge ?x ?y) (true (open ?x))) (<= (init (open ?x)) (edge ?x ?y))
            (<= (next (open ?x)) (true (open ?x)) (reached ?x)) (<= (next (at z)) (reached p7) (true (at b)))\n"
}

/// Much text, of which little matters.
fn long_text(count: usize) -> String {
    let facts = (0..count).fold(String::new(), |mut text, fact| {
        writeln!(text, "(fact n{fact} (pair a{} b{}))", fact % 977, fact % 1009).unwrap_or_default();
        text
    });
    format!("{FRAME}(<= (next (at ?y)) (true (at ?x)) (fact ?x ?y))\n{facts}")
}

/// A product of facts that has no end in sight.
fn many_facts() -> String {
    let values = "(d 0) (d 1) (d 2) (d 3) (d 4) (d 5) (d 6) (d 7) (d 8) (d 9)";
    format!(
        "{FRAME}{values} (<= (init (n ?a ?b ?c ?e ?f ?g ?h ?i)) (d ?a) (d ?b) (d ?c) (d ?e) (d ?f) (d ?g) (d ?h) (d ?i))
         (<= (next (n ?a ?b ?c ?e ?f ?g ?h ?i)) (true (n ?i ?a ?b ?c ?e ?f ?g ?h)))\n"
    )
}

/// Terms that grow by every step.
fn deep_terms() -> String {
    format!("{FRAME}(init (n zero)) (<= (next (n (s ?x ?y))) (true (n ?x)) (true (n ?y)))\n")
}
