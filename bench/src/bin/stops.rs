//! `make stops`: every command on ten games, stopped at random moments by signals and deadlines. Prints the worst time
//! from the stop to the end of each command, beside the target of a second. With `--deadlines` every command that takes a
//! game is run on the largest games of the corpus with each of these deadlines instead, and may end late by a tenth of it
//! and half a second.
//!
//! Ends with status 3 when a command took more than `bound` seconds, left files or ended as it must not.

use clap::Parser;
use gdl2hdl_bench::program;
use gdl2hdl_bench::table::markdown;
use gdl2hdl_tests::stops::{Bench, COMMANDS, Command, Game, How, Stopped, allowed, games, large};
use std::error::Error;
use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

#[derive(Parser)]
struct Args {
    /// The binary to run.
    #[arg(long)]
    binary: PathBuf,
    /// Folder with `gdl/games`: some of its games are taken too.
    #[arg(long)]
    corpus: Option<PathBuf>,
    /// Moments for each command and game.
    #[arg(long, default_value_t = 20)]
    moments: u32,
    /// Seconds after which a command is stopped at the latest.
    #[arg(long, default_value_t = 4.0)]
    longest: f64,
    /// Seconds that no stop may take.
    #[arg(long, default_value_t = 10.0)]
    bound: f64,
    /// Seed of the moments.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Only commands whose name holds this.
    #[arg(long, default_value = "")]
    only: String,
    /// Deadlines in seconds, in place of random moments.
    #[arg(long, value_delimiter = ',')]
    deadlines: Vec<f64>,
}

/// Games of the corpus with large nets, at whose random moments commands are stopped.
const LARGE: [&str; 3] = ["chess", "amazons", "hex"];
/// What a deadline may be missed by, besides a tenth of it.
const LATE: Duration = Duration::from_millis(500);
/// What a stop should take at most. **Units:** seconds.
const TARGET: f64 = 1.0;

/// What came of the stops of one command.
#[derive(Default)]
struct Row {
    stops: u32,
    left: u32,
    /// The worst time in seconds, and where it was met.
    worst: f64,
    at: String,
    faults: Vec<String>,
}

fn main() -> ExitCode {
    program::ended(run(&Args::parse()))
}

fn run(args: &Args) -> Result<ExitCode, Box<dyn Error>> {
    let folder = tempfile::tempdir()?;
    let mut all = games(folder.path())?;
    let mut bench = Bench::new(&args.binary, folder.path(), args.seed)?;
    let of_corpus: Vec<Game> = args.corpus.iter().flat_map(|corpus| large(corpus)).collect();
    if !args.deadlines.is_empty() {
        return deadlines(args, &mut bench, &of_corpus);
    }
    all.extend(of_corpus.into_iter().filter(|game| LARGE.contains(&&*game.name)));
    let (mut table, mut good) = (Vec::new(), true);
    for command in COMMANDS.iter().filter(|command| command.name.contains(&args.only)) {
        program::working_on(command.name)?;
        let row = stops(&mut bench, command, &all, args);
        row.tell_faults(command)?;
        good &= row.faults.is_empty() && row.worst <= args.bound;
        table.push(vec![
            command.name.to_owned(),
            row.stops.to_string(),
            format!("{:.2}", row.worst),
            if row.worst <= TARGET { "yes" } else { "no" }.to_owned(),
            row.left.to_string(),
            row.at,
        ]);
    }
    if table.is_empty() {
        return Err(format!("no command is named like `{}`", args.only).into());
    }
    writeln!(
        io::stdout(),
        "{}",
        markdown(&["command", "stops", "worst, s", "within 1 s", "left", "worst at"], &table)
    )?;
    Ok(if good { ExitCode::SUCCESS } else { ExitCode::from(3) })
}

/// Runs every command with every deadline on every game, and tells by how much the deadlines were missed.
fn deadlines(args: &Args, bench: &mut Bench<'_>, games: &[Game]) -> Result<ExitCode, Box<dyn Error>> {
    let (mut table, mut good) = (Vec::new(), true);
    for command in COMMANDS.iter().filter(|command| command.of_games && command.name.contains(&args.only)) {
        program::working_on(command.name)?;
        let mut row = Row::default();
        let mut missed = 0;
        for (game, seconds) in games.iter().flat_map(|game| args.deadlines.iter().map(move |seconds| (game, *seconds)))
        {
            let deadline = Duration::from_secs_f64(seconds);
            match bench.stop_after(command, game, How::Deadline, deadline) {
                Ok(ended) => {
                    row.add(&ended, format!("{}, {seconds} s", game.name));
                    missed += u32::from(ended.late.is_some_and(|late| late > allowed(deadline, LATE)));
                }
                Err(error) => row.faults.push(format!("{}: {error}", game.name)),
            }
        }
        row.tell_faults(command)?;
        good &= row.faults.is_empty() && missed == 0;
        let [stops, missed, left] = [row.stops, missed, row.left].map(|number| number.to_string());
        table.push(vec![command.name.to_owned(), stops, missed, format!("{:.2}", row.worst), left, row.at]);
    }
    let head = ["command", "stops", "missed", "worst, s", "left", "worst at"];
    writeln!(io::stdout(), "{}", markdown(&head, &table))?;
    Ok(if good && !table.is_empty() { ExitCode::SUCCESS } else { ExitCode::from(3) })
}

impl Row {
    /// Says what went wrong, on standard error.
    fn tell_faults(&self, command: &Command) -> io::Result<()> {
        self.faults.iter().try_for_each(|fault| writeln!(io::stderr(), "{}: {fault}", command.name))
    }

    /// Adds how a command ended; nothing where it was over before it was stopped.
    fn add(&mut self, ended: &Stopped, at: String) {
        let Some(late) = ended.late.map(|late| late.as_secs_f64()) else { return };
        self.stops += 1;
        self.left += u32::from(ended.left);
        if late > self.worst {
            self.worst = late;
            self.at = at;
        }
    }
}

/// Stops a command at all moments on all games.
fn stops(bench: &mut Bench<'_>, command: &Command, games: &[Game], args: &Args) -> Row {
    let mut row = Row::default();
    let longest = Duration::from_secs_f64(args.longest);
    // What waits for something else than a game does so with any.
    let games = if command.of_games { games } else { &games[..1] };
    for game in games {
        for (_, how) in (0..args.moments).zip(How::ALL.into_iter().cycle()) {
            match bench.stop(command, game, how, longest) {
                Ok(ended) => row.add(&ended, format!("{}, {how:?}", game.name)),
                Err(error) => row.faults.push(format!("{}: {error}", game.name)),
            }
        }
    }
    row
}
