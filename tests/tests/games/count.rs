//! Counting what can happen in a game: layer by layer, equal positions met once and weighted by the ways that lead there.

use gdl2hdl_play::engine::Engine;
use gdl2hdl_play::requirements::NATURE;
use std::collections::BTreeMap;

/// Something that can be played to the end.
pub(crate) trait Game {
    /// What tells one position from another.
    type Position: Ord;

    /// The position all starts from.
    fn start(&mut self) -> Self::Position;

    /// The goal values by role when the game is over here.
    fn end(&mut self, at: &Self::Position) -> Option<Vec<i64>>;

    /// The position after each joint move.
    fn next(&mut self, at: &Self::Position) -> BTreeMap<Joint, Self::Position>;
}

/// One move of each role.
pub(crate) type Joint = Vec<String>;

/// What can happen in a game's first steps.
#[derive(PartialEq, Eq, Debug)]
pub(crate) struct Count {
    /// For each depth from 1 on the sequences of joint moves of that length. A game that is over is not continued.
    pub(crate) sequences: Vec<u64>,
    /// For each depth from 1 on the different positions after that many joint moves.
    pub(crate) positions: Vec<usize>,
    /// How many of the sequences end the game with these goal values.
    pub(crate) ends: BTreeMap<Vec<i64>, u64>,
}

/// Counts to some depth, or to the end of the game when that comes first.
pub(crate) fn count<G: Game>(game: &mut G, depth: usize) -> Count {
    let mut count = Count { sequences: Vec::new(), positions: Vec::new(), ends: BTreeMap::new() };
    let mut layer = BTreeMap::from([(game.start(), 1)]);
    for length in 0..=depth {
        if length > 0 {
            count.sequences.push(layer.values().sum());
            count.positions.push(layer.len());
        }
        let mut after = BTreeMap::new();
        for (position, ways) in layer {
            if let Some(goals) = game.end(&position) {
                *count.ends.entry(goals).or_insert(0) += ways;
            } else if length < depth {
                for next in game.next(&position).into_values() {
                    *after.entry(next).or_insert(0) += ways;
                }
            }
        }
        if after.is_empty() {
            break;
        }
        layer = after;
    }
    count
}

/// The game an engine plays; positions are the facts that hold. Panics where rules leave a role without a move or with
/// other than one goal value.
pub(crate) struct Played<E>(pub(crate) E);

impl<E: Engine> Game for Played<E> {
    type Position = Vec<String>;

    fn start(&mut self) -> Vec<String> {
        self.0.reset().unwrap();
        self.0.state().unwrap()
    }

    fn end(&mut self, at: &Vec<String>) -> Option<Vec<i64>> {
        self.0.load(at).unwrap();
        let goals = (0..self.0.roles().len()).filter_map(|role| {
            let goals = self.0.goals(role).unwrap();
            // Chance needs no goal.
            if goals.is_empty() && self.0.roles()[role] == NATURE {
                return None;
            }
            assert_eq!(goals.len(), 1, "{}: goals {goals:?} of {} in {at:?}", self.0.name(), self.0.roles()[role]);
            Some(goals[0])
        });
        let goals = goals.collect();
        self.0.terminal().unwrap().then_some(goals)
    }

    fn next(&mut self, at: &Vec<String>) -> BTreeMap<Joint, Vec<String>> {
        self.0.load(at).unwrap();
        let moves = legal(&mut self.0);
        let stuck = moves.iter().position(Vec::is_empty);
        assert_eq!(stuck, None, "{}: no move for this role in {at:?}", self.0.name());
        let after = |joint: Joint| {
            self.0.load(at).unwrap();
            self.0.step(&joint).unwrap();
            let state = self.0.state().unwrap();
            (joint, state)
        };
        joint_moves(&moves).into_iter().map(after).collect()
    }
}

/// The legal moves of each role.
pub(crate) fn legal(engine: &mut impl Engine) -> Vec<Vec<String>> {
    (0..engine.roles().len()).map(|role| engine.legal(role).unwrap()).collect()
}

/// All ways to take one move of each role.
pub(crate) fn joint_moves(moves: &[Vec<String>]) -> Vec<Joint> {
    let extended = |joints: Vec<Joint>, choice: &Vec<String>| {
        let each = joints
            .iter()
            .flat_map(|joint| choice.iter().map(move |last| [&joint[..], std::slice::from_ref(last)].concat()));
        each.collect()
    };
    moves.iter().fold(vec![Vec::new()], extended)
}

/// Plays random games on both; panics where moves, goals or the end differ.
pub(crate) fn play_both<A: Game, B: Game>(one: &mut A, other: &mut B, playouts: u64) {
    for playout in 1..=playouts {
        let mut random = playout;
        let (mut here, mut there) = (one.start(), other.start());
        for step in 0.. {
            let end = one.end(&here);
            assert_eq!(end, other.end(&there), "playout {playout}, step {step}");
            if end.is_some() {
                break;
            }
            let (mut these, mut those) = (one.next(&here), other.next(&there));
            assert!(
                these.keys().eq(those.keys()),
                "playout {playout}, step {step}: {:?} {:?}",
                these.keys(),
                those.keys()
            );
            // Knuth's generator, MMIX; its upper half is good enough.
            random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            let choice = usize::try_from(random >> 33).unwrap() % these.len();
            let joint = these.keys().nth(choice).unwrap().clone();
            (here, there) = (these.remove(&joint).unwrap(), those.remove(&joint).unwrap());
        }
    }
}
