//! Rule splitting: a rule whose join falls into pieces becomes several rules over auxiliary relations.
//!
//! The literals around a variable that the head does not need are moved into a relation over the variables they share
//! with the rest. Fewer matches, fewer ground rules, and pieces common to several rules become common gates. A rule is
//! split only where the estimate says that it pays.

use super::Watch;
use super::estimate::Estimates;
use super::kinds::Kinds;
use crate::game::{Clause, Literal, Pattern, PredId, Program};
use rustc_hash::{FxHashMap, FxHashSet};

/// Rules with fewer expected matches are left alone.
const WORTH_IT: f64 = 64.0;
/// A split must leave at most this share of the matches.
const GAIN: f64 = 0.6;
/// Most variables a piece may share with the rest: columns of its relation.
const MAX_SHARED: usize = 255;

/// Splits the clauses of relations that depend on the state. Returns the matches expected of all clauses together.
/// After the deadline clauses are left as they are; who evaluates them will notice.
pub(super) fn split(program: &mut Program, kinds: &mut Kinds, estimates: Estimates, watch: &dyn Watch) -> f64 {
    let mut splitter = Splitter { program, kinds, estimates, watch, known: FxHashMap::default(), done: Vec::new() };
    for clause in std::mem::take(&mut splitter.program.clauses) {
        if splitter.kinds.dynamic[clause.head.pred.index()] {
            splitter.clause(clause);
        } else {
            splitter.done.push(clause);
        }
    }
    splitter.program.clauses = std::mem::take(&mut splitter.done);
    let splits = |clause: &&Clause| splitter.kinds.dynamic[clause.head.pred.index()];
    splitter.program.clauses.iter().filter(splits).map(|c| splitter.estimates.join(&c.positive)).sum()
}

/// What defines an auxiliary relation, with variables renamed in order: equal definitions are one relation.
pub(super) type Definition = (Vec<Pattern>, Vec<Literal>, Vec<Literal>, Vec<(Pattern, Pattern)>);

struct Splitter<'p> {
    program: &'p mut Program,
    kinds: &'p mut Kinds,
    estimates: Estimates,
    watch: &'p dyn Watch,
    known: FxHashMap<Definition, PredId>,
    done: Vec<Clause>,
}

/// Literals to move out of a clause.
struct Piece {
    /// Which positive literals.
    positive: Vec<bool>,
    /// Which negative literals.
    negative: Vec<bool>,
    /// Which `distinct`s.
    distinct: Vec<bool>,
    /// Variables shared with the rest of the clause.
    shared: Vec<u32>,
    /// Guards for variables no moved positive literal binds: relation, column.
    guards: Vec<(u32, PredId, usize)>,
}

