//! Random games that keep all static rules: small worlds with views, recursion, negation, disjunction, equality,
//! variables for whole facts and moves, and nested terms.
//!
//! A game is made from a list of numbers, one for each choice, so that a failing one shrinks.

use proptest::collection::vec;
use proptest::prelude::*;
use std::fmt::Write;

/// Texts of games in prefix syntax.
pub fn games() -> impl Strategy<Value = String> {
    vec(any::<u16>(), 0..2500).prop_map(|choices| Maker { choices, next: 0, fresh: 0 }.game())
}

/// A relation that bodies may use: how it is written, and the sorts of nothing but values.
const FLUENTS: &[(&str, usize)] = &[("flag", 0), ("at", 1), ("on", 2), ("deep", 1)];
const MOVES: &[(&str, usize)] = &[("noop", 0), ("go", 1), ("put", 2)];
const ROLES: &[&str] = &["white", "black"];
const VALUES: &[&str] = &["1", "2", "3"];
/// Views in order: each may use those before it, and itself where it is not negated.
const VIEWS: &[(&str, usize)] = &[("va", 0), ("vb", 1), ("vc", 2), ("vd", 1), ("ve", 2)];
const STATICS: &[(&str, usize)] = &[("d", 1), ("succ", 2)];

/// Facts that nothing sees but other facts, or views of which only others see something: what a net keeps of them is little
/// or nothing, and the rules ask for them all the same.
const HIDDEN: &[&str] = &[
    "",
    "(init w1) (<= (next w2) (true w1)) (<= (next w1) (true w2)) (<= (next (at 1)) (true w1)) (<= (next (at 1)) (true w2))\n",
    "(init (w 1)) (<= (next (w ?y)) (true (w ?x)) (succ ?x ?y)) (<= (next (w 3)) (true (w 3)))\n\
     (<= (next (v ?x)) (true (w ?x)) (does white noop)) (<= (next (u ?x)) (true (v ?x)) (true (w ?y)) (distinct ?x ?y))\n\
     (<= (next flag) (true (u ?x)) (not (true (v ?x))))\n",
    "(<= (next (was ?f)) (true ?f) (distinct ?f (was ?f)) (or (true ?f) (does white noop)) (d1 ?f)) (d1 flag) (d1 (at 1))\n\
     (<= seen (true (was ?f)) (not (true ?f))) (<= (next (at 2)) seen)\n",
    "(init w1) (<= (next w1) (true w1)) (<= (next w2) (true w1) (true ?f) (distinct ?f w1) (distinct ?f w2))\n\
     (<= (next flag) (true w2) (not (true w1)))\n",
];

/// Most variables of a rule: each is guarded by `d`, so that the rule has at most `3^5` instances.
const MAX_VARIABLES: usize = 5;

struct Maker {
    choices: Vec<u16>,
    next: usize,
    fresh: usize,
}

/// What a rule may speak of.
#[derive(Clone, Copy)]
struct Scope {
    /// Views below this number may be used in any way.
    views: usize,
    /// This view may be used positively.
    itself: Option<usize>,
    state: bool,
    moves: bool,
}

const TIMELESS: Scope = Scope { views: 0, itself: None, state: false, moves: false };
const STATE: Scope = Scope { views: VIEWS.len(), itself: None, state: true, moves: false };
const UPDATE: Scope = Scope { moves: true, ..STATE };

impl Maker {
    /// A number below `count`; 0 when all choices are used up, so that every game ends.
    fn choose(&mut self, count: usize) -> usize {
        let choice = self.choices.get(self.next).copied().unwrap_or(0);
        self.next += 1;
        usize::from(choice) % count
    }

    fn pick<T: Copy>(&mut self, from: &[T]) -> T {
        from[self.choose(from.len())]
    }

