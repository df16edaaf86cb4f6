//! The interpreter, with which every other engine is compared, beside a judge that shares nothing with it: gringo, on the rules
//! as another reader reads them. `PROPTEST_CASES` sets for how many games, `GDL2HDL_FUZZ_SECONDS` for how long.

use crate::engines_agree::{read, recorded};
use gdl2hdl_gdl::interpret::InterpretError;
use gdl2hdl_play::engine::EngineError;
use gdl2hdl_play::record::RecordError;
use gdl2hdl_play::trace::{Legal, Record, TraceReader};
use gdl2hdl_tests::judge::{Unjudged, judged, worlds, wrong, wrong_percepts};
use gdl2hdl_tests::random::{self, game::games, mutant::mutants};
use proptest::strategy::Strategy;
use proptest::test_runner::TestCaseError;
use std::cell::Cell;
use std::error::Error;

/// Games of which some are judged in every run of the tests.
const RANDOM: u32 = 60;
const MUTANTS: u32 = 60;

/// What came of the games.
#[derive(Default)]
struct Counts {
    judged: Cell<u32>,
    /// The checks refuse them.
    no_game: Cell<u32>,
    /// A limit of one side was reached.
    unfinished: Cell<u32>,
    states: Cell<usize>,
}

fn one_more(count: &Cell<u32>) {
    count.set(count.get() + 1);
}

/// Plays a game by the interpreter and asks the judge.
fn agree(text: &str, must_be_a_game: bool, counts: &Counts) -> Result<(), TestCaseError> {
    let fail = |why: String| TestCaseError::fail(format!("{why}\n{text}"));
    let sheet = match read(text) {
        Ok(sheet) => sheet,
        Err(error) if must_be_a_game => return Err(fail(error.to_string())),
        Err(_) => {
            one_more(&counts.no_game);
            return Ok(());
        }
    };
    let trace = match recorded(&sheet) {
        Ok(trace) => trace,
        Err(error) if is_limit(&*error) => {
            one_more(&counts.unfinished);
            return Ok(());
        }
        Err(error) => return Err(fail(error.to_string())),
    };
    let reader = TraceReader::new(&trace[..]).map_err(|error| fail(error.to_string()))?;
    let roles = reader.header().roles.clone();
    let records: Vec<Record> = reader.collect::<Result<_, _>>().map_err(|error| fail(error.to_string()))?;
    let all = match judged(text, &worlds(&roles, &records)) {
        Ok(all) => all,
        Err(Unjudged::TooLong) => {
            one_more(&counts.unfinished);
            return Ok(());
        }
        Err(Unjudged::Refused(why)) => return Err(fail(why)),
    };
    one_more(&counts.judged);
    counts.states.set(counts.states.get() + records.len());
    match wrong(&roles, &records, &all).or_else(|| wrong_percepts(&roles, &records, &all)) {
        Some(difference) => Err(fail(difference)),
        None => Ok(()),
    }
}

/// Whether the interpreter met a bound of its own. A rule that it does not understand is no bound.
fn is_limit(error: &(dyn Error + 'static)) -> bool {
    let engine = match error.downcast_ref() {
        Some(RecordError::Engine(error)) => Some(error),
        _ => error.downcast_ref(),
    };
    let Some(EngineError::Interpreter(error)) = engine else { return false };
    matches!(error, InterpretError::Facts(_) | InterpretError::Depth(_) | InterpretError::Memory(_))
}

fn all_agree(name: &str, games: &impl Strategy<Value = String>, cases: u32, must_be_games: bool, one_in: u32) {
    let counts = Counts::default();
    if let Err(error) = random::check_some(games, cases, |text| agree(&text, must_be_games, &counts)) {
        panic!("{error}");
    }
    let Counts { judged, no_game, unfinished, states } = &counts;
    let (judged, no_game, unfinished) = (judged.get(), no_game.get(), unfinished.get());
    println!("{name}: {judged} judged in {} states, {no_game} no games, {unfinished} unfinished", states.get());
    let all = judged + no_game + unfinished;
    assert!(judged * one_in >= all && all > 0, "{judged} of {all} judged");
}

#[test]
fn random_games_mean_what_they_say() {
    all_agree("random games", &games(), RANDOM, true, 2);
}

#[test]
fn changed_games_mean_what_they_say() {
    all_agree("mutants", &mutants(), MUTANTS, false, 5);
}

/// A trace made wrong.
type Change<'a> = &'a dyn Fn(&mut Vec<Record>);

/// A judge who never finds anything is none.
#[test]
fn the_judge_finds_what_is_wrong() {
    let text = "(role a) (role b) (init (n 0)) (succ 0 1) (succ 1 2) (legal a up) (legal a stay) (legal b noop)
        (<= (next (n ?y)) (true (n ?x)) (does a up) (succ ?x ?y)) (<= (next (n ?x)) (true (n ?x)) (does a stay))
        (<= terminal (true (n 2))) (<= (goal ?r 100) (role ?r) (true (n 2))) (<= (sees b up) (does a up))";
    let trace = recorded(&read(text).unwrap()).unwrap();
    let reader = TraceReader::new(&trace[..]).unwrap();
    let roles = reader.header().roles.clone();
    let records: Vec<Record> = reader.map(Result::unwrap).collect();
    let all = judged(text, &worlds(&roles, &records)).unwrap();
    assert_eq!((wrong(&roles, &records, &all), wrong_percepts(&roles, &records, &all)), (None, None));
    let end = records.iter().position(|record| record.terminal == Some(true)).unwrap();
    let changes: [Change<'_>; 4] = [
        &|records| records[end].terminal = Some(false),
        &|records| records[end].goals = records[0].goals.clone(),
        &|records| records[end].state = records[0].state.clone(),
        &|records| records[0].legal = Some(Legal::Moves(vec![vec!["up".to_owned()], vec!["noop".to_owned()]])),
    ];
    for (number, change) in changes.iter().enumerate() {
        let mut changed = records.clone();
        change(&mut changed);
        assert!(wrong(&roles, &changed, &all).is_some(), "change {number}");
    }
    let mut changed = records.clone();
    let seen = changed.iter_mut().find_map(|record| record.sees.as_mut()).unwrap();
    seen[1].push("else".to_owned());
    assert!(wrong_percepts(&roles, &changed, &all).is_some());
}
