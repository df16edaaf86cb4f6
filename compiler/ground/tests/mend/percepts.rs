//! Percepts of the state after the move.

use super::{accepted, play, settle};
use gdl2hdl_gdl::syntax::{Tolerance, print};

/// Two walk in a row of rooms. `after` stands for what holds after the move.
fn game(percepts: &str) -> String {
    format!(
        "(role spy) (role guard) (by 1 2) (by 2 3) (by 2 1) (by 3 2)
         (init (in spy 1)) (init (in guard 3)) (init lit) (init (dim 0))
         (<= (legal ?r (go ?b)) (true (in ?r ?a)) (by ?a ?b)) (<= (legal ?r stay) (role ?r))
         {NEXT} (<= (next ?f) (true ?f) (distinct ?f lit) (kept ?f)) (kept (dim 0))
         {percepts}
         (<= terminal (true (in spy 3))) (<= (goal ?r 50) (role ?r))"
    )
}

const NEXT: &str = "(<= (next (in ?r ?b)) (does ?r (go ?b))) (<= (next (in ?r ?a)) (does ?r stay) (true (in ?r ?a)))
     (<= (next lit) (does spy stay))";

/// The same rules for a relation of their own.
fn after() -> String {
    NEXT.replace("(next (in", "(after (in").replace("(next lit)", "(after lit)")
        + "(<= (after ?f) (true ?f) (distinct ?f lit) (kept ?f))"
}

const PERCEPTS: &[&str] = &[
    "(<= (sees ?r (meets ?a)) (next (in ?r ?a)) (next (in ?o ?a)) (role ?o) (distinct ?r ?o))",
    "(<= (sees ?r dark) (role ?r) (not (next lit)))",
    "(<= (sees ?r (all ?f)) (role ?r) (next ?f))",
    "(<= (sees ?r (meets ?a)) (met ?r ?a)) (<= (met ?r ?a) (at ?r ?a) (at ?o ?a) (distinct ?r ?o))
     (<= (at ?r ?a) (next (in ?r ?a)))",
    "(<= (sees ?r (alone ?a)) (next (in ?r ?a)) (not (other ?r ?a)))
     (<= (other ?r ?a) (next (in ?r ?a)) (next (in ?o ?a)) (or (next lit) (next (dim 0))) (distinct ?r ?o))",
];

#[test]
fn they_are_what_next_derives() {
    for percepts in PERCEPTS {
        let sheet = accepted(&game(percepts), Tolerance::Usual, "G124");
        let reference = game(&(percepts.replace("(next ", "(after ") + &after()));
        let (reference, found) = settle(&reference, Tolerance::Strict);
        assert!(found.is_empty(), "{found:#?}");
        assert_eq!(play(&sheet, 3), play(&reference, 3), "{percepts}");
        let (again, found) = settle(&print::kif(&sheet), Tolerance::Strict);
        assert!(found.is_empty(), "{found:#?}");
        assert_eq!(play(&again, 3), play(&reference, 3), "{percepts}");
    }
}

#[test]
fn strict_refuses_them() {
    for percepts in PERCEPTS {
        let (_, found) = settle(&game(percepts), Tolerance::Strict);
        assert!(found.iter().any(|found| found.code == "G107"), "{found:#?}");
    }
}

#[test]
fn elsewhere_next_stays_an_error() {
    for rules in [
        "(<= (legal spy peek) (next lit))",
        "(<= (next dim) (next lit))",
        "(<= (sees ?r dark) (role ?r) (shines)) (<= (legal spy peek) (shines)) (<= (shines) (next lit))",
        "(<= (unasked ?x) (next (in spy ?x)))",
    ] {
        for tolerance in [Tolerance::Strict, Tolerance::Usual, Tolerance::Lenient] {
            let (_, found) = settle(&game(rules), tolerance);
            assert!(found.iter().any(|found| found.code == "G107"), "{rules}: {found:#?}");
        }
    }
}
