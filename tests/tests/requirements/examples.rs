//! The games of the folder `games/`.

use crate::requirements::game::{ALL_STATES, Game};
use gdl2hdl_opt::Level;
use gdl2hdl_play::requirements::{Options, Outcome, Report, Requirement, RequirementVerdict};
use gdl2hdl_tests::examples;
use std::fs;

fn report(name: &str, options: &Options) -> Report {
    Game::compile(&fs::read_to_string(examples::path(name)).unwrap()).report(options)
}

fn verdicts(report: &Report, requirement: Requirement) -> Vec<RequirementVerdict> {
    report.outcomes.iter().filter(|outcome| outcome.requirement == requirement).map(|f| f.verdict).collect()
}

/// Games small enough to visit all states, and how many those are. Published: tic-tac-toe has 5478 positions.
const SMALL: &[(&str, usize)] =
    &[("tic_tac_toe", 5478), ("rock_paper_scissors", 56), ("monty_hall", 37), ("one_card_poker", 49)];

#[test]
fn small_games_pass_in_all_states() {
    for &(name, states) in SMALL {
        let report = report(name, &ALL_STATES);
        assert_eq!(report.stopped, None, "{name}");
        assert!(states == 0 || report.states == states, "{name}: {} states", report.states);
        let usual = |outcome: &&Outcome| outcome.requirement.is_usual(&report.roles);
        let held = report.outcomes.iter().filter(usual).all(|outcome| outcome.verdict == RequirementVerdict::Holds);
        assert!(held, "{name}: {report:#?}");
    }
}

/// Who may do nothing for ever plays a game that need not end: leaping when the die shows 1, pressing a button twice.
#[test]
fn games_that_need_not_end_are_told_apart() {
    for name in ["dice_race", "two_button_lights"] {
        let report = report(name, &ALL_STATES);
        assert_eq!(verdicts(&report, Requirement::Termination), [RequirementVerdict::Fails], "{name}");
        assert_eq!(verdicts(&report, Requirement::Playability), [RequirementVerdict::Holds], "{name}");
    }
}

/// Both can draw tic-tac-toe, and nim of 1, 3, 4, 5 is won by who begins: 1 ^ 3 ^ 4 ^ 5 = 3 is not 0.
#[test]
fn what_can_be_forced_is_known() {
    let draw = report("tic_tac_toe", &ALL_STATES);
    let strong = |report: &Report| {
        let found = report.outcomes.iter().find(|outcome| outcome.requirement == Requirement::StrongWinnability);
        found.map(|outcome| (outcome.verdict, outcome.reason.clone())).unwrap()
    };
    assert_eq!(strong(&draw), (RequirementVerdict::Fails, "x can be sure of 50, o can be sure of 50".to_owned()));
    let (verdict, reason) = strong(&report("nim", &ALL_STATES));
    assert_eq!((verdict, reason.ends_with("can win whatever happens")), (RequirementVerdict::Holds, true), "{reason}");
    // Who knew where the car is would win; the candidate does not.
    let (verdict, reason) = strong(&report("monty_hall", &ALL_STATES));
    assert_eq!(
        (verdict, reason.ends_with("if it sees the whole state")),
        (RequirementVerdict::Undecided, true),
        "{reason}"
    );
}

/// Nothing is found in large games, and how sure that is, is said.
#[test]
fn large_games_are_sampled() {
    let options = Options { max_states: 2000, playouts: 600, max_steps: 200, ..ALL_STATES };
    let report = report("nine_board_tic_tac_toe", &options);
    assert!(report.stopped.is_some());
    assert_eq!((report.states, report.playouts, report.truncated, report.bound()), (2000, 600, 0, Some(0.005)));
    for requirement in [Requirement::Playability, Requirement::Termination, Requirement::Goals] {
        assert_eq!(verdicts(&report, requirement), [RequirementVerdict::NoCounterexample], "{requirement}");
    }
    assert_eq!(verdicts(&report, Requirement::WeakWinnability), [RequirementVerdict::Holds; 2]);
}

/// However the net was optimised, the verdicts are the same.
#[test]
fn optimisation_changes_no_verdict() {
    for name in ["one_card_poker", "buttons_and_lights", "two_button_lights"] {
        let text = fs::read_to_string(examples::path(name)).unwrap();
        let of = |level| {
            let report = Game::compile_with(&text, level).report(&ALL_STATES);
            report.outcomes.into_iter().map(|f| (f.requirement, f.role, f.verdict, f.reason)).collect::<Vec<_>>()
        };
        let plain = of(Level::O0);
        for level in [Level::O1, Level::O2, Level::O3] {
            assert_eq!(of(level), plain, "{name} {level:?}");
        }
    }
}
