//! Evaluation order of ground atoms, and positive recursion solved for its least fixpoint.

use super::atom::{BuildError, atom_value};
use super::eliminate::System;
use super::{Builder, Lit};
use gdl2hdl_gdl::id::id;
use gdl2hdl_gdl::observer::{Observer, Pace, Stopped};
use gdl2hdl_ground::{AtomId, GroundProgram, Limits};
use petgraph::algo::kosaraju_scc;
use petgraph::graph::{DiGraph, NodeIndex};

/// Atoms between two looks at the clock.
const ASK_EVERY: u32 = 1 << 8;

/// One step of the evaluation order.
pub(super) enum Order {
    /// An atom whose rules speak of earlier atoms only.
    Atom(AtomId),
    /// Atoms that depend on each other.
    Cycle(Vec<AtomId>),
}

/// All derived atoms, each after what its rules speak of.
///
/// # Errors
/// [`Stopped`] by the observer.
pub(super) fn order(program: &GroundProgram, observer: &dyn Observer) -> Result<Vec<Order>, Stopped> {
    let mut pace = Pace::new(observer, ASK_EVERY);
    let (mut order, waiting) = acyclic(program, &mut pace)?;
    if waiting.iter().any(|&n| n > 0) {
        order.extend(cyclic(program, &waiting, &mut pace)?);
    }
    Ok(order)
}

fn atom(program: &GroundProgram, derived: usize) -> AtomId {
    AtomId(id(program.num_inputs() + derived))
}

/// The derived atoms in the bodies of a derived atom, with repetitions.
fn needs(program: &GroundProgram, derived: usize) -> impl Iterator<Item = (usize, bool)> + '_ {
    let first = program.num_inputs();
    let literals = program.rules.of(derived).flat_map(|rule| program.rules.body(rule));
    literals.filter_map(move |lit| Some((lit.atom().index().checked_sub(first)?, lit.is_negative())))
}

/// Peels off atoms whose needs are met; what is left waits for a cycle (count of open needs above zero).
fn acyclic(program: &GroundProgram, pace: &mut Pace<'_>) -> Result<(Vec<Order>, Vec<u32>), Stopped> {
    let count = program.derived.len();
    let mut waiting = vec![0_u32; count];
    let mut starts = vec![0_u32; count + 1];
    for (derived, waiting) in waiting.iter_mut().enumerate() {
        pace.step()?;
        for (need, _) in needs(program, derived) {
            *waiting += 1;
            starts[need + 1] += 1;
        }
    }
    (0..count).for_each(|i| starts[i + 1] += starts[i]);
    let mut at = starts.clone();
    let mut users = vec![0_u32; starts[count] as usize];
    for derived in 0..count {
        pace.step()?;
        for (need, _) in needs(program, derived) {
            users[at[need] as usize] = id(derived);
            at[need] += 1;
        }
    }
    let mut ready: Vec<usize> = (0..count).rev().filter(|&derived| waiting[derived] == 0).collect();
    let mut order = Vec::with_capacity(count);
    while let Some(derived) = ready.pop() {
        pace.step()?;
        order.push(Order::Atom(atom(program, derived)));
        for &user in &users[starts[derived] as usize..starts[derived + 1] as usize] {
            waiting[user as usize] -= 1;
            if waiting[user as usize] == 0 {
                ready.push(user as usize);
            }
        }
    }
    Ok((order, waiting))
}

/// Components of the waiting atoms, needs first.
fn cyclic(program: &GroundProgram, waiting: &[u32], pace: &mut Pace<'_>) -> Result<Vec<Order>, Stopped> {
    let mut graph: DiGraph<usize, ()> = DiGraph::new();
    let nodes: Vec<Option<NodeIndex>> =
        waiting.iter().enumerate().map(|(derived, &open)| (open > 0).then(|| graph.add_node(derived))).collect();
    // Each edge once: who looked for it among the others would do so for long.
    let mut last = vec![usize::MAX; waiting.len()];
    for (derived, node) in nodes.iter().enumerate() {
        pace.step()?;
        let Some(node) = node else { continue };
        for (need, _) in needs(program, derived) {
            if let Some(there) = nodes[need].filter(|_| last[need] != derived) {
                last[need] = derived;
                graph.add_edge(*node, there, ());
            }
        }
    }
    // Edges lead to needs, so the components that others need come first.
    let component = |members: Vec<NodeIndex>| {
        let mut derived: Vec<usize> = members.iter().map(|&node| graph[node]).collect();
        derived.sort_unstable();
        match derived[..] {
            [single] if !needs(program, single).any(|(need, _)| need == single) => Order::Atom(atom(program, single)),
            _ => Order::Cycle(derived.into_iter().map(|d| atom(program, d)).collect()),
        }
    };
    let components = kosaraju_scc(&graph).into_iter();
    components.map(|members| pace.step().map(|()| component(members))).collect()
}

/// Computes the least fixpoint of mutually dependent atoms as gates: by elimination where the recursion is linear and
/// that is cheaper, by unrolling otherwise.
pub(super) fn fixpoint(
    builder: &mut Builder,
    program: &GroundProgram,
    values: &mut [Lit],
    atoms: &[AtomId],
    limits: &Limits,
    observer: &dyn Observer,
) -> Result<(), BuildError> {
    refuse_negation(program, atoms)?;
    let first = program.num_inputs();
    let edges: usize = atoms.iter().map(|member| needs(program, member.index() - first).count()).sum();
    let unrolled = edges.saturating_mul(atoms.len());
    if let Some(system) = System::of(builder, program, values, atoms, observer)?
        && let Some(plan) = system.plan(unrolled, observer)?
    {
        if plan.products > limits.max_gates {
            return Err(too_many(program, atoms, limits));
        }
        let solution = system.solve(builder, &plan, observer)?;
        atoms.iter().zip(solution).for_each(|(atom, value)| values[atom.index()] = value);
        return Ok(());
    }
    unroll(builder, program, values, atoms, limits, observer)
}

fn refuse_negation(program: &GroundProgram, atoms: &[AtomId]) -> Result<(), BuildError> {
    let first = program.num_inputs();
    let inside = |derived: usize| atoms.binary_search(&atom(program, derived)).is_ok();
    for &member in atoms {
        if needs(program, member.index() - first).any(|(need, negative)| negative && inside(need)) {
            let names = atoms.iter().take(12).map(|a| program.text(program.derived[a.index() - first]));
            return Err(BuildError::NegativeCycle(names.collect()));
        }
    }
    Ok(())
}

fn too_many(program: &GroundProgram, atoms: &[AtomId], limits: &Limits) -> BuildError {
    let example = program.text(program.derived[atoms[0].index() - program.num_inputs()]);
    BuildError::TooManyGates { atoms: atoms.len(), example, limit: limits.max_gates }
}

/// Starting from false, each sweep replaces every atom by its rules over the values so far. `n` atoms need `n` sweeps at
/// most, fewer when nothing changes any more.
fn unroll(
    builder: &mut Builder,
    program: &GroundProgram,
    values: &mut [Lit],
    atoms: &[AtomId],
    limits: &Limits,
    observer: &dyn Observer,
) -> Result<(), BuildError> {
    let mut pace = Pace::new(observer, ASK_EVERY);
    for _ in 0..atoms.len() {
        let mut changed = false;
        for &member in atoms {
            pace.step()?;
            let value = atom_value(builder, program, values, member);
            changed |= value != values[member.index()];
            values[member.index()] = value;
            if builder.net().num_gates() > limits.max_gates {
                return Err(too_many(program, atoms, limits));
            }
        }
        if !changed {
            break;
        }
    }
    Ok(())
}
