//! Declarations `base` and `input` with faults.

use super::{accepted, game, play, refused, settle};
use gdl2hdl_gdl::diagnostics::Severity;
use gdl2hdl_gdl::interpret::{Interpreter, InterpreterLimits};
use gdl2hdl_gdl::observer::Unobserved;
use gdl2hdl_gdl::syntax::Tolerance;
use gdl2hdl_ground as ground;

const GAME: &str = "(role p) (cell 1) (cell 2) (init (on 1)) (<= (legal p (put ?c)) (cell ?c) (not (true (on ?c))))
     (legal p pass) (<= (next (on ?c)) (true (on ?c))) (<= (next (on ?c)) (does p (put ?c)))
     (<= terminal (true (on 2))) (<= (goal p 100) (true (on 2))) (<= (goal p 0) (not (true (on 2))))\n";

const FAULTY: &[&str] = &[
    "(base cell (x 1 2) (y 1 2) (mark x o b))",
    "(base on (x 1 2)) (base control (player p))",
    "(base)",
    "base",
    "(input p)",
    "(input p put 1)",
    "(<= (base (on ?c)) (cell ?d))",
    "(base (on ?c))",
    "(<= (base (on ?c)) (cell ?c) (not (base (on ?c))))",
    "(<= (base (on ?c)) (true (on ?c)))",
    "(<= (base (on ?c)) (some_case ?c)) (<= (some_case ?c) (true (on ?c)))",
    "(<= (base (on ?c)) (next (on ?c)))",
    "(<= (base (on ?c)) (init (on ?c)))",
    "(<= (base (on ?c)) (pairs ?c ?d)) (<= (pairs ?c ?d) (cell ?c))",
    "(<= (input ?r (put ?c)) (cell ?c))",
    "(<= (input ?r ?m) (role ?r) (does ?r ?m))",
    "(<= (input p (put ?c)) (cell ?c) (distinct ?c ?d))",
    "(base (?x 1))",
    "(base ((on 1)))",
    "(base ())",
    "(<= (base (on ?c)) (not))",
    "(<= (input p (put ?)) (cell 1))",
];

#[test]
fn they_are_left_out() {
    let (sound, found) = settle(GAME, Tolerance::Strict);
    assert!(found.is_empty());
    let expected = play(&sound, 4);
    for faulty in FAULTY {
        let sheet = accepted(&format!("{GAME}{faulty}"), Tolerance::Usual, "G121");
        assert_eq!(play(&sheet, 4), expected, "{faulty}");
        let grounding = ground::ground(&sheet, &ground::Options::default(), &Unobserved).unwrap();
        assert!(grounding.diagnostics.iter().all(|found| found.severity != Severity::Error), "{faulty}");
    }
}

#[test]
fn nothing_is_said_of_what_only_they_ask_for() {
    let (_, found) =
        settle(&format!("{GAME}(<= (base (on ?c)) (num ?c) (cell ?d)) (num 1) (base x y)"), Tolerance::Usual);
    assert!(found.iter().all(|found| found.code == "G121"), "{found:#?}");
}

#[test]
fn strict_refuses_them() {
    for faulty in FAULTY {
        let (_, found) = settle(&format!("{GAME}{faulty}"), Tolerance::Strict);
        assert!(found.iter().any(|found| found.severity == Severity::Error), "{faulty}");
    }
}

#[test]
fn sound_ones_stay() {
    let text = format!("{GAME}(<= (base (on ?c)) (cell ?c)) (<= (base (on ?c)) (cell ?d)) (input p pass)");
    let sheet = accepted(&text, Tolerance::Usual, "G121");
    let declared =
        sheet.rules.iter().filter(|rule| ["base", "input"].contains(&sheet.symbols.name(rule.head.relation)));
    assert_eq!(declared.count(), 2);
}

