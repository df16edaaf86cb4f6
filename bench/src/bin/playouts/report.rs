//! The table, and what it comes to.

use super::games::Source;
use super::timed::{Ceiling, Row, Timed};
use gdl2hdl_bench::peers::{self, Peer};
use gdl2hdl_bench::table::{digits, markdown};

/// A comparison: what it is called, and the ratio of a measured game to its peer's figure.
type Comparison = (&'static str, fn(&Timed, &Peer) -> Option<f64>);

const COMPARISONS: [Comparison; 3] = [
    ("states/s by those of the best propnet", |timed, peer| Some(timed.states_per_s / peer.propnet_states()?)),
    ("playouts/s by those of compiled RBG", |timed, peer| Some(timed.playouts_per_s / peer.rbg_playouts()?)),
    ("playouts/s by those of hand-written C++", |timed, peer| Some(timed.playouts_per_s / peer.hand_playouts()?)),
];

const HEADER: [&str; 15] = [
    "from",
    "game",
    "lanes",
    "k playouts/s",
    "M states/s",
    "length",
    "set-up ms",
    "ops a step",
    "% of limit",
    "propnet M states/s",
    "ratio",
    "RBG k playouts/s",
    "ratio",
    "hand k playouts/s",
    "ratio",
];

/// One row for each game.
pub(crate) fn table(rows: &[Row], ceiling: &Ceiling, peers: &[Peer]) -> String {
    let row = |row: &Row| {
        let mut cells = vec![row.game.source.name().to_owned(), row.game.name.clone()];
        if let Ok(timed) = &row.timed {
            cells.extend(own(timed, ceiling));
            cells.extend(beside(timed, peers::of(peers, &row.game.name)));
        }
        cells.resize(HEADER.len(), "-".to_owned());
        cells
    };
    markdown(&HEADER, &rows.iter().map(row).collect::<Vec<_>>())
}

fn own(timed: &Timed, ceiling: &Ceiling) -> [String; 7] {
    [
        timed.lanes.to_string(),
        digits(timed.playouts_per_s / 1e3),
        digits(timed.states_per_s / 1e6),
        format!("{:.1}", timed.mean_length),
        digits(timed.setup_s * 1e3),
        timed.ops_per_step.to_string(),
        part_of_limit(timed, ceiling).map_or("-".to_owned(), |part| format!("{:.0}", part * 100.0)),
    ]
}

/// Operations a second as part of the limit with arguments in memory.
fn part_of_limit(timed: &Timed, ceiling: &Ceiling) -> Option<f64> {
    let (_, limit) = ceiling.best?;
    Some(timed.states_per_s * timed.ops_per_step / limit.memory)
}

fn beside(timed: &Timed, peer: Option<&Peer>) -> Vec<String> {
    let figures = [
        peer.and_then(Peer::propnet_states).map(|states| states / 1e6),
        peer.and_then(Peer::rbg_playouts).map(|playouts| playouts / 1e3),
        peer.and_then(Peer::hand_playouts).map(|playouts| playouts / 1e3),
    ];
    let ratios = COMPARISONS.map(|(_, ratio)| peer.and_then(|peer| ratio(timed, peer)));
    let cell = |number: Option<f64>| number.map_or("-".to_owned(), digits);
    figures.into_iter().zip(ratios).flat_map(|(figure, ratio)| [cell(figure), cell(ratio)]).collect()
}

/// Means and minima, the machine, and what is not in the table.
pub(crate) fn summary(rows: &[Row], ceiling: &Ceiling, peers: &[Peer], missing: &[String]) -> String {
    let mut text = "\n".to_owned();
    for (what, ratio) in COMPARISONS {
        for source in [Source::Corpus, Source::Own] {
            let of_row = |row: &Row| {
                let timed = row.timed.as_ref().ok().filter(|_| row.game.source == source)?;
                Some((ratio(timed, peers::of(peers, &row.game.name)?)?, row.game.name.clone()))
            };
            text += &mean_and_least(what, source, &rows.iter().filter_map(of_row).collect::<Vec<_>>());
        }
    }
    if let Some((backend, limit)) = ceiling.best {
        text += &format!(
            "- limit of `{backend}`, in 10⁹ lane operations a second: {} with an argument in memory, {} in registers\n",
            digits(limit.memory / 1e9),
            digits(limit.registers / 1e9)
        );
    }
    let share = rows.iter().filter_map(|row| Some(row.timed.as_ref().ok()?.share)).fold(1.0, f64::min);
    text += &format!("- a run got {:.0} % of a processor at the least\n", share * 100.0);
    for row in rows {
        if let Err(reason) = &row.timed {
            text += &format!("- {} was not played: {reason}\n", row.game.name);
        }
    }
    if !missing.is_empty() {
        text += &format!("- not in the corpus: {}\n", missing.join(", "));
    }
    text + NOT_COMPARED
}

/// Games that exist on both sides, but not with the same board.
const NOT_COMPARED: &str =
    "- not compared with RBG, for the boards differ: hex (9x9 here, 11x11 there), gomoku (11x11 here, 15x15 there)\n";

fn mean_and_least(what: &str, source: Source, ratios: &[(f64, String)]) -> String {
    let Some((least, game)) = ratios.iter().min_by(|a, b| a.0.total_cmp(&b.0)) else { return String::new() };
    let mean = (ratios.iter().map(|(ratio, _)| ratio.ln()).sum::<f64>() / ratios.len() as f64).exp();
    let (games, source) = (ratios.len(), source.name());
    let (mean, least) = (digits(mean), digits(*least));
    format!("- {what}, {games} of {source}: geometric mean {mean}, least {least} ({game})\n")
}
