//! Recorded traces of public games, where there is a corpus.

use crate::replay::run::agrees;
use gdl2hdl_tests::corpus::{ENV_CORPUS, action_entries, asked_for, entries};
use gdl2hdl_tests::parallel;
use std::collections::BTreeSet;

/// `game engines why`.
const FAST: &str = include_str!("../../data/corpus_fast.txt");

/// A line of the list: the game, and whether it is simulated.
fn listed() -> Vec<(&'static str, bool)> {
    let lines = FAST.lines().filter(|line| !line.starts_with('#'));
    let words = lines.map(|line| line.splitn(3, ' ').collect::<Vec<_>>());
    words
        .map(|words| match words[..] {
            [game, engines @ ("nets" | "all"), why] if !why.is_empty() => (game, engines == "all"),
            _ => panic!("a line of corpus_fast.txt: {words:?}"),
        })
        .collect()
}

#[test]
fn the_list_is_sound() {
    let games = listed();
    assert_eq!(games.iter().map(|(game, _)| game).collect::<BTreeSet<_>>().len(), games.len(), "a game stands twice");
    assert_eq!(games.iter().filter(|(_, simulated)| *simulated).count(), 5);
}

#[test]
fn recorded_traces_are_played_again() {
    let Some(folder) = asked_for().unwrap() else {
        // A test harness hides what passes: this line shows with `--nocapture`.
        println!("not run: no corpus; name one in {ENV_CORPUS}");
        return;
    };
    let entries = [entries(&folder).unwrap(), action_entries(&folder).unwrap()].concat();
    parallel::check_all(&listed(), |(name, simulated)| {
        let Some(entry) = entries.iter().find(|entry| entry.name == *name && !entry.traces.is_empty()) else {
            return Err(format!("{name}: the corpus has no such game, or no trace of it"));
        };
        let engines = ["interpreter,ground,propnet,net", if *simulated { ",verilator" } else { "" }].concat();
        let mut traces = entry.traces.iter();
        traces
            .try_for_each(|trace| agrees(&entry.game, trace, &engines, &[]))
            .map_err(|error| format!("{name}: {error}"))
    });
}
