//! Faulty action rules: each with the code, and the place by line and column.

use gdl2hdl_gdl::diagnostics::{Lines, Severity};
use gdl2hdl_gdl::syntax::{Language, parse};

/// A sound game, to which one line is added.
const GAME: &str = "role(you)
init(control(you))
init(p(a))
legal(go)
go :: p(X) ==> ~p(X) & q
goal(you,100) :- q
terminal :- q
";

/// The added line, the code, the column.
const FAULTS: &[(&str, &str, usize)] = &[
    ("r(a", "G001", 4),
    ("r(a,)", "G002", 5),
    ("r(a))", "G002", 5),
    ("r(a) :- p(b) &", "G024", 15),
    ("r(a) :- & p(b)", "G024", 9),
    ("r(a) = p", "G020", 6),
    ("r(a) :- p(a) != p(b)", "G302", 14),
    ("r('a')", "G020", 3),
    ("r(\"a\")", "G302", 3),
    ("r(a) := p", "G302", 6),
    ("~r(a) :- p(a)", "G011", 1),
    ("r & s :: p", "G011", 1),
    ("X :- p(a)", "G011", 1),
    ("r(~a)", "G024", 3),
    ("r(P) p(q", "G001", 9),
    ("rowIndex rowindex", "G023", 10),
    ("plus(1,2,4)", "G303", 1),
    ("terminal :- plus(1)", "G308", 13),
    ("go :: go", "G305", 7),
    ("go :: q(Y)", "G313", 7),
    ("go :: (q | r)", "G312", 8),
    ("go :: ~~q", "G312", 8),
    ("init(X) :- r(X)", "G315", 1),
    ("terminal :- (q ==> p(a))", "G307", 14),
    ("terminal :- member(a,b)", "G302", 13),
    ("go :: p(X) & plus(X,1,Y) ==> n(Y) & countofall(Z,n(X),2)", "G312", 37),
    ("\u{fffd}", "G004", 1),
    ("r(\u{1})", "G003", 3),
];

#[test]
fn each_fault_has_its_code_and_place() {
    let line = GAME.lines().count() + 1;
    for &(fault, code, column) in FAULTS {
        let text = format!("{GAME}{fault}\n");
        let parsed = parse(&text, Some(Language::Action));
        let errors: Vec<_> = parsed.diagnostics.iter().filter(|d| d.severity == Severity::Error).collect();
        let Some(first) = errors.first() else { panic!("{fault}: no error") };
        assert_eq!(first.code, code, "{fault}: {errors:#?}");
        assert!(!first.help.is_empty() && !first.message.is_empty(), "{fault}");
        let place = first.labels.first().map(|label| Lines::of(&text).position(label.span.start as usize));
        let place = place.map(|at| (at.line, at.column));
        // What is missing at the end of the text shows where the text ends.
        let ends = (line + 1, 1);
        let expected = (line, column);
        assert!(place == Some(expected) || place == Some(ends), "{fault}: {place:?}");
    }
}

#[test]
fn faults_do_not_hide_others() {
    let text = format!("{GAME}r(a\nplus(1,2)\ns := t\n");
    let parsed = parse(&text, Some(Language::Action));
    let codes: Vec<_> = parsed.diagnostics.iter().map(|d| d.code).collect();
    assert!(codes.contains(&"G001") && codes.contains(&"G302"), "{codes:?}");
}

#[test]
fn a_million_of_the_same() {
    for sign in ["(", ")", "a ", "a(", "~", "& ", "::", ":- ", "X", "_", "a::", "==>", "a :- b ", "p(", "!", "-1 ", "%"]
    {
        let text = sign.repeat(200_000);
        let parsed = parse(&text, Some(Language::Action));
        assert!(parsed.diagnostics.len() <= 203, "{sign}");
    }
}
