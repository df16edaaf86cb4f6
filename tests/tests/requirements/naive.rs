//! Random games judged once more, by the interpreter of the rules and a plain search.

use crate::requirements::game::{ALL_STATES, Game};
use gdl2hdl_gdl::interpret;
use gdl2hdl_gdl::syntax;
use gdl2hdl_play::engine::{self, Engine};
use gdl2hdl_play::requirements::{Options, Requirement, RequirementVerdict};
use gdl2hdl_tests::random;
use proptest::strategy::{Strategy, ValueTree};
use proptest::test_runner::TestRunner;
use std::collections::BTreeMap;

/// Random games; most have few states.
const GAMES: usize = 90;
/// Larger ones are left out.
const MAX_STATES: usize = 60;

type Position = Vec<String>;

/// What is known of a state.
struct Seen {
    terminal: bool,
    /// For each role its goal values.
    goals: Vec<Vec<i64>>,
    stuck: bool,
    /// By the first role's move, where the joint moves lead.
    next: BTreeMap<String, Vec<Position>>,
}

/// All states, by the interpreter; `None` when there are many.
fn states(engine: &mut impl Engine) -> Option<(Position, BTreeMap<Position, Seen>)> {
    engine.reset().unwrap();
    let start = engine.state().unwrap();
    let (mut seen, mut open) = (BTreeMap::new(), vec![start.clone()]);
    while let Some(state) = open.pop() {
        if seen.contains_key(&state) {
            continue;
        }
        if seen.len() == MAX_STATES {
            return None;
        }
        engine.load(&state).unwrap();
        let roles = 0..engine.roles().len();
        let moves: Vec<Vec<String>> = roles.clone().map(|role| engine.legal(role).unwrap()).collect();
        let goals = roles.map(|role| engine.goals(role).unwrap()).collect();
        let terminal = engine.terminal().unwrap();
        let stuck = !terminal && moves.iter().any(Vec::is_empty);
        let mut next: BTreeMap<String, Vec<Position>> = BTreeMap::new();
        if !terminal && !stuck {
            for joint in joints(&moves) {
                engine.load(&state).unwrap();
                engine.step(&joint).unwrap();
                let after = engine.state().unwrap();
                open.push(after.clone());
                next.entry(joint[0].clone()).or_default().push(after);
            }
        }
        seen.insert(state, Seen { terminal, goals, stuck, next });
    }
    Some((start, seen))
}

fn joints(moves: &[Vec<String>]) -> Vec<Vec<String>> {
    moves.iter().fold(vec![Vec::new()], |joints, list| {
        joints
            .iter()
            .flat_map(|joint| list.iter().map(move |mv| [&joint[..], std::slice::from_ref(mv)].concat()))
            .collect()
    })
}

/// Whether some state is on a cycle: states without a way on are taken away until none is left, or a cycle is.
fn has_ring(seen: &BTreeMap<Position, Seen>) -> bool {
    let mut left: Vec<&Position> = seen.keys().collect();
    loop {
        let before = left.len();
        let kept = left.clone();
        left.retain(|state| seen[*state].next.values().flatten().any(|after| kept.binary_search(&after).is_ok()));
        if left.len() == before {
            return before > 0;
        }
    }
}

/// Whether the first role can force its goal 100.
fn first_wins(start: &Position, seen: &BTreeMap<Position, Seen>) -> bool {
    let mut wins: Vec<&Position> = Vec::new();
    loop {
        let more: Vec<&Position> = seen
            .iter()
            .filter(|(state, _)| !wins.contains(state))
            .filter(|(_, s)| match s.terminal {
                true => s.goals[0] == [100],
                false => s.next.values().any(|replies| replies.iter().all(|after| wins.contains(&after))),
            })
            .map(|(state, _)| state)
            .collect();
        if more.is_empty() {
            return wins.contains(&start);
        }
        wins.extend(more);
    }
}

