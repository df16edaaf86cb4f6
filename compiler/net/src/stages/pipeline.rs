//! A step with its stages as one net with registers: what is emitted.
//!
//! State bits and moves of this net are those of the step, the state bits being followed by the registers between
//! stages. Its gates stand in the order of stages. `next` of a state bit is the output, given at the last time; `next` of
//! a register is what it takes up at the end of its stage.

use super::graph::last_use;
use super::{BrokenStages, Staged, StepNet};
use crate::map::Lut;
use crate::propnet::{Base, Lit, NodeId, Ports, View};
use crate::truth::depends;
use crate::{Builder, Net, node};
use gdl2hdl_gdl::observer::{Observer, Pace, Stopped};
use rustc_hash::FxHashMap;
use std::ops::Range;

/// LUTs between two questions to the observer.
const LUTS: u32 = 1 << 8;
/// Most gates of a LUT that are looked at; those of more, which are rare, are made from what the LUT says.
const MAX_CONE: usize = 64;

/// A register between two stages.
#[derive(Clone, Debug)]
pub struct Register {
    /// The stage that reads it.
    pub stage: u32,
    /// The node of the step's net whose value it holds, complemented where the node's name says so.
    pub of: Lit,
    value: usize,
}

/// A stage's part of the net.
#[derive(Clone, Debug)]
pub struct Part {
    /// Its gates, as positions of nodes.
    pub gates: Range<usize>,
    /// The registers at its end, as positions in [`Pipeline::registers`].
    pub registers: Range<usize>,
}

/// Why there is no step with registers.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum NotStaged {
    /// The observer stopped it.
    #[error(transparent)]
    Stopped(#[from] Stopped),
    /// A defect of the program, not of the net.
    #[error(transparent)]
    Broken(#[from] BrokenStages),
}

/// A step with registers.
#[derive(Clone, Debug)]
pub struct Pipeline {
    /// The net. It is no step of play by itself, as legal moves come before moves are there: [`super::verify()`] is its
    /// verifier.
    pub net: Net,
    /// Number of state bits that come from outside; the others are registers.
    pub bases: usize,
    /// The registers, in the order of stages.
    pub registers: Vec<Register>,
    /// The stages.
    pub parts: Vec<Part>,
    /// Legal moves that are given once more, one for each move; nothing where none are.
    pub again: Vec<Lit>,
}

impl Pipeline {
    /// The step with stages that [`StepNet::stage`] gave. **Cost:** near linear.
    ///
    /// # Errors
    /// [`BrokenStages`], when the stages are those of another step, or one reads what none before it has made; [`Stopped`]
    /// by the observer.
    pub fn new(step: &StepNet, staged: &Staged, observer: &dyn Observer) -> Result<Self, NotStaged> {
        let stages = staged.levels.len();
        let fits = staged.stages.len() == step.cover.luts.len() && stages == staged.cuts.last() as usize + 1;
        if !fits || staged.stages.iter().any(|&stage| stage as usize >= stages) {
            return Err(BrokenStages::Shape("stages").into());
        }
        Making::new(step, staged).run(observer)
    }
}

struct Making<'s> {
    step: &'s StepNet,
    staged: &'s Staged,
    builder: Builder,
    registers: Vec<Register>,
    /// What each value is in the stage that is being made, if it is there.
    now: Vec<Option<Lit>>,
    /// Views of the step's nodes.
    views: FxHashMap<NodeId, View>,
    /// Views of gates made so far.
    seen: Vec<View>,
    /// What was read first and was not there.
    missing: Option<BrokenStages>,
    /// The stage that is being made.
    stage: u32,
}

impl<'s> Making<'s> {
    fn new(step: &'s StepNet, staged: &'s Staged) -> Self {
        let views = views(&step.net);
        let registers = registers(step, staged, &views);
        let mut ports = Ports { views: Vec::new(), ..step.net.ports.clone() };
        // Registers have no fact of their own: names are given when text is made.
        let base = |_: &Register| Base { fact: "".into(), init: false, next: Lit::FALSE };
        ports.bases.extend(registers.iter().map(base));
        let now = vec![None; step.graph.len()];
        let (builder, seen) = (Builder::new(ports), Vec::new());
        Self { step, staged, builder, registers, now, views, seen, missing: None, stage: 0 }
    }

