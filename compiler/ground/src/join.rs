//! Runs one planned join and stores what it derives.

use super::fence::Fence;
use super::plan::{Access, Column, JoinStep, Rows};
use super::table::RowTable;
use super::{Limits, Stop, TermId, Terms};
use crate::game::{Clause, Pattern, PredId, Program};
use gdl2hdl_gdl::observer::Observer;
use gdl2hdl_gdl::syntax::Span;
use rustc_hash::FxHashMap;
use std::time::Duration;

/// Work on a rule, counted while it is done.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct Work {
    pub matches: u64,
    pub time: Duration,
}

/// A variable without a value.
const UNBOUND: TermId = TermId(u32::MAX);
/// Rows visited between two looks at the bounds.
const CHECK_EVERY: u32 = 1 << 14;

/// All relations, and the instances found of every clause.
pub(super) struct Store<'w> {
    pub terms: Terms,
    pub tables: Vec<RowTable>,
    /// Atoms that occur negated, whether or not they can hold: tables beside `tables`.
    pub mentioned: Vec<RowTable>,
    /// Instances of each clause, flat: head row, rows of the recorded positive literals in clause order, numbers of
    /// the mentioned negative atoms.
    pub instances: Vec<Vec<u32>>,
    /// Which relations stay in ground rules.
    pub recorded: Vec<bool>,
    pub limits: Limits,
    pub observer: &'w dyn Observer,
    /// Numbers `instances` may hold: a trial that needs more has failed.
    pub ceiling: usize,
    /// Work on each rule of the text, over all evaluations.
    pub work_of: FxHashMap<Span, Work>,
    /// Rows that may still be looked at: a trial that needs more has failed.
    pub budget: u64,
    /// The same over everything, once there are terms deeper than `shallow`: rules that may have no end are given up
    /// after so many. What has no end builds deeper and deeper terms.
    pub patience: u64,
    pub shallow: usize,
    /// What play comes to, where that was found out.
    pub fence: Option<&'w Fence>,
    /// The rows that relations of facts and moves may have.
    pub fences: Vec<Option<RowTable>>,
    /// Bytes of what was set aside.
    aside: usize,
    work: u32,
}

impl<'w> Store<'w> {
    pub(super) fn new(
        terms: Terms,
        arities: &[usize],
        num_clauses: usize,
        limits: Limits,
        observer: &'w dyn Observer,
    ) -> Self {
        let tables = || arities.iter().map(|&arity| RowTable::new(arity)).collect();
        Self {
            terms,
            tables: tables(),
            mentioned: tables(),
            instances: vec![Vec::new(); num_clauses],
            recorded: vec![false; arities.len()],
            limits,
            observer,
            ceiling: usize::MAX,
            work_of: FxHashMap::default(),
            budget: u64::MAX,
            patience: u64::MAX,
            shallow: usize::MAX,
            fence: None,
            fences: Vec::new(),
            aside: 0,
            work: 0,
        }
    }

    /// Empties the relations in `dynamic`, makes room for those the program has more or fewer of, and forgets all
    /// instances.
    pub(super) fn restart(&mut self, program: &Program, dynamic: &[bool]) {
        for (number, pred) in program.preds.iter().enumerate() {
            if number >= self.tables.len() {
                self.tables.push(RowTable::new(pred.arity));
            } else if dynamic[number] {
                self.tables[number] = RowTable::new(pred.arity);
            }
        }
        self.tables.truncate(program.preds.len());
        self.mentioned = program.preds.iter().map(|pred| RowTable::new(pred.arity)).collect();
        self.instances = vec![Vec::new(); program.clauses.len()];
        self.recorded = vec![false; program.preds.len()];
    }

    /// Sets an evaluation aside, to try another one.
    pub(super) fn set_aside(&mut self, dynamic: &[bool]) -> Aside {
        let before = self.bytes();
        let len = self.tables.len();
        let tables = self.tables.iter_mut().enumerate().filter(|(number, _)| dynamic[*number]);
        let tables = tables.map(|(number, table)| (number, std::mem::take(table))).collect();
        let mentioned = std::mem::take(&mut self.mentioned);
        let instances = std::mem::take(&mut self.instances);
        let aside = Aside { len, tables, mentioned, instances, recorded: self.recorded.clone() };
        self.aside += before.saturating_sub(self.bytes());
        aside
    }

