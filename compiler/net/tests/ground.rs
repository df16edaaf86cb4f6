//! Grounding: what comes out of small games, and that splitting rules changes nothing.

use crate::common::{game, grounded, propnet};
use gdl2hdl_gdl::observer::{Observer, Reason, Unobserved};
use gdl2hdl_gdl::random::SplitMix64;
use gdl2hdl_ground::{self as ground, Limits, Split, Truth};
use gdl2hdl_net::propnet::{PropNet, value};
use proptest::prelude::*;
use std::collections::{BTreeMap, BTreeSet};

const FRAME: &str = "(role r) (index 1) (index 2) (index 3)
    (<= (init (at ?x b)) (index ?x)) (init (turn r))
    (<= (legal ?r (mark ?x)) (true (turn ?r)) (true (at ?x b)))
    (<= (next (at ?x m)) (does r (mark ?x)))
    (<= (next (at ?x ?v)) (does ?r (mark ?y)) (true (at ?x ?v)) (distinct ?x ?y))
    (<= (next (turn r)) (true (turn r)))
    (<= open (true (at ?x b))) (<= terminal (not open))
    (goal r 100)";

fn names(program: &ground::GroundProgram) -> (Vec<String>, Vec<String>) {
    let bases = program.bases.iter().map(|b| program.text(b.fact)).collect();
    (bases, program.moves.iter().map(|m| program.text(m.action)).collect())
}

#[test]
fn reachable_bases_and_moves_are_found_without_declarations() {
    let (bases, moves) = names(&grounded(FRAME, true).program);
    assert_eq!(bases, ["(at 1 b)", "(at 1 m)", "(at 2 b)", "(at 2 m)", "(at 3 b)", "(at 3 m)", "(turn r)"]);
    assert_eq!(moves, ["(mark 1)", "(mark 2)", "(mark 3)"]);
}

#[test]
fn facts_and_impossible_atoms_vanish() {
    let program = grounded(
        "(role r) (init p) (ok) (<= (legal r a) (true p) ok (not never)) (<= (legal r b) never) (<= never (true q))
         (<= (next p) (does r a)) (<= terminal never) (<= (goal r 50) (not never)) (<= (goal r 60) never)",
        true,
    )
    .program;
    assert_eq!(names(&program), (vec!["p".to_owned()], vec!["a".to_owned()]));
    assert_eq!(program.terminal, Truth::False);
    assert_eq!(program.goals.len(), 1);
    assert_eq!(program.goals[0].holds, Truth::True);
}

#[test]
fn whole_facts_and_moves_as_variables_stand_for_all_forms() {
    let program = grounded(
        "(role r) (init (c 1)) (init (d 1 2)) (init e) (keep (c 1)) (keep e)
         (<= (legal r ?f) (true ?f)) (<= (next ?f) (does r ?f) (true ?f)) (<= (next ?f) (keep ?f) (true ?f))
         (<= terminal (not (true e))) (goal r 0)",
        true,
    )
    .program;
    let (bases, moves) = names(&program);
    assert_eq!(bases, ["(c 1)", "(d 1 2)", "e"]);
    assert_eq!(moves, bases);
}

#[test]
fn negation_between_different_goal_values_is_no_cycle() {
    let net = propnet(
        "(role r) (init p) (legal r a) (<= (next q) (does r a)) (<= terminal (true q))
         (<= (goal r 100) (true q)) (<= (goal r 0) (not (goal r 100)))",
        Split::WhenItPays,
    );
    let values = net.evaluate(&[0, u64::MAX], &[0]);
    let goals: Vec<u64> = net.ports.goals.iter().map(|g| value(&values, g.holds)).collect();
    assert_eq!(goals, [0, u64::MAX]);
}

#[test]
fn declared_bases_that_miss_reachable_ones_are_reported() {
    let text = format!("{FRAME} (base (turn r)) (input r (mark 1))");
    let diagnostics = grounded(&text, true).diagnostics;
    assert_eq!(diagnostics.iter().map(|d| d.code).collect::<Vec<_>>(), ["G221", "G221"]);
    assert!(diagnostics[0].message.starts_with("6 sentences are not declared by `base`"), "{diagnostics:?}");
}

#[test]
fn terms_that_grow_without_end_are_refused_by_depth() {
    let text =
        "(role r) (init (n z)) (<= (next (n (s ?x))) (true (n ?x))) (legal r a) (<= terminal (true over)) (goal r 0)";
    let game = game(text);
    let refused = ground::ground(&game, &ground::Options::default(), &Unobserved).unwrap_err();
    assert_eq!(refused.code, "G203");
    assert_eq!(refused.labels[0].span.of(text), "(<= (next (n (s ?x))) (true (n ?x)))");
}

