//! Rows of tables back to sentences, and the bases, moves, goals and percepts among them.

use super::program::{AtomId, GroundBase, GroundGoal, GroundMove, GroundPercept, Truth};
use super::table::RowTable;
use super::{TermId, Terms};
use crate::game::{Clause, Form, Packing, Pattern, Pred, PredId, Program};
use gdl2hdl_gdl::diagnostics::Diagnostic;
use gdl2hdl_gdl::id::id;
use gdl2hdl_gdl::syntax::{Span, Symbol, goal_value, is_common, is_of_gdl};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::{BTreeMap, BTreeSet};

/// The arguments of a row as they were written.
fn written(terms: &mut Terms, program: &Program, id: PredId, row: &[TermId]) -> Vec<TermId> {
    match program.packing(id) {
        Some(packing) => packed(terms, packing, &mut row.iter().copied()),
        None => row.to_vec(),
    }
}

fn packed(terms: &mut Terms, packing: &[Packing], columns: &mut impl Iterator<Item = TermId>) -> Vec<TermId> {
    let mut args = Vec::with_capacity(packing.len());
    for place in packing {
        match place {
            Packing::Column => args.extend(columns.next()),
            Packing::Function(name, inner) => {
                let inner = packed(terms, inner, columns);
                args.push(terms.compound(*name, &inner));
            }
        }
    }
    args
}

/// The argument inside the keyword of a row: the fact of `true`, the move of `does`.
pub(super) fn inner(terms: &mut Terms, program: &Program, id: PredId, row: &[TermId]) -> TermId {
    let args = written(terms, program, id, row);
    match program.preds[id.index()].form {
        Form::Compound(name, columns) => terms.compound(name, &args[args.len() - columns..]),
        _ => args.last().copied().unwrap_or(TermId(0)),
    }
}

/// The whole sentence of a row as a term.
pub(super) fn sentence(terms: &mut Terms, program: &Program, id: PredId, row: &[TermId]) -> TermId {
    let mut args = written(terms, program, id, row);
    let pred = &program.preds[id.index()];
    if let Form::Compound(name, columns) = pred.form {
        let last = terms.compound(name, &args[args.len() - columns..]);
        args.truncate(args.len() - columns);
        args.push(last);
    }
    terms.compound(pred.name, &args)
}

/// The relations of a keyword, whatever their form.
pub(super) fn keyword(program: &Program, name: Symbol) -> Vec<PredId> {
    let ids = (0..id(program.preds.len())).map(PredId);
    ids.filter(|id| {
        let pred = &program.preds[id.index()];
        pred.name == name && !matches!(pred.form, Form::Auxiliary(_) | Form::Domain(_))
    })
    .collect()
}

/// Where a sentence stands: relation and row; `None` when no rule asks about it.
pub(super) type AtomPlace = Option<(PredId, u32)>;

/// The truth of a row.
type TruthOf<'a> = dyn Fn(PredId, u32) -> Truth + 'a;

/// Everything the outside of a game sees. Atoms are numbered as while simplifying.
pub(super) struct Outside {
    pub roles: Vec<TermId>,
    /// Each with its `true` row.
    pub bases: Vec<(GroundBase, AtomPlace)>,
    /// Each with its `does` row.
    pub moves: Vec<(GroundMove, AtomPlace)>,
    pub goals: Vec<GroundGoal>,
    pub sees: Vec<GroundPercept>,
    pub terminal: Truth,
}

impl Outside {
    /// Calls `visit` on the truth of every sentence.
    pub(super) fn each_truth(&mut self, visit: &mut impl FnMut(&mut Truth)) {
        self.bases.iter_mut().for_each(|(base, _)| visit(&mut base.next));
        self.moves.iter_mut().for_each(|(m, _)| visit(&mut m.legal));
        self.goals.iter_mut().for_each(|goal| visit(&mut goal.holds));
        self.sees.iter_mut().for_each(|percept| visit(&mut percept.holds));
        visit(&mut self.terminal);
    }
}

/// What is odd about a goal value that rules compute.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Odd {
    NoInteger,
    Written,
    Far,
}

impl Odd {
    fn of(text: &str, value: Option<i32>) -> Option<Self> {
        match value {
            None => Some(Self::NoInteger),
            Some(value) if !is_of_gdl(value) => Some(Self::Far),
            Some(value) if !is_common(text, value) => Some(Self::Written),
            Some(_) => None,
        }
    }
}

/// Reads the outside of a game off the tables.
pub(super) struct Reader<'a> {
    pub program: &'a Program,
    pub tables: &'a [RowTable],
    pub terms: &'a mut Terms,
    pub diagnostics: Vec<Diagnostic>,
}

