//! Games that are broken on purpose, each in one way: the counter-example is found, exhaustively and by playouts.

use crate::requirements::game::{ALL_STATES, FEW_STATES, Game};
use gdl2hdl_play::requirements::{Claim, Outcome, Requirement, RequirementVerdict};

/// Someone counts to three; what is broken is said by the rules that are added.
const COUNT: &str = "(role you) (init (at 0)) (succ 0 1) (succ 1 2) (succ 2 3)\n\
    (<= (next (at ?y)) (true (at ?x)) (does you go) (succ ?x ?y)) (<= terminal (true (at 3)))\n";
/// The goals of a counter that meets everything.
const GOALS: &str = "(<= (goal you 100) (true (at 3))) (<= (goal you 0) (not (true (at 3))))\n";

/// A way to go wrong.
struct Broken {
    name: &'static str,
    rules: String,
    requirement: Requirement,
    reason: &'static str,
    /// The moves that show it, a step a line.
    moves: &'static str,
    claim: Claim,
    /// Whether random playouts show it too; they may find other moves.
    sampled: bool,
}

fn values(role: usize, values: &[i64], terminal: bool) -> Claim {
    Claim::Values { role, values: values.to_vec(), terminal }
}

#[allow(clippy::too_many_lines, reason = "a table")]
fn all() -> Vec<Broken> {
    let count = |rules: &str| format!("{COUNT}{rules}");
    vec![
        Broken {
            name: "nobody moves at two",
            rules: count(&format!("{GOALS}(<= (legal you go) (true (at ?x)) (distinct ?x 2))")),
            requirement: Requirement::Playability,
            reason: "you has no legal move",
            moves: "go\ngo",
            claim: Claim::NoMove { role: 0 },
            sampled: true,
        },
        Broken {
            name: "the other can't wait",
            rules: count(&format!("{GOALS}(legal you go) (role other) (<= (legal other wait) (true (at 0)))\n(goal other 100)")),
            requirement: Requirement::Playability,
            reason: "other has no legal move",
            moves: "go wait",
            claim: Claim::NoMove { role: 1 },
            sampled: true,
        },
        Broken {
            name: "nature has nothing to throw",
            rules: count(&format!("{GOALS}(legal you go) (role random) (<= (legal random roll) (not (true (at 2))))")),
            requirement: Requirement::Playability,
            reason: "random has no legal move",
            moves: "go roll\ngo roll",
            claim: Claim::NoMove { role: 1 },
            sampled: true,
        },
        Broken {
            name: "one may wait for ever",
            rules: count(&format!("{GOALS}(legal you go) (<= (legal you stay) (true (at 1)))\n(<= (next (at ?x)) (does you stay) (true (at ?x)))")),
            requirement: Requirement::Termination,
            reason: "the state after 1 step comes again after 2 steps",
            moves: "go\nstay",
            claim: Claim::Repeats { from: 1 },
            sampled: true,
        },
        Broken {
            name: "there is a way back",
            rules: count(&format!("{GOALS}(legal you go) (<= (legal you back) (true (at 2)))\n(<= (next (at 1)) (does you back))")),
            requirement: Requirement::Termination,
            reason: "the state after 1 step comes again after 3 steps",
            moves: "go\ngo\nback",
            claim: Claim::Repeats { from: 1 },
            sampled: true,
        },
        Broken {
            name: "an end without a goal",
            rules: count("(legal you go) (<= (legal you jump) (true (at 1))) (<= (next (at 3)) (does you jump))\n(<= (next jumped) (does you jump)) (<= (goal you 100) (not (true jumped)))"),
            requirement: Requirement::Goals,
            reason: "you has no goal value at the end",
            moves: "go\njump",
            claim: values(0, &[], true),
            sampled: true,
        },
        Broken {
            name: "an end with two goals",
            rules: count("(legal you go) (goal you 100) (<= (goal you 30) (true (at 3)))"),
            requirement: Requirement::Goals,
            reason: "you has the goal values 30 and 100 at the end",
            moves: "go\ngo\ngo",
            claim: values(0, &[30, 100], true),
            sampled: true,
        },
        Broken {
            name: "the other can't win",
            rules: count(&format!("{GOALS}(legal you go) (role other) (legal other wait) (goal other 50)")),
            requirement: Requirement::WeakWinnability,
            reason: "the best end of other has the goal value 50",
            moves: "go wait\ngo wait\ngo wait",
            claim: values(1, &[50], true),
            sampled: false,
        },
        Broken {
            name: "won before the end only",
            rules: count("(legal you go) (<= (goal you 100) (true (at 2))) (<= (goal you 0) (not (true (at 2))))"),
            requirement: Requirement::WeakWinnability,
            reason: "the best end of you has the goal value 0",
            moves: "go\ngo\ngo",
            claim: values(0, &[0], true),
            sampled: false,
        },
        Broken {
            name: "a game for one that only luck wins",
            rules: "(role you) (role random) (init start) (legal you heads) (legal you tails) (legal random heads)\n\
                (legal random tails) (<= (next won) (does you ?side) (does random ?side)) (<= terminal (not (true start)))\n\
                (<= (goal you 100) (true won)) (<= (goal you 0) (not (true won)))".to_owned(),
            requirement: Requirement::StrongWinnability,
            reason: "you can be sure of 0",
            moves: "heads tails",
            claim: values(0, &[0], true),
            sampled: false,
        },
        Broken {
            name: "the goal falls",
            rules: count("(legal you go) (<= (goal you 100) (true (at ?x)) (distinct ?x 2)) (<= (goal you 70) (true (at 2)))"),
            requirement: Requirement::Monotonicity,
            reason: "the goal of you falls from 100 to 70",
            moves: "go\ngo",
            claim: Claim::Falls { role: 0, from: 100, to: 70 },
            sampled: true,
        },
        Broken {
            name: "no goal until the end",
            rules: count("(legal you go) (<= (goal you 100) (true (at 3)))"),
            requirement: Requirement::Monotonicity,
            reason: "you has no goal value before the end",
            moves: "",
            claim: values(0, &[], false),
            sampled: true,
        },
    ]
}

