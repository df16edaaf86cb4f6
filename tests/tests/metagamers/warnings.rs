//! A metagamer's output, given to the next, gets no warning that the game did not get.

use crate::metagamers::LIMITS;
use crate::played::accepted;
use gdl2hdl_gdl::syntax::{Language, Sheet, print};
use gdl2hdl_tests::{examples, metagamers};
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

/// Games that metagamers change much, and that take little time.
const GAMES: [&str; 9] = [
    "tic_tac_toe.kif",
    "buttons_and_lights.kif",
    "knights_tour.kif",
    "lights_out.kif",
    "nim.hrf",
    "rock_paper_scissors.kif",
    "three_way_tic_tac_toe.kif",
    "tic_tac_toe.action",
    "treasures.action",
];

/// The names of relations with facts or rules.
fn defined(sheet: &Sheet) -> BTreeSet<String> {
    sheet.rules.iter().map(|rule| sheet.symbols.name(rule.head.relation).to_owned()).collect()
}

#[test]
fn no_command_warns_of_what_another_one_made() {
    let folder = examples::path("nim").parent().map(Path::to_owned).unwrap();
    let mut dropped = 0;
    for game in GAMES {
        let (sheet, found) = accepted(&fs::read_to_string(folder.join(game)).unwrap());
        let before: BTreeSet<_> = found.into_iter().collect();
        for made in metagamers::all(&sheet, LIMITS).unwrap() {
            let text = print::sheet(&made.sheet, Language::Kif);
            let after: BTreeSet<_> = accepted(&text).1.into_iter().collect();
            assert!(after.is_subset(&before), "{game}, {}: {:?}", made.by, after.difference(&before));
            dropped += usize::from(made.by == "materialize" && !defined(&sheet).is_subset(&defined(&made.sheet)));
        }
    }
    // Relations that only materialized ones asked for went.
    assert!(dropped > 0);
}

/// What nothing asked for before stays.
#[test]
fn what_nothing_asked_for_stays_with_its_warning() {
    let game =
        "(role a) (init (n 1)) (legal a go) (<= (next (n 2)) (does a go)) (<= terminal (true (n 2))) (goal a 100)
        (base_of 1 2) (<= (linked ?x) (base_of ?x ?y)) (<= (idle ?x) (linked ?x))";
    let (sheet, found) = accepted(game);
    assert_eq!(found, ["G118"]);
    for made in
        metagamers::all(&sheet, LIMITS).unwrap().iter().filter(|made| ["simplify", "materialize"].contains(&made.by))
    {
        let text = print::sheet(&made.sheet, Language::Kif);
        assert!(text.contains("idle") && text.contains("linked"), "{}: {text}", made.by);
    }
}
