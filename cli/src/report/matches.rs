//! What players reached in matches, for people and for scripts.

use gdl2hdl::matches::{Standing, Standings};
use serde_json::{Value, json};

/// What is shown.
pub(crate) struct Table<'a> {
    pub(crate) game: &'a str,
    pub(crate) roles: &'a [String],
    /// The names of the players.
    pub(crate) players: &'a [String],
    pub(crate) standings: &'a Standings,
}

impl Table<'_> {
    fn rows(&self) -> impl Iterator<Item = (&String, &Standing)> {
        self.players.iter().zip(self.standings.all())
    }

    /// Matches that came to their end, and others.
    fn matches(&self) -> (u64, u64) {
        self.standings.all().first().map_or((0, 0), |first| (first.finished, first.unfinished))
    }
}

/// A line for each player.
pub(crate) fn text(table: &Table<'_>) -> String {
    let (finished, unfinished) = table.matches();
    let matches = finished + unfinished;
    let plural = if matches == 1 { "match" } else { "matches" };
    let mut out = format!("{}: {matches} {plural}", table.game);
    if unfinished > 0 {
        out += &format!(", {unfinished} of them did not come to an end");
    }
    out.push('\n');
    let mut head = vec!["player", "mean goal", "95 % interval"];
    if table.players.len() == 2 {
        head.extend(["wins", "draws", "losses"]);
    }
    head.extend(["TO", "IL", "CE"]);
    let mut rows: Vec<Vec<String>> = vec![head.into_iter().map(str::to_owned).collect()];
    rows.extend(table.rows().map(|(name, standing)| row(name, standing, table.players.len())));
    out + &columns(&rows)
}

fn row(name: &str, standing: &Standing, players: usize) -> Vec<String> {
    let mean = standing.mean();
    let margin = mean.and_then(|mean| mean.margin);
    let mut row = vec![
        name.to_owned(),
        mean.map_or("none".to_owned(), |mean| format!("{:.2}", mean.mean)),
        margin.map_or("-".to_owned(), |margin| format!("± {margin:.2}")),
    ];
    if players == 2 {
        row.extend([standing.wins, standing.draws, standing.losses].map(|count| count.to_string()));
    }
    row.extend([standing.late, standing.illegal, standing.connection].map(|count| count.to_string()));
    row
}

/// The first column to the left, all others to the right.
fn columns(rows: &[Vec<String>]) -> String {
    let width = |column: usize| rows.iter().filter_map(|row| row.get(column)).map(|cell| cell.chars().count()).max();
    let mut out = String::new();
    for row in rows {
        for (column, cell) in row.iter().enumerate() {
            let width = width(column).unwrap_or(0);
            out += &if column == 0 { format!("{cell:width$}") } else { format!("  {cell:>width$}") };
        }
        out.push('\n');
    }
    out
}

/// The same for scripts.
pub(crate) fn json(table: &Table<'_>) -> Value {
    let (finished, unfinished) = table.matches();
    let players = table.rows().map(|(name, standing)| player(name, standing, table.players.len()));
    json!({
        "game": table.game, "roles": table.roles, "matches": finished + unfinished, "finished": finished,
        "players": players.collect::<Value>(),
    })
}

fn player(name: &str, standing: &Standing, players: usize) -> Value {
    let mean = standing.mean();
    let Standing { wins, draws, losses, late, illegal, connection, .. } = standing;
    let mut player = json!({
        "player": name, "mean_goal": mean.map(|mean| mean.mean), "margin_95": mean.and_then(|mean| mean.margin),
        "TO": late, "IL": illegal, "CE": connection,
    });
    if players == 2 {
        player["wins"] = json!(wins);
        player["draws"] = json!(draws);
        player["losses"] = json!(losses);
    }
    player
}
