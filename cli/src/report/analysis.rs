//! What was found out about a state, for people.

use super::size::{count, rate};
use serde::Serialize;

/// Moves of a role that are shown; the others are counted.
const SHOWN: usize = 20;
/// Joint moves of a line that are shown.
const LINE: usize = 12;

/// What was found out about a state. The fields are documented in `docs/PLAYERS.md`.
#[derive(Serialize)]
pub(crate) struct Analysis {
    pub(crate) game: String,
    pub(crate) engine: String,
    pub(crate) threads: usize,
    pub(crate) elapsed_s: f64,
    pub(crate) playouts: u64,
    pub(crate) states: u64,
    pub(crate) nodes: usize,
    pub(crate) roles: Vec<OfRole>,
    /// For each role the goal value that is proven, if it is.
    pub(crate) proven: Option<Vec<f64>>,
    /// The joint moves that are thought best, each with a move for each role.
    pub(crate) line: Vec<Vec<String>>,
}

/// The moves of a role.
#[derive(Serialize)]
pub(crate) struct OfRole {
    pub(crate) role: String,
    /// The move to make.
    pub(crate) best: Option<String>,
    /// All legal moves, the one with most playouts first.
    pub(crate) moves: Vec<OfMove>,
}

/// What is known of a move. Goal values are those of its role.
#[derive(Serialize)]
pub(crate) struct OfMove {
    #[serde(rename = "move")]
    pub(crate) action: String,
    pub(crate) playouts: u64,
    pub(crate) mean_goal: Option<f64>,
    pub(crate) proven_goal: Option<f64>,
}

/// A table for each role that has a choice, and how play goes on.
pub(crate) fn text(analysis: &Analysis) -> String {
    let Analysis { game, engine, threads, elapsed_s, playouts, states, nodes, .. } = analysis;
    let threads = format!("{threads} {}", if *threads == 1 { "thread" } else { "threads" });
    let mut out = format!(
        "{game} on {engine}, {threads}: {} playouts, {} nodes in {elapsed_s:.3} s, {} states/s\n",
        count(*playouts),
        count(*nodes as u64),
        rate(*states as f64 / elapsed_s.max(1e-9)),
    );
    if let Some(values) = &analysis.proven {
        let of_role = |(role, value): (&OfRole, &f64)| format!("{} {value:.0}", role.role);
        let values: Vec<String> = analysis.roles.iter().zip(values).map(of_role).collect();
        out += &format!("proven: {}\n", values.join(", "));
    }
    for role in analysis.roles.iter().filter(|role| role.moves.len() > 1) {
        out += &moves(&role.role, role.best.as_deref(), &role.moves);
    }
    if analysis.roles.iter().any(|role| role.moves.is_empty()) {
        out += "  the state is terminal: there is no move to make\n";
    }
    let line: Vec<String> = analysis.line.iter().take(LINE).map(|joint| joint.join(" ")).collect();
    if !line.is_empty() {
        out += &format!("line: {}{}\n", line.join(", "), if analysis.line.len() > LINE { ", ..." } else { "" });
    }
    out
}

/// The moves of a role; the best has a mark.
fn moves(role: &str, best: Option<&str>, moves: &[OfMove]) -> String {
    let width = moves.iter().take(SHOWN).map(|of| of.action.chars().count()).max().unwrap_or(0);
    let mut out = format!("{role}\n");
    for of in moves.iter().take(SHOWN) {
        let mark = if best == Some(&of.action) { '*' } else { ' ' };
        let value = match (of.proven_goal, of.mean_goal) {
            (Some(goal), _) => format!("goal {goal:.0} for sure"),
            (None, Some(mean)) => format!("mean goal {mean:.1}"),
            (None, None) => "not tried".to_owned(),
        };
        out += &format!("{mark} {:width$}  {:>14} playouts  {value}\n", of.action, count(of.playouts));
    }
    if moves.len() > SHOWN {
        out += &format!("  and {} others\n", moves.len() - SHOWN);
    }
    out
}
