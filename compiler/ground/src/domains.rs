//! The values each column of a relation can take: an over-approximation, computed before the relations are evaluated.

use super::TermId;
use super::table::RowTable;
use crate::game::{Clause, Form, Literal, Pattern, PredId, Program};
use gdl2hdl_gdl::id::id;
use gdl2hdl_gdl::syntax::Symbol;

/// Values a column made of function terms is taken to have.
const UNKNOWN: f64 = 1000.0;
/// Rows of known relations that are looked at in all; after that columns are taken to be independent.
const MAX_LOOKED_AT: usize = 200_000;
/// Known relations with more rows are not looked at row by row.
const MAX_ROWS: u32 = 2_000;

/// A set of terms as bits; `open` when function terms made on the way are among them.
#[derive(Clone, Default, PartialEq, Eq)]
pub(super) struct Domain {
    bits: Vec<u64>,
    open: bool,
}

impl Domain {
    fn add(&mut self, term: TermId) -> bool {
        let (word, bit) = (term.index() / 64, 1_u64 << (term.index() % 64));
        if word >= self.bits.len() {
            self.bits.resize(word + 1, 0);
        }
        let new = self.bits[word] & bit == 0;
        self.bits[word] |= bit;
        new
    }

    fn holds(&self, term: TermId) -> bool {
        let (word, bit) = (term.index() / 64, 1_u64 << (term.index() % 64));
        self.open || self.bits.get(word).is_some_and(|bits| bits & bit != 0)
    }

    fn merge(&mut self, other: &Self) -> bool {
        let mut grew = other.open && !self.open;
        self.open |= other.open;
        if other.bits.len() > self.bits.len() {
            self.bits.resize(other.bits.len(), 0);
        }
        for (mine, theirs) in self.bits.iter_mut().zip(&other.bits) {
            grew |= theirs & !*mine != 0;
            *mine |= theirs;
        }
        grew
    }

    fn keep(&mut self, other: &Self) {
        if other.open {
            return;
        }
        if self.open {
            self.clone_from(other);
            return;
        }
        self.bits.truncate(other.bits.len());
        self.bits.iter_mut().zip(&other.bits).for_each(|(mine, theirs)| *mine &= theirs);
    }

    fn is_empty(&self) -> bool {
        !self.open && self.bits.iter().all(|word| *word == 0)
    }

    /// Expected number of values.
    pub(super) fn len(&self) -> f64 {
        let count: u32 = self.bits.iter().map(|word| word.count_ones()).sum();
        f64::from(count) + if self.open { UNKNOWN } else { 0.0 }
    }
}

/// Relations whose rows are copied into this one.
pub(super) fn sources(program: &Program, pred: PredId) -> Vec<PredId> {
    let names: &[Symbol] = match (program.preds[pred.index()].name, program.preds[pred.index()].form) {
        (_, Form::Auxiliary(_) | Form::Domain(_)) => &[],
        (Symbol::TRUE, _) => &[Symbol::INIT, Symbol::NEXT],
        (Symbol::DOES, _) => &[Symbol::LEGAL],
        _ => &[],
    };
    names.iter().filter_map(|&name| program.sibling(pred, name)).filter(|source| *source != pred).collect()
}

/// The domains of all columns. The tables hold what is not `open` to evaluation yet.
///
/// **Cost:** each clause is looked at again whenever something in its body can take more values.
pub(super) fn domains(program: &Program, tables: &[RowTable], open: &[bool]) -> Vec<Vec<Domain>> {
    let mut of: Vec<Vec<Domain>> = Vec::with_capacity(program.preds.len());
    for (number, pred) in program.preds.iter().enumerate() {
        let columns = 0..pred.arity;
        of.push(if open[number] {
            columns.map(|_| Domain::default()).collect()
        } else {
            columns.map(|c| Domain { bits: tables[number].values(c).to_vec(), open: false }).collect()
        });
    }
    for (pred, row) in program.facts.iter().filter(|(pred, _)| open[pred.index()]) {
        of[pred.index()].iter_mut().zip(row).for_each(|(domain, &term)| {
            domain.add(term);
        });
    }
    let mut analysis = Analysis { program, tables, open, of, looked_at: 0 };
    analysis.run();
    analysis.of
}

struct Analysis<'a> {
    program: &'a Program,
    tables: &'a [RowTable],
    open: &'a [bool],
    of: Vec<Vec<Domain>>,
    looked_at: usize,
}

