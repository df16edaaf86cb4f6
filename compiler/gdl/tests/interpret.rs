//! The interpreter by itself: bodies in any order and nesting, relations on demand, bounds.

use gdl2hdl_gdl::check::{CheckOptions, check};
use gdl2hdl_gdl::diagnostics::Severity;
use gdl2hdl_gdl::interpret::{InterpretError, Interpreter, InterpreterLimits};
use gdl2hdl_gdl::random::SplitMix64;
use gdl2hdl_gdl::syntax::{Sheet, kif};
use std::fmt::Write;

fn sheet(text: &str) -> Sheet {
    let parsed = kif::parse(text);
    assert!(parsed.diagnostics.is_empty(), "{:?}\n{text}", parsed.diagnostics);
    parsed.sheet
}

/// The moves of the first role in the initial position.
fn moves(text: &str) -> Vec<String> {
    let mut game = Interpreter::new(&sheet(text), InterpreterLimits::default()).unwrap();
    let state = game.initial();
    game.legal(&state, 0).unwrap()
}

/// A game whose moves are the matches of a body.
fn lists(head: &str, body: &str) -> Vec<String> {
    moves(&format!("(role r) (p a) (p b) (q b) (q c) (e a b) (e b c) (<= (legal r {head}) {body})"))
}

#[test]
fn a_test_waits_for_what_binds_wherever_it_stands() {
    // An `or` that only tests, before the literal that binds.
    assert_eq!(lists("(m ?x)", "(or (distinct ?x b) (q zz)) (and (p ?x))"), ["(m a)"]);
    // Two `or`s, each of which binds what the other one tests.
    let both = "(or (and (p ?x) (not (q ?y))) (q ?x)) (or (and (q ?y) (not (p ?x))) (p ?y))";
    assert_eq!(lists("(m ?x ?y)", both), ["(m a a)", "(m b a)", "(m b b)", "(m c a)", "(m c b)", "(m c c)"]);
    // Equations that bind through each other, against their order.
    assert_eq!(lists("?z", "(= (f ?y) ?z) (= ?y (g ?x)) (p ?x)"), ["(f (g a))", "(f (g b))"]);
    // Equations in each branch.
    assert_eq!(lists("(m ?x)", "(distinct ?x b) (or (= ?x c) (p ?x))"), ["(m a)", "(m c)"]);
    // Negation of nested formulas binds as what it is equal to.
    assert_eq!(lists("(m ?x)", "(not (or (q ?x) (not (p ?x))))"), ["(m a)"]);
    assert_eq!(lists("(m ?x)", "(not (and (not (e ?x b)) (not (q ?x))))"), ["(m a)", "(m b)", "(m c)"]);
    // A branch that can't hold binds nothing and needs nothing.
    assert_eq!(lists("(m ?x)", "(or (and (or) (distinct ?y b)) (p ?x))"), ["(m a)", "(m b)"]);
}

/// A formula over three variables.
#[derive(Clone, Debug)]
enum Part {
    Atom(&'static str, Vec<Arg>),
    Distinct(Arg, Arg),
    Equal(Arg, Arg),
    Not(Box<Part>),
    And(Vec<Part>),
    Or(Vec<Part>),
}

#[derive(Clone, Debug)]
enum Arg {
    Var(usize),
    Name(&'static str),
    F(Box<Arg>),
}

const NAMES: [&str; 3] = ["a", "b", "c"];
const VARS: usize = 3;
/// What holds of the relations `p` and `e`.
const FACTS: [(&str, &[&str]); 7] = [
    ("p", &["a"]),
    ("p", &["b"]),
    ("p", &["(f a)"]),
    ("e", &["a", "b"]),
    ("e", &["b", "(f a)"]),
    ("e", &["c", "c"]),
    ("e", &["(f b)", "a"]),
];

impl Arg {
    fn random(random: &mut SplitMix64) -> Self {
        match random.index(12) {
            0 | 1 => Self::Name(NAMES[random.index(NAMES.len())]),
            2 => Self::F(Box::new(Self::Var(random.index(VARS)))),
            _ => Self::Var(random.index(VARS)),
        }
    }

    fn text(&self, values: Option<&[String]>) -> String {
        match self {
            Self::Var(var) => values.map_or_else(|| format!("?v{var}"), |values| values[*var].clone()),
            Self::Name(name) => (*name).to_owned(),
            Self::F(arg) => format!("(f {})", arg.text(values)),
        }
    }
}

impl Part {
    fn random(random: &mut SplitMix64, depth: usize) -> Self {
        let kinds = if depth == 0 { 6 } else { 10 };
        match random.index(kinds) {
            0..=1 => Self::Atom("p", vec![Arg::random(random)]),
            2..=3 => Self::Atom("e", vec![Arg::random(random), Arg::random(random)]),
            4 => Self::Distinct(Arg::random(random), Arg::random(random)),
            5 => Self::Equal(Arg::random(random), Arg::random(random)),
            6 => Self::Not(Box::new(Self::random(random, depth - 1))),
            7 => Self::And((0..random.index(4)).map(|_| Self::random(random, depth - 1)).collect()),
            _ => Self::Or((0..random.index(4)).map(|_| Self::random(random, depth - 1)).collect()),
        }
    }