    fn run(mut self, observer: &dyn Observer) -> Result<Pipeline, NotStaged> {
        let mut pace = Pace::new(observer, LUTS);
        let cuts = self.staged.cuts;
        let luts = luts(self.step, self.staged);
        let (mut parts, mut again) = (Vec::new(), Vec::new());
        for (stage, luts) in (0..=cuts.last()).zip(&luts) {
            let start = self.builder.net().num_nodes();
            self.stage = stage;
            if stage == cuts.does() {
                self.moves();
            }
            if stage == 0 {
                (0..self.step.graph.bases).for_each(|base| self.now[base] = Some(self.builder.net().ports.base(base)));
            }
            for &table in luts {
                pace.step()?;
                self.table(table);
            }
            self.outputs(stage);
            if self.staged.again == Some(stage) {
                again = self.legal_again();
            }
            let gates = start..self.builder.net().num_nodes();
            parts.push(Part { gates, registers: self.boundary(stage) });
        }
        if let Some(missing) = self.missing {
            return Err(missing.into());
        }
        self.builder.ports().views = self.seen;
        let (net, bases) = (self.builder.finish(), self.step.graph.bases);
        Ok(Pipeline { net, bases, registers: self.registers, parts, again })
    }

    fn moves(&mut self) {
        let graph = &self.step.graph;
        for (i, value) in (graph.bases..graph.first).enumerate() {
            self.now[value] = Some(self.builder.net().ports.input(i));
        }
    }

    /// Makes a LUT of the stage from its gates.
    fn table(&mut self, table: usize) {
        let lut = &self.step.cover.luts[table];
        let leaves: Vec<Lit> = lut.leaves().iter().map(|&leaf| self.value(Lit::new(leaf, false))).collect();
        let edge = match cone(&self.step.net, lut) {
            Some(gates) => self.gates(lut, &leaves, &gates),
            None => shannon(lut.table, &leaves, &mut self.builder),
        };
        self.now[self.step.graph.first + table] = Some(edge);
    }

    fn gates(&mut self, lut: &Lut, leaves: &[Lit], gates: &[NodeId]) -> Lit {
        let mut made: FxHashMap<NodeId, Lit> = lut.leaves().iter().copied().zip(leaves.iter().copied()).collect();
        made.insert(node(0), Lit::FALSE);
        let mut last = Lit::FALSE;
        for &gate in gates {
            let [a, b] = self.step.net.fanin(gate).unwrap_or_default();
            let [a, b] = [a, b].map(|edge| made[&edge.node()].flip_if(edge.is_complement()));
            let before = self.builder.net().num_nodes();
            last = self.builder.and(a, b);
            made.insert(gate, last);
            if let Some(view) = self.views.get(&gate).filter(|_| self.builder.net().num_nodes() > before) {
                let holds = last.flip_if(view.holds.is_complement());
                self.seen.push(View { holds, ..view.clone() });
            }
        }
        last
    }

    /// An edge of the step in this stage.
    fn value(&mut self, edge: Lit) -> Lit {
        match self.step.graph.value(edge) {
            Ok((value, complement)) => self.here(value, self.now[value]).flip_if(complement),
            Err(constant) => constant,
        }
    }

    /// A value that must be in this stage. Where it is not, nothing comes of the pipeline.
    fn here(&mut self, value: usize, found: Option<Lit>) -> Lit {
        found.unwrap_or_else(|| {
            let stage = self.stage;
            self.missing.get_or_insert(BrokenStages::Missing { stage, value });
            Lit::FALSE
        })
    }

    /// Sets the outputs that a stage gives.
    fn outputs(&mut self, stage: u32) {
        let (step, cuts) = (self.step, self.staged.cuts);
        let ports = &step.net.ports;
        if stage == cuts.legal {
            let legal: Vec<Lit> = ports.inputs.iter().map(|input| self.value(input.legal)).collect();
            self.builder.ports().inputs.iter_mut().zip(legal).for_each(|(input, legal)| input.legal = legal);
        }
        if stage == cuts.last() {
            let next: Vec<Lit> = ports.bases.iter().map(|base| self.value(base.next)).collect();
            let goals: Vec<Lit> = ports.goals.iter().map(|goal| self.value(goal.holds)).collect();
            let terminal = self.value(ports.terminal);
            let out = self.builder.ports();
            out.bases.iter_mut().zip(next).for_each(|(base, next)| base.next = next);
            out.goals.iter_mut().zip(goals).for_each(|(goal, holds)| goal.holds = holds);
            out.terminal = terminal;
        }
    }

