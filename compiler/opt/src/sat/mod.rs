//! Questions about nets to a SAT solver: a [`Solver`] with clauses, the gates of a net as clauses ([`Cones`]), and
//! whether two nets are equal ([`compare`]).
//!
//! The solver is CaDiCaL. It is deterministic: the same calls give the same answers, as long as the observer does not end
//! one of them.

mod cnf;
mod equal;
#[cfg(test)]
mod tests;

pub use cnf::Cones;
pub use equal::{Difference, Equality, compare};

use cadical::Callbacks;
use gdl2hdl_gdl::observer::Observer;
use std::fmt;
use std::ops::Not;

/// A variable of a solver, or its negation.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Literal(i32);

impl Literal {
    /// Negated when `flip`.
    #[must_use]
    pub fn flip_if(self, flip: bool) -> Self {
        if flip { !self } else { self }
    }
}

impl Not for Literal {
    type Output = Self;

    fn not(self) -> Self {
        Self(-self.0)
    }
}

impl fmt::Debug for Literal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}v{}", if self.0 < 0 { "!" } else { "" }, self.0.unsigned_abs())
    }
}

/// Clauses, and whether they can be satisfied. Clauses may be added between questions; none is ever taken back.
pub struct Solver<'w> {
    solver: cadical::Solver<Alarm<'w>>,
    variables: i32,
}

/// Ends a search when time is up.
struct Alarm<'w>(&'w dyn Observer);

impl Callbacks for Alarm<'_> {
    fn terminate(&mut self) -> bool {
        self.0.stopped()
    }
}

impl<'w> Solver<'w> {
    /// A solver without clauses. `observer` ends searches that take too long.
    #[must_use]
    pub fn new(observer: &'w dyn Observer) -> Self {
        let mut solver = cadical::Solver::new();
        solver.set_callbacks(Some(Alarm(observer)));
        Self { solver, variables: 0 }
    }

    /// The same for many easy questions: no work on the clauses between searches, which would be most of the time.
    #[must_use]
    pub fn for_easy_questions(observer: &'w dyn Observer) -> Self {
        // A configuration of this name is there; were it not, the other one would do.
        let mut solver = cadical::Solver::with_config("plain").unwrap_or_else(|_| cadical::Solver::new());
        solver.set_callbacks(Some(Alarm(observer)));
        Self { solver, variables: 0 }
    }

    /// A new variable. There is memory for far fewer than the 2³¹ that can be numbered.
    pub fn new_var(&mut self) -> Literal {
        self.variables = self.variables.saturating_add(1);
        Literal(self.variables)
    }

    /// Number of variables.
    #[must_use]
    pub fn num_vars(&self) -> usize {
        self.variables.unsigned_abs() as usize
    }

    /// Adds a clause: one of the literals is true.
    pub fn add(&mut self, clause: &[Literal]) {
        self.solver.add_clause(clause.iter().map(|literal| literal.0));
    }

    /// Whether all clauses can be true together with the assumptions. `None` when that is not known: after so many
    /// conflicts, or because time is up. Without conflicts there are answers too: what propagation alone finds.
    pub fn solve(&mut self, assumptions: &[Literal], conflicts: Option<u32>) -> Option<bool> {
        let limit = conflicts.map_or(-1, |limit| i32::try_from(limit).unwrap_or(i32::MAX));
        // A limit serves one call. That there is none of this name would be a defect here; tests would find it.
        if self.solver.set_limit("conflicts", limit).is_err() {
            return None;
        }
        self.solver.solve_with(assumptions.iter().map(|literal| literal.0))
    }

    /// The value of a literal after [`Self::solve`] said `Some(true)`, before anything is added. A literal that does
    /// not matter, or of no clause, is given some value; a variable and its negation differ always.
    #[must_use]
    pub fn value(&self, literal: Literal) -> bool {
        if self.solver.status() != Some(true) || literal.0.abs() > self.solver.max_variable() {
            return literal.0 < 0;
        }
        self.solver.value(literal.0).unwrap_or(literal.0 < 0)
    }
}

impl fmt::Debug for Solver<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Solver").field("variables", &self.variables).finish_non_exhaustive()
    }
}
