//! The verifier of pipelines. Emitters take [`VerifiedStages`], which only [`verify`] makes.
//!
//! Every value of a step belongs to one clock, counted from that in which the state is read. A register adds one to it,
//! a gate takes values of the same cycle alone, and outputs are due at the clocks that the cuts say. So no value is read
//! before it is made, and each is delayed as long as it should be, on all paths. That the right values were delayed is
//! seen by playing: each output of some random states and moves is what the step makes of them.

use super::{Pipeline, Staged, StepNet};
use crate::propnet::{Lit, value};
use crate::verify::out_of_order;
use crate::{Net, node};
use gdl2hdl_gdl::random::SplitMix64;

/// Rounds of 64 random states each.
const ROUNDS: usize = 4;

/// Stages that were looked over, and the net with registers that was made of them.
#[derive(Clone, Copy, Debug)]
pub struct VerifiedStages<'p> {
    staged: &'p Staged,
    pipeline: &'p Pipeline,
}

impl<'p> VerifiedStages<'p> {
    /// The stages.
    #[must_use]
    pub fn staged(self) -> &'p Staged {
        self.staged
    }

    /// The net with registers.
    #[must_use]
    pub fn pipeline(self) -> &'p Pipeline {
        self.pipeline
    }
}

/// What is wrong with a pipeline: always a defect of the program that made it.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum BrokenStages {
    /// A stage reads a value that no stage before has made or handed on.
    #[error("stage {stage} reads value {value} of the step, which is not there")]
    Missing {
        /// The stage.
        stage: u32,
        /// The value, by its number among state bits, moves and LUTs.
        value: usize,
    },
    /// There are not as many of something as there must be, or not in their places.
    #[error("the {0} do not fit the step and its cuts")]
    Shape(&'static str),
    /// A gate's fan-in is not an earlier node.
    #[error("gate n{0} has a fan-in that is not an earlier node")]
    Order(u32),
    /// An edge leads to a node that does not exist.
    #[error("{reader} leads to n{node}, which does not exist")]
    Dangling {
        /// Who reads it.
        reader: String,
        /// The node.
        node: u32,
    },
    /// A value is read in another cycle than that which it belongs to.
    #[error("{reader} reads a value of clock {found} in clock {due}")]
    Clock {
        /// Who reads it.
        reader: String,
        /// The clock that the value belongs to.
        found: u32,
        /// The clock in which it is read.
        due: u32,
    },
    /// A value is read in a cycle before it is made.
    #[error("{reader} reads in clock {due} what a later one makes")]
    Early {
        /// Who reads it.
        reader: String,
        /// The clock in which it is read.
        due: u32,
    },
    /// A register holds another value of the step than that which it is said to hold.
    #[error("register {0} holds another value than it is said to")]
    Register(usize),
    /// A legal move depends on the moves that are picked among them.
    #[error("legal move {0} depends on the picked moves")]
    DependsOnMoves(usize),
    /// An output is not what the step makes of a state and moves.
    #[error("{0} is not what the step computes")]
    Differs(String),
}

/// Checks every invariant of a pipeline, and compares it with its step. **Cost:** linear.
///
/// # Errors
/// The first invariant that is broken.
pub fn verify<'p>(
    step: &StepNet,
    staged: &'p Staged,
    pipeline: &'p Pipeline,
) -> Result<VerifiedStages<'p>, BrokenStages> {
    let check = Check { step, staged, pipeline };
    check.shape()?;
    let outputs = check.outputs();
    check.range(&outputs)?;
    let clocks = check.clocks()?;
    for (reader, edge, due) in &outputs {
        in_clock(&clocks, *edge, *due, || reader.clone())?;
    }
    check.legal_of_state()?;
    check.played(&outputs)?;
    Ok(VerifiedStages { staged, pipeline })
}

/// Who leaves the pipeline: what it is called, the edge, and the clock in which it is read.
type Output = (String, Lit, u32);

struct Check<'p> {
    step: &'p StepNet,
    staged: &'p Staged,
    pipeline: &'p Pipeline,
}

