//! An atom as the OR of its rules, and why a program has no net.

use super::{Builder, Lit};
use gdl2hdl_gdl::diagnostics::{Diagnostic, Severity};
use gdl2hdl_gdl::observer::{Reason, Stopped};
use gdl2hdl_gdl::remedy::Remedy;
use gdl2hdl_ground::{AtomId, GroundLit, GroundProgram};

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
        let (code, help, remedy) = match self {
            Self::NegativeCycle(atoms) => (
                "N001",
                format!("break the cycle {}", atoms.iter().map(|a| format!("`{a}`")).collect::<Vec<_>>().join(" -> ")),
                None,
            ),
            Self::TooManyGates { .. } => {
                let help = format!("bound the recursion with a step counter, or {}", Remedy::MoreGates);
                ("N002", help, Some(Remedy::MoreGates))
            }
            Self::Stopped(reason) => ("G201", reason.help(), reason.remedy()),
        };
        let mut diagnostic = Diagnostic::new(Severity::Error, code, self.to_string(), None, help);
        diagnostic.remedies.extend(remedy);
        diagnostic
    }
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