    /// Gives up what was set aside.
    pub(super) fn forget(&mut self, aside: Aside) {
        drop(aside);
        self.aside = 0;
    }

    /// Goes on with what was set aside.
    pub(super) fn bring_back(&mut self, aside: Aside) {
        self.tables.resize_with(aside.len, RowTable::default);
        for (number, table) in aside.tables {
            self.tables[number] = table;
        }
        self.mentioned = aside.mentioned;
        self.instances = aside.instances;
        self.recorded = aside.recorded;
        self.aside = 0;
    }

    /// Instances recorded of a clause.
    pub(super) fn instances_of(&self, number: usize, clause: &Clause) -> usize {
        let literals = clause.positive.iter().chain(&clause.negative);
        let width = 1 + literals.filter(|l| self.recorded[l.pred.index()]).count();
        self.instances[number].len() / width
    }

    /// Instances recorded so far.
    pub(super) fn num_instances(&self, program: &Program) -> usize {
        program.clauses.iter().enumerate().map(|(number, clause)| self.instances_of(number, clause)).sum()
    }

    /// Bytes held by terms, tables, instances and the fence.
    pub(super) fn bytes(&self) -> usize {
        let tables: usize = self.tables.iter().chain(&self.mentioned).map(RowTable::bytes).sum();
        let instances: usize = self.instances.iter().map(|i| i.capacity() * 4).sum();
        let fences: usize = self.fences.iter().flatten().map(RowTable::bytes).sum();
        let fenced = self.fence.map_or(0, Fence::bytes) + fences;
        self.terms.bytes() + tables + instances + fenced + self.aside
    }

    pub(super) fn check(&self) -> Result<(), Stop> {
        self.observer.go_on()?;
        self.room(0)?;
        if self.size() > self.ceiling {
            return Err(Stop::Trial);
        }
        Ok(())
    }

    /// Whether this many bytes more fit.
    pub(super) fn room(&self, bytes: usize) -> Result<(), Stop> {
        let limit = self.limits.max_bytes;
        if self.bytes().saturating_add(bytes) > limit { Err(Stop::Memory { limit }) } else { Ok(()) }
    }

    /// Numbers held in `instances`.
    pub(super) fn size(&self) -> usize {
        self.instances.iter().map(Vec::len).sum()
    }

    /// Derives every instance of `clause` along `steps`; records them under `number` when its head is recorded.
    pub(super) fn run(&mut self, number: usize, clause: &Clause, steps: &[JoinStep]) -> Result<(), Stop> {
        for step in steps {
            if let JoinStep::Fetch { pred, access: Access::Index(index), .. } = step {
                self.tables[pred.index()].refresh(*index);
            }
        }
        let begin = self.observer.elapsed();
        let mut join = Join {
            store: self,
            matches: 0,
            number,
            clause,
            steps,
            values: vec![UNBOUND; clause.num_vars as usize],
            slots: vec![0; clause.positive.len()],
            scratch: Vec::new(),
        };
        let done = join.step(0);
        let matches = join.matches;
        let work = self.work_of.entry(clause.span).or_default();
        work.matches += matches;
        work.time += self.observer.elapsed().saturating_sub(begin);
        done
    }

    /// Counts work, and looks at the bounds from time to time.
    pub(super) fn spend(&mut self, work: u32) -> Result<(), Stop> {
        self.work = self.work.saturating_add(work);
        if self.terms.deepest() > self.shallow {
            self.patience = self.patience.checked_sub(u64::from(work)).ok_or(Stop::Endless)?;
        }
        self.budget = self.budget.checked_sub(u64::from(work)).ok_or(Stop::Trial)?;
        if self.work >= CHECK_EVERY {
            self.work = 0;
            self.observer.progress("grounding", self.tables.iter().map(|table| u64::from(table.len())).sum(), 0);
            self.check()?;
        }
        Ok(())
    }
}