#[test]
fn those_that_rules_of_play_ask_for_are_no_mere_declarations() {
    for asked in [
        "(<= (base (on ?c)) (cell ?d)) (<= (legal p ?f) (base ?f))",
        "(<= (input ?r (put ?c)) (cell ?c) (cell ?d) (distinct ?r ?q)) (<= (legal ?r ?m) (role ?r) (input ?r ?m))",
        "(base (?x 1)) (<= (legal p fly) (base (on 2)))",
        // Something else of the text may be in them, or behind them.
        "(base (on 1) (legal p fly))",
        "(base (on 1)",
        &"(base ())".repeat(200),
    ] {
        let (_, found) = settle(&format!("{GAME}{asked}"), Tolerance::Usual);
        assert!(found.iter().any(|found| found.severity == Severity::Error), "{asked}: {found:#?}");
    }
}

#[test]
fn faults_of_play_stay_errors_beside_them() {
    let error = refused(&format!("{GAME}(base x y) (<= (legal p (put ?z)) (cell 1))"), Tolerance::Usual);
    assert_eq!(error.code, "G101");
}

#[test]
fn endless_ones_are_left_out() {
    let digits: String = (0..20).map(|digit| format!("(digit {digit}) ")).collect();
    // A rule of play that makes more than the endless one, before that is given up.
    let large = format!("{GAME}{digits}(<= (pair ?x ?y) (digit ?x) (digit ?y)) (<= (legal p wait) (pair ?x ?x))");
    for rules in [GAME, &large] {
        let text = format!("{rules}(base (on 1)) (<= (base (on (s ?x))) (base (on ?x)))");
        let sheet = game(&text, Tolerance::Usual);
        let grounding = ground::ground(&sheet, &ground::Options::default(), &Unobserved).unwrap();
        assert!(grounding.diagnostics.iter().any(|found| found.code == "G121"), "{:#?}", grounding.diagnostics);
        let sound = game(rules, Tolerance::Strict);
        let sound = ground::ground(&sound, &ground::Options::default(), &Unobserved).unwrap();
        assert_eq!(grounding.program.listing(), sound.program.listing());
        assert!(Interpreter::new(&sheet, InterpreterLimits::default()).is_ok());
        ground::statics(&sheet, ground::Limits::default(), u64::MAX, &Unobserved).unwrap();
    }
    // What is endless in play stays an error.
    let text = format!(
        "{GAME}(<= (base (on ?c)) (cell ?c)) (many 1) (<= (many (s ?x)) (many ?x)) (<= (legal p fly) (many ?x))"
    );
    let sheet = game(&text, Tolerance::Usual);
    assert_eq!(ground::ground(&sheet, &ground::Options::default(), &Unobserved).unwrap_err().code, "G203");
}

#[test]
fn infix_texts_and_sdl_are_read_the_same_way() {
    let infix = "role(p)\ncell(1)\ninit(on(1))\nlegal(p,pass)\nnext(on(C)) :- true(on(C))\nterminal :- true(on(2))\n\
                 goal(p,50)\n";
    let (sound, _) = settle(infix, Tolerance::Strict);
    for faulty in ["base(cell,x(1,2),y(1,2))", "base(on(C)) :- cell(D)", "input(p,~) :- cell(1)", "base(on(1)) :- &"] {
        let sheet = accepted(&format!("{infix}{faulty}\n"), Tolerance::Usual, "G121");
        assert_eq!(play(&sheet, 2), play(&sound, 2), "{faulty}");
    }
    refused(&format!("{infix}base(on(C)) :- cell(C) &\nlegal(p,fly) :- cell(1)\n"), Tolerance::Usual);
    let sdl = "role(p)\nstep(1)\nstep(2)\nsuccessor(1,2)\ntrue(on,1)\nlegal(p,pass,N) :- step(N)\n\
               true(on,N) :- true(on,M) & does(p,pass,M) & successor(M,N)\nterminal(2)\ngoal(p,50,N) :- step(N)\n";
    let (sound, found) = settle(sdl, Tolerance::Strict);
    assert!(found.iter().all(|found| found.severity != Severity::Error), "{found:#?}");
    for faulty in ["base(on) :- true(on,N)", "base(on,off)", "base(on) :- true(on,2,3)", "input(R,pass)"] {
        let (sheet, found) = settle(&format!("{sdl}{faulty}\n"), Tolerance::Usual);
        assert!(found.iter().all(|found| found.severity != Severity::Error), "{faulty}: {found:#?}");
        assert_eq!(play(&sheet, 3), play(&sound, 3), "{faulty}");
    }
}
