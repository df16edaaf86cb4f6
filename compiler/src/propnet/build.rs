//! Ground program to propnet: a rule is an AND, an atom the OR of its rules.

use super::fixpoint::{self, Order};
use super::{Base, Builder, Goal, Input, Lit, Percept, Ports, PropNet, View};
use crate::diagnostics::{Diagnostic, Severity};
use crate::ground::{AtomId, GroundLit, GroundProgram, Limits, Truth};
use crate::syntax::Symbol;
use crate::watch::{Reason, Stopped, Watch};

/// Why a ground program has no net.
#[derive(Clone, Debug, thiserror::Error)]
pub enum BuildError {
    /// An atom depends on its own negation.
    #[error("`{}` depends on its own negation", .0.first().map_or("", |s| s.as_str()))]
    NegativeCycle(Vec<String>),
    /// Recursion unrolls to more gates than allowed.
    #[error("recursion among {atoms} atoms such as `{example}` needs more than {limit} gates")]
    TooManyGates {
        /// Atoms that depend on each other.
        atoms: usize,
        /// One of them.
        example: String,
        /// Gates allowed.
        limit: usize,
    },
    /// The caller asked for it.
    #[error("{0} while the net was built")]
    Stopped(Reason),
}

impl From<Stopped> for BuildError {
    fn from(Stopped(reason): Stopped) -> Self {
        Self::Stopped(reason)
    }
}

impl BuildError {
    /// The same as a diagnostic.
    #[must_use]
    pub fn diagnostic(&self) -> Diagnostic {
        let (code, help) = match self {
            Self::NegativeCycle(atoms) => (
                "N001",
                format!("break the cycle {}", atoms.iter().map(|a| format!("`{a}`")).collect::<Vec<_>>().join(" -> ")),
            ),
            Self::TooManyGates { .. } => {
                ("N002", "bound the recursion with a step counter, or allow more gates with `--max-gates`".to_owned())
            }
            Self::Stopped(reason) => ("G201", reason.cure().to_owned()),
        };
        Diagnostic::new(Severity::Error, code, self.to_string(), None, help)
    }
}

/// Builds the net of a ground program. **Cost:** linear, but for recursion among atoms: an `n`-atom component is
/// unrolled `n` times at most.
///
/// # Errors
/// [`BuildError`].
pub fn build(program: &GroundProgram, limits: &Limits, watch: &dyn Watch) -> Result<PropNet, BuildError> {
    let mut builder = Builder::new(PropNet { ports: inputs(program), ..PropNet::default() });
    let mut values = vec![Lit::FALSE; program.num_atoms()];
    let ports = &builder.net().ports;
    for (atom, value) in values.iter_mut().enumerate().take(program.num_inputs()) {
        // Atoms number bases before moves, as nodes do.
        *value = ports.base(atom);
    }
    for (done, step) in fixpoint::order(program).into_iter().enumerate() {
        if done % 4096 == 0 {
            watch.progress("building the net", done as u64, program.derived.len() as u64);
            watch.go_on()?;
        }
        match step {
            Order::Atom(atom) => values[atom.index()] = atom_value(&mut builder, program, &values, atom),
            Order::Cycle(atoms) => fixpoint::fixpoint(&mut builder, program, &mut values, &atoms, limits, watch)?,
        }
    }
    let mut net = builder.finish();
    outputs(&mut net.ports, program, &values);
    Ok(net)
}

/// The OR of an atom's rules over the values so far.
pub(super) fn atom_value(builder: &mut Builder, program: &GroundProgram, values: &[Lit], atom: AtomId) -> Lit {
    let derived = atom.index() - program.num_inputs();
    let edge = |lit: &GroundLit| values[lit.atom().index()].flip_if(lit.is_negative());
    let mut rules = Vec::new();
    for rule in program.rules.of(derived) {
        rules.push(builder.and(program.rules.body(rule).iter().map(edge)));
    }
    builder.or(rules)
}

fn inputs(program: &GroundProgram) -> Ports {
    let text = |term| program.text(term).into_boxed_str();
    let role = |role: usize| u32::try_from(role).unwrap_or(u32::MAX);
    let base = |b: &crate::ground::GroundBase| Base { fact: text(b.fact), init: b.init, next: Lit::FALSE };
    let input = |m: &crate::ground::GroundMove| Input { role: role(m.role), action: text(m.action), legal: Lit::FALSE };
    Ports {
        roles: program.roles.iter().map(|&role| text(role)).collect(),
        bases: program.bases.iter().map(base).collect(),
        inputs: program.moves.iter().map(input).collect(),
        ..Ports::default()
    }
}

fn outputs(ports: &mut Ports, program: &GroundProgram, values: &[Lit]) {
    let edge = |truth: Truth| match truth {
        Truth::False => Lit::FALSE,
        Truth::True => Lit::TRUE,
        Truth::Atom(atom) => values[atom.index()],
    };
    let role = |role: usize| u32::try_from(role).unwrap_or(u32::MAX);
    for (base, ground) in ports.bases.iter_mut().zip(&program.bases) {
        base.next = edge(ground.next);
    }
    for (input, ground) in ports.inputs.iter_mut().zip(&program.moves) {
        input.legal = edge(ground.legal);
    }
    ports.goals =
        program.goals.iter().map(|g| Goal { role: role(g.role), value: g.value, holds: edge(g.holds) }).collect();
    ports.terminal = edge(program.terminal);
    let percept = |s: &crate::ground::GroundPercept| Percept {
        role: role(s.role),
        percept: program.text(s.percept).into_boxed_str(),
        holds: edge(s.holds),
    };
    ports.sees = program.sees.iter().map(percept).collect();
    for (derived, &sentence) in program.derived.iter().enumerate() {
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
}