/// An evaluation that was set aside.
pub(super) struct Aside {
    /// Number of relations.
    len: usize,
    /// Tables of the relations that are not static.
    tables: Vec<(usize, RowTable)>,
    mentioned: Vec<RowTable>,
    instances: Vec<Vec<u32>>,
    recorded: Vec<bool>,
}

struct Join<'a, 'w> {
    store: &'a mut Store<'w>,
    number: usize,
    clause: &'a Clause,
    steps: &'a [JoinStep],
    values: Vec<TermId>,
    /// Row of each positive literal.
    slots: Vec<u32>,
    matches: u64,
    scratch: Vec<TermId>,
}

impl Join<'_, '_> {
    /// Depth is the number of literals of one rule, which the reader's bound on sizes keeps small; facts don't recurse.
    fn step(&mut self, at: usize) -> Result<(), Stop> {
        let steps = self.steps;
        match steps.get(at) {
            None => self.derive(),
            Some(JoinStep::Distinct(a, b)) => {
                if self.differ(a, b) {
                    self.step(at + 1)?;
                }
                Ok(())
            }
            Some(JoinStep::Absent { pred, key }) => {
                let present = self.key(key) && self.store.tables[pred.index()].find(&self.scratch).is_some();
                if !present {
                    self.step(at + 1)?;
                }
                Ok(())
            }
            Some(JoinStep::Fetch { pred, rows, access, key, columns, slot }) => {
                self.fetch(at, *pred, *rows, *access, key, columns, *slot)
            }
        }
    }

    #[allow(clippy::too_many_arguments, reason = "the fields of one step")]
    fn fetch(
        &mut self,
        at: usize,
        pred: PredId,
        rows: Rows,
        access: Access,
        key: &[Pattern],
        columns: &[Column],
        slot: Option<usize>,
    ) -> Result<(), Stop> {
        let table = &self.store.tables[pred.index()];
        let (from, to) = match rows {
            Rows::Old => (0, table.old),
            Rows::Delta => (table.old, table.delta),
            Rows::All => (0, table.delta),
        };
        match access {
            Access::Scan => {
                for row in from..to {
                    self.visit(at, pred, row, columns, slot)?;
                }
            }
            Access::Find => {
                let found = if self.key(key) { self.store.tables[pred.index()].find(&self.scratch) } else { None };
                if let Some(row) = found.filter(|&row| row < to) {
                    self.visit(at, pred, row, columns, slot)?;
                }
            }
            Access::Index(index) => {
                let first =
                    if self.key(key) { self.store.tables[pred.index()].first(index, &self.scratch) } else { None };
                let mut next = first;
                while let Some(row) = next.filter(|&row| row < to) {
                    self.visit(at, pred, row, columns, slot)?;
                    next = self.store.tables[pred.index()].following(index, row);
                }
            }
        }
        Ok(())
    }

    fn visit(
        &mut self,
        at: usize,
        pred: PredId,
        row: u32,
        columns: &[Column],
        slot: Option<usize>,
    ) -> Result<(), Stop> {
        self.store.spend(1)?;
        for column in columns {
            let value = |column: usize| self.store.tables[pred.index()].value(row, column);
            let fits = match column {
                Column::Bind(column, var) => {
                    self.values[*var as usize] = value(*column);
                    true
                }
                Column::Check(column, var) => self.values[*var as usize] == value(*column),
                Column::Equal(column, term) => *term == value(*column),
                Column::Match(column, pattern, fresh) => {
                    let value = value(*column);
                    fresh.iter().for_each(|&var| self.values[var as usize] = UNBOUND);
                    self.matches(pattern, value)
                }
            };
            if !fits {
                return Ok(());
            }
        }
        if let Some(slot) = slot {
            self.slots[slot] = row;
        }
        self.step(at + 1)
    }

