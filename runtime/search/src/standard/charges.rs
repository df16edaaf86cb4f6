//! The player that plays at random from the states one step on.

use super::joints::{Joints, first_best};
use super::options::Limits;
use super::question::{Best, Root, answer};
use super::walk::{Halt, Walk};
use crate::chooser::{ChooseError, Chooser, Question};
use gdl2hdl_gdl::random::SplitMix64;

/// Steps of a depth charge. It bounds charges in games that need not end.
const LONGEST: usize = 10_000;
/// Joint moves that are children each.
const CHILDREN: usize = 1 << 20;

/// Makes one step, then plays at random from each child in turn: `mcs`. A child is worth the mean of its depth charges, a
/// move the worst of its replies. Where there are more than a million joint moves the replies are made at random.
pub struct MonteCarlo {
    playouts: u64,
    seed: u64,
    limits: Limits,
    /// Joint moves that are children each.
    children: usize,
    nodes: u64,
    played: u64,
}

impl MonteCarlo {
    /// Makes so many depth charges for a question, or until it is stopped. Equal seeds choose equal moves.
    #[must_use]
    pub const fn new(playouts: Option<u64>, seed: u64, limits: Limits) -> Self {
        let playouts = if let Some(playouts) = playouts { playouts } else { u64::MAX };
        Self { playouts, seed, limits, children: CHILDREN, nodes: 0, played: 0 }
    }

    /// The depth charges that were made for the last question.
    #[must_use]
    pub const fn played(&self) -> u64 {
        self.played
    }

    fn search(&mut self, walk: &mut Walk<'_>, root: &Root, best: &mut Best<'_>) -> Result<(), Halt> {
        let mut children = Children::new(root, self.children, SplitMix64(self.seed));
        while self.played < self.playouts {
            let mut open = false;
            for index in 0..children.all.len() {
                if children.all[index].known || self.played >= self.playouts {
                    continue;
                }
                children.charge(walk, root, index)?;
                let known = children.all[index].known;
                self.played += u64::from(!known);
                open |= !known;
                if let Some(index) = children.rated(index) {
                    best.is(index);
                }
            }
            if !open {
                break;
            }
        }
        Ok(())
    }
}

#[derive(Clone, Copy, Default)]
struct Child {
    sum: f64,
    charges: u64,
    /// Whether it is terminal: its value needs no charges.
    known: bool,
}

struct Children {
    joints: Joints,
    me: usize,
    /// One for each joint move, or for each move of who asks where those are too many.
    all: Vec<Child>,
    each: bool,
    rates: Vec<f64>,
    random: SplitMix64,
}

impl Children {
    fn new(root: &Root, most: usize, random: SplitMix64) -> Self {
        let (joints, me) = (Joints::new(&root.moves, root.seats), root.seats.me);
        let (mine, each) = (joints.size(me), joints.len() <= most);
        let all = vec![Child::default(); if each { joints.len() } else { mine }];
        Self { joints, me, all, each, rates: vec![f64::NEG_INFINITY; mine], random }
    }

    /// Makes a depth charge from a child.
    fn charge(&mut self, walk: &mut Walk<'_>, root: &Root, index: usize) -> Result<(), Halt> {
        let joint = if self.each {
            self.joints.moves(&root.moves, index)
        } else {
            let mut joint = any(&root.moves, &mut self.random);
            joint[self.me].clone_from(&root.moves[self.me][index]);
            joint
        };
        walk.child(&root.facts, &joint)?;
        self.all[index].known = self.each && walk.terminal()?;
        self.all[index].sum += depth_charge(walk, self.me, &mut self.random)?;
        self.all[index].charges += 1;
        Ok(())
    }

    /// Rates the move of a child anew, and says which move is the best. A move without a charge for each child has no rate.
    fn rated(&mut self, index: usize) -> Option<usize> {
        let mean = |child: &Child| if child.charges > 0 { Ok(child.sum / child.charges as f64) } else { Err(()) };
        let mine = if self.each { self.joints.digits(index)[self.me] } else { index };
        let rate =
            if self.each { self.joints.rate(mine, |joint| mean(&self.all[joint])) } else { mean(&self.all[index]) };
        self.rates[mine] = rate.unwrap_or(f64::NEG_INFINITY);
        first_best(self.rates.iter().copied())
    }
}

/// Any joint move, each equally likely.
fn any(moves: &[Vec<String>], random: &mut SplitMix64) -> Vec<String> {
    moves.iter().map(|moves| moves[random.index(moves.len())].clone()).collect()
}

/// Plays at random to the end, and says what that is worth.
fn depth_charge(walk: &mut Walk<'_>, me: usize, random: &mut SplitMix64) -> Result<f64, Halt> {
    for _ in 0..LONGEST {
        if walk.terminal()? {
            break;
        }
        let Some(moves) = walk.moves()? else { break };
        walk.step(&any(&moves, random))?;
    }
    walk.goal(me)
}

impl Chooser for MonteCarlo {
    fn name(&self) -> &str {
        "mcs"
    }

    fn choose(&mut self, question: Question<'_>) -> Result<String, ChooseError> {
        self.played = 0;
        let most = self.limits.nodes();
        let (chosen, nodes) = answer(question, most, |walk, root, best| self.search(walk, root, best));
        self.nodes = nodes;
        chosen
    }

    fn nodes(&self) -> u64 {
        self.nodes
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gdl2hdl_gdl::interpret::InterpreterLimits;
    use gdl2hdl_gdl::observer::Unobserved;
    use gdl2hdl_gdl::syntax::kif;
    use gdl2hdl_play::engine::interpreter;

    /// Two roles bid at once. Who bids b gets 60 or 10, who bids a gets 30 whatever the other one does.
    const BIDS: &str = "(role x) (role y) (bid a) (bid b) (<= (legal ?p ?b) (role ?p) (bid ?b))
        (<= (next over) (does x a) (does y ?b)) (<= (next won) (does x b) (does y a)) (<= (next lost) (does x b) (does y b))
        (<= terminal (true over)) (<= terminal (true won)) (<= terminal (true lost))
        (<= (goal x 30) (true over)) (<= (goal x 60) (true won)) (<= (goal x 10) (true lost)) (goal y 0)";

    fn choice(children: usize) -> (String, u64) {
        let mut engine = interpreter(&kif::parse(BIDS).sheet, InterpreterLimits::default()).unwrap();
        let mut mcs = MonteCarlo { children, ..MonteCarlo::new(Some(400), 1, Limits::default()) };
        let question = Question { engine: &mut engine, role: 0, observer: &Unobserved, better: &mut |_| () };
        (mcs.choose(question).unwrap(), mcs.played())
    }

    #[test]
    fn replies_are_the_worst_or_any_where_there_are_too_many() {
        assert_eq!(choice(CHILDREN), ("a".to_owned(), 0), "terminal children need no charges");
        assert_eq!(choice(3), ("b".to_owned(), 400));
    }
}
