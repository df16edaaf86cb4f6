//! A run of nextpnr that is followed by what it writes into its log, and given up early where that shows that it leads to
//! nothing.
//!
//! nextpnr flushes its log after each line. Two things end a run:
//! - Before it places it counts the cells. A search says how full a device may be.
//! - While it routes it tells how much is left: `router1` the arcs without a route, after each 1000 steps; `router2` the
//!   wires that several nets use, after each round. Where the fewest so far has not fallen by a twentieth for as many steps
//!   as the design has arcs (50 rounds with `router2`), there is no headway. Of routes that came to an end, on iCE40 filled
//!   to 94 %, none stood still for longer than an eighth of that.
//!
//! The rule counts steps, not seconds: it says the same on every machine, however busy.

use super::BuildError;
use super::cost::{Full, share_of};
use super::nextpnr::{Router, usage};
use gdl2hdl_gdl::remedy::Remedy;
use gdl2hdl_verilate::{Observer, Reason, Stage};
use std::fs::File;
use std::io::{Read, Seek, SeekFrom};
use std::path::Path;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

/// Between two looks at the log.
const LOOKS: Duration = Duration::from_secs(1);
/// Longest piece of a log that is read at a time. **Units:** bytes.
const PIECE: u64 = 4 << 20;
/// A design with few arcs may need so many steps. **Units:** steps of `router1`.
const LEAST_STEPS: u64 = 50_000;
/// Rounds of `router2`.
const ROUNDS: u64 = 50;
/// Headway is to come down to such a part of the fewest before. **Units:** percent.
const HEADWAY: u64 = 95;

/// The observer of a run, and what the run says itself.
pub(super) struct Follower<'a> {
    observer: &'a (dyn Observer + Sync),
    log: &'a Path,
    seen: Mutex<Seen>,
}

/// What was read of a log.
struct Seen {
    /// Bytes.
    offset: u64,
    /// A line without its end.
    rest: String,
    looked: Duration,
    progress: Progress,
    end: Option<End>,
}

/// Why a run is given up.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum End {
    TooFull { what: &'static str, need: u64, have: u64, percent: u64 },
    Stuck { left: u64, since: u64 },
}

impl<'a> Follower<'a> {
    /// DerivedCounters a run that writes a log, which is not there yet. `full` is how much of the device may be taken.
    pub(super) fn new(observer: &'a (dyn Observer + Sync), log: &'a Path, router: Router, full: Option<Full>) -> Self {
        let (offset, rest, looked) = (0, String::new(), Duration::ZERO);
        let progress = Progress { router, full, arcs: 0, fewest: None };
        Self { observer, log, seen: Mutex::new(Seen { offset, rest, looked, progress, end: None }) }
    }

    /// Why the run was given up, if that is why it ended.
    pub(super) fn given_up(&self) -> Option<BuildError> {
        let seen = self.seen.lock().unwrap_or_else(PoisonError::into_inner);
        let (router, what) = (seen.progress.router.name(), seen.progress.counted());
        let end = seen.end.filter(|_| !self.observer.stopped())?;
        Some(match end {
            End::TooFull { what, need, have, percent } => BuildError::TooFull { what, need, have, percent },
            End::Stuck { left, since } => BuildError::Stuck { router, what, left, since },
        })
    }
}

impl Observer for Follower<'_> {
    fn reason(&self) -> Option<Reason> {
        let end = || self.seen.lock().unwrap_or_else(PoisonError::into_inner).end;
        self.observer.reason().or_else(|| end().map(|_| Reason::Deadline))
    }

    fn stage(&self, stage: Stage) {
        self.observer.stage(stage);
        let mut seen = self.seen.lock().unwrap_or_else(PoisonError::into_inner);
        if stage.since >= seen.looked + LOOKS {
            seen.looked = stage.since;
            seen.read(self.log);
        }
    }

    fn found(&self, what: &str) {
        self.observer.found(what);
    }

    fn advised(&self, what: &str, remedies: &[Remedy]) {
        self.observer.advised(what, remedies);
    }
}