    fn text(&self) -> String {
        let all = |parts: &[Self]| parts.iter().fold(String::new(), |text, part| text + " " + &part.text());
        match self {
            Self::Atom(name, args) => {
                format!("({name} {})", args.iter().map(|arg| arg.text(None)).collect::<Vec<_>>().join(" "))
            }
            Self::Distinct(a, b) => format!("(distinct {} {})", a.text(None), b.text(None)),
            Self::Equal(a, b) => format!("(= {} {})", a.text(None), b.text(None)),
            Self::Not(part) => format!("(not {})", part.text()),
            Self::And(parts) => format!("(and{})", all(parts)),
            Self::Or(parts) => format!("(or{})", all(parts)),
        }
    }

    /// By the words of the definition: no order, no binding.
    fn holds(&self, values: &[String]) -> bool {
        match self {
            Self::Atom(name, args) => {
                let args: Vec<String> = args.iter().map(|arg| arg.text(Some(values))).collect();
                FACTS.iter().any(|(of, row)| of == name && row.iter().eq(args.iter()))
            }
            Self::Distinct(a, b) => a.text(Some(values)) != b.text(Some(values)),
            Self::Equal(a, b) => a.text(Some(values)) == b.text(Some(values)),
            Self::Not(part) => !part.holds(values),
            Self::And(parts) => parts.iter().all(|part| part.holds(values)),
            Self::Or(parts) => parts.iter().any(|part| part.holds(values)),
        }
    }
}

/// All terms that a safe rule can come to: each equation goes one function deeper.
fn domain() -> Vec<String> {
    let mut all: Vec<String> = NAMES.iter().map(ToString::to_string).collect();
    for depth in 0..5 {
        let deeper: Vec<String> = all[depth * NAMES.len()..].iter().map(|term| format!("(f {term})")).collect();
        all.extend(deeper);
    }
    all
}

/// The moves by trying all values.
fn by_trying(body: &[Part], domain: &[String]) -> Vec<String> {
    let mut found = std::collections::BTreeSet::new();
    for code in 0..domain.len().pow(3) {
        let value = |place: u32| domain[code / domain.len().pow(place) % domain.len()].clone();
        let values = [value(0), value(1), value(2)];
        if body.iter().all(|part| part.holds(&values)) {
            found.insert(format!("(m {} {})", values[0], values[1]));
        }
    }
    found.into_iter().collect()
}

fn is_accepted(sheet: &Sheet) -> bool {
    let options = CheckOptions { allow_incomplete: true, ..CheckOptions::default() };
    !check(sheet, &options).iter().any(|found| found.severity == Severity::Error)
}

#[test]
fn every_body_that_is_safe_is_evaluated() {
    let domain = domain();
    let facts = FACTS.iter().fold(String::new(), |mut text, (name, row)| {
        let _ = write!(text, "({name} {}) ", row.join(" "));
        text
    });
    let (mut random, mut compared, mut nonempty) = (SplitMix64(46), 0, 0);
    for _ in 0..60_000 {
        let body: Vec<Part> = (0..2 + random.index(3)).map(|_| Part::random(&mut random, 3)).collect();
        let text = body.iter().map(Part::text).collect::<Vec<_>>().join(" ");
        let text = format!("(role r) (init s) {facts} (<= (legal r (m ?v0 ?v1)) {text})");
        let parsed = kif::parse(&text);
        if !parsed.diagnostics.is_empty() || !is_accepted(&parsed.sheet) {
            continue;
        }
        let mut game = Interpreter::new(&parsed.sheet, InterpreterLimits::default())
            .unwrap_or_else(|error| panic!("{error}\n{text}"));
        let state = game.initial();
        let moves = game.legal(&state, 0).unwrap();
        assert_eq!(moves, by_trying(&body, &domain), "{text}");
        compared += 1;
        nonempty += usize::from(!moves.is_empty());
        if compared == 400 {
            break;
        }
    }
    assert!(compared >= 200 && nonempty >= 60, "{compared} compared, {nonempty} of them with moves");
}

/// Lists of any length are tested, and none is listed.
const LISTS: &str = "(role r) (init (held (c 1 (c 2 (c 3 nil))))) (num 1) (num 2) (num 3) (num 4) (num 5)
    (<= (chain nil)) (<= (chain (c ?x ?l)) (num ?x) (chain ?l))
    (<= (within ?x (c ?x ?l)) (chain (c ?x ?l)))
    (<= (within ?x (c ?y ?l)) (num ?y) (within ?x ?l))
    (<= (free ?x ?l) (num ?x) (chain ?l) (not (within ?x ?l)))
    (<= (joined nil ?l ?l) (chain ?l))
    (<= (joined (c ?x ?k) ?l (c ?x ?m)) (num ?x) (joined ?k ?l ?m))";

#[test]
fn a_relation_that_builds_terms_is_asked_and_not_listed() {
    let with = |rule: &str| moves(&format!("{LISTS} {rule}"));
    assert_eq!(with("(<= (legal r ?x) (true (held ?l)) (within ?x ?l))"), ["1", "2", "3"]);
    assert_eq!(with("(<= (legal r ?x) (num ?x) (true (held ?l)) (not (within ?x ?l)))"), ["4", "5"]);
    // A view that asks is asked itself.
    assert_eq!(with("(<= (legal r ?x) (true (held ?l)) (free ?x ?l))"), ["4", "5"]);
    // Answers build terms.
    let joined = "(<= (legal r ?m) (true (held ?l)) (joined ?l (c 5 nil) ?m))";
    assert_eq!(with(joined), ["(c 1 (c 2 (c 3 (c 5 nil))))"]);
    // Questions about what the state holds, and about the move.
    let state =
        "(<= (marked (c ?x ?l)) (true (held (c ?x ?k))) (chain ?l)) (<= (marked (c ?x ?l)) (num ?x) (marked ?l))
        (<= (legal r go) (marked (c 5 (c 1 nil)))) (<= (legal r stay) (marked (c 5 (c 2 nil))))";
    assert_eq!(with(state), ["go"]);
}

#[test]
fn questions_that_depend_on_each_other_get_all_answers() {
    // Both are asked in the middle of each other; the longer way is found last.
    let text = "(role r) (init s) (arc a b) (arc b c) (arc c a) (arc c d)
        (<= (way ?x ?y (w ?x ?y)) (arc ?x ?y))
        (<= (way ?x ?z ?p) (way ?y ?z ?p) (arc ?x ?y))
        (<= (way ?x ?z (w ?x ?z)) (way ?x ?y ?p) (way ?y ?z ?q))
        (<= (no_way ?x ?y) (arc ?x ?u) (arc ?v ?y) (not (some ?x ?y)))
        (<= (some ?x ?y) (way ?x ?y ?p))
        (<= (legal r (to ?y)) (arc ?v ?y) (some a ?y))
        (<= (legal r (never ?x)) (arc ?x ?u) (no_way ?x a)) (<= (legal r (end ?y)) (arc ?v ?y) (not (some d ?y)))";
    let all = moves(text);
    assert_eq!(all, ["(end a)", "(end b)", "(end c)", "(end d)", "(to a)", "(to b)", "(to c)", "(to d)"]);
}

#[test]
fn what_has_no_end_stops_at_a_bound() {
    let text = format!("{LISTS} (<= (legal r ?l) (chain ?l))");
    let limits = || InterpreterLimits { max_bytes: 32 << 20, ..InterpreterLimits::default() };
    let error = Interpreter::new(&sheet(&text), limits()).err().unwrap();
    assert!(matches!(error, InterpretError::Memory(_) | InterpretError::Depth(_)), "{error}");
    // One chain only: the depth is met first.
    let text = "(role r) (init z) (<= (n z)) (<= (n (s ?x)) (n ?x)) (<= (legal r ?x) (n ?x))";
    assert_eq!(Interpreter::new(&sheet(text), limits()).err(), Some(InterpretError::Depth(100)));
}

#[test]
fn memory_is_counted() {
    // A million rows of a view, and then of a state.
    let digits = (0..10).fold(String::new(), |text, digit| text + &format!("(d {digit}) "));
    let six = "(d ?a) (d ?b) (d ?c) (d ?e) (d ?f) (d ?g)";
    let limits = || InterpreterLimits { max_bytes: 16 << 20, ..InterpreterLimits::default() };
    for rules in [
        format!("(<= (wide ?a ?b ?c ?e ?f ?g) {six}) (<= (legal r go) (wide 1 ?b 2 ?e ?f ?g))"),
        format!("(<= (init (at ?a ?b ?c ?e ?f ?g)) {six}) (legal r go)"),
    ] {
        let error = Interpreter::new(&sheet(&format!("(role r) {digits} {rules}")), limits()).err();
        assert_eq!(error, Some(InterpretError::Memory(16 << 20)), "{rules}");
    }
    let text = format!("(role r) (init s) {digits} (legal r go) (<= (next (at ?a ?b ?c ?e ?f ?g)) (does r go) {six})");
    let mut game = Interpreter::new(&sheet(&text), limits()).unwrap();
    let state = game.initial();
    assert_eq!(game.legal(&state, 0).unwrap(), ["go"]);
    assert_eq!(game.next(&state, &["go".to_owned()]), Err(InterpretError::Memory(16 << 20)));
    // It goes on where there is room.
    assert_eq!(game.legal(&state, 0).unwrap(), ["go"]);
}

#[test]
fn a_text_longer_than_memory_is_not_written() {
    // Each step doubles the text, and adds one term.
    let steps = (0..60).fold(String::new(), |text, step| text + &format!("(step {step} {}) ", step + 1));
    let text = format!(
        "(role r) (init s) {steps} (val 0 z) (<= (val ?j (f ?x ?x)) (val ?i ?x) (step ?i ?j)) (<= (legal r ?x) (val 60 ?x))"
    );
    let mut game = Interpreter::new(&sheet(&text), InterpreterLimits::default()).unwrap();
    let state = game.initial();
    assert!(matches!(game.legal(&state, 0), Err(InterpretError::Memory(_))));
}
