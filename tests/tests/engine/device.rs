//! A driver of the ports: every clock's valid and ready are the test's.

use crate::engine::machine::{Case, Machine};
use gdl2hdl_hdl::playout::{ReportLayout, ReportReader};
use gdl2hdl_net::playout::generator::mix;
use gdl2hdl_verilate::Instance;

/// Clocks without a word, in either direction, after which an engine has failed: no job of the tests takes so long.
const SILENCE: u64 = 400_000;
/// What stands at the data port when no word is offered.
const JUNK: u32 = 0xdead_beef;

/// An engine and its ports.
pub(crate) struct Device {
    pub(crate) instance: Instance,
    counters: usize,
    first_moves: bool,
    /// A word that was shown and not taken: it has to stay.
    shown: Option<u32>,
    /// Knows which words are the last of a report.
    ends: ReportReader,
    /// Clocks since the last reset.
    pub(crate) clocks: u64,
    rst: usize,
    job_valid: usize,
    job_ready: usize,
    job_data: usize,
    report_valid: usize,
    report_ready: usize,
    report_data: usize,
    report_last: usize,
    busy: usize,
}

/// What passed at a rising edge.
pub(crate) struct Passed {
    /// The word that was offered went in.
    pub(crate) taken: bool,
    /// A word came out.
    pub(crate) word: Option<u32>,
}

/// For each clock whether a word is offered, and whether one would be taken.
pub(crate) type Flow<'f> = &'f mut dyn FnMut() -> [bool; 2];

/// Never waits.
pub(crate) fn eager() -> [bool; 2] {
    [true, true]
}

/// Words are offered and taken in so many of 256 cycles.
pub(crate) fn random(mut seed: u64, offered: u64, taken: u64) -> impl FnMut() -> [bool; 2] {
    move || {
        seed += 1;
        let bits = mix(seed);
        [bits & 255 < offered, (bits >> 8) & 255 < taken]
    }
}

impl Device {
    /// A device that was just reset.
    pub(crate) fn new(machine: &Machine) -> Self {
        let port = |name| machine.model.port(name).unwrap();
        let mut device = Self {
            instance: machine.model.instance().unwrap(),
            counters: machine.gateware.counters,
            first_moves: machine.gateware.config.first_moves,
            shown: None,
            ends: ReportReader::new(machine.gateware.counters, machine.gateware.config.first_moves),
            clocks: 0,
            rst: port("rst_i"),
            job_valid: port("job_valid_i"),
            job_ready: port("job_ready_o"),
            job_data: port("job_data_i"),
            report_valid: port("report_valid_o"),
            report_ready: port("report_ready_i"),
            report_data: port("report_data_o"),
            report_last: port("report_last_o"),
            busy: port("busy_o"),
        };
        device.reset();
        device
    }

    /// One clock of reset, in which words are offered and taken that must not pass.
    pub(crate) fn reset(&mut self) {
        self.set(self.rst, 1);
        self.set(self.job_valid, 1);
        self.set(self.job_data, u64::from(JUNK));
        self.set(self.report_ready, 1);
        self.instance.tick(1).unwrap();
        self.set(self.rst, 0);
        self.set(self.job_valid, 0);
        self.set(self.report_ready, 0);
        self.instance.eval().unwrap();
        (self.shown, self.ends, self.clocks) = (None, self.reader(), 0);
    }