impl Seen {
    /// Reads what was written since. A log that can't be read says nothing.
    fn read(&mut self, log: &Path) {
        let Ok(mut file) = File::open(log) else { return };
        let mut bytes = Vec::new();
        let read = file.seek(SeekFrom::Start(self.offset)).and_then(|_| file.take(PIECE).read_to_end(&mut bytes));
        self.offset += read.map_or(0, |number| number as u64);
        self.rest += &String::from_utf8_lossy(&bytes);
        let text = std::mem::take(&mut self.rest);
        let (lines, rest) = text.rsplit_once('\n').unwrap_or(("", &text));
        for line in lines.lines() {
            self.end = self.end.or_else(|| self.progress.line(line));
        }
        rest.clone_into(&mut self.rest);
    }
}

/// How far a run is, by its own words.
#[derive(Clone, Copy, Debug)]
struct Progress {
    router: Router,
    full: Option<Full>,
    /// Arcs to be routed.
    arcs: u64,
    /// The fewest that were left, and the step at which there was headway last.
    fewest: Option<(u64, u64)>,
}

impl Progress {
    /// What its router counts.
    const fn counted(&self) -> &'static str {
        match self.router {
            Router::Router1 => "arcs",
            Router::Router2 => "overused wires",
        }
    }

    /// Takes in a line of the log; why to give up, when it shows that.
    fn line(&mut self, line: &str) -> Option<End> {
        if let Some(arcs) = line.strip_prefix("Info: Routing ").and_then(|rest| rest.strip_suffix(" arcs.")) {
            self.arcs = arcs.parse().unwrap_or(self.arcs);
        }
        let left = match self.router {
            Router::Router1 => arcs_left(line),
            Router::Router2 => wires_left(line),
        };
        match left {
            Some((step, left)) => self.at(step, left),
            None => self.too_full(line),
        }
    }

    /// So much is left at a step.
    fn at(&mut self, step: u64, left: u64) -> Option<End> {
        let Some((fewest, since)) = self.fewest.filter(|(fewest, _)| left * 100 > fewest * HEADWAY) else {
            self.fewest = Some((left, step));
            return None;
        };
        let patience = match self.router {
            Router::Router1 => self.arcs.max(LEAST_STEPS),
            Router::Router2 => ROUNDS,
        };
        let since = step.saturating_sub(since);
        (since > patience).then_some(End::Stuck { left: fewest, since })
    }

    /// A line that counts cells of a kind.
    fn too_full(&self, line: &str) -> Option<End> {
        let (what, need, have) = usage(line)?;
        let percent = self.full?.share_named(what)?;
        (need > share_of(have, percent)).then_some(End::TooFull { what, need, have, percent })
    }
}

/// `Info:       1000 |       17        982 |   17   982 |     16897|       0.52       0.52|` → step 1000, 16897 left.
fn arcs_left(line: &str) -> Option<(u64, u64)> {
    let mut fields = line.strip_prefix("Info:")?.split('|').map(str::trim);
    let step = fields.next()?.parse().ok()?;
    Some((step, fields.nth(2)?.parse().ok()?))
}

/// `Info:     iter=3 wires=460428 overused=44 overuse=44 archfail=NA` → round 3, 44 left.
fn wires_left(line: &str) -> Option<(u64, u64)> {
    let field = |name: &str| {
        let (_, rest) = line.split_once(name)?;
        rest.split_whitespace().next()?.parse().ok()
    };
    Some((field(" iter=")?, field(" overused=")?))
}

#[cfg(test)]
mod tests {
    use super::*;
    use gdl2hdl_verilate::Unobserved;
    use std::fs;
    use std::io::Write;

    const HEAD: &str = "Info: \t              DP16KD:     166/    208    79%\n\
        Info: \t          TRELLIS_FF:   63991/  83640    76%\n\
        Info: \t        TRELLIS_COMB:   71000/  83640    84%\n\
        Info: Routing 60000 arcs.\n\
        Info:    IterCnt |  w/ripup   wo/ripup |  w/r  wo/r |      arcs| batch(sec) total(sec)|\n";
    const FULL: Full = Full { cells: 87, ffs: 93, brams: 83 };

    /// What `router1` says after each thousand steps.
    fn step(thousands: u64, left: u64) -> String {
        format!("Info: {:10} |       17        982 |   17   982 | {left:9}|       0.52       0.52|\n", thousands * 1000)
    }

