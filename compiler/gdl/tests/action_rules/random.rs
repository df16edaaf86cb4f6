//! Random action rules, played by the lowered game and by their own definition.

use crate::action_rules::oracle::{Arg, Atom, Effect, Game, Literal, State};
use gdl2hdl_gdl::check::{CheckOptions, check};
use gdl2hdl_gdl::diagnostics::Severity;
use gdl2hdl_gdl::interpret::{self, Interpreter, InterpreterLimits};
use gdl2hdl_gdl::random::SplitMix64;
use gdl2hdl_gdl::syntax::{Language, parse};
use std::collections::BTreeSet;

/// Random games that are tried, and steps of each.
const GAMES: u64 = 4000;
const STEPS: usize = 6;
/// At least so many of them have to be comparable.
const ENOUGH: usize = 150;

const VARS: [&str; 3] = ["X", "Y", "Z"];
const NAMES: [&str; 4] = ["1", "2", "3", "a"];
/// Facts of the state, and views in layers: each asks only for what stands before it.
const RELATIONS: [(&str, usize); 8] =
    [("p", 1), ("q", 2), ("flag", 0), ("control", 1), ("role", 1), ("u", 1), ("v", 2), ("w", 1)];
const STATE: usize = 3;
const VIEWS: usize = 5;

struct Maker(SplitMix64);

impl Maker {
    fn chance(&mut self, percent: usize) -> bool {
        self.0.index(100) < percent
    }

    fn pick<T: Copy>(&mut self, list: &[T]) -> T {
        list[self.0.index(list.len())]
    }

    fn name(&mut self) -> Arg {
        Arg::Name(self.pick(&NAMES).to_owned())
    }

    fn arg(&mut self) -> Arg {
        if self.chance(75) { Arg::Var(self.pick(&VARS)) } else { self.name() }
    }

