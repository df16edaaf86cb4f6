//! Games over the built-in readings of action rules: who is to move, what is legal, what goals are and when the game is
//! over may each be told by facts of the text, by views, or by facts of the state. Every engine plays them as a direct
//! evaluation of the definition does, which shares nothing with the reader.

use crate::played::{accepted, engines};
use gdl2hdl_play::engine::Engine;
use gdl2hdl_tests::random::Random;
use std::collections::{BTreeMap, BTreeSet};

const GAMES: usize = 72;
const PLAYOUTS: u64 = 5;
const STEPS: usize = 7;
/// What a variable may stand for.
const VALUES: [&str; 15] =
    ["r1", "r2", "a", "b", "0", "1", "2", "3", "25", "50", "100", "go", "set(a)", "set(b)", "mystery"];
const ROLES: [&str; 2] = ["r1", "r2"];
const ACTIONS: [&str; 5] = ["go", "set(a)", "set(b)", "noop", "mystery"];
const GOALS: [&str; 6] = ["0", "1", "25", "50", "75", "100"];

// The evaluation. Rules stand there once for each value of their variables `X`, `Y` and `Z`; `T` is that of a count.

type State = BTreeSet<String>;
/// Conditions, or effects.
type Parts = Vec<String>;

#[derive(Default)]
struct Game {
    text: String,
    /// The relation that goals are read from.
    prize: &'static str,
    /// The bodies of each head.
    rules: BTreeMap<String, Vec<Parts>>,
    /// Names of all heads.
    views: BTreeSet<String>,
    /// Conditions and effects of each head.
    operations: BTreeMap<String, Vec<(Parts, Parts)>>,
}

fn name(atom: &str) -> &str {
    atom.split('(').next().unwrap_or_default()
}

impl Game {
    fn all(&self, state: &State, conditions: &[String]) -> bool {
        conditions.iter().all(|condition| self.holds(state, condition))
    }

    fn holds(&self, state: &State, atom: &str) -> bool {
        if let Some(inner) = atom.strip_prefix('~') {
            return !self.holds(state, inner);
        }
        if let Some((one, other)) = atom.strip_prefix("distinct(").and_then(|rest| rest.split_once(',')) {
            return format!("{one})") != other;
        }
        if let Some((condition, number)) = atom.strip_prefix("countofall(T,").and_then(|rest| rest.rsplit_once(',')) {
            let found = VALUES.iter().filter(|value| self.holds(state, &condition.replace('T', value))).count();
            return format!("{found})") == number;
        }
        if self.views.contains(name(atom)) {
            self.rules.get(atom).is_some_and(|bodies| bodies.iter().any(|body| self.all(state, body)))
        } else {
            state.contains(atom)
        }
    }

    /// Facts that an action, or an effect, adds, and with `~` those that it deletes.
    fn expand(&self, state: &State, effect: &str, into: &mut State) {
        let Some(operations) = self.operations.get(effect) else {
            into.insert(effect.to_owned());
            return;
        };
        for (_, effects) in operations.iter().filter(|(conditions, _)| self.all(state, conditions)) {
            effects.iter().for_each(|effect| self.expand(state, effect, into));
        }
    }

    fn step(&self, state: &State, actions: &[String]) -> State {
        let mut effects = State::new();
        actions.iter().for_each(|action| self.expand(state, action, &mut effects));
        let kept = state.iter().filter(|fact| !effects.contains(&format!("~{fact}"))).cloned();
        kept.chain(effects.iter().filter(|effect| !effect.starts_with('~')).cloned()).collect()
    }

    fn first(&self) -> State {
        let holds = |bodies: &Vec<Parts>| bodies.iter().any(|body| self.all(&State::new(), body));
        let inits = self.rules.iter().filter(|(head, bodies)| head.starts_with("init(") && holds(bodies));
        inits.filter_map(|(head, _)| Some(head.strip_prefix("init(")?.strip_suffix(')')?.to_owned())).collect()
    }
}

// The generator.

/// A line for each value of its variables.
fn instances(line: &str) -> Vec<String> {
    let mut all = vec![line.to_owned()];
    for variable in ['X', 'Y', 'Z'].into_iter().filter(|&variable| line.contains(variable)) {
        all = all.iter().flat_map(|one| VALUES.map(|value| one.replace(variable, value))).collect();
    }
    all
}

