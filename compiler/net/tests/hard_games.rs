//! Small games of the kinds that are hard to ground: each stays within a bound of matches that rules as they are
//! written would exceed, and plays as the interpreter does.

use crate::common::{game, grounded};
use gdl2hdl_gdl::interpret::{self, Interpreter};
use gdl2hdl_gdl::observer::Unobserved;
use gdl2hdl_gdl::random::SplitMix64;
use gdl2hdl_gdl::syntax;
use gdl2hdl_ground::{self as ground, Grounding, Limits, MagicSets};
use gdl2hdl_net::propnet::{self, PropNet, value};

/// Grounds a game with every relation on demand that can be.
fn on_demand(text: &str) -> Grounding {
    let options = ground::Options { magic_sets: MagicSets::Always, ..ground::Options::default() };
    ground::ground(&game(text), &options, &Unobserved).unwrap()
}

/// Matches of all rules.
fn matches(grounding: &Grounding) -> u64 {
    grounding.profile.iter().map(|cost| cost.matches).sum()
}

/// Bit `i` of the answer: whether base `i` holds.
fn bases(net: &PropNet, facts: &[String]) -> Vec<u64> {
    let known = facts.iter().all(|fact| net.ports.bases.iter().any(|base| *base.fact == **fact));
    assert!(known, "a fact of {facts:?} is no base");
    net.ports.bases.iter().map(|base| if facts.contains(&base.fact.to_string()) { u64::MAX } else { 0 }).collect()
}

/// Random playouts by the interpreter, with the net looked at in every state.
pub(crate) fn plays_like_the_interpreter(text: &str, grounding: &Grounding, seed: u64) {
    let net = propnet::build(&grounding.program, &Limits::default(), &Unobserved).unwrap();
    let mut game = Interpreter::new(&syntax::kif::parse(text).sheet, interpret::InterpreterLimits::default()).unwrap();
    let mut random = SplitMix64(seed);
    let initial = game.initial();
    let begin: Vec<String> =
        net.ports.bases.iter().filter(|base| base.init).map(|base| base.fact.to_string()).collect();
    assert_eq!(begin, initial.facts());
    for _ in 0..3 {
        let mut state = initial.clone();
        for _ in 0..8 {
            let bits = bases(&net, &state.facts());
            let values = net.evaluate(&bits, &vec![0; net.ports.inputs.len()]);
            assert_eq!(value(&values, net.ports.terminal) != 0, game.terminal(&state).unwrap());
            let mut joint = Vec::new();
            for role in 0..game.roles().len() {
                let legal = game.legal(&state, role).unwrap();
                let inputs = net.ports.inputs_of(role);
                let inputs = net.ports.inputs[inputs].iter().filter(|input| value(&values, input.legal) != 0);
                assert_eq!(inputs.map(|input| input.action.to_string()).collect::<Vec<_>>(), legal, "{state:?}");
                let goals = net.ports.goals_of(role);
                let goals = net.ports.goals[goals].iter().filter(|goal| value(&values, goal.holds) != 0);
                let goals: Vec<String> = goals.map(|goal| goal.value.to_string()).collect();
                assert_eq!(goals, game.goals(&state, role).unwrap());
                joint.extend(legal.get(random.index(legal.len().max(1))).cloned());
            }
            if joint.len() < game.roles().len() || game.terminal(&state).unwrap() {
                break;
            }
            state = game.next(&state, &joint).unwrap();
            let mut moves = vec![0; net.ports.inputs.len()];
            for (role, action) in joint.iter().enumerate() {
                let input = net.ports.inputs_of(role).find(|&i| *net.ports.inputs[i].action == **action).unwrap();
                moves[input] = u64::MAX;
            }
            let values = net.evaluate(&bits, &moves);
            let next = net.ports.bases.iter().filter(|base| value(&values, base.next) != 0);
            assert_eq!(next.map(|base| base.fact.to_string()).collect::<Vec<_>>(), state.facts());
        }
    }
}

