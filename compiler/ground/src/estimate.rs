//! Size estimates of relations and joins before they are evaluated.
//!
//! Static relations are known. For the others the values each column can take are computed first (`domains`); rows are
//! bounded by the product of the columns and by what their clauses can derive, assuming independent columns.

use super::domains::{domains, sources};
use super::join::Store;
use super::table::RowTable;
use crate::game::{Clause, Literal, Pattern, PredId, Program};
use gdl2hdl_gdl::id::id;

/// Most rows a relation is ever taken to have.
const MANY: f64 = 1e15;
/// Binary logarithm of the most matches a join is ever taken to have.
const MOST_BITS: f64 = 1000.0;
/// Rounds in which row estimates are refined.
const ROUNDS: usize = 3;

/// Estimates for all relations of a program.
pub(super) struct Estimates {
    rows: Vec<f64>,
    /// Number of values of each column.
    columns: Vec<Vec<f64>>,
}

impl Estimates {
    /// Estimates before the relations in `dynamic` are evaluated; the tables hold the others.
    pub(super) fn of(program: &Program, tables: &[RowTable], dynamic: &[bool]) -> Self {
        let domains = domains(program, tables, dynamic);
        let columns: Vec<Vec<f64>> =
            domains.iter().map(|columns| columns.iter().map(|domain| domain.len().max(1.0)).collect()).collect();
        let rows = columns.iter().zip(dynamic).enumerate().map(|(pred, (columns, dynamic))| {
            if *dynamic { columns.iter().product::<f64>().min(MANY) } else { f64::from(tables[pred].len()) }
        });
        let mut estimates = Self { rows: rows.collect(), columns };
        for _ in 0..ROUNDS {
            estimates.refine(program, tables, dynamic);
        }
        estimates
    }

    /// The sizes found by an evaluation.
    pub(super) fn measured(program: &Program, store: &Store<'_>) -> Self {
        let tables = &store.tables[..program.preds.len()];
        let rows = tables.iter().map(|table| f64::from(table.len().max(1)));
        let columns = tables
            .iter()
            .zip(&program.preds)
            .map(|(table, pred)| (0..pred.arity).map(|column| f64::from(table.distinct(column).max(1))).collect());
        Self { rows: rows.collect(), columns: columns.collect() }
    }

    /// Bounds the rows of each relation by what its clauses, facts and sources derive.
    fn refine(&mut self, program: &Program, tables: &[RowTable], dynamic: &[bool]) {
        let mut derived = vec![0.0_f64; self.rows.len()];
        for (pred, _) in &program.facts {
            derived[pred.index()] += 1.0;
        }
        for clause in &program.clauses {
            let size = self.join(&clause.positive).min(self.values(clause));
            derived[clause.head.pred.index()] += size;
        }
        for number in 0..self.rows.len() {
            let pred = PredId(id(number));
            for source in sources(program, pred) {
                derived[number] += if dynamic[source.index()] {
                    self.rows[source.index()]
                } else {
                    f64::from(tables[source.index()].len())
                };
            }
            if dynamic[number] {
                self.rows[number] = self.rows[number].min(derived[number]).max(1.0);
            }
        }
    }

    /// Combinations of values the head's variables can take.
    fn values(&self, clause: &Clause) -> f64 {
        let mut product = 1.0_f64;
        let mut seen = Vec::new();
        clause.head.each_var(&mut |var| {
            if !seen.contains(&var) {
                seen.push(var);
                product *= self.var(var, &clause.positive);
            }
        });
        product.min(MANY)
    }

    /// Number of values of a variable in a conjunction.
    pub(super) fn var(&self, var: u32, literals: &[Literal]) -> f64 {
        let mut least = MANY;
        for literal in literals {
            for (column, arg) in literal.args.iter().enumerate() {
                arg.each_var(&mut |v| {
                    if v == var {
                        least = least.min(self.column(literal.pred, column));
                    }
                });
            }
        }
        least
    }

    pub(super) fn column(&self, pred: PredId, column: usize) -> f64 {
        self.columns[pred.index()][column].min(self.rows[pred.index()]).max(1.0)
    }

    /// Expected rows of a relation.
    pub(super) fn rows(&self, pred: PredId) -> f64 {
        self.rows[pred.index()]
    }

    /// Expected rows that match a literal when these variables have values.
    pub(super) fn fan_out(&self, literal: &Literal, bound: &[bool]) -> f64 {
        let mut rows = self.rows[literal.pred.index()];
        for (column, arg) in literal.args.iter().enumerate() {
            let mut known = true;
            arg.each_var(&mut |var| known &= bound[var as usize]);
            if known {
                rows /= self.column(literal.pred, column);
            }
        }
        rows
    }

    /// Expected matches of a conjunction.
    pub(super) fn join(&self, literals: &[Literal]) -> f64 {
        // Logarithms: products of many literals leave the range of floating point.
        let mut size = 0.0_f64;
        // For each variable the numbers of values it has in the literals that mention it.
        let mut counts: Vec<(u32, Vec<f64>)> = Vec::new();
        for literal in literals {
            size += self.rows[literal.pred.index()].log2();
            for (column, arg) in literal.args.iter().enumerate() {
                let values = self.column(literal.pred, column);
                match arg {
                    Pattern::Term(_) => size -= values.log2(),
                    _ => arg.each_var(&mut |var| match counts.iter_mut().find(|(v, _)| *v == var) {
                        Some((_, all)) => all.push(values),
                        None => counts.push((var, vec![values])),
                    }),
                }
            }
        }
        for (_, all) in counts {
            let least = all.iter().copied().fold(MANY, f64::min);
            size += least.log2() - all.iter().map(|values| values.log2()).sum::<f64>();
        }
        size.clamp(0.0, MOST_BITS).exp2()
    }

    /// Adds a relation made while splitting.
    pub(super) fn push(&mut self, rows: f64, columns: Vec<f64>) {
        self.rows.push(rows);
        self.columns.push(columns);
    }

    /// Forgets the relations from this one on.
    pub(super) fn truncate(&mut self, preds: usize) {
        self.rows.truncate(preds);
        self.columns.truncate(preds);
    }
}
