//! `base` and `input` are optional: what can hold and what can be done is derived from the other rules. A declaration
//! that the static rules refuse is left out, with what only it asks for, where that is at fault.

use crate::check::collector::Diagnostics;
use crate::check::graph::Graph;
use crate::check::{CheckOptions, Checked, check};
use crate::diagnostics::{Diagnostic, Severity};
use crate::syntax::{Atom, Sheet, Symbol, Term, reserved_arity};
use std::collections::BTreeMap;

/// Rounds of checks: a fault may hide behind another. After these, all declarations go.
const ROUNDS: usize = 4;

/// Leaves out declarations with errors; gives what the static rules say of the rest. They said `found` of the sheet.
pub(super) fn mend(
    sheet: &mut Sheet,
    options: &CheckOptions,
    mut found: Vec<Diagnostic>,
    collected: &mut Diagnostics,
) -> Vec<Diagnostic> {
    let mut faults = Faults::default();
    for round in 0..=ROUNDS {
        let optional = optional_rules(sheet);
        let errors = found.iter().filter(|found| found.severity == Severity::Error);
        let mut faulty = vec![false; sheet.rules.len()];
        for error in errors {
            let rules = rules_at(sheet, &optional, error);
            if let Some(&rule) = rules.first() {
                faults.add(sheet.rules[rule].head.relation, error);
            }
            rules.into_iter().for_each(|rule| faulty[rule] = true);
        }
        if !faulty.contains(&true) {
            faults.report(collected);
            return found;
        }
        if round == ROUNDS {
            faulty = optional;
        }
        leave_out(sheet, faulty);
        found = check(sheet, options);
    }
    faults.report(collected);
    found
}

/// Takes rules away.
fn leave_out(sheet: &mut Sheet, which: Vec<bool>) {
    let mut gone = which.into_iter();
    sheet.rules.retain(|_| !gone.next().unwrap_or_default());
}

/// Codes of readers that speak of the rule where they stand, and of nothing behind it.
const OF_ONE_FORM: [&str; 14] =
    ["G010", "G011", "G012", "G013", "G014", "G015", "G016", "G017", "G018", "G024", "G025", "G026", "G501", "G516"];

/// Leaves out declarations that a reader did not understand; its errors become warnings.
pub(super) fn excuse(sheet: &mut Sheet, diagnostics: &mut Vec<Diagnostic>) {
    // Other faults of reading may hide what follows.
    let is_error = |found: &Diagnostic| found.severity == Severity::Error && OF_ONE_FORM.contains(&found.code);
    if !diagnostics.iter().any(is_error) {
        return;
    }
    let optional = optional_rules(sheet);
    let mut faulty = vec![false; sheet.rules.len()];
    let mut faults = Faults::default();
    diagnostics.retain(|found| {
        let rules = if is_error(found) { rules_at(sheet, &optional, found) } else { Vec::new() };
        if let Some(&rule) = rules.first() {
            faults.add(sheet.rules[rule].head.relation, found);
        }
        rules.iter().for_each(|&rule| faulty[rule] = true);
        rules.is_empty()
    });
    let mut collected = Diagnostics::default();
    faults.report(&mut collected);
    diagnostics.extend(collected.into_sorted());
    leave_out(sheet, faulty);
}

/// The sheet without declarations, with a warning; `None` where it has none. The rule that a later stage blames need not be
/// the one that has no end.
pub(super) fn without(sheet: &Checked, refused: &Diagnostic) -> Option<(Checked, Diagnostic)> {
    let optional = optional_rules(sheet);
    let blamed = rules_at(sheet, &optional, refused).into_iter().next();
    let rule = &sheet.rules[blamed.or_else(|| optional.iter().position(|&optional| optional))?];
    let warning = Diagnostic::warning(
        "G121",
        format!("all declarations are left out, since they cannot be listed: {}", refused.message),
        rule.head.span,
        "bound what `base` and `input` declare, or remove them: they are optional",
    );
    Some((sheet.without(&optional), warning))
}

/// Which rules only `base` and `input` depend on, themselves among them.
fn optional_rules(sheet: &Sheet) -> Vec<bool> {
    let graph = Graph::of(sheet);
    let is_declaration = |name: Symbol| matches!(name, Symbol::BASE | Symbol::INPUT);
    let name = |relation: usize| graph.relations[relation].name;
    let declared = graph.reached(|relation| is_declaration(name(relation)));
    let is_kept = |name: Symbol| reserved_arity(name).is_some() || name == Symbol::DISTINCT;
    let needed = graph.reached(|relation| !is_declaration(name(relation)) && is_kept(name(relation)));
    graph.rules.iter().map(|node| declared[node.head] && !needed[node.head] && !swallows(&node.rule.head)).collect()
}

/// Whether a declaration holds what looks like a rule of play: a parenthesis stands in the wrong place.
fn swallows(head: &Atom) -> bool {
    let is_keyword = |arg: &Term| matches!(arg, Term::Compound(name, ..) if reserved_arity(*name).is_some());
    matches!(head.relation, Symbol::BASE | Symbol::INPUT) && head.args.iter().any(is_keyword)
}

/// The optional rules that an error points into.
fn rules_at(sheet: &Sheet, optional: &[bool], error: &Diagnostic) -> Vec<usize> {
    let holds = |number: usize| {
        let rule = sheet.rules[number].span;
        error.labels.iter().any(|label| rule.start <= label.span.start && label.span.end <= rule.end)
    };
    (0..optional.len()).filter(|&number| optional[number] && holds(number)).collect()
}

/// What was wrong, once for each kind of fault.
#[derive(Default)]
struct Faults {
    /// The first error of a kind, and how many there are.
    kinds: BTreeMap<(&'static str, &'static str), (Diagnostic, usize)>,
}

impl Faults {
    fn add(&mut self, relation: Symbol, error: &Diagnostic) {
        let name = match relation {
            Symbol::BASE => "base",
            Symbol::INPUT => "input",
            _ => "",
        };
        let entry = self.kinds.entry((name, error.code)).or_insert_with(|| (error.clone(), 0));
        entry.1 += 1;
    }

    fn report(self, collected: &mut Diagnostics) {
        for ((name, _), (error, count)) in self.kinds {
            let what = match name {
                "" => "what only declarations ask for".to_owned(),
                name => format!("this declaration `{name}`"),
            };
            let more = match count {
                1 => String::new(),
                n => format!(", and {} more like it", n - 1),
            };
            collected.push(Diagnostic {
                code: "G121",
                severity: Severity::Warning,
                message: format!("{}: {what} is left out{more}", error.message),
                help: format!("{}; or remove it: `base` and `input` are optional", error.help),
                labels: error.labels,
                remedies: error.remedies,
            });
        }
    }
}