/// Both ways of grounding play right, and the one on demand stays within a bound.
fn check(text: &str, most: u64) {
    let (usual, asked) = (grounded(text, true), on_demand(text));
    plays_like_the_interpreter(text, &usual, 1);
    plays_like_the_interpreter(text, &asked, 2);
    assert!(matches(&asked) <= most, "{} matches, more than {most}\n{text}", matches(&asked));
}

/// `(d 0) ... (d n-1)` and their successors.
fn numbers(n: usize) -> String {
    (0..n).map(|i| format!("(d {i}) (succ {i} {}) ", i + 1)).collect()
}

const LESS: &str = "(<= (less ?a ?b) (succ ?a ?b)) (<= (less ?a ?b) (succ ?a ?c) (less ?c ?b))\n";

#[test]
fn a_relation_over_four_indices_is_asked_for_few() {
    let text = format!(
        "(role r) {} {LESS} (init (at 1 1)) (init (door 3 2))
         (<= (toward ?x ?y ?u ?v right) (less ?x ?u) (d ?y) (d ?v))
         (<= (toward ?x ?y ?u ?v left) (less ?u ?x) (d ?y) (d ?v))
         (<= (toward ?x ?y ?x ?v up) (d ?x) (less ?y ?v))
         (<= (toward ?x ?y ?x ?v down) (d ?x) (less ?v ?y))
         (<= (legal r ?m) (true (at ?x ?y)) (true (door ?u ?v)) (toward ?x ?y ?u ?v ?m))
         (legal r stay)
         (<= (next (at ?u ?y)) (true (at ?x ?y)) (does r right) (succ ?x ?u) (less ?u 6))
         (<= (next (at ?u ?y)) (true (at ?x ?y)) (does r left) (succ ?u ?x))
         (<= (next (at ?x ?v)) (true (at ?x ?y)) (does r up) (succ ?y ?v) (less ?v 6))
         (<= (next (at ?x ?v)) (true (at ?x ?y)) (does r down) (succ ?v ?y))
         (<= (next (at ?x ?y)) (true (at ?x ?y)) (does r stay))
         (<= (next (door ?x ?y)) (true (door ?x ?y)))
         (<= there (true (at ?x ?y)) (true (door ?x ?y))) (<= terminal there)
         (<= (goal r 100) there) (<= (goal r 0) (not there))",
        numbers(14)
    );
    check(&text, 3_000);
}

#[test]
fn accumulators_are_counted_from_where_the_call_begins() {
    let text = format!(
        "(role r) {} (<= (init (cell ?x e)) (d ?x) (succ ?x ?y)) (end 9)
         (<= (count ?i ?n ?n) (end ?i) (d ?n))
         (<= (count ?i ?a ?n) (true (cell ?i f)) (succ ?i ?j) (succ ?a ?b) (count ?j ?b ?n))
         (<= (count ?i ?a ?n) (true (cell ?i e)) (succ ?i ?j) (count ?j ?a ?n))
         (<= (legal r (fill ?x)) (true (cell ?x e)))
         (<= (next (cell ?x f)) (does r (fill ?x)))
         (<= (next (cell ?x ?s)) (true (cell ?x ?s)) (does r (fill ?y)) (distinct ?x ?y))
         (<= terminal (count 0 0 5)) (<= (goal r 100) (count 0 0 5)) (<= (goal r 0) (not (count 0 0 5)))",
        numbers(10)
    );
    check(&text, 3_000);
}

