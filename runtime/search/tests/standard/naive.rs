//! Values by their definition, without tables, folds or numbers of joint moves.

use gdl2hdl_play::engine::Engine;
use std::collections::HashMap;

/// The definition, for one role that asks. It remembers what it computed.
pub(crate) struct Naive {
    pub(crate) me: usize,
    known: HashMap<(Vec<String>, u32), Vec<f64>>,
}

type Choices = Vec<Vec<String>>;

fn product(lists: &[Vec<String>]) -> Choices {
    lists.iter().fold(vec![Vec::new()], |all, list| {
        let longer = |head: &Vec<String>| {
            list.iter().map(|mv| [&head[..], std::slice::from_ref(mv)].concat()).collect::<Vec<_>>()
        };
        all.iter().flat_map(longer).collect()
    })
}

impl Naive {
    pub(crate) fn new(me: usize) -> Self {
        Self { me, known: HashMap::new() }
    }

    /// What the state of the engine is worth to each role.
    pub(crate) fn values(&mut self, engine: &mut dyn Engine, depth: u32) -> Vec<f64> {
        let facts = engine.state().unwrap();
        let key = (facts.clone(), depth);
        if let Some(known) = self.known.get(&key) {
            return known.clone();
        }
        let roles = engine.roles().len();
        let legal: Vec<Vec<String>> = (0..roles).map(|role| engine.legal(role).unwrap()).collect();
        let end = engine.terminal().unwrap() || depth == 0 || legal.iter().any(Vec::is_empty);
        let values = if end {
            let goal = |goals: Vec<i64>| if goals.len() == 1 { goals[0] as f64 } else { 0.0 };
            (0..roles).map(|role| goal(engine.goals(role).unwrap())).collect()
        } else {
            self.inner(engine, &legal, depth)
        };
        engine.load(&facts).unwrap();
        self.known.insert(key, values.clone());
        values
    }

    /// The value of each of the moves of who asks, in order.
    pub(crate) fn moves(&mut self, engine: &mut dyn Engine, depth: u32) -> Vec<(String, f64)> {
        let roles = engine.roles().len();
        let legal: Vec<Vec<String>> = (0..roles).map(|role| engine.legal(role).unwrap()).collect();
        let mine = legal[self.me].clone();
        mine.into_iter().map(|mv| (mv.clone(), self.worst(engine, &legal, depth, self.me, &mv))).collect()
    }

    fn inner(&mut self, engine: &mut dyn Engine, legal: &[Vec<String>], depth: u32) -> Vec<f64> {
        let nature = engine.roles().iter().position(|role| role == "random").filter(|&role| role != self.me);
        let movers: Vec<usize> =
            (0..legal.len()).filter(|&role| Some(role) != nature && legal[role].len() > 1).collect();
        if movers.len() > 1 {
            let role_value = |naive: &mut Self, engine: &mut dyn Engine, role: usize| {
                let worst = |mv: &String| naive.worst(engine, legal, depth, role, mv);
                legal[role].iter().map(worst).fold(f64::NEG_INFINITY, f64::max)
            };
            return (0..legal.len()).map(|role| role_value(self, engine, role)).collect();
        }
        let mover = movers.first().copied().unwrap_or(self.me);
        let mut best: Option<Vec<f64>> = None;
        for mv in &legal[mover] {
            let mut fixed = legal.to_vec();
            fixed[mover] = vec![mv.clone()];
            let values = self.mean(engine, &fixed, depth);
            let is_better = best.as_ref().is_none_or(|best| {
                values[mover] > best[mover] || (values[mover] == best[mover] && values[self.me] < best[self.me])
            });
            if is_better {
                best = Some(values);
            }
        }
        best.unwrap()
    }

    /// What a move of a role is worth to it when the others reply as badly as they can.
    fn worst(&mut self, engine: &mut dyn Engine, legal: &[Vec<String>], depth: u32, role: usize, mv: &str) -> f64 {
        let nature = engine.roles().iter().position(|role| role == "random").filter(|&role| role != self.me);
        let mut replies = legal.to_vec();
        replies[role] = vec![mv.to_owned()];
        if let Some(nature) = nature {
            replies[nature] = vec![String::new()];
        }
        let values = product(&replies).into_iter().map(|reply| {
            let mut fixed: Vec<Vec<String>> = reply.into_iter().map(|mv| vec![mv]).collect();
            if let Some(nature) = nature {
                fixed[nature].clone_from(&legal[nature]);
            }
            self.mean(engine, &fixed, depth)[role]
        });
        values.fold(f64::INFINITY, f64::min)
    }

    fn mean(&mut self, engine: &mut dyn Engine, fixed: &[Vec<String>], depth: u32) -> Vec<f64> {
        let facts = engine.state().unwrap();
        let joints = product(fixed);
        let mut sum = vec![0.0; fixed.len()];
        for joint in &joints {
            engine.load(&facts).unwrap();
            engine.step(joint).unwrap();
            for (sum, value) in sum.iter_mut().zip(self.values(engine, depth - 1)) {
                *sum += value;
            }
        }
        engine.load(&facts).unwrap();
        sum.iter().map(|sum| sum / joints.len() as f64).collect()
    }
}

/// The first of the best.
pub(crate) fn best(moves: &[(String, f64)]) -> (String, f64) {
    let mut best = moves[0].clone();
    for (mv, value) in &moves[1..] {
        if *value > best.1 {
            best = (mv.clone(), *value);
        }
    }
    best
}
