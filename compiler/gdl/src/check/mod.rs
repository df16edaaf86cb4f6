//! The static rules of GDL, on a rule sheet: what makes a text a game with a meaning. Nothing is rewritten here.
//!
//! Every finding has a code ([`crate::diagnostics::codes::RULES`]) and, where one is to blame, a place. The work is bounded: graphs are walked without recursion,
//! and rules that would take too long to decide are reported instead.

mod arity;
pub(crate) mod binding;
mod checked;
mod completeness;
pub(crate) mod findings;
pub(crate) mod graph;
mod paths;
mod recursion;
mod roles;
mod rule_graph;
pub(crate) mod safety;
mod sentences;
mod stratification;
mod unused;
pub(crate) mod vocabulary;
pub(crate) mod words;

pub use checked::Checked;

use crate::diagnostics::Diagnostic;
use crate::syntax::{Language, Sheet, Tolerance, refuse_departures};
use binding::Budget;
use findings::Findings;
use graph::Graph;
use words::Words;

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

/// Checks a sheet. Findings come in order of position, those without a place last.
/// **Cost:** proportional to the text for all but hostile texts; those meet a bound and are told so.
#[must_use]
pub fn check(sheet: &Sheet, options: &CheckOptions) -> Vec<Diagnostic> {
    let words = Words { symbols: &sheet.symbols, language: options.language };
    let graph = Graph::of(sheet);
    let mut findings = Findings::default();
    let mut budget = Budget::default();
    vocabulary::check(&graph, words, &mut findings);
    arity::check(sheet, words, &mut findings);
    safety::check(sheet, words, &mut budget, &mut findings);
    let components = graph.components();
    stratification::check(&graph, &components, words, &mut findings);
    recursion::check(&graph, &components, words, &mut budget, &mut findings);
    completeness::check(&graph, options, words, &mut findings);
    roles::check(&graph, words, &mut findings);
    if !options.partial {
        unused::check(&graph, &components, words, &mut findings);
        sentences::check(&graph, words, &mut findings);
    }
    let mut found = findings.into_sorted();
    if options.tolerance == Tolerance::Strict {
        refuse_departures(&mut found);
    }
    found
}
