//! SDL texts, lowered and played by the interpreter of rules. Whole games and random programs are compared with a direct
//! reading of SDL in the crate of tests.

use super::{Lowered, Options, lower};
use crate::diagnostics::Severity;
use crate::interpret::{Interpreter, InterpreterLimits};
use crate::syntax::{Language, parse, print};

/// One step of a playout.
pub(super) struct At {
    pub terminal: bool,
    pub legal: Vec<Vec<String>>,
    pub goals: Vec<Vec<String>>,
}

pub(super) fn lowered(text: &str) -> Lowered {
    let parsed = parse(text, None);
    assert!(parsed.diagnostics.is_empty(), "{:?}\n{text}", parsed.diagnostics);
    lower(&parsed.sheet, &Options { language: parsed.language, ..Options::default() })
}

/// Plays the first legal move of each role, whether the game is over or not.
pub(super) fn played(text: &str, steps: usize) -> Vec<At> {
    let lowered = lowered(text);
    assert!(lowered.diagnostics.iter().all(|d| d.severity != Severity::Error), "{:?}\n{text}", lowered.diagnostics);
    let mut game = Interpreter::new(&lowered.sheet, InterpreterLimits::default()).unwrap();
    let mut state = game.initial();
    let mut all = Vec::new();
    for _ in 0..steps {
        let roles = 0..game.roles().len();
        let legal: Vec<Vec<String>> = roles.clone().map(|role| game.legal(&state, role).unwrap()).collect();
        let goals = roles.map(|role| game.goals(&state, role).unwrap()).collect();
        let joint: Vec<String> = legal.iter().map(|moves| moves.first().cloned().unwrap_or_default()).collect();
        all.push(At { terminal: game.terminal(&state).unwrap(), goals, legal });
        state = game.next(&state, &joint).unwrap();
    }
    all
}

fn written(text: &str) -> String {
    print::sheet(&lowered(text).sheet, Language::Hrf)
}

const ORDER: &str = "role(white)\nrole(black)\nstep(1)\nstep(2)\nstep(3)\nsuccessor(1,2)\nsuccessor(2,3)\n";

/// What is written after the roles, without empty lines.
fn becomes(added: &str) -> Vec<String> {
    let text = written(&format!("{ORDER}{added}")).replace(" &\n  ", " & ").replace(":-\n  ", ":- ");
    text.lines().filter(|line| !line.is_empty()).skip(2).map(str::to_owned).collect()
}

#[test]
fn steps_disappear() {
    let text = "true(p,1)\ntrue(q(X),N) :- true(q(X),M) & successor(M,N)\nv(X,N) :- true(q(X),N)\n\
        legal(white,go(X),N) :- v(X,N) & step(N)\nterminal(N) :- step(N) & ~true(p,N)\n";
    let expected = [
        "init(p)",
        "next(q(X)) :- true(q(X))",
        "v(X) :- true(q(X))",
        "legal(white,go(X)) :- v(X)",
        "terminal :- ~true(p)",
    ];
    assert_eq!(becomes(text), expected);
}

#[test]
fn a_move_of_the_step_before_needs_one_fact() {
    let text = "legal(black,move(f,4,e,3),N) :- does(white,move(e,2,e,4),M) & successor(M,N)\n";
    let expected = [
        "legal(black,move(f,4,e,3)) :- true(last_does_move(white,e,2,e,4))",
        "next(last_does_move(white,e,2,e,4)) :- does(white,move(e,2,e,4))",
    ];
    assert_eq!(becomes(text), expected);
}

#[test]
fn what_a_rule_does_not_care_about_is_not_kept() {
    let text = "left(P,N) :- does(white,move(P,X,Y),M) & successor(M,N)\n";
    let expected =
        ["left(P) :- true(last_does_move(white,P))", "next(last_does_move(white,P)) :- does(white,move(P,X,Y))"];
    assert_eq!(becomes(text), expected);
}

