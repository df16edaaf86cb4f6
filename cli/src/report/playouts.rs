//! Reports of playouts, for people.

use super::size::{count, rate};
use gdl2hdl_play::playout::{ReportView, TallyView};

/// Blanks before what belongs to a line above.
const INDENT: &str = "  ";

/// A report as a table; first moves follow the counts of their start state.
pub(crate) fn text(report: &ReportView) -> String {
    let mut out = format!(
        "{} on {}, {} {}: {} playouts, {} states in {:.3} s\n",
        report.game,
        report.engine,
        report.threads,
        if report.threads == 1 { "thread" } else { "threads" },
        count(report.all.playouts),
        count(report.all.steps),
        report.elapsed_s,
    );
    out += &format!("{} playouts/s, {} states/s\n", rate(report.playouts_per_s), rate(report.states_per_s));
    if let (Some(cycles), Some(share)) = (report.cycles, report.states_per_cycle) {
        out += &format!("{} cycles, {share:.4} states per cycle and core\n", count(cycles));
    }
    for (number, start) in report.starts.iter().enumerate() {
        if report.starts.len() > 1 {
            out += &format!("start state {number}\n");
        }
        out += &tally(&start.all, &report.roles);
        if let Some(moves) = &start.first_moves {
            out += &first_moves(moves.iter().map(|first| (&first.moves, &first.tally)), &report.roles);
        }
    }
    out
}

/// How playouts ended, and the goals of each role.
fn tally(tally: &TallyView, roles: &[String]) -> String {
    let mut out = format!(
        "{INDENT}finished {}, truncated {}, stuck {}; mean length {:.2}\n",
        count(tally.finished),
        count(tally.truncated),
        count(tally.stuck),
        tally.mean_length
    );
    let width = roles.iter().map(|role| role.chars().count()).max().unwrap_or(0);
    for role in roles {
        let values = tally.goals[role].iter().rev().filter(|&(_, &playouts)| playouts > 0);
        let mut parts: Vec<String> =
            values.map(|(value, &playouts)| format!("{value} in {}", share(playouts, tally.playouts))).collect();
        if tally.undefined[role] > 0 {
            parts.push(format!("undefined in {}", share(tally.undefined[role], tally.playouts)));
        }
        let mean = tally.mean_goal[role].map_or("none".to_owned(), |mean| format!("{mean:.2}"));
        out += &format!("{INDENT}{role:width$}  mean goal {mean:>6}  {}\n", parts.join(", "));
    }
    out
}

/// One line for each first move.
fn first_moves<'a>(
    moves: impl Iterator<Item = (&'a std::collections::BTreeMap<String, String>, &'a TallyView)>,
    roles: &[String],
) -> String {
    let mut rows = Vec::new();
    for (joint, tally) in moves {
        let texts: Vec<&str> = roles.iter().filter_map(|role| joint.get(role)).map(String::as_str).collect();
        let means: Vec<String> = roles
            .iter()
            .map(|role| tally.mean_goal[role].map_or("none".to_owned(), |mean| format!("{mean:.2}")))
            .collect();
        rows.push((texts.join(", "), tally.playouts, means));
    }
    let width = rows.iter().map(|(moves, ..)| moves.chars().count()).max().unwrap_or(0).max("first moves".len());
    let mut out = format!("{INDENT}{:width$}  {:>12}  mean goals of {}\n", "first moves", "playouts", roles.join(", "));
    for (moves, playouts, means) in rows {
        let means: Vec<String> = means.iter().map(|mean| format!("{mean:>7}")).collect();
        out += &format!("{INDENT}{moves:width$}  {:>12}  {}\n", count(playouts), means.join(" "));
    }
    out
}

fn share(part: u64, of: u64) -> String {
    format!("{:.2} %", part as f64 * 100.0 / of.max(1) as f64)
}
