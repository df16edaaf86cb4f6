//! Variables that stand in one negation only.

use super::{accepted, play, refused, settle};
use gdl2hdl_gdl::interpret::{Interpreter, InterpreterLimits};
use gdl2hdl_gdl::syntax::{self, Tolerance, print};

/// Cell 1 is red and hot, cell 3 is blue; `body` says where something may be put.
fn game(body: &str) -> String {
    format!(
        "(role p) (cell 1) (cell 2) (cell 3) (colour red) (colour blue)
         (init (on 1 red)) (init (on 3 blue)) (init (hot 1))
         (<= (legal p (put ?c)) (cell ?c) {body}) (legal p pass)
         (<= (next (on ?c red)) (does p (put ?c))) (<= (next (on ?c ?k)) (true (on ?c ?k)) (colour ?k))
         (<= (next (hot ?c)) (true (hot ?c)))
         (<= terminal (true (on 2 red))) (goal p 50)"
    )
}

/// What stands in a body, and in which cells something may be put then.
const READINGS: &[(&str, &[u32])] = &[
    ("(not (true (on ?c ?k)))", &[2]),
    ("(not (true (on ?d ?k)))", &[]),
    ("(not (and (true (on ?c ?k)) (colour ?k)))", &[2]),
    ("(not (and (true (on ?c ?k)) (distinct ?k red)))", &[1, 2]),
    ("(not (and (true (on ?c ?k)) (not (distinct ?k red))))", &[2, 3]),
    ("(not (or (true (on ?c ?k)) (true (hot ?c))))", &[2]),
    ("(not (or (true (on ?c ?k)) (true (on ?k blue))))", &[]),
    ("(not (and (colour ?k) (not (true (on ?c ?k)))))", &[]),
    ("(not (and (true (on ?c ?k)) (not (colour ?k))))", &[1, 2, 3]),
    ("(not (and (true (on ?c ?k)) (not (true (on ?d ?k)))))", &[1, 2, 3]),
    ("(not (and (true (on ?d ?k)) (distinct ?d ?c)))", &[]),
    ("(not (and (true (on ?d red)) (distinct ?d ?c)))", &[1]),
    ("(or (not (true (on ?c ?k))) (true (hot ?c)))", &[1, 2]),
    ("(not (not (not (true (on ?c ?k)))))", &[2]),
    ("(not (true (on ?c ?k))) (not (true (on 1 ?j)))", &[]),
    ("(not (true (on ?c ?k))) (not (does_not ?j))", &[2]),
];

#[test]
fn they_are_read_as_for_no_value() {
    for (body, cells) in READINGS {
        let sheet = accepted(&game(body), Tolerance::Usual, "G122");
        let mut interpreter = Interpreter::new(&sheet, InterpreterLimits::default()).unwrap();
        let start = interpreter.initial();
        let mut expected = vec!["pass".to_owned()];
        expected.extend(cells.iter().map(|cell| format!("(put {cell})")));
        expected.sort();
        assert_eq!(interpreter.legal(&start, 0).unwrap(), expected, "{body}");
    }
}

#[test]
fn what_is_made_of_them_is_gdl_in_both_syntaxes() {
    for (body, _) in READINGS {
        let sheet = accepted(&game(body), Tolerance::Usual, "G122");
        let expected = play(&sheet, 3);
        for text in [print::kif(&sheet), print::hrf(&sheet)] {
            let (again, found) = settle(&text, Tolerance::Strict);
            assert!(found.iter().all(|found| found.code == "G117"), "{text}\n{found:#?}");
            assert_eq!(play(&again, 3), expected, "{text}");
        }
    }
}

#[test]
fn infix_texts_are_read_the_same_way() {
    let text = game("(not (true (on ?c ?k)))");
    let infix = print::hrf(&syntax::parse(&text, None).sheet);
    assert!(infix.contains("~true(on(C,K))"), "{infix}");
    let (kif, hrf) = (accepted(&text, Tolerance::Usual, "G122"), accepted(&infix, Tolerance::Usual, "G122"));
    assert_eq!(play(&kif, 3), play(&hrf, 3));
}

#[test]
fn names_that_are_made_are_new() {
    let text = game("(not (true (on ?c ?k))) (not (some_on_2 ?j))") + "(some_on 1) (some_on_2 2)";
    let (sheet, _) = settle(&text, Tolerance::Usual);
    let printed = print::kif(&sheet);
    assert!(printed.contains("(<= (some_on_3 ?c) (true (on ?c ?k)))"), "{printed}");
}

#[test]
fn without_one_reading_they_are_refused() {
    for body in [
        "(distinct ?c ?z)",
        "(not (and (colour ?k) (distinct ?k ?z)))",
        "(not (true (on ?c ?k))) (not (true (hot ?k)))",
        "(not (true (on ?c ?k))) (distinct ?k red)",
    ] {
        for tolerance in [Tolerance::Strict, Tolerance::Usual, Tolerance::Lenient] {
            if body.contains("(distinct ?k red)") && tolerance == Tolerance::Lenient {
                continue;
            }
            assert_eq!(refused(&game(body), tolerance).code, "G101", "{body}");
        }
    }
    let error = refused(&game("(not (true (on ?c ?k))) (not (true (hot ?k)))"), Tolerance::Usual);
    assert!(error.help.contains("give each a variable of its own"), "{}", error.help);
    accepted(&game("(not (true (on ?c ?k))) (not (true (hot ?j)))"), Tolerance::Usual, "G122");
}

#[test]
fn strict_refuses_them() {
    for (body, _) in READINGS {
        let (_, found) = settle(&game(body), Tolerance::Strict);
        assert!(found.iter().any(|found| found.code == "G101"), "{body}: {found:?}");
    }
}
