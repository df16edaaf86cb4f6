//! Sizes as tables, and what follows from them.

use super::games::OWN;
use super::tools::{Luts, Measured, Sizes};
use gdl2hdl_bench::table::{digits, markdown, median};

/// A game and its sizes.
pub(crate) struct Row {
    pub(crate) name: String,
    pub(crate) measured: Measured,
}

/// Most that our tables may be of those after ABC's optimisation, in the geometric mean.
const OF_ABC: f64 = 0.85;
/// Most that they may be of those Yosys makes of the Verilog as built.
const OF_YOSYS: f64 = 0.65;
/// Beside the net as built any gain will do.
const OF_BUILT: f64 = 1.0;
/// Most that the estimate may be off in the median.
const OFF: f64 = 0.1;

/// Tables and verdicts.
pub(crate) fn page(rows: &[Row]) -> String {
    let sizes: Vec<(&str, &Sizes)> = rows.iter().filter_map(|row| Some((row.name.as_str(), row.sizes()?))).collect();
    let mut text = markdown(&SIZES, &sizes.iter().map(|(name, sizes)| line(name, sizes)).collect::<Vec<_>>());
    text.push('\n');
    let own = |name: &str| name.starts_with(OWN);
    let corpus: Vec<(&str, &Sizes)> = sizes.iter().copied().filter(|(name, _)| !own(name)).collect();
    text.push_str(&ratios("all games", &sizes));
    if corpus.len() < sizes.len() && !corpus.is_empty() {
        text.push('\n');
        text.push_str(&ratios("games of the corpus", &corpus));
    }
    let estimates: Vec<Vec<String>> = sizes.iter().filter_map(|(name, sizes)| estimated(name, sizes)).collect();
    if !estimates.is_empty() {
        text.push('\n');
        text.push_str(&markdown(&ESTIMATES, &estimates));
        text.push('\n');
        text.push_str(&medians(&sizes));
    }
    let left_out: Vec<String> = rows.iter().filter_map(Row::left_out).collect();
    if !left_out.is_empty() {
        text.push_str(&format!("\nLeft out: {}.\n", left_out.join(", ")));
    }
    text
}

impl Row {
    fn sizes(&self) -> Option<&Sizes> {
        match &self.measured {
            Measured::Sizes(sizes) => Some(sizes),
            Measured::LeftOut(_) => None,
        }
    }

    fn left_out(&self) -> Option<String> {
        match &self.measured {
            Measured::Sizes(_) => None,
            Measured::LeftOut(why) => Some(format!("{} ({why})", self.name)),
        }
    }
}

const SIZES: [&str; 11] = [
    "game",
    "ANDs built",
    "-O2",
    "-O3",
    "LUT4 built",
    "resyn2",
    "-O2",
    "-O3",
    "Yosys, built",
    "Yosys, -O2",
    "Yosys, -O3",
];

fn line(name: &str, sizes: &Sizes) -> Vec<String> {
    let counts = sizes.gates.map(Some).into_iter().chain(sizes.abc).chain(sizes.verilog);
    std::iter::once(name.to_owned()).chain(counts.map(shown)).collect()
}

fn shown(count: Option<u64>) -> String {
    count.map_or_else(|| "-".to_owned(), |count| count.to_string())
}

const ESTIMATES: [&str; 7] = ["game", "estimate", "levels", "iCE40", "levels", "ECP5", "levels"];

fn estimated(name: &str, sizes: &Sizes) -> Option<Vec<String>> {
    sizes.estimate[1].or(sizes.estimate[2])?;
    let numbers = sizes.estimate.iter().flat_map(|luts| [luts.map(|t| t.count), luts.map(|t| t.levels)]);
    Some(std::iter::once(name.to_owned()).chain(numbers.map(shown)).collect())
}

