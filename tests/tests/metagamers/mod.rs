//! Metagamers keep the meaning of games: what the interpreter records of a game, it plays again on all that is made of
//! it, written and read in both syntaxes.

mod bounds;
mod commands;
mod gains;
mod warnings;

use gdl2hdl_gdl::check::Checked;
use gdl2hdl_gdl::interpret;
use gdl2hdl_gdl::syntax::{Language, Sheet, print};
use gdl2hdl_ground::Limits;
use gdl2hdl_play::engine::{self, Engine, Renamed};
use gdl2hdl_play::record::{Job, record};
use gdl2hdl_play::replay::{Options, replay};
use gdl2hdl_play::trace::TraceReader;
use gdl2hdl_tests::metagamers::{self, Made};
use gdl2hdl_tests::nets::as_written;
use gdl2hdl_tests::{examples, parallel, random};
use proptest::test_runner::TestCaseError;
use std::error::Error;
use std::fs;
use std::path::PathBuf;

const LIMITS: Limits = Limits { max_bytes: 1 << 30, max_depth: 20, max_gates: 1_000_000 };

/// Nothing is mended in what a metagamer wrote.
fn read(text: &str, language: Option<Language>) -> Result<Checked, gdl2hdl::Error> {
    Ok(as_written(text, language)?.sheet().clone())
}

fn player(sheet: &Sheet) -> Result<engine::Interpreted, Box<dyn Error>> {
    Ok(engine::interpreter(
        sheet,
        interpret::InterpreterLimits { max_facts: 1_000_000, ..interpret::InterpreterLimits::default() },
    )?)
}

fn recorded(sheet: &Sheet, playouts: u64, max_steps: u64) -> Result<Vec<u8>, Box<dyn Error>> {
    let job = Job { game: "game".into(), file: String::new(), playouts, max_steps, seed: 1, percepts: true };
    let mut trace = Vec::new();
    record(&mut player(sheet)?, &job, &mut trace, &|| false)?;
    Ok(trace)
}

/// Plays a trace again on a game, written and read in a syntax.
fn agrees(made: &Made, language: Language, trace: &[u8]) -> Result<(), Box<dyn Error>> {
    let sheet = read(&print::sheet(&made.sheet, language), Some(language))?;
    let mut player: Box<dyn Engine> = Box::new(player(&sheet)?);
    if let Some(table) = &made.table {
        player = Box::new(Renamed::new(player, table.clone())?);
    }
    let options = Options { compare_state: !made.pruned, ..Options::default() };
    let report = replay(&mut *player, TraceReader::new(trace)?, &options)?;
    match report.differences.first() {
        Some(difference) => Err(difference.to_string().into()),
        None => Ok(()),
    }
}

fn all_agree(text: &str, playouts: u64, max_steps: u64) -> Result<(), Box<dyn Error>> {
    let sheet = read(text, None)?;
    let trace = recorded(&sheet, playouts, max_steps)?;
    for made in metagamers::all(&sheet, LIMITS)? {
        for language in [Language::Kif, Language::Hrf] {
            agrees(&made, language, &trace).map_err(|error| {
                format!("{} in {language}: {error}\n{}", made.by, print::sheet(&made.sheet, language))
            })?;
        }
    }
    Ok(())
}

#[test]
fn random_games_keep_their_meaning() {
    let test = |text: String| all_agree(&text, 3, 6).map_err(|error| TestCaseError::fail(format!("{error}\n{text}")));
    if let Err(error) = random::check(&random::game::games(), test) {
        panic!("{error}");
    }
}

/// The example games, and those of the lecture.
fn games() -> Vec<PathBuf> {
    let mut files = examples::files();
    files.extend(examples::lecture_files());
    files
}

#[test]
fn example_games_keep_their_meaning() {
    parallel::check_all(&games(), |file| {
        let text = fs::read_to_string(file).map_err(|error| error.to_string())?;
        all_agree(&text, 1, 12).map_err(|error| format!("{}: {error}", examples::name(file)))
    });
}