#[test]
fn memory_and_time_are_bounded() {
    let digits = "(d 0)(d 1)(d 2)(d 3)(d 4)(d 5)(d 6)(d 7)(d 8)(d 9)";
    let text = format!(
        "(role r) {digits} (<= (p ?a ?b ?c ?e ?f ?g ?h ?i) (d ?a) (d ?b) (d ?c) (d ?e) (d ?f) (d ?g) (d ?h) (d ?i))
         (<= (next (q ?a ?b ?c ?e)) (p ?a ?b ?c ?e ?f ?g ?h ?i) (p ?f ?g ?h ?i ?a ?b ?c ?e))
         (legal r a) terminal (goal r 0)"
    );
    let game = game(&text);
    let limits = Limits { max_bytes: 16 << 20, ..Limits::default() };
    let options = ground::Options { limits, ..ground::Options::default() };
    let refused = ground::ground(&game, &options, &Unobserved).unwrap_err();
    assert_eq!(refused.code, "G202");

    struct Expired;
    impl Observer for Expired {
        fn reason(&self) -> Option<Reason> {
            Some(Reason::Deadline)
        }
    }
    let refused = ground::ground(&game, &ground::Options::default(), &Expired).unwrap_err();
    assert_eq!(refused.code, "G201");
}

/// Games over random joins: whatever the split, states and moves behave the same.
fn random_game(seed: u64) -> String {
    let mut random = SplitMix64(seed);
    let mut text =
        String::from("(role r) (init (p 0 0)) (init (p 1 2)) (init (q 2)) (goal r 0) (<= terminal (true (q 4)))\n");
    for i in 0..5 {
        text += &format!("(e {i} {}) (e {} {i}) (d {i}) ", (i + 1) % 5, random.index(5));
    }
    text += "(<= (legal r (m ?x ?y)) (d ?x) (e ?x ?y) (not (true (q ?y)))) (legal r stay)\n";
    let vars = ["?a", "?b", "?c", "?f"];
    for rule in 0..4 {
        let mut var = || vars[random.index(4)];
        let heads = [format!("(next (p {} {}))", "?a", "?b"), "(next (q ?a))".to_owned(), "(v ?a ?b)".to_owned()];
        text += &format!(
            "(<= {} (d ?a) (d ?b) (true (p {} {})) (e {} {}) (does r (m {} ?g)) (e ?g {}) (d ?c) (d ?f) (distinct ?a {}) (not (v {} {})))\n",
            heads[rule % 2],
            var(),
            var(),
            var(),
            var(),
            var(),
            var(),
            "?g",
            "?b",
            "?g"
        );
    }
    text + "(<= (v ?a ?b) (e ?a ?c) (e ?c ?b) (true (p ?c ?f)) (d ?f))\n"
}

/// Games that keep what moves leave alone, said in random ways: by `distinct`, by relations, by what must not be.
fn frame_game(seed: u64) -> String {
    let mut random = SplitMix64(seed);
    let mut text = String::from(
        "(role r) (role s) (init (at 1 2 a)) (init (at 3 3 b)) (init (busy 2)) (goal r 0) (goal s 0)
         (<= terminal (true (at 5 5 a)))
         (<= (differ ?x ?y ?u ?v) (i ?x) (i ?y) (i ?u) (i ?v) (distinct ?x ?u))
         (<= (differ ?x ?y ?u ?v) (i ?x) (i ?y) (i ?u) (i ?v) (distinct ?y ?v))
         (<= (apart ?x ?y ?u ?v) (j ?x) (j ?y) (j ?u) (j ?v) (distinct ?x ?u))
         (<= (apart ?x ?y ?u ?v) (j ?x) (j ?y) (j ?u) (j ?v) (distinct ?y ?v)) (j 1) (j 2) (j 3) (j 5)
         (<= (blocked ?x ?y ?u ?v) (true (busy ?x)) (e ?u ?y) (i ?v))
         (<= (legal ?p (go ?x ?y ?u ?v)) (role ?p) (e ?x ?y) (e ?u ?v)) (<= (legal ?p stay) (role ?p))
         (<= (next (at ?u ?v a)) (does r (go ?x ?y ?u ?v))) (<= (next (at ?u ?v b)) (does s (go ?x ?y ?u ?v)))
         (<= (next (busy ?x)) (does ?p (go ?x ?y ?u ?v)) (true (at ?x ?y ?k)))\n",
    );
    for i in 1..=6 {
        text +=
            &format!("(i {i}) (e {i} {}) (e {i} {}) (f {i} {})\n", i % 6 + 1, random.index(6) + 1, random.index(6) + 1);
    }
    for _ in 0..3 {
        let role = ["r", "s", "?p"][random.index(3)];
        let mut tests = String::new();
        for _ in 0..=random.index(3) {
            tests += [
                " (differ ?a ?b ?x ?y)",
                " (differ ?u ?v ?a ?b)",
                " (apart ?a ?b ?u ?v)",
                " (apart ?x ?v ?b ?a)",
                " (distinct ?a ?u)",
                " (distinct ?v ?b)",
                " (not (differ ?a ?x ?b ?v))",
                " (not (blocked ?a ?b ?x ?u))",
                " (not (e ?a ?y))",
                " (f ?x ?w) (distinct ?w ?a)",
                " (true (busy ?x))",
                " (not (true (busy ?u)))",
                " (e ?b ?v)",
                " (differ ?a 3 ?x ?b)",
            ][random.index(14)];
        }
        let (before, after) = if random.index(2) == 0 { (tests.as_str(), "") } else { ("", tests.as_str()) };
        text +=
            &format!("(<= (next (at ?a ?b ?k)){before} (true (at ?a ?b ?k)) (does {role} (go ?x ?y ?u ?v)){after})\n");
    }
    text
}