impl Check<'_> {
    fn net(&self) -> &Net {
        &self.pipeline.net
    }

    /// The node of a register.
    fn register(&self, register: usize) -> usize {
        1 + self.pipeline.bases + register
    }

    /// There are as many ports, stages and registers as there must be, and parts follow each other.
    fn shape(&self) -> Result<(), BrokenStages> {
        let (Pipeline { registers, parts, bases, again, .. }, ports) = (self.pipeline, &self.net().ports);
        let (of, cuts) = (&self.step.net().ports, self.staged.cuts);
        let again_is = if self.staged.again.is_some() { of.inputs.len() } else { 0 };
        let holds = |holds: bool, what| if holds { Ok(()) } else { Err(BrokenStages::Shape(what)) };
        holds(*bases == of.bases.len() && ports.bases.len() == bases + registers.len(), "state bits")?;
        holds(ports.inputs.len() == of.inputs.len(), "moves")?;
        holds(ports.goals.len() == of.goals.len(), "goals")?;
        holds(again.len() == again_is, "legal moves given once more")?;
        holds(self.staged.again.is_none_or(|time| time <= cuts.last()), "legal moves given once more")?;
        holds(parts.len() == cuts.last() as usize + 1 && parts.len() == self.staged.levels.len(), "stages")?;
        let (mut gate, mut register) = (ports.first_gate(), 0);
        for (stage, part) in (1..).zip(parts) {
            holds(part.gates.start == gate && part.gates.end >= gate, "gates of stages")?;
            holds(part.registers.start == register && part.registers.end >= register, "registers of stages")?;
            (gate, register) = (part.gates.end, part.registers.end);
            let own = registers.get(part.registers.clone());
            holds(own.is_some_and(|own| own.iter().all(|own| own.stage == stage)), "registers of stages")?;
        }
        holds(gate == self.net().num_nodes(), "gates of stages")?;
        holds(register == registers.len(), "registers of stages")
    }

    /// All edges lead to nodes that exist, those of gates to earlier ones.
    fn range(&self, outputs: &[Output]) -> Result<(), BrokenStages> {
        if let Some(id) = out_of_order(self.net()) {
            return Err(BrokenStages::Order(id.0));
        }
        let taken =
            (0..self.pipeline.registers.len()).map(|register| (format!("register {register}"), self.taken(register)));
        let views = self.net().ports.views.iter().map(|view| (format!("view `{}`", view.sentence), view.holds));
        let outputs = outputs.iter().map(|(reader, edge, _)| (reader.clone(), *edge));
        for (reader, edge) in taken.chain(views).chain(outputs) {
            if edge.node().index() >= self.net().num_nodes() {
                return Err(BrokenStages::Dangling { reader, node: edge.node().0 });
            }
        }
        Ok(())
    }

    /// What a register takes up.
    fn taken(&self, register: usize) -> Lit {
        self.net().ports.bases[self.pipeline.bases + register].next
    }

    fn outputs(&self) -> Vec<Output> {
        let (ports, cuts) = (&self.net().ports, self.staged.cuts);
        let legal = ports.inputs.iter().map(|input| (format!("legal {}", input.action), input.legal, cuts.legal));
        let again = self.staged.again.unwrap_or_default();
        let again = self.pipeline.again.iter().map(|&edge| ("a legal move given once more".to_owned(), edge, again));
        let next = ports.bases[..self.pipeline.bases].iter();
        let next = next.map(|base| (format!("next {}", base.fact), base.next, cuts.last()));
        let goals = ports.goals.iter().map(|goal| (format!("goal {}", goal.value), goal.holds, cuts.last()));
        let terminal = ("terminal".to_owned(), ports.terminal, cuts.last());
        legal.chain(again).chain(next).chain(goals).chain([terminal]).collect()
    }

    /// The clock of each node, which all fan-ins of a gate share, and which is that of the gate's stage. The constant has
    /// none.
    fn clocks(&self) -> Result<Vec<Option<u32>>, BrokenStages> {
        let (net, bases) = (self.net(), self.pipeline.bases);
        let mut clocks = vec![None; net.num_nodes()];
        clocks[1..=bases].fill(Some(0));
        clocks[1 + net.ports.bases.len()..net.ports.first_gate()].fill(Some(self.staged.cuts.does()));
        for (stage, part) in (0..).zip(&self.pipeline.parts) {
            for place in part.gates.clone() {
                for edge in net.fanin(node(place)).into_iter().flatten() {
                    in_clock(&clocks, edge, stage, || format!("gate n{place}"))?;
                }
                clocks[place] = Some(stage);
            }
            for register in part.registers.clone() {
                in_clock(&clocks, self.taken(register), stage, || format!("register {register}"))?;
                clocks[self.register(register)] = Some(stage + 1);
            }
        }
        Ok(clocks)
    }

    /// Legal moves are functions of the state alone: in the clock of both they would be a combinational loop.
    fn legal_of_state(&self) -> Result<(), BrokenStages> {
        let net = self.net();
        let mut depends = vec![false; net.num_nodes()];
        depends[1 + net.ports.bases.len()..net.ports.first_gate()].fill(true);
        for part in &self.pipeline.parts {
            for place in part.gates.clone() {
                depends[place] =
                    net.fanin(node(place)).is_some_and(|fanin| fanin.iter().any(|edge| depends[edge.node().index()]));
            }
            for register in part.registers.clone() {
                depends[self.register(register)] = depends[self.taken(register).node().index()];
            }
        }
        let legal = net.ports.inputs.iter().map(|input| input.legal).chain(self.pipeline.again.iter().copied());
        let found = legal.enumerate().find(|(_, edge)| depends[edge.node().index()]);
        found.map_or(Ok(()), |(number, _)| Err(BrokenStages::DependsOnMoves(number % net.ports.inputs.len())))
    }

    /// Compares with the step, on random states and moves. Since every path has its registers, it is enough to hand on
    /// through them without clocks.
    fn played(&self, outputs: &[Output]) -> Result<(), BrokenStages> {
        let (ports, step) = (&self.net().ports, self.step.net());
        let mut random = SplitMix64(0);
        for _ in 0..ROUNDS {
            let mut words = |count: usize| -> Vec<u64> { (0..count).map(|_| random.word()).collect() };
            let (state, moves) = (words(self.pipeline.bases), words(ports.inputs.len()));
            let (own, expected) = (self.values(&state, &moves), step.evaluate(&state, &moves));
            let legal = || step.ports.inputs.iter().map(|input| input.legal);
            let again = legal().take(self.pipeline.again.len());
            let next = step.ports.bases.iter().map(|base| base.next);
            let end = step.ports.goals.iter().map(|goal| goal.holds).chain([step.ports.terminal]);
            for ((what, edge, _), of) in outputs.iter().zip(legal().chain(again).chain(next).chain(end)) {
                if value(&own, *edge) != value(&expected, of) {
                    return Err(BrokenStages::Differs(what.clone()));
                }
            }
            for (number, register) in self.pipeline.registers.iter().enumerate() {
                if own[self.register(number)] != value(&expected, register.of) {
                    return Err(BrokenStages::Register(number));
                }
            }
        }
        Ok(())
    }

    /// The values of all nodes for a state and the moves that are picked in it.
    fn values(&self, state: &[u64], moves: &[u64]) -> Vec<u64> {
        let net = self.net();
        let mut values = vec![0; net.num_nodes()];
        values[1..=state.len()].copy_from_slice(state);
        values[1 + net.ports.bases.len()..net.ports.first_gate()].copy_from_slice(moves);
        for part in &self.pipeline.parts {
            for place in part.gates.clone() {
                let fanin = net.fanin(node(place)).into_iter().flatten();
                values[place] = fanin.fold(u64::MAX, |both, edge| both & value(&values, edge));
            }
            for register in part.registers.clone() {
                values[self.register(register)] = value(&values, self.taken(register));
            }
        }
        values
    }
}

/// An edge is read in the clock of its value.
fn in_clock(clocks: &[Option<u32>], edge: Lit, due: u32, reader: impl FnOnce() -> String) -> Result<(), BrokenStages> {
    match clocks[edge.node().index()] {
        Some(found) if found != due => Err(BrokenStages::Clock { reader: reader(), found, due }),
        None if !edge.is_constant() => Err(BrokenStages::Early { reader: reader(), due }),
        _ => Ok(()),
    }
}
