//! A judge of what games say, which shares nothing with the compiler: rules are read by a reader of their own ([`sexp`]),
//! written as a program for gringo ([`asp`]), and gringo says what holds.

pub mod asp;
pub mod sexp;

use crate::measure;
use asp::{Program, World};
use gdl2hdl_play::trace::{Goals, Legal, Record, State};
use sexp::Sexp;
use std::collections::BTreeSet;
use std::ffi::OsStr;
use std::fs;
use std::time::Duration;

/// Sentences as canonical texts, those of a relation by the texts of its arguments.
type Rows = BTreeSet<Vec<String>>;

/// What holds in a state.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Holds {
    /// Facts that hold at the start.
    pub init: Rows,
    /// Role and move.
    pub legal: Rows,
    /// Role and value.
    pub goal: Rows,
    /// Role and percept.
    pub sees: Rows,
    /// Facts of the next state.
    pub next: Rows,
    /// Whether the state is terminal.
    pub terminal: bool,
}

/// Why there is no judgement.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Unjudged {
    /// It took too long.
    TooLong,
    /// The program is not one that gringo takes, or decides.
    Refused(String),
}

/// Seconds that gringo may take.
const LIMIT: Duration = Duration::from_secs(20);

/// What the rules of a text say of some states.
///
/// # Errors
/// [`Unjudged`].
pub fn judged(text: &str, worlds: &[World]) -> Result<Vec<Holds>, Unjudged> {
    let rules = Sexp::read(text).map_err(Unjudged::Refused)?;
    let mut program = Program::new(&rules, worlds).map_err(Unjudged::Refused)?;
    let wanted = [("init", 1), ("legal", 2), ("goal", 2), ("sees", 2), ("next", 1), ("terminal", 0)];
    let names = wanted.map(|(name, arity)| program.relation(name, arity));
    let said = gringo(&program.text)?;
    let mut all = vec![Holds::default(); worlds.len()];
    for line in said.lines() {
        let (name, args) = fact(line).ok_or_else(|| Unjudged::Refused(format!("gringo leaves open: {line}")))?;
        let Some(at) = names.iter().position(|known| *known == name) else { continue };
        let mut args = args.into_iter();
        let world = args.next().and_then(|number| number.parse().ok()).and_then(|number: usize| all.get_mut(number));
        let holds = world.ok_or_else(|| Unjudged::Refused(format!("of no state: {line}")))?;
        let rows = match at {
            0 => &mut holds.init,
            1 => &mut holds.legal,
            2 => &mut holds.goal,
            3 => &mut holds.sees,
            4 => &mut holds.next,
            _ => {
                holds.terminal = true;
                continue;
            }
        };
        rows.insert(args.collect());
    }
    Ok(all)
}

fn gringo(program: &str) -> Result<String, Unjudged> {
    let refused = |error: std::io::Error| Unjudged::Refused(format!("gringo: {error}"));
    let folder = tempfile::tempdir().map_err(refused)?;
    let file = folder.path().join("game.lp");
    fs::write(&file, program).map_err(refused)?;
    let arguments = [OsStr::new("--text"), OsStr::new("--warn=none"), file.as_os_str()];
    let outcome = measure::run("gringo".as_ref(), &arguments, LIMIT).map_err(refused)?;
    match outcome.status {
        _ if outcome.timed_out => Err(Unjudged::TooLong),
        Some(0) => Ok(outcome.stdout),
        _ => Err(Unjudged::Refused(format!("gringo: {}\n{program}", outcome.stderr))),
    }
}

/// A line `name(term,...).` as name and canonical texts; `None` for anything else, rules above all.
fn fact(line: &str) -> Option<(&str, Vec<String>)> {
    let (name, rest) = line.trim_end().strip_suffix('.')?.split_once('(')?;
    let mut letters = rest.strip_suffix(')')?.chars().peekable();
    let mut args = Vec::new();
    loop {
        args.push(text_of(&mut letters)?);
        match letters.next() {
            None => return Some((name, args)),
            Some(',') => {}
            Some(_) => return None,
        }
    }
}

/// The canonical text of a string, a tuple or a number.
fn text_of(letters: &mut std::iter::Peekable<std::str::Chars<'_>>) -> Option<String> {
    match letters.next()? {
        '"' => {
            let mut text = String::new();
            loop {
                match letters.next()? {
                    '"' => return Some(text),
                    '\\' => text.push(letters.next()?),
                    letter => text.push(letter),
                }
            }
        }
        '(' => {
            let mut parts = vec![text_of(letters)?];
            loop {
                match letters.next()? {
                    ')' => return Some(format!("({})", parts.join(" "))),
                    ',' => parts.push(text_of(letters)?),
                    _ => return None,
                }
            }
        }
        digit if digit.is_ascii_digit() => {
            let mut text = digit.to_string();
            while let Some(digit) = letters.next_if(char::is_ascii_digit) {
                text.push(digit);
            }
            Some(text)
        }
        _ => None,
    }
}

