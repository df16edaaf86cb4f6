//! The table, and what is to be said below it.

use super::check::Checked;
use gdl2hdl_runtime::bitstream::BuildRecord;
use gdl2hdl_tests::compared::Fault;
use gdl2hdl_tests::table::{digits, markdown};

const HEADER: [&str; 16] = [
    "game",
    "board",
    "cores",
    "a lane",
    "in flight",
    "with",
    "LUT",
    "% of LUT",
    "MHz",
    "fmax, MHz",
    "M states/s",
    "k states/s/LUT",
    "CPU M states/s",
    "ratio",
    "to propnets",
    "check: states",
];

/// What a build takes and reaches.
#[derive(Clone)]
pub(crate) struct Figures {
    pub(crate) game: String,
    pub(crate) board: String,
    cores: u32,
    cores_per_lane: u32,
    places: u32,
    memories: bool,
    multipliers: bool,
    unlimited: bool,
    lut_used: u64,
    lut_total: u64,
    /// **Units:** Hz.
    clock_hz: u64,
    fmax_hz: u64,
    pub(crate) states_per_s: f64,
}

/// A build beside other engines.
pub(crate) struct Row {
    pub(crate) figures: Figures,
    /// States a second of the fast engine on one core.
    pub(crate) cpu: Option<f64>,
    /// States a second of the best propnet of other systems.
    pub(crate) peer: Option<f64>,
    /// What came of the comparison, where there was to be one.
    pub(crate) check: Option<Checked>,
}

impl Figures {
    /// What the record of a build says; the game by the name it has here.
    pub(crate) fn of(game: &str, record: &BuildRecord) -> Self {
        let config = &record.build.config;
        Self {
            game: game.to_owned(),
            board: record.build.board.clone(),
            cores: config.cores,
            cores_per_lane: config.cores_per_lane,
            places: config.places,
            memories: config.memories,
            multipliers: config.multipliers,
            unlimited: config.unlimited,
            lut_used: record.lut_used,
            lut_total: record.lut_total,
            clock_hz: record.build.clock_hz.into(),
            fmax_hz: record.fmax_hz,
            states_per_s: record.states_per_s as f64,
        }
    }

    fn with(&self) -> String {
        let all = [("memories", self.memories), ("multipliers", self.multipliers), ("no limit", self.unlimited)];
        let words: Vec<&str> = all.into_iter().filter(|(_, has)| *has).map(|(word, _)| word).collect();
        if words.is_empty() { "-".to_owned() } else { words.join(", ") }
    }
}

impl Row {
    /// States a second by those of another engine.
    fn ratio(&self, other: Option<f64>) -> String {
        let other = other.filter(|&states| states > 0.0);
        other.map_or("-".to_owned(), |states| digits(self.figures.states_per_s / states))
    }

    fn check(&self) -> String {
        match &self.check {
            None => "-".to_owned(),
            Some(Checked { fault: Some(Fault::Differs(_)), .. }) => "DIFFERS".to_owned(),
            Some(Checked { states: 0, fault: Some(_), .. }) => "not compared".to_owned(),
            Some(Checked { states, fault: Some(_), .. }) => format!("{states}, no netlist"),
            Some(Checked { states, netlist: true, .. }) => format!("{states}, netlist"),
            Some(Checked { states, .. }) => states.to_string(),
        }
    }

    /// The row of the table.
    pub(crate) fn cells(&self) -> Vec<String> {
        let figures = &self.figures;
        let mhz = |hz: u64| format!("{:.2}", hz as f64 / 1e6);
        vec![
            figures.game.clone(),
            figures.board.clone(),
            figures.cores.to_string(),
            figures.cores_per_lane.to_string(),
            figures.places.to_string(),
            figures.with(),
            figures.lut_used.to_string(),
            (100 * figures.lut_used).div_ceil(figures.lut_total.max(1)).to_string(),
            mhz(figures.clock_hz),
            mhz(figures.fmax_hz),
            digits(figures.states_per_s / 1e6),
            digits(figures.states_per_s / figures.lut_used.max(1) as f64 / 1e3),
            self.cpu.map_or("-".to_owned(), |states| digits(states / 1e6)),
            self.ratio(self.cpu),
            self.ratio(self.peer),
            self.check(),
        ]
    }
}

/// One row for each build; nothing where nothing was built.
pub(crate) fn table(rows: &[Row]) -> String {
    if rows.is_empty() {
        return String::new();
    }
    markdown(&HEADER, &rows.iter().map(Row::cells).collect::<Vec<_>>())
}

