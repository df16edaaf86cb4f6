//! Engines of which is said what they are: `bench/data/engines.csv`, whose header says what it holds.

use gdl2hdl_bench::table;

const TABLE: &str = include_str!("../../../data/engines.csv");
/// The columns of the table.
const COLUMNS: &str = "game,board,options";

/// What is said of the engine of a game on a board.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Said {
    game: String,
    board: String,
    /// Of `build`, besides board and level.
    pub(crate) options: Vec<String>,
}

impl Said {
    pub(crate) fn is_of(&self, game: &str, board: &str) -> bool {
        self.game == game && self.board == board
    }
}

/// All rows of the table; what is wrong with it where it can't be read.
pub(crate) fn all() -> Result<Vec<Said>, String> {
    read(TABLE)
}

fn read(text: &str) -> Result<Vec<Said>, String> {
    let mut lines = table::lines(text);
    let header = lines.next().unwrap_or_default();
    if header != COLUMNS {
        return Err(format!("the columns are `{header}`, not `{COLUMNS}`"));
    }
    let row = |line: &str| match line.splitn(3, ',').collect::<Vec<_>>()[..] {
        [game, board, options] => {
            let options = options.split_whitespace().map(str::to_owned).collect();
            Ok(Said { game: game.to_owned(), board: board.to_owned(), options })
        }
        _ => Err(format!("`{line}` has not three columns")),
    };
    lines.map(row).collect()
}

#[cfg(test)]
mod tests {
    use super::super::subject;
    use super::*;

    #[test]
    fn each_engine_is_of_the_table_and_said_once() {
        let all = all().unwrap();
        for (number, said) in all.iter().enumerate() {
            let Said { game, board, options } = said;
            assert!(subject::is_named(game) && subject::BOARDS.contains(&board.as_str()), "{game} on {board}");
            assert!(options.contains(&"--cores".to_owned()), "{game} on {board} is searched");
            assert!(!all[..number].iter().any(|other| other.is_of(game, board)), "{game} on {board}: twice");
        }
        assert!(all.iter().any(|said| said.is_of("tic_tac_toe", "ulx3s-85f")));
    }

    #[test]
    fn damaged_tables_are_refused() {
        let said = read("# words\ngame,board,options\na,b,--cores 2 --slots 3\n").unwrap();
        assert_eq!(said[0].options, ["--cores", "2", "--slots", "3"]);
        assert!(read("game,board,options\na,b\n").unwrap_err().contains("`a,b` has not three columns"));
        assert!(read("a,b,--cores 2\n").unwrap_err().contains("the columns are `a,b,--cores 2`"));
    }
}