#[test]
fn frames_do_not_multiply_with_moves() {
    let text = format!(
        "(role r) {} (<= (init (cell ?x ?y e)) (d ?x) (d ?y) (distinct ?x 1)) (<= (init (cell 1 ?y p)) (d ?y))
         (<= (legal r (move ?x ?y ?u ?v)) (true (cell ?x ?y p)) (true (cell ?u ?v e)))
         (<= (next (cell ?u ?v p)) (does r (move ?x ?y ?u ?v)))
         (<= (next (cell ?x ?y e)) (does r (move ?x ?y ?u ?v)))
         (<= (next (cell ?a ?b ?s)) (true (cell ?a ?b ?s)) (does r (move ?x ?y ?u ?v))
             (other ?a ?b ?x ?y) (other ?a ?b ?u ?v))
         (<= (other ?a ?b ?x ?y) (d ?a) (d ?b) (d ?x) (d ?y) (distinct ?a ?x))
         (<= (other ?a ?b ?x ?y) (d ?a) (d ?b) (d ?x) (d ?y) (distinct ?b ?y))
         (<= terminal (true (cell 0 0 p)) (true (cell 2 2 p))) (goal r 50)",
        numbers(5)
    );
    check(&text, 60_000);
}

#[test]
fn threats_look_through_the_square_that_is_left() {
    let text = format!(
        "(role w) (role b) {} (init (cell 0 0 k)) (init (cell 3 3 q)) (init (cell 3 0 p)) (init (turn w))
         (<= (init (cell ?x ?y e)) (d ?x) (d ?y) (distinct ?x 0) (distinct ?x 3))
         (<= (init (cell 0 ?y e)) (d ?y) (distinct ?y 0)) (init (cell 3 1 e)) (init (cell 3 2 e))
         (<= (see ?x ?y ?u ?y ?a ?b) (succ ?x ?u) (d ?y) (d ?a) (d ?b))
         (<= (see ?x ?y ?u ?y ?a ?b) (succ ?x ?z) (true (cell ?z ?y e)) (see ?z ?y ?u ?y ?a ?b))
         (<= (see ?x ?b ?u ?b ?a ?b) (succ ?x ?a) (see ?a ?b ?u ?b ?a ?b))
         (<= (attacked ?u ?v ?a ?b) (true (cell ?x ?y q)) (see ?u ?v ?x ?y ?a ?b))
         (<= (attacked ?u ?v ?a ?b) (true (cell ?x ?y q)) (see ?x ?y ?u ?v ?a ?b))
         (<= (step ?x ?u) (succ ?x ?u) (d ?u)) (<= (step ?x ?u) (succ ?u ?x) (d ?x))
         (<= (legal w (go ?x ?y ?u ?y)) (true (turn w)) (true (cell ?x ?y k)) (step ?x ?u) (true (cell ?u ?y e))
             (not (attacked ?u ?y ?x ?y)))
         (<= (legal w (go ?x ?y ?x ?v)) (true (turn w)) (true (cell ?x ?y k)) (step ?y ?v) (true (cell ?x ?v e))
             (not (attacked ?x ?v ?x ?y)))
         (<= (legal b (go ?x ?y ?x ?v)) (true (turn b)) (true (cell ?x ?y q)) (step ?y ?v) (true (cell ?x ?v e)))
         (<= (legal w noop) (true (turn b))) (<= (legal b noop) (true (turn w)))
         (<= (next (turn w)) (true (turn b))) (<= (next (turn b)) (true (turn w)))
         (<= (next (cell ?u ?v ?p)) (does ?r (go ?x ?y ?u ?v)) (true (cell ?x ?y ?p)))
         (<= (next (cell ?x ?y e)) (does ?r (go ?x ?y ?u ?v)))
         (<= (touched ?x ?y) (does ?r (go ?x ?y ?u ?v))) (<= (touched ?u ?v) (does ?r (go ?x ?y ?u ?v)))
         (<= (next (cell ?x ?y ?p)) (true (cell ?x ?y ?p)) (not (touched ?x ?y)))
         (<= terminal (true (cell 3 1 k))) (goal w 50) (goal b 50)",
        (0..4).map(|i| format!("(d {i}) (succ {i} {}) ", i + 1)).collect::<String>()
    );
    check(&text, 20_000);
}

