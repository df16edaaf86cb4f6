//! Finds all values of a rule's variables that make its body hold, by backtracking.

use super::database::{Database, Relation};
use super::goal::{Clause, Goal, Pattern, Source};
use super::memory::{LISTED, heap};
use super::tables::{Asked, Mode, Question};
use super::terms::{Id, Terms};
use super::{InterpretError, InterpreterLimits};

/// What all rules are solved with.
pub(super) struct Context<'a> {
    pub terms: &'a mut Terms,
    pub database: &'a Database,
    pub modes: &'a [Mode],
    pub asked: &'a mut Asked,
    pub limits: &'a InterpreterLimits,
    pub meter: &'a mut Meter,
}

/// Steps between two looks at the bounds, counted over all rules.
#[derive(Default)]
pub(super) struct Meter {
    steps: u32,
}

/// Steps between two looks at clock and memory.
const LOOK_EVERY: u32 = 1024;

impl Context<'_> {
    /// Whether clock, memory and number of facts allow to go on, with so many bytes held elsewhere.
    pub(super) fn look(&mut self, found: usize, bytes: usize) -> Solved {
        if self.database.num_facts() + found > self.limits.max_facts {
            return Err(InterpretError::Facts(self.limits.max_facts));
        }
        self.meter.steps += 1;
        if self.meter.steps < LOOK_EVERY {
            return Ok(());
        }
        self.meter.steps = 0;
        self.limits.go_on()?;
        self.limits.room(held(self.terms, self.database, self.asked) + bytes)
    }
}

/// A solver for one rule.
struct Solver<'c, 'a> {
    context: &'c mut Context<'a>,
    /// The question whose rule this is; none for relations that are evaluated in full.
    asker: Option<Question>,
    values: Vec<Option<Id>>,
    /// Variables bound so far, in order: undone on backtracking.
    trail: Vec<usize>,
    found: Vec<Vec<Id>>,
}

type Solved = Result<(), InterpretError>;

/// The heads a rule derives from what the database holds.
pub(super) fn derive(clause: &Clause, context: &mut Context<'_>) -> Result<Vec<Vec<Id>>, InterpretError> {
    derive_for(clause, &[], &[], None, context)
}

/// The heads a rule derives that have these values in these columns.
fn derive_for(
    clause: &Clause,
    columns: &[usize],
    key: &[Id],
    asker: Option<Question>,
    context: &mut Context<'_>,
) -> Result<Vec<Vec<Id>>, InterpretError> {
    // Recursion repeats its rules, each too short to count as far as the solver asks.
    context.limits.go_on()?;
    let values = vec![None; clause.num_vars];
    let mut solver = Solver { context, asker, values, trail: Vec::new(), found: Vec::new() };
    if columns.iter().zip(key).all(|(&column, &term)| solver.matches(&clause.head[column], term)) {
        solver.goals(&[&clause.body], 0, &clause.head)?;
    }
    Ok(solver.found)
}

/// Answers a question, and all that it asks.
fn complete(question: Question, context: &mut Context<'_>) -> Solved {
    if context.asked.is_complete(question) {
        return Ok(());
    }
    context.asked.begin(question)?;
    let modes = context.modes;
    while let Some(question) = context.asked.next() {
        if context.asked.is_complete(question) {
            continue;
        }
        let (mode, key) = context.asked.what(question);
        let mode = &modes[mode];
        for clause in &mode.clauses {
            let rows = derive_for(clause, &mode.columns, &key, Some(question), context)?;
            context.asked.answer(question, rows);
        }
    }
    context.asked.end();
    Ok(())
}

impl Solver<'_, '_> {
    /// Solves the goals one after the other; with none left the head is found. The last `put_off` of them were met
    /// before, and could not be answered by what was known.
    fn goals(&mut self, goals: &[&Goal], put_off: usize, head: &[Pattern]) -> Solved {
        self.tick(head.len())?;
        let Some((goal, rest)) = goals.split_first() else {
            let row = head.iter().map(|pattern| self.build(pattern)).collect::<Result<_, _>>()?;
            self.found.push(row);
            return Ok(());
        };
        if !self.is_ready(goal) {
            if put_off >= goals.len() {
                return Err(InterpretError::Unsafe);
            }
            let later: Vec<&Goal> = rest.iter().copied().chain([*goal]).collect();
            return self.goals(&later, put_off + 1, head);
        }
        // What this goal binds may make any of the others ready.
        let put_off = 0;
        let mark = self.trail.len();
        match goal {
            Goal::All(parts) => {
                let inner: Vec<&Goal> = parts.iter().chain(rest.iter().copied()).collect();
                self.goals(&inner, put_off, head)?;
            }
            Goal::Any(parts) => {
                for part in parts {
                    let inner: Vec<&Goal> = std::iter::once(part).chain(rest.iter().copied()).collect();
                    self.goals(&inner, put_off, head)?;
                    self.undo(mark);
                }
            }
            Goal::Some(inner) => {
                let before = self.found.len();
                self.goals(&[inner], 0, &[])?;
                let some = self.found.len() > before;
                self.found.truncate(before);
                self.undo(mark);
                if some {
                    self.goals(rest, put_off, head)?;
                }
            }
            Goal::Holds { relation, args, source } => self.holds(*relation, args, *source, rest, head)?,
            Goal::Absent { relation, args, source } => {
                let row = args.iter().map(|arg| self.build(arg)).collect::<Result<Vec<_>, _>>()?;
                if !self.is_there(*relation, row, *source)? {
                    self.goals(rest, put_off, head)?;
                }
            }
            Goal::Distinct(a, b) => {
                if self.build(a)? != self.build(b)? {
                    self.goals(rest, put_off, head)?;
                }
            }
            Goal::Equal(a, b) => {
                let (known, other) = if self.is_known(a) { (a, b) } else { (b, a) };
                let term = self.build(known)?;
                if self.matches(other, term) {
                    self.goals(rest, put_off, head)?;
                }
            }
        }
        self.undo(mark);
        Ok(())
    }

