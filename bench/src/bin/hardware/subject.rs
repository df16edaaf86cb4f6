//! The games and boards of the table.

use gdl2hdl_tests::examples;
use std::path::{Path, PathBuf};

/// The boards that are built for if nothing else is said.
pub(crate) const BOARDS: [&str; 4] = ["ice40-hx8k-b-evn", "icebreaker", "ulx3s-25f", "ulx3s-85f"];
/// Games of `games/`.
const OWN: [&str; 8] = [
    "buttons_and_lights",
    "two_button_lights",
    "tic_tac_toe",
    "connect_four",
    "breakthrough_6x6",
    "breakthrough_8x8",
    "nine_board_tic_tac_toe",
    "pentago",
];
/// Games of the corpus.
const CORPUS: [&str; 3] = ["eightPuzzle", "englishDraughts", "knightThrough"];

/// A game.
pub(crate) struct Game {
    pub(crate) name: String,
    /// Its rules.
    pub(crate) file: PathBuf,
}

/// The games, and a line for each that is not there.
pub(crate) struct Games {
    pub(crate) found: Vec<Game>,
    pub(crate) missing: Vec<String>,
}

/// All games of the table that are there.
pub(crate) fn games(corpus: &Path) -> Games {
    let own = OWN.map(|name| Game { name: name.to_owned(), file: examples::path(name) });
    let of_corpus =
        CORPUS.map(|name| Game { name: name.to_owned(), file: corpus.join("gdl/games").join(format!("{name}.kif")) });
    let (there, missing): (Vec<Game>, Vec<Game>) = of_corpus.into_iter().partition(|game| game.file.is_file());
    let line = |game: Game| format!("{}: there is no `{}`", game.name, game.file.display());
    Games { found: own.into_iter().chain(there).collect(), missing: missing.into_iter().map(line).collect() }
}

/// Whether the table has a game.
#[cfg(test)]
pub(crate) fn is_named(game: &str) -> bool {
    OWN.contains(&game) || CORPUS.contains(&game)
}

#[cfg(test)]
mod tests {
    use super::*;
    use gdl2hdl_boards::by_name;

    #[test]
    fn games_and_boards_are_there() {
        let games = games(Path::new("no corpus"));
        assert!(games.found.iter().all(|game| game.file.is_file()));
        assert_eq!((games.found.len(), games.missing.len()), (OWN.len(), CORPUS.len()));
        assert_eq!(games.missing[0], "eightPuzzle: there is no `no corpus/gdl/games/eightPuzzle.kif`");
        assert!(BOARDS.iter().all(|board| by_name(board).is_ok()));
    }
}
