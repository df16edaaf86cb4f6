//! Games with damaged declarations and rules that nothing makes safe: what is accepted plays as the sound game, on every
//! engine; what is refused names a cure, and with that it is accepted and plays so too. `GDL2HDL_FUZZ_SECONDS` sets for
//! how long, after one damage of each kind to each game.

mod damage;
mod inline;

use damage::{Damage, Expect, KINDS};
use gdl2hdl_compiler::diagnostics::{Diagnostic, Severity};
use gdl2hdl_compiler::ground::{self, Limits};
use gdl2hdl_compiler::interpret;
use gdl2hdl_compiler::net;
use gdl2hdl_compiler::opt::{self, Level};
use gdl2hdl_compiler::propnet;
use gdl2hdl_compiler::read::{ReadOptions, read};
use gdl2hdl_compiler::syntax::{self, Sheet, Tolerance};
use gdl2hdl_compiler::watch::Unwatched;
use gdl2hdl_runtime::engine::{self, Engine};
use gdl2hdl_runtime::record::{Job, record};
use gdl2hdl_runtime::replay::{self, replay};
use gdl2hdl_runtime::trace::{self, TraceReader};
use std::collections::{BTreeMap, BTreeSet};
use std::error::Error;
use std::time::{Duration, Instant};

type Checked<T = ()> = Result<T, Box<dyn Error>>;

/// Games that are played on all engines within a moment.
const GAMES: &[(&str, &str)] = &[
    ("two_button_lights", include_str!("../../../games/two_button_lights.kif")),
    ("buttons_and_lights", include_str!("../../../games/buttons_and_lights.kif")),
    ("lights_out", include_str!("../../../games/lights_out.kif")),
    ("rock_paper_scissors", include_str!("../../../games/rock_paper_scissors.kif")),
    ("nim", include_str!("../../../games/nim.kif")),
    ("tic_tac_toe", include_str!("../../../games/tic_tac_toe.kif")),
    ("three_way_tic_tac_toe", include_str!("../../../games/three_way_tic_tac_toe.kif")),
    ("kriegtictactoe", include_str!("../../../games/kriegtictactoe.kif")),
    ("knights_tour", include_str!("../../../games/knights_tour.kif")),
    ("monty_hall", include_str!("../../../games/monty_hall.kif")),
    ("one_card_poker", include_str!("../../../games/one_card_poker.kif")),
    ("hex_5x5", include_str!("../../../games/hex_5x5.kif")),
    ("tron", include_str!("../../../games/tron.kif")),
    ("breakthrough_6x6", include_str!("../../../games/breakthrough_6x6.kif")),
];

/// A text and what is said about it, as the command line takes it.
fn settle(text: &str, tolerance: Tolerance) -> (Sheet, Vec<Diagnostic>) {
    let parsed = read(text, &ReadOptions::of(tolerance));
    (parsed.sheet, parsed.diagnostics)
}

/// A text that is accepted with a warning.
fn accepted(text: &str, tolerance: Tolerance, warning: &str) -> Checked<Sheet> {
    let (sheet, found) = settle(text, tolerance);
    if found.iter().any(|found| found.severity == Severity::Error) || found.iter().all(|found| found.code != warning) {
        return Err(format!("{warning} was expected: {found:#?}").into());
    }
    Ok(sheet)
}

/// What the interpreter says of some playouts.
fn recorded(sheet: &Sheet, seed: u64, percepts: bool) -> Checked<Vec<u8>> {
    let job = Job { game: "sound".into(), file: String::new(), playouts: 2, max_steps: 8, seed, percepts };
    let mut trace = Vec::new();
    record(&mut engine::interpreter(sheet, interpret::Limits::default())?, &job, &mut trace, &|| false)?;
    Ok(trace)
}

fn agrees(engine: &mut dyn Engine, what: &str, trace: &[u8]) -> Checked {
    let report = replay(engine, TraceReader::new(trace)?, &replay::Options::default())?;
    if let Some(difference) = report.differences.first() {
        return Err(format!("{what}: {difference}").into());
    }
    if report.states == 0 {
        return Err(format!("{what}: nothing was compared").into());
    }
    Ok(())
}

/// Every engine plays a game as the trace says.
fn all_agree(sheet: &Sheet, trace: &[u8]) -> Checked {
    agrees(&mut engine::interpreter(sheet, interpret::Limits::default())?, "interpreter", trace)?;
    let grounding = ground::ground(sheet, &ground::Options::default(), &Unwatched).map_err(|d| format!("{d:?}"))?;
    let built = propnet::build(&grounding.program, &Limits::default(), &Unwatched)?;
    agrees(&mut engine::ground(grounding.program)?, "ground", trace)?;
    let options = opt::Options { level: Level::O2, keep_state: false, anywhere: false };
    let optimised = opt::optimise(net::from_propnet(&built), options, &Unwatched)?;
    let verified = net::verify(&optimised.net)?;
    agrees(&mut engine::cpu(verified, &optimised.dropped, None)?, "cpu", trace)?;
    agrees(&mut engine::net(optimised)?, "net", trace)?;
    agrees(&mut engine::propnet(built)?, "propnet", trace)
}

