//! The ground program as an engine: rules are evaluated as they stand, stratum by stratum.
//!
//! It shares nothing with the nets: no gates, no unrolling.

use super::{BaseBit, BitCore, BitEngine, EngineError, Layout, LayoutError, Wire};
use bitvec::prelude::{BitSlice, BitVec};
use gdl2hdl_gdl::observer::{Observer, Pace, Stopped, Unobserved};
use gdl2hdl_ground::{GroundBase, GroundProgram, Truth};
use petgraph::algo::kosaraju_scc;
use petgraph::graph::DiGraph;
use thiserror::Error;

/// Rules between two looks at the clock.
const ASK_EVERY: u32 = 1 << 12;

/// A game played by its rules without variables.
pub type GroundEngine = BitEngine<GroundCore>;

/// Why there is no engine of a ground program.
#[derive(Debug, Error)]
pub enum GroundEngineError {
    /// The observer stopped the work.
    #[error(transparent)]
    Stopped(#[from] Stopped),
    /// Sentences of the program are not distinct: a bug of the grounder.
    #[error(transparent)]
    Layout(#[from] LayoutError),
}

/// Makes an engine of a ground program.
///
/// # Errors
/// [`GroundEngineError::Layout`]: a bug.
pub fn ground(program: GroundProgram) -> Result<GroundEngine, GroundEngineError> {
    ground_observed(program, &Unobserved)
}

/// The same where somebody may stop it.
///
/// # Errors
/// [`GroundEngineError`].
pub fn ground_observed(program: GroundProgram, observer: &dyn Observer) -> Result<GroundEngine, GroundEngineError> {
    let layout = layout(&program);
    Ok(BitEngine::new(GroundCore::new(program, observer)?, layout)?)
}

fn layout(program: &GroundProgram) -> Layout {
    let roles = program.roles.len();
    let base = |(index, base): (usize, &GroundBase)| BaseBit {
        sentence: program.text(base.fact),
        wire: Wire::Register { index, inverted: false },
    };
    let moves = |role| program.moves[program.moves_of(role)].iter().map(|m| program.text(m.action)).collect();
    let goals = |role| program.goals.iter().filter(|g| g.role == role).map(|g| i64::from(g.value)).collect();
    let sees = |role| program.sees.iter().filter(|s| s.role == role).map(|s| program.text(s.percept)).collect();
    Layout {
        roles: program.roles.iter().map(|&role| program.text(role)).collect(),
        registers: program.bases.len(),
        bases: program.bases.iter().enumerate().map(base).collect(),
        moves: (0..roles).map(moves).collect(),
        goals: (0..roles).map(goals).collect(),
        sees: (0..roles).map(sees).collect(),
    }
}

/// A ground program and the truth of its atoms. The derived atoms are those of the state, without any move.
pub struct GroundCore {
    program: GroundProgram,
    /// What the state decides, then what the moves decide.
    of_state: Vec<Stratum>,
    of_moves: Vec<Stratum>,
    values: BitVec,
    /// Whether the atoms of `of_state` are those of the present state.
    settled: bool,
}

impl GroundCore {
    fn new(mut program: GroundProgram, observer: &dyn Observer) -> Result<Self, Stopped> {
        let mut pace = Pace::new(observer, ASK_EVERY);
        moves_first(&mut program, &mut pace)?;
        let (of_state, of_moves) = strata(&program, &mut pace)?;
        let values = BitVec::repeat(false, program.num_atoms());
        let mut core = Self { program, of_state, of_moves, values, settled: false };
        core.initial();
        Ok(core)
    }

    fn initial(&mut self) {
        for (i, base) in self.program.bases.iter().enumerate() {
            self.values.set(i, base.init);
        }
        self.settled = false;
    }

    fn settle(&mut self) {
        if !std::mem::replace(&mut self.settled, true) {
            evaluate(&self.program, &self.of_state, &mut self.values);
        }
    }

    /// Derives what the moves decide, on top of what the state does.
    fn make(&mut self, does: &BitSlice) {
        let (bases, inputs) = (self.program.bases.len(), self.program.num_inputs());
        self.settle();
        self.values[bases..inputs].copy_from_bitslice(does);
        evaluate(&self.program, &self.of_moves, &mut self.values);
    }

    fn truth(&self, truth: Truth) -> bool {
        match truth {
            Truth::False => false,
            Truth::True => true,
            Truth::Atom(atom) => self.values[atom.index()],
        }
    }
}

/// Derived atoms that depend on each other, or a single one.
struct Stratum {
    /// Numbered from the first derived atom.
    derived: Vec<usize>,
    /// For recursive strata: pairs of an atom and an atom of the stratum whose rules it occurs in, sorted.
    uses: Vec<(usize, usize)>,
}

/// Puts the moves of each body first: most moves are not made, so most rules are done after one literal.
fn moves_first(program: &mut GroundProgram, pace: &mut Pace<'_>) -> Result<(), Stopped> {
    let moves = program.bases.len()..program.num_inputs();
    let mut start = 0;
    for &end in &program.rules.ends {
        pace.step()?;
        let end = end as usize;
        program.rules.literals[start..end].sort_by_key(|literal| !moves.contains(&literal.atom().index()));
        start = end;
    }
    Ok(())
}

/// Strongly connected components, dependencies first; those that depend on no move apart.
fn strata(program: &GroundProgram, pace: &mut Pace<'_>) -> Result<(Vec<Stratum>, Vec<Stratum>), Stopped> {
    let inputs = program.num_inputs();
    let bodies = |derived: usize| program.rules.of(derived).flat_map(|rule| program.rules.body(rule));
    let atoms = |derived: usize| bodies(derived).map(|literal| literal.atom().index());
    let mut graph: DiGraph<(), (), usize> = DiGraph::with_capacity(program.derived.len(), program.rules.literals.len());
    for _ in &program.derived {
        graph.add_node(());
    }
    for head in 0..program.derived.len() {
        pace.step()?;
        let needed = atoms(head).filter_map(|atom| atom.checked_sub(inputs));
        graph.extend_with_edges(needed.map(|body| (head, body)));
    }
    let moves = program.bases.len()..inputs;
    let mut on_moves = vec![false; program.derived.len()];
    let (mut of_state, mut of_moves) = (Vec::new(), Vec::new());
    // Edges point from head to body, so the bodies' components come first.
    for component in kosaraju_scc(&graph) {
        pace.step()?;
        let mut derived: Vec<usize> = component.iter().map(|node| node.index()).collect();
        derived.sort_unstable();
        let moved = |atom: usize| moves.contains(&atom) || atom.checked_sub(inputs).is_some_and(|d| on_moves[d]);
        let on_move = derived.iter().any(|&d| atoms(d).any(moved));
        derived.iter().for_each(|&d| on_moves[d] = on_move);
        let inside = |atom: usize| atom.checked_sub(inputs).filter(|d| derived.binary_search(d).is_ok());
        let uses_of = |&head: &usize| atoms(head).filter_map(inside).map(move |body| (body, head));
        let mut uses: Vec<(usize, usize)> = derived.iter().flat_map(uses_of).collect();
        uses.sort_unstable();
        uses.dedup();
        if on_move { &mut of_moves } else { &mut of_state }.push(Stratum { derived, uses });
    }
    Ok((of_state, of_moves))
}

/// Sets the atoms of the strata to their least model over what is below them.
fn evaluate(program: &GroundProgram, strata: &[Stratum], values: &mut BitSlice) {
    let inputs = program.num_inputs();
    let mut fresh = Vec::new();
    for stratum in strata {
        for &derived in &stratum.derived {
            values.set(inputs + derived, false);
        }
        for &derived in &stratum.derived {
            if fires(program, values, derived) {
                values.set(inputs + derived, true);
                fresh.push(derived);
            }
        }
        // An atom that became true may fire rules of its own stratum.
        while let Some(body) = fresh.pop() {
            let first = stratum.uses.partition_point(|&(atom, _)| atom < body);
            for &(_, head) in stratum.uses[first..].iter().take_while(|&&(atom, _)| atom == body) {
                if !values[inputs + head] && fires(program, values, head) {
                    values.set(inputs + head, true);
                    fresh.push(head);
                }
            }
        }
    }
}

/// Whether some rule of a derived atom holds.
fn fires(program: &GroundProgram, values: &BitSlice, derived: usize) -> bool {
    program.rules.of(derived).any(|rule| {
        program.rules.body(rule).iter().all(|literal| values[literal.atom().index()] != literal.is_negative())
    })
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

    fn sees(&mut self, does: &BitSlice, out: &mut BitSlice) -> Result<(), EngineError> {
        self.make(does);
        for (i, percept) in self.program.sees.iter().enumerate() {
            out.set(i, self.truth(percept.holds));
        }
        Ok(())
    }

    fn step(&mut self, does: &BitSlice) -> Result<(), EngineError> {
        self.make(does);
        let next: BitVec = self.program.bases.iter().map(|base| self.truth(base.next)).collect();
        self.values[..self.program.bases.len()].copy_from_bitslice(&next);
        self.settled = false;
        Ok(())
    }
}
