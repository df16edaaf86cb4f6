//! The static rules of GDL, on a rule sheet: what makes a text a game with a meaning. Nothing is rewritten here.
//!
//! Every diagnostic has a code ([`crate::diagnostics::codes::RULES`]) and, where one is to blame, a place. The work is bounded: graphs are walked without recursion,
//! and rules that would take too long to decide are reported instead.

mod arity;
pub(crate) mod binding;
mod checked;
pub(crate) mod collector;
mod completeness;
pub(crate) mod graph;
mod paths;
mod recursion;
mod roles;
mod rule_graph;
pub(crate) mod safety;
mod sentences;
pub(crate) mod spelling;
mod stratification;
mod unused;
pub(crate) mod vocabulary;

pub use checked::Checked;

use crate::diagnostics::Diagnostic;
use crate::syntax::{Language, Sheet, Tolerance, refuse_departures};
use binding::Budget;
use collector::Diagnostics;
use graph::Graph;
use spelling::Spelling;

/// What the checks take into account.
#[derive(Clone, Copy, Debug, Default)]
pub struct CheckOptions {
    /// Games without `terminal`, `legal`, `goal` or `next` are accepted without a word.
    pub allow_incomplete: bool,
    /// The reader refused part of the text: nothing is reported as missing, and no sheet is [`Checked`].
    pub partial: bool,
    /// How names and atoms are written in messages.
    pub language: Language,
    /// What is accepted beside the letter of the language.
    pub tolerance: Tolerance,
}

/// Checks a sheet. Diagnostics come in order of position, those without a place last.
/// **Cost:** proportional to the text for all but hostile texts; those meet a bound and are told so.
#[must_use]
pub fn check(sheet: &Sheet, options: &CheckOptions) -> Vec<Diagnostic> {
    let spelling = Spelling { symbols: &sheet.symbols, language: options.language };
    let graph = Graph::of(sheet);
    let mut diagnostics = Diagnostics::default();
    let mut budget = Budget::default();
    vocabulary::check(&graph, spelling, &mut diagnostics);
    arity::check(sheet, spelling, &mut diagnostics);
    safety::check(sheet, spelling, &mut budget, &mut diagnostics);
    let components = graph.components();
    stratification::check(&graph, &components, spelling, &mut diagnostics);
    recursion::check(&graph, &components, spelling, &mut budget, &mut diagnostics);
    completeness::check(&graph, options, spelling, &mut diagnostics);
    roles::check(&graph, spelling, &mut diagnostics);
    if !options.partial {
        unused::check(&graph, &components, spelling, &mut diagnostics);
        sentences::check(&graph, spelling, &mut diagnostics);
    }
    let mut found = diagnostics.into_sorted();
    if options.tolerance == Tolerance::Strict {
        refuse_departures(&mut found);
    }
    found
}
