//! One step of play, cut into pipeline stages: from a state to its legal moves, and, when the moves are picked, to the
//! state that comes next, with its end and goals.
//!
//! Times are counted in clocks. Stage `s` is the logic between the registers that end clock `s - 1` and those that end
//! clock `s`; stage 0 reads the state. Every LUT lies in one stage; a value that a later stage needs travels
//! through a register for each cycle. First the most levels of a stage are made as few as possible, which longest paths
//! tell; then the registers, boundary by boundary, by minimum cuts. What is emitted is the [`Pipeline`] that is made of
//! them, once [`verify()`] has looked it over.

mod assign;
mod flow;
mod graph;
mod limits;
mod pipeline;
mod step_net;
mod verify;

use super::map::{Aim, Cover, cover};
use super::{Net, Verified};
use assign::assign;
use gdl2hdl_gdl::observer::{Observer, Stopped};
use graph::{Depths, Graph};
use limits::StageLimits;
pub use pipeline::{NotStaged, Pipeline};
pub use step_net::step_net;
pub use verify::{BrokenStages, VerifiedStages, verify};

/// Inputs of a LUT.
const INPUTS: usize = 4;

/// How a step is cut, in clocks. All of them are small numbers: there is a stage for each cycle.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Cuts {
    /// From the state to the legal moves.
    pub legal: u32,
    /// From the legal moves to the picked ones, outside.
    pub pick: u32,
    /// From the picked moves to the next state, its end and its goals.
    pub next: u32,
}

impl Cuts {
    /// The time at which the picked moves are read.
    #[must_use]
    pub fn does(self) -> u32 {
        self.legal + self.pick
    }

    /// The time at which the next state is given: one less than there are stages.
    #[must_use]
    pub fn last(self) -> u32 {
        self.does() + self.next
    }
}

/// Levels of LUTs that lie outside, in the same cycle. When moves are picked in no clock, those behind the
/// legal moves and those before the picked ones are one path.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Around {
    /// Behind the legal moves.
    pub behind_legal: u32,
    /// Before the picked moves.
    pub before_does: u32,
    /// Behind the next state.
    pub behind_next: u32,
    /// Behind the end and the goals.
    pub behind_end: u32,
}

/// The stages of a step.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Staged {
    /// How the step is cut.
    pub cuts: Cuts,
    /// The stage of each LUT, in the order of [`StepNet::cover`].
    pub stages: Vec<u32>,
    /// Levels of LUTs for each stage, with those around.
    pub levels: Vec<u32>,
    /// Registers at the end of each stage but the last, one bit each. Those that hold the state itself do not count.
    pub registers: Vec<usize>,
    /// The time at which legal moves are given once more, made anew from what is there then: see [`StepNet::repeated`].
    pub again: Option<u32>,
}

impl Staged {
    /// Levels of the longest stage.
    #[must_use]
    pub fn most_levels(&self) -> u32 {
        self.levels.iter().copied().max().unwrap_or(0)
    }

    /// Registers at all boundaries.
    #[must_use]
    pub fn total_registers(&self) -> usize {
        self.registers.iter().sum()
    }
}

/// A step that can be cut in different ways.
#[derive(Clone, Debug)]
pub struct StepNet {
    net: Net,
    cover: Cover,
    graph: Graph,
    depths: Depths,
}

impl StepNet {
    /// The step of a net. **Cost:** near linear in gates; as much as an estimate of LUTs.
    ///
    /// # Errors
    /// [`Stopped`] by the observer.
    pub fn new(net: Verified<'_>, observer: &dyn Observer) -> Result<Self, Stopped> {
        Self::of(step_net(net.net(), observer)?, observer)
    }

    /// The step of a net that is a step's already: what [`step_net`] gives.
    ///
    /// # Errors
    /// [`Stopped`] by the observer.
    pub fn of(net: Net, observer: &dyn Observer) -> Result<Self, Stopped> {
        let mut roots = Vec::new();
        net.ports.each_output(|edge| roots.push(edge.node()));
        let cover = cover(&net, roots, INPUTS, Aim::Depth, observer)?;
        let graph = Graph::new(&net, &cover);
        let depths = graph.depths();
        Ok(Self { net, cover, graph, depths })
    }

    /// The net of the step: see [`step_net`].
    #[must_use]
    pub fn net(&self) -> &Net {
        &self.net
    }

    /// The LUTs of the step.
    #[must_use]
    pub fn cover(&self) -> &Cover {
        &self.cover
    }

    /// Levels of LUTs in the longest stage, as [`Self::stage`] makes them. **Cost:** none to speak of.
    #[must_use]
    pub fn least_levels(&self, cuts: Cuts, around: Around) -> u32 {
        StageLimits::new(cuts, around, &self.depths).levels
    }

    /// Gives every LUT its stage: the fewest levels in the longest stage, then few registers.
    ///
    /// **Cost:** a few minimum cuts for each boundary, in practice near linear in LUTs.
    ///
    /// # Errors
    /// [`Stopped`] by the observer.
    pub fn stage(&self, cuts: Cuts, around: Around, observer: &dyn Observer) -> Result<Staged, Stopped> {
        assign(&self.graph, &StageLimits::new(cuts, around, &self.depths), observer)
    }

    /// The same stages with legal moves that are given once more at a time behind that at which they are given, where each
    /// of them is there, or is one LUT of what comes out of registers then: that takes no register. Else nothing changes.
    #[must_use]
    pub fn repeated(&self, staged: Staged, time: u32) -> Staged {
        let is_later = (staged.cuts.legal + 1..=staged.cuts.last()).contains(&time);
        let legal = self.net.ports.inputs.iter().filter_map(|input| self.graph.value(input.legal).ok());
        let again = (is_later && self.graph.can_repeat(&staged, legal.map(|(value, _)| value), time)).then_some(time);
        Staged { again, ..staged }
    }
}

#[cfg(test)]
mod faults;
#[cfg(test)]
mod tests;
