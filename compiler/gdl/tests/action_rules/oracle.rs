//! Action rules played by their own definition: a body is run from left to right, from the top down, negation is
//! failure, effects are expanded in the old state, and addition wins. It shares nothing with the reader.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

/// An argument: a variable, or a constant.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Arg {
    Var(&'static str),
    Name(String),
}

/// A relation applied to arguments.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct Atom(pub(crate) &'static str, pub(crate) Vec<Arg>);

#[derive(Clone, Debug)]
pub(crate) enum Literal {
    Is(Atom),
    Not(Atom),
    Distinct(Arg, Arg),
    Leq(Arg, Arg),
    Plus(Arg, Arg, Arg),
    /// `countofall(X, atom, N)`.
    Count(Arg, Atom, Arg),
}

#[derive(Clone, Debug)]
pub(crate) enum Effect {
    Add(Atom),
    Delete(Atom),
    When(Vec<Literal>, Vec<Effect>),
}

#[derive(Clone, Debug, Default)]
pub(crate) struct Game {
    pub(crate) init: Vec<Atom>,
    /// Views, `legal`, `goal` and `terminal` too.
    pub(crate) rules: Vec<(Atom, Vec<Literal>)>,
    pub(crate) operations: Vec<(Atom, Vec<Effect>)>,
}

impl fmt::Display for Arg {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Var(name) => f.write_str(name),
            Self::Name(name) => f.write_str(name),
        }
    }
}

impl fmt::Display for Atom {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0)?;
        if self.1.is_empty() {
            return Ok(());
        }
        write!(f, "({})", self.1.iter().map(ToString::to_string).collect::<Vec<_>>().join(","))
    }
}

impl fmt::Display for Literal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Is(atom) => write!(f, "{atom}"),
            Self::Not(atom) => write!(f, "~{atom}"),
            Self::Distinct(a, b) => write!(f, "distinct({a},{b})"),
            Self::Leq(a, b) => write!(f, "leq({a},{b})"),
            Self::Plus(a, b, c) => write!(f, "plus({a},{b},{c})"),
            Self::Count(t, atom, n) => write!(f, "countofall({t},{atom},{n})"),
        }
    }
}

fn joined<T: ToString>(parts: &[T]) -> String {
    parts.iter().map(ToString::to_string).collect::<Vec<_>>().join(" & ")
}

impl fmt::Display for Effect {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Add(atom) => write!(f, "{atom}"),
            Self::Delete(atom) => write!(f, "~{atom}"),
            Self::When(conditions, effects) => write!(f, "({} ==> {})", joined(conditions), joined(effects)),
        }
    }
}

impl fmt::Display for Game {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "role(r1)\nrole(r2)")?;
        self.init.iter().try_for_each(|atom| writeln!(f, "init({atom})"))?;
        for (head, body) in &self.rules {
            if body.is_empty() { writeln!(f, "{head}")? } else { writeln!(f, "{head} :- {}", joined(body))? }
        }
        self.operations.iter().try_for_each(|(head, effects)| writeln!(f, "{head} :: {}", joined(effects)))
    }
}

/// Values of variables.
type Env = BTreeMap<&'static str, String>;
pub(crate) type State = BTreeSet<Atom>;

/// A view answered with a variable that has no value: what that means depends on who asks.
pub(crate) struct Floundered;
type Answers<T> = Result<T, Floundered>;

impl Game {
    fn is_view(&self, name: &str) -> bool {
        name == "role"
            || self.rules.iter().any(|(head, _)| head.0 == name)
            || self.operations.iter().any(|(head, _)| head.0 == name)
    }

    /// Every answer to an atom, as values of its arguments.
    pub(crate) fn ask(&self, state: &State, asked: &Atom) -> Answers<Vec<Vec<String>>> {
        if asked.0 == "role" && asked.1.len() == 1 {
            let roles = ["r1", "r2"].map(|role| vec![role.to_owned()]);
            return Ok(roles.into_iter().filter(|row| fits(&asked.1, row)).collect());
        }
        if !self.is_view(asked.0) {
            let rows = state.iter().filter(|fact| fact.0 == asked.0 && fact.1.len() == asked.1.len());
            let rows = rows.map(|fact| fact.1.iter().map(ToString::to_string).collect::<Vec<_>>());
            return Ok(rows.filter(|row| fits(&asked.1, row)).collect());
        }
        let mut answers = Vec::new();
        for (head, body) in self.rules.iter().filter(|(head, _)| head.0 == asked.0 && head.1.len() == asked.1.len()) {
            let mut env = Env::new();
            if !head.1.iter().zip(&asked.1).all(|(h, a)| pass(h, a, &mut env)) {
                continue;
            }
            for env in self.solve(state, body, env)? {
                let row: Option<Vec<String>> = head.1.iter().map(|arg| value(arg, &env)).collect();
                let row = row.ok_or(Floundered)?;
                if fits(&asked.1, &row) && !answers.contains(&row) {
                    answers.push(row);
                }
            }
        }
        Ok(answers)
    }

