//! Technology mapping: a net as a network of LUTs of at most K inputs.
//!
//! Each LUT computes one node from K others; its function sees through all ANDs between them, so exclusive ors,
//! multiplexers and majorities are found by themselves. Two users: words of a processor (K = 3 or 2, fewest LUTs) and
//! estimates for FPGAs (K = 4, fewest levels, then fewest LUTs).
//!
//! For fewest LUTs the net is divided anew first: `groups` flattens trees to wide ANDs, `absorb` drops those that say
//! nothing beside others, `share` makes once what they have in common, `chain` divides the rest such that LUTs are
//! filled. Then, for both aims, `enumerate` finds the cuts of all nodes, and `select` chooses one for each, first by area
//! flow, then by exact local area.
//!
//! Source: priority cuts with area recovery, Mishchenko, Cho, Chatterjee and Brayton (ICCAD 2007).

mod absorb;
mod chain;
pub mod cut;
mod divide;
mod enumerate;
mod groups;
mod select;
mod sets;
mod share;
mod subject;

use super::Net;
use crate::propnet::{Lit, NodeId};
use absorb::absorb;
use chain::chain;
pub use divide::divide;
use enumerate::{MappingPlan, enumerate};
use gdl2hdl_gdl::observer::{Observer, Stopped};
use groups::Groups;
use select::Selection;
use share::share;
use subject::Subject;

/// Short steps of its loops between two questions to the observer.
const STEPS: u32 = 1 << 10;

/// Most inputs of a LUT.
pub const MAX_INPUTS: usize = 6;

/// What to minimise.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Aim {
    /// The number of LUTs, whatever the depth.
    Area,
    /// The same in a fraction of the time, with more LUTs: for programs that are soon replaced.
    QuickArea,
    /// Levels of LUTs, then their number.
    Depth,
}

/// Gates of a net for which fewest LUTs are found within half a second.
const SOON: usize = 100_000;

impl Aim {
    /// For programs that are to be ready soon: [`Self::Area`] where that takes less than half a second.
    #[must_use]
    pub const fn soon(gates: usize) -> Self {
        if gates > SOON { Self::QuickArea } else { Self::Area }
    }
}

/// A LUT: the function of a node over other nodes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Lut {
    /// The node it computes, without complement.
    pub root: NodeId,
    /// Bit `i` is the value when leaf `j` has bit `j` of `i`. Repeats beyond the leaves: all 64 bits are defined.
    pub table: u64,
    leaves: [NodeId; MAX_INPUTS],
    len: u8,
}

impl Lut {
    /// The nodes it reads, at least two, all of which matter.
    #[must_use]
    pub fn leaves(&self) -> &[NodeId] {
        &self.leaves[..usize::from(self.len)]
    }
}

/// A net as LUTs.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Cover {
    /// LUTs, leaves before users; each root once.
    pub luts: Vec<Lut>,
    /// Roots that need no LUT: equal to a constant, a base, an input or the root of a LUT, or to its complement.
    pub aliases: Vec<(NodeId, Lit)>,
    /// LUTs on the longest path.
    pub levels: u32,
    /// One more than the highest node of the cover. Nodes beyond the net's are signals of the cover alone.
    pub num_nodes: usize,
}

/// Covers what `roots` need with LUTs of at most `inputs` inputs (2 to 6; others are moved into this range).
/// Roots that are no gates have neither LUT nor alias.
///
/// **Cost:** near linear in gates.
///
/// # Errors
/// [`Stopped`] by the observer.
pub fn cover(
    net: &Net,
    roots: impl IntoIterator<Item = NodeId>,
    inputs: usize,
    aim: Aim,
    observer: &dyn Observer,
) -> Result<Cover, Stopped> {
    let mut subject = Subject::of(net, roots);
    if aim == Aim::Area {
        let mut groups = Groups::flatten(&subject, observer)?;
        absorb(&subject, &mut groups, observer)?;
        subject = chain(&subject, &share(&subject, groups, observer)?, observer)?;
    }
    let num_nodes = net.num_nodes();
    match inputs {
        ..=2 => map::<2>(&subject, aim, num_nodes, observer),
        3 => map::<3>(&subject, aim, num_nodes, observer),
        4 => map::<4>(&subject, aim, num_nodes, observer),
        5 => map::<5>(&subject, aim, num_nodes, observer),
        _ => map::<6>(&subject, aim, num_nodes, observer),
    }
}

fn map<const K: usize>(
    subject: &Subject,
    aim: Aim,
    num_nodes: usize,
    observer: &dyn Observer,
) -> Result<Cover, Stopped> {
    let plan = MappingPlan::new(aim);
    let cuts = enumerate::<K>(subject, plan, observer)?;
    let mut selection = Selection::new(subject, &cuts, aim);
    selection.improve(plan.exact_passes, observer)?;
    observer.go_on()?;
    Ok(selection.cover(num_nodes))
}

#[cfg(test)]
mod tests;
