//! Bitstreams that `make` targets build and put to the proof.

use gdl2hdl_tests::{examples, measure};
use std::ffi::OsString;
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// A game, the rules of it, and a board.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Build {
    /// The game.
    pub game: String,
    /// Its rules.
    pub file: PathBuf,
    /// The board.
    pub board: &'static str,
    /// Playouts in flight in its one core: more fill the pipeline of larger games.
    pub slots: u32,
}

impl Build {
    /// A game of `games/`.
    #[must_use]
    pub fn example(game: &str, board: &'static str) -> Self {
        let slots = if game == "two_button_lights" { 2 } else { 4 };
        Self { game: game.to_owned(), file: examples::path(game), board, slots }
    }

    /// The folder it is built in.
    #[must_use]
    pub fn folder(&self, output: &Path) -> PathBuf {
        output.join(format!("{}-{}", self.game, self.board))
    }

    /// Builds it with the binary, as far as that was not done before; prints the record as JSON.
    ///
    /// # Errors
    /// As [`measure::run`].
    pub fn run(&self, binary: &Path, output: &Path, seeds: u64, limit: Duration) -> io::Result<measure::Outcome> {
        let (seeds, slots) = (seeds.to_string(), self.slots.to_string());
        let options = ["--board", self.board, "--seeds", &seeds, "--cores", "1", "--slots", &slots];
        run(binary, &self.file, &self.folder(output), &options, limit)
    }
}

/// Runs `build` on a game's rules in a folder; prints the record as JSON.
///
/// # Errors
/// As [`measure::run`].
pub fn run(
    binary: &Path,
    game: &Path,
    folder: &Path,
    options: &[&str],
    limit: Duration,
) -> io::Result<measure::Outcome> {
    let mut command: Vec<OsString> = vec!["build".into(), game.into(), "-o".into(), folder.into()];
    command.extend(options.iter().map(OsString::from));
    command.extend(["--format", "json"].map(OsString::from));
    measure::run(binary.as_os_str(), &command, limit)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_game_and_board_has_its_folder() {
        let build = Build::example("tic_tac_toe", "icebreaker");
        assert_eq!(build.folder(Path::new("out")), Path::new("out/tic_tac_toe-icebreaker"));
        assert!(build.file.is_file());
    }
}