    /// Whether what is known is enough to answer a goal.
    fn is_ready(&self, goal: &Goal) -> bool {
        match goal {
            Goal::Absent { args, .. } => args.iter().all(|arg| self.is_known(arg)),
            Goal::Distinct(a, b) => self.is_known(a) && self.is_known(b),
            Goal::Equal(a, b) => self.is_known(a) || self.is_known(b),
            Goal::Holds { .. } | Goal::All(_) | Goal::Any(_) | Goal::Some(_) => true,
        }
    }

    fn holds(
        &mut self,
        relation: Relation,
        args: &[Pattern],
        source: Source,
        rest: &[&Goal],
        head: &[Pattern],
    ) -> Solved {
        let (modes, database) = (self.context.modes, self.context.database);
        let columns = match source {
            Source::Rows(index) => database.columns(relation, index),
            Source::Asked(mode) => &modes[mode].columns,
        };
        let key = columns.iter().map(|&column| self.build(&args[column])).collect::<Result<Vec<_>, _>>()?;
        match source {
            Source::Rows(index) => {
                for &number in database.find(relation, index, &key) {
                    self.row(args, columns, database.row(relation, number), rest, head)?;
                }
            }
            Source::Asked(mode) => {
                let question = self.ask(mode, key)?;
                for number in 0..self.context.asked.len(question) {
                    let row = self.context.asked.row(question, number);
                    self.row(args, columns, &row, rest, head)?;
                }
            }
        }
        Ok(())
    }

    /// Goes on with a row whose values in `columns` are known to fit.
    fn row(&mut self, args: &[Pattern], columns: &[usize], row: &[Id], rest: &[&Goal], head: &[Pattern]) -> Solved {
        let mark = self.trail.len();
        let open = (0..args.len()).filter(|column| !columns.contains(column));
        if open.into_iter().all(|column| self.matches(&args[column], row[column])) {
            self.goals(rest, 0, head)?;
        }
        self.undo(mark);
        Ok(())
    }

    /// A question with its answers: all of them, or those so far where the run that this rule belongs to finds them.
    fn ask(&mut self, mode: usize, key: Vec<Id>) -> Result<Question, InterpretError> {
        let question = self.context.asked.question(self.context.modes[mode].layer, mode, key);
        match self.asker {
            Some(asker) => self.context.asked.ask(asker, question)?,
            None => complete(question, self.context)?,
        }
        Ok(question)
    }

    fn is_there(&mut self, relation: Relation, row: Vec<Id>, source: Source) -> Result<bool, InterpretError> {
        match source {
            Source::Rows(_) => Ok(self.context.database.contains(relation, &row)),
            Source::Asked(mode) => {
                let question = self.context.asked.question(self.context.modes[mode].layer, mode, row);
                complete(question, self.context)?;
                Ok(self.context.asked.len(question) > 0)
            }
        }
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
                if self.context.terms.name(term) != *name || self.context.terms.args(term).len() != args.len() {
                    return false;
                }
                (0..args.len()).all(|i| {
                    let arg = self.context.terms.args(term)[i];
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
                let term = self.context.terms.make(*name, args);
                let limit = self.context.limits.max_depth;
                if self.context.terms.depth(term) > limit { Err(InterpretError::Depth(limit)) } else { Ok(term) }
            }
        }
    }

    fn tick(&mut self, width: usize) -> Solved {
        let found = self.found.len();
        self.context.look(found, found * (24 * LISTED + heap(4 * width)))
    }
}

/// Bytes held in all.
pub(super) fn held(terms: &Terms, database: &Database, asked: &Asked) -> usize {
    terms.bytes() + database.bytes() + asked.bytes()
}
