//! Rule splitting: a rule whose join falls into pieces becomes several rules over auxiliary relations.
//!
//! The literals around a variable that the head does not need are moved into a relation over the variables they share
//! with the rest. Fewer matches, fewer ground rules, and pieces common to several rules become common gates. A rule is
//! split only where the estimate says that it pays.
//!
//! **Source:** rule decomposition by variable elimination, as in Bichler, Morak, Woltran: lpopt, a rule optimization tool
//! for answer set programming (LOPSTR 2016).

mod canonical;
mod complement;
mod piece;
mod unfold;

pub(super) use canonical::{Body, canonical};

use super::Split;
use super::estimate::Estimates;
use super::kinds::Kinds;
use super::table::RowTable;
use crate::game::{Clause, Literal, Pattern, PredId, Program};
use canonical::Definition;
use complement::{Complement, Known, Rule, complement};
use gdl2hdl_gdl::id::id;
use gdl2hdl_gdl::observer::Observer;
use piece::{Piece, groups, guard_for, piece};
use rustc_hash::FxHashMap;
use unfold::Unfolding;

/// Rules with fewer expected matches are left alone, and those that are split at any size.
const WORTH_IT: f64 = 64.0;
const WORTH_A_TEST: f64 = 2.0;
/// A split must leave at most this share of the matches.
const GAIN: f64 = 0.85;
/// Unfolding and complements, which make several clauses of one, must leave at most this share of what splits leave.
const MUCH: f64 = 0.6;
/// Most literals of one clause that are unfolded: each may double its number.
const MAX_UNFOLDED: u32 = 3;

/// Splits the clauses of relations that depend on the state; the tables hold the others. Returns the ground rules
/// expected of all clauses together. After the deadline clauses are left as they are; who evaluates them will notice.
pub(super) fn split(
    program: &mut Program,
    kinds: &mut Kinds,
    tables: &[RowTable],
    estimates: Estimates,
    which: Split,
    observer: &dyn Observer,
) -> f64 {
    let worth_it = if which == Split::Always { WORTH_A_TEST } else { WORTH_IT };
    let unfolding = Unfolding::of(program, &kinds.dynamic);
    let facts = Known::of(program, &kinds.dynamic, tables);
    let (known, guards, unfolds) = (FxHashMap::default(), FxHashMap::default(), FxHashMap::default());
    let mut splitter = Splitter {
        program,
        kinds,
        estimates,
        worth_it,
        observer,
        unfolding,
        facts,
        known,
        guards,
        unfolds,
        done: Vec::new(),
    };
    for clause in std::mem::take(&mut splitter.program.clauses) {
        if splitter.kinds.dynamic[clause.head.pred.index()] {
            splitter.clause(clause, MAX_UNFOLDED);
        } else {
            splitter.done.push(clause);
        }
    }
    let expected = splitter.ground_rules(&splitter.done);
    splitter.program.clauses = splitter.done;
    expected
}

struct Splitter<'p> {
    program: &'p mut Program,
    kinds: &'p mut Kinds,
    estimates: Estimates,
    /// Rules with fewer expected matches are left alone.
    worth_it: f64,
    observer: &'p dyn Observer,
    unfolding: Unfolding,
    facts: Known<'p>,
    known: FxHashMap<Definition, PredId>,
    /// Guards have a map of their own: what a guard lists holds by itself, and what a piece says of the same literals
    /// depends on the state.
    guards: FxHashMap<Definition, PredId>,
    /// Whether it paid to unfold a literal of these clauses.
    unfolds: FxHashMap<Definition, bool>,
    done: Vec<Clause>,
}

