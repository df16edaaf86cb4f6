//! The chooser that plays by tree search over a compiled net.

use crate::chooser::{ChooseError, Chooser, PreparedNet, Question};
use crate::standard::{Limits, MonteCarlo};
use crate::tree::{SearchError, Tree, TreeOptions};
use gdl2hdl_gdl::observer::Observer;
use gdl2hdl_play::engine::Codec;
use gdl2hdl_play::playout::{Cpu, CpuOptions};

/// Rounds of search between two words on the best move.
const ROUNDS: u64 = 16;

/// How [`Mcts`] plays.
#[derive(Clone, PartialEq, Debug)]
pub struct MctsOptions {
    /// How it searches.
    pub tree: TreeOptions,
    /// Playouts for a move; as many as there is time for where nothing is said.
    pub playouts: Option<u64>,
    /// Threads that playouts run on.
    pub threads: usize,
}

impl Default for MctsOptions {
    fn default() -> Self {
        Self { tree: TreeOptions::default(), playouts: None, threads: 1 }
    }
}

/// Chooses moves by [`Tree`]. What was found for one move is kept for the next.
///
/// As long as there is no net it plays random playouts on the engine of the question, as `mcs` does.
pub struct Mcts {
    options: MctsOptions,
    searched: Option<(Tree<Cpu>, Codec)>,
    meanwhile: MonteCarlo,
    /// Whether a match begins.
    begins: bool,
    /// Nodes of the tree when the last question came, and what was added since.
    nodes: u64,
}

impl Mcts {
    /// A player without a net: see [`Chooser::prepare`].
    #[must_use]
    pub fn new(options: MctsOptions) -> Self {
        let meanwhile = MonteCarlo::new(options.playouts, options.tree.seed, Limits::default());
        Self { options, searched: None, meanwhile, begins: false, nodes: 0 }
    }
}

/// The move of a role that is best so far, in words.
fn best<'c>(tree: &Tree<Cpu>, codec: &'c Codec, role: usize) -> Option<&'c str> {
    let action = tree.best(role)? as usize;
    codec.layout().moves.get(role)?.get(action).map(String::as_str)
}

impl Chooser for Mcts {
    fn name(&self) -> &str {
        "mcts"
    }

    fn choose(&mut self, question: Question<'_>) -> Result<String, ChooseError> {
        let Some((tree, codec)) = &mut self.searched else { return self.meanwhile.choose(question) };
        let Question { engine, role, observer, better } = question;
        let first = engine.legal(role)?.into_iter().next().ok_or(ChooseError::NoMove(role))?;
        better(&first);
        if std::mem::take(&mut self.begins) {
            tree.forget()?;
        }
        let facts = engine.state()?;
        tree.go_to(&codec.encode(&facts)?)?;
        let before = tree.nodes();
        let is_choice = tree.estimates(role).len() > 1;
        let (round, mut left) = (tree.round_size() * ROUNDS, self.options.playouts.unwrap_or(u64::MAX));
        while left > 0 && is_choice {
            let played = tree.search(left.min(round), observer)?;
            left = left.saturating_sub(played);
            best(tree, codec, role).into_iter().for_each(&mut *better);
            if played == 0 || observer.stopped() {
                break;
            }
        }
        self.nodes = tree.nodes().saturating_sub(before) as u64;
        Ok(best(tree, codec, role).map_or(first, str::to_owned))
    }

    fn prepare(&mut self, net: PreparedNet<'_>, observer: &dyn Observer) -> Result<(), ChooseError> {
        let PreparedNet { net, choices, codec } = net;
        let cpu = Cpu::new(net, choices, CpuOptions { threads: self.options.threads, ..CpuOptions::default() });
        let tree = Tree::new(net, cpu, self.options.tree.clone(), observer)?;
        self.searched = Some((tree, codec));
        Ok(())
    }

    fn leave(&mut self) {
        self.searched = None;
    }

    fn begin(&mut self) {
        self.begins = true;
        self.meanwhile.begin();
    }

    fn nodes(&self) -> u64 {
        if self.searched.is_some() { self.nodes } else { self.meanwhile.nodes() }
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

    fn game(name: &str) -> (Net, Box<dyn Engine>) {
        let path = format!("{}/../../games/{name}.kif", env!("CARGO_MANIFEST_DIR"));
        let text = std::fs::read_to_string(path).unwrap();
        let rules = common::grounded(&text, true).program;
        (common::net(&text), Box::new(ground(rules).unwrap()))
    }

    fn mcts(net: &Net, playouts: u64) -> Mcts {
        let tree = TreeOptions { leaves: 8, playouts: 128, ..TreeOptions::default() };
        let mut player = Mcts::new(MctsOptions { tree, playouts: Some(playouts), threads: 1 });
        let choices = Choices::new(net, &Unobserved).unwrap();
        let codec = Codec::new(Layout::of_ports(&net.ports, &Default::default())).unwrap();
        let net = PreparedNet { net: verify(net).unwrap(), choices: &choices, codec };
        player.prepare(net, &Unobserved).unwrap();
        player
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
