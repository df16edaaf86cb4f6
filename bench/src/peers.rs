//! What other systems reach: `bench/data/peers.csv`, whose header says what it holds.

use crate::table;
use std::collections::BTreeMap;

const TABLE: &str = include_str!("../data/peers.csv");

/// The figures of one game.
#[derive(Clone, PartialEq, Debug)]
pub struct Peer {
    /// Files with the rules: of the public collection, then of this project.
    pub games: Vec<String>,
    /// By column.
    figures: BTreeMap<String, f64>,
}

impl Peer {
    /// States/s of the best propnet.
    #[must_use]
    pub fn propnet_states(&self) -> Option<f64> {
        self.best(&["sancho_states", "sironi_states", "ggplib_states"])
    }

    /// Playouts a second of Regular Boardgames, in the mode that is best for the game.
    #[must_use]
    pub fn rbg_playouts(&self) -> Option<f64> {
        self.best(&["rbg_playouts", "rbg_mono_playouts", "rbg_split_playouts"])
    }

    /// Playouts a second of a program written for this game alone.
    #[must_use]
    pub fn hand_playouts(&self) -> Option<f64> {
        self.best(&["hand_playouts"])
    }

    fn best(&self, columns: &[&str]) -> Option<f64> {
        columns.iter().filter_map(|&column| self.figures.get(column).copied()).reduce(f64::max)
    }
}

/// All rows of the table.
///
/// # Errors
/// What is wrong with it.
pub fn all() -> Result<Vec<Peer>, String> {
    read(TABLE)
}

/// The row of a game.
#[must_use]
pub fn of<'a>(peers: &'a [Peer], game: &str) -> Option<&'a Peer> {
    peers.iter().find(|peer| peer.games.iter().any(|name| name == game))
}

fn read(text: &str) -> Result<Vec<Peer>, String> {
    let mut lines = table::lines(text);
    let header: Vec<&str> = lines.next().unwrap_or_default().split(',').collect();
    let row = |line: &str| {
        let (games, cells) = line.split_once(',').ok_or_else(|| format!("`{line}` has no columns"))?;
        let mut figures = BTreeMap::new();
        for (column, cell) in header[1..].iter().zip(cells.split(',')).filter(|(_, cell)| !cell.is_empty()) {
            let figure = cell.parse().map_err(|_| format!("`{cell}` of `{games}` is not a number"))?;
            figures.insert((*column).to_owned(), figure);
        }
        Ok(Peer { games: games.split_whitespace().map(str::to_owned).collect(), figures })
    };
    lines.map(row).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_best_of_each_kind_counts() {
        let peers = all().unwrap();
        let best =
            |game| of(&peers, game).map(|peer| (peer.propnet_states(), peer.rbg_playouts(), peer.hand_playouts()));
        assert_eq!(best("connect_four"), Some((Some(3.9e6), Some(1.24e6), Some(7.72e6))));
        assert_eq!(best("connect_four"), best("connectFour"));
        assert_eq!(best("amazons_8x8"), Some((Some(0.21e6), None, None)));
        assert_eq!(best("solitaire"), None);
    }

    #[test]
    fn damaged_tables_are_refused() {
        assert!(read("games,a\nx,1\ny,fast\n").unwrap_err().contains("`fast` of `y`"));
        assert!(read("games,a\nx\n").is_err());
    }
}