/// Our sizes over those of others: geometric means of all games of which both are known.
fn ratios(of: &str, sizes: &[(&str, &Sizes)]) -> String {
    let cases: [Case; 6] = [
        ("-O2 of (a) the net as built", OF_BUILT, |s| (s.abc[2], s.abc[0])),
        ("-O3 of (a) the net as built", OF_BUILT, |s| (s.abc[3], s.abc[0])),
        ("-O2 of (b) resyn2 twice", OF_ABC, |s| (s.abc[2], s.abc[1])),
        ("-O3 of (b) resyn2 twice", OF_ABC, |s| (s.abc[3], s.abc[1])),
        ("-O2 of (c) Yosys on Verilog as built", OF_YOSYS, |s| (s.verilog[1], s.verilog[0])),
        ("-O3 of (c) Yosys on Verilog as built", OF_YOSYS, |s| (s.verilog[2], s.verilog[0])),
    ];
    let mut rows = Vec::new();
    for (what, most, pair) in cases {
        let ratios: Vec<f64> = sizes.iter().filter_map(|(_, sizes)| ratio(pair(sizes))).collect();
        let Some(mean) = geometric_mean(&ratios) else { continue };
        let verdict = if mean <= most { "reached" } else { "missed" };
        let cells =
            [what.to_owned(), ratios.len().to_string(), digits(mean), format!("at most {most}"), verdict.to_owned()];
        rows.push(cells.to_vec());
    }
    markdown(&[&format!("LUT4, geometric mean, {of}"), "games", "ratio", "aim", "verdict"], &rows)
}

/// What is compared, the most it may be, and the two numbers.
type Case = (&'static str, f64, fn(&Sizes) -> (Option<u64>, Option<u64>));

/// Games without tables tell nothing: they are not counted.
fn ratio((ours, theirs): (Option<u64>, Option<u64>)) -> Option<f64> {
    let (ours, theirs) = (ours?, theirs?);
    (ours > 0 && theirs > 0).then(|| ours as f64 / theirs as f64)
}

fn geometric_mean(ratios: &[f64]) -> Option<f64> {
    let sum: f64 = ratios.iter().map(|ratio| ratio.ln()).sum();
    (!ratios.is_empty()).then(|| (sum / ratios.len() as f64).exp())
}

/// What is counted, of which estimate, and how.
type Count = (&'static str, usize, fn(Luts) -> u64);

/// How far the estimate is off.
fn medians(sizes: &[(&str, &Sizes)]) -> String {
    let cases: [Count; 4] = [
        ("LUTs, iCE40", 1, |luts| luts.count),
        ("levels, iCE40", 1, |luts| luts.levels),
        ("LUTs, ECP5", 2, |luts| luts.count),
        ("levels, ECP5", 2, |luts| luts.levels),
    ];
    let mut rows = Vec::new();
    for (what, family, count) in cases {
        let pair = |sizes: &Sizes| ratio((sizes.estimate[0].map(count), sizes.estimate[family].map(count)));
        let ratios: Vec<f64> = sizes.iter().filter_map(|(_, sizes)| pair(sizes)).collect();
        let off: Vec<f64> = ratios.iter().map(|ratio| (ratio - 1.0).abs()).collect();
        let (Some(middle), Some(off)) = (median(&ratios), median(&off)) else { continue };
        let verdict = if off <= OFF { "reached" } else { "missed" };
        let percent = format!("{:.1} %", 100.0 * off);
        rows.push(vec![what.to_owned(), ratios.len().to_string(), digits(middle), percent, verdict.to_owned()]);
    }
    markdown(&["estimate over Yosys", "games", "median ratio", "median off by", "at most 10 %"], &rows)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(name: &str, sizes: Sizes) -> Row {
        Row { name: name.to_owned(), measured: Measured::Sizes(Box::new(sizes)) }
    }

    #[test]
    fn means_are_of_games_with_both_figures() {
        let mut one = Sizes { gates: [10, 8, 8], abc: [Some(8), Some(6), Some(4), None], ..Sizes::default() };
        one.estimate = [Some(Luts { count: 5, levels: 2 }), Some(Luts { count: 4, levels: 2 }), None];
        let mut two = one.clone();
        two.abc[2] = Some(1);
        let three = Row { name: "c".to_owned(), measured: Measured::LeftOut("30000 gates".to_owned()) };
        let own = row("games/a", two.clone());
        let text = page(&[row("a", one), row("b", two), own, three]);
        let text = text.split(' ').filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" ");
        // The mean of 4/8 and 1/8, once with another 1/8.
        assert!(text.contains("| -O2 of (a) the net as built | 2 | 0.250 | at most 1 | reached |"), "{text}");
        assert!(text.contains("| -O2 of (a) the net as built | 3 | 0.198 | at most 1 | reached |"), "{text}");
        assert!(!text.contains("-O3 of (a)"), "{text}");
        assert!(text.contains("| LUTs, iCE40 | 3 | 1.25 | 25.0 % | missed |"), "{text}");
        assert!(text.ends_with("\nLeft out: c (30000 gates).\n"), "{text}");
    }
}
