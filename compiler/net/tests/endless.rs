//! Games whose terms only play bounds: they are grounded for what play comes to, and play as the interpreter does.

use crate::common::game;
use crate::hard_games::plays_like_the_interpreter;
use gdl2hdl_gdl::diagnostics::Diagnostic;
use gdl2hdl_gdl::observer::Unobserved;
use gdl2hdl_gdl::random::SplitMix64;
use gdl2hdl_ground::{self as ground, Grounding, Options};
use std::collections::BTreeSet;

fn grounded(text: &str) -> Result<Grounding, Box<Diagnostic>> {
    ground::ground(&game(text), &Options::default(), &Unobserved)
}

/// Facts and moves of a ground game.
fn sentences(grounding: &Grounding) -> (Vec<String>, Vec<String>) {
    let program = &grounding.program;
    let text = |term| program.terms.text(&program.symbols, term);
    let facts = program.bases.iter().map(|base| text(base.fact)).collect();
    (facts, program.moves.iter().map(|of| text(of.action)).collect())
}

/// Grounds a game, plays it beside the interpreter, and gives its facts and moves.
fn played(text: &str) -> (Vec<String>, Vec<String>) {
    let grounding = grounded(text).unwrap_or_else(|found| panic!("{found:?}"));
    for seed in 0..20 {
        plays_like_the_interpreter(text, &grounding, seed);
    }
    sentences(&grounding)
}

#[test]
fn a_tower_that_a_legality_stops() {
    let text = "(role builder) (init (tower ground)) (init calm) (<= (legal builder add) (not (true (tower (on (on ground))))))
        (legal builder wait) (<= (next (tower (on ?t))) (does builder add) (true (tower ?t)))
        (<= (next (tower ?t)) (does builder wait) (true (tower ?t))) (<= (next calm) (does builder wait))
        (<= terminal high (true calm)) (<= high (true (tower (on (on ?t))))) (<= (goal builder 7) high) (<= (goal builder 3) (not high))";
    let (facts, moves) = played(text);
    assert_eq!(facts, ["(tower (on (on ground)))", "(tower (on ground))", "(tower ground)", "calm"]);
    assert_eq!(moves, ["add", "wait"]);
}

#[test]
fn a_record_that_the_end_stops() {
    let text = "(role scribe) (role idler) (init (said end)) (init (page 1)) (follows 1 2) (follows 2 3) (follows 3 4)
        (legal scribe x) (legal scribe y) (legal idler nothing)
        (<= (next (said (then ?m ?s))) (does scribe ?m) (true (said ?s))) (<= (next (page ?q)) (true (page ?p)) (follows ?p ?q))
        (<= terminal (true (page 4))) (<= alike (true (said (then ?m (then ?m ?s)))))
        (<= (goal scribe 100) alike) (<= (goal scribe 0) (not alike)) (<= (goal idler 50) terminal)";
    let (facts, moves) = played(text);
    // One, two, four and eight records, and four pages; no record of a fourth step.
    assert_eq!((facts.len(), moves.len()), (1 + 2 + 4 + 8 + 4, 3), "{facts:?}");
}

/// A walk that visits nothing twice, over lists that no rule lists.
const WALK: &str = "(role w) (init (here 1)) (init (trail (then 1 none))) (place 1) (place 2) (place 3) (place 4) (place 5)
    (way 1 2) (way 2 3) (way 3 4) (way 4 5) (way 5 1) (way 2 5) (way 3 1)
    (trail none) (<= (trail (then ?p ?t)) (place ?p) (trail ?t))
    (<= (on ?p (then ?p ?t)) (trail (then ?p ?t))) (<= (on ?p (then ?q ?t)) (place ?q) (on ?p ?t))
    (<= (legal w (to ?q)) (true (here ?p)) (way ?p ?q) (true (trail ?t)) (not (on ?q ?t))) (legal w stay)
    (<= (next (here ?q)) (does w (to ?q))) (<= (next (trail (then ?q ?t))) (does w (to ?q)) (true (trail ?t)))
    (<= (next (here ?q)) (does w stay) (true (here ?q))) (<= (next (trail ?t)) (does w stay) (true (trail ?t)))
    (<= (next tired) (does w stay)) (<= terminal (true tired) (true (here 5))) (<= (goal w 100) (true (here 4))) (goal w 0)";

