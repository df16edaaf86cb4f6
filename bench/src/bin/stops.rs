//! `make stops`: every command on ten games, stopped at random moments by signals and deadlines. Prints the worst time
//! from the stop to the end of each command, beside the target of a second.
//!
//! Ends with status 3 when a command took more than `bound` seconds, left files or ended as it must not.

use clap::Parser;
use gdl2hdl_bench::program;
use gdl2hdl_bench::table::markdown;
use gdl2hdl_tests::stops::{Bench, COMMANDS, Command, Game, How, games};
use std::error::Error;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
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
}

/// Games of the corpus with large nets.
const LARGE: [&str; 3] = ["chess", "amazons", "hex"];
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
    all.extend(args.corpus.iter().flat_map(|corpus| LARGE.iter().filter_map(|name| large(corpus, name))));
    let mut bench = Bench::new(&args.binary, folder.path(), args.seed)?;
    let (mut table, mut good) = (Vec::new(), true);
    for command in COMMANDS.iter().filter(|command| command.name.contains(&args.only)) {
        program::working_on(command.name)?;
        let row = stops(&mut bench, command, &all, args);
        for fault in &row.faults {
            writeln!(io::stderr(), "{}: {fault}", command.name)?;
        }
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

/// A game of the corpus, where it is there.
fn large(corpus: &Path, name: &str) -> Option<Game> {
    let file = corpus.join("gdl/games").join(format!("{name}.kif"));
    file.is_file().then(|| Game { name: name.to_owned(), file })
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
                Ok(ended) => {
                    let Some(late) = ended.late.map(|late| late.as_secs_f64()) else { continue };
                    row.stops += 1;
                    row.left += u32::from(ended.left);
                    if late > row.worst {
                        row.worst = late;
                        row.at = format!("{}, {how:?}", game.name);
                    }
                }
                Err(error) => row.faults.push(format!("{}: {error}", game.name)),
            }
        }
    }
    row
}
