//! Complements: "a move that leaves this cell alone" is "a move, and not one that touches this cell".
//!
//! `(does ?r (move ?u ?v)) (distinct ?x ?u) (distinct ?x ?v)`, what keeps a cell as it is, holds of nearly every move for
//! every cell. A role makes at most one move at a time, so that the same is said by the moves there are, once, and by
//! the few that break a test, for each cell: moves and cells are added, not multiplied.

use super::canonical::Body;
use crate::game::{Literal, Pattern, PredId, Program};
use crate::table::RowTable;
use gdl2hdl_gdl::syntax::Symbol;

/// A body, and the columns of the relation it defines.
pub(super) struct Rule {
    /// Columns.
    pub args: Vec<Pattern>,
    /// What holds.
    pub body: Body,
    /// Variables of `args` that the body tests and does not bind.
    pub unbound: Vec<u32>,
    /// What the rest of the clause asks the columns for.
    pub asked: Vec<Pattern>,
    /// The literal of `body` that a known relation must lack a row.
    pub lacking: Option<Literal>,
}

/// A body as a choice and what it must not be.
pub(super) struct Complement {
    /// There is such a move.
    pub chosen: Rule,
    /// The move breaks a test, one rule for each.
    pub broken: Vec<Rule>,
}

/// A test of a body that looks at more than the move.
enum Test<'b> {
    Holds(&'b Literal),
    Fails(&'b Literal),
    Differ(&'b Pattern, &'b Pattern),
}

/// The complement of a body that shares the variables `shared` with the rest of its clause. `None` when the body is not
/// one of tests on a single move.
pub(super) fn complement(body: &Body, shared: &[u32], known: &Known<'_>) -> Option<Complement> {
    let mut does = body.positive.iter().filter(|literal| known.is_does(literal.pred));
    let (choice, None) = (does.next()?, does.next()) else { return None };
    let of_choice = |var: u32| choice.mentions(var);
    let within = |literal: &Literal| vars(literal.args.iter()).into_iter().all(of_choice);
    let mut tests = Vec::new();
    let mut chosen = Body::default();
    for literal in &body.positive {
        let to_choice = within(literal);
        if to_choice { chosen.positive.push(literal.clone()) } else { tests.push(Test::Holds(literal)) }
    }
    for literal in &body.negative {
        let to_choice = within(literal);
        if to_choice { chosen.negative.push(literal.clone()) } else { tests.push(Test::Fails(literal)) }
    }
    for (a, b) in &body.distinct {
        let to_choice = vars([a, b].into_iter()).into_iter().all(of_choice);
        if to_choice { chosen.distinct.push((a.clone(), b.clone())) } else { tests.push(Test::Differ(a, b)) }
    }
    let role = choice.args.first()?;
    let mut kept = vars(std::iter::once(role));
    let broken: Option<Vec<Rule>> = tests.iter().map(|test| breaking(test, &chosen, role, shared, known)).collect();
    let broken = broken.filter(|rules| !rules.is_empty())?;
    for &var in shared.iter().filter(|var| of_choice(**var)) {
        if !kept.contains(&var) {
            kept.push(var);
        }
    }
    let args: Vec<Pattern> = kept.into_iter().map(Pattern::Var).collect();
    Some(Complement {
        chosen: Rule { asked: args.clone(), args, body: chosen, unbound: Vec::new(), lacking: None },
        broken,
    })
}

/// The rule that a move breaks a test.
fn breaking(test: &Test<'_>, chosen: &Body, role: &Pattern, shared: &[u32], known: &Known<'_>) -> Option<Rule> {
    // What else holds of the move needs no look at the state here: the move that was chosen has it.
    let mut body = Body {
        positive: chosen
            .positive
            .iter()
            .filter(|l| known.is_does(l.pred) || known.is_static(l.pred))
            .cloned()
            .collect(),
        negative: chosen.negative.iter().filter(|l| known.is_static(l.pred)).cloned().collect(),
        distinct: chosen.distinct.clone(),
    };
    let bound = |var: u32| chosen.positive.iter().any(|literal| known.is_does(literal.pred) && literal.mentions(var));
    let role = matches!(role, Pattern::Var(_)).then(|| role.clone());
    let tested = match test {
        Test::Holds(literal) | Test::Fails(literal) => vars(literal.args.iter()),
        Test::Differ(a, b) => vars([*a, *b].into_iter()),
    };
    let unbound: Vec<u32> = tested.into_iter().filter(|var| !bound(*var)).collect();
    if !unbound.iter().all(|var| shared.contains(var)) {
        return None;
    }
    let columns = |values: Vec<Pattern>| role.iter().cloned().chain(values).collect::<Vec<_>>();
    let asked = columns(unbound.iter().map(|&var| Pattern::Var(var)).collect());
    match test {
        Test::Holds(literal) if known.is_static(literal.pred) => {
            body.negative.push((*literal).clone());
            Some(Rule { args: asked.clone(), asked, body, unbound, lacking: Some((*literal).clone()) })
        }
        // What must not hold may depend on the state: no more is denied than was before. It binds its own variables.
        Test::Fails(literal) if literal.args.iter().all(|arg| !matches!(arg, Pattern::Compound(..))) => {
            body.positive.push((*literal).clone());
            Some(Rule { args: asked.clone(), asked, body, unbound: Vec::new(), lacking: None })
        }
        // What should differ is the same: the one is asked for, the other is known of the move.
        Test::Differ(Pattern::Var(a), b @ Pattern::Var(_)) | Test::Differ(b @ Pattern::Var(_), Pattern::Var(a))
            if unbound == [*a] =>
        {
            let args = columns(vec![(*b).clone()]);
            Some(Rule { args, asked, body, unbound: Vec::new(), lacking: None })
        }
        _ => None,
    }
}

fn vars<'p>(patterns: impl Iterator<Item = &'p Pattern>) -> Vec<u32> {
    let mut vars = Vec::new();
    patterns.for_each(|pattern| {
        pattern.each_var(&mut |var| {
            if !vars.contains(&var) {
                vars.push(var);
            }
        });
    });
    vars
}

/// What is known of relations before rules are split.
pub(super) struct Known<'a> {
    /// Whether a relation is a `does`.
    does: Vec<bool>,
    /// Whether a relation is not known in full.
    open: Vec<bool>,
    /// The rows of those that are.
    tables: &'a [RowTable],
}

impl<'a> Known<'a> {
    pub(super) fn of(program: &Program, dynamic: &[bool], tables: &'a [RowTable]) -> Self {
        let does = program.preds.iter().map(|pred| pred.name == Symbol::DOES).collect();
        Self { does, open: dynamic.to_vec(), tables }
    }

    pub(super) fn is_does(&self, pred: PredId) -> bool {
        self.does.get(pred.index()).copied().unwrap_or(false)
    }

    fn is_static(&self, pred: PredId) -> bool {
        self.open.get(pred.index()).is_some_and(|open| !open)
    }

    /// The share of the combinations of its columns' values for which a relation does not hold.
    pub(super) fn absent(&self, literal: &Literal) -> f64 {
        if !self.is_static(literal.pred) {
            return 1.0;
        }
        let table = &self.tables[literal.pred.index()];
        let columns = 0..literal.args.len();
        let all: f64 = columns.map(|column| f64::from(table.distinct(column).max(1))).product();
        1.0 - f64::from(table.len()) / all
    }
}
