//! The rows of the table of engines on boards as parts of pages.

use super::BoardRow;
use crate::peers;
use crate::table::{digits, markdown};

/// What stands before what is made from the file, in a page.
pub const BEGIN: &str = "<!-- made from docs/boards.csv by `make bless`: begin -->\n";

/// The figures of all games of which there are some.
#[derive(Clone, PartialEq, Debug)]
pub struct Reached {
    /// Its name.
    pub game: String,
    /// States/s, by board.
    pub boards: Vec<(String, f64)>,
    /// States/s of the fast engine on one core: the best of all rows.
    pub cpu: Option<f64>,
    /// States/s of the best propnet of other systems on one core.
    pub peer: Option<f64>,
}

/// What games reach, in the order in which they first come.
///
/// # Errors
/// What is wrong with `bench/data/peers.csv`.
pub fn reached(rows: &[BoardRow]) -> Result<Vec<Reached>, String> {
    let peers = peers::all()?;
    let mut all: Vec<Reached> = Vec::new();
    for row in rows {
        let game = row.text("game");
        let number = all.iter().position(|one| one.game == game).unwrap_or_else(|| {
            let peer = peers::of(&peers, game).and_then(peers::Peer::propnet_states);
            all.push(Reached { game: game.to_owned(), boards: Vec::new(), cpu: None, peer });
            all.len() - 1
        });
        let one = &mut all[number];
        one.boards.extend(row.number("states_per_s").map(|states| (row.text("board").to_owned(), states)));
        one.cpu = one.cpu.into_iter().chain(row.number("cpu_states_per_s")).reduce(f64::max);
    }
    Ok(all)
}

/// A row for each game: millions of states/s of each board, of the processor, and of the best propnet of others.
///
/// # Errors
/// What is wrong with `bench/data/peers.csv`.
pub fn games(rows: &[BoardRow]) -> Result<String, String> {
    let all = reached(rows)?;
    let mut boards: Vec<&str> = Vec::new();
    for row in rows {
        if !boards.contains(&row.text("board")) {
            boards.push(row.text("board"));
        }
    }
    let million = |states: Option<f64>| states.map_or("-".to_owned(), |states| digits(states / 1e6));
    let line = |one: &Reached| {
        let of = |board: &&str| one.boards.iter().find(|(name, _)| name == board).map(|(_, states)| *states);
        let others = [one.cpu, one.peer].map(million);
        [one.game.clone()].into_iter().chain(boards.iter().map(|board| million(of(board)))).chain(others).collect()
    };
    let header: Vec<&str> =
        ["game"].into_iter().chain(boards.iter().copied()).chain(["one CPU core", "best other propnet"]).collect();
    Ok(markdown(&header, &all.iter().map(line).collect::<Vec<_>>()))
}

/// A row for each engine: what it takes and reaches, and which clocks were found.
#[must_use]
pub fn engines(rows: &[BoardRow]) -> String {
    const HEADER: [&str; 15] = [
        "game",
        "board",
        "cores",
        "a lane",
        "in flight",
        "LUT",
        "% of LUT",
        "clock, MHz",
        "nextpnr, MHz",
        "icetime, MHz",
        "detector, MHz",
        "states per cycle and core",
        "M states/s",
        "CPU M states/s",
        "ratio",
    ];
    let cells = |row: &BoardRow| {
        let plain = |column: &str| row.text(column).to_owned();
        let some = |number: Option<f64>, show: &dyn Fn(f64) -> String| number.map_or("-".to_owned(), show);
        let mhz = |column: &str| some(row.number(column), &|hz| format!("{:.2}", hz / 1e6));
        let full = row.number("lut_used").zip(row.number("lut_total")).map(|(used, all)| 100.0 * used / all);
        let (board, cpu) = (row.number("states_per_s"), row.number("cpu_states_per_s"));
        vec![
            plain("game"),
            plain("board"),
            plain("cores"),
            plain("cores_per_lane"),
            plain("slots"),
            plain("lut_used"),
            some(full, &|share| format!("{share:.0}")),
            mhz("clock_hz"),
            mhz("nextpnr_hz"),
            mhz("icetime_hz"),
            mhz("detector_hz"),
            some(row.number("states_per_cycle"), &|share| format!("{share:.3}")),
            some(board, &|states| digits(states / 1e6)),
            some(cpu, &|states| digits(states / 1e6)),
            some(board.zip(cpu).map(|(board, cpu)| board / cpu), &digits),
        ]
    };
    markdown(&HEADER, &rows.iter().map(cells).collect::<Vec<_>>())
}

#[cfg(test)]
mod tests {
    use super::super::tests::{row, with};
    use super::*;

    #[test]
    fn tables_have_a_row_for_an_engine_and_for_a_game() {
        let rows = [row(), with("board", "ulx3s-25f"), with("game", "tic_tac_toe")];
        let all = engines(&rows);
        assert!(all.contains("| a           | icebreaker |"), "{all}");
        let games = games(&rows).unwrap();
        assert!(
            games.contains("| game        | icebreaker | ulx3s-25f | one CPU core | best other propnet |"),
            "{games}"
        );
        assert!(
            games.contains("| a           |       1960 |      1960 |          980 |                  - |"),
            "{games}"
        );
        assert!(games.contains("| tic_tac_toe |       1960 |         - |          980 |"), "{games}");
    }
}
