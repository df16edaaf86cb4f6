//! The chooser that plays by tree search over a compiled net.

use crate::chooser::{ChooseError, Chooser, Question};
use crate::tree::{SearchError, Tree};
use gdl2hdl_play::engine::Codec;
use gdl2hdl_play::playout::PlayoutEngine;

/// Rounds of search between two words on the best move.
const ROUNDS: u64 = 16;

/// Chooses moves by [`Tree`]. What was found for one move is kept for the next.
///
/// The state is taken from the engine of the question, in sentences: so it may be any engine of the same game.
pub struct Mcts<E> {
    tree: Tree<E>,
    codec: Codec,
    /// Playouts for a move; as many as there is time for where nothing is said.
    budget: Option<u64>,
    /// Whether a match begins.
    begins: bool,
}

impl<E: PlayoutEngine> Mcts<E> {
    /// A player over a tree. `codec` must be of the tree's net.
    #[must_use]
    pub fn new(tree: Tree<E>, codec: Codec, budget: Option<u64>) -> Self {
        Self { tree, codec, budget, begins: false }
    }

    /// The tree, with what it knows of the last state that was asked about.
    pub fn tree(&self) -> &Tree<E> {
        &self.tree
    }

    /// The move that is best so far, in words.
    fn best(&self, role: usize) -> Option<&str> {
        let action = self.tree.best(role)? as usize;
        self.codec.layout().moves.get(role)?.get(action).map(String::as_str)
    }
}

impl<E: PlayoutEngine + Send> Chooser for Mcts<E> {
    fn name(&self) -> &str {
        "mcts"
    }

    fn choose(&mut self, question: Question<'_>) -> Result<String, ChooseError> {
        let Question { engine, role, observer, better } = question;
        let first = engine.legal(role)?.into_iter().next().ok_or(ChooseError::NoMove(role))?;
        better(&first);
        if std::mem::take(&mut self.begins) {
            self.tree.forget()?;
        }
        let facts = engine.state()?;
        self.tree.go_to(&self.codec.encode(&facts)?)?;
        let (round, mut left) = (self.tree.round_size() * ROUNDS, self.budget.unwrap_or(u64::MAX));
        let is_choice = self.tree.estimates(role).len() > 1;
        while left > 0 && is_choice {
            let played = self.tree.search(left.min(round), observer)?;
            left = left.saturating_sub(played);
            self.best(role).into_iter().for_each(&mut *better);
            if played == 0 || observer.stopped() {
                break;
            }
        }
        Ok(self.best(role).map_or(first, str::to_owned))
    }

    fn begin(&mut self) {
        self.begins = true;
    }
}

impl From<SearchError> for ChooseError {
    fn from(error: SearchError) -> Self {
        Self::Search(Box::new(error))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tree::TreeOptions;
    use crate::{Random, common};
    use gdl2hdl_gdl::observer::Unobserved;
    use gdl2hdl_net::playout::Choices;
    use gdl2hdl_net::{Net, verify};
    use gdl2hdl_play::engine::{Engine, Layout, ground};
    use gdl2hdl_play::playout::{Cpu, CpuOptions};

    fn game(name: &str) -> (Net, Box<dyn Engine>) {
        let path = format!("{}/../../games/{name}.kif", env!("CARGO_MANIFEST_DIR"));
        let text = std::fs::read_to_string(path).unwrap();
        let rules = common::grounded(&text, true).program;
        (common::net(&text), Box::new(ground(rules).unwrap()))
    }

    fn mcts(net: &Net, budget: u64) -> Mcts<Cpu> {
        let (verified, choices) = (verify(net).unwrap(), Choices::new(net, &Unobserved).unwrap());
        let options = TreeOptions { leaves: 8, playouts: 128, ..TreeOptions::default() };
        let cpu = Cpu::new(verified, &choices, CpuOptions { threads: 1, ..CpuOptions::default() });
        let tree = Tree::new(verified, cpu, options, &Unobserved).unwrap();
        let codec = Codec::new(Layout::of_ports(&net.ports, &Default::default())).unwrap();
        Mcts::new(tree, codec, Some(budget))
    }

    /// The goals of a match, and the moves made in it.
    fn played(engine: &mut dyn Engine, players: &mut [&mut dyn Chooser]) -> (Vec<i64>, Vec<Vec<String>>) {
        engine.reset().unwrap();
        players.iter_mut().for_each(|player| player.begin());
        let mut moves = Vec::new();
        while !engine.terminal().unwrap() {
            let mut joint = Vec::new();
            for (role, player) in players.iter_mut().enumerate() {
                let legal = engine.legal(role).unwrap();
                let question = Question { engine, role, observer: &Unobserved, better: &mut |_| {} };
                let chosen = player.choose(question).unwrap();
                assert!(legal.contains(&chosen), "{chosen}");
                joint.push(chosen);
            }
            engine.step(&joint).unwrap();
            players.iter_mut().for_each(|player| player.made(&joint));
            moves.push(joint);
        }
        ((0..players.len()).map(|role| engine.goals(role).unwrap()[0]).collect(), moves)
    }

    #[test]
    fn it_beats_chance() {
        let (net, mut engine) = game("connect_four");
        let (mut strong, mut weak) = (mcts(&net, 2000), Random::new(1));
        for _ in 0..3 {
            assert_eq!(played(&mut *engine, &mut [&mut strong, &mut weak]).0, [100, 0]);
            assert_eq!(played(&mut *engine, &mut [&mut weak, &mut strong]).0, [0, 100]);
        }
    }

    #[test]
    fn it_never_loses_a_drawn_game() {
        let (net, mut engine) = game("tic_tac_toe");
        let (mut strong, mut weak) = (mcts(&net, 20_000), Random::new(1));
        for _ in 0..5 {
            assert!(played(&mut *engine, &mut [&mut strong, &mut weak]).0[0] >= 50);
            assert!(played(&mut *engine, &mut [&mut weak, &mut strong]).0[1] >= 50);
        }
    }

    #[test]
    fn a_match_with_a_budget_can_be_repeated() {
        let (net, mut engine) = game("breakthrough_6x6");
        let mut players = [mcts(&net, 500), mcts(&net, 300)];
        let [a, b] = &mut players;
        let first = played(&mut *engine, &mut [a, b]);
        assert_eq!(first, played(&mut *engine, &mut [a, b]));
    }
}
