//! `make bench-idle`: how long a board has nothing to play while the host has jobs for it.
//!
//! The board is its Verilog in simulation, the host is that of `gdl2hdl run`, what is between them is a UART bit by
//! bit, behind an adapter on USB that keeps what the board says for a while. A job is that of one start state; the host
//! may divide it. The share of idle clocks is counted inside the device: no time of the machine comes into it.

mod far;
mod observed;

use clap::Parser;
use gdl2hdl::Compiled;
use gdl2hdl_bench::program;
use gdl2hdl_bench::table::markdown;
use gdl2hdl_device::board::LinkOptions;
use gdl2hdl_device::hardware::Board;
use gdl2hdl_hdl::board::Link;
use gdl2hdl_hdl::playout::Config;
use gdl2hdl_play::playout::{Job, PlayoutEngine, State, Unobserved, scalar};
use gdl2hdl_tests::{examples, nets};
use observed::{Counts, Observed};
use std::error::Error;
use std::io::{self, Write};
use std::process::ExitCode;
use std::time::Duration;

#[derive(Parser)]
struct Args {
    /// Only rows whose game and board hold this.
    #[arg(long, default_value = "")]
    only: String,
    /// Playouts of each lane.
    #[arg(long, default_value_t = 32)]
    per_lane: u64,
    /// Speeds of the line, in bits a second.
    #[arg(long, value_delimiter = ',', default_value = "115200,3000000")]
    baud: Vec<u32>,
    /// Milliseconds that the adapter keeps what the board says.
    #[arg(long, value_delimiter = ',', default_value = "16")]
    latency: Vec<u64>,
    /// Clocks of a series of jobs at most: longer ones are left out.
    #[arg(long, default_value_t = 3_000_000)]
    clocks: u64,
    /// Whether to count by first moves.
    #[arg(long)]
    first_moves: bool,
    /// Ends with status 3 when a job of 10 ms or more on a line of 1 Mbaud or more has a larger share, in percent.
    #[arg(long)]
    most: Option<f64>,
}

/// A game on a board, and the engine there.
struct Subject {
    game: &'static str,
    board: &'static str,
    clock_hz: u32,
    cores: u32,
    slots: u32,
}

const SUBJECTS: [Subject; 3] = [
    Subject { game: "tic_tac_toe", board: "icebreaker", clock_hz: 12_000_000, cores: 1, slots: 2 },
    Subject { game: "connect_four", board: "ice40-hx8k-b-evn", clock_hz: 48_000_000, cores: 2, slots: 4 },
    Subject { game: "breakthrough_8x8", board: "ulx3s-25f", clock_hz: 25_000_000, cores: 2, slots: 4 },
];

/// Milliseconds of a job, and how many jobs there are.
const JOBS: [(u64, usize); 5] = [(1, 20), (3, 10), (10, 6), (30, 3), (100, 2)];
/// Jobs of so many milliseconds are long, lines of so many bits a second fast.
const LONG: u64 = 10;
const FAST: u32 = 1_000_000;
const MAX_STEPS: u64 = 4096;

type Failure = Box<dyn Error>;

fn main() -> ExitCode {
    program::ended(run(&Args::parse()))
}

fn run(args: &Args) -> Result<ExitCode, Failure> {
    let (mut rows, mut above) = (Vec::new(), false);
    let wanted = |subject: &&Subject| format!("{} {}", subject.game, subject.board).contains(&args.only);
    for subject in SUBJECTS.iter().filter(wanted) {
        let game = Game::new(subject, args.first_moves)?;
        for &baud in &args.baud {
            let observed = game.observed(baud)?;
            for &latency in &args.latency {
                program::working_on(&format!("{} on {}, {baud} baud, {latency} ms", subject.game, subject.board))?;
                let series = game.series(&observed, args, latency)?;
                above |= baud >= FAST && args.most.is_some_and(|most| too_idle(&series, most));
                rows.extend(lines(subject, baud, latency, &series));
            }
        }
    }
    let lengths = JOBS.map(|(ms, _)| format!("{ms} ms"));
    let head = ["game", "board", "MHz", "cores", "baud", "USB, ms", "% of"];
    let header: Vec<&str> = head.into_iter().chain(lengths.iter().map(String::as_str)).collect();
    write!(io::stdout().lock(), "{}", markdown(&header, &rows))?;
    Ok(if above { ExitCode::from(3) } else { ExitCode::SUCCESS })
}

/// A game as the engine of a board plays it.
struct Game<'s> {
    subject: &'s Subject,
    compiled: Compiled,
    config: Config,
    initial: State,
    /// Playouts of a trial, and their steps.
    trial: [u64; 2],
}

