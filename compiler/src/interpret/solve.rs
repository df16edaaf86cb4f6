//! Finds all values of a rule's variables that make its body hold, by backtracking.

use super::database::{Database, Relation};
use super::goal::{Clause, Goal, Pattern};
use super::terms::{Id, Terms};
use super::{InterpretError, Limits};

/// A solver for one rule.
pub(super) struct Solver<'a> {
    pub terms: &'a mut Terms,
    pub database: &'a Database,
    pub limits: &'a Limits,
    values: Vec<Option<Id>>,
    /// Variables bound so far, in order: undone on backtracking.
    trail: Vec<usize>,
    steps: u32,
    found: Vec<Vec<Id>>,
}

type Solved = Result<(), InterpretError>;

/// The heads a rule derives from what the database holds.
pub(super) fn derive(
    clause: &Clause,
    terms: &mut Terms,
    database: &Database,
    limits: &Limits,
) -> Result<Vec<Vec<Id>>, InterpretError> {
    // Recursion repeats its rules, each too short to count as far as the solver asks.
    if (limits.stop)() {
        return Err(InterpretError::Stopped);
    }
    let values = vec![None; clause.num_vars];
    let mut solver = Solver { terms, database, limits, values, trail: Vec::new(), steps: 0, found: Vec::new() };
    solver.goals(&[&clause.body], &clause.head)?;
    Ok(solver.found)
}

impl Solver<'_> {
    /// Solves the goals one after the other; with none left the head is found.
    fn goals(&mut self, goals: &[&Goal], head: &[Pattern]) -> Solved {
        let Some((goal, rest)) = goals.split_first() else {
            let row = head.iter().map(|pattern| self.build(pattern)).collect::<Result<_, _>>()?;
            self.found.push(row);
            return Ok(());
        };
        self.tick()?;
        let mark = self.trail.len();
        match goal {
            Goal::All(parts) => {
                let inner: Vec<&Goal> = parts.iter().chain(rest.iter().copied()).collect();
                self.goals(&inner, head)?;
            }
            Goal::Any(parts) => {
                for part in parts {
                    let inner: Vec<&Goal> = std::iter::once(part).chain(rest.iter().copied()).collect();
                    self.goals(&inner, head)?;
                    self.undo(mark);
                }
            }
            Goal::Some(inner) => {
                let before = self.found.len();
                self.goals(&[inner], &[])?;
                let some = self.found.len() > before;
                self.found.truncate(before);
                self.undo(mark);
                if some {
                    self.goals(rest, head)?;
                }
            }
            Goal::Holds { relation, args, index } => self.holds(*relation, args, *index, rest, head)?,
            Goal::Absent { relation, args } => {
                let row = args.iter().map(|arg| self.build(arg)).collect::<Result<Vec<_>, _>>()?;
                if !self.database.contains(*relation, &row) {
                    self.goals(rest, head)?;
                }
            }
            Goal::Distinct(a, b) => {
                if self.build(a)? != self.build(b)? {
                    self.goals(rest, head)?;
                }
            }
            Goal::Equal(a, b) => {
                let (known, other) = if self.is_known(a) { (a, b) } else { (b, a) };
                let term = self.build(known)?;
                if self.matches(other, term) {
                    self.goals(rest, head)?;
                }
            }
        }
        self.undo(mark);
        Ok(())
    }

    fn holds(
        &mut self,
        relation: Relation,
        args: &[Pattern],
        index: usize,
        rest: &[&Goal],
        head: &[Pattern],
    ) -> Solved {
        let database = self.database;
        let columns = database.columns(relation, index);
        let key = columns.iter().map(|&column| self.build(&args[column])).collect::<Result<Vec<_>, _>>()?;
        let mark = self.trail.len();
        for &number in database.find(relation, index, &key) {
            let row = database.row(relation, number);
            let open = (0..args.len()).filter(|column| !columns.contains(column));
            if open.into_iter().all(|column| self.matches(&args[column], row[column])) {
                self.goals(rest, head)?;
            }
            self.undo(mark);
        }
        Ok(())
    }

    fn undo(&mut self, mark: usize) {
        self.trail.drain(mark..).for_each(|var| self.values[var] = None);
    }

    fn is_known(&self, pattern: &Pattern) -> bool {
        match pattern {
            Pattern::Var(var) => self.values[*var].is_some(),
            Pattern::Ground(_) => true,
            Pattern::Compound(_, args) => args.iter().all(|arg| self.is_known(arg)),
        }
    }

    fn matches(&mut self, pattern: &Pattern, term: Id) -> bool {
        match pattern {
            Pattern::Ground(id) => *id == term,
            Pattern::Var(var) => match self.values[*var] {
                Some(value) => value == term,
                None => {
                    self.values[*var] = Some(term);
                    self.trail.push(*var);
                    true
                }
            },
            Pattern::Compound(name, args) => {
                if self.terms.name(term) != *name || self.terms.args(term).len() != args.len() {
                    return false;
                }
                (0..args.len()).all(|i| {
                    let arg = self.terms.args(term)[i];
                    self.matches(&args[i], arg)
                })
            }
        }
    }

    fn build(&mut self, pattern: &Pattern) -> Result<Id, InterpretError> {
        match pattern {
            Pattern::Ground(id) => Ok(*id),
            Pattern::Var(var) => self.values[*var].ok_or(InterpretError::Unsafe),
            Pattern::Compound(name, args) => {
                let args = args.iter().map(|arg| self.build(arg)).collect::<Result<_, _>>()?;
                let term = self.terms.make(*name, args);
                let limit = self.limits.max_depth;
                if self.terms.depth(term) > limit { Err(InterpretError::Depth(limit)) } else { Ok(term) }
            }
        }
    }

    fn tick(&mut self) -> Solved {
        self.steps += 1;
        if self.steps.is_multiple_of(1024) && (self.limits.stop)() {
            return Err(InterpretError::Stopped);
        }
        let facts = self.database.num_facts() + self.found.len();
        if facts > self.limits.max_facts { Err(InterpretError::Facts(self.limits.max_facts)) } else { Ok(()) }
    }
}