    /// The legal moves once more: what is not there is made anew, which registers do not hand on.
    fn legal_again(&mut self) -> Vec<Lit> {
        let step = self.step;
        let legal = step.net.ports.inputs.iter().map(|input| {
            if let Ok((value, _)) = step.graph.value(input.legal)
                && self.now[value].is_none()
                && let Some(table) = value.checked_sub(step.graph.first)
            {
                self.table(table);
            }
            self.value(input.legal)
        });
        legal.collect()
    }

    /// Hands values on to the next stage. Gives the registers.
    fn boundary(&mut self, stage: u32) -> Range<usize> {
        let start = self.registers.partition_point(|register| register.stage <= stage);
        let end = self.registers.partition_point(|register| register.stage <= stage + 1);
        let before = std::mem::replace(&mut self.now, vec![None; self.step.graph.len()]);
        for place in start..end {
            let Register { value, of, .. } = self.registers[place];
            let base = self.step.graph.bases + place;
            let from = self.here(value, before[value]).flip_if(of.is_complement());
            self.builder.ports().bases[base].next = from;
            self.now[value] = Some(self.builder.net().ports.base(base).flip_if(of.is_complement()));
        }
        start..end
    }
}

/// What has a name, for readers: by the name of the rules, or as the next state.
fn views(net: &Net) -> FxHashMap<NodeId, View> {
    let next =
        net.ports.bases.iter().map(|base| View { sentence: format!("next {}", base.fact).into(), holds: base.next });
    let next = next.filter(|view| net.fanin(view.holds.node()).is_some());
    // Of several names the first one stays, and those of the rules come first.
    let all: Vec<View> = net.ports.views.iter().cloned().chain(next).collect();
    all.into_iter().rev().map(|view| (view.holds.node(), view)).collect()
}

/// The registers of all stages: for each value one for each boundary between its stage and the last that reads it.
fn registers(step: &StepNet, staged: &Staged, views: &FxHashMap<NodeId, View>) -> Vec<Register> {
    let graph = &step.graph;
    let stages = graph.stages(staged);
    let mut registers = Vec::new();
    for (value, &from) in stages.iter().enumerate() {
        let of = value.checked_sub(graph.first).map_or(node(1 + value), |table| step.cover.luts[table].root);
        let of = Lit::new(of, views.get(&of).is_some_and(|view| view.holds.is_complement()));
        let last = last_use(graph, staged.cuts, &stages, value);
        registers.extend((from + 1..=last).map(|stage| Register { stage, of, value }));
    }
    registers.sort_by_key(|register| register.stage);
    registers
}

/// The LUTs of each stage.
fn luts(step: &StepNet, staged: &Staged) -> Vec<Vec<usize>> {
    let mut luts = vec![Vec::new(); staged.levels.len()];
    (0..step.cover.luts.len()).for_each(|table| luts[staged.stages[table] as usize].push(table));
    luts
}

/// The gates between a LUT's leaves and its root, fan-ins first. None when gates below other nodes than the leaves
/// are among them, which have no influence, or too many.
fn cone(net: &Net, lut: &Lut) -> Option<Vec<NodeId>> {
    let (mut gates, mut done) = (vec![lut.root], 0);
    while let Some(&gate) = gates.get(done) {
        done += 1;
        for edge in net.fanin(gate)? {
            let below = edge.node();
            if !edge.is_constant() && !lut.leaves().contains(&below) && !gates.contains(&below) {
                gates.push(below);
            }
        }
        if gates.len() > MAX_CONE {
            return None;
        }
    }
    gates.sort_unstable();
    Some(gates)
}

/// A LUT as gates: what it is when the last leaf is true, and when it is false.
fn shannon(table: u64, leaves: &[Lit], builder: &mut Builder) -> Lit {
    let Some((&leaf, rest)) = leaves.split_last() else {
        return if table & 1 == 1 { Lit::TRUE } else { Lit::FALSE };
    };
    let [low, high] = [0, 1 << rest.len()].map(|shift| shannon(table >> shift, rest, builder));
    if !depends(table, rest.len()) {
        return low;
    }
    let (yes, no) = (builder.and(leaf, high), builder.and(!leaf, low));
    builder.or(yes, no)
}
