//! Action rules: what they become, on games written for it, and on random ones beside their own definition.

mod faults;
mod oracle;
mod random;

use gdl2hdl_gdl::check::{CheckOptions, check};
use gdl2hdl_gdl::diagnostics::Severity;
use gdl2hdl_gdl::interpret::{Interpreter, InterpreterLimits, State};
use gdl2hdl_gdl::syntax::{Language, Parsed, parse};

fn read(text: &str) -> Parsed {
    let parsed = parse(text, None);
    assert_eq!(parsed.language, Language::Action);
    let mut found = parsed.diagnostics.clone();
    found.extend(check(&parsed.sheet, &CheckOptions::default()));
    found.retain(|d| d.severity == Severity::Error);
    assert!(found.is_empty(), "{found:#?}");
    parsed
}

fn play(text: &str) -> Interpreter {
    Interpreter::new(&read(text).sheet, InterpreterLimits::default()).unwrap()
}

/// A game for one player: the last lines are given.
fn solo(text: &str) -> Interpreter {
    play(&format!("role(you)\ninit(control(you))\nterminal :- over\ngoal(you,100) :- over\n{text}\n"))
}

/// The facts after the actions, without `control`.
fn after(game: &mut Interpreter, actions: &[&str]) -> Vec<String> {
    let mut state = game.initial();
    for action in actions {
        assert!(game.legal(&state, 0).unwrap().contains(&(*action).to_owned()), "{action}");
        state = game.next(&state, &[(*action).to_owned()]).unwrap();
    }
    facts(&state)
}

fn facts(state: &State) -> Vec<String> {
    state.facts().into_iter().filter(|fact| fact != "(control you)").collect()
}

#[test]
fn addition_wins_and_everything_else_stays() {
    let mut game = solo("init(p(a)) init(q) legal(go) go :: p(X) ==> ~p(X) & p(X) go :: ~q & ~absent & p(b)");
    assert_eq!(after(&mut game, &["go"]), ["(p a)", "(p b)"]);
}

#[test]
fn conditions_are_asked_in_the_old_state_also_by_helpers() {
    let text = "init(n(0)) legal(go) next(0,1) next(1,2) next(2,3)
        go :: bump & twice bump :: n(X) & next(X,Y) ==> ~n(X) & n(Y) twice :: bump twice :: n(1) ==> late";
    let mut game = solo(text);
    assert_eq!(after(&mut game, &["go"]), ["(n 1)"]);
    assert_eq!(after(&mut game, &["go", "go"]), ["(n 2)", "late"]);
}

#[test]
fn what_fits_no_head_of_an_operation_is_a_fact() {
    let mut game = solo("init(x) legal(set(1)) legal(set(2)) set(1) :: ~x & y");
    assert_eq!(after(&mut game, &["(set 1)"]), ["y"]);
    assert_eq!(after(&mut game, &["(set 2)"]), ["(set 2)", "x"]);
}

#[test]
fn the_role_in_control_moves_and_the_others_wait() {
    let text = "role(a) role(b) init(control(a)) legal(go) legal(noop) noop :: tired
        go :: control(a) ==> ~control(a) & control(b) terminal :- tired goal(R,50) :- role(R)";
    let mut game = play(text);
    let first = game.initial();
    assert_eq!(game.legal(&first, 0).unwrap(), ["go", "noop"]);
    assert_eq!(game.legal(&first, 1).unwrap(), ["noop"]);
    let second = game.next(&first, &["go".to_owned(), "noop".to_owned()]).unwrap();
    assert_eq!(second.facts(), ["(control b)"]);
    assert_eq!(game.legal(&second, 0).unwrap(), ["noop"]);
    let tired = game.next(&second, &["noop".to_owned(), "noop".to_owned()]).unwrap();
    assert!(game.terminal(&tired).unwrap());
    assert_eq!(game.goals(&tired, 1).unwrap(), ["50"]);
}