impl<'s> Game<'s> {
    fn new(subject: &'s Subject, first_moves: bool) -> Result<Self, Failure> {
        let compiled = nets::compiled(&std::fs::read_to_string(examples::path(subject.game))?)?;
        let &Subject { cores, slots, .. } = subject;
        let config = Config { cores, slots, first_moves, ..Config::default() };
        let initial = compiled.initial();
        let mut game = Self { subject, compiled, config, initial, trial: [1, 1] };
        let trial = Job { lanes: 200, ..game.job(1, 1, false) };
        let mut engine = scalar(game.compiled.net(), game.compiled.choices());
        let played = engine.play(&trial, &Unobserved)?.total().all;
        game.trial = [played.playouts(), played.steps.max(1)];
        Ok(game)
    }

    fn job(&self, starts: usize, per_lane: u64, first_moves: bool) -> Job {
        let starts = vec![self.initial.clone().into(); starts];
        Job { starts, lanes: 1, per_lane, slots: self.config.slots, seed: 1, max_steps: MAX_STEPS, first_moves }
    }

    fn observed(&self, baud: u32) -> Result<Observed, Failure> {
        let gateware = self.compiled.gateware(self.subject.game, self.config, &Unobserved)?;
        Observed::build(&gateware, Link { clock_hz: self.subject.clock_hz, baud })
    }

    /// What was counted for each length of a job; nothing for those that take too long to simulate.
    fn series(&self, observed: &Observed, args: &Args, latency: u64) -> Result<[Option<Counts>; JOBS.len()], Failure> {
        let mut series = [None; JOBS.len()];
        for ((ms, jobs), counts) in JOBS.into_iter().zip(&mut series) {
            let clocks = u64::from(self.subject.clock_hz) * ms / 1000;
            if clocks * jobs as u64 <= args.clocks {
                let job =
                    Job { lanes: self.lanes(clocks, args.per_lane), ..self.job(jobs, args.per_lane, args.first_moves) };
                *counts = Some(self.play(observed, &job, Duration::from_millis(latency))?);
            }
        }
        Ok(series)
    }

    /// Lanes that take so many cycles while every core makes a step in each.
    fn lanes(&self, clocks: u64, per_lane: u64) -> u64 {
        let [playouts, steps] = self.trial;
        (clocks * u64::from(self.subject.cores) * playouts / (steps * per_lane)).max(1)
    }

    fn play(&self, observed: &Observed, job: &Job, latency: Duration) -> Result<Counts, Failure> {
        let (far, running) = observed.start(latency)?;
        let (net, choices) = (self.compiled.net(), self.compiled.choices());
        let options = LinkOptions { session: 1, ..LinkOptions::default() };
        let mut board = Board::open(net, choices, self.subject.game, self.config, far, options, &Unobserved)?;
        let report = board.play(job, &Unobserved)?;
        let faults: Vec<_> = board.link().faults().collect();
        if !report.complete || !faults.is_empty() {
            return Err(format!("the link does not work: {faults:?}").into());
        }
        Ok(running.counts()?)
    }
}

/// Shares in percent.
impl Counts {
    fn idle(&self) -> f64 {
        100.0 * self.idle as f64 / self.clocks.max(1) as f64
    }

    fn free(&self) -> f64 {
        100.0 - 100.0 * self.filled as f64 / (self.clocks * self.slots).max(1) as f64
    }
}

/// Whether a long job has too large a share of idle clocks.
fn too_idle(series: &[Option<Counts>; JOBS.len()], most: f64) -> bool {
    JOBS.iter().zip(series).any(|((ms, _), counts)| *ms >= LONG && counts.is_some_and(|counts| counts.idle() > most))
}

/// The lines of a table: clocks without any lane, and cores without one.
fn lines(subject: &Subject, baud: u32, latency: u64, series: &[Option<Counts>; JOBS.len()]) -> [Vec<String>; 2] {
    let &Subject { game, board, clock_hz, cores, slots } = subject;
    let mhz = f64::from(clock_hz) / 1e6;
    let head = [game.to_owned(), board.to_owned(), mhz.to_string(), format!("{cores} x {slots}")];
    let line = |what: &str, share: fn(&Counts) -> f64| {
        let line = [baud.to_string(), latency.to_string(), what.to_owned()];
        let cells = series.iter().map(|counts| counts.map_or_else(|| "-".to_owned(), |c| format!("{:.2}", share(&c))));
        head.iter().cloned().chain(line).chain(cells).collect()
    };
    [line("cycles idle", Counts::idle), line("cores free", Counts::free)]
}
