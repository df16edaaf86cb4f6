//! What metagamers find in small games written for it.

use super::{LIMITS, all_agree, read};
use gdl2hdl_gdl::check::Checked;
use gdl2hdl_gdl::observer::Unobserved;
use gdl2hdl_gdl::syntax::{Sheet, print};
use gdl2hdl_ground::metagame::{self, Bounds};

const BOUNDS: Bounds<'_> = Bounds { limits: LIMITS, observer: &Unobserved };

/// The frame of a game: a counter to 3, and moves that are added by each test.
const FRAME: &str = "(role you) (init (at 1)) (succ 1 2) (succ 2 3)
(<= (next (at ?y)) (true (at ?x)) (succ ?x ?y))
(<= terminal (true (at 3)))
(<= (goal you 100) (true (at 3)))
(<= (goal you 0) (not (true (at 3))))
";

fn game(rules: &str) -> Checked {
    let text = format!("{FRAME}{rules}");
    all_agree(&text, 2, 5).unwrap();
    read(&text, None).unwrap()
}

/// The rules of a sheet for some heads, one a line.
fn rules(sheet: &Sheet, heads: &[&str]) -> Vec<String> {
    let of = |rule: &&gdl2hdl_gdl::syntax::Rule| heads.contains(&sheet.symbols.name(rule.head.relation));
    sheet
        .rules
        .iter()
        .filter(of)
        .map(|rule| print::rule(&sheet.symbols, rule, gdl2hdl_gdl::syntax::Language::Kif))
        .collect()
}

#[test]
fn facts_decide_subgoals_and_rules() {
    let sheet = game(
        "(only a) (<= (legal you go) (role you) (succ 1 2) (not (succ 2 1)))
        (<= (legal you ?x) (only ?x) (or (succ 3 4) (true (at 1))))
        (<= (legal you never) (succ 2 1)) (<= (legal you nor) (not (only ?x)) (only ?x))
        (<= (legal you equal) (distinct a a)) (<= (legal you b) (true (at 1)) (or (only a) (true (at 2))))",
    );
    let made = metagame::simplify(&sheet, BOUNDS).unwrap();
    let left = ["(legal you go)", "(<= (legal you a) (true (at 1)))", "(<= (legal you b) (true (at 1)))"];
    assert_eq!(rules(&made.sheet, &["legal"]), left);
    // Three rules that never hold, and the fact that nothing asks for any more.
    assert_eq!((made.gain.rules_removed, made.gain.variables_bound > 0), (4, true), "{:?}", made.gain);
}

#[test]
fn static_views_become_facts() {
    let sheet = game(
        "(legal you go) (<= (less ?x ?y) (succ ?x ?y)) (<= (less ?x ?z) (less ?x ?y) (succ ?y ?z))
        (<= (mixed ?x) (less ?x 3)) (<= (mixed ?x) (true (at ?x))) (<= (legal you ?x) (mixed ?x) (less ?x 3))
        (<= (init (on ?x)) (less 1 ?x))",
    );
    let made = metagame::materialize(&sheet, BOUNDS).unwrap();
    assert_eq!(rules(&made.sheet, &["less"]).len(), 3);
    assert_eq!(rules(&made.sheet, &["init"]), ["(init (at 1))", "(init (on 2))", "(init (on 3))"]);
    assert_eq!(rules(&made.sheet, &["mixed"]).len(), 2);
    assert_eq!(made.gain.relations, 2);
}

#[test]
fn what_cannot_be_seen_is_dropped() {
    let sheet = game(
        "(legal you go) (legal you stay) (init (seen 1)) (init (unseen 1)) (init (unseen 2)) (unused a)
        (<= (next (seen ?x)) (true (seen ?x))) (<= (next (unseen ?x)) (true (unseen ?x)) (does you go))
        (<= (view ?x) (true (unseen ?x))) (<= (base (unseen ?x)) (succ ?x ?y)) (<= (base (at ?x)) (succ ?x ?y))
        (<= (legal you wait) (true (seen 1)))",
    );
    let made = metagame::prune(&sheet, BOUNDS).unwrap();
    let text = print::kif(&made.sheet);
    assert!(!text.contains("unseen") && !text.contains("view") && !text.contains("unused"), "{text}");
    assert!(text.contains("(init (seen 1))") && text.contains("(base (at ?x))"), "{text}");
    assert!(made.gain.state_dropped && made.gain.rules_removed == 6, "{:?}", made.gain);
}