/// In each of 64 lanes one move of each role.
fn joint_moves(net: &PropNet, random: &mut SplitMix64) -> Vec<u64> {
    let inputs = &net.ports.inputs;
    let mut moves = vec![0; inputs.len()];
    let roles: BTreeSet<u32> = inputs.iter().map(|input| input.role).collect();
    for role in roles {
        let own: Vec<usize> = (0..inputs.len()).filter(|&input| inputs[input].role == role).collect();
        for lane in 0..64 {
            moves[own[random.index(own.len())]] |= 1 << lane;
        }
    }
    moves
}

/// Grounds a game with and without splits and compares next states, legal moves and ends, from random states.
fn same_when_split(text: &str, seed: u64) -> Result<(), TestCaseError> {
    same_by(text, Split::WhenItPays, seed)?;
    same_by(text, Split::Always, seed)
}

fn same_by(text: &str, which: Split, seed: u64) -> Result<(), TestCaseError> {
    let (whole, split) = (propnet(text, Split::Never), propnet(text, which));
    let facts = |net: &PropNet| net.ports.bases.iter().map(|b| b.fact.clone()).collect::<BTreeSet<_>>();
    let actions = |net: &PropNet| net.ports.inputs.iter().map(|i| i.action.clone()).collect::<Vec<_>>();
    let (of_whole, of_split) = (facts(&whole), facts(&split));
    // Which atoms can hold is over-approximated: a split may find fewer. Compare those in both.
    prop_assert!(of_split.is_subset(&of_whole) || of_whole.is_subset(&of_split));
    prop_assert_eq!(actions(&whole), actions(&split));
    let mut random = SplitMix64(seed ^ 1);
    let state: BTreeMap<_, u64> = of_whole.intersection(&of_split).map(|fact| (fact.clone(), random.word())).collect();
    let moves = joint_moves(&whole, &mut random);
    let run = |net: &PropNet| {
        let bases: Vec<u64> = net.ports.bases.iter().map(|b| state.get(&b.fact).copied().unwrap_or(0)).collect();
        let values = net.evaluate(&bases, &moves);
        let next = net.ports.bases.iter().map(|b| (b.fact.clone(), value(&values, b.next)));
        let next: BTreeMap<_, u64> = next.filter(|(_, holds)| *holds != 0).collect();
        let legal: Vec<u64> = net.ports.inputs.iter().map(|i| value(&values, i.legal)).collect();
        (next, legal, value(&values, net.ports.terminal))
    };
    prop_assert_eq!(run(&whole), run(&split));
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    #[test]
    fn splitting_rules_changes_nothing(seed in any::<u64>()) {
        same_when_split(&random_game(seed), seed)?;
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(100))]

    #[test]
    fn complements_change_nothing(seed in any::<u64>()) {
        same_when_split(&frame_game(seed), seed)?;
    }
}

#[test]
fn what_a_move_leaves_alone_takes_rules_by_the_sum_and_not_by_the_product() {
    let mut text = String::from(
        "(role r) (goal r 0) (<= terminal (true (at 1 1 w)))
         (<= (differ ?x ?y ?u ?v) (i ?x) (i ?y) (i ?u) (i ?v) (distinct ?x ?u))
         (<= (differ ?x ?y ?u ?v) (i ?x) (i ?y) (i ?u) (i ?v) (distinct ?y ?v))
         (<= (init (at ?x ?y b)) (i ?x) (i ?y)) (<= (legal r (mark ?x ?y)) (true (at ?x ?y b)))
         (<= (next (at ?x ?y w)) (does r (mark ?x ?y)))
         (<= (next (at ?x ?y ?k)) (true (at ?x ?y ?k)) (does r (mark ?u ?v)) (differ ?x ?y ?u ?v))\n",
    );
    for i in 1..=16 {
        text += &format!("(i {i})");
    }
    let cells = 16 * 16;
    let rules = grounded(&text, true).program.rules.len();
    assert!(rules <= 7 * cells, "{rules} ground rules for {cells} cells");
    assert!(grounded(&text, false).program.rules.len() > cells * (cells - 1));
}
