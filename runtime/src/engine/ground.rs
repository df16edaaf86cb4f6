//! The ground program as an engine: rules are evaluated as they stand, stratum by stratum.
//!
//! It shares nothing with the nets: no gates, no unrolling. Recursive rules are iterated to their fixpoint.

use super::{BaseBit, BitCore, BitEngine, EngineError, Layout, LayoutError, Wire};
use bitvec::prelude::{BitSlice, BitVec};
use gdl2hdl_compiler::ground::{AtomId, GroundProgram, Truth};
use petgraph::algo::kosaraju_scc;
use petgraph::graph::DiGraph;

/// Makes an engine of a ground program.
///
/// # Errors
/// When sentences of the program are not distinct, which would be a bug of the grounder.
pub fn ground(program: GroundProgram) -> Result<BitEngine<GroundCore>, LayoutError> {
    let layout = layout(&program);
    BitEngine::new(GroundCore::new(program), layout)
}

fn layout(program: &GroundProgram) -> Layout {
    let roles = program.roles.len();
    let base = |(index, base): (usize, &gdl2hdl_compiler::ground::GroundBase)| BaseBit {
        sentence: program.text(base.fact),
        wire: Wire::Register { index, inverted: false },
    };
    let moves = |role| program.moves[program.moves_of(role)].iter().map(|m| program.text(m.action)).collect();
    let goals = |role| program.goals.iter().filter(|g| g.role == role).map(|g| i64::from(g.value)).collect();
    Layout {
        roles: program.roles.iter().map(|&role| program.text(role)).collect(),
        registers: program.bases.len(),
        bases: program.bases.iter().enumerate().map(base).collect(),
        moves: (0..roles).map(moves).collect(),
        goals: (0..roles).map(goals).collect(),
    }
}

/// A ground program and the truth of its atoms. The derived atoms are those of the state, without any move.
pub struct GroundCore {
    program: GroundProgram,
    /// Derived atoms in an order in which they can be evaluated: groups that depend on each other together.
    strata: Vec<Stratum>,
    values: BitVec,
    /// Whether `values` holds for the present state.
    settled: bool,
}

struct Stratum {
    derived: Vec<usize>,
    recursive: bool,
}

impl GroundCore {
    fn new(program: GroundProgram) -> Self {
        let strata = strata(&program);
        let values = BitVec::repeat(false, program.num_atoms());
        let mut core = Self { program, strata, values, settled: false };
        core.initial();
        core
    }

    fn initial(&mut self) {
        for (i, base) in self.program.bases.iter().enumerate() {
            self.values.set(i, base.init);
        }
        self.settled = false;
    }

    fn settle(&mut self) {
        if !self.settled {
            let (bases, inputs) = (self.program.bases.len(), self.program.num_inputs());
            self.values[bases..inputs].fill(false);
            self.evaluate();
            self.settled = true;
        }
    }

    fn evaluate(&mut self) {
        let inputs = self.program.num_inputs();
        self.values[inputs..].fill(false);
        for stratum in &self.strata {
            loop {
                let mut changed = false;
                for &derived in &stratum.derived {
                    if !self.values[inputs + derived] && fires(&self.program, &self.values, derived) {
                        self.values.set(inputs + derived, true);
                        changed = true;
                    }
                }
                if !(changed && stratum.recursive) {
                    break;
                }
            }
        }
    }

    fn truth(&self, truth: Truth) -> bool {
        match truth {
            Truth::False => false,
            Truth::True => true,
            Truth::Atom(atom) => self.values[atom.index()],
        }
    }
}

/// Whether some rule of a derived atom holds.
fn fires(program: &GroundProgram, values: &BitSlice, derived: usize) -> bool {
    program.rules.of(derived).any(|rule| {
        program.rules.body(rule).iter().all(|literal| values[literal.atom().index()] != literal.is_negative())
    })
}

/// Strongly connected components, dependencies first.
fn strata(program: &GroundProgram) -> Vec<Stratum> {
    let inputs = program.num_inputs();
    let derived_of = |atom: AtomId| atom.index().checked_sub(inputs);
    let bodies = |derived: usize| program.rules.of(derived).flat_map(|rule| program.rules.body(rule));
    let edges = (0..program.derived.len()).flat_map(|head| {
        bodies(head).filter_map(move |literal| derived_of(literal.atom())).map(move |body| (head, body))
    });
    let mut graph: DiGraph<(), (), usize> = DiGraph::with_capacity(program.derived.len(), program.rules.literals.len());
    for _ in &program.derived {
        graph.add_node(());
    }
    graph.extend_with_edges(edges);
    // Edges point from head to body, so bodies come first in the reverse topological order given.
    let stratum = |component: Vec<petgraph::graph::NodeIndex<usize>>| {
        let mut derived: Vec<usize> = component.iter().map(|node| node.index()).collect();
        derived.sort_unstable();
        let recursive = derived.len() > 1 || graph.contains_edge(component[0], component[0]);
        Stratum { derived, recursive }
    };
    kosaraju_scc(&graph).into_iter().map(stratum).collect()
}

impl BitCore for GroundCore {
    fn name(&self) -> &str {
        "ground"
    }

    fn reset(&mut self) -> Result<(), EngineError> {
        self.initial();
        Ok(())
    }

    fn load(&mut self, registers: &BitSlice) -> Result<(), EngineError> {
        self.values[..registers.len()].copy_from_bitslice(registers);
        self.settled = false;
        Ok(())
    }

    fn registers(&mut self, out: &mut BitSlice) -> Result<(), EngineError> {
        out.copy_from_bitslice(&self.values[..self.program.bases.len()]);
        Ok(())
    }

    fn legal(&mut self, out: &mut BitSlice) -> Result<(), EngineError> {
        self.settle();
        for (i, mv) in self.program.moves.iter().enumerate() {
            out.set(i, self.truth(mv.legal));
        }
        Ok(())
    }

    fn goals(&mut self, out: &mut BitSlice) -> Result<(), EngineError> {
        self.settle();
        for (i, goal) in self.program.goals.iter().enumerate() {
            out.set(i, self.truth(goal.holds));
        }
        Ok(())
    }

    fn terminal(&mut self) -> Result<bool, EngineError> {
        self.settle();
        Ok(self.truth(self.program.terminal))
    }

    fn step(&mut self, does: &BitSlice) -> Result<(), EngineError> {
        let (bases, inputs) = (self.program.bases.len(), self.program.num_inputs());
        self.values[bases..inputs].copy_from_bitslice(does);
        self.evaluate();
        let next: BitVec = self.program.bases.iter().map(|base| self.truth(base.next)).collect();
        self.values[..bases].copy_from_bitslice(&next);
        self.settled = false;
        Ok(())
    }
}