#[test]
fn lists_that_are_tested_and_never_listed() {
    let (facts, moves) = played(WALK);
    assert_eq!(moves.len(), 5, "{moves:?}");
    // Every trail that is walked, and none that is not.
    let trails: BTreeSet<&String> = facts.iter().filter(|fact| fact.starts_with("(trail")).collect();
    assert_eq!(trails.len(), walked(&[(1, 2), (2, 3), (3, 4), (4, 5), (5, 1), (2, 5), (3, 1)], &mut vec![1]));
}

/// Number of ways that go on from one, without visiting anything twice.
fn walked(ways: &[(u8, u8)], path: &mut Vec<u8>) -> usize {
    let mut count = 1;
    let here = path[path.len() - 1];
    for &(_, to) in ways.iter().filter(|way| way.0 == here) {
        if !path.contains(&to) {
            path.push(to);
            count += walked(ways, path);
            path.pop();
        }
    }
    count
}

#[test]
fn lists_in_views_only() {
    // No fact grows; what is asked for has an end.
    let text = "(role r) (init (at a)) (thing a) (thing b) (thing c) (row none) (<= (row (then ?x ?t)) (thing ?x) (row ?t))
        (<= (has ?x (then ?x ?t)) (row ?t) (thing ?x)) (<= (has ?x (then ?y ?t)) (thing ?y) (has ?x ?t))
        (set (then a (then c none)))
        (<= (lit (then ?x ?t)) (true (at ?x)) (row ?t)) (<= (lit (then ?x ?t)) (thing ?x) (lit ?t))
        (<= (legal r (go ?x)) (thing ?x) (set ?s) (has ?x ?s)) (<= (legal r rest) (lit (then b (then a none))))
        (<= (next (at ?x)) (does r (go ?x))) (<= (next (at b)) (does r rest)) (<= terminal (not (lit (then a (then c none)))))
        (goal r 1)";
    let (facts, moves) = played(text);
    assert_eq!(
        (facts, moves),
        (
            vec!["(at a)".into(), "(at b)".into(), "(at c)".into()],
            vec!["(go a)".into(), "(go c)".into(), "rest".into()]
        )
    );
}

#[test]
fn a_counter_beside_more_states_than_can_be_visited() {
    // Thirty lamps; the counter goes up when one is lit, and not when it is full, which a view says.
    let lamps = (0..30).fold(String::new(), |text, lamp| text + &format!("(lamp {lamp}) "));
    let text = format!(
        "(role r) {lamps} (init (n z)) (<= (legal r (toggle ?l)) (lamp ?l) (not full)) (<= (legal r rest) (true (n ?x)))
        (<= full (true (n (s (s (s (s z)))))))
        (<= (next (lit ?l)) (does r (toggle ?l)) (not (true (lit ?l)))) (<= (next (lit ?l)) (true (lit ?l)) (not (does r (toggle ?l))))
        (<= up (does r (toggle ?l)) (not (true (lit ?l)))) (<= (next (n (s ?x))) up (true (n ?x))) (<= (next (n ?x)) (true (n ?x)) (not up))
        (<= terminal full (true (lit 7))) (<= (goal r 100) (true (lit 7))) (<= (goal r 0) (not (true (lit 7))))"
    );
    let (facts, moves) = played(&text);
    assert_eq!((facts.len(), moves.len()), (30 + 5, 31), "{facts:?}");
}

#[test]
fn a_fact_that_may_follow_or_not() {
    // Whether the tower grows depends on a fact that is not tracked first.
    let text = "(role r) (init (n z)) (init (door open)) (legal r push) (<= (legal r pull) (true (door shut)))
        (<= (next (door shut)) (does r push)) (<= (next (door open)) (does r pull))
        (<= (next (n (s ?x))) (true (n ?x)) (true (door shut))) (<= (next (n ?x)) (true (n ?x)) (true (door open)))
        (<= terminal (true (n (s (s (s ?x)))))) (<= (goal r 100) (true (door open))) (<= (goal r 0) (not (true (door open))))";
    let (facts, _) = played(text);
    assert_eq!(facts.len(), 4 + 2, "{facts:?}");
}

#[test]
fn what_has_no_end_is_refused_and_says_what_was_tried() {
    let text =
        "(role r) (init (n z)) (legal r up) (<= (next (n (s ?x))) (true (n ?x))) (<= terminal (true over)) (goal r 0)";
    let found = grounded(text).unwrap_err();
    assert_eq!(found.code, "G203");
    assert!(found.message.contains("the states of play were visited too"), "{}", found.message);
}

