//! Random playouts of games in SDL: what they become agrees at every step with a direct reading of all steps so far.

use crate::sdl::oracle::{Oracle, Value};
use crate::sdl::programs::program;
use crate::sdl::{found, game, read};
use gdl2hdl_gdl::diagnostics::Severity;
use gdl2hdl_gdl::interpret::{Interpreter, InterpreterLimits};
use gdl2hdl_gdl::random::SplitMix64;
use gdl2hdl_gdl::syntax::{Sheet, Term};
use std::collections::{BTreeMap, BTreeSet};

/// What was seen in playouts.
#[derive(Default)]
struct Seen {
    states: BTreeSet<Vec<String>>,
    moves: BTreeSet<String>,
    ends: usize,
}

/// Plays at random for some steps, whether the game is over or not, and compares. `facts` are the functions of facts that
/// the text knows; the others were added.
fn plays(text: &str, steps: usize, facts: &[&str], seed: u64, seen: &mut Seen) {
    let (sheet, parsed) = read(text);
    let errors: Vec<_> = found(&parsed).into_iter().filter(|d| d.severity == Severity::Error).collect();
    assert!(errors.is_empty(), "{errors:?}\n{text}");
    let names: Vec<String> = (1..=steps).map(|step| step.to_string()).collect();
    let sheet = until(sheet, &names);
    let mut oracle = Oracle::new(&sheet, &names);
    let mut lowered = Interpreter::new(&parsed.sheet, InterpreterLimits::default()).unwrap();
    let roles = lowered.roles().to_vec();
    let mut state = lowered.initial();
    let mut random = SplitMix64(seed);
    for (step, name) in names.iter().enumerate() {
        let at = |what: &str| format!("{what} at step {name}, seed {seed}\n{text}");
        let texts = |rows: BTreeSet<Vec<Value>>| rows.iter().map(|row| row[0].text()).collect::<BTreeSet<String>>();
        let known = |fact: &String| {
            let name = fact.trim_start_matches('(').trim_end_matches(')').split(' ').next().unwrap_or_default();
            facts.contains(&name)
        };
        let true_now: BTreeSet<String> = state.facts().into_iter().filter(known).collect();
        assert_eq!(true_now, texts(oracle.at("true", 2, step)), "{}", at("state"));
        assert_eq!(lowered.terminal(&state).unwrap(), !oracle.at("terminal", 1, step).is_empty(), "{}", at("terminal"));
        let (mut legal, mut goals) =
            (BTreeMap::<String, Vec<Value>>::new(), BTreeMap::<String, BTreeSet<String>>::new());
        for row in oracle.at("legal", 3, step) {
            legal.entry(row[0].text()).or_default().push(row[1].clone());
        }
        for row in oracle.at("goal", 3, step) {
            goals.entry(row[0].text()).or_default().insert(row[1].text());
        }
        let mut joint = Vec::new();
        for (number, role) in roles.iter().enumerate() {
            let moves = legal.remove(role).unwrap_or_default();
            let expected: BTreeSet<String> = moves.iter().map(Value::text).collect();
            let given: BTreeSet<String> = lowered.legal(&state, number).unwrap().into_iter().collect();
            assert_eq!(given, expected, "{}", at("legal"));
            let values: BTreeSet<String> = lowered.goals(&state, number).unwrap().into_iter().collect();
            assert_eq!(values, goals.remove(role).unwrap_or_default(), "{}", at("goal"));
            if !moves.is_empty() {
                joint.push((role.clone(), moves[random.index(moves.len())].clone()));
            }
        }
        seen.states.insert(state.facts());
        seen.moves.extend(joint.iter().map(|(_, action)| action.text()));
        if lowered.terminal(&state).unwrap() {
            seen.ends += 1;
        }
        if joint.len() < roles.len() || step + 1 == steps {
            return;
        }
        let moves: Vec<String> = joint.iter().map(|(_, action)| action.text()).collect();
        state = lowered.next(&state, &moves).unwrap();
        oracle.play(step, &joint);
    }
}

/// The sheet without the steps after these: they would only take time.
fn until(mut sheet: Sheet, steps: &[String]) -> Sheet {
    let order = ["step", "successor"].map(|name| sheet.symbols.get(name));
    let symbols = sheet.symbols.clone();
    let is_in =
        |arg: &Term| matches!(arg, Term::Constant(name, _) if steps.iter().any(|step| step == symbols.name(*name)));
    sheet.rules.retain(|rule| !order.contains(&Some(rule.head.relation)) || rule.head.args.iter().all(is_in));
    sheet
}

#[test]
fn tic_tac_toe() {
    let mut seen = Seen::default();
    (0..5).for_each(|seed| plays(&game("tic_tac_toe"), 10, &["cell", "control"], seed, &mut seen));
    assert!(seen.moves.len() == 10 && seen.ends >= 5);
}

/// The direct reading is slow where there are many facts: short playouts. Long ones are compared with a model.
#[test]
fn little_chess() {
    let mut seen = Seen::default();
    (0..2).for_each(|seed| plays(&game("little_chess"), 5, &["at", "control"], seed, &mut seen));
    assert!(seen.moves.len() > 6);
}

#[test]
fn random_programs() {
    let mut seen = Seen::default();
    let mut played = 0;
    for seed in 0..120 {
        let text = program(&mut SplitMix64(seed));
        let (_, parsed) = read(&text);
        // Some have a cycle through negation; what else is found would be a fault of lowering.
        let errors: Vec<_> = found(&parsed).into_iter().filter(|d| d.severity == Severity::Error).collect();
        if !errors.is_empty() {
            assert!(errors.iter().all(|d| d.code == "G102"), "{errors:?}\n{text}");
            continue;
        }
        played += 1;
        (0..2).for_each(|playout| plays(&text, 7, &["p", "q"], 1000 * seed + playout, &mut seen));
    }
    let (states, moves) = (seen.states.len(), seen.moves.len());
    assert!(played > 80 && states > 300 && moves == 3 && seen.ends > 50, "{played} {states} {moves} {}", seen.ends);
}