/// The states of a trace with full states as worlds. **Shape:** `roles` as in the trace's header.
#[must_use]
pub fn worlds(roles: &[String], records: &[Record]) -> Vec<World> {
    let world = |record: &Record| {
        let facts = match &record.state {
            State::Facts(facts) => facts.clone(),
            State::Digest(..) => Vec::new(),
        };
        let does = roles.iter().cloned().zip(record.joint.iter().flatten().cloned());
        World { facts, does: does.collect() }
    };
    records.iter().map(world).collect()
}

/// Where a trace says other things than the judge; the first of them.
#[must_use]
pub fn wrong(roles: &[String], records: &[Record], all: &[Holds]) -> Option<String> {
    let mut places = records.iter().zip(all).enumerate();
    places.find_map(|(at, (record, holds))| {
        let what = of_state(roles, record, holds).or_else(|| of_step(record, records.get(at + 1), holds));
        what.map(|what| format!("playout {}, step {}: {what}", record.playout, record.step))
    })
}

/// What the rows of a role are.
fn of(role: &str, rows: &Rows) -> Vec<String> {
    rows.iter().filter(|row| row[0] == role).map(|row| row[1].clone()).collect()
}

fn of_state(roles: &[String], record: &Record, holds: &Holds) -> Option<String> {
    if record.terminal != Some(holds.terminal) {
        return Some(format!("terminal is {:?}, judged {}", record.terminal, holds.terminal));
    }
    let Some(Legal::Moves(legal)) = &record.legal else { return Some("no legal moves".to_owned()) };
    let goals: &[Goals] = record.goals.as_deref().unwrap_or_default();
    if goals.len() != roles.len() {
        return Some("no goals".to_owned());
    }
    for ((role, moves), goals) in roles.iter().zip(legal).zip(goals) {
        if *moves != of(role, &holds.legal) {
            return Some(format!("{role} may {moves:?}, judged {:?}", of(role, &holds.legal)));
        }
        let mut values: Vec<i64> = of(role, &holds.goal).iter().filter_map(|value| value.parse().ok()).collect();
        values.sort_unstable();
        if !goals.matches(&values) {
            return Some(format!("{role} has {goals:?}, judged {values:?}"));
        }
    }
    if record.step > 0 {
        return None;
    }
    differs("the initial state", &record.state, &holds.init)
}

/// What a joint move does, and what is seen of it.
fn of_step(record: &Record, next: Option<&Record>, holds: &Holds) -> Option<String> {
    record.joint.as_ref()?;
    let follows = |next: &&Record| next.playout == record.playout && next.step == record.step + 1;
    let Some(next) = next.filter(follows) else { return Some("a move leads nowhere".to_owned()) };
    differs("the next state", &next.state, &holds.next)
}

fn differs(what: &str, state: &State, rows: &Rows) -> Option<String> {
    let judged: Vec<String> = rows.iter().map(|row| row[0].clone()).collect();
    match state {
        State::Facts(facts) if *facts == judged => None,
        state => Some(format!("{what} is {state:?}, judged {judged:?}")),
    }
}

/// What roles see, where that is recorded, beside the judge.
#[must_use]
pub fn wrong_percepts(roles: &[String], records: &[Record], all: &[Holds]) -> Option<String> {
    records.iter().zip(all).find_map(|(record, holds)| {
        let sees = record.sees.as_ref()?.iter().zip(roles);
        let mut wrong = sees.filter(|(seen, role)| **seen != of(role, &holds.sees));
        let (seen, role) = wrong.next()?;
        Some(format!("playout {}, step {}: {role} sees {seen:?}, judged {:?}", record.playout, record.step, {
            of(role, &holds.sees)
        }))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn gringo_says_what_holds() {
        let text = "(role a) (init (at 1)) (succ 1 2) (<= (next (at ?y)) (true (at ?x)) (does a go) (succ ?x ?y))
            (<= (legal a go) (or (not (true (at 2))) (true (deep (f 1 b))))) (<= terminal (not (legal a go)))
            (<= (goal a 100) (true ?f) (distinct ?f (at 1)))";
        let world = |fact: &str, does: bool| World {
            facts: vec![fact.to_owned()],
            does: does.then(|| ("a".to_owned(), "go".to_owned())).into_iter().collect(),
        };
        let all =
            judged(text, &[world("(at 1)", true), world("(at 2)", false), world("(deep (f 1 b))", false)]).unwrap();
        let row = |row: &[&str]| row.iter().map(ToString::to_string).collect::<Vec<_>>();
        assert_eq!((all[0].next.clone(), all[0].terminal), ([row(&["(at 2)"])].into(), false));
        assert_eq!((all[1].legal.len(), all[1].terminal, all[1].goal.len()), (0, true, 1));
        assert_eq!((all[2].legal.clone(), all[2].next.len()), ([row(&["a", "go"])].into(), 0));
    }

    #[test]
    fn what_is_left_open_is_no_answer() {
        assert!(fact("r1(0,\"a\") :- not r2(0).").is_none());
        assert_eq!(fact("r1(0,(\"f\",\"a\"))."), Some(("r1", vec!["0".into(), "(f a)".into()])));
        let world = World { facts: Vec::new(), does: Vec::new() };
        assert!(matches!(judged("(<= (p a) (not (p a)))", &[world]), Err(Unjudged::Refused(_))));
    }
}
