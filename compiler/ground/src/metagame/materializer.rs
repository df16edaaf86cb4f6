//! The materializer: static views are evaluated once, and their facts stand in place of their rules.

use super::unasked::drop_unasked;
use super::walk::term_of;
use super::{Bounds, Made, Refused, Size};
use crate::{self as ground, Statics, TermId};
use gdl2hdl_gdl::check::Checked;
use gdl2hdl_gdl::syntax::{Atom, Rule, Sheet, Span, Symbol, Term};
use std::collections::{BTreeMap, BTreeSet};

/// Facts beyond which a relation keeps its rules: they say the same in less.
const MAX_FACTS: usize = 20_000;
/// Rows that may be looked at for a relation.
const MAX_ROWS: u64 = 2_000_000;

/// What materializing gained.
#[derive(Clone, PartialEq, Eq, Debug, serde::Serialize)]
pub struct Materialized {
    /// Before.
    pub before: Size,
    /// After.
    pub after: Size,
    /// Relations whose rules became facts.
    pub relations: usize,
    /// Static relations that keep their rules, because they would take too many facts.
    pub too_large: usize,
}

/// Evaluates relations that depend on neither state nor moves, and writes them as facts.
///
/// # Errors
/// When a bound is met while they are evaluated.
pub fn materialize(sheet: &Checked, bounds: Bounds<'_>) -> Result<Made<Materialized>, Refused> {
    let (made, gain) = materialized(sheet, bounds)?;
    Made::new(sheet, made, gain)
}

/// The same, with nobody to check what comes of it.
pub(super) fn materialized(sheet: &Checked, bounds: Bounds<'_>) -> Result<(Sheet, Materialized), Refused> {
    let before = Size::of(sheet);
    let statics = ground::statics(sheet, bounds.limits, MAX_ROWS, bounds.observer)?;
    let with_rules: BTreeSet<Symbol> =
        sheet.rules.iter().filter(|rule| !rule.body.is_empty()).map(|rule| rule.head.relation).collect();
    let mut gain = Materialized { before, after: before, relations: 0, too_large: 0 };
    let mut chosen: BTreeMap<Symbol, Vec<TermId>> = BTreeMap::new();
    for (&name, by_arity) in &statics.relations {
        let count: usize = by_arity.values().map(Vec::len).sum();
        if !with_rules.contains(&name) || (count == 0 && is_required(name)) {
            continue;
        }
        if count > MAX_FACTS {
            gain.too_large += 1;
        } else {
            gain.relations += 1;
            chosen.insert(name, by_arity.values().flatten().copied().collect());
        }
    }
    let mut made = Sheet { symbols: sheet.symbols.clone(), rules: Vec::with_capacity(sheet.rules.len()) };
    for rule in &sheet.rules {
        match chosen.get_mut(&rule.head.relation) {
            // The facts stand where the first rule stood; the list is empty after that.
            Some(facts) => made.rules.extend(facts.drain(..).map(|fact| written(&statics, fact, rule.span))),
            None => made.rules.push(rule.clone()),
        }
    }
    drop_unasked(sheet, &mut made);
    gain.after = Size::of(&made);
    Ok((made, gain))
}

/// A game without one of these is refused, so that rules which never hold stay.
fn is_required(name: Symbol) -> bool {
    matches!(name, Symbol::LEGAL | Symbol::GOAL | Symbol::TERMINAL)
}

fn written(statics: &Statics, fact: TermId, span: Span) -> Rule {
    let args: Vec<Term> = statics.terms.args(fact).iter().map(|&arg| term_of(&statics.terms, arg, span)).collect();
    Rule { head: Atom { relation: statics.terms.functor(fact), args, span }, body: Vec::new(), span }
}
