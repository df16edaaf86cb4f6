//! Takes function terms apart that always stand at the same place.
//!
//! Where an argument of a relation is `(pos ?x ?y)` in every sentence that can hold, the relation gets a column for each
//! of the inner arguments instead: `(cell (pos 1 2) b)` becomes the row `1 2 b`. Joins can look such columns up, and
//! sizes are estimated column by column. [`Program::packings`] tells how rows read back as they were written.

use super::{Clause, Literal, MAX_ARITY, Pattern, PredId, Program};
use gdl2hdl_gdl::id::id;
use gdl2hdl_gdl::syntax::Symbol;
use rustc_hash::FxHashMap;

/// Functions inside functions are taken apart to this depth.
const ROUNDS: usize = 8;

/// How an argument, as written, stands in the columns of a relation.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Packing {
    /// In a column of its own.
    Column,
    /// Taken apart: the function's name, and its arguments.
    Function(Symbol, Vec<Packing>),
}

impl Packing {
    /// Takes column number `left` apart, counted from here; what is left to count when it lies beyond.
    fn open(&mut self, left: usize, function: Function) -> Result<(), usize> {
        match self {
            Self::Column if left == 0 => {
                *self = Self::Function(function.0, vec![Self::Column; function.1]);
                Ok(())
            }
            Self::Column => Err(left - 1),
            Self::Function(_, args) => open(args, left, function),
        }
    }
}

fn open(args: &mut [Packing], mut left: usize, function: Function) -> Result<(), usize> {
    for arg in args {
        match arg.open(left, function) {
            Ok(()) => return Ok(()),
            Err(beyond) => left = beyond,
        }
    }
    Err(left)
}

/// Name and number of arguments.
type Function = (Symbol, usize);

/// What stands at a place.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum ColumnShape {
    /// Nothing, as far as is known.
    Nothing,
    Function(Function),
    /// Constants, or several functions.
    Mixed,
}

impl ColumnShape {
    fn merge(&mut self, other: Self) -> bool {
        let merged = match (*self, other) {
            (Self::Nothing, shape) | (shape, Self::Nothing) => shape,
            (a, b) if a == b => a,
            _ => Self::Mixed,
        };
        std::mem::replace(self, merged) != merged
    }
}

/// Takes apart what can be.
pub(super) fn unpack(program: &mut Program) {
    let groups = groups(program);
    for _ in 0..ROUNDS {
        let mut places = shapes(program, &groups);
        places
            .iter_mut()
            .flatten()
            .filter(|shape| **shape == ColumnShape::Nothing)
            .for_each(|shape| *shape = ColumnShape::Mixed);
        while !keep(program, &groups, &mut places) {}
        let found = places.iter().flatten().any(|shape| matches!(shape, ColumnShape::Function(_)));
        if !found || !fits(&places) {
            return;
        }
        rewrite(program, &groups, &places);
    }
}

/// For each relation the number of its group: relations that hold the same sentences are taken apart alike.
fn groups(program: &Program) -> Vec<usize> {
    let ids = (0..id(program.preds.len())).map(PredId);
    ids.map(|id| {
        let leader = match program.preds[id.index()].name {
            Symbol::NEXT | Symbol::INIT | Symbol::BASE => Symbol::TRUE,
            Symbol::LEGAL | Symbol::INPUT => Symbol::DOES,
            other => other,
        };
        // Without `true` the others still go together: by the first of them.
        let family: &[Symbol] = match leader {
            Symbol::TRUE => &[Symbol::TRUE, Symbol::NEXT, Symbol::INIT, Symbol::BASE],
            Symbol::DOES => &[Symbol::DOES, Symbol::LEGAL, Symbol::INPUT],
            _ => return id.index(),
        };
        family.iter().find_map(|&name| program.sibling(id, name)).unwrap_or(id).index()
    })
    .collect()
}

