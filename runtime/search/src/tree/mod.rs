//! Tree search with random playouts in batches, over a compiled net.
//!
//! A round selects many leaves, adds them to the tree in one pass of the word machine, plays from all of them in one job,
//! and backs up what came of it. What is proven on the way is never played again.

mod best;
mod descend;
mod expand;
mod nodes;
mod prove;
mod world;

pub use best::Estimate;

use descend::Leaf;
use gdl2hdl_gdl::observer::{Observer, Stopped};
use gdl2hdl_gdl::random::{SplitMix64, mix};
use gdl2hdl_net::Verified;
use gdl2hdl_play::playout::{Job, PlayError, PlayoutEngine, Report, State, Tally};
use gdl2hdl_simd::SimdError;
use nodes::{NONE, NodeId, Nodes};
use thiserror::Error;
use world::World;

/// Lanes of a job: seeds of random bits cost time, so lanes that are many enough to fill the words of an engine play
/// several playouts one after another.
const LANES: u64 = 4096;
/// Lanes of a leaf that share a part of a word with no other leaf.
const LEAST_LANES: u64 = 64;

/// How to search.
#[derive(Clone, PartialEq, Debug)]
pub struct TreeOptions {
    /// Leaves of a round, at most.
    pub leaves: usize,
    /// Playouts of a round. They are divided among its leaves.
    pub playouts: u64,
    /// How much moves with few playouts are preferred: the constant of UCT.
    pub exploration: f64,
    /// Steps after which a playout is cut off.
    pub max_steps: u64,
    /// Seed of all random choices.
    pub seed: u64,
    /// Memory that nodes may take. **Units:** bytes.
    pub max_bytes: usize,
}

impl Default for TreeOptions {
    fn default() -> Self {
        Self { leaves: 64, playouts: 4096, exploration: 0.5, max_steps: 1000, seed: 0, max_bytes: 1 << 30 }
    }
}