    /// One clock. No `ready` may wait for a `valid` nor a `valid` for a `ready`, and a word that is shown stays.
    pub(crate) fn clock(&mut self, offer: Option<u32>, take: bool) -> Passed {
        let before = [self.job_ready, self.report_valid].map(|port| self.get(port));
        self.set(self.job_valid, u64::from(offer.is_some()));
        self.set(self.job_data, u64::from(offer.unwrap_or(JUNK)));
        self.set(self.report_ready, u64::from(take));
        self.instance.eval().unwrap();
        let [ready, valid] = [self.job_ready, self.report_valid].map(|port| self.get(port));
        assert_eq!([ready, valid], before, "a handshake waits for the other side, clock {}", self.clocks);
        let word = (valid == 1).then(|| u32::try_from(self.get(self.report_data)).unwrap());
        assert!(self.shown.is_none_or(|shown| word == Some(shown)), "a word is gone, clock {}", self.clocks);
        let last = self.get(self.report_last) == 1;
        self.instance.tick(1).unwrap();
        self.clocks += 1;
        self.shown = word.filter(|_| !take);
        let word = word.filter(|_| take);
        if let Some(word) = word {
            assert_eq!(last, self.ends.push(word).is_some(), "the mark of a report's last word, clock {}", self.clocks);
        }
        Passed { taken: offer.is_some() && ready == 1, word }
    }

    /// Offers words and takes those of reports until so many reports are whole.
    pub(crate) fn play(&mut self, words: &[u32], reports: usize, flow: Flow<'_>) -> Vec<u32> {
        let mut words = words.iter().copied();
        let (mut next, mut out) = (words.next(), Vec::new());
        let mut reader = self.reader();
        let (mut left, mut quiet) = (reports, 0);
        while left > 0 {
            let [offered, take] = flow();
            let passed = self.clock(next.filter(|_| offered), take);
            quiet = if passed.taken || passed.word.is_some() { 0 } else { quiet + 1 };
            assert!(quiet < SILENCE, "no answer: {left} of {reports} reports are missing");
            if passed.taken {
                next = words.next();
            }
            if let Some(word) = passed.word {
                out.push(word);
                left -= usize::from(reader.push(word).is_some());
            }
        }
        assert_eq!(next, None, "reports came before their jobs");
        out
    }

    /// Plays jobs and compares their reports. Gives the words of these.
    pub(crate) fn check(&mut self, cases: &[Case], flow: Flow<'_>, what: &str) -> Vec<u32> {
        let words = self.play(&words(cases), cases.len(), flow);
        self.compare(cases, &self.reports(&words), what);
        words
    }

    /// Compares reports with those that must have come.
    pub(crate) fn compare(&self, cases: &[Case], reports: &[ReportLayout], what: &str) {
        assert_eq!(reports.len(), cases.len(), "{what}");
        for (i, (case, report)) in cases.iter().zip(reports).enumerate() {
            // From the first word of the job to the end of the report.
            let least = (case.words.len() + 2 * self.counters) as u64;
            assert!(
                report.cycles >= least && report.cycles <= self.clocks,
                "{what}, job {i}: {} clocks",
                report.cycles
            );
            assert_eq!(ReportLayout { cycles: 0, ..report.clone() }, case.answer, "{what}, job {i}");
        }
    }

    /// Nothing comes out in so many cycles.
    pub(crate) fn stays_quiet(&mut self, clocks: u64, what: &str) {
        for _ in 0..clocks {
            assert_eq!(self.clock(None, true).word, None, "{what}: a word too many");
        }
    }

    pub(crate) fn reader(&self) -> ReportReader {
        ReportReader::new(self.counters, self.first_moves)
    }

    pub(crate) fn reports(&self, words: &[u32]) -> Vec<ReportLayout> {
        let mut reader = self.reader();
        words.iter().filter_map(|&word| reader.push(word)).collect()
    }

    /// A job is played or reported.
    pub(crate) fn busy(&self) -> bool {
        self.get(self.busy) == 1
    }

    fn get(&self, port: usize) -> u64 {
        self.instance.get_word(port).unwrap()
    }

    fn set(&mut self, port: usize, value: u64) {
        self.instance.set_word(port, value).unwrap();
    }
}

/// The words of jobs one after another.
pub(crate) fn words(cases: &[Case]) -> Vec<u32> {
    cases.iter().flat_map(|case| case.words.iter().copied()).collect()
}
