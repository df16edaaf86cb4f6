//! In which order the literals of a clause are joined, and how each is looked up.
//!
//! **Source:** join ordering by estimated sizes is as in Selinger et al.: Access path selection in a relational database
//! management system (SIGMOD 1979), greedily here.

use super::TermId;
use super::table::RowTable;
use crate::game::{Clause, Literal, Pattern, PredId};
use std::cmp::Ordering;

/// Which rows of a table a literal ranges over, see [`RowTable`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Rows {
    /// Rows before the last round.
    Old,
    /// Rows of the last round.
    Delta,
    /// Both.
    All,
}

/// How a literal is looked up.
#[derive(Clone, Copy, Debug)]
pub(super) enum Access {
    /// Every row.
    Scan,
    /// All columns are known.
    Find,
    /// By index number.
    Index(usize),
}

/// What is done with a column after a row was fetched.
#[derive(Clone, Debug)]
pub(super) enum Column {
    /// A variable gets its value.
    Bind(usize, u32),
    /// A variable that has a value must have this one.
    Check(usize, u32),
    /// A constant must stand there.
    Equal(usize, TermId),
    /// A function term is taken apart; these variables get their values from it.
    Match(usize, Pattern, Vec<u32>),
}

/// One step of a join.
#[derive(Clone, Debug)]
pub(super) enum JoinStep {
    /// Range over the rows of a table.
    Fetch { pred: PredId, rows: Rows, access: Access, key: Vec<Pattern>, columns: Vec<Column>, slot: Option<usize> },
    /// A row must be absent (static relations only).
    Absent { pred: PredId, key: Vec<Pattern> },
    /// Two terms must differ.
    Distinct(Pattern, Pattern),
}

/// What the planner must know about relations.
pub(super) struct Roles<'a> {
    /// Relations that grow in the evaluation at hand.
    pub growing: &'a [bool],
    /// Relations whose literals stay in ground rules.
    pub recorded: &'a [bool],
}

/// Plans the join of a clause. `delta` is the positive literal that ranges over the last round's rows; growing
/// literals before it range over older rows, so that each instance is found exactly once.
pub(super) fn plan(clause: &Clause, delta: Option<usize>, roles: &Roles<'_>, tables: &mut [RowTable]) -> Vec<JoinStep> {
    let mut planner = Planner { clause, roles, delta, bound: vec![false; clause.num_vars as usize], steps: Vec::new() };
    let mut left: Vec<usize> = (0..clause.positive.len()).collect();
    let mut negative: Vec<usize> = (0..clause.negative.len()).collect();
    let mut distinct: Vec<usize> = (0..clause.distinct.len()).collect();
    if let Some(delta) = delta {
        left.retain(|&i| i != delta);
        planner.fetch(delta, tables);
    }
    planner.checks(&mut negative, &mut distinct);
    while let Some(best) = planner.cheapest(&left, tables) {
        left.retain(|&i| i != best);
        planner.fetch(best, tables);
        planner.checks(&mut negative, &mut distinct);
    }
    planner.steps
}

struct Planner<'a> {
    clause: &'a Clause,
    roles: &'a Roles<'a>,
    delta: Option<usize>,
    bound: Vec<bool>,
    steps: Vec<JoinStep>,
}

impl Planner<'_> {
    fn known(&self, pattern: &Pattern) -> bool {
        let mut known = true;
        pattern.each_var(&mut |var| known &= self.bound[var as usize]);
        known
    }

    /// The literal with the fewest expected matches for what is bound so far.
    fn cheapest(&self, left: &[usize], tables: &[RowTable]) -> Option<usize> {
        let cost = |i: usize| self.matches(&self.clause.positive[i], tables);
        left.iter().copied().min_by(|&a, &b| cost(a).partial_cmp(&cost(b)).unwrap_or(Ordering::Equal))
    }

    fn matches(&self, literal: &Literal, tables: &[RowTable]) -> f64 {
        let table = &tables[literal.pred.index()];
        let mut expected = f64::from(table.len());
        for (column, arg) in literal.args.iter().enumerate() {
            if self.known(arg) {
                expected /= f64::from(table.distinct(column).max(1));
            }
        }
        expected
    }

    fn rows(&self, i: usize) -> Rows {
        let pred = self.clause.positive[i].pred;
        match self.delta {
            Some(delta) if i == delta => Rows::Delta,
            Some(delta) if i < delta && self.roles.growing[pred.index()] => Rows::Old,
            _ => Rows::All,
        }
    }

    fn fetch(&mut self, i: usize, tables: &mut [RowTable]) {
        let literal = &self.clause.positive[i];
        let rows = self.rows(i);
        let known: Vec<bool> = literal.args.iter().map(|arg| self.known(arg)).collect();
        let mut keyed: Vec<u8> = Vec::new();
        if rows != Rows::Delta {
            let columns = known.iter().enumerate().filter(|(_, known)| **known);
            keyed.extend(columns.map(|(column, _)| u8::try_from(column).expect("arities are bounded")));
        }
        let access = match keyed.len() {
            0 if !literal.args.is_empty() || rows == Rows::Delta => Access::Scan,
            n if n == literal.args.len() => Access::Find,
            _ => Access::Index(tables[literal.pred.index()].index(&keyed)),
        };
        let key = keyed.iter().map(|&column| literal.args[column as usize].clone()).collect();
        let mut columns = Vec::new();
        for (column, arg) in literal.args.iter().enumerate() {
            if !keyed.iter().any(|&k| k as usize == column) {
                columns.extend(self.column(column, arg));
            }
        }
        let pred = literal.pred;
        let slot = self.roles.recorded[pred.index()].then_some(i);
        self.steps.push(JoinStep::Fetch { pred, rows, access, key, columns, slot });
    }

    fn column(&mut self, column: usize, arg: &Pattern) -> Option<Column> {
        Some(match arg {
            Pattern::Term(term) => Column::Equal(column, *term),
            Pattern::Var(var) if self.bound[*var as usize] => Column::Check(column, *var),
            Pattern::Var(var) => {
                self.bound[*var as usize] = true;
                Column::Bind(column, *var)
            }
            Pattern::Compound(..) => {
                let mut fresh = Vec::new();
                arg.each_var(&mut |var| {
                    if !self.bound[var as usize] {
                        self.bound[var as usize] = true;
                        fresh.push(var);
                    }
                });
                Column::Match(column, arg.clone(), fresh)
            }
        })
    }

    /// Adds the tests whose variables are all bound by now.
    fn checks(&mut self, negative: &mut Vec<usize>, distinct: &mut Vec<usize>) {
        let (ready, later): (Vec<_>, Vec<_>) = distinct.iter().copied().partition(|&i| {
            let (a, b) = &self.clause.distinct[i];
            self.known(a) && self.known(b)
        });
        *distinct = later;
        self.steps.extend(ready.iter().map(|&i| {
            let (a, b) = self.clause.distinct[i].clone();
            JoinStep::Distinct(a, b)
        }));
        let (ready, later): (Vec<_>, Vec<_>) = negative.iter().copied().partition(|&i| {
            let literal = &self.clause.negative[i];
            literal.args.iter().all(|arg| self.known(arg))
        });
        *negative = later;
        for i in ready {
            let literal = &self.clause.negative[i];
            if !self.roles.recorded[literal.pred.index()] {
                self.steps.push(JoinStep::Absent { pred: literal.pred, key: literal.args.clone() });
            }
        }
    }
}
