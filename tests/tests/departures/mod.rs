//! Games with damaged declarations and rules that nothing makes safe: what is accepted plays as the sound game, on every
//! engine; what is refused names help, and with that it is accepted and plays so too. `GDL2HDL_FUZZ_SECONDS` sets for
//! how long, after one damage of each kind to each game.

mod damage;
mod inline;

use crate::played::{Checked, all_agree, examine, recorded};
use damage::{Damage, Expect, KINDS};
use gdl2hdl_gdl::check;
use gdl2hdl_gdl::diagnostics::{Diagnostic, Severity};
use gdl2hdl_gdl::syntax::{self, Tolerance};
use gdl2hdl_play::trace::{self, TraceReader};
use gdl2hdl_tests::{examples, random};
use std::collections::{BTreeMap, BTreeSet};
use std::error::Error;
use std::fs;
use std::time::Instant;

/// Games that are played on all engines within a moment.
const GAMES: [&str; 14] = [
    "two_button_lights",
    "buttons_and_lights",
    "lights_out",
    "rock_paper_scissors",
    "nim",
    "tic_tac_toe",
    "three_way_tic_tac_toe",
    "kriegtictactoe",
    "knights_tour",
    "monty_hall",
    "one_card_poker",
    "hex_5x5",
    "tron",
    "breakthrough_6x6",
];

/// A text that is accepted with a warning.
fn accepted(text: &str, tolerance: Tolerance, warning: &str) -> Checked<check::Checked> {
    let (sheet, found) = examine(text, tolerance);
    if found.iter().any(|found| found.severity == Severity::Error) || found.iter().all(|found| found.code != warning) {
        return Err(format!("{warning} was expected: {found:#?}").into());
    }
    sheet.map_err(|_| "refused without an error".into())
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

/// A game as it is, and how it is played.
struct Sound {
    name: &'static str,
    text: String,
    sheet: check::Checked,
}

fn sound(name: &'static str) -> Sound {
    let text = fs::read_to_string(examples::path(name)).unwrap();
    let (sheet, found) = examine(&text, Tolerance::Strict);
    let error = found.iter().find(|found| found.severity == Severity::Error);
    assert!(error.is_none(), "{name}: {error:?}");
    Sound { name, text, sheet: sheet.unwrap() }
}

/// Damages a game in one way and judges what comes of it; false where the game has nothing of the kind.
fn judge(sound: &Sound, trace: &[u8], kind: usize, seed: u64) -> Checked<bool> {
    let damage = damage::damage(&sound.text, &sound.sheet, kind, seed);
    let Some(Damage { text: damaged, expect }) = damage else { return Ok(false) };
    let tell = |error: Box<dyn Error>| -> Box<dyn Error> { format!("{error}\n{damaged}").into() };
    match expect {
        Expect::Warning(code) => {
            let sheet = accepted(&damaged, Tolerance::Usual, code).map_err(tell)?;
            all_agree(&sheet, trace).map_err(tell)?;
            if code == "G124" {
                let trace = recorded(&sheet, seed, true)?;
                percepts_are_states(&trace).and_then(|()| all_agree(&sheet, &trace)).map_err(tell)?;
            }
        }
        Expect::Help => {
            let (_, found) = examine(&damaged, Tolerance::Usual);
            if found.iter().all(|found| found.severity != Severity::Error) {
                return Ok(false);
            }
            let text = cured(&damaged, &found).map_err(tell)?;
            let (sheet, found) = examine(&text, Tolerance::Strict);
            if let Some(error) = found.iter().find(|found| found.severity == Severity::Error) {
                return Err(tell(format!("the help is refused: {error:?}\n{text}").into()));
            }
            let sheet = sheet.map_err(|_| "refused without an error")?;
            all_agree(&sheet, trace).map_err(tell)?;
            let lenient = accepted(&damaged, Tolerance::Lenient, "G123").map_err(tell)?;
            all_agree(&lenient, trace).map_err(tell)?;
        }
    }
    Ok(true)
}

#[test]
fn damaged_games_play_as_the_sound_ones() {
    let deadline = Instant::now() + random::time();
    let (games, mut judged) = (GAMES.map(sound), vec![0_usize; KINDS.len()]);
    for seed in 0.. {
        for game in &games {
            let trace = recorded(&game.sheet, seed, false).unwrap();
            for (kind, what) in KINDS.iter().enumerate() {
                match judge(game, &trace, kind, seed) {
                    Ok(done) => judged[kind] += usize::from(done),
                    Err(error) => panic!("{}, {what}, seed {seed}: {error}", game.name),
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
