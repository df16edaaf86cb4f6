//! Chooses a cut for each gate: by depth or area flow at first, then by the LUTs it really adds and frees.

use super::super::node;
use super::cut::Cut;
use super::enumerate::Cuts;
use super::subject::Subject;
use super::{Aim, Cover, Lut, MAX_INPUTS, STEPS};
use crate::propnet::{Lit, NodeId};
use gdl2hdl_gdl::observer::{Observer, Pace, Stopped};

/// Passes by area flow.
const FLOW_PASSES: usize = 2;

/// A choice of cuts, and the LUTs it makes.
pub(super) struct Selection<'s, const K: usize> {
    subject: &'s Subject,
    cuts: &'s Cuts<K>,
    aim: Aim,
    /// The chosen cut of each gate, as a position in `cuts`.
    chosen: Vec<usize>,
    /// How many LUTs and roots use each node.
    uses: Vec<u32>,
    /// Expected users of each node, for area flow.
    expected: Vec<f32>,
    flows: Vec<f32>,
    depths: Vec<u32>,
    /// Level at which each used node must be ready.
    required: Vec<u32>,
    /// LUTs in use.
    area: usize,
    /// Leaves counted by the last try.
    trail: Vec<u32>,
}

impl<'s, const K: usize> Selection<'s, K> {
    /// The first cut of every gate.
    pub(super) fn new(subject: &'s Subject, cuts: &'s Cuts<K>, aim: Aim) -> Self {
        let chosen = (0..subject.gates.len()).map(|gate| cuts.of(gate).start).collect();
        #[allow(clippy::cast_precision_loss, reason = "a heuristic weight")]
        let expected = subject.fanouts().into_iter().map(|fanout| fanout.max(1) as f32).collect();
        let mut selection = Self {
            subject,
            cuts,
            aim,
            chosen,
            uses: Vec::new(),
            expected,
            flows: cuts.flows.clone(),
            depths: cuts.depths.clone(),
            required: Vec::new(),
            area: 0,
            trail: Vec::new(),
        };
        selection.count();
        selection
    }

    /// Improves the choice until nothing is gained, at most a fixed number of times.
    pub(super) fn improve(&mut self, exact_passes: usize, observer: &dyn Observer) -> Result<(), Stopped> {
        for _ in 0..FLOW_PASSES {
            self.flow_pass(observer)?;
            self.count();
        }
        for _ in 0..exact_passes {
            let before = self.area;
            self.exact_pass(observer)?;
            self.count();
            if self.area >= before {
                break;
            }
        }
        Ok(())
    }

    /// The chosen LUTs. Gates without a name get names from `num_nodes` on.
    pub(super) fn cover(&self, num_nodes: usize) -> Cover {
        let first = self.subject.first;
        let mut names: Vec<NodeId> = (0..first).map(node).collect();
        names.resize(self.subject.len(), NodeId(0));
        let mut cover = Cover { luts: Vec::with_capacity(self.area), aliases: Vec::new(), levels: 0, num_nodes };
        for gate in (0..self.chosen.len()).filter(|gate| self.uses[first + gate] > 0) {
            let cut = self.chosen(gate);
            let name = self.subject.names[gate];
            if !cut.is_lut() {
                // Nothing but the root uses it: cuts see through such gates.
                let leaf = cut.leaves().next().map_or(NodeId(0), |leaf| names[leaf as usize]);
                cover.aliases.extend(name.map(|name| (name, Lit::new(leaf, cut.table & 1 == 1))));
                continue;
            }
            let root = name.unwrap_or(node(cover.num_nodes));
            cover.num_nodes = cover.num_nodes.max(root.index() + 1);
            names[first + gate] = root;
            cover.luts.push(self.lut(gate, &names));
        }
        cover.levels = self.subject.roots.iter().map(|&root| self.depths[root]).max().unwrap_or(0);
        cover
    }

    fn lut(&self, gate: usize, names: &[NodeId]) -> Lut {
        let cut = self.chosen(gate);
        let root = names[self.subject.first + gate];
        let mut lut = Lut { root, table: cut.table, leaves: [NodeId(0); MAX_INPUTS], len: 0 };
        for leaf in cut.leaves() {
            lut.leaves[usize::from(lut.len)] = names[leaf as usize];
            lut.len += 1;
        }
        lut
    }

