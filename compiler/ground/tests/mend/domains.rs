//! Variables that nothing binds, with values that the rest of the game fixes.

use super::{accepted, play, refused, settle};
use gdl2hdl_gdl::remedy::Remedy;
use gdl2hdl_gdl::syntax::{Tolerance, print};

/// Two take turns to mark one of three cells. Each line may be replaced.
const GAME: &[&str] = &[
    "(role x) (role o) (cell 1) (cell 2) (cell 3) (mark x) (mark o) (mark b)",
    "(init (at 1 b)) (init (at 2 b)) (init (at 3 b)) (init (turn x))",
    "(<= (legal ?r (put ?c)) (true (turn ?r)) (true (at ?c b)))",
    "(<= (legal ?r noop) (role ?r) (not (true (turn ?r))))",
    "(<= (next (at ?c ?r)) (does ?r (put ?c)))",
    "(<= (next (at ?c ?m)) (true (at ?c ?m)) (mark ?m) (distinct ?m b))",
    "(<= (next (at ?c b)) (true (at ?c b)) (not (put ?c)))",
    "(<= (put ?c) (does ?r (put ?c)))",
    "(<= (next (turn ?r)) (role ?r) (not (true (turn ?r))))",
    "(<= (sees ?r (moved ?q)) (role ?r) (true (turn ?q)))",
    "(<= (differ ?c ?d) (cell ?c) (cell ?d) (distinct ?c ?d))",
    "(<= full (not (open))) (<= (open) (true (at ?c b)))",
    "(<= terminal full)",
    "(<= (goal ?r 100) (true (at ?c ?r)) (true (at ?d ?r)) (differ ?c ?d))",
    "(<= (goal ?r 50) (role ?r) (not full))",
];

fn game(damaged: &[(usize, &str)]) -> String {
    let line = |(number, line): (usize, &&str)| -> String {
        damaged.iter().find(|(other, _)| *other == number).map_or(*line, |(_, line)| line).to_owned() + "\n"
    };
    GAME.iter().enumerate().map(line).collect()
}

/// A line without literals that bind its variables, and these.
const DAMAGE: &[(usize, &str, &[&str])] = &[
    (3, "(<= (legal ?r noop) (not (true (turn ?r))))", &["(role ?r)"]),
    (9, "(<= (sees ?r (moved ?q)) (true (turn ?q)))", &["(role ?r)"]),
    (14, "(<= (goal ?r 50) (not full))", &["(role ?r)"]),
    (10, "(<= (differ ?c ?d) (distinct ?c ?d))", &["(cell ?c)", "(cell ?d)"]),
    (10, "(<= (differ ?c ?d) (cell ?c) (distinct ?c ?d))", &["(cell ?d)"]),
];

#[test]
fn they_are_refused_with_the_domain_and_accepted_when_lenient() {
    let (sound, found) = settle(&game(&[]), Tolerance::Strict);
    assert!(found.is_empty(), "{found:#?}");
    let expected = play(&sound, 4);
    for &(number, line, literals) in DAMAGE {
        let text = game(&[(number, line)]);
        let (_, found) = settle(&text, Tolerance::Usual);
        let helps: Vec<&str> = found.iter().filter(|found| found.code == "G101").map(|found| &*found.help).collect();
        let remedies = found.iter().filter(|found| found.code == "G101").map(|found| &*found.remedies);
        assert!(remedies.clone().all(|remedies| remedies == [Remedy::Lenient]), "{line}: {found:#?}");
        assert_eq!(helps.len(), literals.len(), "{line}: {found:#?}");
        for (help, literal) in helps.iter().zip(literals) {
            assert!(
                help.contains(&format!("add `{literal}`")) && help.ends_with(&Remedy::Lenient.to_string()),
                "{line}: {help}"
            );
        }
        let lenient = accepted(&text, Tolerance::Lenient, "G123");
        let cured = format!("{} {})", line.strip_suffix(')').unwrap(), literals.join(" "));
        for cured in [print::kif(&lenient), game(&[(number, &cured)])] {
            let (cured, found) = settle(&cured, Tolerance::Strict);
            assert!(found.is_empty(), "{found:#?}");
            assert_eq!(play(&cured, 4), expected, "{line}");
        }
        assert_eq!(play(&lenient, 4), expected, "{line}");
        let (_, found) = settle(&text, Tolerance::Strict);
        assert!(found.iter().any(|found| found.code == "G101" && !found.help.contains("lenient")), "{found:#?}");
    }
}