#[test]
fn moves_that_do_the_same_share_their_rules() {
    let mut moves = String::new();
    for action in ["a", "b", "c", "d"] {
        moves.push_str(&format!(
            "(legal you {action}) (<= (next (on 1)) (does you {action}) (not (true (on 1))))
            (<= (next (on 2)) (does you {action}) (true (at 2)))\n"
        ));
    }
    let sheet = game(&format!(
        "{moves} (legal you e) (<= (next (on 1)) (does you e) (true (on 1))) (<= (goal you 50) (true (on 1)) (true (on 2)))"
    ));
    let made = metagame::prune(&sheet, BOUNDS).unwrap();
    assert_eq!((made.gain.move_groups, made.gain.moves_grouped), (1, 4), "{:?}", made.gain);
    let expected = [
        "(<= moves1 (does you a))",
        "(<= moves1 (does you b))",
        "(<= moves1 (does you c))",
        "(<= moves1 (does you d))",
    ];
    assert_eq!(rules(&made.sheet, &["moves1"]), expected);
    assert_eq!(rules(&made.sheet, &["legal"]).len(), 5);
    // Two rules are left of eight, beside those of the counter and of move e.
    assert_eq!(rules(&made.sheet, &["next"]).len(), 4);
}

#[test]
fn superfluous_rules_and_subgoals_go_and_the_rest_is_ordered() {
    let sheet = game(
        "(<= (legal you ?x) (true (on ?x)) (succ ?x ?y)) (<= (legal you 2) (true (on 2)) (succ 2 3))
        (<= (legal you ?a) (succ ?a ?b) (true (at 1)) (true (on ?a))) (legal you go) (legal you go)
        (<= (legal you ?x) (legal you ?x) (true (on ?x))) (<= (next (on ?x)) (true (at ?x)) (true (at ?x)))
        (<= (win ?x) (true (big ?x ?y ?z)) (succ ?x 3) (true (at ?x))) (<= (goal you 60) (win ?x))
        (<= (next (big ?x ?x ?x)) (true (at ?x)))",
    );
    let made = metagame::optimize(&sheet, BOUNDS).unwrap();
    assert_eq!(rules(&made.sheet, &["legal"]).len(), 2, "{:?}", rules(&made.sheet, &["legal"]));
    assert_eq!(rules(&made.sheet, &["win"]).len(), 1);
    assert!(
        rules(&made.sheet, &["win"])[0].starts_with("(<= (win 2) (true (at 2))"),
        "{:?}",
        rules(&made.sheet, &["win"])
    );
    assert!(made.gain.rules_subsumed >= 4 && made.gain.subgoals_doubled >= 1, "{:?}", made.gain);
}

#[test]
fn a_game_keeps_a_rule_for_each_word_it_needs() {
    let text = "(role you) (legal you go) (init (p 1)) (<= (next (p 1)) (true (p 1)))
        (<= terminal (never a)) (<= (goal you 100) (never b)) (none a)";
    all_agree(text, 1, 4).unwrap();
    let made = metagame::optimize(&read(text, None).unwrap(), BOUNDS).unwrap();
    assert_eq!(rules(&made.sheet, &["terminal", "goal"]).len(), 2);
}

#[test]
fn the_symbolizer_speaks_of_propositions_only() {
    let sheet = read(&std::fs::read_to_string(gdl2hdl_tests::examples::path("tic_tac_toe")).unwrap(), None).unwrap();
    let made = metagame::symbolize(&sheet, BOUNDS).unwrap();
    let text = print::hrf(&made.sheet);
    for part in ["true(cell11x)", "does(x,mark11)", "legal(x,mark11) :-", "goal(x,100)", "role(x)"] {
        assert!(text.contains(part), "{part} in {text}");
    }
    assert_eq!(made.gain.table.names["cell11x"], "(cell 1 1 x)");
    assert_eq!((made.gain.collisions, made.gain.ground.bases), (0, 29));
}

#[test]
fn the_obfuscator_leaves_what_has_a_meaning() {
    let sheet = game("(legal you go) (value 7) (<= (goal you ?v) (value ?v) (true (at 2)))");
    let obfuscate = |seed| metagame::obfuscate(&sheet, seed).unwrap();
    let (one, same, other) = (obfuscate(1), obfuscate(1), obfuscate(2));
    let text = print::kif(&one.sheet);
    assert_eq!(text, print::kif(&same.sheet));
    assert_ne!(text, print::kif(&other.sheet));
    for word in ["you", "at", "succ", "go", "value", "?x"] {
        assert!(!text.split([' ', '(', ')', '\n']).any(|found| found == word), "{word} in {text}");
    }
    // A variable stands for goal values, so that all numbers that may be one stay.
    assert!(text.contains("role") && text.contains(" 7)") && text.contains(" 100)"), "{text}");
    // A word that stays must not be one that comes back.
    let foreign = read(&format!("{text}(you 1)"), None).unwrap();
    let refused = metagame::restore(&foreign, &one.gain.table).err();
    assert_eq!(refused, Some(metagame::TableError::Foreign("you".into())));
}
