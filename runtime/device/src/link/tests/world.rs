//! A host, a line in both directions, and a board.

use super::super::model::{Model, Player};
use super::super::{Event, Identity, LinkError, LinkStats, Session, Setup, Timing};
use super::line::{Dice, Line, Rates};
use std::collections::BTreeMap;
use std::time::Duration;

/// Simulated time after which a link hangs, for each job.
const PATIENCE: Duration = Duration::from_secs(600);

/// The game of these tests.
pub(super) fn identity() -> Identity {
    Identity {
        net_hash: 0x0123_4567_89ab_cdef,
        clock_hz: 25_000_000,
        cores: 2,
        slots: 3,
        window: 4,
        job_words: 9,
        counters: 6,
        state_bits: 70,
        lane_bits: 25,
        quota_bits: 16,
        step_bits: 16,
        counter_bits: 48,
        code_bits: 7,
        first_moves: true,
        unlimited: false,
        host_seeds: false,
    }
}

/// Reports that follow from jobs by a pure function; of one to about eleven pieces.
#[derive(Clone, Debug, Default)]
pub(super) struct Pure {
    /// Most rows of first moves.
    pub(super) rows: u64,
    /// Jobs played.
    pub(super) played: u64,
}

/// The report of a job with these rows at most.
pub(super) fn report_of(job: &[u32], rows: u64) -> Vec<u32> {
    // The tag is left out: a job has the same report whatever its tag.
    let seed = job[1..].iter().fold(0, |sum, &word| Dice::new(sum ^ u64::from(word)).word());
    let mut dice = Dice::new(seed);
    let rows = dice.below(rows + 1);
    let words = 2 * 6 + usize::try_from(rows).unwrap() * 7;
    let rest = (0..words).map(|_| if dice.hits(600_000) { 0x7d7e_7e7d } else { dice.half() });
    let mut report: Vec<u32> = std::iter::once(job[0]).chain(rest).collect();
    report.extend([u32::MAX, 0, 5, 0]);
    report
}

impl Player for Pure {
    fn report(&mut self, job: &[u32]) -> Vec<u32> {
        self.played += 1;
        report_of(job, self.rows)
    }

    fn time(&self, job: &[u32]) -> Duration {
        Duration::from_micros(u64::from(job[1] % 5_000))
    }
}

/// What a test wants to go wrong beside the line.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Accidents {
    /// Mean milliseconds between resets of the board; 0 for none.
    pub(super) reset_ms: u64,
    /// Mean milliseconds between interruptions of the cable; 0 for none. Every second one also resets the board.
    pub(super) unplug_ms: u64,
    /// Mean milliseconds between noise on a line that is silent; 0 for none.
    pub(super) noise_ms: u64,
}

pub(super) struct World {
    pub(super) session: Session,
    pub(super) board: Model<Pure>,
    pub(super) up: Line,
    pub(super) down: Line,
    pub(super) now: Duration,
    pub(super) accidents: Accidents,
    pub(super) resets: u64,
    pub(super) unplugged: u64,
    pub(super) events: Vec<Event>,
    dice: Dice,
    next_accident: [Duration; 3],
}

impl World {
    pub(super) fn new(rates: Rates, accidents: Accidents, rows: u64, seed: u64) -> Self {
        let baud = if seed.is_multiple_of(3) { 115_200 } else { 3_000_000 };
        let timing = Timing { tries: 24, ..Timing::of_baud(baud) };
        let line = |seed| Line::new(timing.byte, Duration::from_millis(seed % 17), rates, seed);
        let session = u16::from_le_bytes([seed.to_le_bytes()[0], seed.to_le_bytes()[1]]);
        let mut world = Self {
            session: Session::new(Setup { expected: Some(identity()), timing, session }),
            board: Model::new(identity(), Pure { rows, played: 0 }),
            up: line(2 * seed),
            down: line(2 * seed + 1),
            now: Duration::ZERO,
            accidents,
            resets: 0,
            unplugged: 0,
            events: Vec::new(),
            dice: Dice::new(seed),
            next_accident: [Duration::MAX; 3],
        };
        for kind in 0..3 {
            world.plan(kind);
        }
        world
    }

