//! Ground program to propnet: a rule is an AND, an atom the OR of its rules.

use super::atom::{BuildError, atom_value};
use super::fixpoint::{self, Order};
use super::{Base, Builder, Goal, Input, Lit, Percept, Ports, PropNet, View};
use gdl2hdl_gdl::id::id;
use gdl2hdl_gdl::observer::{Observer, Pace, Stopped};
use gdl2hdl_gdl::syntax::Symbol;
use gdl2hdl_ground::{GroundProgram, Limits, Truth};

/// What it is called.
const STAGE: &str = "building the net";
/// Atoms between two questions to the observer: some have many rules.
const ATOMS: u32 = 1 << 6;

/// Builds the net of a ground program. **Cost:** linear, but for recursion among atoms: an `n`-atom component is
/// unrolled `n` times at most.
///
/// # Errors
/// [`BuildError`].
pub fn build(program: &GroundProgram, limits: &Limits, observer: &dyn Observer) -> Result<PropNet, BuildError> {
    observer.progress(STAGE, 0, program.derived.len() as u64);
    let mut pace = Pace::new(observer, ATOMS);
    let mut builder = Builder::new(PropNet { ports: inputs(program), ..PropNet::default() });
    let mut values = vec![Lit::FALSE; program.num_atoms()];
    let ports = &builder.net().ports;
    for (atom, value) in values.iter_mut().enumerate().take(program.num_inputs()) {
        // Atoms number bases before moves, as nodes do.
        *value = ports.base(atom);
    }
    for (done, step) in fixpoint::order(program, observer)?.into_iter().enumerate() {
        pace.step()?;
        if done % 4096 == 0 {
            observer.progress(STAGE, done as u64, program.derived.len() as u64);
        }
        match step {
            Order::Atom(atom) => values[atom.index()] = atom_value(&mut builder, program, &values, atom),
            Order::Cycle(atoms) => fixpoint::fixpoint(&mut builder, program, &mut values, &atoms, limits, observer)?,
        }
    }
    let mut net = builder.finish();
    outputs(&mut net.ports, program, &values, &mut pace)?;
    Ok(net)
}

fn inputs(program: &GroundProgram) -> Ports {
    let text = |term| program.text(term).into_boxed_str();
    let base = |b: &gdl2hdl_ground::GroundBase| Base { fact: text(b.fact).into(), init: b.init, next: Lit::FALSE };
    let input = |m: &gdl2hdl_ground::GroundMove| Input { role: id(m.role), action: text(m.action), legal: Lit::FALSE };
    Ports {
        roles: program.roles.iter().map(|&role| text(role)).collect(),
        bases: program.bases.iter().map(base).collect(),
        inputs: program.moves.iter().map(input).collect(),
        ..Ports::default()
    }
}

fn outputs(ports: &mut Ports, program: &GroundProgram, values: &[Lit], pace: &mut Pace<'_>) -> Result<(), Stopped> {
    let edge = |truth: Truth| match truth {
        Truth::False => Lit::FALSE,
        Truth::True => Lit::TRUE,
        Truth::Atom(atom) => values[atom.index()],
    };
    for (base, ground) in ports.bases.iter_mut().zip(&program.bases) {
        base.next = edge(ground.next);
    }
    for (input, ground) in ports.inputs.iter_mut().zip(&program.moves) {
        input.legal = edge(ground.legal);
    }
    ports.goals =
        program.goals.iter().map(|g| Goal { role: id(g.role), value: g.value, holds: edge(g.holds) }).collect();
    ports.terminal = edge(program.terminal);
    let percept = |s: &gdl2hdl_ground::GroundPercept| Percept {
        role: id(s.role),
        percept: program.text(s.percept).into_boxed_str(),
        holds: edge(s.holds),
    };
    ports.sees = program.sees.iter().map(percept).collect();
    for (derived, &sentence) in program.derived.iter().enumerate() {
        pace.step()?;
        let keyword = program.terms.functor(sentence);
        let named = !matches!(
            keyword,
            Symbol::NEXT | Symbol::LEGAL | Symbol::GOAL | Symbol::TERMINAL | Symbol::SEES | Symbol::INIT
        );
        let holds = values[program.num_inputs() + derived];
        if named && !holds.is_constant() {
            ports.views.push(View { sentence: program.text(sentence).into_boxed_str(), holds });
        }
    }
    Ok(())
}
