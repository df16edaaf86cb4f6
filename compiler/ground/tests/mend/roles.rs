//! Rules for roles that there are not.

use super::{play, settle};
use gdl2hdl_gdl::syntax::Tolerance;

fn game(odd: &str) -> String {
    format!(
        "(role white) (role black) (init (t 0)) (<= (legal white go) (true (t 0))) (legal black noop)
         (<= (next (t 1)) (does white go)) (<= terminal (true (t 1)))
         (<= (goal white 100) (true (t 1))) (goal black 0) {odd}"
    )
}

#[test]
fn they_change_nothing_and_the_near_role_is_named() {
    let (sound, _) = settle(&game(""), Tolerance::Strict);
    for odd in [
        "(<= (legal withe wait) (true (t 0)))",
        "(<= (next (t 2)) (does withe go))",
        "(<= (goal withe 0) (true (t 1)))",
        "(<= (sees withe (all ?x)) (true (t ?x)))",
        "(<= (legal withe wait) (true (t 0))) (<= (next (t 2)) (does withe wait))",
    ] {
        let (sheet, found) = settle(&game(odd), Tolerance::Usual);
        let warnings: Vec<_> = found.iter().filter(|found| found.code == "G125").collect();
        assert_eq!(warnings.len(), 1, "{odd}: {found:#?}");
        assert!(warnings[0].help.contains("`white`"), "{}", warnings[0].help);
        assert_eq!(play(&sheet, 3), play(&sound, 3), "{odd}");
    }
}

#[test]
fn roles_are_not_warned_of() {
    let (_, found) = settle(&game("(<= (sees white (all ?x)) (true (t ?x)))"), Tolerance::Usual);
    assert!(found.is_empty(), "{found:#?}");
}