    pub(super) fn faults(&self) -> u64 {
        self.up.faults + self.down.faults + self.resets + self.unplugged
    }

    fn plan(&mut self, kind: usize) {
        let Accidents { reset_ms, unplug_ms, noise_ms } = self.accidents;
        let mean = [reset_ms, unplug_ms, noise_ms][kind];
        if mean > 0 {
            self.next_accident[kind] = self.now + Duration::from_micros(1 + self.dice.below(2000 * mean));
        }
    }

    fn accident(&mut self, kind: usize) {
        match kind {
            0 => self.reset(),
            1 => {
                self.unplugged += 1;
                self.up.clear();
                self.down.clear();
                self.session.restart();
                if self.unplugged.is_multiple_of(2) {
                    self.board.reset();
                }
            }
            _ => {
                let bytes = 1 + self.dice.below(100);
                let line = if self.dice.hits(500_000) { &mut self.up } else { &mut self.down };
                line.noise(bytes, self.now);
            }
        }
        self.plan(kind);
    }

    pub(super) fn reset(&mut self) {
        self.resets += 1;
        // What the board was sending ends in the middle.
        self.down.clear();
        self.board.reset();
    }

    /// Goes on to the next moment at which something happens. Ends with an error when the session does, and panics
    /// when nothing would ever happen.
    pub(super) fn step(&mut self) -> Result<(), LinkError> {
        while let Some(bytes) = self.session.send(self.now)? {
            self.up.put(&bytes, self.now);
        }
        if self.down.free() <= self.now
            && let Some(bytes) = self.board.send(self.now)
        {
            self.down.put(&bytes, self.now);
        }
        let board = self.board.due().into_iter().chain([self.down.free()]).filter(|due| *due > self.now).min();
        let times = [self.session.due(), self.up.next(), self.down.next(), board];
        let accidents = self.next_accident.iter().copied();
        let next = times.into_iter().flatten().chain(accidents).min().unwrap_or(Duration::MAX);
        assert!(next < Duration::MAX, "nothing will ever happen");
        self.now = self.now.max(next);
        for kind in 0..3 {
            if self.next_accident[kind] <= self.now {
                self.accident(kind);
            }
        }
        let (up, down) = (self.up.take(self.now), self.down.take(self.now));
        self.board.receive(&up, self.now);
        self.session.received(&down, self.now)?;
        while let Some(event) = self.session.event() {
            self.events.push(event);
        }
        Ok(())
    }

    /// Waits until the board has said who it is.
    pub(super) fn open(&mut self) -> Result<(), LinkError> {
        while self.session.board().is_none() {
            assert!(self.now < PATIENCE, "the link hangs");
            self.step()?;
        }
        Ok(())
    }

    /// Plays so many jobs and checks that the report of each came once, and is right.
    pub(super) fn play(&mut self, jobs: u32, seed: u64) -> Result<LinkStats, LinkError> {
        self.open()?;
        let rows = self.board.player().rows;
        let mut dice = Dice::new(seed);
        let mut expected = BTreeMap::new();
        let mut until = self.now + PATIENCE;
        let mut submitted = 0;
        self.events.clear();
        while submitted < jobs || !expected.is_empty() {
            while submitted < jobs && self.session.room() > 0 {
                let job: Vec<u32> = std::iter::once(submitted).chain((1..9).map(|_| dice.half())).collect();
                expected.insert(submitted, report_of(&job, rows));
                self.session.submit(job).expect("there is room");
                submitted += 1;
            }
            self.step()?;
            for event in self.events.drain(..) {
                if let Event::Report { tag, words } = event {
                    let right = expected.remove(&tag).expect("a report that nobody waits for");
                    assert_eq!(words, right, "the report of job {tag}");
                    until = self.now + PATIENCE;
                }
            }
            assert!(self.now < until, "the link hangs: {:?}", self.session.stats());
        }
        assert_eq!(self.session.unreported(), 0);
        Ok(self.session.stats())
    }
}