impl Reader<'_> {
    /// Everything that can hold, in its final order. Warns where declarations and reachable sentences differ.
    pub(super) fn outside(&mut self, truth: &TruthOf<'_>) -> Outside {
        let roles = self.roles();
        let mut bases = self.bases(truth);
        bases.retain(|(base, _)| base.init || base.next != Truth::False);
        let mut moves = self.moves(&roles, truth);
        moves.retain(|(m, _)| m.legal != Truth::False);
        let mut goals = self.goals(&roles, truth);
        goals.retain(|goal| goal.holds != Truth::False);
        let mut sees = self.sees(&roles, truth);
        sees.retain(|percept| percept.holds != Truth::False);
        let terminal = keyword(self.program, Symbol::TERMINAL)
            .first()
            .filter(|id| self.tables[id.index()].len() > 0)
            .map_or(Truth::False, |&id| truth(id, 0));
        let facts: Vec<TermId> = bases.iter().map(|(base, _)| base.fact).collect();
        let actions: Vec<(TermId, TermId)> = moves.iter().map(|(m, _)| (roles[m.role], m.action)).collect();
        self.declarations(&facts, &actions);
        Outside { roles, bases, moves, goals, sees, terminal }
    }

    /// Rows of a keyword with their inner term.
    fn rows(&mut self, name: Symbol) -> Vec<(PredId, u32, TermId)> {
        let mut rows = Vec::new();
        for id in keyword(self.program, name) {
            let table = &self.tables[id.index()];
            for row in 0..table.len() {
                rows.push((id, row, inner(self.terms, self.program, id, table.row(row))));
            }
        }
        rows
    }

    fn text(&self, term: TermId) -> String {
        self.terms.text(&self.program.symbols, term)
    }

    fn roles(&mut self) -> Vec<TermId> {
        let role = self.program.find_pred(&Pred { name: Symbol::ROLE, form: Form::Plain, arity: 1 });
        role.map(|id| &self.tables[id.index()]).map_or_else(Vec::new, |t| (0..t.len()).map(|r| t.value(r, 0)).collect())
    }

    /// Bases sorted by text, each with the `true` row it stands for.
    fn bases(&mut self, truth: &TruthOf<'_>) -> Vec<(GroundBase, AtomPlace)> {
        let init: FxHashSet<TermId> = self.rows(Symbol::INIT).into_iter().map(|(_, _, fact)| fact).collect();
        let next: FxHashMap<TermId, Truth> =
            self.rows(Symbol::NEXT).into_iter().map(|(id, row, fact)| (fact, truth(id, row))).collect();
        let mut bases = BTreeMap::new();
        // A fact that nothing asks about is still part of the state: take it from `init` and `next` too.
        for name in [Symbol::TRUE, Symbol::INIT, Symbol::NEXT] {
            for (id, row, fact) in self.rows(name) {
                let place = (name == Symbol::TRUE).then_some((id, row));
                bases.entry(self.text(fact)).or_insert((fact, place));
            }
        }
        let base = |(fact, place)| {
            let next = next.get(&fact).copied().unwrap_or(Truth::False);
            (GroundBase { fact, init: init.contains(&fact), next }, place)
        };
        bases.into_values().map(base).collect()
    }

    /// Moves of all roles, role by role sorted by text, each with the `does` row it stands for.
    fn moves(&mut self, roles: &[TermId], truth: &TruthOf<'_>) -> Vec<(GroundMove, AtomPlace)> {
        let does: FxHashMap<(TermId, TermId), (PredId, u32)> = self
            .rows(Symbol::DOES)
            .into_iter()
            .map(|(id, row, action)| ((self.tables[id.index()].value(row, 0), action), (id, row)))
            .collect();
        let mut moves = BTreeMap::new();
        for (id, row, action) in self.rows(Symbol::LEGAL) {
            let who = self.tables[id.index()].value(row, 0);
            let Some(role) = roles.iter().position(|&role| role == who) else { continue };
            let place = does.get(&(who, action)).copied();
            moves.insert((role, self.text(action)), (GroundMove { role, action, legal: truth(id, row) }, place));
        }
        moves.into_values().collect()
    }

    /// Goals sorted by role and value. Where the rules write one value in several ways, there are several of it.
    fn goals(&mut self, roles: &[TermId], truth: &TruthOf<'_>) -> Vec<GroundGoal> {
        let (mut goals, mut odd) = (BTreeMap::new(), BTreeMap::new());
        let Some(id) = self.program.find_pred(&Pred { name: Symbol::GOAL, form: Form::Plain, arity: 2 }) else {
            return Vec::new();
        };
        let table = &self.tables[id.index()];
        for row in 0..table.len() {
            let who = table.value(row, 0);
            let Some(role) = roles.iter().position(|&role| role == who) else { continue };
            let text = self.text(table.value(row, 1));
            let value = goal_value(&text);
            let is_odd = Odd::of(&text, value);
            if let (Some(odd_as), Some(rule)) = (is_odd, self.computing_rule(id, who)) {
                odd.entry((rule, odd_as)).or_insert_with(BTreeSet::new).insert((value, text.clone()));
            }
            if let Some(value) = value {
                goals.insert((role, value, text), GroundGoal { role, value, holds: truth(id, row) });
            }
        }
        odd.into_iter().for_each(|((rule, odd_as), values)| self.odd_goals(rule, odd_as, &values));
        goals.into_values().collect()
    }

    /// The first rule that computes values for a role: a value that is written down was warned of before.
    fn computing_rule(&self, id: PredId, role: TermId) -> Option<Span> {
        let computes = |clause: &&Clause| match &*clause.head.args {
            [Pattern::Term(who), Pattern::Var(_)] => clause.head.pred == id && *who == role,
            [_, Pattern::Var(_)] => clause.head.pred == id,
            _ => false,
        };
        self.program.clauses.iter().find(computes).map(|clause| clause.span)
    }

    /// Warns of the values of a rule that GDL does not have.
    fn odd_goals(&mut self, rule: Span, odd: Odd, values: &BTreeSet<(Option<i32>, String)>) {
        let shown: Vec<String> = values.iter().take(3).map(|(_, text)| format!("`{text}`")).collect();
        let more = match values.len().saturating_sub(3) {
            0 => String::new(),
            more => format!(" and {more} more"),
        };
        let (values, are, they) =
            if values.len() == 1 { ("value", "is", "it is") } else { ("values", "are", "they are") };
        let (wrong, done) = match odd {
            Odd::NoInteger => ("no integer", "left out"),
            Odd::Written => ("written with zeros in front", "read as integers"),
            Odd::Far => ("not from 0 to 100", "kept"),
        };
        let message = format!("goal {values} {}{more} {are} {wrong}: {they} {done}", shown.join(", "));
        self.diagnostics.push(Diagnostic::warning("G220", message, rule, "map the values to 0..100"));
    }

    fn sees(&mut self, roles: &[TermId], truth: &TruthOf<'_>) -> Vec<GroundPercept> {
        let mut sees = BTreeMap::new();
        for (id, row, percept) in self.rows(Symbol::SEES) {
            let who = self.tables[id.index()].value(row, 0);
            let Some(role) = roles.iter().position(|&role| role == who) else { continue };
            sees.insert((role, self.text(percept)), GroundPercept { role, percept, holds: truth(id, row) });
        }
        sees.into_values().collect()
    }

    /// Warns where declared `base` or `input` sentences and reachable ones differ.
    fn declarations(&mut self, bases: &[TermId], moves: &[(TermId, TermId)]) {
        let declared: FxHashSet<TermId> = self.rows(Symbol::BASE).into_iter().map(|(_, _, fact)| fact).collect();
        let missing: Vec<TermId> = bases.iter().copied().filter(|fact| !declared.contains(fact)).collect();
        if !declared.is_empty() {
            self.undeclared("base", &missing);
        }
        let inputs: FxHashSet<(TermId, TermId)> = self
            .rows(Symbol::INPUT)
            .into_iter()
            .map(|(id, row, action)| (self.tables[id.index()].value(row, 0), action))
            .collect();
        let missing: Vec<TermId> = moves.iter().filter(|m| !inputs.contains(m)).map(|m| m.1).collect();
        if !inputs.is_empty() {
            self.undeclared("input", &missing);
        }
    }

    fn undeclared(&mut self, keyword: &str, missing: &[TermId]) {
        if let Some(&first) = missing.first() {
            let message = format!(
                "{} sentence{} not declared by `{keyword}` and could not be shown to be unreachable, `{}` for one; \
                 {} used all the same",
                missing.len(),
                if missing.len() == 1 { " is" } else { "s are" },
                self.text(first),
                if missing.len() == 1 { "it is" } else { "all are" }
            );
            self.diagnostics.push(Diagnostic::new(
                gdl2hdl_gdl::diagnostics::Severity::Warning,
                "G221",
                message,
                None,
                format!(
                    "widen the rules of `{keyword}`, or remove them: they are optional; leave it if no play gets there"
                ),
            ));
        }
    }
}

/// The global numbers of atoms while simplifying: each recorded relation has a contiguous range.
pub(super) struct Numbering {
    offsets: Vec<Option<u32>>,
    /// Number of atoms.
    pub len: usize,
}

impl Numbering {
    pub(super) fn of(tables: &[RowTable], recorded: &[bool]) -> Self {
        let mut next = 0_u32;
        let offsets = tables
            .iter()
            .zip(recorded)
            .map(|(table, &recorded)| {
                let start = next;
                next += if recorded { table.len() } else { 0 };
                recorded.then_some(start)
            })
            .collect();
        Self { offsets, len: next as usize }
    }

    /// The atom of a row; `None` for relations that are not recorded.
    pub(super) fn atom(&self, pred: PredId, row: u32) -> Option<AtomId> {
        self.offsets.get(pred.index()).copied().flatten().map(|start| AtomId(start + row))
    }
}
