//! Values that stages only hand on: registers one behind another, in whose place a module can stand that gives back what
//! it got some cycles ago.

use crate::selection::Selection;
use gdl2hdl_net::node;
use gdl2hdl_net::propnet::Lit;
use gdl2hdl_net::stages::Pipeline;
use std::collections::BTreeMap;

/// Fewer bits are not worth a module.
const LEAST: usize = 8;

/// What goes in, and registers one behind another, the last one first.
type Chain = (Lit, Vec<usize>);

/// Bits that are handed on together.
#[derive(Debug)]
pub(super) struct Carry {
    /// Boundaries that it takes the place of.
    pub(super) cycles: usize,
    /// For each bit what goes in, and the register that the last boundary had.
    pub(super) bits: Vec<(Lit, usize)>,
}

/// The name of what hands on several bits, of those that come out at the end of a stage the one of this number.
pub(super) fn name(stage: usize, number: usize) -> String {
    format!("u_carry_{stage}_{number}")
}

/// All names that there may be in so many stages, as they have different numbers of cycles.
pub(super) fn names(stages: usize) -> impl Iterator<Item = String> {
    let all = (0..stages).flat_map(move |stage| (0..stages).map(move |number| name(stage, number)));
    let each = |name: String| [format!("{name}_in"), format!("{name}_out"), name];
    all.flat_map(each).chain(["BLOCK".to_owned()])
}

/// All that is handed on.
#[derive(Debug, Default)]
pub(super) struct Carries {
    /// By the stage at whose end they come out.
    pub(super) ends: BTreeMap<usize, Vec<Carry>>,
    /// For each register of the pipeline whether it is part of one; nothing where there are none.
    covered: Vec<bool>,
}

impl Carries {
    /// Those of the selected registers of a pipeline that nobody reads but the next one.
    pub(super) fn new(pipeline: &Pipeline, selection: &Selection<'_>) -> Self {
        let total = pipeline.registers.len();
        let readers = readers(pipeline, selection);
        let source = |register: usize| pipeline.net.ports.bases[pipeline.bases + register].next;
        // The register before, if it is there for this one alone.
        let before = |register: usize| {
            let edge = source(register);
            let place = edge.node().index().checked_sub(1 + pipeline.bases).filter(|&place| place < total)?;
            (!edge.is_complement() && readers[edge.node().index()] == 1).then_some(place)
        };
        let mut groups: BTreeMap<(usize, usize), Vec<Chain>> = BTreeMap::new();
        let mut inside = vec![false; total];
        for (stage, part) in pipeline.parts.iter().enumerate().rev() {
            for last in part.registers.clone().filter(|&place| selection.has(node(1 + pipeline.bases + place))) {
                if inside[last] {
                    continue;
                }
                let mut chain = vec![last];
                while let Some(place) = before(chain[chain.len() - 1]) {
                    inside[place] = true;
                    chain.push(place);
                }
                if chain.len() > 1 {
                    let from = source(chain[chain.len() - 1]);
                    groups.entry((stage, chain.len())).or_default().push((from, chain));
                }
            }
        }
        let mut carries = Self::default();
        for ((stage, cycles), chains) in groups.into_iter().filter(|(_, chains)| chains.len() >= LEAST) {
            carries.covered.resize(total, false);
            chains.iter().flat_map(|(_, chain)| chain).for_each(|&place| carries.covered[place] = true);
            let bits = chains.into_iter().map(|(from, chain)| (from, chain[0])).collect();
            carries.ends.entry(stage).or_default().push(Carry { cycles, bits });
        }
        carries
    }

    /// All of them, those of the first stage first.
    pub(super) fn all(&self) -> impl Iterator<Item = &Carry> {
        self.ends.values().flatten()
    }

    /// Whether there are any.
    pub(super) fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// Whether a register is part of one.
    pub(super) fn has(&self, register: usize) -> bool {
        self.covered.get(register).is_some_and(|covered| *covered)
    }
}

/// For each node of the net how often it is read.
fn readers(pipeline: &Pipeline, selection: &Selection<'_>) -> Vec<usize> {
    let (net, ports) = (&pipeline.net, &pipeline.net.ports);
    let mut readers = vec![0; net.num_nodes()];
    let mut read = |edge: Lit| readers[edge.node().index()] += 1;
    selection.gates().for_each(|(_, fanin)| fanin.into_iter().for_each(&mut read));
    for (place, base) in ports.bases.iter().enumerate() {
        if place < pipeline.bases || selection.has(node(1 + place)) {
            read(base.next);
        }
    }
    ports.inputs.iter().for_each(|input| read(input.legal));
    pipeline.again.iter().copied().for_each(&mut read);
    ports.goals.iter().for_each(|goal| read(goal.holds));
    read(ports.terminal);
    readers
}