    fn solve(&self, state: &State, body: &[Literal], env: Env) -> Answers<Vec<Env>> {
        let Some((first, rest)) = body.split_first() else { return Ok(vec![env]) };
        let mut all = Vec::new();
        for env in self.literal(state, first, env)? {
            all.extend(self.solve(state, rest, env)?);
        }
        Ok(all)
    }

    fn literal(&self, state: &State, literal: &Literal, env: Env) -> Answers<Vec<Env>> {
        let one = |holds: bool, env: Env| if holds { vec![env] } else { Vec::new() };
        Ok(match literal {
            Literal::Is(atom) => {
                let asked = bind(atom, &env);
                let rows = self.ask(state, &asked)?;
                rows.into_iter().map(|row| extend(&env, &asked.1, row)).collect()
            }
            Literal::Not(atom) => {
                let holds = self.ask(state, &bind(atom, &env))?.is_empty();
                one(holds, env)
            }
            Literal::Distinct(a, b) => match (value(a, &env), value(b, &env)) {
                (Some(a), Some(b)) => one(a != b, env),
                _ => Vec::new(),
            },
            Literal::Leq(a, b) => match (number(a, &env), number(b, &env)) {
                (Some(a), Some(b)) => one(a <= b, env),
                _ => Vec::new(),
            },
            Literal::Plus(a, b, c) => match (number(a, &env), number(b, &env)) {
                (Some(a), Some(b)) => self.result(c, a + b, env),
                _ => Vec::new(),
            },
            Literal::Count(template, atom, n) => {
                let asked = bind(atom, &env);
                let rows = self.ask(state, &asked)?;
                let found: BTreeSet<_> =
                    rows.into_iter().map(|row| value(template, &extend(&env, &asked.1, row))).collect();
                let count = i64::try_from(found.len()).unwrap_or(0);
                self.result(n, count, env)
            }
        })
    }

    fn result(&self, arg: &Arg, number: i64, env: Env) -> Vec<Env> {
        let text = number.to_string();
        match (arg, value(arg, &env)) {
            (_, Some(known)) => {
                if known == text {
                    vec![env]
                } else {
                    Vec::new()
                }
            }
            (Arg::Var(name), None) => {
                let mut env = env;
                env.insert(name, text);
                vec![env]
            }
            (Arg::Name(_), None) => Vec::new(),
        }
    }

    /// The state after an action.
    pub(crate) fn step(&self, state: &State, action: &Atom) -> Answers<State> {
        let (mut adds, mut deletes) = (State::new(), State::new());
        self.expand(state, &Effect::Add(action.clone()), &Env::new(), &mut adds, &mut deletes)?;
        Ok(state.difference(&deletes).cloned().collect::<State>().union(&adds).cloned().collect())
    }

    fn expand(&self, old: &State, effect: &Effect, env: &Env, adds: &mut State, deletes: &mut State) -> Answers<()> {
        match effect {
            Effect::Delete(atom) => {
                deletes.insert(bind(atom, env));
            }
            Effect::Add(atom) => {
                let atom = bind(atom, env);
                let mut matched = false;
                for (head, effects) in &self.operations {
                    let mut env = Env::new();
                    let same = head.0 == atom.0 && head.1.len() == atom.1.len();
                    if same && head.1.iter().zip(&atom.1).all(|(h, a)| pass(h, a, &mut env)) {
                        matched = true;
                        effects.iter().try_for_each(|effect| self.expand(old, effect, &env, adds, deletes))?;
                    }
                }
                if !matched {
                    adds.insert(atom);
                }
            }
            Effect::When(conditions, effects) => {
                for env in self.solve(old, conditions, env.clone())? {
                    effects.iter().try_for_each(|effect| self.expand(old, effect, &env, adds, deletes))?;
                }
            }
        }
        Ok(())
    }
}

fn value(arg: &Arg, env: &Env) -> Option<String> {
    match arg {
        Arg::Name(name) => Some(name.clone()),
        Arg::Var(name) => env.get(name).cloned(),
    }
}

fn number(arg: &Arg, env: &Env) -> Option<i64> {
    value(arg, env)?.parse().ok()
}

fn bind(atom: &Atom, env: &Env) -> Atom {
    let args = atom.1.iter().map(|arg| value(arg, env).map_or_else(|| arg.clone(), Arg::Name));
    Atom(atom.0, args.collect())
}

/// Whether a row is an answer to what was asked.
fn fits(asked: &[Arg], row: &[String]) -> bool {
    let mut env = Env::new();
    asked.iter().zip(row).all(|(arg, value)| pass(arg, &Arg::Name(value.clone()), &mut env))
}

/// Passes a known argument to a pattern; an unknown one tells nothing.
fn pass(pattern: &Arg, known: &Arg, env: &mut Env) -> bool {
    match (pattern, known) {
        (_, Arg::Var(_)) => true,
        (Arg::Name(a), Arg::Name(b)) => a == b,
        (Arg::Var(name), Arg::Name(value)) => env.entry(name).or_insert_with(|| value.clone()) == value,
    }
}

fn extend(env: &Env, asked: &[Arg], row: Vec<String>) -> Env {
    let mut env = env.clone();
    for (arg, value) in asked.iter().zip(row) {
        if let Arg::Var(name) = arg {
            env.insert(name, value);
        }
    }
    env
}
