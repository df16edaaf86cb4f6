//! Linear recursion solved by elimination.
//!
//! When every rule of a component speaks of one of its atoms at most, its least fixpoint solves
//! `x = b or (A and x)` over and/or, and variables can be eliminated one by one as in Gauss's method; since `x = d or
//! (c and x)` has the least solution `d`, the diagonal just goes. For connection games, whose graphs are nearly planar,
//! this needs far fewer gates than unrolling, and components that differ in `b` only share the elimination of `A`.
//!
//! Source: Kleene's algorithm in the algebra where `a* = 1`; order by Markowitz' rule of least fill.

use super::{Builder, Lit};
use gdl2hdl_gdl::observer::{Observer, Pace, Stopped};
use gdl2hdl_ground::{AtomId, GroundProgram};
use std::collections::{BTreeMap, BTreeSet};

/// Rows between two looks at the clock.
const ASK_EVERY: u32 = 1 << 8;

/// The equations of a component, atoms numbered as in its list.
pub(super) struct System {
    /// For each atom the coefficients of the others.
    rows: Vec<BTreeMap<usize, Lit>>,
    /// For each atom what holds without the others.
    constant: Vec<Lit>,
}

/// The order of elimination and its cost in products of coefficients.
pub(super) struct EliminationPlan {
    order: Vec<usize>,
    /// Products formed, a bound on the gates.
    pub products: usize,
}

impl System {
    /// The equations of a component; `None` when some rule speaks of two of its atoms.
    pub(super) fn of(
        builder: &mut Builder,
        program: &GroundProgram,
        values: &[Lit],
        atoms: &[AtomId],
        observer: &dyn Observer,
    ) -> Result<Option<Self>, Stopped> {
        let mut pace = Pace::new(observer, ASK_EVERY);
        let mut system = Self { rows: vec![BTreeMap::new(); atoms.len()], constant: vec![Lit::FALSE; atoms.len()] };
        for (row, atom) in atoms.iter().enumerate() {
            pace.step()?;
            for rule in program.rules.of(atom.index() - program.num_inputs()) {
                let mut column = None;
                let mut known = Vec::new();
                for lit in program.rules.body(rule) {
                    match atoms.binary_search(&lit.atom()) {
                        Ok(_) if column.is_some() => return Ok(None),
                        Ok(member) => column = Some(member),
                        Err(_) => known.push(values[lit.atom().index()].flip_if(lit.is_negative())),
                    }
                }
                let product = builder.and(known);
                let place = match column {
                    Some(column) => system.rows[row].entry(column).or_insert(Lit::FALSE),
                    None => &mut system.constant[row],
                };
                *place = builder.or([*place, product]);
            }
        }
        Ok(Some(system))
    }

    /// Finds an order with little fill, without building gates. Gives up, with `None`, beyond `limit` products.
    pub(super) fn plan(&self, limit: usize, observer: &dyn Observer) -> Result<Option<EliminationPlan>, Stopped> {
        let mut pace = Pace::new(observer, ASK_EVERY);
        let count = self.rows.len();
        let mut uses: Vec<BTreeSet<usize>> = self.rows.iter().map(|row| row.keys().copied().collect()).collect();
        let mut users: Vec<BTreeSet<usize>> = vec![BTreeSet::new(); count];
        for (row, columns) in uses.iter_mut().enumerate() {
            columns.remove(&row);
            columns.iter().for_each(|&column| {
                users[column].insert(row);
            });
        }
        let mut queue: BTreeSet<(usize, usize)> = (0..count).map(|i| (uses[i].len() * users[i].len(), i)).collect();
        let mut plan = EliminationPlan { order: Vec::with_capacity(count), products: 0 };
        while let Some((_, pivot)) = queue.pop_first() {
            plan.order.push(pivot);
            let (columns, rows) = (uses[pivot].clone(), users[pivot].clone());
            plan.products += (columns.len() + 1) * rows.len() + columns.len();
            if plan.products > limit {
                return Ok(None);
            }
            let touched: BTreeSet<usize> = columns.union(&rows).copied().collect();
            touched.iter().for_each(|&i| {
                queue.remove(&(uses[i].len() * users[i].len(), i));
            });
            for &row in &rows {
                pace.step()?;
                uses[row].remove(&pivot);
                for &column in columns.iter().filter(|&&column| column != row) {
                    uses[row].insert(column);
                    users[column].insert(row);
                }
            }
            columns.iter().for_each(|&column| {
                users[column].remove(&pivot);
            });
            touched.iter().for_each(|&i| {
                queue.insert((uses[i].len() * users[i].len(), i));
            });
        }
        Ok(Some(plan))
    }

    /// Solves the equations along a plan; the answer has one edge an atom.
    pub(super) fn solve(
        mut self,
        builder: &mut Builder,
        plan: &EliminationPlan,
        observer: &dyn Observer,
    ) -> Result<Vec<Lit>, Stopped> {
        let count = self.rows.len();
        let mut pace = Pace::new(observer, ASK_EVERY);
        let mut users: Vec<BTreeSet<usize>> = vec![BTreeSet::new(); count];
        for (row, columns) in self.rows.iter().enumerate() {
            columns.keys().for_each(|&column| {
                users[column].insert(row);
            });
        }
        let mut done = vec![false; count];
        for &pivot in &plan.order {
            done[pivot] = true;
            self.rows[pivot].remove(&pivot);
            let (row, constant) = (self.rows[pivot].clone(), self.constant[pivot]);
            for user in std::mem::take(&mut users[pivot]).into_iter().filter(|&user| !done[user]) {
                pace.step()?;
                let Some(factor) = self.rows[user].remove(&pivot) else { continue };
                let product = builder.and([factor, constant]);
                self.constant[user] = builder.or([self.constant[user], product]);
                for (&column, &coefficient) in row.iter().filter(|(column, _)| **column != user) {
                    let product = builder.and([factor, coefficient]);
                    users[column].insert(user);
                    let place = self.rows[user].entry(column).or_insert(Lit::FALSE);
                    *place = builder.or([*place, product]);
                }
            }
        }
        let mut solution = vec![Lit::FALSE; count];
        for &pivot in plan.order.iter().rev() {
            let mut terms = vec![self.constant[pivot]];
            for (&column, &coefficient) in &self.rows[pivot] {
                terms.push(builder.and([coefficient, solution[column]]));
            }
            solution[pivot] = builder.or(terms);
        }
        Ok(solution)
    }
}