    /// Why a run with such a log is given up.
    fn end(router: Router, log: &str) -> Option<End> {
        let mut progress = Progress { router, full: Some(FULL), arcs: 0, fewest: None };
        log.lines().find_map(|line| progress.line(line))
    }

    #[test]
    fn routes_that_get_on_are_let_be() {
        // Ever more slowly, with a rise between, and standing still for half as many steps as there are arcs.
        let left = |k: u64| if k < 60 { 60_000 - k * 900 } else { 6000 * 100 / (100 + (k - 60) / 30 * 10) + k % 7 };
        let log: String = (1..400).map(|k| step(k, left(k))).collect();
        assert_eq!(end(Router::Router1, &(HEAD.to_owned() + &log)), None);
    }

    #[test]
    fn routes_that_stand_still_are_given_up() {
        let log: String = (1..300).map(|k| step(k, if k < 50 { 60_000 - 1000 * k } else { 9600 + k % 50 })).collect();
        let found = end(Router::Router1, &(HEAD.to_owned() + &log));
        assert_eq!(found, Some(End::Stuck { left: 9600, since: 61_000 }), "since step 50000: as many steps as arcs");
        // Few arcs have more patience, and the last one may be the one that can't be routed.
        let log = |last| HEAD.replace("60000", "700") + &(1..=last).map(|k| step(k, 1)).collect::<String>();
        assert_eq!(end(Router::Router1, &log(51)), None);
        assert_eq!(end(Router::Router1, &log(52)), Some(End::Stuck { left: 1, since: 51_000 }));
    }

    #[test]
    fn rounds_without_fewer_overused_wires_are_counted() {
        let round =
            |k: u64, over: u64| format!("Info:     iter={k} wires=460428 overused={over} overuse=44 archfail=NA\n");
        let log: String = (1..60).map(|k| round(k, if k < 5 { 6000 / k } else { 3 })).collect();
        assert_eq!(end(Router::Router2, &log), Some(End::Stuck { left: 3, since: 51 }));
        let log: String = (1..200).map(|k| round(k, 6000 / k)).collect();
        assert_eq!(end(Router::Router2, &log), None);
    }

    #[test]
    fn a_device_that_is_too_full_is_not_placed() {
        for (old, new, what, percent) in [
            (" 71000/", " 72800/", "LUTs", 87),
            (" 63991/", " 77800/", "flip-flops", 93),
            (" 166/", " 173/", "block RAMs", 83),
        ] {
            let log = HEAD.replace(old, new);
            let Some(End::TooFull { what: found, need, have, percent: bound }) = end(Router::Router1, &log) else {
                panic!("{log}")
            };
            assert!((found, bound) == (what, percent) && need * 100 > have * percent, "{found} {need} {have}");
        }
        assert_eq!(end(Router::Router1, HEAD), None);
        let mut free = Progress { router: Router::Router1, full: None, arcs: 0, fewest: None };
        assert_eq!(free.line("Info: \t        TRELLIS_COMB:   83000/  83640    99%"), None, "no search: all of it");
    }

    #[test]
    fn a_log_is_read_while_it_grows() {
        let place = tempfile::tempdir().unwrap();
        let log = place.path().join("nextpnr.log");
        let follower = Follower::new(&Unobserved, &log, Router::Router1, Some(FULL));
        let look = |seconds| follower.stage(Stage { name: "route", since: Duration::from_secs(seconds) });
        look(1);
        assert!(!follower.stopped() && follower.given_up().is_none(), "no log yet");
        let mut file = File::create(&log).unwrap();
        let line = HEAD.lines().nth(2).unwrap().replace("71000", "75571");
        let (first, second) = line.split_at(30);
        file.write_all(first.as_bytes()).unwrap();
        look(2);
        assert!(!follower.stopped(), "half a line");
        file.write_all(format!("{second}\n").as_bytes()).unwrap();
        look(2);
        assert!(!follower.stopped(), "it was looked at just now");
        look(3);
        assert!(follower.stopped());
        let said = follower.given_up().unwrap().to_string();
        assert_eq!(said, "the placer counts 75571 of 83640 LUTs: above 87 % designs are not always routed");
        fs::remove_file(&log).unwrap();
        look(9);
        assert!(follower.stopped(), "it stays so");
    }
}