fn verdict(good: bool) -> RequirementVerdict {
    if good { RequirementVerdict::Holds } else { RequirementVerdict::Fails }
}

/// Random games can always be played and seldom end: some get a way to be stuck, some an end that comes sooner.
fn varied(number: usize, text: String) -> String {
    let text = match number % 2 {
        0 => text,
        _ => text
            .replace("(legal white noop)\n", "(<= (legal white noop) (not (true (at 2))))\n")
            .replace("(legal white (put ?x ?y)) (d ?x)", "(legal white (put ?x ?y)) (not (true (at 2))) (d ?x)"),
    };
    match number % 3 {
        0 => text,
        _ => text + "(<= terminal (true (at 3)))\n",
    }
}

#[test]
fn random_games_are_judged_as_by_the_interpreter() {
    let mut runner = TestRunner::deterministic();
    let (mut judged, mut verdicts) = (0, BTreeMap::new());
    while judged < GAMES {
        let text = varied(judged, random::game::games().new_tree(&mut runner).unwrap().current());
        let sheet = syntax::parse(&text, None).sheet;
        let mut engine = engine::interpreter(&sheet, interpret::InterpreterLimits::default()).unwrap();
        let Some((start, seen)) = states(&mut engine) else { continue };
        judged += 1;
        let all = |test: &dyn Fn(&Seen) -> bool| seen.values().all(test);
        let wins = |role: usize| seen.values().any(|s| s.terminal && s.goals[role] == [100]);
        let first_wins = first_wins(&start, &seen);
        let report = Game::compile(&text).report(&ALL_STATES);
        for outcome in &report.outcomes {
            // Strategies of more than one role rest on the state here, too.
            let of_state = outcome.reason.ends_with("if it sees the whole state");
            let got = if of_state { RequirementVerdict::Holds } else { outcome.verdict };
            let expected = match (outcome.requirement, outcome.role) {
                (Requirement::Playability, _) => verdict(all(&|s| !s.stuck)),
                (Requirement::Termination, _) => verdict(!has_ring(&seen)),
                (Requirement::Goals, _) => verdict(all(&|s| !s.terminal || s.goals.iter().all(|g| g.len() == 1))),
                (Requirement::WeakWinnability, role) => verdict(wins(role.unwrap())),
                (Requirement::StrongWinnability, Some(0)) => verdict(first_wins),
                // Of two roles only the first is judged here.
                (Requirement::StrongWinnability, _) if !first_wins => got,
                (Requirement::StrongWinnability, _) => RequirementVerdict::Holds,
                (Requirement::Monotonicity, _) => {
                    let clear = all(&|s| s.goals.iter().all(|goals| goals.len() == 1));
                    let keeps = |s: &Seen| {
                        let after = s.next.values().flatten().map(|after| &seen[after]);
                        after.into_iter().all(|a| s.goals.iter().zip(&a.goals).all(|(old, new)| new >= old))
                    };
                    verdict(clear && all(&keeps))
                }
            };
            assert_eq!(got, expected, "{outcome:#?}\n{text}");
            *verdicts.entry((outcome.requirement, outcome.verdict.name())).or_insert(0) += 1;
        }
        // Playouts and a few states never say the opposite.
        let partial = Game::compile(&text).report(&Options { max_states: 2, playouts: 50, ..ALL_STATES });
        for (full, part) in report.outcomes.iter().zip(&partial.outcomes) {
            let decided = matches!(part.verdict, RequirementVerdict::Holds | RequirementVerdict::Fails);
            assert!(!decided || part.verdict == full.verdict, "{full:#?}\n{part:#?}\n{text}");
        }
    }
    for requirement in [Requirement::Playability, Requirement::Termination, Requirement::WeakWinnability] {
        let count = |verdict: RequirementVerdict| verdicts.get(&(requirement, verdict.name())).copied().unwrap_or(0);
        assert!(count(RequirementVerdict::Holds) > 3 && count(RequirementVerdict::Fails) > 3, "{verdicts:?}");
    }
}