impl Analysis<'_> {
    fn run(&mut self) {
        let preds = self.program.preds.len();
        let mut uses: Vec<Vec<usize>> = vec![Vec::new(); preds];
        for (number, clause) in self.program.clauses.iter().enumerate() {
            clause.positive.iter().for_each(|literal| uses[literal.pred.index()].push(number));
        }
        let mut fed: Vec<Vec<usize>> = vec![Vec::new(); preds];
        for target in 0..preds {
            for source in sources(self.program, PredId(id(target))) {
                self.copy(source.index(), target);
                fed[source.index()].push(target);
            }
        }
        let mut dirty: Vec<bool> =
            self.program.clauses.iter().map(|clause| self.open[clause.head.pred.index()]).collect();
        while dirty.contains(&true) {
            for number in 0..dirty.len() {
                if !std::mem::replace(&mut dirty[number], false) {
                    continue;
                }
                let clause = &self.program.clauses[number];
                let head = clause.head.pred.index();
                if !self.open[head] || !self.propagate(clause) {
                    continue;
                }
                let targets = fed[head].iter().copied().filter(|&target| self.copy(head, target));
                let grown: Vec<usize> = std::iter::once(head).chain(targets.collect::<Vec<_>>()).collect();
                grown.iter().flat_map(|&pred| &uses[pred]).for_each(|&user| dirty[user] = true);
            }
        }
    }

    fn copy(&mut self, from: usize, to: usize) -> bool {
        let source = self.of[from].clone();
        let mut grew = false;
        for (mine, theirs) in self.of[to].iter_mut().zip(&source) {
            grew |= mine.merge(theirs);
        }
        grew
    }

    /// Widens the columns of a head by what its body allows; whether they grew.
    fn propagate(&mut self, clause: &Clause) -> bool {
        let mut vars: Vec<Option<Domain>> = vec![None; clause.num_vars as usize];
        for literal in &clause.positive {
            for (arg, domain) in literal.args.iter().zip(&self.of[literal.pred.index()]) {
                if domain.is_empty() {
                    return false;
                }
                narrow(arg, domain, &mut vars);
            }
        }
        for literal in &clause.positive {
            if !self.look_up(literal, &mut vars) {
                return false;
            }
        }
        let mut grew = false;
        for (arg, domain) in clause.head.args.iter().zip(&mut self.of[clause.head.pred.index()]) {
            grew |= match arg {
                Pattern::Term(term) => domain.add(*term),
                Pattern::Var(var) => vars[*var as usize].as_ref().is_some_and(|values| domain.merge(values)),
                Pattern::Compound(..) => domain.merge(&Domain { bits: Vec::new(), open: true }),
            };
        }
        grew
    }

    /// Keeps the values that stand together in some row of a known relation; false when there is no such row.
    fn look_up(&mut self, literal: &Literal, vars: &mut [Option<Domain>]) -> bool {
        let pred = literal.pred.index();
        if self.open[pred] || literal.args.len() < 2 {
            return true;
        }
        let table = &self.tables[pred];
        self.looked_at += table.len() as usize;
        if table.len() > MAX_ROWS || self.looked_at > MAX_LOOKED_AT {
            return true;
        }
        let mut seen = vec![Domain::default(); literal.args.len()];
        let mut any = false;
        for row in (0..table.len()).map(|row| table.row(row)) {
            let fits = literal.args.iter().zip(row).all(|(arg, &value)| match arg {
                Pattern::Term(term) => *term == value,
                Pattern::Var(var) => vars[*var as usize].as_ref().is_none_or(|domain| domain.holds(value)),
                Pattern::Compound(..) => true,
            });
            if fits {
                any = true;
                seen.iter_mut().zip(row).for_each(|(seen, &value)| {
                    seen.add(value);
                });
            }
        }
        literal.args.iter().zip(&seen).filter(|(arg, _)| matches!(arg, Pattern::Var(_))).for_each(|(arg, seen)| {
            narrow(arg, seen, vars);
        });
        any
    }
}

fn narrow(arg: &Pattern, domain: &Domain, vars: &mut [Option<Domain>]) {
    match arg {
        Pattern::Var(var) => match &mut vars[*var as usize] {
            Some(mine) => mine.keep(domain),
            none => *none = Some(domain.clone()),
        },
        Pattern::Compound(..) => arg.each_var(&mut |var| {
            vars[var as usize].get_or_insert(Domain { bits: Vec::new(), open: true });
        }),
        Pattern::Term(_) => {}
    }
}