impl Splitter<'_> {
    /// Splits a clause, unfolded if its pieces come out smaller that way.
    fn clause(&mut self, clause: Clause, budget: u32) {
        if budget == 0 || self.matches(&Body::of(&clause)) < self.worth_it || self.observer.stopped() {
            return self.divide_up(clause, budget);
        }
        let Some(variants) = self.unfolding.variants(&clause) else { return self.divide_up(clause, budget) };
        let key = canonical(&clause.head.args, &Body::of(&clause), clause.num_vars).0;
        let unfolds = if let Some(&known) = self.unfolds.get(&key) {
            known
        } else {
            let whole = self.trial(|splitter| splitter.divide_up(clause.clone(), budget));
            let all = variants.clone();
            let unfolded = self.trial(|splitter| all.into_iter().for_each(|one| splitter.clause(one, budget - 1)));
            unfolded < whole * MUCH
        };
        self.unfolds.insert(key, unfolds);
        if unfolds {
            variants.into_iter().for_each(|one| self.clause(one, budget - 1));
        } else {
            self.divide_up(clause, budget);
        }
    }

    /// The ground rules expected of the clauses that `split` makes, which are forgotten again.
    fn trial(&mut self, split: impl FnOnce(&mut Self)) -> f64 {
        let (clauses, preds) = (self.done.len(), self.program.preds.len());
        split(self);
        let done = self.done.split_off(clauses);
        let cost = self.ground_rules(&done);
        self.program.forget(preds);
        self.kinds.truncate(preds);
        self.estimates.truncate(preds);
        self.known.retain(|_, pred| pred.index() < preds);
        self.guards.retain(|_, pred| pred.index() < preds);
        cost
    }

    /// Ground rules expected of clauses. What holds by itself, such as a guard, makes none.
    fn ground_rules(&self, clauses: &[Clause]) -> f64 {
        let recorded = clauses.iter().filter(|clause| self.kinds.recorded[clause.head.pred.index()]);
        recorded.map(|clause| self.matches(&Body::of(clause))).sum()
    }

    /// Moves pieces of a clause into auxiliary relations as long as that pays.
    fn divide_up(&mut self, mut clause: Clause, budget: u32) {
        loop {
            let size = self.matches(&Body::of(&clause));
            if size < self.worth_it || self.observer.stopped() {
                break;
            }
            let Some((piece, complement)) = self.best(&clause, size) else { break };
            clause = match complement {
                None => self.divide(&clause, &piece, budget),
                Some(complement) => self.exclude(&clause, &piece, complement, budget),
            };
        }
        self.done.push(clause);
    }

    /// The piece with the least cost, if it pays; to be moved as its complement if that is given.
    fn best(&self, clause: &Clause, size: f64) -> Option<(Piece, Option<Complement>)> {
        let mut kept = Vec::new();
        clause.head.each_var(&mut |var| kept.push(var));
        let mut best = None;
        let mut least = size * GAIN;
        for group in groups(clause, &kept) {
            let Some(piece) = piece(clause, &kept, &group) else { continue };
            let mut cost = self.cost(clause, &piece);
            let complement = self.complement(clause, &piece).filter(|(instead, _)| *instead < cost * MUCH);
            let complement = complement.map(|(instead, complement)| {
                cost = instead;
                complement
            });
            if cost < least {
                least = cost;
                best = Some((piece, complement));
            }
        }
        best
    }

    /// Expected matches of a body: those of its positive literals that pass tests of what is known.
    fn matches(&self, body: &Body) -> f64 {
        let left: f64 = body.negative.iter().map(|literal| self.facts.absent(literal)).product();
        self.estimates.join(&body.positive) * left
    }

    /// Expected matches of the piece and of what is left.
    fn cost(&self, clause: &Clause, piece: &Piece) -> f64 {
        let (moved, rest) = piece.cut(clause);
        let var = |var: u32| self.estimates.var(var, &clause.positive);
        let inside = self.matches(&moved) * piece.guards.iter().map(|&guard| var(guard)).product::<f64>();
        // What is left joins with a relation that has at most this many rows over the shared variables.
        let values: f64 = piece.shared.iter().map(|&shared| var(shared)).product();
        let share = (inside / values.max(1.0)).min(1.0);
        let bound = |var: &u32| rest.positive.iter().any(|literal| literal.mentions(*var));
        let unbound: f64 = piece.shared.iter().filter(|var| !bound(var)).map(|&shared| var(shared)).product();
        let outside = if rest.positive.is_empty() { 1.0 } else { self.matches(&rest) };
        inside + (outside * unbound * share).max(1.0)
    }

    /// The complement of a piece, where it has one, with the matches expected then.
    fn complement(&self, clause: &Clause, piece: &Piece) -> Option<(f64, Complement)> {
        let (moved, rest) = piece.cut(clause);
        let complement = complement(&moved, &piece.shared, &self.facts)?;
        let guarded = |var: &u32| guard_for(clause, &piece.positive, *var).is_some();
        let mut cost = self.matches(&complement.chosen.body) + self.matches(&rest).max(1.0);
        for rule in &complement.broken {
            if !rule.unbound.iter().all(guarded) {
                return None;
            }
            let values = rule.unbound.iter().map(|&var| self.estimates.var(var, &clause.positive));
            cost += self.matches(&rule.body) * values.product::<f64>();
        }
        Some((cost, complement))
    }

    /// Moves a piece into a relation of its own. Returns what is left of the clause.
    fn divide(&mut self, clause: &Clause, piece: &Piece, budget: u32) -> Clause {
        let (body, mut rest) = piece.cut(clause);
        let args: Vec<Pattern> = piece.shared.iter().map(|&var| Pattern::Var(var)).collect();
        let rule = Rule { asked: args.clone(), args, body, unbound: piece.guards.clone(), lacking: None };
        let literal = self.define(clause, &piece.positive, rule, budget);
        rest.positive.push(literal);
        with_body(clause, rest)
    }

    /// Moves a piece out as its complement. Returns what is left of the clause.
    fn exclude(&mut self, clause: &Clause, piece: &Piece, complement: Complement, budget: u32) -> Clause {
        let (_, mut rest) = piece.cut(clause);
        let chosen = self.define(clause, &piece.positive, complement.chosen, budget);
        rest.positive.push(chosen);
        for mut rule in complement.broken {
            self.tabulate(clause, piece, &mut rule, budget);
            let broken = self.define(clause, &piece.positive, rule, budget);
            rest.negative.push(broken);
        }
        with_body(clause, rest)
    }

    /// Lists the rows a known relation lacks, where that is less work than to try all values with each move.
    fn tabulate(&mut self, clause: &Clause, piece: &Piece, rule: &mut Rule, budget: u32) {
        let Some(lacking) = rule.lacking.clone() else { return };
        let mut vars = Vec::new();
        lacking.each_var(&mut |var| {
            if !vars.contains(&var) {
                vars.push(var);
            }
        });
        let values = |vars: &[u32]| vars.iter().map(|&var| self.estimates.var(var, &clause.positive)).product::<f64>();
        // Values are those of the move and of what stays, not those of the relation: what it does not know it lacks.
        let places = piece.positive.iter().zip(&clause.positive);
        let group: Vec<bool> = places.map(|(moved, literal)| *moved && !self.facts.is_does(literal.pred)).collect();
        let guarded = vars.iter().all(|&var| guard_for(clause, &group, var).is_some());
        if !guarded || values(&vars) > self.estimates.join(&rule.body.positive) * values(&rule.unbound) {
            return;
        }
        rule.body.negative.retain(|literal| *literal != lacking);
        let args: Vec<Pattern> = vars.iter().map(|&var| Pattern::Var(var)).collect();
        let body = Body { negative: vec![lacking], ..Body::default() };
        let absent = Rule { asked: args.clone(), args, body, unbound: vars, lacking: None };
        let absent = self.define(clause, &group, absent, budget);
        rule.body.positive.push(absent);
        rule.unbound.clear();
    }

    /// The relation that a rule defines, split in its turn, applied to what the clause asks it for. What the rule does not
    /// bind is bound by guards, from the literals of the clause outside the group that moves.
    fn define(&mut self, clause: &Clause, group: &[bool], mut rule: Rule, budget: u32) -> Literal {
        let mut rows = self.matches(&rule.body);
        for &var in &rule.unbound {
            rows *= self.estimates.var(var, &clause.positive);
            if let Some((pred, column)) = guard_for(clause, group, var) {
                let pred = self.guard(pred, column, clause);
                rule.body.positive.push(Literal { pred, args: vec![Pattern::Var(var)] });
            }
        }
        let (definition, num_vars) = canonical(&rule.args, &rule.body, clause.num_vars);
        if let Some(&pred) = self.known.get(&definition) {
            return Literal { pred, args: rule.asked };
        }
        let columns: Vec<f64> = rule.args.iter().map(|arg| self.values(arg, clause)).collect();
        let pred = self.auxiliary(&rule.body, rows.min(columns.iter().product()), columns);
        self.known.insert(definition.clone(), pred);
        let Definition { args, body: Body { positive, negative, distinct } } = definition;
        let head = Literal { pred, args };
        let aux = Clause { head, positive, negative, distinct, num_vars, span: clause.span };
        self.clause(aux, budget);
        Literal { pred, args: rule.asked }
    }

    /// Number of values a column of a moved piece can take.
    fn values(&self, arg: &Pattern, clause: &Clause) -> f64 {
        match arg {
            Pattern::Var(var) => self.estimates.var(*var, &clause.positive),
            _ => 1.0,
        }
    }

    /// A new relation. When nothing in it depends on the state its rows hold by themselves, like those of a guard.
    fn auxiliary(&mut self, body: &Body, rows: f64, columns: Vec<f64>) -> PredId {
        let mut literals = body.positive.iter().chain(&body.negative);
        let recorded = literals.any(|literal| self.kinds.recorded[literal.pred.index()]);
        let arity = columns.len();
        let pred = if recorded { self.program.auxiliary(arity) } else { self.program.domain(arity) };
        self.kinds.push(recorded);
        self.estimates.push(rows, columns);
        pred
    }

    /// The relation of the values a column takes.
    fn guard(&mut self, pred: PredId, column: usize, clause: &Clause) -> PredId {
        let arity = self.program.preds[pred.index()].arity;
        let args: Vec<Pattern> = (0..arity).map(|i| Pattern::Var(id(i))).collect();
        let head = vec![args[column].clone()];
        let body = Body { positive: vec![Literal { pred, args }], ..Body::default() };
        let definition = Definition { args: head.clone(), body };
        if let Some(&known) = self.guards.get(&definition) {
            return known;
        }
        let guard = self.program.domain(1);
        self.kinds.push(false);
        let values = self.estimates.var(id(column), &definition.body.positive);
        self.estimates.push(values, vec![values]);
        self.done.push(Clause {
            head: Literal { pred: guard, args: head },
            positive: definition.body.positive.clone(),
            negative: Vec::new(),
            distinct: Vec::new(),
            num_vars: id(arity),
            span: clause.span,
        });
        self.guards.insert(definition, guard);
        guard
    }
}

/// A clause with another body.
fn with_body(clause: &Clause, body: Body) -> Clause {
    let Body { positive, negative, distinct } = body;
    Clause { head: clause.head.clone(), positive, negative, distinct, num_vars: clause.num_vars, span: clause.span }
}