impl Splitter<'_> {
    fn clause(&mut self, mut clause: Clause) {
        loop {
            let size = self.estimates.join(&clause.positive);
            if size < WORTH_IT || self.watch.expired() {
                break;
            }
            let Some(piece) = self.best(&clause, size) else { break };
            let (main, aux) = self.divide(&clause, &piece);
            clause = main;
            if let Some(aux) = aux {
                self.clause(aux);
            }
        }
        self.done.push(clause);
    }

    /// The piece with the least cost, if it pays.
    fn best(&self, clause: &Clause, size: f64) -> Option<Piece> {
        let mut kept = Vec::new();
        clause.head.each_var(&mut |var| kept.push(var));
        let mut best: Option<(f64, Piece)> = None;
        for group in groups(clause, &kept) {
            let Some(piece) = piece(clause, &kept, &group) else { continue };
            let cost = self.cost(clause, &piece);
            if cost < size * GAIN && best.as_ref().is_none_or(|(least, _)| cost < *least) {
                best = Some((cost, piece));
            }
        }
        best.map(|(_, piece)| piece)
    }

    /// Expected matches of the piece and of what is left.
    fn cost(&self, clause: &Clause, piece: &Piece) -> f64 {
        let (moved, mut rest) = partition(&clause.positive, &piece.positive);
        let mut inside = self.estimates.join(&moved);
        for (var, _, _) in &piece.guards {
            inside *= self.estimates.var(*var, &clause.positive);
        }
        // What is left joins with a relation that has at most this many rows over the shared variables.
        let values: f64 = piece.shared.iter().map(|&var| self.estimates.var(var, &clause.positive)).product();
        let share = (inside / values.max(1.0)).min(1.0);
        let bound = |var: &u32| rest.iter().any(|literal| literal.mentions(*var));
        let unbound: f64 = piece
            .shared
            .iter()
            .filter(|var| !bound(var))
            .map(|&var| self.estimates.var(var, &clause.positive))
            .product();
        let outside = if rest.is_empty() { 1.0 } else { self.estimates.join(&rest) };
        rest.clear();
        inside + (outside * unbound * share).max(1.0)
    }

    fn divide(&mut self, clause: &Clause, piece: &Piece) -> (Clause, Option<Clause>) {
        let (mut moved, mut positive) = partition(&clause.positive, &piece.positive);
        let (moved_negative, negative) = partition(&clause.negative, &piece.negative);
        let (moved_distinct, distinct) = partition(&clause.distinct, &piece.distinct);
        let mut rows = self.estimates.join(&moved);
        for &(var, pred, column) in &piece.guards {
            rows *= self.estimates.var(var, &clause.positive);
            let pred = self.guard(pred, column, clause);
            moved.push(Literal { pred, args: vec![Pattern::Var(var)] });
        }
        let columns: Vec<f64> = piece.shared.iter().map(|&var| self.estimates.var(var, &clause.positive)).collect();
        rows = rows.min(columns.iter().product());
        let args: Vec<Pattern> = piece.shared.iter().map(|&var| Pattern::Var(var)).collect();
        let (definition, num_vars) = canonical(&args, &moved, &moved_negative, &moved_distinct, clause.num_vars);
        let known = self.known.get(&definition).copied();
        let pred = known.unwrap_or_else(|| self.auxiliary(&moved, &moved_negative, args.len(), rows, columns));
        positive.push(Literal { pred, args });
        let aux = known.is_none().then(|| {
            self.known.insert(definition.clone(), pred);
            let (args, positive, negative, distinct) = definition;
            Clause { head: Literal { pred, args }, positive, negative, distinct, num_vars, span: clause.span }
        });
        (
            Clause {
                head: clause.head.clone(),
                positive,
                negative,
                distinct,
                num_vars: clause.num_vars,
                span: clause.span,
            },
            aux,
        )
    }

    /// A new relation. When nothing in it depends on the state its rows hold by themselves, like those of a guard.
    fn auxiliary(
        &mut self,
        positive: &[Literal],
        negative: &[Literal],
        arity: usize,
        rows: f64,
        columns: Vec<f64>,
    ) -> PredId {
        let recorded = positive.iter().chain(negative).any(|literal| self.kinds.recorded[literal.pred.index()]);
        let pred = if recorded { self.program.auxiliary(arity) } else { self.program.domain(arity) };
        self.kinds.push(recorded);
        self.estimates.push(rows, columns);
        pred
    }

    /// The relation of the values a column takes.
    fn guard(&mut self, pred: PredId, column: usize, clause: &Clause) -> PredId {
        let arity = self.program.preds[pred.index()].arity;
        let args: Vec<Pattern> = (0..arity).map(|i| Pattern::Var(u32::try_from(i).unwrap_or(0))).collect();
        let head = vec![args[column].clone()];
        let definition = (head.clone(), vec![Literal { pred, args }], Vec::new(), Vec::new());
        if let Some(&known) = self.known.get(&definition) {
            return known;
        }
        let guard = self.program.domain(1);
        self.kinds.push(false);
        let values = self.estimates.var(u32::try_from(column).unwrap_or(0), &definition.1);
        self.estimates.push(values, vec![values]);
        self.done.push(Clause {
            head: Literal { pred: guard, args: head },
            positive: definition.1.clone(),
            negative: Vec::new(),
            distinct: Vec::new(),
            num_vars: u32::try_from(arity).unwrap_or(0),
            span: clause.span,
        });
        self.known.insert(definition, guard);
        guard
    }
}

fn partition<T: Clone>(items: &[T], moved: &[bool]) -> (Vec<T>, Vec<T>) {
    let (inside, outside): (Vec<_>, Vec<_>) = items.iter().zip(moved).partition(|(_, moved)| **moved);
    let items = |pairs: Vec<(&T, &bool)>| pairs.into_iter().map(|(item, _)| item.clone()).collect();
    (items(inside), items(outside))
}

/// Sets of positive literals worth a look: those around each variable the head does not need, grown variable by
/// variable as long as they hang together by such variables.
fn groups(clause: &Clause, kept: &[u32]) -> Vec<Vec<bool>> {
    let mut groups: Vec<Vec<bool>> = Vec::new();
    let mut seen: FxHashSet<Vec<bool>> = FxHashSet::default();
    for var in (0..clause.num_vars).filter(|var| !kept.contains(var)) {
        let mut group = vec![false; clause.positive.len()];
        let mut next = Some(var);
        while let Some(var) = next {
            group.iter_mut().zip(&clause.positive).for_each(|(moved, literal)| *moved |= literal.mentions(var));
            // How a group grows depends on the group alone: one met before has been followed already.
            if !group.iter().any(|&moved| moved) || !seen.insert(group.clone()) {
                break;
            }
            groups.push(group.clone());
            next = growth(clause, kept, &group);
        }
    }
    groups
}

/// The variable to add to a group: one it shares with the fewest literals outside.
fn growth(clause: &Clause, kept: &[u32], group: &[bool]) -> Option<u32> {
    let mentions = |var: u32, inside: bool| {
        clause.positive.iter().zip(group).filter(|(literal, moved)| **moved == inside && literal.mentions(var)).count()
    };
    let shared = |var: &u32| !kept.contains(var) && mentions(*var, true) > 0 && mentions(*var, false) > 0;
    (0..clause.num_vars).filter(shared).min_by_key(|&var| mentions(var, false))
}