/// What a rule of a random game asks. `?x` is the height of a tower that holds.
const TESTS: [&str; 15] = [
    "(true (p ?x))",
    "(true (q ?x))",
    "(true f)",
    "(not (true f))",
    "(true g)",
    "(not (true g))",
    "(does r a)",
    "(does r b)",
    "(true (p (s (s z))))",
    "(not (true (p (s (s z)))))",
    "(not (true (q (s z))))",
    "(not big)",
    "big",
    "(not (does r a))",
    "(true (q (s ?y)))",
];
const HEADS: [&str; 8] = ["(p (s ?x))", "(q (s ?x))", "(p ?x)", "(q ?x)", "(p z)", "(q (s z))", "f", "g"];
const ENDS: [&str; 3] = ["(true (p (s (s (s z)))))", "(true (q (s (s z))))", "big"];

/// Heights of towers of both kinds, and two flags.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Default)]
struct Towers {
    p: BTreeSet<usize>,
    q: BTreeSet<usize>,
    f: bool,
    g: bool,
}

/// A random game over two towers and two flags, by the numbers of its parts; whether it has an end is not known.
struct Game {
    /// Head, whether `?x` is of `p`, tests.
    next: Vec<(usize, bool, Vec<usize>)>,
    legal: usize,
    big: usize,
    terminal: usize,
    end: usize,
}

impl Game {
    fn random(random: &mut SplitMix64) -> Self {
        let next = (0..5 + random.index(5)).map(|_| {
            let tests = (0..random.index(3)).map(|_| random.index(TESTS.len())).collect();
            (random.index(HEADS.len()), random.index(2) == 0, tests)
        });
        let next = next.collect();
        let (legal, big) = (random.index(6), 1 + random.index(5));
        Self { next, legal, big, terminal: 2 + random.index(4), end: random.index(ENDS.len()) }
    }

    fn text(&self) -> String {
        let mut text = "(role r) (init (p z)) (init (q z)) (init f) (legal r a) ".to_owned();
        for (head, of_p, tests) in &self.next {
            let binder = if *of_p { "(true (p ?x))" } else { "(true (q ?x))" };
            let tests: Vec<&str> = tests.iter().map(|&test| TESTS[test]).collect();
            text += &format!("(<= (next {}) {binder} {}) ", HEADS[*head], tests.join(" "));
        }
        text += &format!("(<= (legal r b) (true (p ?x)) {} (not (true (p (s (s z)))))) ", TESTS[self.legal]);
        text += &format!("(<= big (true (p (s (s ?x)))) {}) ", TESTS[self.big]);
        text += &format!("(<= terminal (true (q ?x)) {}) (<= terminal {})", TESTS[self.terminal], ENDS[self.end]);
        text + "(<= (goal r 100) big) (<= (goal r 0) (not big))"
    }

    /// By the words of the rules, without any of the compiler's code.
    fn holds(&self, test: usize, state: &Towers, action: char, x: usize) -> bool {
        match test {
            0 => state.p.contains(&x),
            1 => state.q.contains(&x),
            2 => state.f,
            3 => !state.f,
            4 => state.g,
            5 => !state.g,
            6 => action == 'a',
            7 => action == 'b',
            8 => state.p.contains(&2),
            9 => !state.p.contains(&2),
            10 => !state.q.contains(&1),
            11 => !self.is_big(state),
            12 => self.is_big(state),
            13 => action != 'a',
            _ => state.q.iter().any(|&height| height >= 1),
        }
    }

    fn is_big(&self, state: &Towers) -> bool {
        state.p.iter().any(|&height| height >= 2 && self.holds(self.big, state, ' ', height - 2))
    }

    fn is_terminal(&self, state: &Towers) -> bool {
        let end = match self.end {
            0 => state.p.contains(&3),
            1 => state.q.contains(&2),
            _ => self.is_big(state),
        };
        end || (!state.q.is_empty() && self.holds(self.terminal, state, ' ', 0))
    }

    fn allows_b(&self, state: &Towers) -> bool {
        !state.p.contains(&2) && state.p.iter().any(|&x| self.holds(self.legal, state, ' ', x))
    }