fn moves(outcome: &Outcome) -> String {
    let lines = outcome.line.iter().flat_map(|line| &line.moves).map(|joint| joint.join(" "));
    lines.collect::<Vec<_>>().join("\n")
}

#[test]
fn the_counter_that_is_not_broken_meets_everything() {
    let mut game = Game::compile(&format!("{COUNT}{GOALS}(legal you go)"));
    let report = game.report(&ALL_STATES);
    assert_eq!((report.states, report.transitions, report.stopped), (4, 3, None));
    assert!(report.outcomes.iter().all(|outcome| outcome.verdict == RequirementVerdict::Holds), "{report:?}");
}

#[test]
fn every_broken_game_has_its_counter_example() {
    for Broken { name, rules, requirement, reason, moves: expected, claim, .. } in all() {
        let mut game = Game::compile(&rules);
        let report = game.report(&ALL_STATES);
        assert_eq!(report.stopped, None, "{name}");
        let fails =
            |outcome: &&Outcome| outcome.requirement == requirement && outcome.verdict == RequirementVerdict::Fails;
        let found = report.outcomes.iter().find(fails).unwrap_or_else(|| panic!("{name}: {report:#?}"));
        assert_eq!((&found.reason[..], &moves(found)[..]), (reason, expected), "{name}");
        assert_eq!(found.line.as_ref().map(|line| &line.claim), Some(&claim), "{name}");
    }
}

#[test]
fn playouts_find_it_where_states_are_too_many() {
    for Broken { name, rules, requirement, sampled, .. } in all() {
        let mut game = Game::compile(&rules);
        let report = game.report(&FEW_STATES);
        assert!(report.stopped.is_some() && report.playouts > 0, "{name}");
        for outcome in report.outcomes.iter().filter(|outcome| outcome.requirement == requirement) {
            // Without all states nobody can say that there is no way to win.
            let allowed: &[RequirementVerdict] = if sampled {
                &[RequirementVerdict::Fails]
            } else {
                &[RequirementVerdict::Undecided, RequirementVerdict::Holds]
            };
            assert!(allowed.contains(&outcome.verdict), "{name}: {outcome:#?}");
        }
    }
}

/// What is broken in one way only fails nothing else that is required.
#[test]
fn nothing_else_is_blamed() {
    for Broken { name, rules, requirement, .. } in all() {
        let mut game = Game::compile(&rules);
        let report = game.report(&ALL_STATES);
        let usual = |outcome: &&Outcome| outcome.requirement.is_usual(&report.roles);
        let failed: Vec<_> =
            report.outcomes.iter().filter(usual).filter(|f| f.verdict == RequirementVerdict::Fails).collect();
        let others: Vec<_> = failed.iter().filter(|outcome| outcome.requirement != requirement).collect();
        // Who can't win can't force it either, and who is stuck before every end does not win.
        let follows = |outcome: &&&&Outcome| {
            let strong = outcome.requirement == Requirement::StrongWinnability;
            let weak = outcome.requirement == Requirement::WeakWinnability;
            !((strong && requirement == Requirement::WeakWinnability)
                || ((strong || weak) && requirement == Requirement::Playability))
        };
        let wrong: Vec<_> = others.iter().filter(follows).collect();
        // Two goal values are no win.
        let two = name == "an end with two goals";
        assert!(wrong.is_empty() || two, "{name}: {wrong:#?}");
    }
}
