//! Both grounders side by side, and what was promised.

use gdl2hdl_bench::table::{digits, markdown};
use std::fmt;

/// One game.
pub(super) struct Timed {
    pub(super) name: String,
    /// Processor seconds of the whole process: ours, gringo's.
    pub(super) seconds: [Option<f64>; 2],
    /// Whether they came to an end.
    pub(super) finished: [bool; 2],
    /// Ground rules with a body.
    pub(super) rules: [Option<u64>; 2],
    /// Milliseconds of grounding alone.
    pub(super) ground_ms: Option<f64>,
    pub(super) peak_mb: f64,
}

/// From so many rules of gringo's a game is in the huge class.
const HUGE: u64 = 1_000_000;
/// From so many seconds of gringo's a game is a slow one.
const SLOW: f64 = 0.1;

impl Timed {
    /// Our processor time as a share of gringo's; at most that where gringo did not end.
    fn time(&self) -> Option<f64> {
        let [ours, theirs] = self.seconds;
        Some(ours? / theirs?).filter(|_| self.finished[0])
    }

    fn size(&self) -> Option<f64> {
        let [ours, theirs] = self.rules;
        // Games without rules are all alike.
        Some(ours?.max(1) as f64 / theirs?.max(1) as f64)
    }
}

pub(super) fn table(timed: &[Timed]) -> String {
    let ms = |seconds: Option<f64>| seconds.map_or("-".to_owned(), |s| format!("{:.1}", s * 1e3));
    let count = |rules: Option<u64>| rules.map_or("-".to_owned(), |rules| rules.to_string());
    let row = |game: &Timed| {
        let [ours, theirs] = game.seconds.map(ms);
        let result = match game.finished {
            [true, true] => "ok",
            [true, false] => "gringo stopped",
            [false, _] => "stopped",
        };
        let ratio = |ratio: Option<f64>| ratio.map_or("-".to_owned(), digits);
        vec![
            game.name.clone(),
            result.to_owned(),
            count(game.rules[0]),
            count(game.rules[1]),
            ratio(game.size()),
            ours,
            theirs,
            ratio(game.time()),
            format!("{:.0}", game.peak_mb),
        ]
    };
    let header = ["game", "result", "rules", "gringo's", "ratio", "cpu ms", "gringo's", "ratio", "peak MB"];
    markdown(&header, &timed.iter().map(row).collect::<Vec<_>>())
}

/// A promise, and what came out.
pub(super) struct Verdict {
    what: String,
    value: f64,
    most: f64,
    pub(super) kept: bool,
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let word = if self.kept { "kept" } else { "NOT KEPT" };
        write!(f, "{}: {}, at most {}: {word}", self.what, digits(self.value), digits(self.most))
    }
}

pub(super) fn verdicts(timed: &[Timed]) -> Vec<Verdict> {
    let verdict = |what: String, value: f64, most: f64| Verdict { what, value, most, kept: value <= most };
    let of = |value: fn(&Timed) -> Option<f64>, keep: &dyn Fn(&Timed) -> bool| -> Vec<f64> {
        timed.iter().filter(|game| keep(game)).filter_map(value).collect()
    };
    let slow = |game: &Timed| game.seconds[1].is_some_and(|seconds| seconds >= SLOW);
    let huge = |game: &Timed| game.rules[1].is_some_and(|rules| rules >= HUGE);
    let times = of(Timed::time, &|_| true);
    let slow_times = of(Timed::time, &slow);
    let sizes = of(Timed::size, &|_| true);
    let huge_sizes = of(Timed::size, &huge);
    let mut milliseconds: Vec<f64> = timed.iter().map(|game| game.ground_ms.unwrap_or(f64::INFINITY)).collect();
    milliseconds.sort_by(f64::total_cmp);
    let share =
        |percent: usize| milliseconds.get((milliseconds.len() * percent).div_ceil(100).checked_sub(1)?).copied();
    let refused = timed.iter().filter(|game| !game.finished[0]).count();
    let worst = sizes.iter().copied().fold(0.0, f64::max);
    let count = |what: &str, list: &[f64]| format!("{what}, {} games", list.len());
    let mut all = vec![verdict("games that were not grounded".to_owned(), refused as f64, 0.0)];
    for (percent, most) in [(50, 10.0), (90, 200.0), (99, 5000.0)] {
        if let Some(value) = share(percent) {
            all.push(verdict(format!("ms of grounding in {percent} % of the games"), value, most));
        }
    }
    for (what, list, most) in [
        ("processor time beside gringo's, geometric mean", &times, 0.5),
        ("where gringo takes 0.1 s or more", &slow_times, 0.2),
        ("ground rules beside gringo's, geometric mean", &sizes, 0.45),
        ("where gringo has a million or more", &huge_sizes, 0.08),
    ] {
        if !list.is_empty() {
            all.push(verdict(count(what, list), geometric_mean(list), most));
        }
    }
    all.push(verdict("most ground rules beside gringo's".to_owned(), worst, 1.2));
    all
}

fn geometric_mean(values: &[f64]) -> f64 {
    (values.iter().map(|value| value.ln()).sum::<f64>() / values.len() as f64).exp()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn timed(seconds: [f64; 2], rules: [u64; 2]) -> Timed {
        let (seconds, rules) = (seconds.map(Some), rules.map(Some));
        Timed { name: "g".to_owned(), seconds, finished: [true; 2], rules, ground_ms: Some(1.0), peak_mb: 5.0 }
    }

    #[test]
    fn promises_are_judged() {
        let good = [timed([0.01, 0.1], [10, 100]), timed([0.01, 0.1], [40, 100])];
        assert!(verdicts(&good).iter().all(|verdict| verdict.kept));
        let bad = [timed([0.09, 0.1], [130, 100])];
        let broken: Vec<String> = verdicts(&bad).iter().filter(|v| !v.kept).map(ToString::to_string).collect();
        assert_eq!(broken.len(), 4, "{broken:?}");
        assert!(table(&bad).contains("1.30"));
    }
}