/// The king and the rook of the book: a view of its own past, and of the moves of its step.
#[test]
fn a_view_of_its_own_past_is_kept_and_asked_before_the_moves() {
    let text = "legal(white,castle,N) :- step(N) & ~moved(king,N)\nmoved(king,N) :- does(white,move(e,1),N)\n\
        moved(P,N) :- moved(P,M) & successor(M,N)\ntrue(p,N) :- moved(king,M) & successor(M,N)\n";
    let expected = [
        "legal(white,castle) :- ~moved_before(king)",
        "moved(king) :- does(white,move(e,1))",
        "moved(P) :- true(last_moved(P))",
        "next(p) :- moved(king)",
        "moved_before(P) :- true(last_moved(P))",
        "next(last_moved(P)) :- moved(P)",
    ];
    let text = format!("{ORDER}{text}");
    assert!(lowered(&text).diagnostics.iter().all(|d| d.code == "G512"));
    let lines = becomes(text.strip_prefix(ORDER).unwrap_or_default());
    assert_eq!(lines, expected);
}

#[test]
fn two_steps_back_are_kept_twice_and_there_must_have_been_two() {
    let text = "v(N) :- true(p,L) & successor(L,M) & successor(M,N)\nu(N) :- ~true(p,L) & successor(L,N)\n";
    let expected = [
        "v :- true(last2_p)",
        "u :- ~true(last_p) & true(last_step)",
        "next(last_p) :- true(p)",
        "next(last2_p) :- true(last_p)",
        "next(last_step)",
    ];
    assert_eq!(becomes(text), expected);
}

#[test]
fn steps_as_values_are_counted() {
    let text = "even(2)\ngoal(white,50,N) :- true(p,N) & even(N)\n";
    let lines = becomes(text);
    assert_eq!(lines[1], "goal(white,50) :- true(p) & even(N) & at_step(N)");
    assert_eq!(lines.iter().filter(|line| line.starts_with("at_step(")).count(), 3);
    // Three steps in two digits, two steps as facts.
    assert!(
        lines.iter().any(|line| line.starts_with("init(step_bit"))
            || lines.iter().any(|line| line.contains("step_bit(1)"))
    );
    let lines = becomes("terminal(2)\n");
    assert_eq!(lines[0], "terminal :- at_step(2)");
    assert!(lines.contains(&"next(now_step(2)) :- true(now_step(1))".to_owned()), "{lines:?}");
}

#[test]
fn a_missing_step_is_that_of_the_rule() {
    let text = "column(K,W) :- true(cell(1,K,W))\nline(W,N) :- column(K,W,N)\nterminal :- line(x)\n";
    let expected = ["column(K,W) :- true(cell(1,K,W))", "line(W) :- column(K,W)", "terminal :- line(x)"];
    assert_eq!(becomes(text), expected);
    let codes: Vec<_> = lowered(&format!("{ORDER}{text}")).diagnostics.iter().map(|d| d.code).collect();
    assert_eq!(codes, ["G502"; 4]);
}

#[test]
fn what_is_added_meets_no_name_of_the_text() {
    let text = "true(last_p,1)\nv(N) :- true(p,M) & successor(M,N)\nw(a)\nw(X,N) :- true(q(X),N)\n";
    let lines = becomes(text);
    assert_eq!(lines[1], "v :- true(last_p_2)");
    assert_eq!(lines[3], "w_now(X) :- true(q(X))");
}

#[test]
fn declarations_go_where_facts_are_added() {
    let text = "base(p)\nv(N) :- true(p,M) & successor(M,N)\n";
    assert_eq!(becomes(text), ["v :- true(last_p)", "next(last_p) :- true(p)"]);
    let text = "base(p)\nv(P,N) :- true(P,M) & base(P) & successor(M,N)\n";
    assert_eq!(becomes(text)[0], "declared_base(p)");
}

/// Steps made by rules, and moves that stay what they are however often they are asked for.
#[test]
fn rules_may_make_the_steps() {
    let text = "role(r)\nnumber(1)\nnumber(2)\nnumber(3)\nplus(1,2)\nplus(2,3)\nstep(N) :- number(N)\n\
        successor(M,N) :- plus(M,N)\ntrue(p,1)\nlegal(r,go,N) :- step(N)\ngoal(r,9,N) :- true(p,N)\nterminal(3)\n";
    let all = played(text, 4);
    assert_eq!(all.iter().map(|at| at.terminal).collect::<Vec<_>>(), [false, false, true, false]);
    assert_eq!((all[0].goals[0].len(), all[1].goals[0].len(), all[1].legal[0].len()), (1, 0, 1));
}