#[test]
fn functions_as_arguments_are_joined_like_columns() {
    let text = format!(
        "(role r) {} (<= (init (cell (pos ?x ?y) e)) (d ?x) (d ?y))
         (<= (near (pos ?x ?y) (pos ?u ?y)) (succ ?x ?u) (d ?y) (d ?u))
         (<= (near (pos ?x ?y) (pos ?x ?v)) (succ ?y ?v) (d ?x) (d ?v))
         (<= (pair ?p ?q) (near ?p ?q) (true (cell ?p e)) (true (cell ?q e)))
         (<= (legal r (domino ?p ?q)) (pair ?p ?q))
         (<= (next (cell ?p f)) (does r (domino ?p ?q))) (<= (next (cell ?q f)) (does r (domino ?p ?q)))
         (<= (next (cell ?c ?s)) (true (cell ?c ?s)) (does r (domino ?p ?q)) (distinct ?c ?p) (distinct ?c ?q))
         (<= (next (last ?m)) (does r ?m)) (<= open (pair ?p ?q)) (<= terminal (not open))
         (<= (goal r 100) (true (cell (pos 0 0) f))) (<= (goal r 0) (not (true (cell (pos 0 0) f))))",
        numbers(4)
    );
    let grounding = grounded(&text, true);
    let names: Vec<String> = grounding.program.bases.iter().map(|base| grounding.program.text(base.fact)).collect();
    assert!(names.contains(&"(cell (pos 1 2) f)".to_owned()), "{names:?}");
    assert!(names.contains(&"(last (domino (pos 0 0) (pos 0 1)))".to_owned()), "{names:?}");
    check(&text, 10_000);
}

#[test]
fn a_board_that_never_changes_is_no_part_of_rules() {
    let text = format!(
        "(role r) {} (init (at 0 0)) (<= (init (wall ?x 2)) (d ?x) (distinct ?x 3)) (<= (next (wall ?x ?y)) (true (wall ?x ?y)))
         (<= (free ?x ?y) (d ?x) (d ?y) (not (true (wall ?x ?y))))
         (<= (legal r (to ?u ?y)) (true (at ?x ?y)) (succ ?x ?u) (free ?u ?y))
         (<= (legal r (to ?x ?v)) (true (at ?x ?y)) (succ ?y ?v) (free ?x ?v)) (legal r stay)
         (<= (next (at ?x ?y)) (does r (to ?x ?y))) (<= (next (at ?x ?y)) (true (at ?x ?y)) (does r stay))
         (<= terminal (true (at 3 3))) (<= (goal r 100) (true (at 3 3))) (<= (goal r 0) (not (true (at 3 3))))",
        numbers(5)
    );
    check(&text, 2_000);
    let grounding = grounded(&text, true);
    let walls = grounding.program.bases.iter().filter(|base| grounding.program.text(base.fact).starts_with("(wall"));
    assert_eq!(walls.count(), 4);
    let listing = grounding.program.listing();
    let rules: Vec<&str> = listing.lines().filter(|line| line.contains("wall")).collect();
    assert!(rules.iter().all(|line| !line.contains("legal") && !line.contains("free")), "{rules:?}");
}

#[test]
fn counters_and_deep_recursion_end() {
    let text = format!(
        "(role r) {} {LESS} (init (step 0)) (<= (next (step ?n)) (true (step ?m)) (succ ?m ?n))
         (init (lit 0)) (<= (next (lit ?n)) (does r (light ?n))) (<= (next (lit ?n)) (true (lit ?n)))
         (<= (chain 0) (true (lit 0))) (<= (chain ?n) (chain ?m) (succ ?m ?n) (true (lit ?n)))
         (<= (legal r (light ?n)) (chain ?m) (succ ?m ?n)) (<= (legal r wait) (true (step ?n)) (less ?n 30))
         (<= terminal (chain 6)) (<= terminal (true (step 40))) (<= (goal r 100) (chain 6))
         (<= (goal r 0) (not (chain 6)))",
        numbers(40)
    );
    check(&text, 5_000);
}

