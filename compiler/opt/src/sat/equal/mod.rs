//! Whether two nets compute the same, output by output, for all states and moves: by sweeping.
//!
//! Both nets stand in one ([`Joint`]). Random values tell apart most nodes that differ; nodes that behave alike are
//! proven equal from the inputs up, so that each proof is about little more than what is new ([`sweep`]). In the end
//! most pairs of outputs are one node.
//!
//! Source: SAT sweeping, Kuehlmann (ICCAD 2004); Mishchenko, Chatterjee, Brayton and Een (ICCAD 2006).

mod classes;
mod joint;
mod sweep;
#[cfg(test)]
mod tests;

use gdl2hdl_gdl::observer::Observer;
use gdl2hdl_net::Net;
use gdl2hdl_net::signals::{self, Signal};
use joint::Joint;
use std::fmt;
use sweep::{Answer, Sweep};

/// What is known of two nets.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Equality {
    /// All outputs and next states are equal for all states and moves.
    Equal,
    /// They are not.
    Differs(Difference),
    /// Time was up before this output, by its sentence, was decided.
    Unknown(String),
}

/// An output that differs, and when.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Difference {
    /// The sentence of the output.
    pub output: String,
    /// Its values in the two nets.
    pub values: [bool; 2],
    /// The value of each base.
    pub state: Vec<bool>,
    /// Whether each move is made.
    pub moves: Vec<bool>,
    /// Sentences of what is true of these.
    pub when: Vec<String>,
}

/// Facts and moves named in a message.
const MAX_NAMED: usize = 12;

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [ours, other] = self.values;
        write!(f, "`{}` is {other}, but should be {ours}, when", self.output)?;
        if self.when.is_empty() {
            return f.write_str(" nothing is true");
        }
        write!(f, " nothing is true but {}", self.when[..self.when.len().min(MAX_NAMED)].join(" "))?;
        match self.when.len().saturating_sub(MAX_NAMED) {
            0 => Ok(()),
            more => write!(f, " and {more} more"),
        }
    }
}

/// Compares two nets of the same bases and moves, and with as many goals and percepts. The initial state is not looked
/// at.
///
/// **Cost:** near linear where the nets have inner nodes in common; without any, exponential in the worst case. `observer`
/// ends it.
///
/// # Panics
/// When the numbers of bases, moves, goals or percepts differ.
#[must_use]
pub fn compare(reference: &Net, other: &Net, observer: &dyn Observer) -> Equality {
    let (pairs, joint) = Joint::of(reference, other);
    let outputs = outputs(reference);
    let mut sweep = Sweep::new(&joint, observer);
    // What random values show needs no proof of anything else.
    if let Some((output, pattern)) = pairs.iter().enumerate().find_map(|(i, pair)| Some((i, sweep.seen(*pair)?))) {
        return Equality::Differs(difference(reference, &joint, &outputs[output].sentence, pairs[output], &pattern));
    }
    sweep.run();
    for (output, &pair) in outputs.iter().zip(&pairs) {
        match sweep.decide(pair) {
            Answer::Equal => {}
            Answer::Differs(pattern) => {
                return Equality::Differs(difference(reference, &joint, &output.sentence, pair, &pattern));
            }
            Answer::Unknown => return Equality::Unknown(output.sentence.clone()),
        }
    }
    Equality::Equal
}

/// All outputs of a net, in the order of [`Joint::of`].
fn outputs(net: &Net) -> Vec<Signal> {
    signals::observed(net).into_iter().chain(signals::next(net)).collect()
}

/// What to say about values of bases and moves for which a pair differs.
fn difference(net: &Net, joint: &Joint, output: &str, pair: joint::Pair, pattern: &[bool]) -> Difference {
    let word = |&value: &bool| if value { u64::MAX } else { 0 };
    let words: Vec<u64> = pattern.iter().map(word).collect();
    let values = joint.values(&words);
    let leaves = signals::state(net).into_iter().chain(signals::moves(net));
    let bases = net.ports.bases.len();
    Difference {
        output: output.to_owned(),
        values: pair.map(|edge| gdl2hdl_net::propnet::value(&values, edge) & 1 == 1),
        state: pattern[..bases].to_vec(),
        moves: pattern[bases..].to_vec(),
        when: leaves.zip(pattern).filter(|(_, value)| **value).map(|(leaf, _)| leaf.sentence).collect(),
    }
}