impl Game {
    /// Adds rules, one a line: `head`, `head :- body` or `head :: conditions ==> effects`.
    fn add(&mut self, lines: &str) -> &mut Self {
        for line in lines.lines().map(str::trim).filter(|line| !line.is_empty()) {
            self.text += &format!("{line}\n");
            let parts = |text: &str| text.split(" & ").map(str::to_owned).collect::<Vec<_>>();
            for line in instances(line) {
                if let Some((head, rest)) = line.split_once(" :: ") {
                    let (conditions, effects) = match rest.split_once(" ==> ") {
                        Some((conditions, effects)) => (parts(conditions), parts(effects)),
                        None => (Vec::new(), parts(rest)),
                    };
                    self.operations.entry(head.to_owned()).or_default().push((conditions, effects));
                } else {
                    let (head, body) =
                        line.split_once(" :- ").map_or((&*line, Vec::new()), |(head, body)| (head, parts(body)));
                    self.views.insert(name(head).to_owned());
                    self.rules.entry(head.to_owned()).or_default().push(body);
                }
            }
        }
        self
    }
}

const FRAME: &str = "role(r1)
    role(r2)
    item(a)
    item(b)
    succ(0,1)
    succ(1,2)
    succ(2,3)
    init(count(0))
    bump :: count(X) & succ(X,Y) ==> ~count(X) & count(Y)
    go :: bump & pass
    set(X) :: ~lit(X) ==> lit(X)
    set(X) :: lit(X) ==> ~lit(X)
    set(X) :: bump & pass";

/// Who is to move.
const CONTROL: [&str; 6] = [
    "init(control(r1))
    pass :: control(r1) ==> ~control(r1) & control(r2)
    pass :: control(r2) ==> ~control(r2) & control(r1)",
    "control(r2)
    pass :: seen",
    "control(X) :- turn(X)
    init(turn(r2))
    pass :: turn(r1) ==> ~turn(r1) & turn(r2)
    pass :: turn(r2) ==> ~turn(r2) & turn(r1)",
    "control(X) :- role(X) & ~turn(X)
    init(turn(r1))
    pass :: turn(r1) ==> ~turn(r1) & turn(r2)
    pass :: turn(r2) ==> ~turn(r2) & turn(r1)",
    "control(r1) :- even
    control(r2) :- ~even
    even :- count(0)
    even :- count(2)
    pass :: seen",
    "control(X) :- ~lit(a)
    control(r1) :- lit(b)
    pass :: seen",
];

/// What is legal.
const LEGAL: [&str; 6] = [
    "legal(go)
    legal(set(a))",
    "legal(set(X)) :- item(X) & ~lit(X)
    legal(go)",
    "action(go)
    action(mystery)
    action(set(X)) :- item(X)
    legal(X) :- action(X) & ~blocked(X)
    go :: blocked(set(a))
    set(X) :: blocked(mystery)",
    "init(legal(go))
    init(legal(set(a)))
    set(X) :: ~legal(set(X)) & legal(set(b))
    go :: legal(mystery)",
    "legal(noop)
    legal(go) :- ~lit(b)
    noop :: lit(b)
    noop :: pass",
    "legal(X) :- open(X)
    init(open(go))
    init(open(mystery))
    go :: open(set(b)) & ~open(mystery) & ~mystery
    set(X) :: mystery",
];

/// What goals are.
const GOAL: [&str; 7] = [
    "goal(r1,50)
    goal(r2,25)",
    "goal(X,100) :- role(X) & lit(a)
    goal(X,0) :- role(X) & ~lit(a)
    goal(r1,75) :- mystery",
    "init(goal(r1,0))
    init(goal(r2,50))
    set(X) :: ~goal(r1,0) & goal(r1,100)
    go :: goal(r1,25) ==> goal(r2,100)",
    "reward(X,25) :- role(X) & ~lit(b)
    reward(X,75) :- role(X) & lit(b)",
    "init(reward(r1,1))
    go :: reward(r1,1) ==> ~reward(r1,1) & reward(r1,75) & reward(r2,25)",
    "goal(X,Y) :- role(X) & countofall(T,lit(T),Z) & worth(Z,Y)
    worth(0,0)
    worth(1,50)
    worth(2,100)",
    "goal(X,Y) :- reward(X,Y)
    reward(r1,100) :- count(2)
    reward(r2,1) :- role(r2) & ~count(2)",
];