#[test]
fn four_numbers_are_added_two_by_two() {
    let plus: String = (0..9).flat_map(|a| (0..9).map(move |b| format!("(plus {a} {b} {}) ", a + b))).collect();
    let text = format!(
        "(role a) (role b) (role c) (role e) {} {plus} (init (total 0))
         (<= (legal ?r (say ?n)) (role ?r) (d ?n))
         (<= (next (total ?t)) (does a (say ?x)) (does b (say ?y)) (does c (say ?z)) (does e (say ?w))
             (plus ?x ?y ?s) (plus ?z ?w ?u) (most ?s ?u ?t))
         (<= (most ?s ?u ?s) (plus ?x ?y ?s) (plus ?z ?w ?u) (not (less ?s ?u)))
         (<= (most ?s ?u ?u) (plus ?x ?y ?s) (plus ?z ?w ?u) (less ?s ?u)) {LESS} {}
         (<= terminal (true (total 16))) (<= (goal ?r 50) (role ?r))",
        (0..9).map(|i| format!("(d {i}) ")).collect::<String>(),
        (0..17).map(|i| format!("(succ {i} {}) ", i + 1)).collect::<String>()
    );
    // As it stands the rule of `total` alone has 9^4 matches.
    check(&text, 60_000);
}

#[test]
fn four_in_a_line_have_something_in_common() {
    let cards: String = (0..16).map(|card| format!("(card c{card}) ")).collect();
    let bits: String =
        (0..4).flat_map(|bit| (0..16).map(move |card| format!("(is {bit} c{card} {}) ", card >> bit & 1))).collect();
    let text = format!(
        "(role r) (place 0) (place 1) (place 2) (place 3) {cards} {bits}
         (<= (legal r (put ?i ?c)) (place ?i) (card ?c) (not (taken ?i)) (not (used ?c)))
         (<= (taken ?i) (true (at ?i ?c))) (<= (used ?c) (true (at ?i ?c)))
         (<= (next (at ?i ?c)) (does r (put ?i ?c))) (<= (next (at ?i ?c)) (true (at ?i ?c)))
         (<= (alike ?a ?b ?c ?d) (is ?n ?a ?v) (is ?n ?b ?v) (is ?n ?c ?v) (is ?n ?d ?v))
         (<= line (true (at 0 ?a)) (true (at 1 ?b)) (true (at 2 ?c)) (true (at 3 ?d)) (alike ?a ?b ?c ?d))
         (<= open (place ?i) (not (taken ?i)))
         (<= terminal (not open)) (<= (goal r 100) line) (<= (goal r 0) (not line))"
    );
    let grounding = grounded(&text, true);
    plays_like_the_interpreter(&text, &grounding, 1);
    // 28,000 fours have something in common; of each place eight values have to be known.
    let instances: u64 = grounding.profile.iter().map(|cost| cost.instances).sum();
    assert!(instances < 1_000, "{instances} ground rules");
}

#[test]
fn what_a_guard_lists_is_no_piece_of_another_rule() {
    // `double` asks for a guard of what `alarm` can list; the piece that leaves the rule of `legal` looks the same, but
    // holds in some states only.
    let text = "(role r) (square 1) (square 2) (square 3) (square 4) (way n) (way e) (way s) (way w)
         (init (lit a)) (init (king x))
         (<= (next (lit ?p)) (does r (take ?p ?q))) (<= (next (lit b)) (does r wait)) (<= (next (lit c)) (true (lit b)))
         (next (king x)) (<= (next (king y)) (true (lit b)))
         (<= (alarm ?p ?k ?w) (true (lit ?p)) (true (king ?k)) (way ?w))
         (<= double (alarm ?p ?k ?v) (alarm ?q ?k ?w) (distinct ?p ?q))
         (<= (legal r (take ?p ?q)) (square ?q) (alarm ?p ?k ?w) (not double)) (legal r wait)
         (<= terminal double) (<= (goal r 100) double) (<= (goal r 0) (not double))";
    check(text, 1_000);
}