/// Why a search ended without result.
#[derive(Debug, Error)]
pub enum SearchError {
    /// The word machine failed.
    #[error(transparent)]
    Simd(#[from] SimdError),
    /// The engine that plays failed.
    #[error(transparent)]
    Play(#[from] PlayError),
    /// It was stopped before it began.
    #[error(transparent)]
    Stopped(#[from] Stopped),
}

/// A tree of a game, which grows with every search.
///
/// With a budget of playouts, a search depends on the net, the options and the calls before it alone: not on time, nor on
/// the engine that plays, nor on its number of threads.
pub struct Tree<E> {
    world: World,
    engine: E,
    options: TreeOptions,
    nodes: Nodes,
    root: NodeId,
    random: SplitMix64,
    /// Jobs that were played.
    jobs: u64,
    playouts: u64,
    steps: u64,
    /// The role that moves at random, if there is one.
    chance: Option<usize>,
    /// The best goal value that each role may get.
    most: Vec<f64>,
}

impl<E: PlayoutEngine> Tree<E> {
    /// A tree whose root is the initial state. `engine` must play the same net.
    ///
    /// **Cost:** machine code is made of the net.
    ///
    /// # Errors
    /// [`SearchError::Simd`] when this machine can't run the net, or `observer` stopped the work.
    pub fn new(
        net: Verified<'_>,
        engine: E,
        options: TreeOptions,
        observer: &dyn Observer,
    ) -> Result<Self, SearchError> {
        let world = World::new(net, observer)?;
        let roles = &net.net().ports.roles;
        let chance = roles.iter().position(|role| role.eq_ignore_ascii_case("random"));
        let best = |role| world.values_of(role).iter().copied().fold(0.0, f64::max);
        let most = (0..roles.len()).map(best).collect();
        let (nodes, random) = (Nodes::new(roles.len(), world.parts()), SplitMix64(options.seed));
        let mut tree =
            Self { world, engine, options, nodes, root: NONE, random, jobs: 0, playouts: 0, steps: 0, chance, most };
        let initial = tree.world.initial().to_vec();
        tree.plant(&initial)?;
        Ok(tree)
    }

    /// Makes another state the root. What was found out about states that can still come is kept.
    ///
    /// # Errors
    /// [`SearchError::Simd`].
    ///
    /// # Panics
    /// When the state has not as many bits as the net has bases.
    pub fn go_to(&mut self, state: &State) -> Result<(), SearchError> {
        let bits = packed(state, self.world.parts());
        match self.nodes.find(&bits) {
            Some(node) => {
                self.root = node;
                if self.nodes.bytes() > self.options.max_bytes / 2 {
                    self.nodes.keep(node);
                    self.root = 0;
                }
            }
            None => self.plant(&bits)?,
        }
        Ok(())
    }

    /// Begins anew at a state.
    fn plant(&mut self, state: &[u64]) -> Result<(), SearchError> {
        self.nodes = Nodes::new(self.world.roles(), self.world.parts());
        self.root = self.adopt(state)?[state];
        Ok(())
    }

    /// Forgets all that was found out, and begins anew with random choices: the next search is as the first.
    ///
    /// # Errors
    /// [`SearchError::Simd`].
    pub fn forget(&mut self) -> Result<(), SearchError> {
        self.random = SplitMix64(self.options.seed);
        (self.jobs, self.playouts, self.steps) = (0, 0, 0);
        let initial = self.world.initial().to_vec();
        self.plant(&initial)
    }

    /// Playouts of a round.
    #[must_use]
    pub fn round_size(&self) -> u64 {
        self.options.playouts
    }

    /// Searches until so many playouts were played, until `observer` says stop, or until the value of the root is proven.
    /// Returns how many playouts it took.
    ///
    /// # Errors
    /// [`SearchError`], but for a stop: what was found until then stays.
    pub fn search(&mut self, playouts: u64, observer: &dyn Observer) -> Result<u64, SearchError> {
        let before = self.playouts;
        self.settle(self.root);
        while self.playouts - before < playouts && self.nodes.proof(self.root).is_none() && !observer.stopped() {
            match self.round(observer) {
                Ok(()) => {}
                Err(SearchError::Simd(SimdError::Stopped(_)) | SearchError::Play(PlayError::Stopped(_))) => break,
                Err(error) => return Err(error),
            }
        }
        Ok(self.playouts - before)
    }

    /// Playouts of all searches.
    #[must_use]
    pub fn playouts(&self) -> u64 {
        self.playouts
    }

    /// Joint moves made in them.
    #[must_use]
    pub fn steps(&self) -> u64 {
        self.steps
    }

    /// The engine that plays.
    pub fn engine(&self) -> &E {
        &self.engine
    }

    /// Nodes that are kept.
    #[must_use]
    pub fn nodes(&self) -> usize {
        self.nodes.len()
    }

    /// Many leaves at once.
    fn round(&mut self, observer: &dyn Observer) -> Result<(), SearchError> {
        let mut leaves = self.leaves();
        self.expand(&mut leaves)?;
        let (proven, open): (Vec<Leaf>, Vec<Leaf>) =
            leaves.into_iter().partition(|leaf| self.nodes.proof(leaf.node).is_some());
        let share = self.share();
        for leaf in &proven {
            let values = self.nodes.proof(leaf.node).map_or(Vec::new(), <[f64]>::to_vec);
            self.back_up(leaf, share, &values);
            self.settle_path(leaf);
        }
        if open.is_empty() {
            // Nothing was played, but the search has gone on: a budget must come to its end.
            self.playouts += share;
            return Ok(());
        }
        let played = self.play(&open, observer);
        if played.is_err() {
            open.iter().for_each(|leaf| self.release(leaf));
        }
        let report = played?;
        for (leaf, start) in open.iter().zip(&report.starts) {
            let values = self.means(&start.all, leaf.node);
            self.back_up(leaf, start.all.playouts(), &values);
        }
        Ok(())
    }

    /// Playouts that a leaf is thought to get.
    fn share(&self) -> u64 {
        (self.options.playouts / self.options.leaves.max(1) as u64).max(1)
    }

    /// Plays from all leaves.
    fn play(&mut self, leaves: &[Leaf], observer: &dyn Observer) -> Result<Report, SearchError> {
        let bases = self.world.bases();
        let starts = leaves.iter().map(|leaf| unpacked(self.nodes.state(leaf.node), bases).into()).collect();
        let TreeOptions { playouts, max_steps, seed, .. } = self.options;
        let each = (playouts / leaves.len() as u64).max(1);
        let lanes = (LANES / leaves.len() as u64).max(LEAST_LANES).min(each);
        self.jobs += 1;
        let seed = mix(seed ^ mix(self.jobs));
        let job = Job { starts, lanes, per_lane: each / lanes, slots: 1, seed, max_steps, first_moves: false };
        let report = self.engine.play(&job, observer)?;
        self.playouts += report.starts.iter().map(|start| start.all.playouts()).sum::<u64>();
        self.steps += report.starts.iter().map(|start| start.all.steps).sum::<u64>();
        Ok(report)
    }

    /// What each role got in the mean. Playouts that did not end count as what the state of the leaf is worth.
    fn means(&self, tally: &Tally, leaf: NodeId) -> Vec<f64> {
        let all = tally.playouts().max(1) as f64;
        let unfinished = (tally.truncated + tally.stuck) as f64;
        let mean = |(role, counts): (usize, &Vec<u64>)| {
            let got: f64 = counts.iter().zip(self.world.values_of(role)).map(|(&n, value)| n as f64 * value).sum();
            (got + unfinished * self.nodes.goal(leaf, role)) / all
        };
        tally.goals.iter().enumerate().map(mean).collect()
    }

    /// Adds playouts to all moves on the way to a leaf. Where a role is sure of more than it got, it would have taken that:
    /// so the moves before count what it is sure of.
    fn back_up(&mut self, leaf: &Leaf, playouts: u64, values: &[f64]) {
        self.release(leaf);
        let mut values = values.to_vec();
        for (node, chosen) in leaf.path.iter().rev() {
            for (&arm, value) in chosen.iter().zip(&values) {
                let arm = self.nodes.arm_mut(arm);
                arm.visits += playouts;
                arm.sum += value * playouts as f64;
            }
            if let Some(sure) = self.sure(*node, &values) {
                values = sure;
            }
        }
    }
}

fn packed(state: &State, parts: usize) -> Vec<u64> {
    let mut bits = vec![0; parts];
    state.iter_ones().for_each(|base| bits[base / 64] |= 1 << (base % 64));
    bits
}

fn unpacked(state: &[u64], bases: usize) -> State {
    (0..bases).map(|base| state[base / 64] >> (base % 64) & 1 == 1).collect()
}

#[cfg(test)]
mod tests;
