//! The players that grow a tree and keep it between moves.

use super::greedy;
use super::options::Limits;
use super::question::{Best, Root, answer};
use super::tree::Tree;
use super::walk::{Halt, Walk};
use crate::chooser::{ChooseError, Chooser, Question};

/// How much `greedy` explores where nothing is said: the factor of UCT for values between 0 and 1.
const EXPLORATION: f64 = std::f64::consts::SQRT_2;

/// Bytes that a tree may take at least.
const LEAST: usize = 1 << 20;

/// Which leaf of a tree is expanded next.
#[derive(Clone, Copy, Debug)]
enum Order {
    /// The one nearest to the root.
    Breadth,
    /// The one whose moves are good or seldom visited.
    Weighed(f64),
}

/// Grows a tree whose leaves have intermediate values, and keeps the part below the state it is asked about next: `pts` and
/// `greedy`. It thinks until the tree has all ends, or the memory is used up, or it is stopped.
pub struct Persistent {
    name: &'static str,
    order: Order,
    limits: Limits,
    /// The tree, and the roles of its game.
    tree: Option<(Tree, Vec<String>)>,
    nodes: u64,
}

impl Persistent {
    const fn new(name: &'static str, order: Order, limits: Limits) -> Self {
        Self { name, order, limits, tree: None, nodes: 0 }
    }

    /// Expands the leaf that is nearest to the root: `pts`.
    #[must_use]
    pub const fn breadth_first(limits: Limits) -> Self {
        Self::new("pts", Order::Breadth, limits)
    }

    /// Expands where values are good and where it has seldom been: `greedy`. The more exploration the more it is like
    /// [`breadth_first`](Self::breadth_first).
    #[must_use]
    pub fn greedy(exploration: Option<f64>, limits: Limits) -> Self {
        Self::new("greedy", Order::Weighed(exploration.unwrap_or(EXPLORATION)), limits)
    }

    /// The value of the best move, as far as the tree shows it; `None` where there is no tree, or a leaf only.
    #[must_use]
    pub fn value(&self) -> Option<f64> {
        Some(self.tree.as_ref()?.0.best()?.1)
    }

    /// The number of states in the tree.
    #[must_use]
    pub fn size(&self) -> usize {
        self.tree.as_ref().map_or(0, |(tree, _)| tree.len())
    }

    /// The tree of the state that is asked about: what is kept of the one before, or a new one.
    fn planted(&mut self, walk: &mut Walk<'_>, root: &Root) -> Result<&mut Tree, Halt> {
        let kept = self.tree.take().filter(|(tree, roles)| tree.seats() == root.seats && roles == walk.roles());
        let below = kept.and_then(|(mut tree, _)| tree.reroot(&root.facts).then_some(tree));
        let tree = match below {
            Some(tree) => tree,
            None => Tree::new(walk, root.seats, self.limits.memory().max(LEAST))?,
        };
        Ok(&mut self.tree.insert((tree, walk.roles().to_vec())).0)
    }

    fn search(&mut self, walk: &mut Walk<'_>, root: &Root, best: &mut Best<'_>) -> Result<(), Halt> {
        let order = self.order;
        let tree = self.planted(walk, root)?;
        say(tree, best);
        // Before it stands no open leaf.
        let mut next = 0;
        while !tree.done(0) {
            let leaf = match order {
                Order::Weighed(exploration) => greedy::leaf(tree, exploration),
                Order::Breadth => {
                    next = (next..tree.len()).find(|&node| tree.is_open_leaf(node)).unwrap_or(next);
                    next
                }
            };
            tree.expand(walk, leaf)?;
            if tree.back_up(leaf) {
                say(tree, best);
            }
        }
        Ok(())
    }
}

fn say(tree: &Tree, best: &mut Best<'_>) {
    if let Some((index, _)) = tree.best() {
        best.is(index);
    }
}

impl Chooser for Persistent {
    fn name(&self) -> &str {
        self.name
    }

    fn choose(&mut self, question: Question<'_>) -> Result<String, ChooseError> {
        let most = self.limits.nodes();
        let (chosen, nodes) = answer(question, most, |walk, root, best| self.search(walk, root, best));
        self.nodes = nodes;
        chosen
    }

    fn begin(&mut self) {
        self.tree = None;
    }

    fn nodes(&self) -> u64 {
        self.nodes
    }
}