    fn game(mut self) -> String {
        let mut text = String::new();
        let roles = 1 + self.choose(2);
        for role in &ROLES[..roles] {
            writeln!(text, "(role {role})\n(legal {role} noop)").unwrap_or_default();
        }
        text += "(d 1) (d 2) (d 3) (succ 1 2) (succ 2 3)\n(init (at 1))\n";
        for _ in 0..self.choose(4) {
            let rule = self.rule("init", FLUENTS, TIMELESS);
            text += &rule;
        }
        for (number, &view) in VIEWS.iter().enumerate() {
            for _ in 0..self.choose(3) {
                let scope = Scope { views: number, itself: Some(number), ..STATE };
                text += &self.view(view, scope);
            }
        }
        text += "(<= (legal white (put ?x ?y)) (d ?x) (d ?y) (not (true (on ?x ?y))))\n";
        for _ in 0..1 + self.choose(4) {
            let role = ROLES[self.choose(roles)];
            let rule = self.rule(&format!("legal {role}"), MOVES, STATE);
            text += &rule;
        }
        for _ in 0..3 + self.choose(6) {
            let rule = self.rule("next", FLUENTS, UPDATE);
            text += &rule;
        }
        text += self.pick(&[
            "(<= (next (at ?y)) (true (at ?x)) (succ ?x ?y))\n",
            "(<= (next ?f) (true ?f) (not va))\n",
            "(<= (next (on ?x ?y)) (does white (put ?x ?y)))\n(<= (next (on ?x ?y)) (true (on ?x ?y)))\n",
            "(<= (next (at ?x)) (does white (go ?x)))\n",
            "(<= (next ?f) (true ?f) (distinct ?f flag) (or (does white noop) (true (at 2))))\n",
            "(<= (next ?f) (or (and (true ?f) (not (true flag))) (and (true (at 2)) (true ?f))) (not (does white (go 1))))\n",
        ]);
        text += self.pick(HIDDEN);
        for role in &ROLES[..roles] {
            for value in ["0", "50", "100"] {
                text += &self.proposition(&format!("(goal {role} {value})"), STATE);
            }
        }
        for _ in 0..self.choose(4) {
            let role = ROLES[self.choose(roles)];
            let rule = self.rule(&format!("sees {role}"), FLUENTS, UPDATE);
            text += &rule;
        }
        text += self.pick(&["", "(<= (sees white (did ?m)) (does white ?m))\n"]);
        let mut guards = Vec::new();
        let mut body = self.body(STATE, &mut guards);
        // Seldom true, so that most games go on for some steps.
        body.push("(true (on 3 ?last)) (true (at ?last))".to_owned());
        text + &self.finish("terminal", body, &guards, STATE)
    }

    /// `(<= (keyword (functor args)) body)`, sometimes a fact.
    fn rule(&mut self, keyword: &str, from: &[(&str, usize)], scope: Scope) -> String {
        let mut bound = Vec::new();
        let body = self.body(scope, &mut bound);
        let (name, arity) = self.pick(from);
        let inner = self.sentence(name, arity, &mut bound);
        self.finish(&format!("({keyword} {inner})"), body, &bound, scope)
    }

    fn view(&mut self, (name, arity): (&str, usize), scope: Scope) -> String {
        let mut bound = Vec::new();
        let body = self.body(scope, &mut bound);
        let head = self.sentence(name, arity, &mut bound);
        self.finish(&head, body, &bound, scope)
    }

    fn proposition(&mut self, head: &str, scope: Scope) -> String {
        let mut bound = Vec::new();
        let body = self.body(scope, &mut bound);
        self.finish(head, body, &bound, scope)
    }

    /// Guards bind what nothing else does. They stand anywhere: last, before what they bind, inside of `and` and `or`.
    fn finish(&mut self, head: &str, mut body: Vec<String>, bound: &[String], scope: Scope) -> String {
        let fact = if scope.state { "(true flag)" } else { "(d 2)" };
        let mut guards: Vec<String> = bound.iter().map(|variable| format!("(d {variable})")).collect();
        match self.choose(6) {
            3 if guards.len() > 1 => guards = vec![format!("(and {})", guards.join(" "))],
            4 if !guards.is_empty() => {
                let one = self.choose(guards.len());
                guards[one] = match self.choose(3) {
                    0 => format!("(or {0} (and {fact} {0}))", guards[one]),
                    1 => format!("(and (or {fact} (distinct a b)) {})", guards[one]),
                    _ => format!("(or (and (distinct a b) {0}) (and {0} (not {fact})))", guards[one]),
                };
            }
            5 => {
                for guard in guards.drain(..) {
                    let at = self.choose(body.len() + 1);
                    body.insert(at, guard);
                }
            }
            _ => {}
        }
        body.extend(guards);
        if body.is_empty() { format!("{head}\n") } else { format!("(<= {head} {})\n", body.join(" ")) }
    }

