//! What LUTs a net needs, and what changes when something is needed no more, or anew.

use super::options::Form;
use gdl2hdl_gdl::observer::{Observer, Stopped};
use gdl2hdl_net::Net;
use gdl2hdl_net::map::{Aim, cover};
use gdl2hdl_net::propnet::NodeId;

/// Inputs of a LUT.
const INPUTS: usize = 4;

/// LUTs of a net with the number of their users.
pub(super) struct Area<'n> {
    net: &'n Net,
    uses: Vec<u32>,
    /// Leaves of the LUT of each gate that has one. Those with a single leaf are no LUTs, but another node.
    leaves: Vec<Vec<NodeId>>,
}

impl<'n> Area<'n> {
    /// The LUTs of a net, next states aside: those need what the LUTs in front of registers read.
    ///
    /// # Errors
    /// [`Stopped`] by the observer.
    pub(super) fn of(net: &'n Net, observer: &dyn Observer) -> Result<Self, Stopped> {
        let mut roots = Vec::new();
        net.ports.each_output(|edge| roots.push(edge.node()));
        let cover = cover(net, roots, INPUTS, Aim::Depth, observer)?;
        let mut leaves = vec![Vec::new(); net.num_nodes()];
        for lut in &cover.luts {
            leaves[lut.root.index()] = lut.leaves().to_vec();
        }
        for (root, edge) in &cover.aliases {
            leaves[root.index()] = vec![edge.node()];
        }
        let mut area = Self { net, uses: vec![0; net.num_nodes()], leaves };
        net.ports.each_observed(&mut |edge| {
            area.need(edge.node());
        });
        for base in &net.ports.bases {
            for id in area.inputs(base.next.node()) {
                area.need(id);
            }
        }
        Ok(area)
    }

    /// What a LUT reads that also loads a register: a node, or what its LUT reads where that is little enough.
    pub(super) fn inputs(&self, id: NodeId) -> Vec<NodeId> {
        let leaves = &self.leaves[id.index()];
        if self.net.fanin(id).is_none() || leaves.len() > INPUTS - 2 || leaves.is_empty() {
            return vec![id];
        }
        leaves.clone()
    }

    /// The same of a form.
    pub(super) fn form_inputs(&self, form: Form) -> Vec<NodeId> {
        match form {
            Form::Edge(edge) => self.inputs(edge.node()),
            _ => form.nodes().collect(),
        }
    }

    /// Whether a node is there anyway: a leaf, or the root of a LUT in use.
    pub(super) fn is_there(&self, id: NodeId) -> bool {
        self.net.fanin(id).is_none() || self.uses[id.index()] > 0
    }

    /// A node is needed once more: how many LUTs that adds.
    pub(super) fn need(&mut self, id: NodeId) -> i32 {
        self.change(id, |uses| {
            *uses += 1;
            *uses == 1
        })
    }

    /// A node is needed once less: how many LUTs that frees.
    pub(super) fn drop(&mut self, id: NodeId) -> i32 {
        self.change(id, |uses| {
            *uses -= 1;
            *uses == 0
        })
    }

    fn change(&mut self, id: NodeId, mut goes_on: impl FnMut(&mut u32) -> bool) -> i32 {
        let mut stack = vec![id];
        let mut luts = 0;
        while let Some(id) = stack.pop() {
            if self.net.fanin(id).is_some() && goes_on(&mut self.uses[id.index()]) {
                self.settle(id);
                let leaves = &self.leaves[id.index()];
                luts += i32::from(leaves.len() > 1);
                stack.extend(leaves);
            }
        }
        luts
    }

    /// Gives a gate a LUT that has none: leaves that are not there are taken in, as long as it holds them.
    fn settle(&mut self, id: NodeId) {
        if !self.leaves[id.index()].is_empty() {
            return;
        }
        let mut leaves = vec![id];
        let mut next = Some(0);
        while let Some(place) = next {
            let fanin = self.net.fanin(leaves.remove(place)).into_iter().flatten();
            leaves.extend(fanin.map(|edge| edge.node()));
            leaves.sort_unstable();
            leaves.dedup();
            next = (0..leaves.len()).rev().find(|&place| !self.is_there(leaves[place]) && self.fits(&leaves, place));
        }
        self.leaves[id.index()] = leaves;
    }

    fn fits(&self, leaves: &[NodeId], place: usize) -> bool {
        let fanin = self.net.fanin(leaves[place]).into_iter().flatten();
        leaves.len() - 1 + fanin.filter(|edge| !leaves.contains(&edge.node())).count() <= INPUTS
    }
}