/// What the columns mean, what differs, and what is not in the table.
pub(crate) fn remarks(rows: &[Row], missing: &[String], unchecked: bool) -> String {
    let mut text = COLUMNS.to_owned();
    if unchecked {
        text += "- nothing was compared with the fast engine, as was asked for\n";
    }
    for row in rows {
        if let Some(fault) = row.check.as_ref().and_then(|check| check.fault.as_ref()) {
            text += &format!("- {} on {}: {}\n", row.figures.game, row.figures.board, fault.words());
        }
    }
    missing.iter().for_each(|line| text += &format!("- not built: {line}\n"));
    text
}

/// What the columns mean.
const COLUMNS: &str = "
- a lane: cores that play one together; in flight: playouts of a lane; MHz: the clock that was taken; states/s: what `build` tells of its job
- CPU: the fast engine on one core of this machine; ratio: the board by that; to propnets: the board by the best of
  `tests/data/peers.csv`
";

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use gdl2hdl_tests::peers;

    /// A build with so many states a second.
    pub(crate) fn row(game: &str, board: &str, states_per_s: f64) -> Row {
        let figures = Figures {
            game: game.into(),
            board: board.into(),
            cores: 10,
            cores_per_lane: 2,
            places: 6,
            memories: true,
            multipliers: false,
            unlimited: false,
            lut_used: 5000,
            lut_total: 7680,
            clock_hz: 50_000_000,
            fmax_hz: 51_250_000,
            states_per_s,
        };
        Row { figures, cpu: Some(250e6), peer: None, check: None }
    }

    /// The builds of the table on a page, as far as they are drawn.
    pub(crate) fn of_page(page: &str) -> Vec<Row> {
        let cells = |line: &str| -> Vec<String> {
            line.trim_matches('|').split('|').map(|cell| cell.trim().to_owned()).collect()
        };
        let table = page.lines().skip_while(|line| cells(line) != HEADER).skip(2);
        let peers = peers::all().unwrap();
        let row = |line: &str| {
            let cells = cells(line);
            let million = |cell: &String| 1e6 * cell.parse::<f64>().unwrap();
            let (states, cpu) = (million(&cells[10]), Some(million(&cells[12])));
            Row {
                cpu,
                peer: peers::of(&peers, &cells[0]).and_then(peers::Peer::propnet_states),
                ..row(&cells[0], &cells[1], states)
            }
        };
        table.take_while(|line| line.starts_with('|')).map(row).collect()
    }

    fn checked(row: Row, netlist: bool, fault: Option<Fault>) -> Row {
        Row { check: Some(Checked { states: 480, netlist, fault }), ..row }
    }

    #[test]
    fn ratios_are_the_boards_by_the_others() {
        let row = Row { peer: Some(4e6), ..row("a", "b", 500e6) };
        let expected = "a | b | 10 | 2 | 6 | memories | 5000 | 66 | 50.00 | 51.25 | 500 | 100 | 250 | 2.00 | 125 | -";
        assert_eq!(row.cells().join(" | "), expected);
        assert_eq!(row.cells().len(), HEADER.len());
        for nothing in [None, Some(0.0)] {
            assert_eq!(row.ratio(nothing), "-");
        }
    }

    #[test]
    fn checks_are_told_apart() {
        let differs = Some(Fault::Differs("state 3".into()));
        let broken = Some(Fault::NotCompared("no tool".into()));
        let cases = [(false, None, "480"), (true, None, "480, netlist"), (false, differs, "DIFFERS")];
        for (netlist, fault, words) in cases.into_iter().chain([(false, broken.clone(), "480, no netlist")]) {
            assert_eq!(checked(row("a", "b", 1.0), netlist, fault).check(), words);
        }
        let check = Some(Checked { states: 0, netlist: false, fault: broken });
        assert_eq!(Row { check, ..row("a", "b", 1.0) }.check(), "not compared");
    }

    #[test]
    fn what_is_not_in_the_table_says_why() {
        let rows = [checked(row("a", "b", 1.0), false, Some(Fault::Differs("state 3".into())))];
        let text = remarks(&rows, &["c on d: it does not fit".into()], true);
        for line in ["- a on b: state 3\n", "- not built: c on d: it does not fit\n", "- nothing was compared"] {
            assert!(text.contains(line), "{line} in {text}");
        }
        assert!(table(&rows).contains("| DIFFERS"));
    }
}