/// The text with the cures of all errors applied: literals that are to be added to a body.
fn cured(text: &str, found: &[Diagnostic]) -> Checked<String> {
    let sheet = syntax::parse(text, None).sheet;
    let mut cures = BTreeMap::<u32, (usize, Vec<&str>)>::new();
    for error in found.iter().filter(|found| found.severity == Severity::Error) {
        let literal = error.help.split_once("add `").and_then(|(_, rest)| rest.split_once('`'));
        let (literal, _) = literal.ok_or_else(|| format!("no literal is named: {error:?}"))?;
        let at = error.labels.first().ok_or("no place")?.span;
        let rule = sheet.rules.iter().position(|rule| rule.span.start <= at.start && at.end <= rule.span.end);
        let rule = rule.ok_or("no rule")?;
        cures.entry(sheet.rules[rule].span.start).or_insert((rule, Vec::new())).1.push(literal);
    }
    let mut text = text.to_owned();
    for (rule, literals) in cures.into_values().rev() {
        let (span, is_fact) = (sheet.rules[rule].span, sheet.rules[rule].body.is_empty());
        let (start, end) = (span.start as usize, span.end as usize);
        let literals = literals.join(" ");
        let better = match is_fact {
            true => format!("(<= {} {literals})", &text[start..end]),
            false => format!("{} {literals})", &text[start..end - 1]),
        };
        text.replace_range(start..end, &better);
    }
    Ok(text)
}

/// What each percept `after` tells is the state that follows.
fn percepts_are_states(trace: &[u8]) -> Checked {
    let records: Vec<_> = TraceReader::new(trace)?.collect::<Result<_, _>>()?;
    let mut compared = 0;
    for pair in records.windows(2).filter(|pair| pair[0].playout == pair[1].playout) {
        let sees = pair[0].sees.as_ref().ok_or("no percepts")?;
        let told: BTreeSet<String> =
            sees.iter().flatten().filter(|percept| percept.starts_with("(after ")).map(ToString::to_string).collect();
        let trace::State::Facts(state) = &pair[1].state else { return Err("no state".into()) };
        let expected: BTreeSet<String> = state.iter().map(|fact| format!("(after {fact})")).collect();
        if told != expected {
            return Err(format!("percepts {told:?}, state {expected:?}").into());
        }
        compared += 1;
    }
    if compared == 0 { Err("no percept was compared".into()) } else { Ok(()) }
}

/// Damages a game in one way and judges what comes of it; false where the game has nothing of the kind.
fn judge(text: &str, kind: usize, seed: u64) -> Checked<bool> {
    let (sound, found) = settle(text, Tolerance::Strict);
    if let Some(error) = found.iter().find(|found| found.severity == Severity::Error) {
        return Err(format!("the sound game: {error:?}").into());
    }
    let Some(Damage { text: damaged, expect }) = damage::damage(text, &sound, kind, seed) else { return Ok(false) };
    let tell = |error: Box<dyn Error>| -> Box<dyn Error> { format!("{error}\n{damaged}").into() };
    let trace = recorded(&sound, seed, false)?;
    match expect {
        Expect::Warning(code) => {
            let sheet = accepted(&damaged, Tolerance::Usual, code).map_err(tell)?;
            all_agree(&sheet, &trace).map_err(tell)?;
            if code == "G124" {
                let trace = recorded(&sheet, seed, true)?;
                percepts_are_states(&trace).and_then(|()| all_agree(&sheet, &trace)).map_err(tell)?;
            }
        }
        Expect::Cure => {
            let (_, found) = settle(&damaged, Tolerance::Usual);
            if found.iter().all(|found| found.severity != Severity::Error) {
                return Ok(false);
            }
            let text = cured(&damaged, &found).map_err(tell)?;
            let (sheet, found) = settle(&text, Tolerance::Strict);
            if let Some(error) = found.iter().find(|found| found.severity == Severity::Error) {
                return Err(tell(format!("the cure is refused: {error:?}\n{text}").into()));
            }
            all_agree(&sheet, &trace).map_err(tell)?;
            let lenient = accepted(&damaged, Tolerance::Lenient, "G123").map_err(tell)?;
            all_agree(&lenient, &trace).map_err(tell)?;
        }
    }
    Ok(true)
}

#[test]
fn damaged_games_play_as_the_sound_ones() {
    let seconds = std::env::var("GDL2HDL_FUZZ_SECONDS").ok().and_then(|text| text.parse().ok()).unwrap_or(0);
    let deadline = Instant::now() + Duration::from_secs(seconds);
    let mut judged = vec![0_usize; KINDS.len()];
    for seed in 0.. {
        for (name, text) in GAMES {
            for (kind, what) in KINDS.iter().enumerate() {
                match judge(text, kind, seed) {
                    Ok(done) => judged[kind] += usize::from(done),
                    Err(error) => panic!("{name}, {what}, seed {seed}: {error}"),
                }
            }
        }
        if Instant::now() >= deadline {
            break;
        }
    }
    println!("{:?}", KINDS.iter().zip(&judged).collect::<Vec<_>>());
    for (kind, count) in KINDS.iter().zip(&judged) {
        assert!(*count > 2, "{kind} was judged {count} times");
    }
}