/// Views whose rules give an argument its value only in part, or only when another argument has one.
#[test]
fn who_asks_without_a_value_gets_what_some_rule_gives() {
    let roles =
        "role(r1) role(r2) init(control(r1)) turn :: control(r1) ==> ~control(r1) & control(r2) terminal :- over";
    let begin = |text: &str| {
        let mut game = play(&format!("{roles} {text}"));
        let first = game.initial();
        (game, first)
    };
    let (mut game, first) =
        begin("init(flag) v(X,X) :- flag v(Y,Z) :- ~flag legal(act(Y)) :- v(2,Y) goal(X,1) :- flag");
    assert_eq!(game.legal(&first, 0).unwrap(), ["(act 2)"]);
    let (mut game, first) = begin(
        "init(flag) v(X,X) :- flag v(Y,Z) :- ~flag w(X) :- flag legal(turn) :- v(2,Z) & w(Z) goal(X,1) :- v(r1,X) & w(X)",
    );
    assert_eq!(game.legal(&first, 0).unwrap(), ["turn"]);
    assert_eq!([0, 1].map(|role| game.goals(&first, role).unwrap().len()), [1, 0]);
    let (mut game, first) =
        begin("init(flag) init(q(2,2)) u(Z) :- q(2,Z) v(Y,Y) :- ~p(Y) & u(Z) legal(turn) goal(X,2) :- v(X,X) & flag");
    assert_eq!(game.goals(&first, 0).unwrap(), ["2"]);
    let (mut game, first) = begin("init(q(1,3)) legal(act(Y)) :- q(Y,Z) & countofall(Y,q(Y,X),Y) goal(X,0)");
    assert_eq!(game.legal(&first, 0).unwrap(), ["(act 1)"]);
    let (mut game, first) = begin("init(q(6)) u(X) :- ~p(X) legal(act(3)) :- plus(3,3,Z) & u(Z) goal(X,0)");
    assert_eq!(game.legal(&first, 0).unwrap(), ["(act 3)"]);
}

#[test]
fn arithmetic_and_counts() {
    let text = "role(you) init(control(you)) init(n(1)) init(c(a)) legal(go) legal(put(X)) :- item(X)
        item(a) item(b) item(d) base(n(X)) :- small(X) small(0) small(1) small(2) small(3)
        go :: n(X) & plus(X,1,Y) ==> ~n(X) & n(Y) put(X) :: c(X)
        score(R,N) :- countofall(X,c(X),N) goal(R,V) :- score(R,M) & times(M,20,V) terminal :- n(X) & less(2,X)";
    let mut game = play(text);
    let mut state = game.initial();
    for (action, goal, terminal) in
        [("(put b)", "40", false), ("go", "40", false), ("(put d)", "60", false), ("go", "60", true)]
    {
        state = game.next(&state, &[action.to_owned()]).unwrap();
        assert_eq!(game.goals(&state, 0).unwrap(), [goal], "{action}");
        assert_eq!(game.terminal(&state).unwrap(), terminal, "{action}");
    }
    assert_eq!(facts(&state), ["(c a)", "(c b)", "(c d)", "(n 3)"]);
}

#[test]
fn a_negation_means_what_is_known_when_it_is_reached() {
    // Asked for a role, `goal` looks at that role's `m`; asked by `terminal`, for no role at all.
    let text = "role(a) role(b) init(control(a)) init(m(b)) init(n(a)) init(n(b)) legal(go) go :: ~m(b)
        goal(R,100) :- ~m(R) & n(R) terminal :- goal(R,100)";
    let mut game = play(text);
    let first = game.initial();
    assert_eq!(game.goals(&first, 0).unwrap(), ["100"]);
    assert!(game.goals(&first, 1).unwrap().is_empty());
    assert!(!game.terminal(&first).unwrap());
    let second = game.next(&first, &["go".to_owned(), "noop".to_owned()]).unwrap();
    assert!(game.terminal(&second).unwrap());
}

#[test]
fn quirks_of_public_games_are_accepted_with_warnings() {
    let text =
        "role(r) init(control(r)) legal(a) a :: p goal(R,25) :- p &(R) ~q(R) & ~s(R) goal(R,0) :- ~p terminal :- p";
    let parsed = read(text);
    let codes: Vec<_> = parsed.diagnostics.iter().map(|d| d.code).collect();
    assert_eq!(codes, ["G306", "G301"]);
}

#[test]
fn a_text_that_the_original_reads_as_empty_is_refused() {
    for text in [
        "role(x)\nlegal(a) :- b != c\na :: b",
        "role(x)\na :: b;",
        "a :: {b}",
        "a :: p(",
        "a :: b & ",
        "role('x')\na :: b",
    ] {
        let parsed = parse(text, Some(Language::Action));
        assert!(parsed.diagnostics.iter().any(|d| d.severity == Severity::Error), "{text}");
    }
}

#[test]
fn names_that_mean_something_in_gdl_mean_nothing_here() {
    let text = "role(r) init(control(r)) init(true(a)) legal(go) next(a,b) does(x) input(y)
        go :: true(X) & next(X,Y) & does(x) & input(y) ==> ~true(X) & true(Y) terminal :- true(b) goal(r,100) :- terminal";
    let mut game = play(text);
    let state = game.initial();
    let state = game.next(&state, &["go".to_owned()]).unwrap();
    assert_eq!(state.facts(), ["(control r)", "(true b)"]);
    assert!(game.terminal(&state).unwrap());
    assert_eq!(game.goals(&state, 0).unwrap(), ["100"]);
}