    fn chosen(&self, gate: usize) -> &'s Cut<K> {
        self.cuts.at(self.chosen[gate])
    }

    /// Counts the uses of all nodes, the LUTs, and with [`Aim::Depth`] the required levels.
    fn count(&mut self) {
        let first = self.subject.first;
        self.uses.clear();
        self.uses.resize(self.subject.len(), 0);
        self.subject.roots.iter().for_each(|&root| self.uses[root] += 1);
        let deepest = self.subject.roots.iter().map(|&root| self.depths[root]).max().unwrap_or(0);
        self.required.clear();
        self.required.resize(self.subject.len(), u32::MAX);
        self.subject.roots.iter().for_each(|&root| self.required[root] = deepest);
        self.area = 0;
        for gate in (0..self.chosen.len()).rev() {
            if self.uses[first + gate] == 0 {
                continue;
            }
            self.area += usize::from(self.chosen(gate).is_lut());
            let ready = self.required[first + gate].saturating_sub(u32::from(self.chosen(gate).is_lut()));
            for leaf in self.chosen(gate).leaves() {
                self.uses[leaf as usize] += 1;
                self.required[leaf as usize] = self.required[leaf as usize].min(ready);
            }
        }
    }

    fn depth(&self, cut: &Cut<K>) -> u32 {
        let below = cut.leaves().map(|leaf| self.depths[leaf as usize]).max().unwrap_or(0);
        below + u32::from(cut.is_lut())
    }

    fn is_in_time(&self, cut: &Cut<K>, gate: usize) -> bool {
        self.aim != Aim::Depth || self.depth(cut) <= self.required[self.subject.first + gate]
    }

    fn flow(&self, cut: &Cut<K>) -> f32 {
        1.0 + cut.leaves().map(|leaf| self.flows[leaf as usize]).sum::<f32>()
    }

    /// Chooses by area flow, with users as expected from the cover so far.
    fn flow_pass(&mut self, observer: &dyn Observer) -> Result<(), Stopped> {
        let (first, mut pace) = (self.subject.first, Pace::new(observer, STEPS));
        for gate in 0..self.chosen.len() {
            pace.step()?;
            let uses = &mut self.expected[first + gate];
            #[allow(clippy::cast_precision_loss, reason = "a heuristic weight")]
            let now = self.uses[first + gate] as f32;
            *uses = ((*uses + 2.0 * now) / 3.0).max(1.0);
            let uses = *uses;
            let mut best = (f32::INFINITY, usize::MAX);
            for position in self.cuts.of(gate) {
                let cut = self.cuts.at(position);
                let cost = (self.flow(cut), cut.len());
                if cost < best && self.is_in_time(cut, gate) {
                    best = cost;
                    self.chosen[gate] = position;
                }
            }
            self.flows[first + gate] = self.flow(self.chosen(gate)) / uses;
            self.depths[first + gate] = self.depth(self.chosen(gate));
        }
        Ok(())
    }

    /// Chooses by the LUTs that are really added.
    fn exact_pass(&mut self, observer: &dyn Observer) -> Result<(), Stopped> {
        let (first, mut pace) = (self.subject.first, Pace::new(observer, STEPS));
        for gate in 0..self.chosen.len() {
            pace.step()?;
            let used = self.uses[first + gate] > 0;
            if used {
                self.release(self.chosen(gate));
                self.choose_exactly(gate);
                self.take(self.chosen(gate), u32::MAX);
            } else {
                self.choose_exactly(gate);
            }
            self.flows[first + gate] = self.flow(self.chosen(gate)) / self.expected[first + gate];
            self.depths[first + gate] = self.depth(self.chosen(gate));
        }
        Ok(())
    }

    /// Chooses the cut that adds the fewest LUTs, of those the one with the least area flow.
    fn choose_exactly(&mut self, gate: usize) {
        let mut best = (u32::MAX, f32::INFINITY);
        let now = self.chosen[gate];
        let others = self.cuts.of(gate).filter(|&position| position != now);
        for position in [now].into_iter().chain(others) {
            let cut = self.cuts.at(position);
            if !self.is_in_time(cut, gate) {
                continue;
            }
            let added = self.take(cut, best.0);
            self.undo();
            let cost = (added, self.flow(cut));
            if cost < best {
                best = cost;
                self.chosen[gate] = position;
            }
        }
    }

    /// Counts a cut as used; gives the number of LUTs below it this adds. Gives up when there are more than `most`.
    fn take(&mut self, cut: &Cut<K>, most: u32) -> u32 {
        let mut added = 0;
        self.trail.clear();
        self.trail.extend(cut.leaves());
        let mut done = 0;
        while let Some(&leaf) = self.trail.get(done).filter(|_| added <= most) {
            done += 1;
            let uses = &mut self.uses[leaf as usize];
            *uses += 1;
            if let (1, Some(gate)) = (*uses, (leaf as usize).checked_sub(self.subject.first)) {
                added += 1;
                self.trail.extend(self.cuts.at(self.chosen[gate]).leaves());
            }
        }
        self.trail.truncate(done);
        added
    }

    /// Takes the last [`Self::take`] back.
    fn undo(&mut self) {
        self.trail.drain(..).for_each(|leaf| self.uses[leaf as usize] -= 1);
    }

    /// Counts a cut as used no more.
    fn release(&mut self, cut: &Cut<K>) {
        self.trail.clear();
        self.trail.extend(cut.leaves());
        while let Some(leaf) = self.trail.pop() {
            let uses = &mut self.uses[leaf as usize];
            *uses -= 1;
            if let (0, Some(gate)) = (*uses, (leaf as usize).checked_sub(self.subject.first)) {
                self.trail.extend(self.cuts.at(self.chosen[gate]).leaves());
            }
        }
    }
}