/// The shapes of all columns, group by group, in a fixpoint.
fn shapes(program: &Program, groups: &[usize]) -> Vec<Vec<ColumnShape>> {
    let mut places: Vec<Vec<ColumnShape>> =
        program.preds.iter().map(|pred| vec![ColumnShape::Nothing; pred.arity]).collect();
    for (pred, row) in &program.facts {
        for (place, &term) in places[groups[pred.index()]].iter_mut().zip(row) {
            place.merge(of_term(program, term));
        }
    }
    loop {
        let mut grew = false;
        for clause in &program.clauses {
            let vars = variables(clause, groups, &places);
            for (column, arg) in clause.head.args.iter().enumerate() {
                let shape = match arg {
                    Pattern::Var(var) => vars[*var as usize],
                    other => of_pattern(program, other),
                };
                grew |= places[groups[clause.head.pred.index()]][column].merge(shape);
            }
        }
        if !grew {
            return places;
        }
    }
}

fn of_term(program: &Program, term: crate::TermId) -> ColumnShape {
    match program.terms.args(term).len() {
        0 => ColumnShape::Mixed,
        n => ColumnShape::Function((program.terms.functor(term), n)),
    }
}

/// The shape of something other than a variable.
fn of_pattern(program: &Program, pattern: &Pattern) -> ColumnShape {
    match pattern {
        Pattern::Var(_) => ColumnShape::Mixed,
        Pattern::Term(term) => of_term(program, *term),
        Pattern::Compound(name, args) => ColumnShape::Function((*name, args.len())),
    }
}

/// The shape of each variable: that of one place it stands at in a positive literal.
fn variables(clause: &Clause, groups: &[usize], places: &[Vec<ColumnShape>]) -> Vec<ColumnShape> {
    let mut vars: Vec<Option<ColumnShape>> = vec![None; clause.num_vars as usize];
    for literal in &clause.positive {
        for (arg, shape) in literal.args.iter().zip(&places[groups[literal.pred.index()]]) {
            if let Pattern::Var(var) = arg {
                let known = &mut vars[*var as usize];
                *known = Some(match (*known, *shape) {
                    (None | Some(ColumnShape::Mixed), shape) => shape,
                    (Some(ColumnShape::Nothing), _) | (_, ColumnShape::Nothing) => ColumnShape::Nothing,
                    (Some(known), _) => known,
                });
            }
        }
    }
    vars.into_iter().map(|shape| shape.unwrap_or(ColumnShape::Mixed)).collect()
}

/// A variable that only a negative literal holds to a function may be something else: such places stay as they are, and
/// so do those that take their values from them. Whether nothing changed.
fn keep(program: &Program, groups: &[usize], places: &mut [Vec<ColumnShape>]) -> bool {
    let mut done = true;
    for clause in &program.clauses {
        let vars = variables(clause, groups, places);
        for literal in clause.negative.iter().chain([&clause.head]) {
            let group = groups[literal.pred.index()];
            for (column, arg) in literal.args.iter().enumerate() {
                if let Pattern::Var(var) = arg
                    && vars[*var as usize] != places[group][column]
                    && places[group][column] != ColumnShape::Mixed
                {
                    places[group][column] = ColumnShape::Mixed;
                    done = false;
                }
            }
        }
    }
    done
}

/// Whether all relations keep a number of columns that is supported.
fn fits(places: &[Vec<ColumnShape>]) -> bool {
    let width = |shape: &ColumnShape| if let ColumnShape::Function((_, n)) = shape { *n } else { 1 };
    places.iter().all(|columns| columns.iter().map(width).sum::<usize>() <= MAX_ARITY)
}