    /// Matches a term against a pattern, giving values to variables that have none.
    fn matches(&mut self, pattern: &Pattern, term: TermId) -> bool {
        match pattern {
            Pattern::Term(other) => *other == term,
            Pattern::Var(var) => {
                let value = &mut self.values[*var as usize];
                if *value == UNBOUND {
                    *value = term;
                }
                *value == term
            }
            Pattern::Compound(name, args) => {
                let terms = &self.store.terms;
                if terms.functor(term) != *name || terms.args(term).len() != args.len() {
                    return false;
                }
                (0..args.len()).all(|i| {
                    let arg = self.store.terms.args(term)[i];
                    self.matches(&args[i], arg)
                })
            }
        }
    }

    fn differ(&self, a: &Pattern, b: &Pattern) -> bool {
        match (find(&self.store.terms, &self.values, a), find(&self.store.terms, &self.values, b)) {
            (Some(a), Some(b)) => a != b,
            // A term that was never made can only equal another such term; those are compared by structure.
            (None, None) => !self.same(a, b),
            _ => true,
        }
    }

    fn same(&self, a: &Pattern, b: &Pattern) -> bool {
        match (a, b) {
            (Pattern::Compound(f, xs), Pattern::Compound(g, ys)) => {
                f == g && xs.len() == ys.len() && xs.iter().zip(ys).all(|(x, y)| self.same(x, y))
            }
            _ => {
                let find = |p| find(&self.store.terms, &self.values, p);
                match (find(a), find(b)) {
                    (Some(a), Some(b)) => a == b,
                    _ => false,
                }
            }
        }
    }

    /// Puts the values of a key into `scratch`; false when one of them was never made, so that no row holds it.
    fn key(&mut self, key: &[Pattern]) -> bool {
        self.scratch.clear();
        for pattern in key {
            match find(&self.store.terms, &self.values, pattern) {
                Some(term) => self.scratch.push(term),
                None => return false,
            }
        }
        true
    }

    fn derive(&mut self) -> Result<(), Stop> {
        let clause = self.clause;
        self.matches += 1;
        let head = self.build_row(&clause.head.args)?;
        if let Some(Some(fence)) = self.store.fences.get(clause.head.pred.index())
            && fence.find(&head).is_none()
        {
            self.scratch = head;
            return Ok(());
        }
        let row = self.store.tables[clause.head.pred.index()].insert(&head);
        self.scratch = head;
        if !self.store.recorded[clause.head.pred.index()] {
            return Ok(());
        }
        self.store.instances[self.number].push(row);
        for (literal, &slot) in clause.positive.iter().zip(&self.slots) {
            if self.store.recorded[literal.pred.index()] {
                self.store.instances[self.number].push(slot);
            }
        }
        for literal in &clause.negative {
            if self.store.recorded[literal.pred.index()] {
                let row = self.build_row(&literal.args)?;
                let mention = self.store.mentioned[literal.pred.index()].insert(&row);
                self.scratch = row;
                self.store.instances[self.number].push(mention);
            }
        }
        Ok(())
    }

    fn build_row(&mut self, args: &[Pattern]) -> Result<Vec<TermId>, Stop> {
        let mut row = std::mem::take(&mut self.scratch);
        row.clear();
        for arg in args {
            row.push(self.build(arg)?);
        }
        Ok(row)
    }

    fn build(&mut self, pattern: &Pattern) -> Result<TermId, Stop> {
        match pattern {
            Pattern::Term(term) => Ok(*term),
            Pattern::Var(var) => Ok(self.values[*var as usize]),
            Pattern::Compound(name, args) => {
                let args = args.iter().map(|arg| self.build(arg)).collect::<Result<Vec<_>, _>>()?;
                let term = self.store.terms.compound(*name, &args);
                let limit = self.store.limits.max_depth;
                if self.store.terms.depth(term) > limit { Err(Stop::Depth { limit }) } else { Ok(term) }
            }
        }
    }
}

/// The term a pattern stands for, if it was made before.
fn find(terms: &Terms, values: &[TermId], pattern: &Pattern) -> Option<TermId> {
    match pattern {
        Pattern::Term(term) => Some(*term),
        Pattern::Var(var) => Some(values[*var as usize]),
        Pattern::Compound(name, args) => {
            let args: Option<Vec<_>> = args.iter().map(|arg| find(terms, values, arg)).collect();
            terms.find(*name, &args?)
        }
    }
}