    fn next(&self, state: &Towers, action: char) -> Towers {
        let mut next = Towers::default();
        for (head, of_p, tests) in &self.next {
            for &x in if *of_p { &state.p } else { &state.q } {
                if tests.iter().all(|&test| self.holds(test, state, action, x)) {
                    match head {
                        0 => _ = next.p.insert(x + 1),
                        1 => _ = next.q.insert(x + 1),
                        2 => _ = next.p.insert(x),
                        3 => _ = next.q.insert(x),
                        4 => _ = next.p.insert(0),
                        5 => _ = next.q.insert(1),
                        6 => next.f = true,
                        _ => next.g = true,
                    }
                }
            }
        }
        next
    }

    /// All facts and moves of play; `None` beyond so many states.
    fn reached(&self, most: usize) -> Option<(BTreeSet<String>, BTreeSet<String>)> {
        let first = Towers { p: [0].into(), q: [0].into(), f: true, g: false };
        let (mut facts, mut moves) = (BTreeSet::new(), BTreeSet::from(["a".to_owned()]));
        let (mut open, mut seen) = (vec![first.clone()], BTreeSet::from([first]));
        while let Some(state) = open.pop() {
            facts.extend(state.p.iter().map(|&height| format!("(p {})", tower(height))));
            facts.extend(state.q.iter().map(|&height| format!("(q {})", tower(height))));
            facts.extend([("f", state.f), ("g", state.g)].iter().filter(|flag| flag.1).map(|flag| flag.0.to_owned()));
            let b = self.allows_b(&state);
            moves.extend(b.then(|| "b".to_owned()));
            if self.is_terminal(&state) {
                continue;
            }
            for action in if b { vec!['a', 'b'] } else { vec!['a'] } {
                let next = self.next(&state, action);
                if seen.insert(next.clone()) {
                    open.push(next);
                }
            }
            if seen.len() > most {
                return None;
            }
        }
        Some((facts, moves))
    }
}

fn tower(height: usize) -> String {
    format!("{}z{}", "(s ".repeat(height), ")".repeat(height))
}

#[test]
fn random_games_are_grounded_for_all_that_play_comes_to() {
    let (mut random, mut visited, mut refused) = (SplitMix64(20), 0, 0);
    for number in 0..60 {
        let game = Game::random(&mut random);
        let (text, reached) = (game.text(), game.reached(300));
        match grounded(&text) {
            Ok(grounding) => {
                plays_like_the_interpreter(&text, &grounding, number);
                let (facts, moves) = sentences(&grounding);
                let (facts, moves): (BTreeSet<_>, BTreeSet<_>) =
                    (facts.into_iter().collect(), moves.into_iter().collect());
                if let Some((reached, legal)) = reached {
                    assert!(reached.is_subset(&facts), "{:?} is missing: {text}", reached.difference(&facts));
                    assert!(legal.is_subset(&moves), "{text}");
                }
                visited += usize::from(grounding.program.visited);
            }
            Err(found) => {
                assert_eq!(found.code, "G203", "{text}");
                // Few states are not too many to visit.
                assert!(reached.is_none(), "{text}");
                refused += 1;
            }
        }
    }
    assert!(visited >= 20 && refused >= 1, "{visited} were visited, {refused} refused");
}

/// Rules that put a function around what they took, at most once, and relations with many rows.
#[test]
fn large_games_that_only_look_endless_are_grounded_at_once() {
    let places: String = (0..75).map(|place| format!("(place {place})")).collect();
    let text = format!(
        "{places} (role w) (init (cell (bare 1))) (dressed 1 2) (legal w go)
        (<= (next (cell (bare ?q))) (does w go) (true (cell (bare ?p))) (dressed ?p ?q))
        (init (hat 1)) (<= (next (hat (on ?q))) (does w go) (true (hat ?q)) (small ?q)) (small 1)
        (<= (next (hat ?q)) (true (hat ?q)))
        (<= (link ?a ?b) (place ?a) (place ?b) (distinct ?a ?b)) (<= (near ?a ?b) (link ?a ?c) (link ?c ?b))
        (<= (legal w (to ?b)) (true (cell (bare ?a))) (near ?a ?b)) (<= (next (at ?b)) (does w (to ?b)))
        (<= terminal (true (at ?a)) (near ?a ?b) (true (cell (bare ?b)))) (<= (goal w 100) (true (at 3))) (goal w 0)"
    );
    let grounding = grounded(&text).unwrap_or_else(|found| panic!("{found:?}"));
    assert!(grounding.diagnostics.iter().all(|found| found.code != "G204"), "no state is visited");
    plays_like_the_interpreter(&text, &grounding, 1);
}