/// When the game is over.
const END: [&str; 4] = [
    "terminal :- count(3)",
    "bump :: count(2) ==> terminal",
    "terminal :- lit(a) & lit(b)
    terminal :- count(3) & goal(r1,100)",
    "terminal :- count(3) & legal(go)
    terminal :- count(3) & ~control(r1)",
];

const INIT: [&str; 3] = ["init(lit(b))", "init(lit(X)) :- item(X) & distinct(X,a)", ""];

fn game(number: usize, random: &mut Random) -> (Game, [usize; 5]) {
    let kinds = [number % 6, number / 6 % 6, random.below(7), random.below(4), random.below(3)];
    let [control, legal, goal, end, init] = kinds;
    let mut game = Game::default();
    game.add(FRAME).add(CONTROL[control]).add(LEGAL[legal]).add(GOAL[goal]).add(END[end]).add(INIT[init]);
    game.prize = if matches!(goal, 3 | 4) { "reward" } else { "goal" };
    (game, kinds)
}

// The comparison.

/// Infix to the canonical prefix form.
fn canonical(atom: &str) -> String {
    let (mut text, mut word) = (String::new(), 0);
    for c in atom.chars() {
        if c == '(' {
            text.insert(word, '(');
        }
        text.push(if matches!(c, '(' | ',') { ' ' } else { c });
        if matches!(c, '(' | ',') {
            word = text.len();
        }
    }
    text
}

fn sorted(texts: impl Iterator<Item = String>) -> Vec<String> {
    texts.collect::<BTreeSet<_>>().into_iter().collect()
}

/// Plays a game on an engine beside the evaluation; the number of states that were compared.
fn plays_as_defined(game: &Game, name: &str, engine: &mut dyn Engine, seed: u64) -> usize {
    let mut random = Random::new(seed);
    let mut state = game.first();
    engine.reset().unwrap();
    for step in 0..STEPS {
        let place = format!("{name}, step {step}, {state:?}:\n{}", game.text);
        if name == "interpreter" {
            assert_eq!(engine.state().unwrap(), sorted(state.iter().map(|fact| canonical(fact))), "{place}");
        }
        let over = game.holds(&state, "terminal");
        assert_eq!(engine.terminal().unwrap(), over, "{place}");
        let (mut joint, mut done) = (Vec::new(), Vec::new());
        for (number, role) in ROLES.iter().enumerate() {
            let goals = GOALS.iter().filter(|value| game.holds(&state, &format!("{}({role},{value})", game.prize)));
            let goals: Vec<i64> = goals.map(|value| value.parse().unwrap()).collect();
            assert_eq!(engine.goals(number).unwrap(), goals, "{role}, {place}");
            let moves = game.holds(&state, &format!("control({role})"));
            let is_legal = |action: &&&str| {
                if moves { game.holds(&state, &format!("legal({action})")) } else { **action == "noop" }
            };
            let legal: Vec<&str> = ACTIONS.iter().filter(is_legal).copied().collect();
            assert_eq!(
                sorted(engine.legal(number).unwrap().into_iter()),
                sorted(legal.iter().map(|a| canonical(a))),
                "{role}, {place}"
            );
            if legal.is_empty() {
                return step + 1;
            }
            let action = legal[random.below(legal.len())];
            joint.push(canonical(action));
            done.extend(moves.then(|| action.to_owned()));
        }
        if over {
            return step + 1;
        }
        engine.step(&joint).unwrap();
        state = game.step(&state, &done);
    }
    STEPS
}

#[test]
fn facts_views_and_the_state_tell_the_same() {
    let mut random = Random::new(46);
    let (mut met, mut compared) = (BTreeSet::new(), 0);
    for number in 0..GAMES {
        let (game, kinds) = game(number, &mut random);
        met.extend(kinds.into_iter().enumerate());
        for (name, mut engine) in engines(&accepted(&game.text).0).unwrap() {
            for seed in 0..PLAYOUTS {
                compared += plays_as_defined(&game, name, &mut *engine, seed);
            }
        }
    }
    assert_eq!(met.len(), CONTROL.len() + LEGAL.len() + GOAL.len() + END.len() + INIT.len());
    assert!(compared > GAMES * 5 * 10, "{compared}");
}