#[test]
fn facts_of_the_state_have_the_values_that_other_rules_give() {
    // Marks are b at first, and x or o by the moves.
    let text = game(&[(6, "(<= (next (at ?c ?m)) (true (at ?c b)) (not (put ?c)) (distinct ?m x) (distinct ?m o))")]);
    let error = refused(&text, Tolerance::Usual);
    assert!(error.help.contains("`(mark ?m)`"), "{}", error.help);
    let (sound, _) = settle(&game(&[]), Tolerance::Strict);
    assert_eq!(play(&accepted(&text, Tolerance::Lenient, "G123"), 4), play(&sound, 4));
}

/// The usual form in public games: a view that looks at some of its arguments only.
#[test]
fn arguments_that_a_view_does_not_look_at_have_the_values_of_those_who_ask() {
    let sound = "(role p) (index 1) (index 2) (init (at 1 1 a)) (init (at 1 2 b)) (init (at 2 1 a))
         (<= (legal p (swap ?x ?y)) (index ?x) (index ?y))
         (<= (next (at ?x ?y b)) (does p (swap ?x ?y)))
         (<= (next (at ?x ?y ?v)) (true (at ?x ?y ?v)) (does p (swap ?u ?w)) (apart ?x ?y ?u ?w))
         (<= terminal (true (at 2 2 ?v))) (<= (goal p 50) (not (true (at 2 2 b)))) (goal p 10) ";
    let view = |bound: &str| {
        let rule = |a: &str| format!("(<= (apart ?x ?y ?u ?w) {bound} (distinct {a}))");
        format!("{sound}{}{}", rule("?x ?u"), rule("?y ?w"))
    };
    let (reference, found) = settle(&view("(index ?x) (index ?y) (index ?u) (index ?w)"), Tolerance::Strict);
    assert!(found.is_empty(), "{found:#?}");
    let error = refused(&view(""), Tolerance::Usual);
    assert!(error.help.contains("add `(index ?"), "{}", error.help);
    let lenient = accepted(&view(""), Tolerance::Lenient, "G123");
    assert_eq!(play(&lenient, 3), play(&reference, 3));
}

#[test]
fn values_that_no_relation_lists_get_one() {
    let text = game(&[
        (0, "(role x) (role o) (cell 1) (cell 2) (cell 3) (cell 4) (mark x) (mark o) (mark b)"),
        (10, "(<= (differ ?c ?d) (distinct ?c ?d))"),
    ]);
    let (_, found) = settle(&text, Tolerance::Usual);
    assert!(found.iter().any(|found| found.help.contains("by the other rules `1`, `2`, `3`")), "{found:#?}");
    let lenient = accepted(&text, Tolerance::Lenient, "G123");
    let printed = print::kif(&lenient);
    assert!(printed.contains("(differ_argument_1 3)") && !printed.contains("(differ_argument_1 4)"), "{printed}");
}

#[test]
fn without_a_finite_domain_they_are_refused() {
    for (number, line) in [
        // Nobody binds the argument that the view leaves open.
        (13, "(<= (goal ?r 100) (role ?r) (differ ?c ?d)) (<= (goal ?r 50) (true (at ?a ?r)))"),
        (5, "(<= (next ?f) (not (true ?f)))"),
        // One value is no domain.
        (8, "(<= (next (turn ?r)) (not (true (turn ?r))))"),
        (4, "(<= (next (new ?c ?r)) (does ?r (put ?d)))"),
        (4, "(<= (next (at (s ?z) ?r)) (does ?r (put ?d)))"),
    ] {
        let mut damage = vec![(number, line)];
        if number == 13 {
            damage.push((10, "(<= (differ ?c ?d) (distinct ?c ?d))"));
        }
        for tolerance in [Tolerance::Usual, Tolerance::Lenient] {
            let (_, found) = settle(&game(&damage), tolerance);
            let error = found.iter().find(|found| found.code == "G101").unwrap_or_else(|| panic!("{line}: {found:#?}"));
            assert!(error.remedies.is_empty() && !error.help.contains("lenient"), "{}", error.help);
        }
    }
}