fn rewrite(program: &mut Program, groups: &[usize], places: &[Vec<ColumnShape>]) {
    let clauses = std::mem::take(&mut program.clauses);
    let mut opener = Opener { program, groups, places };
    let clauses = clauses.into_iter().filter_map(|clause| opener.clause(clause)).collect();
    program.clauses = clauses;
    let facts = std::mem::take(&mut program.facts);
    let wide = |(pred, row): (PredId, Vec<crate::TermId>)| {
        let shapes = &places[groups[pred.index()]];
        let row = row.iter().zip(shapes).flat_map(|(&term, shape)| match shape {
            ColumnShape::Function(_) => program.terms.args(term).to_vec(),
            _ => vec![term],
        });
        (pred, row.collect())
    };
    program.facts = facts.into_iter().map(wide).collect();
    for number in 0..program.preds.len() {
        let id = PredId(id(number));
        // From the last column to the first: the numbers of those before stay.
        for (column, shape) in places[groups[number]].iter().enumerate().rev() {
            if let ColumnShape::Function(function) = shape {
                program.open(
                    id,
                    |packing| {
                        let opened = open(packing, column, *function);
                        debug_assert!(opened.is_ok(), "the column is there");
                    },
                    function.1,
                );
            }
        }
    }
}

struct Opener<'p> {
    program: &'p mut Program,
    groups: &'p [usize],
    places: &'p [Vec<ColumnShape>],
}

impl Opener<'_> {
    /// The clause over the new columns; `None` when it can never match.
    fn clause(&mut self, mut clause: Clause) -> Option<Clause> {
        let vars = variables(&clause, self.groups, self.places);
        let mut values: FxHashMap<u32, Pattern> = FxHashMap::default();
        for (var, shape) in (0..clause.num_vars).zip(vars) {
            if let ColumnShape::Function((name, n)) = shape {
                let first = clause.num_vars;
                clause.num_vars += id(n);
                values.insert(var, Pattern::Compound(name, (first..clause.num_vars).map(Pattern::Var).collect()));
            }
        }
        let set = |pattern: &mut Pattern| substitute(pattern, &values);
        let literals = clause.positive.iter_mut().chain(&mut clause.negative).chain([&mut clause.head]);
        literals.flat_map(|literal| &mut literal.args).for_each(set);
        clause.distinct.iter_mut().for_each(|(a, b)| {
            substitute(a, &values);
            substitute(b, &values);
        });
        let head = self.literal(clause.head)?;
        let positive = clause.positive.into_iter().map(|literal| self.literal(literal)).collect::<Option<_>>()?;
        // What can't hold is false, whatever it says.
        let negative = clause.negative.into_iter().filter_map(|literal| self.literal(literal)).collect();
        Some(Clause { head, positive, negative, ..clause })
    }

    /// The literal over the new columns; `None` when another function stands at a place than ever holds there.
    fn literal(&mut self, literal: Literal) -> Option<Literal> {
        let shapes = &self.places[self.groups[literal.pred.index()]];
        let mut args = Vec::with_capacity(literal.args.len());
        for (arg, shape) in literal.args.into_iter().zip(shapes) {
            match (shape, arg) {
                (ColumnShape::Function((name, n)), Pattern::Compound(other, inner)) => {
                    if *name != other || *n != inner.len() {
                        return None;
                    }
                    args.extend(inner);
                }
                (ColumnShape::Function((name, n)), Pattern::Term(term)) => {
                    let inner = self.program.terms.args(term);
                    if self.program.terms.functor(term) != *name || inner.len() != *n {
                        return None;
                    }
                    args.extend(inner.iter().map(|&term| Pattern::Term(term)));
                }
                // Every variable at such a place was replaced before.
                (ColumnShape::Function(_), Pattern::Var(_)) => return None,
                (_, arg) => args.push(arg),
            }
        }
        Some(Literal { pred: literal.pred, args })
    }
}

fn substitute(pattern: &mut Pattern, values: &FxHashMap<u32, Pattern>) {
    match pattern {
        Pattern::Var(var) => {
            if let Some(value) = values.get(var) {
                *pattern = value.clone();
            }
        }
        Pattern::Term(_) => {}
        Pattern::Compound(_, args) => args.iter_mut().for_each(|arg| substitute(arg, values)),
    }
}