/// Completes a group of positive literals: tests on its inner variables go with it. `None` when nothing would be left,
/// nothing would be gained, or a variable can't be guarded.
fn piece(clause: &Clause, kept: &[u32], group: &[bool]) -> Option<Piece> {
    let count = clause.num_vars as usize;
    let (mut inside, mut outside) = (vec![false; count], vec![false; count]);
    for (literal, moved) in clause.positive.iter().zip(group) {
        let side = if *moved { &mut inside } else { &mut outside };
        literal.each_var(&mut |var| side[var as usize] = true);
    }
    kept.iter().for_each(|&var| outside[var as usize] = true);
    let inner: Vec<bool> = (0..count).map(|var| inside[var] && !outside[var]).collect();
    let touched = |vars: Vec<u32>| vars.into_iter().any(|var| inner[var as usize]);
    let negative: Vec<bool> = clause.negative.iter().map(|literal| touched(literal_vars(literal))).collect();
    let distinct: Vec<bool> = clause.distinct.iter().map(|pair| touched(pair_vars(pair))).collect();
    let whole = group.iter().all(|&moved| moved) && negative.iter().all(|&m| m) && distinct.iter().all(|&m| m);
    if whole || !inner.iter().any(|&inner| inner) {
        return None;
    }
    let mut tested = vec![false; count];
    let moved_negative = clause.negative.iter().zip(&negative).filter(|(_, moved)| **moved);
    let moved_distinct = clause.distinct.iter().zip(&distinct).filter(|(_, moved)| **moved);
    let vars = moved_negative.flat_map(|(literal, _)| literal_vars(literal));
    vars.chain(moved_distinct.flat_map(|(pair, _)| pair_vars(pair))).for_each(|var| tested[var as usize] = true);
    let var_ids = || (0..clause.num_vars).zip(0..count);
    let shared: Vec<u32> =
        var_ids().filter(|&(_, i)| (inside[i] && outside[i]) || (tested[i] && !inner[i])).map(|(var, _)| var).collect();
    if shared.len() > MAX_SHARED {
        return None;
    }
    let guards: Option<Vec<_>> =
        var_ids().filter(|&(_, i)| tested[i] && !inside[i]).map(|(var, _)| guard_for(clause, group, var)).collect();
    Some(Piece { positive: group.to_vec(), negative, distinct, shared, guards: guards? })
}

fn literal_vars(literal: &Literal) -> Vec<u32> {
    let mut vars = Vec::new();
    literal.each_var(&mut |var| vars.push(var));
    vars
}

fn pair_vars((a, b): &(Pattern, Pattern)) -> Vec<u32> {
    let mut vars = Vec::new();
    a.each_var(&mut |var| vars.push(var));
    b.each_var(&mut |var| vars.push(var));
    vars
}

/// A literal outside the group that binds a variable in a column of its own.
fn guard_for(clause: &Clause, group: &[bool], var: u32) -> Option<(u32, PredId, usize)> {
    let outside = clause.positive.iter().zip(group).filter(|(_, moved)| !**moved);
    outside
        .filter_map(|(literal, _)| {
            let column = literal.args.iter().position(|arg| *arg == Pattern::Var(var))?;
            Some((var, literal.pred, column))
        })
        .next()
}

/// A definition with its variables numbered in order of appearance, and their number.
pub(super) fn canonical(
    args: &[Pattern],
    positive: &[Literal],
    negative: &[Literal],
    distinct: &[(Pattern, Pattern)],
    num_vars: u32,
) -> (Definition, u32) {
    let mut renamer = Renamer { new: vec![None; num_vars as usize], count: 0 };
    let args = args.iter().map(|arg| renamer.pattern(arg)).collect();
    let positive = positive.iter().map(|literal| renamer.literal(literal)).collect();
    let negative = negative.iter().map(|literal| renamer.literal(literal)).collect();
    let distinct = distinct.iter().map(|(a, b)| (renamer.pattern(a), renamer.pattern(b))).collect();
    ((args, positive, negative, distinct), renamer.count)
}

struct Renamer {
    new: Vec<Option<u32>>,
    count: u32,
}

impl Renamer {
    fn pattern(&mut self, pattern: &Pattern) -> Pattern {
        match pattern {
            Pattern::Var(var) => {
                let count = &mut self.count;
                let new = *self.new[*var as usize].get_or_insert_with(|| {
                    *count += 1;
                    *count - 1
                });
                Pattern::Var(new)
            }
            Pattern::Term(term) => Pattern::Term(*term),
            Pattern::Compound(name, args) => {
                Pattern::Compound(*name, args.iter().map(|arg| self.pattern(arg)).collect())
            }
        }
    }

    fn literal(&mut self, literal: &Literal) -> Literal {
        Literal { pred: literal.pred, args: literal.args.iter().map(|arg| self.pattern(arg)).collect() }
    }
}