    fn atom(&mut self, relations: &[(&'static str, usize)]) -> Atom {
        let (name, arity) = self.pick(relations);
        Atom(name, (0..arity).map(|_| self.arg()).collect())
    }

    fn literal(&mut self, relations: &[(&'static str, usize)]) -> Literal {
        match self.0.index(20) {
            0..=10 => Literal::Is(self.atom(relations)),
            11..=14 => Literal::Not(self.atom(relations)),
            15 | 16 => Literal::Distinct(self.arg(), self.arg()),
            17 => Literal::Leq(self.arg(), self.arg()),
            18 => Literal::Plus(self.arg(), self.arg(), self.arg()),
            _ => {
                let atom = self.atom(relations);
                let template = atom.1.first().cloned().unwrap_or(Arg::Name("a".to_owned()));
                Literal::Count(template, atom, self.arg())
            }
        }
    }

    fn body(&mut self, relations: &[(&'static str, usize)], most: usize) -> Vec<Literal> {
        (0..=self.0.index(most)).map(|_| self.literal(relations)).collect()
    }

    fn effect(&mut self, depth: usize) -> Effect {
        let kinds = [("p", 1), ("q", 2), ("flag", 0), ("help", 1)];
        match self.0.index(10) {
            0..=3 => Effect::Add(self.atom(if depth == 0 { &kinds[..3] } else { &kinds })),
            4..=6 => Effect::Delete(self.atom(&kinds[..3])),
            _ => {
                let conditions = self.body(&RELATIONS, 2);
                Effect::When(conditions, vec![self.atom(&kinds[..3])].into_iter().map(Effect::Add).collect())
            }
        }
    }

    fn game(&mut self) -> Game {
        let mut game = Game { init: vec![Atom("control", vec![Arg::Name("r1".to_owned())])], ..Game::default() };
        for _ in 0..3 {
            let (name, arity) = self.pick(&RELATIONS[..STATE]);
            let args = (0..arity).map(|_| self.name()).collect();
            game.init.push(Atom(name, args));
        }
        for layer in VIEWS..RELATIONS.len() {
            for _ in 0..=self.0.index(2) {
                let head = self.atom(&RELATIONS[layer..=layer]);
                game.rules.push((head, self.body(&RELATIONS[..layer], 3)));
            }
        }
        let act = Atom("act", vec![self.arg()]);
        game.rules.push((Atom("legal", vec![Arg::Name(act.to_string())]), self.body(&RELATIONS, 2)));
        game.rules.push((Atom("legal", vec![Arg::Name("turn".to_owned())]), Vec::new()));
        game.rules
            .push((Atom("goal", vec![Arg::Var("X"), self.pick(&[1, 2]).to_string().into()]), self.body(&RELATIONS, 3)));
        game.rules.push((Atom("terminal", Vec::new()), self.body(&RELATIONS, 2)));
        for _ in 0..=self.0.index(2) {
            let head = Atom("act", vec![self.arg()]);
            let effects = (0..=self.0.index(3)).map(|_| self.effect(1)).collect();
            game.operations.push((head, effects));
        }
        let help = Atom("help", vec![self.arg()]);
        game.operations.push((help, vec![self.effect(0)]));
        let (r1, r2) = (Arg::Name("r1".to_owned()), Arg::Name("r2".to_owned()));
        for (from, to) in [(&r1, &r2), (&r2, &r1)] {
            let (from, to) = (Atom("control", vec![from.clone()]), Atom("control", vec![to.clone()]));
            let effects = vec![Effect::Delete(from.clone()), Effect::Add(to)];
            game.operations.push((Atom("turn", Vec::new()), vec![Effect::When(vec![Literal::Is(from)], effects)]));
        }
        game
    }
}

impl From<String> for Arg {
    fn from(name: String) -> Self {
        Self::Name(name)
    }
}

/// An atom as canonical prefix text.
fn text(atom: &Atom) -> String {
    if atom.1.is_empty() {
        return atom.0.to_owned();
    }
    let args: Vec<String> = atom.1.iter().map(ToString::to_string).collect();
    format!("({} {})", atom.0, args.join(" "))
}

fn state(facts: &State) -> interpret::State {
    let texts: Vec<String> = facts.iter().map(text).collect();
    interpret::State::from_facts(texts.iter().map(String::as_str))
}

/// The actions that are legal by definition: the template of a rule's head with the values of its answers.
fn legal(game: &Game, facts: &State) -> Option<Vec<Atom>> {
    let mut found = BTreeSet::new();
    for (head, body) in game.rules.iter().filter(|(head, _)| head.0 == "legal") {
        let Arg::Name(action) = &head.1[0] else { continue };
        let Some(inner) = action.strip_prefix("act(").and_then(|rest| rest.strip_suffix(')')) else {
            found.insert(Atom("turn", Vec::new()));
            continue;
        };
        let arg =
            VARS.iter().find(|var| **var == inner).map_or_else(|| Arg::Name(inner.to_owned()), |var| Arg::Var(var));
        let mut asking = game.clone();
        asking.rules.push((Atom("asked", vec![arg]), body.clone()));
        let rows = asking.ask(facts, &Atom("asked", vec![Arg::Var("A")])).ok()?;
        found.extend(rows.into_iter().map(|row| Atom("act", vec![Arg::Name(row[0].clone())])));
    }
    Some(found.into_iter().collect())
}

/// Plays a game both ways; `None` when it can't be compared.
fn compare(game: &Game, random: &mut SplitMix64) -> Option<()> {
    let written = game.to_string();
    let parsed = parse(&written, Some(Language::Action));
    let mut found = parsed.diagnostics.clone();
    found.extend(check(&parsed.sheet, &CheckOptions::default()));
    if found.iter().any(|d| d.severity == Severity::Error) {
        return None;
    }
    let mut lowered = Interpreter::new(&parsed.sheet, InterpreterLimits::default()).ok()?;
    let mut facts: State = game.init.iter().cloned().collect();
    assert_eq!(lowered.initial(), state(&facts), "{written}");
    for _ in 0..STEPS {
        let control = usize::from(facts.contains(&Atom("control", vec![Arg::Name("r2".to_owned())])));
        let here = state(&facts);
        let actions = legal(game, &facts)?;
        let mut texts: Vec<String> = actions.iter().map(text).collect();
        texts.sort();
        assert_eq!(lowered.legal(&here, control).unwrap(), texts, "{written}\n{facts:?}");
        let over = !game.ask(&facts, &Atom("terminal", Vec::new())).ok()?.is_empty();
        assert_eq!(lowered.terminal(&here).unwrap(), over, "{written}\n{facts:?}");
        for (number, role) in ["r1", "r2"].into_iter().enumerate() {
            let asked = Atom("goal", vec![Arg::Name(role.to_owned()), Arg::Var("V")]);
            let mut values: Vec<String> =
                game.ask(&facts, &asked).ok()?.into_iter().map(|row| row[1].clone()).collect();
            values.sort();
            assert_eq!(lowered.goals(&here, number).unwrap(), values, "{written}\n{facts:?}");
        }
        let action = &actions[random.index(actions.len())];
        let mut joint = vec!["noop".to_owned(); 2];
        joint[control] = text(action);
        let next = game.step(&facts, action).ok()?;
        assert_eq!(lowered.next(&here, &joint).unwrap(), state(&next), "{action}\n{written}\n{facts:?}");
        facts = next;
    }
    Some(())
}

#[test]
fn random_games_are_played_as_they_are_defined() {
    let mut compared = 0;
    for seed in 0..GAMES {
        let mut maker = Maker(SplitMix64(seed));
        let game = maker.game();
        compared += usize::from(compare(&game, &mut maker.0).is_some());
    }
    assert!(compared >= ENOUGH, "{compared} of {GAMES}");
}