    /// Literals. `guards` gets the variables that need a guard: all of them, for some a guard is one too many.
    fn body(&mut self, scope: Scope, guards: &mut Vec<String>) -> Vec<String> {
        let count = self.choose(4);
        (0..count).map(|_| self.formula(scope, guards, 2)).collect()
    }

    fn formula(&mut self, scope: Scope, guards: &mut Vec<String>, depth: usize) -> String {
        match self.choose(if depth == 0 { 6 } else { 9 }) {
            0 | 1 => self.atom(scope, guards, true),
            2 | 3 => format!("(not {})", self.atom(scope, guards, false)),
            4 => format!("(distinct {} {})", self.value(guards), self.value(guards)),
            5 => self.atom(scope, guards, true),
            6 => self.group("or", scope, guards, depth),
            7 => self.group("and", scope, guards, depth),
            _ => {
                // Under `not` nothing may refer to the view itself.
                let scope = Scope { itself: None, ..scope };
                format!("(not {})", self.group("or", scope, guards, depth))
            }
        }
    }

    fn group(&mut self, word: &str, scope: Scope, guards: &mut Vec<String>, depth: usize) -> String {
        let count = 1 + self.choose(3);
        let parts: Vec<String> = (0..count).map(|_| self.formula(scope, guards, depth - 1)).collect();
        format!("({word} {})", parts.join(" "))
    }

    fn atom(&mut self, scope: Scope, guards: &mut Vec<String>, positive: bool) -> String {
        // The state is spoken of most: rules about facts alone are soon decided.
        let kinds: &[usize] = match (scope.state, scope.moves) {
            (false, _) => &[0, 1],
            (true, false) => &[2, 0, 1, 1, 2, 2],
            (true, true) => &[3, 0, 1, 2, 2, 3],
        };
        match self.pick(kinds) {
            0 => {
                let (name, arity) = self.pick(STATICS);
                self.sentence(name, arity, guards)
            }
            1 => {
                let usable = scope.views + usize::from(positive && scope.itself.is_some());
                match usable {
                    0 => self.sentence("d", 1, guards),
                    _ => {
                        let (name, arity) = VIEWS[self.choose(usable)];
                        self.sentence(name, arity, guards)
                    }
                }
            }
            2 => {
                let (name, arity) = self.pick(FLUENTS);
                format!("(true {})", self.sentence(name, arity, guards))
            }
            _ => {
                let (name, arity) = self.pick(MOVES);
                format!("(does {} {})", ROLES[0], self.sentence(name, arity, guards))
            }
        }
    }

    /// `name` or `(name args)`; the argument of `deep` is a term of terms.
    fn sentence(&mut self, name: &str, arity: usize, guards: &mut Vec<String>) -> String {
        if arity == 0 {
            return name.to_owned();
        }
        let args: Vec<String> = (0..arity).map(|_| self.value(guards)).collect();
        match name {
            "deep" => format!("(deep (f {} (g {})))", args[0], self.value(guards)),
            _ => format!("({name} {})", args.join(" ")),
        }
    }

    /// A constant, a variable met before, or a new one.
    fn value(&mut self, guards: &mut Vec<String>) -> String {
        match self.choose(5) {
            0 => self.pick(VALUES).to_owned(),
            1 | 2 if !guards.is_empty() => guards[self.choose(guards.len())].clone(),
            _ if guards.len() >= MAX_VARIABLES => guards[self.choose(guards.len())].clone(),
            _ => {
                self.fresh += 1;
                let variable = format!("?x{}", self.fresh);
                guards.push(variable.clone());
                variable
            }
        }
    }
}
